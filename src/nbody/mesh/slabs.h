// A mesh in slabs: planes of x spread over ranks, and what moves between them and the particles.
//
//   particles, wherever they are --send--> the slabs that they touch (parts.h)
//   planes of x   --turn-->   rows of y, x whole: columns (fft.h)   --transpose_back-->   planes of
//   x values at particles   --return_values-->   whoever sent them
//
// Slabs are as thick as the ranks' shares want, in steps of `reach` planes; a rank may have none,
// and then only sends, and one may have all: then arrays go there and come back as they lie.
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

  // A collective. `shares` of the ranks sum to one; empty: equal.
  Slabs(core::Communicator& comm, int n, const DepositSettings& window, bool interlaced,
        std::span<const double> shares = {});
  // Others from now on; all ranks have the same.
  void set_shares(std::span<const double> shares);

  // Planes of ours; once transposed, rows of y.
  IndexRange own() const { return parts_.x.own(); }
  int reach() const { return reach_; }
  // Of the planes, by rank.
  std::vector<double> shares() const;
  // One rank has all planes, and nothing has to be transposed.
  bool has_one_owner() const { return parts_.x.has_one_owner(); }
  // Spent in exchanges so far.
  double exchange_seconds() const { return exchange_seconds_; }

  // Collectives. Calls `taken` when the positions are not needed any more.
  MeshParticles send(const PositionSpans& position, const std::function<void()>& released = {});
  // `values` of the slab's particles, those read back elsewhere passed over, to values of the
  // particles sent. What others are to get may still be on its way afterwards, and `values` then
  // holds something else.
  void return_values(const MeshParticles& particles, std::vector<float>& values,
                     std::span<float> sent);
  void fill_ghosts(Mesh<float>& mesh);
  // Of the columns of our rows, those planes that are ours stay in the mesh; the others are
  // transposed: [their x][our y][z]. `scratch` has as many places.
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
  MeshPartition cut(std::span<const double> shares) const;
  // Floats of [our x][its y][z], for each other rank.
  std::vector<int64_t> block_counts() const;

  core::Communicator comm_;  // of its own: others may be in use meanwhile
  int n_, reach_;
  DepositSettings window_;
  MeshPartition parts_;
  double exchange_seconds_ = 0;
  std::vector<float> returned_;           // by the owner, on its way
  std::vector<core::Request> returning_;  // behind it: ends first
};

}  // namespace motley::nbody
