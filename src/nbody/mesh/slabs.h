// A mesh in slabs: planes of x spread over ranks, and what moves between them and the particles.
//
//   particles, wherever they are --send--> the slabs that they touch
//   planes of x   --turn-->   rows of y, x whole: columns (fft.h)   --turn_back-->   planes of x
//   values at particles   --return_values-->   whoever sent them
//
//      x ->  | rank 0 | rank 1 | rank 2 |        A window goes over `reach` planes more than its
//               ..oooo..     ..oo|oo..           first: a particle near a border is sent to both
//                                                sides, and read back where its first plane is,
//                                                from copies of the planes that follow (the halo).
//
// Particles go out in the order of their ranks and arrive in it, so each mesh point sums the same
// numbers in the same order on any number of ranks. A slab is at least `reach` planes; ranks beyond
// n / reach have none, and only send.
#pragma once

#include <array>
#include <complex>
#include <span>
#include <vector>

#include "core/comm/communicator.h"
#include "nbody/mesh/deposit.h"
#include "nbody/mesh/mesh.h"

namespace motley::nbody {

// Particles that touch our slab, in the order of ranks and of theirs.
struct SlabParticles {
  std::array<std::vector<uint32_t>, 3> position;
  std::vector<int64_t> num_received;  // from each rank
  std::vector<uint16_t> home;         // of each particle sent: the rank that reads back for it
};

class Slabs {
 public:
  using Complex = std::complex<float>;

  // A collective.
  Slabs(core::Communicator& comm, int n, const DepositSettings& window, bool interlaced);

  // Planes of ours; once turned, rows of y.
  IndexRange own() const { return range_of(comm_.rank()); }
  int reach() const { return reach_; }

  // Collectives.
  SlabParticles send(const PositionSpans& position);
  // `values` of the slab's particles, those read back elsewhere passed over, to values of the
  // particles sent.
  void return_values(const SlabParticles& particles, std::span<const float> values,
                     std::span<float> sent);
  void fill_halo(Mesh<float>& mesh);
  // Both use `scratch`; columns are [x][our y][z].
  void turn(const Mesh<float>& mesh, std::vector<Complex>& scratch, std::vector<Complex>& columns);
  void turn_back(std::vector<Complex>& columns, std::vector<Complex>& scratch, Mesh<float>& mesh);

 private:
  IndexRange range_of(int rank) const {
    return rank < parts_ ? part_of(n_, parts_, rank) : IndexRange{n_, n_};
  }
  int owner_of(int plane) const {
    return static_cast<int>((int64_t{plane + 1} * parts_ + n_ - 1) / n_) - 1;
  }
  std::vector<int64_t> block_counts() const;  // Complexes of [our x][others' y][z], for each rank
  bool is_read_here(uint32_t x) const { return own().holds(first_plane(x, n_, window_)); }

  core::Communicator comm_;  // of its own: others may be in use meanwhile
  int n_, reach_, parts_;
  DepositSettings window_;
};

}  // namespace motley::nbody
