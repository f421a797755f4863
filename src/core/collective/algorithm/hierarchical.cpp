#include "core/collective/algorithm/hierarchical.h"

#include <algorithm>

#include "core/base/error.h"
#include "core/collective/algorithm/ring.h"

namespace motley::core {
namespace {

// The ranks of each host in rank order, and our place among them.
struct HostGroups {
  std::vector<std::vector<int>> hosts;
  size_t host = 0, place = 0;
  Ring leaders;

  explicit HostGroups(const CollectiveSetup& setup) {
    std::vector<int> names;
    for (int r = 0; r < setup.num_ranks; ++r) {
      const int name = setup.hosts[static_cast<size_t>(r)];
      const auto found = std::find(names.begin(), names.end(), name);
      const auto index = static_cast<size_t>(found - names.begin());
      if (found == names.end()) {
        names.push_back(name);
        hosts.emplace_back();
        leaders.members.push_back(r);
      }
      if (r == setup.rank) {
        host = index;
        place = hosts[index].size();
      }
      hosts[index].push_back(r);
    }
    leaders.position = static_cast<int>(host);
  }
  const std::vector<int>& members() const { return hosts[host]; }
  bool is_leader() const { return place == 0; }
  bool is_last() const { return place + 1 == members().size(); }
  int before() const { return members()[place - 1]; }
  int behind() const { return members()[place + 1]; }
};

// Some elements, and the rank that had them initially; -1 for none.
struct OwnedRange {
  Range range;
  int owner = -1;
};

// The chunks of each host's blocks: the messages of the leaders' ring.
Blocks blocks_of_hosts(const HostGroups& groups, const std::vector<int64_t>& counts,
                       int64_t chunk) {
  const Blocks blocks = blocks_of(counts, chunk);
  Blocks result;
  for (const std::vector<int>& members : groups.hosts) {
    auto& chunks = result.emplace_back();
    for (int r : members) {
      const auto& block = blocks[static_cast<size_t>(r)];
      chunks.insert(chunks.end(), block.begin(), block.end());
    }
  }
  return result;
}

// Reduces the inputs of a host's ranks, from the last one to the leader. Returns where the leader
// has the result: at the start of `sum`, or still in the input if the host has one rank.
Space append_chain_reduce(Steps& steps, const CollectiveSetup& setup, const HostGroups& groups,
                          const std::vector<Range>& chunks, Space sum) {
  if (groups.is_last()) {
    if (groups.is_leader()) return Space::kInput;
    Place from = {Space::kInput, 0};
    if (setup.widened() && !chunks.empty()) {
      const int64_t count = chunks.back().at + chunks.back().count;
      from = steps.reserve_scratch(count);
      steps.first.push_back({{Space::kInput, 0}, from, count});
    }
    for (const Range& chunk : chunks) {
      steps.sends.push_back({groups.before(), {from.space, from.at + chunk.at}, chunk.count});
    }
    return sum;
  }
  const int64_t slot_count = chunks.empty() ? 0 : chunks.front().count;
  const Place slots = steps.reserve_scratch(kSlots * slot_count);
  for (int64_t c = 0; c < std::ssize(chunks); ++c) {
    const Range& chunk = chunks[static_cast<size_t>(c)];
    const Place slot = {Space::kScratch, slots.at + c % kSlots * slot_count};
    ReceiveStep step = {.peer = groups.behind(), .to = slot, .count = chunk.count};
    step.after_receives = std::max<int64_t>(0, c - kSlots + 1);
    step.reduces = true;
    step.local = {Space::kInput, chunk.at};
    step.result = groups.is_leader() ? Place{sum, chunk.at} : slot;
    if (!groups.is_leader()) {
      step.after_sends = std::max<int64_t>(0, c - kSlots + 1);
      steps.sends.push_back({groups.before(), slot, chunk.count, c + 1});
    }
    steps.receives.push_back(step);
  }
  return sum;
}

// Passes `ranges` of the output from the leader to the last rank; ranks do not receive their own
// data.
void append_chain_broadcast(Steps& steps, const HostGroups& groups, const CollectiveSetup& setup,
                            const std::vector<OwnedRange>& ranges) {
  const int64_t after_sends = steps.num_sends(), after_receives = steps.num_receives();
  for (const auto& [range, owner] : ranges) {
    const Place place = {Space::kOutput, range.at};
    if (!groups.is_leader() && owner != setup.rank) {
      steps.receives.push_back({groups.before(), place, range.count, after_sends});
    }
    if (!groups.is_last() && owner != groups.behind()) {
      const bool is_own = owner == setup.rank;
      steps.sends.push_back(
          {groups.behind(), place, range.count, is_own ? after_receives : steps.num_receives()});
    }
  }
}

}  // namespace

bool is_hierarchical(const CollectiveSetup& setup) {
  if (setup.hosts.empty()) return false;
  MOTLEY_CHECK(std::ssize(setup.hosts) == setup.num_ranks, "{} hosts for {} ranks",
               setup.hosts.size(), setup.num_ranks);
  const size_t num_hosts = HostGroups(setup).hosts.size();
  return num_hosts > 1 && num_hosts < setup.hosts.size();
}

Steps hierarchical_all_reduce(const CollectiveSetup& setup, int64_t count) {
  const HostGroups groups(setup);
  const auto chunks = cut({0, count}, setup.reduce_chunk());
  Steps steps;
  Space sum = Space::kOutput;
  if (setup.widened() && groups.is_leader()) sum = steps.reserve_scratch(count).space;
  sum = append_chain_reduce(steps, setup, groups, chunks, sum);
  if (groups.is_leader()) {
    const Blocks blocks =
        blocks_of(even_counts(count, groups.leaders.size()), setup.reduce_chunk());
    const ReducedBlock reduced =
        append_ring_reduce_scatter(steps, setup, groups.leaders, blocks, sum, {Space::kOutput, 0},
                                   pipelined_stride(groups.leaders));
    append_ring_all_gather(steps, groups.leaders, blocks, Space::kOutput, {Space::kOutput, 0}, 0,
                           reduced);
  }
  std::vector<OwnedRange> ranges;
  for (const Range& chunk : chunks) ranges.push_back({chunk});
  append_chain_broadcast(steps, groups, setup, ranges);
  return steps;
}

Steps hierarchical_reduce_scatter(const CollectiveSetup& setup,
                                  const std::vector<int64_t>& counts) {
  const HostGroups groups(setup);
  const std::vector<int64_t> offsets = offsets_of(counts);
  const auto own = static_cast<size_t>(setup.rank);
  Steps steps;
  if (groups.is_leader()) steps.reserve_scratch(offsets.back());
  const Space sum = append_chain_reduce(
      steps, setup, groups, cut({0, offsets.back()}, setup.reduce_chunk()), Space::kScratch);
  if (!groups.is_leader()) {
    for (const Range& chunk : cut({0, counts[own]}, setup.reduce_chunk())) {
      const Place to = {Space::kOutput, chunk.at};
      steps.receives.push_back({groups.members().front(), to, chunk.count, steps.num_sends()});
    }
    return steps;
  }
  // In the staging space, results have the elements' type again, as their owners need them.
  const Place result = steps.reserve_staging(offsets.back());
  append_ring_reduce_scatter(steps, setup, groups.leaders,
                             blocks_of_hosts(groups, counts, setup.reduce_chunk()), sum, result,
                             pipelined_stride(groups.leaders));
  const int64_t all_reduced = steps.num_receives();
  for (int member : groups.members()) {
    const auto m = static_cast<size_t>(member);
    if (member == setup.rank) continue;
    for (const Range& chunk : cut({offsets[m], counts[m]}, setup.reduce_chunk())) {
      steps.sends.push_back({member, {result.space, chunk.at}, chunk.count, all_reduced});
    }
  }
  steps.last.push_back({{result.space, offsets[own]}, {Space::kOutput, 0}, counts[own]});
  return steps;
}

Steps hierarchical_all_gather(const CollectiveSetup& setup, const std::vector<int64_t>& counts) {
  const HostGroups groups(setup);
  const Blocks blocks = blocks_of(counts, setup.chunk());
  const auto own = static_cast<size_t>(setup.rank);
  Steps steps;
  steps.first.push_back(
      {{Space::kInput, 0}, {Space::kOutput, offsets_of(counts)[own]}, counts[own]});
  if (groups.is_leader()) {
    for (int member : groups.members()) {
      if (member == setup.rank) continue;
      for (const Range& chunk : blocks[static_cast<size_t>(member)]) {
        steps.receives.push_back({member, {Space::kOutput, chunk.at}, chunk.count});
      }
    }
    append_ring_all_gather(steps, groups.leaders, blocks_of_hosts(groups, counts, setup.chunk()),
                           Space::kOutput, {Space::kOutput, 0}, 0);
  } else {
    for (const Range& chunk : blocks[own]) {
      steps.sends.push_back({groups.members().front(), {Space::kOutput, chunk.at}, chunk.count});
    }
  }
  std::vector<OwnedRange> ranges;
  for (int r = 0; r < setup.num_ranks; ++r) {
    for (const Range& chunk : blocks[static_cast<size_t>(r)]) ranges.push_back({chunk, r});
  }
  append_chain_broadcast(steps, groups, setup, ranges);
  return steps;
}

}  // namespace motley::core
