// A mesh distributed in slabs, planes of x, and the exchange between slabs and particles.
//
//   particles, on any rank --send--> the slabs that they touch (mesh_partition.h)
//   planes of x   --transpose-->   rows of y with all x: columns (fft.h)   --transpose_back-->
//   planes values at particles   --return_values-->   the rank that sent them
//
// Slabs are as thick as the ranks' shares demand, in units of `reach` planes. A rank may have none,
// and then only sends particles; one may have all, and then arrays are sent to it and back without
// reordering.
#pragma once

#include <array>
#include <complex>
#include <functional>
#include <span>
#include <vector>

#include "core/comm/communicator.h"
#include "core/comm/request.h"
#include "nbody/mesh/deposit.h"
#include "nbody/mesh/fft.h"
#include "nbody/mesh/mesh.h"
#include "nbody/mesh/mesh_partition.h"

namespace motley::nbody {

class Slabs {
 public:
  using Complex = std::complex<float>;

  // Collective. `shares` of the ranks sum to one; empty: equal.
  Slabs(core::Communicator& comm, int n, const DepositSettings& window, bool interlaced,
        std::span<const double> shares = {});
  // Changes the shares; the same on all ranks.
  void set_shares(std::span<const double> shares);

  // Our planes; after the transpose, our rows of y.
  IndexRange own() const { return parts_.x.own(); }
  int reach() const { return reach_; }
  // The share of the planes of each rank.
  std::vector<double> shares() const;
  // Whether one rank has all planes, and nothing is transposed.
  bool has_one_owner() const { return parts_.x.has_one_owner(); }
  // Seconds spent in exchanges so far.
  double exchange_seconds() const { return exchange_seconds_; }

  // Collective. `released` is called when the positions may be overwritten.
  MeshParticles send(const PositionSpans& position, const std::function<void()>& released = {});
  // Returns `values` of the slab's particles to the ranks that sent them, skipping those
  // interpolated elsewhere. Sends may still be pending on return, and `values` then holds other
  // data.
  void return_values(const MeshParticles& particles, std::vector<float>& values,
                     std::span<float> sent);
  void fill_ghosts(Mesh<float>& mesh);
  // Of the columns of our rows, planes that are ours stay in the mesh; the others are transposed:
  // [their x][our y][z]. `scratch` has the same size.
  int64_t num_transposed() const {
    return int64_t{own().size()} * (n_ - own().size()) * (n_ / 2 + 1);
  }
  void transpose(const Mesh<float>& mesh, Complex* scratch, Complex* transposed);
  void transpose_back(const Complex* transposed, Complex* scratch, Mesh<float>& mesh);
  Fft<float>::Columns columns(Mesh<float>& mesh, Complex* transposed) const;

 private:
  MeshParticles send_to_owner(const PositionSpans& position, const std::function<void()>& released);
  void return_from_owner(const MeshParticles& particles, std::vector<float>& values,
                         std::span<float> sent);
  void wait_for_returns();
  MeshPartition make_partition(std::span<const double> shares) const;
  // Number of floats of [our x][its y][z], for each other rank.
  std::vector<int64_t> block_counts() const;

  core::Communicator comm_;  // separate, so that others can be used concurrently
  int n_, reach_;
  DepositSettings window_;
  MeshPartition parts_;
  double exchange_seconds_ = 0;
  std::vector<float> returned_;           // values being sent by the owner
  std::vector<core::Request> returning_;  // declared after it: destroyed first
};

}  // namespace motley::nbody
