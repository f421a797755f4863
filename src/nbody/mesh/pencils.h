// A mesh in pencils: x and y spread over a grid of ranks, for more ranks than there can be slabs
// (slabs.h). What moves between it and the particles, and its transform.
//
//   particles, wherever they are --send--> the pencils that they touch (parts.h)
//   values of [our x][our y][z]   --forward-->   modes of [x][our y][our z]
//      --inverse_x-->   x as points, [our x][y][our z]   --inverse_planes-->   values
//   values at particles   --return_values-->   whoever sent them
//
// Parts are equal, and at least as wide as a window reaches; ranks for which there is none only
// send and receive. The transform is that of PencilFft: the same lines as those of slabs, and the
// same bits.
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

  // Whether slabs leave ranks without any that pencils would serve.
  static bool serve_more(int num_ranks, int n, int reach);

  // A collective.
  Pencils(core::Communicator& comm, int n, const DepositSettings& window, int reach);

  int reach() const { return reach_; }
  IndexRange planes() const { return parts_.x.own(); }
  IndexRange rows() const { return parts_.y.own(); }
  // Of the mesh, by rank.
  std::vector<double> shares() const;
  // Spent in exchanges of particles and values so far, and of halos.
  double exchange_seconds() const { return exchange_seconds_; }

  // Collectives; see Slabs.
  MeshParticles send(const PositionSpans& position, const std::function<void()>& released = {}) {
    return send_to_mesh_owners(comm_, parts_, position, released, exchange_seconds_);
  }
  void return_values(const MeshParticles& particles, std::span<const float> values,
                     std::span<float> sent) {
    return_from_mesh_owners(comm_, particles, values, sent, exchange_seconds_);
  }
  void fill_ghosts(Mesh<float>& mesh);

  // Collectives of those who have a part; others have no modes.
  bool has_part() const { return fft_.has_value(); }
  IndexRange mode_y() const { return fft_ ? fft_->mode_y() : IndexRange{}; }
  IndexRange mode_z() const { return fft_ ? fft_->mode_z() : IndexRange{}; }
  std::vector<Complex> forward(const Mesh<float>& mesh, int num_threads);
  void inverse_x(std::vector<Complex>& modes, int num_threads);
  void inverse_planes(std::vector<Complex> modes, Mesh<float>& mesh, int num_threads);

 private:
  void exchange_ghosts(int to, int from, std::span<float> sent, std::span<float> received);

  core::Communicator comm_;  // of its own: others may be in use meanwhile
  int n_, reach_;
  PencilGrid grid_;
  MeshPartition parts_;
  std::optional<core::Communicator> with_parts_;
  std::optional<PencilFft> fft_;
  double exchange_seconds_ = 0;
};

}  // namespace motley::nbody
