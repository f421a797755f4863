#include "core/collective/cost/collective_cost.h"

#include <algorithm>
#include <bit>
#include <cmath>

#include "core/base/error.h"

namespace motley::core {
namespace {

constexpr auto kChunk = static_cast<double>(kChunkBytes);

// Properties of the blocks that the formulas use.
struct Blocks {
  double sum = 0, longest = 0;
  int count = 0;
  double mean() const { return sum / count; }
};

Blocks blocks_of(std::span<const double> bytes) {
  Blocks blocks{.count = static_cast<int>(bytes.size())};
  for (const double b : bytes) {
    blocks.sum += b;
    blocks.longest = std::max(blocks.longest, b);
  }
  return blocks;
}

double bytes_of(const GroupLinks& links, const HostRanks& host, std::span<const double> bytes) {
  double sum = 0;
  for (int i = host.begin; i < host.end; ++i) {
    sum += bytes[static_cast<size_t>(links.by_host[static_cast<size_t>(i)])];
  }
  return sum;
}

// An empty message takes no time.
double seconds_on(const Hop& hop, double bytes) {
  return bytes > 0 ? hop.latency_seconds + bytes * hop.seconds_per_byte : 0;
}

// N - 1 rounds around a ring, load(i) bytes over hop i.
//
// The busiest hop sets the pace, one round per `pace`. Another hop stalls the ring by the excess of
// its latency over its slack per round: pace minus the time of one chunk. The longest block has to
// travel all the way around, which may take longer than either.
template <class Load>
double ring_seconds(const std::vector<Hop>& hops, const Blocks& blocks, const Load& load) {
  const auto n = static_cast<double>(hops.size());
  double busiest = 0;
  Hop all, slowest;
  for (size_t i = 0; i < hops.size(); ++i) {
    const Hop& hop = hops[i];
    busiest = std::max(busiest, load(i) * hop.seconds_per_byte);
    all.seconds_per_byte += hop.seconds_per_byte;
    all.latency_seconds += hop.latency_seconds;
    slowest.seconds_per_byte = std::max(slowest.seconds_per_byte, hop.seconds_per_byte);
    slowest.latency_seconds = std::max(slowest.latency_seconds, hop.latency_seconds);
  }
  const double pace = busiest / (n - 1), piece = std::min(kChunk, blocks.mean());
  double stalls = 0, longest_stall = 0, shortest_stall = INFINITY;
  for (const Hop& hop : hops) {
    const double spare = std::max(0.0, pace - piece * hop.seconds_per_byte);
    const double stall = std::max(0.0, hop.latency_seconds - spare);
    stalls += stall;
    longest_stall = std::max(longest_stall, stall);
    shortest_stall = std::min(shortest_stall, stall);
  }
  const double hops_to_go = (n - 1) / n;
  const double around =
      blocks.longest * slowest.seconds_per_byte + all.latency_seconds * hops_to_go +
      std::min(kChunk, blocks.longest) *
          std::max(0.0, all.seconds_per_byte * hops_to_go - slowest.seconds_per_byte);
  return std::max(busiest + slowest.latency_seconds + (stalls - longest_stall - shortest_stall),
                  around);
}

// Rank i forwards all blocks except that of rank i + 1.
double ring_all_gather(const std::vector<Hop>& hops, const Blocks& blocks,
                       std::span<const double> bytes) {
  return ring_seconds(
      hops, blocks, [&](size_t i) { return blocks.sum - bytes[i + 1 < bytes.size() ? i + 1 : 0]; });
}

// Rank i sends partial sums of all blocks except its own.
double ring_reduce_scatter(const std::vector<Hop>& hops, const Blocks& blocks,
                           std::span<const double> bytes) {
  return ring_seconds(hops, blocks, [&](size_t i) { return blocks.sum - bytes[i]; });
}

// Either of them with equal blocks.
double ring_of_equals(const std::vector<Hop>& hops, double sum) {
  const auto n = static_cast<int>(hops.size());
  const Blocks blocks{.sum = sum, .longest = sum / n, .count = n};
  return ring_seconds(hops, blocks, [&](size_t) { return sum - sum / n; });
}

// Both copy blocks into zero-padded ones of equal length, and back.
double padded(const GroupLinks& links, const Blocks& blocks) {
  const double padded_sum = blocks.longest * blocks.count;
  return ring_of_equals(links.ring, padded_sum) +
         (blocks.sum + padded_sum) * links.copy_seconds_per_byte;
}

// Every rank sends to every other: a(r) * b(q) bytes from rank r to rank q.
template <class A, class B>
double direct_seconds(const GroupLinks& links, const A& a, const B& b) {
  double all_a = 0, all_b = 0;
  for (size_t r = 0; r < links.host_of.size(); ++r) {
    all_a += a(r);
    all_b += b(r);
  }
  double longest = 0;
  for (const HostRanks& host : links.hosts) {
    const auto ranks = std::span(links.by_host).subspan(host.begin, host.size());
    double host_a = 0, host_b = 0, lane = 0;
    for (const int r : ranks) {
      host_a += a(r);
      host_b += b(r);
    }
    for (const int r : ranks) {
      lane = std::max({lane, a(r) * (host_b - b(r)), b(r) * (host_a - a(r))});
    }
    const double port = std::max(host_a * (all_b - host_b), host_b * (all_a - host_a));
    longest = std::max({longest, seconds_on(host.link, lane), seconds_on(host.port, port)});
  }
  return longest;
}

double direct_reduce_scatter(const GroupLinks& links, std::span<const double> bytes) {
  return direct_seconds(
      links, [](size_t) { return 1.0; }, [&](size_t r) { return bytes[r]; });
}

// Every rank sends the same amount to every other.
double direct_of_equals(const GroupLinks& links, double block) {
  return direct_seconds(
      links, [](size_t) { return 1.0; }, [&](size_t) { return block; });
}

// From the first of a host's ranks to the last, or back, with pipelined chunks.
double chain_seconds(const HostRanks& host, double bytes) {
  if (host.size() == 1) return 0;
  return bytes * host.link.seconds_per_byte + (host.size() - 1) * host.link.latency_seconds +
         (host.size() - 2) * std::min(kChunk, bytes) * host.link.seconds_per_byte;
}

// Maxima over hosts: of the chain, and of the time in which a leader sends the others their blocks,
// or receives them.
struct HostTimes {
  double chain = 0, blocks = 0;
};
HostTimes host_times(const GroupLinks& links, double sum, std::span<const double> bytes) {
  HostTimes times;
  for (const HostRanks& host : links.hosts) {
    times.chain = std::max(times.chain, chain_seconds(host, sum));
    if (host.size() == 1) continue;
    const auto leader = static_cast<size_t>(links.by_host[static_cast<size_t>(host.begin)]);
    const double others = bytes_of(links, host, bytes) - bytes[leader];
    times.blocks =
        std::max(times.blocks, others * host.link.seconds_per_byte + host.link.latency_seconds);
  }
  return times;
}

// A ring of one leader per host, whose blocks are those of whole hosts.
double leader_ring(const GroupLinks& links, CollectiveKind kind, std::span<const double> bytes) {
  const auto of_host = [&](size_t h) {
    return bytes_of(links, links.hosts[h % links.hosts.size()], bytes);
  };
  Blocks blocks{.count = static_cast<int>(links.hosts.size())};
  for (size_t h = 0; h < links.hosts.size(); ++h) {
    blocks.sum += of_host(h);
    blocks.longest = std::max(blocks.longest, of_host(h));
  }
  const size_t shift = kind == CollectiveKind::kAllGather ? 1 : 0;
  return ring_seconds(links.leader_ring, blocks,
                      [&](size_t h) { return blocks.sum - of_host(h + shift); });
}

Phases hierarchical(const GroupLinks& links, CollectiveKind kind, const Blocks& blocks,
                    std::span<const double> bytes) {
  const HostTimes times = host_times(links, blocks.sum, bytes);
  if (kind == CollectiveKind::kAllReduce) {
    return {times.chain, 2 * ring_of_equals(links.leader_ring, blocks.sum), times.chain};
  }
  Phases phases{times.chain, leader_ring(links, kind, bytes), times.blocks};
  if (kind == CollectiveKind::kAllGather) std::swap(phases.to_ports, phases.from_ports);
  return phases;
}

double all_reduce(const GroupLinks& links, CollectiveAlgorithm algorithm, double sum) {
  if (algorithm == CollectiveAlgorithm::kWhole) {
    return direct_of_equals(links, sum);
  }
  if (algorithm == CollectiveAlgorithm::kDirect) {
    return direct_of_equals(links, sum / links.num_ranks) + ring_of_equals(links.ring, sum);
  }
  return 2 * ring_of_equals(links.ring, sum);
}

// A tree whose last rounds stay within hosts.
double short_broadcast(const GroupLinks& links, double bytes) {
  Hop link, port;
  int smallest = links.num_ranks;
  const auto widen = [](Hop& hop, const Hop& other) {
    hop.seconds_per_byte = std::max(hop.seconds_per_byte, other.seconds_per_byte);
    hop.latency_seconds = std::max(hop.latency_seconds, other.latency_seconds);
  };
  for (const HostRanks& host : links.hosts) {
    widen(link, host.link);
    widen(port, host.port);
    smallest = std::min(smallest, host.size());
  }
  const int rounds = std::bit_width(static_cast<unsigned>(links.num_ranks - 1));
  const bool one_host = links.hosts.size() == 1;
  const int inside = one_host ? rounds : std::bit_width(static_cast<unsigned>(smallest)) - 1;
  return inside * seconds_on(link, bytes) + (rounds - inside) * seconds_on(port, bytes);
}

// A chain that starts at the root and passes through each host once.
double broadcast(const GroupLinks& links, std::span<const double> shard_bytes) {
  const auto root = std::max_element(shard_bytes.begin(), shard_bytes.end());
  const double bytes = *root;
  if (bytes <= static_cast<double>(kShortBroadcastBytes)) return short_broadcast(links, bytes);
  const auto root_host =
      static_cast<size_t>(links.host_of[static_cast<size_t>(root - shard_bytes.begin())]);
  Hop sum;
  double slowest = 0;
  const auto add = [&](double count, const Hop& hop) {
    if (count == 0) return;
    sum.seconds_per_byte += count * hop.seconds_per_byte;
    sum.latency_seconds += count * hop.latency_seconds;
    slowest = std::max(slowest, hop.seconds_per_byte);
  };
  const HostRanks* last = &links.hosts[root_host];
  add(last->size() - 1, last->link);
  for (size_t h = 0; h < links.hosts.size(); ++h) {
    if (h == root_host) continue;
    const HostRanks& host = links.hosts[h];
    add(1, joined(last->port, host.port));
    add(host.size() - 1, host.link);
    last = &host;
  }
  return bytes * slowest + sum.latency_seconds +
         std::min(kChunk, bytes) * (sum.seconds_per_byte - slowest);
}

double all_to_all(const GroupLinks& links, std::span<const double> from_bytes,
                  std::span<const double> to_bytes) {
  const double sum = blocks_of(from_bytes).sum;
  return direct_seconds(
      links, [&](size_t r) { return from_bytes[r]; }, [&](size_t r) { return to_bytes[r] / sum; });
}

double modelled_seconds(const GroupLinks& links, CollectiveKind kind, CollectiveAlgorithm used,
                        const Blocks& blocks, std::span<const double> shard_bytes) {
  if (kind == CollectiveKind::kAllToAll) return all_to_all(links, shard_bytes, shard_bytes);
  if (kind == CollectiveKind::kBroadcast) return broadcast(links, shard_bytes);
  if (kind == CollectiveKind::kAllReduce) return all_reduce(links, used, blocks.sum);
  if (used == CollectiveAlgorithm::kPadded) return padded(links, blocks);
  if (kind == CollectiveKind::kAllGather) return ring_all_gather(links.ring, blocks, shard_bytes);
  if (used == CollectiveAlgorithm::kDirect) return direct_reduce_scatter(links, shard_bytes);
  return ring_reduce_scatter(links.ring, blocks, shard_bytes);
}

// Measured over predicted time, interpolated between the rows' sizes; 1 if nothing was measured.
double factor_of(const GroupLinks& links, CollectiveKind kind, CollectiveAlgorithm used,
                 double bytes) {
  const auto is_it = [&](const MeasuredCollective& each) {
    return each.kind == kind && each.algorithm == used;
  };
  const auto found = std::find_if(links.measured.begin(), links.measured.end(), is_it);
  if (found == links.measured.end()) return 1;
  const auto& rows = found->rows;
  const auto above = std::find_if(rows.begin(), rows.end(),
                                  [&](const CollectiveRow& row) { return row.bytes >= bytes; });
  if (above == rows.begin()) return above->factor;
  if (above == rows.end()) return rows.back().factor;
  const CollectiveRow &low = above[-1], &high = *above;
  const double t = std::log(bytes / low.bytes) / std::log(high.bytes / low.bytes);
  return low.factor * std::pow(high.factor / low.factor, t);
}

}  // namespace

double all_to_all_seconds(const GroupLinks& links, std::span<const double> from_bytes,
                          std::span<const double> to_bytes) {
  MOTLEY_CHECK(std::ssize(from_bytes) == links.num_ranks && from_bytes.size() == to_bytes.size(),
               "{} and {} blocks for {} ranks", from_bytes.size(), to_bytes.size(),
               links.num_ranks);
  const double sum = blocks_of(from_bytes).sum;
  if (sum == 0 || links.num_ranks == 1) return 0;
  return all_to_all(links, from_bytes, to_bytes) *
         factor_of(links, CollectiveKind::kAllToAll, CollectiveAlgorithm::kAuto, sum);
}

double transfer_seconds(const GroupLinks& links, int from, int to, double bytes) {
  if (from == to) return 0;
  return seconds_on(hop_between(links, from, to), bytes);
}

double collective_seconds(const GroupLinks& links, CollectiveKind kind,
                          CollectiveAlgorithm algorithm, std::span<const double> shard_bytes) {
  return collective_phases(links, kind, algorithm, shard_bytes).seconds();
}

Phases collective_phases(const GroupLinks& links, CollectiveKind kind,
                         CollectiveAlgorithm algorithm, std::span<const double> shard_bytes) {
  MOTLEY_CHECK(std::ssize(shard_bytes) == links.num_ranks, "{} blocks for {} ranks",
               shard_bytes.size(), links.num_ranks);
  const Blocks blocks = blocks_of(shard_bytes);
  if (blocks.sum == 0 || links.num_ranks == 1) return {};
  CollectiveAlgorithm used = algorithm_used(kind, algorithm, blocks.sum);
  if (used == CollectiveAlgorithm::kHierarchical && !is_hierarchical(links))
    used = CollectiveAlgorithm::kRing;
  Phases phases;
  if (used == CollectiveAlgorithm::kHierarchical) {
    phases = hierarchical(links, kind, blocks, shard_bytes);
  } else {
    phases.ports = modelled_seconds(links, kind, used, blocks, shard_bytes);
  }
  const double factor = factor_of(links, kind, used, blocks.sum);
  return {factor * phases.to_ports, factor * phases.ports, factor * phases.from_ports};
}

CheapestCollective cheapest_collective(std::span<const GroupLinks> groups, CollectiveKind kind,
                                       std::span<const double> shard_bytes, bool is_half) {
  const double sum = blocks_of(shard_bytes).sum;
  // An all-reduce gathers its result as halves again.
  std::vector<double> widened;
  if (is_half && kind == CollectiveKind::kAllReduce) widened.assign(shard_bytes.size(), 1.5);
  if (is_half && kind == CollectiveKind::kReduceScatter) widened.assign(shard_bytes.size(), 2);
  for (size_t r = 0; r < widened.size(); ++r) widened[r] *= shard_bytes[r];
  CheapestCollective best;
  double least = INFINITY;
  for (const CollectiveAlgorithm each : kCollectiveAlgorithms) {
    if (algorithm_used(kind, each, sum) != each) continue;
    const bool as_they_are = widened.empty() || each == CollectiveAlgorithm::kDirect ||
                             each == CollectiveAlgorithm::kWhole;
    Phases slowest;
    for (const GroupLinks& links : groups) {
      const Phases phases =
          collective_phases(links, kind, each, as_they_are ? shard_bytes : std::span(widened));
      if (phases.seconds() > slowest.seconds()) slowest = phases;
    }
    const double worth = slowest.ports + (slowest.to_ports + slowest.from_ports) / 2;
    if (worth >= least) continue;
    least = worth;
    best = {each, slowest};
  }
  return best;
}

double collective_seconds(const Cluster& cluster, std::span<const Device> group,
                          CollectiveKind kind, CollectiveAlgorithm algorithm,
                          std::span<const double> shard_bytes) {
  return collective_seconds(group_links(cluster, group), kind, algorithm, shard_bytes);
}

}  // namespace motley::core
