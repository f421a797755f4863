#include "nbody/analysis/halos.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <numeric>

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

// The same as grouped_particles, on one rank.
GroupedParticles grouped_on_one_rank(const Particles& particles, double link,
                                     int64_t min_particles) {
  const std::vector<uint32_t> group = friends_of_friends(particles.position, particles.box, link);
  // Sorted by group, and by id within a group: sums do not depend on the order of particles.
  std::vector<uint32_t> order(group.size());
  std::iota(order.begin(), order.end(), 0u);
  std::vector<uint32_t> sizes(group.size());
  for (const uint32_t root : group) ++sizes[root];
  std::erase_if(order, [&](uint32_t i) { return sizes[group[i]] < min_particles; });
  std::ranges::sort(order, [&](uint32_t i, uint32_t j) {
    return group[i] != group[j] ? group[i] < group[j] : particles.id[i] < particles.id[j];
  });
  GroupedParticles grouped{.particles = {.box = particles.box,
                                         .mass = particles.mass,
                                         .scale_factor = particles.scale_factor},
                           .begins = {0}};
  for (const uint32_t i : order) {
    for (int d = 0; d < 3; ++d) {
      grouped.particles.position[d].push_back(particles.position[d][i]);
      grouped.particles.momentum[d].push_back(particles.momentum[d][i]);
    }
    grouped.particles.id.push_back(particles.id[i]);
  }
  for (size_t i = 1; i <= order.size(); ++i) {
    if (i == order.size() || group[order[i]] != group[order[i - 1]]) {
      grouped.begins.push_back(static_cast<int64_t>(i));
    }
  }
  return grouped;
}

std::vector<Halo> halos_of(const GroupedParticles& grouped) {
  std::vector<Halo> halos;
  for (size_t g = 0; g + 1 < grouped.begins.size(); ++g) {
    const auto first = static_cast<uint32_t>(grouped.begins[g]);
    Members members(grouped.particles, first);
    for (uint32_t i = first; i < grouped.begins[g + 1]; ++i) members.add(i);
    halos.push_back(members.halo());
  }
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
                         : grouped_on_one_rank(particles, link, search.min_particles));
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
