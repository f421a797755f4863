// A mesh distributed in pencils: x and y over a grid of ranks, for more ranks than there can be
// slabs (slabs.h). Exchange with the particles, and the transform.
//
//   particles, on any rank --send--> the pencils that they touch (mesh_partition.h)
//   values of [our x][our y][z]   --forward-->   modes of [x][our y][our z]
//      --inverse_x-->   x as points, [our x][y][our z]   --inverse_planes-->   values
//   values at particles   --return_values-->   the rank that sent them
//
// Parts are equal, and at least as wide as a window reaches; surplus ranks only send and receive.
// The transform is that of PencilFft: the same one-dimensional transforms as in slabs, and the same
// bits.
#pragma once

#include <complex>
#include <functional>
#include <optional>
#include <span>
#include <vector>

#include "core/comm/communicator.h"
#include "nbody/mesh/deposit.h"
#include "nbody/mesh/mesh.h"
#include "nbody/mesh/mesh_partition.h"
#include "nbody/mesh/pencil_fft.h"

namespace motley::nbody {

class Pencils {
 public:
  using Complex = std::complex<float>;

  // Whether pencils would use ranks that slabs leave without a part.
  static bool serve_more(int num_ranks, int n, int reach);

  // Collective.
  Pencils(core::Communicator& comm, int n, const DepositSettings& window, int reach);

  int reach() const { return reach_; }
  IndexRange planes() const { return parts_.x.own(); }
  IndexRange rows() const { return parts_.y.own(); }
  // The share of the mesh of each rank.
  std::vector<double> shares() const;
  // Seconds spent in exchanges of particles, values and ghosts so far.
  double exchange_seconds() const { return exchange_seconds_; }

  // Collective; see Slabs.
  MeshParticles send(const PositionSpans& position, const std::function<void()>& released = {}) {
    return send_to_mesh_owners(comm_, parts_, position, released, exchange_seconds_);
  }
  void return_values(const MeshParticles& particles, std::span<const float> values,
                     std::span<float> sent) {
    return_from_mesh_owners(comm_, particles, values, sent, exchange_seconds_);
  }
  void fill_ghosts(Mesh<float>& mesh);

  // Collective over the ranks that have a part; others have no modes.
  bool has_part() const { return fft_.has_value(); }
  IndexRange mode_y() const { return fft_ ? fft_->mode_y() : IndexRange{}; }
  IndexRange mode_z() const { return fft_ ? fft_->mode_z() : IndexRange{}; }
  std::vector<Complex> forward(const Mesh<float>& mesh, int num_threads);
  void inverse_x(std::vector<Complex>& modes, int num_threads);
  void inverse_planes(std::vector<Complex> modes, Mesh<float>& mesh, int num_threads);

 private:
  void exchange_ghosts(int to, int from, std::span<float> sent, std::span<float> received);

  core::Communicator comm_;  // separate, so that others can be used concurrently
  int n_, reach_;
  PencilGrid grid_;
  MeshPartition parts_;
  std::optional<core::Communicator> with_parts_;
  std::optional<PencilFft> fft_;
  double exchange_seconds_ = 0;
};

}  // namespace motley::nbody
