#include "nbody/domain/ghosts.h"

#include <algorithm>
#include <bit>
#include <cmath>

#include "nbody/domain/exchange.h"

namespace motley::nbody {
namespace {

constexpr int kBoxes = 64;  // that a rank describes itself by

// The tightest box around some particles, in integer coordinates.
struct Bounds {
  std::array<uint32_t, 3> center = {};
  std::array<float, 3> half = {-1, -1, -1};  // negative: nothing is there
};

Bounds bounds_of(const std::array<std::span<const uint32_t>, 3>& position, uint32_t begin,
                 uint32_t end) {
  Bounds bounds;
  if (begin == end) return bounds;
  for (int axis = 0; axis < 3; ++axis) {
    const auto& x = position[axis];
    int32_t low = 0, high = 0;
    for (uint32_t i = begin; i < end; ++i) {
      const auto d = static_cast<int32_t>(x[i] - x[begin]);
      low = std::min(low, d);
      high = std::max(high, d);
    }
    const uint32_t extent = static_cast<uint32_t>(high) - static_cast<uint32_t>(low);
    bounds.center[axis] = x[begin] + static_cast<uint32_t>(low + static_cast<int32_t>(extent / 2));
    bounds.half[axis] = static_cast<float>((0.5 * extent + 1) * (1 + 1e-6));
  }
  return bounds;
}

bool are_within(const Bounds& a, const Bounds& b, double reach) {
  if (a.half[0] < 0 || b.half[0] < 0) return false;
  double square = 0;
  for (int axis = 0; axis < 3; ++axis) {
    const double d =
        std::abs(static_cast<double>(static_cast<int32_t>(a.center[axis] - b.center[axis])));
    const double gap = std::max(0.0, d - a.half[axis] - b.half[axis]);
    square += gap * gap;
  }
  return square <= reach * reach;
}

// Our leaves in at most kBoxes runs of neighbours on the curve, as boxes.
std::vector<int32_t> own_boxes(const std::array<std::span<const uint32_t>, 3>& position,
                               std::span<const Leaf> leaves) {
  std::vector<int32_t> words;
  const auto count = static_cast<int64_t>(leaves.size());
  for (int64_t b = 0; b < kBoxes; ++b) {
    const int64_t begin = count * b / kBoxes, end = count * (b + 1) / kBoxes;
    Bounds bounds;
    if (begin < end) {
      bounds =
          bounds_of(position, leaves[begin].first, leaves[end - 1].first + leaves[end - 1].count);
    }
    for (int axis = 0; axis < 3; ++axis) {
      words.push_back(static_cast<int32_t>(bounds.center[axis]));
      words.push_back(std::bit_cast<int32_t>(bounds.half[axis]));
    }
  }
  return words;
}

Bounds box_of(const std::vector<int32_t>& words, int64_t box) {
  Bounds bounds;
  for (int axis = 0; axis < 3; ++axis) {
    bounds.center[axis] = static_cast<uint32_t>(words[6 * box + 2 * axis]);
    bounds.half[axis] = std::bit_cast<float>(words[6 * box + 2 * axis + 1]);
  }
  return bounds;
}

}  // namespace

WithGhosts exchange_ghosts(core::Communicator& comm,
                           const std::array<std::span<const uint32_t>, 3>& position,
                           std::span<const uint64_t> keys, std::span<const Leaf> leaves,
                           double reach) {
  const int ranks = comm.num_ranks();
  const std::vector<int32_t> mine = own_boxes(position, leaves);
  std::vector<int32_t> boxes(mine.size() * ranks);
  comm.all_gather(core::elements(mine), core::elements(boxes),
                  std::vector<int64_t>(ranks, std::ssize(mine)))
      .wait();
  std::vector<Bounds> of_leaves;
  for (const Leaf& leaf : leaves) {
    of_leaves.push_back(bounds_of(position, leaf.first, leaf.first + leaf.count));
  }
  WithGhosts result;
  std::vector<int64_t> send(ranks);
  for (int r = 0; r < ranks; ++r) {
    for (size_t l = 0; l < leaves.size(); ++l) {
      bool wanted = r == comm.rank();
      for (int64_t b = 0; b < kBoxes && !wanted; ++b) {
        wanted = are_within(of_leaves[l], box_of(boxes, r * kBoxes + b), reach);
      }
      if (!wanted) continue;
      for (uint32_t i = leaves[l].first; i < leaves[l].first + leaves[l].count; ++i) {
        for (int axis = 0; axis < 3; ++axis) result.position[axis].push_back(position[axis][i]);
        result.keys.push_back(keys[i]);
        result.leaf_level.push_back(leaves[l].level);
      }
      send[r] += leaves[l].count;
    }
  }
  const std::vector<int64_t> receive = exchanged_counts(comm, send);
  for (auto& axis : result.position) exchange(comm, axis, send, receive);
  exchange(comm, result.keys, send, receive);
  exchange(comm, result.leaf_level, send, receive);
  for (int r = 0; r < comm.rank(); ++r) result.own_begin += receive[r];
  result.own_end = result.own_begin + receive[comm.rank()];
  return result;
}

}  // namespace motley::nbody
