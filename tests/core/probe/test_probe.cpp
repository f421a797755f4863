#include <gtest/gtest.h>

#include <map>
#include <set>

#include "core/cluster/cluster_file.h"
#include "core/collective/cost/collective_cost.h"
#include "core/comm/local.h"
#include "core/probe/contention_times.h"
#include "core/probe/probe.h"
#include "core/probe/probe_cluster.h"

namespace motley::core {
namespace {

TEST(Partner, MeetsEveryOtherRankOnce) {
  for (int n = 2; n <= 9; ++n) {
    for (int rank = 0; rank < n; ++rank) {
      std::set<int> met;
      for (int round = 0; round < num_rounds(n); ++round) {
        const int other = partner(rank, n, round);
        if (other < 0) continue;
        EXPECT_EQ(partner(other, n, round), rank) << n << " ranks, round " << round;
        EXPECT_NE(other, rank);
        EXPECT_TRUE(met.insert(other).second);
      }
      EXPECT_EQ(std::ssize(met), n - 1);
    }
  }
}

RankFacts rank_on(const std::string& host, double flops) {
  RankFacts facts{.host = host, .type = {}};
  facts.type.name = "cpu";
  facts.type.flops_per_second = flops;
  facts.type.memory_bytes = 1 << 30;
  facts.type.memory_bytes_per_second = 1e10;
  facts.type.threads = 1;
  return facts;
}

// The measurements of a network with these ports and links, without noise.
TransferTimes times_on(const std::vector<RankFacts>& ranks,
                       const std::map<std::string, Link>& ports, const Link& inside,
                       double inside_at_once) {
  TransferTimes times{.sizes = {1 << 10, 1 << 20}, .pairs = {}};
  for (int a = 0; a < std::ssize(ranks); ++a) {
    for (int b = a + 1; b < std::ssize(ranks); ++b) {
      const std::string &from = ranks[static_cast<size_t>(a)].host,
                        &to = ranks[static_cast<size_t>(b)].host;
      PairTimes pair{a, b, {}, {}};
      for (const int64_t size : times.sizes) {
        double bandwidth = inside.bandwidth_bytes_per_second, latency = inside.latency_seconds;
        double at_once = inside_at_once;
        if (from != to) {
          const Link &p = ports.at(from), &q = ports.at(to);
          bandwidth = std::min(p.bandwidth_bytes_per_second, q.bandwidth_bytes_per_second);
          latency = std::max(p.latency_seconds, q.latency_seconds);
          at_once = bandwidth;
        }
        const auto bytes = static_cast<double>(size);
        pair.alone.push_back({latency + bytes / bandwidth, 0.01, 9});
        pair.at_once.push_back({latency + bytes / at_once, 0.01, 9});
      }
      times.pairs.push_back(pair);
    }
  }
  return times;
}

TEST(ClusterOf, FindsPortsFromTheBestPartners) {
  const std::vector<RankFacts> ranks = {rank_on("a", 1e9), rank_on("b", 1.02e9), rank_on("c", 5e8)};
  const std::map<std::string, Link> ports = {
      {"a", {1e8, 1e-5}}, {"b", {1e8, 1e-5}}, {"c", {2e7, 5e-5}}};
  const Cluster cluster = cluster_of(ranks, times_on(ranks, ports, {}, 1));
  ASSERT_EQ(cluster.hosts.size(), 3u);
  for (const Host& host : cluster.hosts) {
    const Link &found = *host.network, &set = ports.at(host.name);
    EXPECT_NEAR(found.bandwidth_bytes_per_second, set.bandwidth_bytes_per_second,
                0.001 * set.bandwidth_bytes_per_second);
    EXPECT_NEAR(found.latency_seconds, set.latency_seconds, 0.01 * set.latency_seconds);
    EXPECT_EQ(found.shared_bandwidth_bytes_per_second, 0);
  }
  ASSERT_EQ(cluster.device_types.size(), 2u);  // a and b are alike
  EXPECT_EQ(cluster.device_types[0].name, "cpu-a");
  EXPECT_EQ(cluster.device_types[1].name, "cpu-c");
  EXPECT_EQ(parse_cluster(print_cluster(cluster), "again"), cluster);
}

TEST(ClusterOf, GroupsRanksByHostAndReportsSharedBandwidth) {
  const std::vector<RankFacts> ranks = {rank_on("a", 1e9), rank_on("a", 1e9), rank_on("a", 2e9),
                                        rank_on("a", 1e9)};
  const Cluster cluster = cluster_of(ranks, times_on(ranks, {}, {4e9, 2e-6}, 1e9));
  ASSERT_EQ(cluster.hosts.size(), 1u);
  EXPECT_EQ(cluster.hosts[0].devices, (std::vector<DeviceCount>{{0, 3}, {1, 1}}));
  EXPECT_EQ(cluster.device_types[1].name, "cpu-a-2");
  ASSERT_TRUE(cluster.hosts[0].link);
  EXPECT_NEAR(cluster.hosts[0].link->shared_bandwidth_bytes_per_second, 1e9, 1e7);
  EXPECT_FALSE(cluster.hosts[0].network);
}

TEST(FactorsOf, ReproduceWhatWasMeasured) {
  const std::vector<RankFacts> ranks = {rank_on("a", 1e9), rank_on("b", 1e9)};
  Cluster cluster =
      cluster_of(ranks, times_on(ranks, {{"a", {1e8, 1e-5}}, {"b", {1e8, 1e-5}}}, {}, 1));
  const CollectiveTimes seen = {CollectiveKind::kAllGather,
                                CollectiveAlgorithm::kRing,
                                {{1e6, {0.02, 0.1, 5}}, {1e8, {0.6, 0.1, 5}}}};
  cluster.collectives = factors_of(group_links(cluster, devices(cluster)), {seen});
  const auto predicted = [&](double bytes) {
    return collective_seconds(cluster, devices(cluster), seen.kind, seen.algorithm,
                              std::vector{bytes / 2, bytes / 2});
  };
  EXPECT_NEAR(predicted(1e6), 0.02, 2e-4);
  EXPECT_NEAR(predicted(1e8), 0.6, 6e-3);
  EXPECT_GT(predicted(1e7), 0.06);  // between both factors, 4 and 1.2
  EXPECT_LT(predicted(1e7), 0.2);
}

TEST(ProbeRanks, GivesAClusterThatRoundTrips) {
  run_local(3, [](Communicator& comm) {
    const ProbedCluster probed = probe_ranks(
        comm, {.num_threads = 1,
               .limits = {.seconds = 0, .noisy_seconds = 0, .min_runs = 1, .max_runs = 1},
               .measure_device = [](const MeasuredRank& rank) {
                 DeviceType type = rank_on("", 1e9).type;
                 type.threads = rank.num_threads;
                 return type;
               }});
    const std::string text = probed.notes + print_cluster(probed.cluster);
    EXPECT_EQ(parse_cluster(text, "probed"), probed.cluster);
    EXPECT_EQ(num_devices(probed.cluster), 3);
    EXPECT_EQ(probed.cluster.hosts.size(), 1u);
    EXPECT_GT(probed.cluster.hosts[0].link->bandwidth_bytes_per_second, 0);
    EXPECT_GE(probed.cluster.collectives.size(), 10u);
    EXPECT_NE(probed.notes.find("0 "), probed.notes.npos);
  });
}

TEST(ContentionShares, CoverOnlyTheOverlap) {
  // Work of 10 s at half its speed while communication runs, which ends first, after 8 s: 4 s of
  // the work are done by then. Communication of 6 s kept three quarters of its speed.
  const ContentionShares first = shares_of({10, 14, 6, 8});
  EXPECT_DOUBLE_EQ(first.compute, 0.5);
  EXPECT_DOUBLE_EQ(first.communication, 0.75);
  // Work ends first, after 5 s, and communication continues alone for another second.
  const ContentionShares second = shares_of({4, 5, 3, 6});
  EXPECT_DOUBLE_EQ(second.compute, 0.8);
  EXPECT_DOUBLE_EQ(second.communication, 0.4);
}

TEST(ContentionShares, AreOneIfNoRankComputes) {
  const ContentionShares shares = shares_of({0, 0, 3, 3});
  EXPECT_EQ(shares.compute, 1);
  EXPECT_EQ(shares.communication, 1);
}

TEST(ContentionShares, OfRanksThatComputeAndOneThatDoesNot) {
  run_local(3, [](Communicator& comm) {
    const ContentionShares shares = measure_contention(comm, 1, comm.rank() != 1);
    for (const double share : {shares.slowest, shares.compute, shares.communication}) {
      EXPECT_GT(share, 0);
      EXPECT_LE(share, 1);
    }
    EXPECT_EQ(shares.tables().size(), 3u);
  });
}

}  // namespace
}  // namespace motley::core
