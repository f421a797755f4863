#include "tensor/plan/predict/step_time.h"

#include <fmt/format.h>

#include <algorithm>
#include <map>
#include <optional>
#include <tuple>

#include "core/base/memory.h"
#include "tensor/plan/predict/live_bytes.h"
#include "tensor/plan/predict/staging.h"
#include "tensor/plan/shard_cost/op_time.h"

namespace motley::tensor::predict {
namespace {

using namespace propagate;
using namespace shard_cost;

// Contention on a shared host, as measured by a probe: the fraction of the speed that remains for
// compute during communication, and for communication during compute.
struct Contention {
  double communication = 1, compute = 1;
};

// One kind of rank, lowered.
struct Kind {
  int rank = 0, num_ranks = 0;
  int32_t device_type = 0;
  std::vector<int> ranks;
  LocalOutline local;
  StepSchedule schedule;
  std::vector<double> segment_seconds;
  Contention contention;
  // By communication: staging from device memory to where it is sent from, and back.
  std::vector<double> fetch_seconds, bring_seconds;
  int64_t peak_bytes = 0;
};

// Busy intervals, in order of time and disjoint.
class BusyIntervals {
 public:
  void add(double begin, double end) {
    auto at = std::ranges::upper_bound(all_, begin, {}, &Interval::begin);
    if (at != all_.begin() && std::prev(at)->end > begin) {
      --at;
      at->end = std::max(at->end, end);
    } else {
      at = all_.insert(at, {begin, end});
    }
    const auto next = std::next(at);
    auto last = next;
    for (; last != all_.end() && last->begin < at->end; ++last) {
      at->end = std::max(at->end, last->end);
    }
    all_.erase(next, last);
  }
  // End of work that starts now, takes `seconds` alone, and runs at a fraction of its speed in busy
  // intervals.
  double end_of(double now, double seconds, double share) const {
    if (share == 1) return now + seconds;
    for (const auto& [begin, end] : all_) {
      if (end <= now) continue;
      if (now + seconds <= begin) break;
      seconds -= std::max(0.0, begin - now);
      now = std::max(now, begin);
      if (seconds <= (end - now) * share) return now + seconds / share;
      seconds -= (end - now) * share;
      now = end;
    }
    return now + seconds;
  }

 private:
  struct Interval {
    double begin = 0, end = 0;
  };
  std::vector<Interval> all_;
};

// The links of the group over time. Along one axis collectives run one after the other; but of
// several hierarchical ones in sequence, one uses its host's links while another is between hosts.
// Along axes that do not share links (shard_cost::axes_share_links) they run at the same time, and
// what a hierarchical one moves within hosts is time in which those within hosts wait.
class Network {
 public:
  explicit Network(const GroupCosts& costs) : is_shared_(axes_share_links(costs)) {
    for (size_t a = 0; a < costs.lines.size(); ++a) {
      const auto& lines = costs.lines[a];
      if (!is_shared_ && !lines.empty() && lines[0].hosts.size() == 1) within_hosts_ = a;
    }
  }

  double earliest(size_t axis, const core::Phases& phases) const {
    if (is_within_hosts(axis)) return links_;
    if (phases.to_ports > 0) return std::max(to_ports_, links_);
    return ports_;
  }

  // When one that begins at `begin` is done.
  double take(size_t axis, double begin, const core::Phases& phases) {
    if (is_within_hosts(axis)) return links_ = begin + phases.seconds();
    to_ports_ = begin + phases.to_ports;
    ports_ = std::max(to_ports_, ports_) + phases.ports;
    from_ports_ = std::max(ports_, from_ports_) + phases.from_ports;
    if (!is_shared_ && phases.to_ports + phases.from_ports > 0) {
      links_ = std::max(links_, begin) + phases.to_ports + phases.from_ports;
    }
    return phases.from_ports > 0 ? from_ports_ : ports_;
  }

 private:
  bool is_within_hosts(size_t axis) const { return !is_shared_ && axis == within_hosts_; }

