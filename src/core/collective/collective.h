// Collectives and their algorithms: the vocabulary shared by plans, the cost model
// (core/collective/cost) and the code that runs them (core/collective/algorithm, core/comm).
//
//   kind             input at rank r         output at rank r
//   kAllReduce       the whole vector        the reduction of all inputs
//   kReduceScatter   the whole vector        block r of the reduction
//   kAllGather       block r                 the whole vector
//   kAllToAll        a block for each rank   a block from each rank
//   kBroadcast       at the root: a vector   that vector
//
// S is the size of the whole vector, s_r that of rank r's block (may be zero), N the number of
// ranks.
//
//   algorithm
//   kRing          handles uneven blocks exactly: the busiest link carries S - min s_r
//   kGrouped       as many bytes as kRing, but the chunks of all blocks are interleaved, so that
//                  every block is in flight from the start: N broadcasts or N reductions in one
//   kPadded        pads every block to the longest: (N - 1) max s_r bytes in equal rounds
//   kDirect        every rank sends to every other: as many bytes as the ring, and half types are
//                  sent as they are (a ring sends partial sums, which are f32); fewer steps, but
//                  every pair needs a good connection
//   kWhole         all-reduce of at most 256 KiB: each rank receives every other rank's vector and
//                  reduces them in rank order; a longer vector uses the ring
//   kHierarchical  within hosts first: S over each host's links, and a ring of one leader per host
//                  between hosts. With one host, or one rank on each, it is the ring
//   kAuto          kWhole up to 16 KiB, kDirect for half types, else kRing
#pragma once

#include <cstdint>
#include <iterator>
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

// The table kind x algorithm. Where a kind lacks an algorithm the ring takes its place: all-reduce
// splits its vector evenly, which makes kGrouped and kPadded the ring. All-to-all is always direct
// and a broadcast a chain or a tree: their only algorithm is kAuto.
inline constexpr bool kHasAlgorithm[][std::size(kCollectiveAlgorithms)] = {
    // kAuto, kRing, kGrouped, kPadded, kDirect, kWhole, kHierarchical
    {false, true, false, false, true, true, true},     // kAllReduce
    {false, true, true, true, true, false, true},      // kReduceScatter
    {false, true, true, true, false, false, true},     // kAllGather
    {true, false, false, false, false, false, false},  // kAllToAll
    {true, false, false, false, false, false, false},  // kBroadcast
};
static_assert(std::size(kHasAlgorithm) == std::size(kCollectiveKinds));

constexpr bool has_algorithm(CollectiveKind kind, CollectiveAlgorithm algorithm) {
  return kHasAlgorithm[static_cast<size_t>(kind)][static_cast<size_t>(algorithm)];
}

// Maximum message size: one chunk is in flight while the next is produced, and several of them fit
// into the L2 cache.
inline constexpr int64_t kChunkBytes = 256 << 10;

inline constexpr int64_t kWholeBytes = 16 << 10;           // all-reduce by kAuto
inline constexpr int64_t kShortBroadcastBytes = 64 << 10;  // a tree up to here, then a chain

// "all-reduce", "hierarchical": as printed and as written in files.
std::string_view name_of(CollectiveKind kind);
std::string_view name_of(CollectiveAlgorithm algorithm);
std::optional<CollectiveKind> collective_kind(std::string_view name);
std::optional<CollectiveAlgorithm> algorithm(std::string_view name);

// The algorithm that runs where `requested` is asked for. `bytes` is S; `is_half`: elements are f16
// or bf16. The caller replaces kHierarchical by kRing for a group without both several hosts and
// several ranks on one of them.
CollectiveAlgorithm algorithm_used(CollectiveKind kind, CollectiveAlgorithm requested, double bytes,
                                   bool is_half = false);

}  // namespace motley::core
