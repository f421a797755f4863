// How mesh and particles are divided among ranks. Each rank gets its share of the total work; on
// heterogeneous ranks the mesh is placed on as few of the fastest as can carry it, and these get
// fewer particles:
//
//   speeds                4     2     1
//   mesh                  1     0     0            no transform is exchanged, and no rank waits for
//   a particles             0.25  0.50  0.25         slow one between two passes of it
//
// On equal ranks all get the same of both. Work is counted in pairs.
#pragma once

#include <cstdint>
#include <span>

#include "core/balance/ratio.h"
#include "nbody/mesh/long_range.h"

namespace motley::nbody {

// Cost of one mesh evaluation.
double mesh_work(const LongRangeSettings& mesh);
// Cost of one short-range evaluation before particles have clustered.
double initial_short_range_work(const LongRangeSettings& mesh, int64_t num_particles);

// Shares of the mesh, whose work is the fraction `part` of the total. Ranks count as heterogeneous
// if the largest share exceeds the smallest by the factor `threshold`.
inline constexpr double kHeterogeneous = 1.1;
core::Ratio mesh_shares(const core::Ratio& shares, double part, double threshold = kHeterogeneous);
// Shares of the particles' work, such that together with the mesh each rank has its share of the
// total.
core::Ratio particle_shares(const core::Ratio& shares, std::span<const double> mesh_shares,
                            double mesh_work, double particle_work);

}  // namespace motley::nbody