  bool is_shared_ = true;
  size_t within_hosts_ = 0;  // the axis, where they do not share
  // When the last collective has left each part.
  double links_ = 0, to_ports_ = 0, ports_ = 0, from_ports_ = 0;
};

// The kinds of ranks: by device, and by the shards along each axis.
std::vector<Kind> kinds_of(const ShardPlan& plan, const std::vector<core::Device>& devices) {
  // Two positions of an axis are equivalent if all shardings give them the same amount.
  // By axis and position: the first equivalent position.
  std::vector<std::vector<int>> alike(plan.group.num_axes());
  for (int a = 0; a < plan.group.num_axes(); ++a) {
    const int n = plan.group.sizes[a];
    std::vector<const Shares*> shares;
    for (const Sharding& s : plan.values) {
      if (!s[a].is_sharded()) continue;
      const Shares& one = s[a].cut.shares;
      const bool known = std::any_of(shares.begin(), shares.end(),
                                     [&](const Shares* other) { return *other == one; });
      if (!known) shares.push_back(&one);
    }
    std::map<std::vector<int64_t>, int> first_with;  // these amounts
    for (int i = 0; i < n; ++i) {
      std::vector<int64_t> amounts;
      for (const Shares* s : shares) amounts.push_back((*s)[i]);
      // Position 0 has the terms counted once; it costs no more than others.
      alike[a].push_back(first_with.try_emplace(std::move(amounts), i).first->second);
    }
  }
  std::map<std::tuple<int32_t, std::vector<int>>, int> index;
  std::vector<Kind> kinds;
  for (int rank = 0; rank < plan.group.num_ranks(); ++rank) {
    std::vector<int> place;
    for (int a = 0; a < plan.group.num_axes(); ++a) {
      place.push_back(alike[a][plan.group.coordinate(rank, a)]);
    }
    const auto [at, fresh] =
        index.try_emplace({devices[rank].type, place}, static_cast<int>(kinds.size()));
    if (fresh) kinds.push_back({.rank = rank, .device_type = devices[rank].type});
    ++kinds[at->second].num_ranks;
    kinds[at->second].ranks.push_back(rank);
  }
  return kinds;
}

class Prediction {
 public:
  Prediction(const ShardingProblem& problem, const ShardPlan& plan, const core::Cluster& cluster,
             const std::vector<int>& members)
      : problem_(problem), plan_(plan), cluster_(cluster) {
    const std::vector<core::Device> all = core::devices(cluster);
    for (int member : members) devices_.push_back(all[member]);
  }

  StepTime run() {
    std::vector<Kind> kinds = kinds_of(plan_, devices_);
    for (Kind& kind : kinds) lower(kind);
    simulate(kinds);
    out_.rank_compute_seconds.resize(devices_.size());
    for (const Kind& kind : kinds) {
      double compute = 0;
      for (double s : kind.segment_seconds) compute += s;
      for (int rank : kind.ranks) out_.rank_compute_seconds[rank] = compute;
      out_.kinds.push_back({kind.rank, kind.num_ranks, kind.device_type, compute, kind.peak_bytes});
      out_.compute_seconds = std::max(out_.compute_seconds, compute);
      out_.peak_bytes = std::max(out_.peak_bytes, kind.peak_bytes);
      const core::DeviceType& type = cluster_.device_types[kind.device_type];
      if (kind.peak_bytes > type.memory_bytes && type.memory_bytes > 0 &&
          out_.out_of_memory.empty()) {
        out_.out_of_memory = fmt::format("{} has {}, but {} are needed", type.name,
                                         core::readable_bytes(type.memory_bytes),
                                         core::readable_bytes(kind.peak_bytes));
      }
    }
    out_.exposed_seconds = out_.step_seconds - out_.compute_seconds;
    return std::move(out_);
  }

 private:
  void lower(Kind& kind) {
    kind.local = local_outline(problem_, plan_, kind.rank);
    kind.schedule = schedule_of(kind.local, {plan_.bucket_bytes, plan_.prefetch_bytes,
                                             &problem_.costs(), plan_.reducing_bytes});
    std::vector<ValueId> also;
    for (const Collective& c : kind.local.collectives) also.push_back(c.input);
    const StoredWork work = stored_work(kind.local.outline, also);
    const core::DeviceType& type = cluster_.device_types[kind.device_type];
    const Staging staging(type);
    kind.contention = {share_kept(type, "contention.communication"),
                       share_kept(type, "contention.compute")};
    // A rank that waits for others waits for the slowest, a different one each time.
    const double slowest =
        plan_.group.num_ranks() > 1 ? share_kept(type, "contention.others") : 1.0;
    for (const auto& ops : kind.schedule.segments) {
      double seconds = staging.launch();
      for (int i : ops) seconds += seconds_of(work.ops[i], type);
      kind.segment_seconds.push_back(seconds / slowest);
    }
    for (const auto& together : kind.schedule.communications) {
      double out = 0, in = 0;
      for (int c : together) {
        const Collective& one = kind.local.collectives[c];
        out += static_cast<double>(kind.local.outline.value_bytes[one.input.index]);
        in += static_cast<double>(kind.local.outline.value_bytes[one.output.index]);
      }
      kind.fetch_seconds.push_back(staging.from_device(out));
      kind.bring_seconds.push_back(staging.to_device(in));
    }
    kind.peak_bytes = live_bytes(kind.local, kind.schedule, problem_).peak();
  }

  core::Phases communication(const LocalOutline& local, const std::vector<int>& together,
                             int index) {
    const Collective& first = local.collectives[together[0]];
    const Message message = message_of(local, together, plan_.group, problem_.costs());
    auto total = std::find_if(out_.collectives.begin(), out_.collectives.end(), [&](const auto& t) {
      return t.name == name(first.kind) && t.algorithm == message.algorithm;
    });
    if (total == out_.collectives.end()) {
      total = out_.collectives.insert(total, {std::string(name(first.kind)), message.algorithm});
    }
    total->count += 1;
    for (int c : together) {
      total->bytes += static_cast<double>(local.collectives[c].whole.num_bytes());
    }
    total->seconds += message.phases.seconds();
    total_of_.resize(std::max(total_of_.size(), static_cast<size_t>(index) + 1));
    total_of_[index] = total - out_.collectives.begin();
    return message.phases;
  }

