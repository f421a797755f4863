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
// numbers in the same order on any number of ranks. Slabs are as thick as the ranks' shares want,
// in steps of `reach` planes; a rank may have none, and then only sends, and one may have all: then
// arrays go there and come back as they lie.
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

namespace motley::nbody {

// Particles that touch our slab, in the order of ranks and of theirs.
struct SlabParticles {
  std::array<std::vector<uint32_t>, 3> position;
  std::vector<int64_t> num_received;  // from each rank
  // Where several ranks have planes: the particles sent that touch others' planes, rising, with who
  // reads back for them and who else has planes of theirs; and whether we read back for each of
  // those that came from others.
  struct Crossing {
    uint32_t place;
    uint16_t home, other;
  };
  std::vector<Crossing> crossings;
  std::vector<uint8_t> is_read;
};

class Slabs {
 public:
  using Complex = std::complex<float>;

  // A collective. `shares` of the ranks sum to one; empty: equal.
  Slabs(core::Communicator& comm, int n, const DepositSettings& window, bool interlaced,
        std::span<const double> shares = {});
  // Others from now on; all ranks have the same.
  void set_shares(std::span<const double> shares);

  // Planes of ours; once turned, rows of y.
  IndexRange own() const { return range_of(comm_.rank()); }
  int reach() const { return reach_; }
  // Of the planes, by rank.
  std::vector<double> shares() const;
  // One rank has all planes, and nothing has to be turned.
  bool has_one_owner() const;
  // Spent in exchanges so far.
  double exchange_seconds() const { return exchange_seconds_; }

  // Collectives. Calls `taken` when the positions are not needed any more.
  SlabParticles send(const PositionSpans& position, const std::function<void()>& taken = {});
  // `values` of the slab's particles, those read back elsewhere passed over, to values of the
  // particles sent. What others are to get may still be on its way afterwards, and `values` then
  // holds something else.
  void return_values(const SlabParticles& particles, std::vector<float>& values,
                     std::span<float> sent);
  void fill_halo(Mesh<float>& mesh);
  // Of the columns of our rows, those planes that are ours stay in the mesh; the others are turned:
  // [their x][our y][z]. `scratch` has as many places.
  int64_t num_turned() const { return int64_t{own().size()} * (n_ - own().size()) * (n_ / 2 + 1); }
  void turn(const Mesh<float>& mesh, Complex* scratch, Complex* turned);
  void turn_back(const Complex* turned, Complex* scratch, Mesh<float>& mesh);
  Fft<float>::Columns columns(Mesh<float>& mesh, Complex* turned) const;

 private:
  SlabParticles send_to_slabs(const PositionSpans& position, const std::function<void()>& taken);
  void return_from_slabs(const SlabParticles& particles, std::span<const float> values,
                         std::span<float> sent);
  SlabParticles send_to_owner(const PositionSpans& position, const std::function<void()>& taken);
  void return_from_owner(const SlabParticles& particles, std::vector<float>& values,
                         std::span<float> sent);
  void wait_for_returns();
  IndexRange range_of(int rank) const { return {borders_[rank], borders_[rank + 1]}; }
  // Floats of [our x][its y][z], for each other rank.
  std::vector<int64_t> block_counts() const;
  uint32_t first_coordinate(int plane) const;
  // Of a particle's planes: who reads back for it, and who else has some, or the same.
  struct Owners {
    uint16_t home, other;
  };
  Owners owners_of(uint32_t x) const {
    const int first = first_plane(x, n_, window_), last = first + reach_;
    return {owner_[first], owner_[last < n_ ? last : last - n_]};
  }
  bool is_inner(uint32_t x) const { return x - inner_begin_ < inner_size_; }

  core::Communicator comm_;  // of its own: others may be in use meanwhile
  int n_, reach_;
  DepositSettings window_;
  std::vector<int> borders_;     // planes: rank r has borders_[r] to borders_[r + 1]
  std::vector<uint16_t> owner_;  // of each plane
  // Coordinates whose particles touch our planes alone, going round the Box.
  uint32_t inner_begin_ = 0, inner_size_ = 0;
  double exchange_seconds_ = 0;
  std::vector<float> returned_;           // by the owner, on its way
  std::vector<core::Request> returning_;  // behind it: ends first
};

}  // namespace motley::nbody
