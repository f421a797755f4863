// Collectives that only move data: all-to-all, broadcast, gather, scatter, barrier, and Transfers.
#include <algorithm>

#include "core/base/error.h"
#include "core/collective/algorithm/collective_steps.h"

namespace motley::core {
namespace {

// A long vector goes down a chain with pipelined chunks; a short one, where latency dominates, down
// a binomial tree, in which every rank that has the vector sends it to one that does not:
//
//   chain   0 > 1 > 2 > 3 > ...        tree   0 > 4 > 6 > 7     log2 N rounds; the parent of v is v
//                                             |   > 5           without its lowest bit
//                                             > 2 > 3
//                                             > 1
struct Tree {
  int parent = -1;
  std::vector<int> children;
};

Tree chain(int position, int size) {
  Tree tree{.parent = position - 1};
  if (position + 1 < size) tree.children.push_back(position + 1);
  return tree;
}

Tree binomial_tree(int position, int size) {
  Tree tree;
  int bit = 1;
  while (bit < size && (position & bit) == 0) bit *= 2;
  if (position > 0) tree.parent = position & (position - 1);
  for (bit /= 2; bit > 0; bit /= 2) {
    if (position + bit < size) tree.children.push_back(position + bit);
  }
  return tree;
}

// All ranks, the root first, then grouped by host: each host boundary is crossed once.
std::vector<int> order_by_hosts(const CollectiveSetup& setup, int root) {
  std::vector<int> order;
  for (int i = 0; i < setup.num_ranks; ++i) order.push_back((root + i) % setup.num_ranks);
  if (setup.hosts.empty()) return order;
  const auto host = [&](int r) { return setup.hosts[static_cast<size_t>(r)]; };
  std::stable_sort(order.begin(), order.end(), [&](int a, int b) {
    return std::pair(host(a) != host(root), host(a)) < std::pair(host(b) != host(root), host(b));
  });
  return order;
}

}  // namespace

Steps broadcast_steps(const CollectiveSetup& setup, int64_t count, int root) {
  const std::vector<int> order = order_by_hosts(setup, root);
  const auto me = std::find(order.begin(), order.end(), setup.rank) - order.begin();
  const bool is_short = count * element_bytes(setup.type) <= kShortBroadcastBytes;
  const Tree tree = is_short ? binomial_tree(static_cast<int>(me), setup.num_ranks)
                             : chain(static_cast<int>(me), setup.num_ranks);
  Steps steps;
  if (setup.rank == root) steps.first.push_back({{Space::kInput, 0}, {Space::kOutput, 0}, count});
  for (const Range& chunk : cut({0, count}, setup.chunk())) {
    const Place place = {Space::kOutput, chunk.at};
    if (setup.rank != root) {
      steps.receives.push_back({order[static_cast<size_t>(tree.parent)], place, chunk.count});
    }
    for (int child : tree.children) {
      steps.sends.push_back(
          {order[static_cast<size_t>(child)], place, chunk.count, steps.num_receives()});
    }
  }
  return steps;
}

// Round k: to rank+k, from rank-k. No rank receives from two others in one round.
Steps all_to_all_steps(const CollectiveSetup& setup, const std::vector<int64_t>& send_counts,
                       const std::vector<int64_t>& receive_counts) {
  const int n = setup.num_ranks;
  const auto from = offsets_of(send_counts), to = offsets_of(receive_counts);
  const auto own = static_cast<size_t>(setup.rank);
  MOTLEY_CHECK(send_counts[own] == receive_counts[own], "rank {} sends itself {} elements, not {}",
               own, send_counts[own], receive_counts[own]);
  Steps steps;
  steps.meanwhile.push_back(
      {{Space::kInput, from[own]}, {Space::kOutput, to[own]}, send_counts[own]});
  for (int round = 1; round < n; ++round) {
    const int right = (setup.rank + round) % n, left = (setup.rank - round + n) % n;
    const auto r = static_cast<size_t>(right), l = static_cast<size_t>(left);
    for (const Range& chunk : cut({from[r], send_counts[r]}, setup.chunk())) {
      steps.sends.push_back({right, {Space::kInput, chunk.at}, chunk.count});
    }
    for (const Range& chunk : cut({to[l], receive_counts[l]}, setup.chunk())) {
      steps.receives.push_back({left, {Space::kOutput, chunk.at}, chunk.count});
    }
  }
  return steps;
}

Steps gather_steps(const CollectiveSetup& setup, const std::vector<int64_t>& counts, int root) {
  const auto own = static_cast<size_t>(setup.rank);
  if (setup.rank != root) return send_steps(setup, counts[own], root);
  const auto offsets = offsets_of(counts);
  Steps steps;
  steps.meanwhile.push_back({{Space::kInput, 0}, {Space::kOutput, offsets[own]}, counts[own]});
  for (int r = 0; r < setup.num_ranks; ++r) {
    if (r == root) continue;
    const auto from = static_cast<size_t>(r);
    for (const Range& chunk : cut({offsets[from], counts[from]}, setup.chunk())) {
      steps.receives.push_back({r, {Space::kOutput, chunk.at}, chunk.count});
    }
  }
  return steps;
}

Steps scatter_steps(const CollectiveSetup& setup, const std::vector<int64_t>& counts, int root) {
  const auto own = static_cast<size_t>(setup.rank);
  if (setup.rank != root) return receive_steps(setup, counts[own], root);
  const auto offsets = offsets_of(counts);
  Steps steps;
  steps.meanwhile.push_back({{Space::kInput, offsets[own]}, {Space::kOutput, 0}, counts[own]});
  for (int r = 0; r < setup.num_ranks; ++r) {
    if (r == root) continue;
    const auto to = static_cast<size_t>(r);
    for (const Range& chunk : cut({offsets[to], counts[to]}, setup.chunk())) {
      steps.sends.push_back({r, {Space::kInput, chunk.at}, chunk.count});
    }
  }
  return steps;
}

// Round k: an empty message to rank + 2^k and from rank - 2^k (dissemination barrier); after log2 N
// rounds every rank has heard from every other, directly or indirectly.
Steps barrier_steps(const CollectiveSetup& setup) {
  const int n = setup.num_ranks;
  Steps steps;
  for (int distance = 1; distance < n; distance *= 2) {
    steps.sends.push_back({(setup.rank + distance) % n, {}, 0, steps.num_receives()});
    steps.receives.push_back({(setup.rank - distance + n) % n, {Space::kOutput, 0}, 0});
  }
  return steps;
}

Steps send_steps(const CollectiveSetup& setup, int64_t count, int to) {
  Steps steps;
  for (const Range& chunk : cut({0, count}, setup.chunk())) {
    steps.sends.push_back({to, {Space::kInput, chunk.at}, chunk.count});
  }
  return steps;
}

Steps receive_steps(const CollectiveSetup& setup, int64_t count, int from) {
  Steps steps;
  for (const Range& chunk : cut({0, count}, setup.chunk())) {
    steps.receives.push_back({from, {Space::kOutput, chunk.at}, chunk.count});
  }
  return steps;
}

}  // namespace motley::core