  // Slowdown factor of a communication because ranks compute at the same time, until they wait for
  // it. `at` are the steps that start it; `done` are the completion times of earlier ones.
  static double slowed(double seconds, double begin, const std::vector<Kind>& kinds,
                       const std::vector<double>& time, const std::vector<size_t>& at,
                       const std::vector<double>& done) {
    double end = begin + seconds;
    for (size_t k = 0; k < kinds.size(); ++k) {
      const auto& steps = kinds[k].schedule.steps;
      const Contention& contention = kinds[k].contention;
      if (contention.compute == 1) continue;
      BusyIntervals computing;
      double now = time[k];
      for (size_t i = at[k] + 1; i < steps.size(); ++i) {
        if (steps[i].kind == RankStep::Kind::kCompute) {
          const double until =
              now + kinds[k].segment_seconds[steps[i].index] / contention.communication;
          computing.add(now, until);
          now = until;
        } else if (steps[i].kind == RankStep::Kind::kWait) {
          if (steps[i].index >= steps[at[k]].index) break;
          now = std::max(now, done[steps[i].index]);
        }
      }
      end = std::max(end, computing.end_of(begin, seconds, contention.compute));
    }
    return end > begin + seconds ? (end - begin) / seconds : 1;
  }

  void simulate(const std::vector<Kind>& kinds) {
    std::vector<double> time(kinds.size());  // current time of each kind of rank
    std::vector<size_t> at(kinds.size());    // its next step
    std::vector<double> done;                // completion time of each communication
    Network network(problem_.costs());
    BusyIntervals communicating;
    const auto compute_up_to_communication = [&](size_t k) {
      const auto& steps = kinds[k].schedule.steps;
      while (at[k] < steps.size() && steps[at[k]].kind == RankStep::Kind::kCompute) {
        const double begin = time[k];
        time[k] = communicating.end_of(begin, kinds[k].segment_seconds[steps[at[k]].index],
                                       kinds[k].contention.communication);
        span(kinds[k].rank, false, fmt::format("segment {}", steps[at[k]].index), begin, time[k]);
        ++at[k];
      }
    };
    const auto& first = kinds[0];
    while (true) {
      for (size_t k = 0; k < kinds.size(); ++k) compute_up_to_communication(k);
      if (at[0] == first.schedule.steps.size()) break;
      const RankStep step = first.schedule.steps[at[0]];
      if (step.kind == RankStep::Kind::kStart) {
        double ready = 0;
        for (size_t k = 0; k < kinds.size(); ++k)
          ready = std::max(ready, time[k] + kinds[k].fetch_seconds[step.index]);
        const auto& together = first.schedule.communications[step.index];
        core::Phases phases = communication(first.local, together, step.index);
        const size_t axis = first.local.collectives[together[0]].axis;
        const double begin = std::max(ready, network.earliest(axis, phases));
        const double longer = slowed(phases.seconds(), begin, kinds, time, at, done);
        phases = {phases.to_ports * longer, phases.ports * longer, phases.from_ports * longer};
        done.resize(std::max(done.size(), static_cast<size_t>(step.index) + 1));
        done[step.index] = network.take(axis, begin, phases);
        communicating.add(begin, done[step.index]);
        out_.communication_durations.resize(done.size());
        out_.communication_durations[step.index] = phases.seconds();
        out_.communication_seconds += phases.ports;
        span(first.rank, true,
             fmt::format("{} {}", name(first.local.collectives[together[0]].kind), step.index),
             begin, done[step.index]);
      } else {
        // A rank that comes early may wait for slower ranks; the last one waits for the network.
        const double last = *std::max_element(time.begin(), time.end());
        out_.collectives[total_of_[step.index]].exposed_seconds +=
            std::max(0.0, done[step.index] - last);
        for (size_t k = 0; k < kinds.size(); ++k)
          time[k] = std::max(time[k], done[step.index]) + kinds[k].bring_seconds[step.index];
      }
      for (size_t& next : at) ++next;
    }
    out_.step_seconds = *std::max_element(time.begin(), time.end());
  }

  void span(int rank, bool communication, std::string name, double begin, double end) {
    out_.spans.push_back({rank, communication, std::move(name), begin, end});
  }

  const ShardingProblem& problem_;
  const ShardPlan& plan_;
  const core::Cluster& cluster_;
  std::vector<core::Device> devices_;  // by rank
  std::vector<ptrdiff_t> total_of_;    // by communication: its row of out_.collectives
  StepTime out_;
};

}  // namespace

std::string CollectiveTotal::text() const {
  if (algorithm == core::CollectiveAlgorithm::kAuto) return name;
  return fmt::format("{}, {}", name, core::name_of(algorithm));
}

StepTime step_time(const ShardingProblem& problem, const ShardPlan& plan,
                   const core::Cluster& cluster, const std::vector<int>& devices) {
  return Prediction(problem, plan, cluster, devices).run();
}

}  // namespace motley::tensor::predict
