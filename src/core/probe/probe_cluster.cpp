#include "core/probe/probe_cluster.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <map>

#include "core/base/error.h"
#include "core/base/statistics.h"
#include "core/cluster/quantity.h"
#include "core/collective/cost/collective_cost.h"

namespace motley::core {
namespace {

constexpr double kClearlyLess = 0.9;  // of a bandwidth: below it, shared_bandwidth is written

double rounded(double value) { return std::stod(fmt::format("{:.3g}", value)); }

std::optional<LineFit> fit_of(const std::vector<int64_t>& sizes,
                              const std::vector<Measurement>& figures) {
  std::vector<SizedTime> times;
  for (size_t s = 0; s < figures.size(); ++s) {
    if (figures[s].num_runs > 0) {
      times.push_back({static_cast<double>(sizes[s]), figures[s].seconds});
    }
  }
  if (times.size() < 2) return std::nullopt;
  const LineFit fit = fit_line(times);
  return fit.seconds_per_byte > 0 ? std::optional(fit) : std::nullopt;
}

// Hosts in the order of their first ranks.
struct HostList {
  std::vector<std::string> names;
  std::vector<size_t> of_rank;
  std::vector<std::vector<int>> ranks;

  explicit HostList(const std::vector<RankFacts>& facts) {
    for (size_t r = 0; r < facts.size(); ++r) {
      const auto found = std::ranges::find(names, facts[r].host);
      const auto index = static_cast<size_t>(found - names.begin());
      if (found == names.end()) {
        names.push_back(facts[r].host);
        ranks.emplace_back();
      }
      of_rank.push_back(index);
      ranks[index].push_back(static_cast<int>(r));
    }
  }
};

class LinkFinder {
 public:
  LinkFinder(const HostList& hosts, const TransferTimes& transfers)
      : hosts_(hosts), transfers_(transfers) {}

  // That of the median pair.
  std::optional<Link> inside(size_t host) const {
    std::vector<double> bandwidths, latencies, shared;
    for (const PairTimes& pair : transfers_.pairs) {
      if (host_of(pair.a) != host || host_of(pair.b) != host) continue;
      const auto alone = fit_of(transfers_.sizes, pair.alone);
      const auto at_once = fit_of(transfers_.sizes, pair.at_once);
      if (alone) bandwidths.push_back(1 / alone->seconds_per_byte);
      if (alone) latencies.push_back(alone->latency_seconds);
      if (at_once) shared.push_back(1 / at_once->seconds_per_byte);
    }
    if (bandwidths.empty()) return std::nullopt;
    return link_of(median(bandwidths), median(latencies), shared.empty() ? 0 : median(shared));
  }

  // That of the best partner.
  std::optional<Link> port(size_t host) const {
    double bandwidth = 0, latency = INFINITY;
    for (const PairTimes& pair : transfers_.pairs) {
      if ((host_of(pair.a) == host) == (host_of(pair.b) == host)) continue;
      const auto fit = fit_of(transfers_.sizes, pair.alone);
      if (!fit) continue;
      bandwidth = std::max(bandwidth, 1 / fit->seconds_per_byte);
      latency = std::min(latency, fit->latency_seconds);
    }
    if (bandwidth == 0) return std::nullopt;
    return link_of(bandwidth, latency, shared_port(host));
  }

 private:
  size_t host_of(int rank) const { return hosts_.of_rank[static_cast<size_t>(rank)]; }

  static Link link_of(double bandwidth, double latency, double shared) {
    Link link{rounded(bandwidth), rounded(latency)};
    if (shared > 0 && shared < kClearlyLess * bandwidth) {
      link.shared_bandwidth_bytes_per_second = rounded(shared);
    }
    return link;
  }

  // The total of all of its pairs to other hosts, in the best round.
  double shared_port(size_t host) const {
    const auto n = static_cast<int>(hosts_.of_rank.size());
    double best = 0;
    for (int round = 0; round < num_rounds(n); ++round) {
      double sum = 0;
      for (const PairTimes& pair : transfers_.pairs) {
        const bool crosses = (host_of(pair.a) == host) != (host_of(pair.b) == host);
        if (!crosses || partner(pair.a, n, round) != pair.b) continue;
        const auto fit = fit_of(transfers_.sizes, pair.at_once);
        if (fit) sum += 1 / fit->seconds_per_byte;
      }
      best = std::max(best, sum);
    }
    return best;
  }

