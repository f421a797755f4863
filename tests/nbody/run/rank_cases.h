// Complete runs on several ranks of this process.
#pragma once

#include <map>
#include <mutex>

#include "core/comm/local.h"
#include "nbody/run/run_cases.h"

namespace motley::nbody {

// The particles of a rank: planes of the lattice, in uneven numbers.
inline Particles part_of_particles(const Settings& settings, int rank, int num_ranks) {
  const Particles all = wavy_particles(static_cast<int>(settings.box.particles), kBegin, settings);
  const auto first_of = [&](int r) { return all.size() * r * r / (num_ranks * num_ranks); };
  Particles part = all;
  for (int axis = 0; axis < 3; ++axis) {
    part.position[axis].assign(all.position[axis].begin() + first_of(rank),
                               all.position[axis].begin() + first_of(rank + 1));
    part.momentum[axis].assign(all.momentum[axis].begin() + first_of(rank),
                               all.momentum[axis].begin() + first_of(rank + 1));
  }
  part.id.assign(all.id.begin() + first_of(rank), all.id.begin() + first_of(rank + 1));
  return part;
}

// Concatenates the parts of all ranks, without rank-specific data.
class GatheredState {
 public:
  void add(const State& state, int rank) {
    const std::lock_guard lock(mutex_);
    parts_[rank] = state;
  }
  State whole() const {
    State all;
    for (const auto& [rank, part] : parts_) {
      const auto join = [](auto& to, const auto& from) {
        to.insert(to.end(), from.begin(), from.end());
      };
      for (int axis = 0; axis < 3; ++axis) {
        join(all.particles.position[axis], part.particles.position[axis]);
        join(all.particles.momentum[axis], part.particles.momentum[axis]);
        join(all.long_range[axis], part.long_range[axis]);
        join(all.short_range[axis], part.short_range[axis]);
      }
      join(all.particles.id, part.particles.id);
      join(all.keys, part.keys);
      all.particles.box = part.particles.box;
      all.particles.mass = part.particles.mass;
      all.particles.scale_factor = part.particles.scale_factor;
      all.tick = part.tick;
      all.num_steps = part.num_steps;
    }
    return all;
  }

 private:
  std::mutex mutex_;
  std::map<int, State> parts_;
};

struct Ended {
  State state;
  RunChecks checks;
};

inline Ended run_on(int num_ranks, const Settings& settings, const Workers& like = {}) {
  GatheredState gathered;
  RunChecks last;
  core::run_local(num_ranks, [&](core::Communicator& comm) {
    Workers workers = like;
    workers.comm = &comm;
    Simulation simulation(settings, {.size = settings.box.size}, kBegin, workers);
    simulation.begin(part_of_particles(settings, comm.rank(), num_ranks));
    simulation.run(
        {.write_output = [&](const Particles&, const PlannedOutput&, const RunChecks& checks) {
          if (comm.rank() == 0) last = checks;
        }});
    gathered.add(simulation.state(), comm.rank());
  });
  return {gathered.whole(), last};
}

}  // namespace motley::nbody
