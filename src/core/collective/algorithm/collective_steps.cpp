#include "core/collective/algorithm/collective_steps.h"

#include <algorithm>
#include <numeric>

#include "core/base/error.h"
#include "core/collective/algorithm/hierarchical.h"
#include "core/collective/algorithm/reduce.h"
#include "core/collective/algorithm/ring.h"

namespace motley::core {
namespace {

// Between ranks of one host, where nothing is reduced on the way, whole blocks are best: the
// receiver reads the sender's memory, or both copy through a window that one message keeps in the
// caches and many do not. What is longer than this is cut, because MPI counts in 32 bits.
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

CollectiveAlgorithm taken_for(CollectiveKind kind, const CollectiveSetup& setup, int64_t count) {
  const auto bytes = static_cast<double>(count * element_bytes(setup.type));
  const CollectiveAlgorithm taken = algorithm_used(kind, setup.algorithm, bytes, setup.widened());
  const bool is_one_level = taken == CollectiveAlgorithm::kHierarchical && !is_hierarchical(setup);
  return is_one_level ? CollectiveAlgorithm::kRing : taken;
}

// Every shard at its place in a vector of equal blocks, round the ring, and back without the rest.
Steps padded_all_gather(const CollectiveSetup& setup, const std::vector<int64_t>& counts) {
  const Ring ring = all_ranks(setup);
  const std::vector<int64_t> offsets = offsets_of(counts);
  const int64_t most = longest(counts);
  Steps steps{.zeroed = true};
  steps.reserve_landing(setup.num_ranks * most);
  steps.first.push_back(
      {{Space::kInput, 0}, {Space::kLanding, setup.rank * most}, counts[own(setup)]});
  append_ring_all_gather(steps, ring, blocks_of(std::vector(counts.size(), most), setup.chunk()),
                         Space::kLanding, {Space::kLanding, 0}, /*stride=*/0);
  for (size_t r = 0; r < counts.size(); ++r) {
    const Place from = {Space::kLanding, static_cast<int64_t>(r) * most};
    steps.last.push_back({from, {Space::kOutput, offsets[r]}, counts[r]});
  }
  return steps;
}

Steps padded_reduce_scatter(const CollectiveSetup& setup, const std::vector<int64_t>& counts) {
  const Ring ring = all_ranks(setup);
  const std::vector<int64_t> offsets = offsets_of(counts);
  const int64_t most = longest(counts);
  Steps steps{.zeroed = true};
  const Place padded = steps.reserve_scratch((setup.num_ranks + 1) * most);
  const Place result = {Space::kScratch, padded.at + (setup.num_ranks - setup.rank) * most};
  for (size_t r = 0; r < counts.size(); ++r) {
    const Place to = {Space::kScratch, padded.at + static_cast<int64_t>(r) * most};
    steps.first.push_back({{Space::kInput, offsets[r]}, to, counts[r]});
  }
  append_ring_reduce_scatter(steps, setup, ring,
                             blocks_of(std::vector(counts.size(), most), setup.reduce_chunk()),
                             Space::kScratch, result, steady_stride(ring));
  const Place reduced = {Space::kScratch, padded.at + setup.num_ranks * most};
  steps.last.push_back({reduced, {Space::kOutput, 0}, counts[own(setup)]});
  return steps;
}

// Round k: to rank+k our block, from rank-k its. No round waits for another one, as they do in a
// ring; memory, unlike a network, is as near to one rank as to the other.
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

// Round k: to rank+k its block, from rank-k ours. The reduced block grows in the accumulator's
// type, and the last round writes it where it belongs. `result` is where the whole vector would be.
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
  const Place slots = steps.reserve_landing(kSlots * slot_count);

