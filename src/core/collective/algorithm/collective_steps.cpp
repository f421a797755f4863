#include "core/collective/algorithm/collective_steps.h"

#include <algorithm>
#include <numeric>

#include "core/base/error.h"
#include "core/collective/algorithm/hierarchical.h"
#include "core/collective/algorithm/reduce.h"
#include "core/collective/algorithm/ring.h"

namespace motley::core {
namespace {

// Between ranks of one host, if nothing is reduced, whole blocks are best: the receiver reads the
// sender's memory, or both copy through a window that stays in the caches for one message but not
// for many. Longer messages are split, because MPI counts in 32 bits.
constexpr int64_t kLongestBytes = 1 << 30;

Ring all_ranks(const CollectiveSetup& setup) {
  Ring ring{.members = std::vector<int>(static_cast<size_t>(setup.num_ranks)),
            .position = setup.rank};
  std::iota(ring.members.begin(), ring.members.end(), 0);
  return ring;
}

int64_t longest(const std::vector<int64_t>& counts) {
  return *std::max_element(counts.begin(), counts.end());
}

size_t own(const CollectiveSetup& setup) { return static_cast<size_t>(setup.rank); }

CollectiveAlgorithm used_for(CollectiveKind kind, const CollectiveSetup& setup, int64_t count) {
  const auto bytes = static_cast<double>(count * element_bytes(setup.type));
  const CollectiveAlgorithm used = algorithm_used(kind, setup.algorithm, bytes, setup.widened());
  const bool is_flat = used == CollectiveAlgorithm::kHierarchical && !is_hierarchical(setup);
  return is_flat ? CollectiveAlgorithm::kRing : used;
}

// Copies every shard into a vector of equal blocks, sends it around the ring, and copies back
// without the padding.
Steps padded_all_gather(const CollectiveSetup& setup, const std::vector<int64_t>& counts) {
  const Ring ring = all_ranks(setup);
  const std::vector<int64_t> offsets = offsets_of(counts);
  const int64_t block_count = longest(counts);
  Steps steps{.zeroed = true};
  steps.reserve_staging(setup.num_ranks * block_count);
  steps.first.push_back(
      {{Space::kInput, 0}, {Space::kStaging, setup.rank * block_count}, counts[own(setup)]});
  append_ring_all_gather(steps, ring,
                         blocks_of(std::vector(counts.size(), block_count), setup.chunk()),
                         Space::kStaging, {Space::kStaging, 0}, /*stride=*/0);
  for (size_t r = 0; r < counts.size(); ++r) {
    const Place from = {Space::kStaging, static_cast<int64_t>(r) * block_count};
    steps.last.push_back({from, {Space::kOutput, offsets[r]}, counts[r]});
  }
  return steps;
}

Steps padded_reduce_scatter(const CollectiveSetup& setup, const std::vector<int64_t>& counts) {
  const Ring ring = all_ranks(setup);
  const std::vector<int64_t> offsets = offsets_of(counts);
  const int64_t block_count = longest(counts);
  Steps steps{.zeroed = true};
  const Place padded = steps.reserve_scratch((setup.num_ranks + 1) * block_count);
  const Place result = {Space::kScratch, padded.at + (setup.num_ranks - setup.rank) * block_count};
  for (size_t r = 0; r < counts.size(); ++r) {
    const Place to = {Space::kScratch, padded.at + static_cast<int64_t>(r) * block_count};
    steps.first.push_back({{Space::kInput, offsets[r]}, to, counts[r]});
  }
  append_ring_reduce_scatter(
      steps, setup, ring, blocks_of(std::vector(counts.size(), block_count), setup.reduce_chunk()),
      Space::kScratch, result, pipelined_stride(ring));
  const Place reduced = {Space::kScratch, padded.at + setup.num_ranks * block_count};
  steps.last.push_back({reduced, {Space::kOutput, 0}, counts[own(setup)]});
  return steps;
}

// Round k: our block to rank+k, its block from rank-k. Unlike in a ring, no round waits for
// another; memory, unlike a network, is equally close to all ranks.
Steps direct_all_gather(const CollectiveSetup& setup, const std::vector<int64_t>& counts) {
  const int n = setup.num_ranks;
  const Blocks blocks = blocks_of(counts, kLongestBytes / element_bytes(setup.type));
  const int64_t begin = offsets_of(counts)[own(setup)];
  Steps steps;
  steps.meanwhile.push_back({{Space::kInput, 0}, {Space::kOutput, begin}, counts[own(setup)]});
  for (int round = 1; round < n; ++round) {
    const int to = (setup.rank + round) % n, from = (setup.rank - round + n) % n;
    for (const Range& chunk : blocks[own(setup)]) {
      steps.sends.push_back({to, {Space::kInput, chunk.at - begin}, chunk.count});
    }
    for (const Range& chunk : blocks[static_cast<size_t>(from)]) {
      steps.receives.push_back(
          {.peer = from, .to = {Space::kOutput, chunk.at}, .count = chunk.count});
    }
  }
  return steps;
}

// Round k: to rank+k its block, from rank-k ours. The reduced block accumulates in the
// accumulator's type, and the last round writes it to its destination. `result` is the origin of
// the whole vector.
void append_direct_reduce_scatter(Steps& steps, const CollectiveSetup& setup,
                                  const std::vector<int64_t>& counts, Place result) {
  const int n = setup.num_ranks;
  const Blocks blocks = blocks_of(counts, setup.reduce_chunk());
  const auto& block = blocks[own(setup)];
  const int64_t begin = offsets_of(counts)[own(setup)];
  const bool widened = setup.widened();
  const Place sum = widened ? steps.reserve_scratch(counts[own(setup)]) : Place{result.space, 0};
  const int64_t shift = widened ? sum.at - begin : result.at;
  const int64_t slot_count = block.empty() ? 0 : block.front().count;
  const Place slots = steps.reserve_staging(kSlots * slot_count);

  for (int round = 1; round < n; ++round) {
    const int to = (setup.rank + round) % n, from = (setup.rank - round + n) % n;
    for (const Range& chunk : blocks[static_cast<size_t>(to)]) {
      steps.sends.push_back({to, {Space::kInput, chunk.at}, chunk.count});
    }
    for (const Range& chunk : block) {
      const Place slot = {Space::kStaging, slots.at + steps.num_receives() % kSlots * slot_count};
      const Place partial = {sum.space, chunk.at + shift};
      steps.receives.push_back(
          {.peer = from,
           .to = slot,
           .count = chunk.count,
           .after_receives = std::max<int64_t>(0, steps.num_receives() - kSlots + 1),
           .reduces = true,
           .local = round == 1 ? Place{Space::kInput, chunk.at} : partial,
           .result = round == n - 1 ? Place{result.space, result.at + chunk.at} : partial});
    }
  }
}

// Every rank sends the whole vector to every rank, including itself: at every rank the vectors
// arrive in rank order, so that all compute the same bits. A copy is sent, because output may alias
// input and is written while others still read.
Steps whole_all_reduce(const CollectiveSetup& setup, int64_t count) {
  const int n = setup.num_ranks;
  Steps steps;
  const Place sum = setup.widened() ? steps.reserve_scratch(count) : Place{Space::kOutput, 0};
  const Place copy = steps.reserve_staging(count), first = steps.reserve_staging(count);
  const Place slots = steps.reserve_staging(kSlots * count);
  steps.first.push_back({{Space::kInput, 0}, copy, count});
  for (int r = 0; r < n; ++r) {
    steps.sends.push_back({r, copy, count});
    ReceiveStep step = {.peer = r, .to = first, .count = count};
    if (r > 0) {
      step.to = {Space::kStaging, slots.at + r % kSlots * count};
      step.after_receives = std::max<int64_t>(0, r - kSlots + 1);
      step.reduces = true;
      step.local = r == 1 ? first : sum;
      step.result = r == n - 1 ? Place{Space::kOutput, 0} : sum;
    }
    steps.receives.push_back(step);
  }
  return steps;
}

}  // namespace

bool CollectiveSetup::widened() const { return accumulator_type(type) != type; }
int64_t CollectiveSetup::chunk() const { return kChunkBytes / element_bytes(type); }
bool CollectiveSetup::is_one_host() const {
  return std::ranges::all_of(hosts, [&](int host) { return host == hosts.front(); });
}
int64_t CollectiveSetup::reduce_chunk() const {
  return kChunkBytes / element_bytes(accumulator_type(type));
}

Steps all_gather_steps(const CollectiveSetup& setup, const std::vector<int64_t>& counts) {
  const std::vector<int64_t> offsets = offsets_of(counts);
  const int64_t begin = offsets[own(setup)];
  const CollectiveAlgorithm used = used_for(CollectiveKind::kAllGather, setup, offsets.back());
  if (used == CollectiveAlgorithm::kPadded) return padded_all_gather(setup, counts);
  if (used == CollectiveAlgorithm::kHierarchical) return hierarchical_all_gather(setup, counts);
  if (used == CollectiveAlgorithm::kRing && setup.is_one_host())
    return direct_all_gather(setup, counts);
  const Ring ring = all_ranks(setup);
  const bool interleaved = used == CollectiveAlgorithm::kGrouped;
  Steps steps;
  steps.meanwhile.push_back({{Space::kInput, 0}, {Space::kOutput, begin}, counts[own(setup)]});
  append_ring_all_gather(steps, ring, blocks_of(counts, setup.chunk()), Space::kOutput,
                         {Space::kInput, -begin}, interleaved ? interleaved_stride(ring) : 0);
  return steps;
}

Steps reduce_scatter_steps(const CollectiveSetup& setup, const std::vector<int64_t>& counts) {
  const std::vector<int64_t> offsets = offsets_of(counts);
  const int64_t begin = offsets[own(setup)];
  Steps steps;
  if (setup.num_ranks == 1) {
    steps.first.push_back({{Space::kInput, 0}, {Space::kOutput, 0}, counts[0]});
    return steps;
  }
  const CollectiveAlgorithm used = used_for(CollectiveKind::kReduceScatter, setup, offsets.back());
  if (used == CollectiveAlgorithm::kPadded) return padded_reduce_scatter(setup, counts);
  if (used == CollectiveAlgorithm::kHierarchical) return hierarchical_reduce_scatter(setup, counts);
  if (used == CollectiveAlgorithm::kDirect) {
    append_direct_reduce_scatter(steps, setup, counts, {Space::kOutput, -begin});
    return steps;
  }
  const Ring ring = all_ranks(setup);
  const bool interleaved = used == CollectiveAlgorithm::kGrouped;
  append_ring_reduce_scatter(steps, setup, ring, blocks_of(counts, setup.reduce_chunk()),
                             Space::kInput, {Space::kOutput, -begin},
                             interleaved ? interleaved_stride(ring) : pipelined_stride(ring));
  return steps;
}

Steps all_reduce_steps(const CollectiveSetup& setup, int64_t count) {
  Steps steps;
  if (setup.num_ranks == 1) {
    steps.first.push_back({{Space::kInput, 0}, {Space::kOutput, 0}, count});
    return steps;
  }
  const CollectiveAlgorithm used = used_for(CollectiveKind::kAllReduce, setup, count);
  if (used == CollectiveAlgorithm::kWhole) return whole_all_reduce(setup, count);
  if (used == CollectiveAlgorithm::kHierarchical) return hierarchical_all_reduce(setup, count);
  const Ring ring = all_ranks(setup);
  const std::vector<int64_t> counts = even_counts(count, setup.num_ranks);
  const Blocks blocks = blocks_of(counts, setup.reduce_chunk());
  if (used == CollectiveAlgorithm::kDirect) {
    append_direct_reduce_scatter(steps, setup, counts, {Space::kOutput, 0});
    append_ring_all_gather(steps, ring, blocks, Space::kOutput, {Space::kOutput, 0}, 0, {},
                           steps.num_sends());
    return steps;
  }
  const ReducedBlock reduced = append_ring_reduce_scatter(
      steps, setup, ring, blocks, Space::kInput, {Space::kOutput, 0}, pipelined_stride(ring));
  append_ring_all_gather(steps, ring, blocks, Space::kOutput, {Space::kOutput, 0}, 0, reduced);
  return steps;
}

}  // namespace motley::core
