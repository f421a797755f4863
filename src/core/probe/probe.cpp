#include "core/probe/probe.h"

#include <unistd.h>

#include <algorithm>
#include <array>
#include <cmath>

#include "core/base/memory.h"
#include "core/base/peak.h"
#include "core/base/threads.h"
#include "core/cluster/cluster_file.h"
#include "core/collective/cost/group_links.h"
#include "core/comm/arrays.h"
#include "core/probe/contention_times.h"
#include "core/probe/memory_times.h"
#include "core/probe/probe_cluster.h"
#include "core/probe/processors.h"

namespace motley::core {
namespace {

// A figure of a throttled rank is taken over this many periods of its quota.
constexpr double kThrottledPeriods = 20;

// The text of every rank, on every rank.
std::vector<std::string> gather_texts(Communicator& comm, const std::string& text) {
  const auto n = static_cast<size_t>(comm.num_ranks());
  std::vector<int64_t> lengths(n);
  const std::array<int64_t, 1> own = {std::ssize(text)};
  comm.all_gather(elements(own), elements(lengths), std::vector<int64_t>(n, 1)).wait();
  const std::vector<int64_t> offsets = offsets_of(lengths);
  std::vector<uint8_t> mine(text.begin(), text.end()), all(static_cast<size_t>(offsets.back()));
  comm.all_gather(elements(mine), elements(all), lengths).wait();
  std::vector<std::string> texts;
  for (size_t r = 0; r < n; ++r) {
    texts.emplace_back(all.begin() + offsets[r], all.begin() + offsets[r + 1]);
  }
  return texts;
}

int ranks_on_my_host(const std::vector<std::string>& names, int rank) {
  return static_cast<int>(std::ranges::count(names, names[static_cast<size_t>(rank)]));
}

// Its share of the cores, and of the quota.
int default_threads(int ranks_here, double quota) {
  const int cores = std::max(1, num_cores() / ranks_here);
  if (quota <= 0) return cores;
  return std::clamp(static_cast<int>(std::ceil(quota)) / ranks_here, 1, cores);
}

// The fraction of a core available to each thread while all ranks of its host work: limited by the
// cores and by the quota. The current load of other programs is not a property of the machine.
double allowed_share(int num_threads, int ranks_here, double quota) {
  const double threads = num_threads * ranks_here;
  const double share = std::min(1.0, num_cores() / threads);
  return quota > 0 ? std::min(share, quota / threads) : share;
}

// Rates while all ranks work: those of a thread with its own core, times its share.
DeviceType shared(DeviceType type, double share) {
  const auto rounded = [](double x) { return std::stod(fmt::format("{:.4g}", x)); };
  if (share == 1) return type;
  type.flops_per_second = rounded(type.flops_per_second * share);
  for (MeasuredTable& table : type.measured) {
    for (MeasuredRow& row : table.rows) row.rate = rounded(row.rate * share);
  }
  return type;
}

// Rounded for readability: 23.5GiB.
int64_t whole_memory(int64_t bytes) {
  constexpr int64_t kUnit = 128 << 20;
  return bytes < 8 * kUnit ? bytes : bytes / kUnit * kUnit;
}

DeviceType plain_device(int num_threads) {
  DeviceType type{.name = "cpu"};
  type.flops_per_second = measure_peak_flops(num_threads, 0.3);
  type.memory_bytes = machine_memory_bytes();
  type.memory_bytes_per_second = measure_copy_bandwidth(num_threads, 0.3);
  type.threads = num_threads;
  return type;
}

// Types are exchanged in file format.
std::vector<DeviceType> gather_types(Communicator& comm, const DeviceType& type) {
  Cluster one{.name = {}, .device_types = {type}, .hosts = {}, .network = {}};
  one.hosts.push_back({.name = {}, .devices = {{0, 1}}, .link = {}, .network = {}});
  std::vector<DeviceType> types;
  for (const std::string& text : gather_texts(comm, print_cluster(one))) {
    types.push_back(parse_cluster(text, "a rank's device").device_types[0]);
  }
  return types;
}

std::vector<double> gather_numbers(Communicator& comm, double number) {
  const std::array<double, 1> own = {number};
  std::vector<double> all(static_cast<size_t>(comm.num_ranks()));
  comm.all_gather(elements(own), elements(all), std::vector<int64_t>(all.size(), 1)).wait();
  return all;
}

class Probe {
 public:
  Probe(Communicator& comm, const ProbeSettings& settings)
      : comm_(comm),
        settings_(settings),
        names_(host_names(comm)),
        quota_(processor_quota().cores),
        limits_(settings.limits) {
    ranks_here_ = ranks_on_my_host(names_, comm.rank());
    num_threads_ =
        settings.num_threads > 0 ? settings.num_threads : default_threads(ranks_here_, quota_);
    is_throttled_ = max_over_ranks(comm, quota_ > 0 && quota_ < num_cores() ? 1 : 0) > 0;
    throttled_seconds_ = kThrottledPeriods * max_over_ranks(comm, processor_quota().period_seconds);
    if (is_throttled_) limits_.seconds = std::max(limits_.seconds, throttled_seconds_);
  }

