// Which collectives there are, and in which ways each is done: the words that a Plan, what runs it
// (core/comm) and what tells its cost beforehand (core/collective) have in common.
//
//   kind             in, at rank r           out, at rank r
//   kAllReduce       the whole vector        the reduction of all of them
//   kReduceScatter   the whole vector        block r of the reduction
//   kAllGather       block r                 the whole vector
//   kAllToAll        a block for each rank   a block from each rank
//   kBroadcast       at the root: a vector   that vector
//
// S is the whole vector's size, s_r that of rank r's block, zero allowed, N the number of ranks.
//
// CollectiveAlgorithm   what it is good for
//   kRing       exact on unlike blocks: the busiest link carries S - min s_r, whatever the blocks
//   kGrouped    the same bytes, but the chunks of all blocks take turns, so that every block is
//               under way from the beginning: N broadcasts, or N reductions, in one
//   kPadded     all blocks are made as long as the longest: (N - 1) max s_r bytes, equal rounds
//   kDirect     each rank sends to each: as many bytes as the ring, half types travel as they are
//               (in a ring partial sums do, which are f32); fewer steps, but every pair must be
//               well connected
//   kWhole      all-reduce of at most 256 KiB: each rank gets every other's vector and reduces them
//               in rank order; a longer one is a ring
//   kHierarchical   one rank of each host speaks for it: S over the host's links, the ring's bytes
//               between hosts. With one host, or one rank on each, it is the ring
//   kAuto       kWhole up to 16 KiB, kDirect for half types, else kRing
//
// Where a algorithm is not one of a collective (kDirect and kWhole of all-gather, kWhole of
// reduce-scatter) the ring is taken. All-reduce cuts its vector into equal blocks, so that kGrouped
// and kPadded are the ring there. All-to-all is always direct, a broadcast a chain or a tree.
#pragma once

#include <cstdint>
#include <optional>
#include <string_view>

namespace motley::core {

enum class CollectiveKind : uint8_t {
  kAllReduce,
  kReduceScatter,
  kAllGather,
  kAllToAll,
  kBroadcast
};
enum class CollectiveAlgorithm : uint8_t {
  kAuto,
  kRing,
  kGrouped,
  kPadded,
  kDirect,
  kWhole,
  kHierarchical
};

inline constexpr CollectiveKind kCollectiveKinds[] = {
    CollectiveKind::kAllReduce, CollectiveKind::kReduceScatter, CollectiveKind::kAllGather,
    CollectiveKind::kAllToAll, CollectiveKind::kBroadcast};
inline constexpr CollectiveAlgorithm kCollectiveAlgorithms[] = {
    CollectiveAlgorithm::kAuto,        CollectiveAlgorithm::kRing,   CollectiveAlgorithm::kGrouped,
    CollectiveAlgorithm::kPadded,      CollectiveAlgorithm::kDirect, CollectiveAlgorithm::kWhole,
    CollectiveAlgorithm::kHierarchical};

// Messages are no longer than this, so that a piece is on its way while the next one is made. With
// several pieces in flight it stays in the second-level cache.
inline constexpr int64_t kChunkBytes = 256 << 10;

inline constexpr int64_t kWholeBytes = 16 << 10;           // all-reduce by kAuto
inline constexpr int64_t kShortBroadcastBytes = 64 << 10;  // down a tree, not a chain

// "all-reduce", "hierarchical": as files and people have them.
std::string_view name_of(CollectiveKind kind);
std::string_view name_of(CollectiveAlgorithm algorithm);
std::optional<CollectiveKind> collective_kind(std::string_view name);
std::optional<CollectiveAlgorithm> algorithm(std::string_view name);

// The algorithm that is taken for the one asked for, but for kHierarchical, which is the ring where
// a group has not both several hosts and several ranks on one. `bytes` is S; `is_half`: elements
// are f16 or bf16. Of all-to-all and broadcast, which have one, it is kAuto.
CollectiveAlgorithm algorithm_used(CollectiveKind kind, CollectiveAlgorithm asked, double bytes,
                                   bool is_half = false);

}  // namespace motley::core
