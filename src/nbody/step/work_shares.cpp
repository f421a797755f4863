#include "nbody/step/work_shares.h"

#include <algorithm>
#include <cmath>
#include <numbers>
#include <numeric>

namespace motley::nbody {
namespace {

// On one core at z = 49 the mesh takes 47 % of a step of 128^3 particles with 445 pairs each. There
// a pair also accounts for its part of sort, tree and lists, and a mesh point costs 49 pairs. On
// ranks without the mesh a pair accounts for ghosts and messages too: with 37, ranks with 0.8, 0.4
// and 0.2 processors, the first of which owns the mesh, finish at the same time
// (bench/nbody/heterogeneous).
constexpr double kPairsPerMeshPoint = 37;
// Pairs evaluated per pair within the cut-off, before particles cluster.
constexpr double kEvaluatedPerUsefulPair = 5.2;

}  // namespace

double mesh_work(const LongRangeSettings& mesh) {
  const double points = std::pow(static_cast<double>(mesh.size), 3);
  return kPairsPerMeshPoint * points * (mesh.interlaced ? 2 : 1);
}

double initial_short_range_work(const LongRangeSettings& mesh, int64_t num_particles) {
  const auto count = static_cast<double>(num_particles);
  const double radius = mesh.split * mesh.cutoff / mesh.size;  // of the Box
  return count * kEvaluatedPerUsefulPair * 4 / 3 * std::numbers::pi * radius * radius * radius *
         count;
}

core::Ratio mesh_shares(const core::Ratio& shares, double part, double threshold) {
  if (shares.empty() || std::ranges::max(shares) < threshold * std::ranges::min(shares)) {
    return shares;
  }
  std::vector<size_t> order(shares.size());
  std::iota(order.begin(), order.end(), 0u);
  std::ranges::stable_sort(order, std::ranges::greater(), [&](size_t r) { return shares[r]; });
  core::Ratio mesh(shares.size());
  double left = 1;
  for (const size_t r : order) {
    mesh[r] = std::min(left, shares[r] / part);
    left -= mesh[r];
  }
  for (size_t r = 0; r < mesh.size(); ++r)
    mesh[r] += left * shares[r];  // the mesh exceeds all shares
  return mesh;
}

core::Ratio particle_shares(const core::Ratio& shares, std::span<const double> mesh_shares,
                            double mesh_work, double particle_work) {
  if (particle_work <= 0) return shares;
  core::Ratio particles;
  double sum = 0;
  for (size_t r = 0; r < shares.size(); ++r) {
    const double work = shares[r] * (mesh_work + particle_work) - mesh_shares[r] * mesh_work;
    particles.push_back(std::max(0.0, work));
    sum += particles.back();
  }
  for (double& share : particles) share /= sum;
  return particles;
}

}  // namespace motley::nbody
