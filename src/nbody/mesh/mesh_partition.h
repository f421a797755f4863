// A mesh cut into parts along x and y, one for each rank, and particles on their way to the parts
// that they touch, and back.
//
//      y ^  +----+----+      A window goes over `reach` points more than its first: a particle near
//        |  | 2  | 3  |      a border is sent to all parts that it touches, up to four, and read
//        |  +---oooo--+      back where its first point is, from copies of the points that follow
//        |  | 0 oooo  |      in others' parts (the halo). With one part along y, parts are slabs.
//        |  +----+----+
//        +------------> x    Part (i, j) is that of rank j * (parts along x) + i.
//
// Particles go out in the order of their ranks and arrive in it, so each mesh point sums the same
// numbers in the same order however the mesh is cut.
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

// An axis of n points, cut.
class AxisPartition {
 public:
  // Part i has [borders[i], borders[i + 1]); none is thinner than `reach` but empty ones. Ours is
  // `own`, or -1 where we have none.
  AxisPartition(int n, std::vector<int> borders, int reach, const DepositSettings& window, int own);

  int count() const { return static_cast<int>(borders_.size()) - 1; }
  IndexRange range_of(int part) const { return {borders_[part], borders_[part + 1]}; }
  IndexRange own() const { return own_ < 0 ? IndexRange{} : range_of(own_); }
  int part_at(int point) const { return owner_[point]; }
  // One part has all points.
  bool has_one_owner() const;

  // Of a particle's points there: the part that has the first, and the one that has the last.
  struct Owners {
    int first, last;
  };
  Owners owners_of(uint32_t coordinate) const {
    if (count() == 1) return {0, 0};
    const int first = first_plane(coordinate, n_, window_), last = first + reach_;
    return {owner_[first], owner_[last < n_ ? last : last - n_]};
  }
  // Whether a particle there touches our points alone.
  bool is_inner(uint32_t coordinate) const {
    return coordinate - inner_begin_ < inner_size_ || is_all_ours_;
  }

 private:
  uint32_t first_coordinate(int point) const;

  int n_, reach_, own_;
  DepositSettings window_;
  std::vector<int> borders_;
  std::vector<uint16_t> owner_;  // of each point
  bool is_all_ours_ = false;
  uint32_t inner_begin_ = 0, inner_size_ = 0;  // coordinates, going round the Box
};

// Particles that touch our part, in the order of ranks and of theirs.
struct MeshParticles {
  std::array<std::vector<uint32_t>, 3> position;
  std::vector<int64_t> num_received;  // from each rank
  // The particles sent that touch others' parts, rising, with the ranks that have them: first the
  // one that reads back, then others, or the first again. And whether we read back for each of the
  // particles that came from others.
  struct Crossing {
    uint32_t place;
    std::array<uint16_t, 4> ranks;
  };
  std::vector<Crossing> crossings;
  std::vector<uint8_t> is_read;
};

struct MeshPartition {
  AxisPartition x, y;

  int rank_of(int along_x, int along_y) const { return along_y * x.count() + along_x; }
  std::array<uint16_t, 4> ranks_of(uint32_t x_coordinate, uint32_t y_coordinate) const;
  // The first of them, where a particle there is read back.
  int home_of(uint32_t x_coordinate, uint32_t y_coordinate) const {
    return rank_of(x.owners_of(x_coordinate).first, y.owners_of(y_coordinate).first);
  }
};

// Collectives, which add the seconds that they spend in exchanges. `taken` is called when the
// positions are not needed any more.
MeshParticles send_to_mesh_owners(core::Communicator& comm, const MeshPartition& parts,
                                  const PositionSpans& position,
                                  const std::function<void()>& released, double& exchange_seconds);
// `values` of the part's particles, those read back elsewhere passed over, to the particles sent.
void return_from_mesh_owners(core::Communicator& comm, const MeshParticles& particles,
                             std::span<const float> values, std::span<float> sent,
                             double& exchange_seconds);

}  // namespace motley::nbody