  for (int round = 1; round < n; ++round) {
    const int to = (setup.rank + round) % n, from = (setup.rank - round + n) % n;
    for (const Range& chunk : blocks[static_cast<size_t>(to)]) {
      steps.sends.push_back({to, {Space::kInput, chunk.at}, chunk.count});
    }
    for (const Range& chunk : block) {
      const Place slot = {Space::kLanding, slots.at + steps.num_receives() % kSlots * slot_count};
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

// Everyone sends all of it to everyone, themselves included: at every rank the vectors come in rank
// order, so that all get the same bits. What is sent is a copy, because output may be input and is
// written while others still read.
Steps whole_all_reduce(const CollectiveSetup& setup, int64_t count) {
  const int n = setup.num_ranks;
  Steps steps;
  const Place sum = setup.widened() ? steps.reserve_scratch(count) : Place{Space::kOutput, 0};
  const Place copy = steps.reserve_landing(count), first = steps.reserve_landing(count);
  const Place slots = steps.reserve_landing(kSlots * count);
  steps.first.push_back({{Space::kInput, 0}, copy, count});
  for (int r = 0; r < n; ++r) {
    steps.sends.push_back({r, copy, count});
    ReceiveStep step = {.peer = r, .to = first, .count = count};
    if (r > 0) {
      step.to = {Space::kLanding, slots.at + r % kSlots * count};
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
  const CollectiveAlgorithm taken = taken_for(CollectiveKind::kAllGather, setup, offsets.back());
  if (taken == CollectiveAlgorithm::kPadded) return padded_all_gather(setup, counts);
  if (taken == CollectiveAlgorithm::kHierarchical) return hierarchical_all_gather(setup, counts);
  if (taken == CollectiveAlgorithm::kRing && setup.is_one_host())
    return direct_all_gather(setup, counts);
  const Ring ring = all_ranks(setup);
  const bool turns = taken == CollectiveAlgorithm::kGrouped;
  Steps steps;
  steps.meanwhile.push_back({{Space::kInput, 0}, {Space::kOutput, begin}, counts[own(setup)]});
  append_ring_all_gather(steps, ring, blocks_of(counts, setup.chunk()), Space::kOutput,
                         {Space::kInput, -begin}, turns ? turns_stride(ring) : 0);
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
  const CollectiveAlgorithm taken =
      taken_for(CollectiveKind::kReduceScatter, setup, offsets.back());
  if (taken == CollectiveAlgorithm::kPadded) return padded_reduce_scatter(setup, counts);
  if (taken == CollectiveAlgorithm::kHierarchical)
    return hierarchical_reduce_scatter(setup, counts);
  if (taken == CollectiveAlgorithm::kDirect) {
    append_direct_reduce_scatter(steps, setup, counts, {Space::kOutput, -begin});
    return steps;
  }
  const Ring ring = all_ranks(setup);
  const bool turns = taken == CollectiveAlgorithm::kGrouped;
  append_ring_reduce_scatter(steps, setup, ring, blocks_of(counts, setup.reduce_chunk()),
                             Space::kInput, {Space::kOutput, -begin},
                             turns ? turns_stride(ring) : steady_stride(ring));
  return steps;
}

Steps all_reduce_steps(const CollectiveSetup& setup, int64_t count) {
  Steps steps;
  if (setup.num_ranks == 1) {
    steps.first.push_back({{Space::kInput, 0}, {Space::kOutput, 0}, count});
    return steps;
  }
  const CollectiveAlgorithm taken = taken_for(CollectiveKind::kAllReduce, setup, count);
  if (taken == CollectiveAlgorithm::kWhole) return whole_all_reduce(setup, count);
  if (taken == CollectiveAlgorithm::kHierarchical) return hierarchical_all_reduce(setup, count);
  const Ring ring = all_ranks(setup);
  const std::vector<int64_t> counts = even_counts(count, setup.num_ranks);
  const Blocks blocks = blocks_of(counts, setup.reduce_chunk());
  if (taken == CollectiveAlgorithm::kDirect) {
    append_direct_reduce_scatter(steps, setup, counts, {Space::kOutput, 0});
    append_ring_all_gather(steps, ring, blocks, Space::kOutput, {Space::kOutput, 0}, 0, {},
                           steps.num_sends());
    return steps;
  }
  const ReducedBlock reduced = append_ring_reduce_scatter(steps, setup, ring, blocks, Space::kInput,
                                                          {Space::kOutput, 0}, steady_stride(ring));
  append_ring_all_gather(steps, ring, blocks, Space::kOutput, {Space::kOutput, 0}, 0, reduced);
  return steps;
}

}  // namespace motley::core
