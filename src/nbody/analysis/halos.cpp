#include "nbody/analysis/halos.h"

#include <fmt/format.h>

#include <algorithm>
#include <atomic>
#include <cmath>
#include <span>

#include "core/base/threads.h"
#include "core/comm/arrays.h"
#include "nbody/analysis/distributed_groups.h"
#include "nbody/analysis/friends_of_friends.h"

namespace motley::nbody {
namespace {

// Sums over the members, relative to the first one so that the periodic border does not matter.
class Members {
 public:
  Members(const Particles& particles, uint32_t first) : particles_(particles), first_(first) {}

  void add(uint32_t i) {
    ++count_;
    first_id_ = std::min(first_id_, particles_.id[i]);
    for (int d = 0; d < 3; ++d) {
      const auto& axis = particles_.position[d];
      const double x = particles_.box.separation(axis[first_], axis[i]);
      const double v = particles_.momentum[d][i] / particles_.scale_factor;
      x_[d] += x, v_[d] += v;
      x_squares_ += x * x, v_squares_ += v * v;
    }
  }

  Halo halo() const {
    const auto n = static_cast<double>(count_);
    Halo halo{.num_particles = count_, .mass = particles_.mass * n, .first_id = first_id_};
    double x_square = 0, v_square = 0;
    for (int d = 0; d < 3; ++d) {
      const double size = particles_.box.size;
      const double x = particles_.box.length(particles_.position[d][first_]) + x_[d] / n;
      halo.center[d] = x - size * std::floor(x / size);
      halo.velocity[d] = v_[d] / n;
      x_square += x_[d] / n * x_[d] / n;
      v_square += halo.velocity[d] * halo.velocity[d];
    }
    halo.radius = std::sqrt(std::max(0., x_squares_ / n - x_square));
    halo.dispersion = std::sqrt(std::max(0., v_squares_ / n - v_square) / 3);
    return halo;
  }