  ProbedCluster run() {
    say("memory and processors");
    const std::vector<RankFacts> facts = rank_facts();
    say("links");
    const TransferTimes transfers =
        comm_.num_ranks() > 1 ? measure_transfers(comm_, {.limits = limits_}) : TransferTimes{};
    ProbedCluster probed{cluster_of(facts, transfers), notes_on(facts, transfers)};
    if (comm_.num_ranks() > 1) {
      say("collectives");
      const GroupLinks links = group_links(probed.cluster, device_of_ranks(probed.cluster));
      probed.cluster.collectives =
          factors_of(links, measure_collectives(comm_, links, {.limits = limits_}));
    }
    return probed;
  }

 private:
  void say(const char* what) const {
    if (comm_.rank() == 0 && settings_.on_stage) settings_.on_stage(what);
  }

  std::vector<RankFacts> rank_facts() {
    const double share = allowed_share(num_threads_, ranks_here_, quota_);
    const double had = processor_share_at_once();
    const MemoryTimes memory = measure_memory(comm_, num_threads_, limits_);
    say("the device's kernels");
    DeviceType type;
    for (const bool accelerators : {true, false}) {
      comm_.barrier().wait();
      if (settings_.is_accelerator == accelerators) type = measured_type(share);
    }
    const bool is_cpu = type.device.empty();  // an accelerator's memory is its own
    type.memory_bytes = whole_memory(is_cpu ? type.memory_bytes / ranks_here_ : type.memory_bytes);
    if (is_cpu) type = shared(std::move(type), share);
    // For a single rank the kernels' own figure is better: it excludes interference.
    if (is_cpu && (comm_.num_ranks() > 1 || share < 1)) {
      type.memory_bytes_per_second = std::stod(fmt::format("{:.4g}", memory.at_once));
    }
    if (comm_.num_ranks() > 1) {
      say("contention between ranks");
      const ContentionShares contention = measure_contention(comm_, num_threads_, is_cpu);
      if (is_cpu && !type.measured.empty())
        std::ranges::move(contention.tables(), std::back_inserter(type.measured));
    }
    const std::vector<DeviceType> types = gather_types(comm_, type);
    const auto quotas = gather_numbers(comm_, quota_), shares = gather_numbers(comm_, share),
               had_shares = gather_numbers(comm_, had), alone = gather_numbers(comm_, memory.alone),
               at_once = gather_numbers(comm_, memory.at_once),
               spreads = gather_numbers(comm_, memory.spread);
    std::vector<RankFacts> facts;
    for (size_t r = 0; r < names_.size(); ++r) {
      facts.push_back({names_[r], types[r], quotas[r], shares[r], had_shares[r], alone[r],
                       at_once[r], spreads[r]});
    }
    return facts;
  }

  DeviceType measured_type(double share) const {
    if (!settings_.measure_device) return plain_device(num_threads_);
    return settings_.measure_device({num_threads_, is_throttled_, ranks_here_ > 1 && share == 1});
  }

  double processor_share_at_once() {
    comm_.barrier().wait();
    return processor_share(num_threads_, is_throttled_ ? std::max(0.3, throttled_seconds_) : 0.3);
  }

  // A Cluster's devices are ordered by host; ranks may be distributed round-robin.
  std::vector<Device> device_of_ranks(const Cluster& cluster) const {
    std::vector<Device> ranks;
    for (const std::string& name : names_) {
      const auto host = std::ranges::find(cluster.hosts, name, &Host::name);
      ranks.push_back({.type = host->devices[0].type,
                       .host = static_cast<int32_t>(host - cluster.hosts.begin())});
    }
    return ranks;
  }

  Communicator& comm_;
  const ProbeSettings& settings_;
  std::vector<std::string> names_;
  double quota_ = 0;
  int ranks_here_ = 1, num_threads_ = 1;
  bool is_throttled_ = false;
  double throttled_seconds_ = 0;
  SamplingLimits limits_;
};

}  // namespace

std::vector<std::string> host_names(Communicator& comm) {
  std::array<char, 256> name = {};
  ::gethostname(name.data(), name.size() - 1);
  return gather_texts(comm, name.data());
}

ProbedCluster probe_ranks(Communicator& comm, const ProbeSettings& settings) {
  return Probe(comm, settings).run();
}

}  // namespace motley::core
