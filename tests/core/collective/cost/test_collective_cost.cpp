#include <fmt/format.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <random>

#include "core/collective/algorithm/collective_steps.h"
#include "core/collective/cost/collective_cost.h"
#include "core/collective/cost/steps_simulation.h"

namespace motley::core {
namespace {

using enum CollectiveKind;
using enum CollectiveAlgorithm;

// One host per entry, with that many devices.
Cluster cluster_of(const std::vector<int>& hosts, const Link& link, const Link& port) {
  Cluster cluster{.name = {},
                  .device_types = {{.name = "cpu",
                                    .flops_per_second = 1e9,
                                    .memory_bytes = 1 << 30,
                                    .memory_bytes_per_second = 1e15,
                                    .threads = 0,
                                    .measured = {}}},
                  .hosts = {},
                  .network = port};
  for (const int count : hosts) {
    cluster.hosts.push_back({.name = {}, .devices = {{0, count}}, .link = link, .network = {}});
  }
  return cluster;
}

GroupLinks all_of(const Cluster& cluster) { return group_links(cluster, devices(cluster)); }

double seconds(const Cluster& cluster, CollectiveKind kind, CollectiveAlgorithm algorithm,
               const std::vector<double>& shards) {
  return collective_seconds(cluster, devices(cluster), kind, algorithm, shards);
}

constexpr Link kFast = {1e9, 1e-6}, kSlow = {1e8, 1e-5};

TEST(CollectiveCost, OfAnEvenRingMatchesTheTextbookFormula) {
  const Cluster four = cluster_of({1, 1, 1, 1}, kFast, kSlow);
  // (N - 1) (latency + block / bandwidth), while a block is one chunk.
  EXPECT_DOUBLE_EQ(seconds(four, kAllGather, kRing, {1e5, 1e5, 1e5, 1e5}), 3 * (1e-5 + 1e-3));
  EXPECT_DOUBLE_EQ(seconds(four, kReduceScatter, kRing, {1e5, 1e5, 1e5, 1e5}), 3 * (1e-5 + 1e-3));
  EXPECT_DOUBLE_EQ(seconds(four, kAllReduce, kRing, {1e5, 1e5, 1e5, 1e5}), 6 * (1e-5 + 1e-3));
  // With longer blocks the pipelined chunks hide it.
  EXPECT_DOUBLE_EQ(seconds(four, kAllGather, kRing, {1e7, 1e7, 1e7, 1e7}), 3e7 / 1e8 + 1e-5);
}

TEST(CollectiveCost, OfUnevenBlocksIsThatOfTheBusiestHop) {
  const Cluster three = cluster_of({1, 1, 1}, kFast, kSlow);
  const double chunk = kChunkBytes / 1e8;
  EXPECT_NEAR(seconds(three, kAllGather, kRing, {3e7, 1e7, 0}), 4e7 / 1e8 + 1e-5, chunk);
  EXPECT_NEAR(seconds(three, kAllGather, kPadded, {3e7, 1e7, 0}), 6e7 / 1e8 + 1e-5, chunk);
  EXPECT_NEAR(seconds(three, kReduceScatter, kDirect, {3e7, 1e7, 0}), 6e7 / 1e8 + 1e-5, chunk);
  EXPECT_NEAR(seconds(three, kBroadcast, kAuto, {0, 3e7, 0}), 3e7 / 1e8 + 2e-5, chunk);
}

TEST(CollectiveCost, AccountsForSharedPorts) {
  const Cluster two = cluster_of({4, 4}, kFast, kSlow);
  const std::vector<double> even(8, 1e6);
  // In rank order one hop of the ring leaves each host; alternating between hosts all of them do.
  const std::vector<Device> all = devices(two);
  const std::vector<Device> turns = {all[0], all[4], all[1], all[5],
                                     all[2], all[6], all[3], all[7]};
  const double by_hosts = collective_seconds(two, all, kAllGather, kRing, even);
  EXPECT_NEAR(by_hosts, 7e6 / 1e8, 1e-4);
  EXPECT_NEAR(collective_seconds(two, turns, kAllGather, kRing, even), 4 * by_hosts, 1e-3);
  // Direct: each host sends 16 blocks.
  EXPECT_NEAR(seconds(two, kReduceScatter, kDirect, even), 16e6 / 1e8, 1e-4);
  EXPECT_NEAR(seconds(two, kAllToAll, kAuto, even), 2e6 / 1e8, 1e-4);
  // Another group through the same ports.
  const GroupLinks half = group_links(two, all, {.groups_at_once = 2});
  EXPECT_NEAR(collective_seconds(half, kAllGather, kRing, even), 2 * by_hosts, 1e-4);
}

TEST(CollectiveCost, HierarchicalCrossesThePortLess) {
  const Cluster two = cluster_of({4, 4}, kFast, kSlow);
  const std::vector<double> even(8, 1e6);
  EXPECT_LT(seconds(two, kAllGather, kHierarchical, even), seconds(two, kAllGather, kRing, even));
  const Cluster one = cluster_of({4}, kFast, kSlow);  // on a single host it is the ring
  const std::vector<double> four(4, 1e6);
  EXPECT_EQ(seconds(one, kAllGather, kHierarchical, four), seconds(one, kAllGather, kRing, four));
}

TEST(CollectiveCost, OfNothingIsZero) {
  const Cluster two = cluster_of({1, 1}, kFast, kSlow), one = cluster_of({1}, kFast, kSlow);
  for (const CollectiveKind kind : kCollectiveKinds) {
    EXPECT_EQ(seconds(two, kind, kAuto, {0, 0}), 0);
    EXPECT_EQ(seconds(one, kind, kAuto, {1e6}), 0);
  }
  EXPECT_EQ(transfer_seconds(all_of(two), 1, 1, 1e6), 0);
  EXPECT_DOUBLE_EQ(transfer_seconds(all_of(two), 0, 1, 1e6), 1e6 / 1e8 + 1e-5);
}

TEST(CollectiveCost, UsesWholeForShortAllReduces) {
  const Cluster four = cluster_of({1, 1, 1, 1}, kFast, kSlow);
  const std::vector<double> small(4, 100), large(4, 1e6);
  EXPECT_EQ(seconds(four, kAllReduce, kAuto, small), seconds(four, kAllReduce, kWhole, small));
  EXPECT_EQ(seconds(four, kAllReduce, kAuto, large), seconds(four, kAllReduce, kRing, large));
  EXPECT_LT(seconds(four, kAllReduce, kWhole, small), seconds(four, kAllReduce, kRing, small));
}

// -- halves, of which some algorithms send partial sums in f32 ------------------------------------

// Bytes of bf16 that the busiest rank sends, by the Steps themselves.
double bytes_sent(CollectiveKind kind, CollectiveAlgorithm algorithm, const GroupLinks& links,
                  int64_t count) {
  double busiest = 0;
  for (int r = 0; r < links.num_ranks; ++r) {
    const CollectiveSetup setup{.rank = r,
                                .num_ranks = links.num_ranks,
                                .algorithm = algorithm,
                                .type = ElementType::kBF16,
                                .hosts = links.host_of};
    const Steps steps = kind == kAllReduce
                            ? all_reduce_steps(setup, count)
                            : reduce_scatter_steps(setup, even_counts(count, links.num_ranks));
    double bytes = 0;
    for (const SendStep& send : steps.sends)
      bytes += static_cast<double>(send.count) * (send.from.space == Space::kScratch ? 4 : 2);
    busiest = std::max(busiest, bytes);
  }
  return busiest;
}

TEST(CollectiveCost, OfHalvesCountsWhatIsSent) {
  constexpr int64_t kCount = 8'000'000;
  const GroupLinks links = all_of(cluster_of({1, 1, 1, 1}, kFast, kSlow));
  const std::vector<double> bytes(4, 2.0 * kCount / 4);
  for (const CollectiveKind kind : {kAllReduce, kReduceScatter}) {
    const CheapestCollective cheapest = cheapest_collective({&links, 1}, kind, bytes, true);
    EXPECT_EQ(cheapest.algorithm, kDirect) << name_of(kind);
    const double sent = bytes_sent(kind, cheapest.algorithm, links, kCount);
    EXPECT_NEAR(cheapest.phases.seconds(), sent / kSlow.bandwidth_bytes_per_second, 1e-2)
        << name_of(kind);
    EXPECT_LT(1.3 * sent, bytes_sent(kind, kRing, links, kCount)) << name_of(kind);
  }
  // Where hosts share a port direct sends cross it more often, and partial sums are worth it.
  const GroupLinks hosts = all_of(cluster_of({4, 4}, {1e11, 1e-6}, kSlow));
  const std::vector<double> of_eight(8, 2.0 * kCount / 8), widened(8, 1.5 * 2.0 * kCount / 8);
  const CheapestCollective between = cheapest_collective({&hosts, 1}, kAllReduce, of_eight, true);
  EXPECT_EQ(between.algorithm, kHierarchical);
  EXPECT_DOUBLE_EQ(between.phases.seconds(),
                   collective_seconds(hosts, kAllReduce, kHierarchical, widened));
}

// -- against a simulation of the Steps on the same links ----------------------------------------

Steps steps_of(CollectiveKind kind, const CollectiveSetup& setup,
               const std::vector<int64_t>& counts) {
  const auto own = static_cast<size_t>(setup.rank);
  const std::vector<int64_t> offsets = offsets_of(counts);
  switch (kind) {
    case kAllReduce:
      return all_reduce_steps(setup, offsets.back());
    case kReduceScatter:
      return reduce_scatter_steps(setup, counts);
    case kAllGather:
      return all_gather_steps(setup, counts);
    case kBroadcast:
      return broadcast_steps(setup, offsets.back(),
                             static_cast<int>(std::ranges::max_element(counts) - counts.begin()));
    case kAllToAll:
      break;
  }
  std::vector<int64_t> to;  // c_r c_q / sum, the same in both directions
  for (const int64_t count : counts) {
    to.push_back(std::llround(static_cast<double>(counts[own]) * static_cast<double>(count) /
                              static_cast<double>(offsets.back())));
  }
  return all_to_all_steps(setup, to, to);
}

struct RandomCase {
  Cluster cluster;
  CollectiveKind kind;
  CollectiveAlgorithm algorithm;
  std::vector<int64_t> counts;
};

RandomCase random_case(std::mt19937& random) {
  const auto draw = [&](int low, int high) {
    return std::uniform_int_distribution(low, high)(random);
  };
  const auto power = [&](double low, double high) {
    return std::exp(std::uniform_real_distribution(std::log(low), std::log(high))(random));
  };
  RandomCase c;
  std::vector<int> hosts;
  for (int h = draw(1, 4); h > 0; --h) hosts.push_back(draw(1, 3));
  c.cluster = cluster_of(hosts, {power(1e9, 1e10), power(1e-6, 1e-5)},
                         {power(1e7, 1e9), power(1e-5, 1e-4)});
  const bool unlike_ports = draw(0, 1) == 1;
  for (Host& host : c.cluster.hosts) {
    if (unlike_ports) host.network = Link{power(1e7, 1e9), power(1e-5, 1e-4)};
  }
  c.kind = kCollectiveKinds[static_cast<size_t>(draw(0, 4))];
  c.algorithm = kCollectiveAlgorithms[static_cast<size_t>(draw(0, 6))];
  const double sum = power(1e3, 3e7);
  const int shape = draw(0, 2);  // even, uneven, some empty
  int64_t total = 0;
  for (int64_t r = num_devices(c.cluster); r > 0; --r) {
    const double share = shape == 0 ? 1 : shape == 1 ? power(0.1, 1) : draw(0, 2) * power(0.1, 1);
    c.counts.push_back(std::llround(sum * share / static_cast<double>(num_devices(c.cluster))));
    total += c.counts.back();
  }
  if (total == 0) c.counts[0] = 1000;
  if (c.kind == kBroadcast) {
    c.counts.assign(c.counts.size(), 0);
    c.counts[static_cast<size_t>(draw(0, static_cast<int>(c.counts.size()) - 1))] =
        std::llround(sum);
  }
  return c;
}

double simulated(const RandomCase& c, const GroupLinks& links) {
  std::vector<Steps> steps;
  for (int r = 0; r < links.num_ranks; ++r) {
    steps.push_back(steps_of(c.kind,
                             {.rank = r,
                              .num_ranks = links.num_ranks,
                              .algorithm = c.algorithm,
                              .type = ElementType::kU8,
                              .hosts = links.host_of},
                             c.counts));
  }
  return simulated_seconds(links, steps);
}

TEST(CollectiveCost, IsCloseToTheSimulatedSteps) {
  constexpr unsigned kSeed = 20;
  std::mt19937 random(kSeed);
  std::vector<double> errors;
  for (int i = 0; i < 2000; ++i) {
    const RandomCase c = random_case(random);
    const GroupLinks links = all_of(c.cluster);
    const double expected = simulated(c, links);
    const double predicted = collective_seconds(
        links, c.kind, c.algorithm, std::vector<double>(c.counts.begin(), c.counts.end()));
    ASSERT_EQ(predicted == 0, expected == 0) << "case " << i << " of seed " << kSeed;
    if (expected == 0) continue;
    errors.push_back(std::abs(std::log(predicted / expected)));
    EXPECT_LT(errors.back(), std::log(4.0))
        << name_of(c.kind) << " " << name_of(c.algorithm) << ", case " << i << " of seed " << kSeed
        << ": " << predicted << " s instead of " << expected;
  }
  std::ranges::sort(errors);
  EXPECT_LT(errors[errors.size() / 2], 0.01);
  EXPECT_LT(errors[errors.size() * 9 / 10], 0.25);  // short ones, where latencies interact
}

}  // namespace
}  // namespace motley::core
