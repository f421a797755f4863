#include "nbody/particles/particles.h"

#include <cmath>

#include "core/base/error.h"
#include "core/base/threads.h"
#include "nbody/particles/internal_units.h"

namespace motley::nbody {
namespace {

template <class T>
void reorder_array(std::vector<T>& values, std::span<const uint32_t> order, int num_threads) {
  std::vector<T> sorted(values.size());
  core::parallel_for(num_threads, static_cast<int64_t>(order.size()),
                     [&](int64_t begin, int64_t end, int) {
                       for (int64_t i = begin; i < end; ++i) sorted[i] = values[order[i]];
                     });
  values.swap(sorted);
}

}  // namespace

void resize(Particles& particles, int64_t count) {
  for (auto& axis : particles.position) axis.resize(count);
  for (auto& axis : particles.momentum) axis.resize(count);
  particles.id.resize(count);
}

void reorder(Particles& particles, std::span<const uint32_t> order, int num_threads) {
  MOTLEY_CHECK(static_cast<int64_t>(order.size()) == particles.size(),
               "a permutation of {} for {} particles", order.size(), particles.size());
  for (auto& axis : particles.position) reorder_array(axis, order, num_threads);
  for (auto& axis : particles.momentum) reorder_array(axis, order, num_threads);
  reorder_array(particles.id, order, num_threads);
}

double mean_particle_mass(const Box& box, double omega_m, int64_t count) {
  return omega_m * kCriticalDensity * box.volume() / static_cast<double>(count);
}

double mean_separation(const Box& box, int64_t count) {
  return box.size / std::cbrt(static_cast<double>(count));
}

}  // namespace motley::nbody