  const HostList& hosts_;
  const TransferTimes& transfers_;
};

bool is_near(double a, double b, double tolerance) {
  return std::abs(a - b) <= tolerance * std::max(std::abs(a), std::abs(b));
}

// "cuda" of "cuda:1".
std::string platform_of(const DeviceType& type) {
  return type.device.substr(0, type.device.find(':'));
}

bool are_alike(const DeviceType& a, const DeviceType& b) {
  return a.threads == b.threads && platform_of(a) == platform_of(b) &&
         is_near(a.flops_per_second, b.flops_per_second, 0.1) &&
         is_near(a.memory_bytes_per_second, b.memory_bytes_per_second, 0.25) &&
         is_near(static_cast<double>(a.memory_bytes), static_cast<double>(b.memory_bytes), 0.02);
}

// Ranks that are alike share a type, that of the first one.
std::vector<int32_t> find_types(Cluster& cluster, const std::vector<RankFacts>& ranks) {
  std::vector<int32_t> type_of;
  std::vector<std::string> first_host;
  for (const RankFacts& rank : ranks) {
    auto& types = cluster.device_types;
    const auto alike = [&](const DeviceType& type) { return are_alike(type, rank.type); };
    const auto found = std::ranges::find_if(types, alike);
    type_of.push_back(static_cast<int32_t>(found - types.begin()));
    if (found != types.end()) {  // accelerators of one host are numbered in order
      if (found->device != rank.type.device) found->device = platform_of(*found);
      continue;
    }
    types.push_back(rank.type);
    first_host.push_back(rank.host);
  }
  for (size_t t = 0; t < first_host.size(); ++t) {
    const auto before = std::count(first_host.begin(), first_host.begin() + t, first_host[t]);
    std::string& name = cluster.device_types[t].name;
    const std::string kind = platform_of(cluster.device_types[t]);
    name = kind.empty() ? "cpu" : kind;
    if (first_host.size() > 1) name += "-" + first_host[t];
    if (before > 0) name += fmt::format("-{}", before + 1);
  }
  return type_of;
}

std::string figure_text(const Measurement& figure) {
  if (figure.num_runs == 0) return "-";
  const double unit = figure.seconds < 1e-3 ? 1e-6 : 1e-3;
  return fmt::format("{:.3g}{} +-{:.0f}%", figure.seconds / unit, unit == 1e-6 ? "us" : "ms",
                     100 * figure.spread);
}

std::string pair_line(const std::vector<RankFacts>& ranks, const TransferTimes& transfers,
                      const PairTimes& pair, const std::vector<Measurement>& figures,
                      const char* how) {
  const auto name = [&](int r) {
    return fmt::format("{} {}", r, ranks[static_cast<size_t>(r)].host);
  };
  std::string line = fmt::format("# {:<24} {:<8}", name(pair.a) + " - " + name(pair.b), how);
  for (const Measurement& figure : figures) line += fmt::format(" {:>16}", figure_text(figure));
  if (const auto fit = fit_of(transfers.sizes, figures)) {
    line += fmt::format("   {:.3g} us + {:.4g} MB/s, residual {:.0f} %", fit->latency_seconds * 1e6,
                        1e-6 / fit->seconds_per_byte, 100 * fit->residual);
  }
  return line + "\n";
}

std::string link_notes(const std::vector<RankFacts>& ranks, const TransferTimes& transfers) {
  constexpr size_t kMaxPairs = 32;
  std::string text = fmt::format("# {:<24} {:<8}", "one way", "");
  for (const int64_t size : transfers.sizes) {
    text += fmt::format(" {:>16}", print_quantity(static_cast<double>(size), Dimension::kBytes));
  }
  text += "   latency + bandwidth\n";
  for (size_t i = 0; i < std::min(kMaxPairs, transfers.pairs.size()); ++i) {
    const PairTimes& pair = transfers.pairs[i];
    text += pair_line(ranks, transfers, pair, pair.alone, "alone");
    text += pair_line(ranks, transfers, pair, pair.at_once, "at once");
  }
  if (transfers.pairs.size() > kMaxPairs) {
    text += fmt::format("# and {} more pairs\n", transfers.pairs.size() - kMaxPairs);
  }
  return text;
}

// The spreads of the largest messages, which determine the bandwidths.
double largest_spread(const TransferTimes& transfers) {
  double spread = 0;
  for (const PairTimes& pair : transfers.pairs) {
    for (const Measurement& figure : pair.alone) {
      if (figure.seconds > 1e-3) spread = std::max(spread, figure.spread);
    }
  }
  return spread;
}

}  // namespace

Cluster cluster_of(const std::vector<RankFacts>& ranks, const TransferTimes& transfers) {
  MOTLEY_CHECK(!ranks.empty(), "no ranks");
  Cluster cluster{.name = "probed", .device_types = {}, .hosts = {}, .network = {}};
  const std::vector<int32_t> type_of = find_types(cluster, ranks);
  const HostList hosts(ranks);
  const LinkFinder finder(hosts, transfers);
  for (size_t h = 0; h < hosts.names.size(); ++h) {
    Host& host = cluster.hosts.emplace_back();
    host.name = hosts.names[h];
    for (const int r : hosts.ranks[h]) {
      const int32_t type = type_of[static_cast<size_t>(r)];
      const auto row = std::ranges::find(host.devices, type, &DeviceCount::type);
      row == host.devices.end() ? host.devices.push_back({type, 1}) : void(++row->count);
    }
    if (hosts.ranks[h].size() > 1) host.link = finder.inside(h);
    if (hosts.names.size() > 1) host.network = finder.port(h);
  }
  return cluster;
}

std::vector<MeasuredCollective> factors_of(const GroupLinks& links,
                                           const std::vector<CollectiveTimes>& times) {
  std::vector<MeasuredCollective> all;
  for (const CollectiveTimes& each : times) {
    MeasuredCollective measured{each.kind, each.algorithm, {}};
    for (const auto& [bytes, figure] : each.rows) {
      std::vector<double> shards(static_cast<size_t>(links.num_ranks), bytes / links.num_ranks);
      if (each.kind == CollectiveKind::kBroadcast) {
        std::ranges::fill(shards, 0.0);
        shards[0] = bytes;
      }
      const double predicted = collective_seconds(links, each.kind, each.algorithm, shards);
      measured.rows.push_back({bytes, rounded(figure.seconds / predicted), rounded(figure.spread)});
    }
    all.push_back(std::move(measured));
  }
  return all;
}

std::string notes_on(const std::vector<RankFacts>& ranks, const TransferTimes& transfers) {
  std::string text =
      "# Figures are medians; +- is the interquartile range of the times over their median.\n";
  if (!transfers.pairs.empty()) text += link_notes(ranks, transfers);
  if (largest_spread(transfers) > 0.2) {
    text += "# Noisy: some of these spread by more than 20 %; was the machine in use?\n";
  }
  for (size_t r = 0; r < ranks.size(); ++r) {
    const RankFacts& rank = ranks[r];
    text += fmt::format(
        "# rank {} on {}: memory {:.3g} GB/s alone, {:.3g} GB/s with all ranks at once (+-{:.0f}%)",
        r, rank.host, rank.memory_alone * 1e-9, rank.memory_at_once * 1e-9,
        100 * rank.memory_spread);
    if (rank.quota > 0) text += fmt::format("; its quota is {:.3g} cores", rank.quota);
    if (rank.share < 1) {
      text += fmt::format("; each thread gets {:.0f} % of a core, which its rates include",
                          100 * rank.share);
    }
    if (rank.measured_share < 0.85 * rank.share) {
      text += fmt::format("; noisy: it had {:.0f} % while others used the machine",
                          100 * rank.measured_share);
    }
    text += "\n";
  }
  return text;
}

}  // namespace motley::core
