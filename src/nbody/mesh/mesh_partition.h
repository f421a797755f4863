// A mesh partitioned along x and y, one part per rank, and the exchange of particles and values
// between ranks and the parts that the particles touch.
//
//      y ^  +----+----+      A window covers `reach` points beyond its first: a particle near a
//      border
//        |  | 2  | 3  |      is sent to all parts that it touches, up to four. It is interpolated
//        by |  +---oooo--+      the owner of its first point, from ghost copies of the following
//        points |  | 0 oooo  |      of other parts. With one part along y, the parts are slabs. |
//        +----+----+
//        +------------> x    Part (i, j) belongs to rank j * (parts along x) + i.
//
// Particles are sent and received in the order of ranks, so each mesh point sums the same numbers
// in the same order however the mesh is partitioned.
#pragma once

#include <array>
#include <cstdint>
#include <functional>
#include <span>
#include <vector>

#include "core/comm/communicator.h"
#include "nbody/mesh/deposit.h"
#include "nbody/mesh/mesh.h"

namespace motley::nbody {

// The partition of an axis of n points.
class AxisPartition {
 public:
  // Part i has [borders[i], borders[i + 1]); each is empty or at least `reach` wide. Ours is `own`,
  // or -1 if we have none.
  AxisPartition(int n, std::vector<int> borders, int reach, const DepositSettings& window, int own);

  int count() const { return static_cast<int>(borders_.size()) - 1; }
  IndexRange range_of(int part) const { return {borders_[part], borders_[part + 1]}; }
  IndexRange own() const { return own_ < 0 ? IndexRange{} : range_of(own_); }
  int part_at(int point) const { return owner_[point]; }
  // Whether one part has all points.
  bool has_one_owner() const;

  // The parts that own the first and the last point of a particle's window.
  struct Owners {
    int first, last;
  };
  Owners owners_of(uint32_t coordinate) const {
    if (count() == 1) return {0, 0};
    const int first = first_plane(coordinate, n_, window_), last = first + reach_;
    return {owner_[first], owner_[last < n_ ? last : last - n_]};
  }
  // Whether a particle at this coordinate touches only our points.
  bool is_inner(uint32_t coordinate) const {
    return coordinate - inner_begin_ < inner_size_ || owns_all_;
  }

 private:
  uint32_t first_coordinate(int point) const;

  int n_, reach_, own_;
  DepositSettings window_;
  std::vector<int> borders_;
  std::vector<uint16_t> owner_;  // part of each point
  bool owns_all_ = false;
  uint32_t inner_begin_ = 0, inner_size_ = 0;  // coordinates, periodic
};

// The particles that touch our part, in the order of ranks, and in their order within a rank.
struct MeshParticles {
  std::array<std::vector<uint32_t>, 3> position;
  std::vector<int64_t> num_received;  // from each rank
  // The sent particles that touch parts of other ranks, by increasing index, with the ranks: first
  // the one that interpolates, then others, or the first again. And, for each particle received
  // from another rank, whether we interpolate it.
  struct Crossing {
    uint32_t index;
    std::array<uint16_t, 4> ranks;
  };
  std::vector<Crossing> crossings;
  std::vector<uint8_t> is_interpolated;
};

struct MeshPartition {
  AxisPartition x, y;

  int rank_of(int along_x, int along_y) const { return along_y * x.count() + along_x; }
  std::array<uint16_t, 4> ranks_of(uint32_t x_coordinate, uint32_t y_coordinate) const;
  // The first of them, which interpolates the particle.
  int interpolating_rank(uint32_t x_coordinate, uint32_t y_coordinate) const {
    return rank_of(x.owners_of(x_coordinate).first, y.owners_of(y_coordinate).first);
  }
};

// Start index of each rank, from its count.
std::vector<int64_t> rank_offsets(const std::vector<int64_t>& counts);

// Collective; adds the seconds spent in exchanges. `released` is called when the positions may be
// overwritten.
MeshParticles send_to_mesh_owners(core::Communicator& comm, const MeshPartition& parts,
                                  const PositionSpans& position,
                                  const std::function<void()>& released, double& exchange_seconds);
// Returns `values` of the part's particles to the ranks that sent them, skipping those interpolated
// elsewhere.
void return_from_mesh_owners(core::Communicator& comm, const MeshParticles& particles,
                             std::span<const float> values, std::span<float> sent,
                             double& exchange_seconds);

}  // namespace motley::nbody