 private:
  const Particles& particles_;
  uint32_t first_;
  int64_t count_ = 0;
  uint64_t first_id_ = UINT64_MAX;
  std::array<double, 3> x_ = {}, v_ = {};
  double x_squares_ = 0, v_squares_ = 0;
};

// Calls f(i) for i in [0, count) on all threads, which take them in pieces as they come.
template <class F>
void over_pieces(int num_threads, int64_t count, int64_t piece, const F& f) {
  std::atomic<int64_t> next = 0;
  core::parallel_for(num_threads, num_threads, [&](int64_t, int64_t, int) {
    for (int64_t begin = next.fetch_add(piece); begin < count; begin = next.fetch_add(piece)) {
      for (int64_t i = begin; i < std::min(count, begin + piece); ++i) f(i);
    }
  });
}

// The particles of groups that are large enough, one group after the other.
struct GroupOrder {
  std::vector<uint32_t> particle;
  std::vector<int64_t> begins;
};

// Sorted by group, and by id within a group: sums do not depend on the order of particles.
GroupOrder group_order(const Particles& particles, std::span<const uint32_t> group,
                       int64_t min_particles, int num_threads) {
  const auto add_one = [](uint32_t& value) {
    return std::atomic_ref(value).fetch_add(1, std::memory_order_relaxed);
  };
  std::vector<uint32_t> next(group.size());  // sizes, then where the next member goes
  over_pieces(num_threads, std::ssize(group), 1 << 16, [&](int64_t i) { add_one(next[group[i]]); });
  constexpr uint32_t kNone = UINT32_MAX;
  GroupOrder order{.particle = {}, .begins = {0}};
  for (uint32_t& value : next) {
    const uint32_t size = value;
    const int64_t begin = order.begins.back();
    value = size > 0 && size >= min_particles ? static_cast<uint32_t>(begin) : kNone;
    if (value != kNone) order.begins.push_back(begin + size);
  }
  order.particle.resize(order.begins.back());
  over_pieces(num_threads, std::ssize(group), 1 << 16, [&](int64_t i) {
    uint32_t& to = next[group[i]];
    if (std::atomic_ref(to).load(std::memory_order_relaxed) == kNone) return;
    order.particle[add_one(to)] = static_cast<uint32_t>(i);
  });
  over_pieces(num_threads, std::ssize(order.begins) - 1, 16, [&](int64_t g) {
    std::sort(order.particle.begin() + order.begins[g],
              order.particle.begin() + order.begins[g + 1],
              [&](uint32_t i, uint32_t j) { return particles.id[i] < particles.id[j]; });
  });
  return order;
}

// The same as grouped_particles, on one rank.
GroupedParticles grouped_on_one_rank(const Particles& particles, double link,
                                     const HaloSearch& search) {
  const std::vector<uint32_t> group =
      friends_of_friends(particles.position, particles.box, link, search.num_threads);
  GroupOrder order = group_order(particles, group, search.min_particles, search.num_threads);
  GroupedParticles grouped{.particles = {.box = particles.box,
                                         .mass = particles.mass,
                                         .scale_factor = particles.scale_factor},
                           .begins = std::move(order.begins)};
  resize(grouped.particles, std::ssize(order.particle));
  over_pieces(search.num_threads, std::ssize(order.particle), 1 << 16, [&](int64_t to) {
    const uint32_t i = order.particle[to];
    for (int d = 0; d < 3; ++d) {
      grouped.particles.position[d][to] = particles.position[d][i];
      grouped.particles.momentum[d][to] = particles.momentum[d][i];
    }
    grouped.particles.id[to] = particles.id[i];
  });
  return grouped;
}

std::vector<Halo> halos_of(const GroupedParticles& grouped, int num_threads) {
  std::vector<Halo> halos(grouped.begins.size() - 1);
  over_pieces(num_threads, std::ssize(halos), 16, [&](int64_t g) {
    const auto first = static_cast<uint32_t>(grouped.begins[g]);
    Members members(grouped.particles, first);
    for (uint32_t i = first; i < grouped.begins[g + 1]; ++i) members.add(i);
    halos[g] = members.halo();
  });
  return halos;
}

}  // namespace

std::vector<Halo> find_halos(const Particles& particles, const HaloSearch& search,
                             core::Communicator* comm) {
  const bool has_ranks = comm && comm->num_ranks() > 1;
  const int64_t count =
      has_ranks ? core::reduced(*comm, particles.size(), core::Reduction::kSum) : particles.size();
  const double link = search.linking * mean_separation(particles.box, count);
  std::vector<Halo> halos =
      halos_of(has_ranks ? grouped_particles(particles, link, search.min_particles, *comm)
                         : grouped_on_one_rank(particles, link, search),
               search.num_threads);
  if (has_ranks) {
    halos = core::gathered(*comm, halos, core::gathered(*comm, std::ssize(halos)));
    if (comm->rank() != 0) return {};
  }
  std::ranges::sort(halos, [](const Halo& a, const Halo& b) {
    return a.num_particles != b.num_particles ? a.num_particles > b.num_particles
                                              : a.first_id < b.first_id;
  });
  return halos;
}

// Cells, links and their order; and a copy of those particles that are in groups.
int64_t find_halos_bytes(int64_t num_particles, int num_ranks) {
  return (num_particles + num_ranks - 1) / num_ranks * (num_ranks > 1 ? 96 : 40);
}

std::string print_halos(const std::vector<Halo>& halos, const Particles& particles,
                        const HaloSearch& search) {
  std::string text = fmt::format(
      "# {} halos at z = {:.6g}: friends of friends, linking length {:g} of the mean separation, "
      "at "
      "least {} particles\n"
      "# particles  mass [Msun/h]  x y z [comoving Mpc/h]  vx vy vz [peculiar km/s]  1-D velocity "
      "dispersion [km/s]  rms radius [comoving Mpc/h]  smallest id\n",
      halos.size(), 1 / particles.scale_factor - 1, search.linking, search.min_particles);
  for (const Halo& h : halos) {
    text += fmt::format(
        "{:<8} {:.6e} {:11.6f} {:11.6f} {:11.6f} {:10.3f} {:10.3f} {:10.3f} {:9.3f} {:9.6f} {}\n",
        h.num_particles, h.mass, h.center[0], h.center[1], h.center[2], h.velocity[0],
        h.velocity[1], h.velocity[2], h.dispersion, h.radius, h.first_id);
  }
  return text;
}

}  // namespace motley::nbody
