// Who has the mesh, and who has particles. Each rank gets its share of all work; on unlike ranks
// the mesh lies on as few of the fastest as can carry it, and they have fewer particles:
//
//   speeds                4     2     1
//   mesh                  1     0     0            no transform is exchanged, and nobody waits for
//   particles             0.25  0.50  0.25         a slow rank between two passes of it
//
// On equal ranks all have the same of both. Work is counted in pairs.
#pragma once

#include <cstdint>
#include <span>

#include "core/balance/ratio.h"
#include "nbody/mesh/long_range.h"

namespace motley::nbody {

// What one evaluation of the mesh costs.
double mesh_work(const LongRangeSettings& mesh);
// What one of the short range costs before particles have clustered.
double initial_short_range_work(const LongRangeSettings& mesh, int64_t num_particles);

// Shares of the mesh: its work is `part` of all. Ranks are unlike where one has so much more than
// another.
inline constexpr double kHeterogeneous = 1.1;
core::Ratio mesh_shares(const core::Ratio& shares, double part, double unlike = kHeterogeneous);
// Shares of the particles' work, so that with the mesh each has its share of all.
core::Ratio particle_shares(const core::Ratio& shares, std::span<const double> mesh_shares,
                            double mesh_work, double particle_work);

}  // namespace motley::nbody
