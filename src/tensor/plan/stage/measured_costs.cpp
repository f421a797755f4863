#include "tensor/plan/stage/measured_costs.h"

#include <fmt/format.h>

#include <algorithm>
#include <bit>
#include <cctype>
#include <cmath>
#include <numeric>

#include "core/base/error.h"
#include "core/base/memory.h"
#include "tensor/plan/schedule/generators.h"
#include "tensor/plan/simulate/pipeline_workload.h"
#include "tensor/plan/stage/plan_problem.h"

namespace motley::tensor::stage {
namespace {

constexpr double kMostMeasuredTicks = 1e18;  // of a step: beyond, sums are not exact
constexpr double kBucketBytes = 500e6;       // of gradients, as DeepSpeed reduces them

bool same_name(const std::string& a, const std::string& b) {
  return std::ranges::equal(
      a, b, [](unsigned char x, unsigned char y) { return std::tolower(x) == std::tolower(y); });
}

template <typename Of>
std::vector<double> sums(size_t count, Of of) {
  std::vector<double> result = {0};
  for (size_t i = 0; i < count; ++i) result.push_back(result.back() + of(i));
  return result;
}

double between(const std::vector<double>& sums, int32_t begin, int32_t end) {
  return sums[end] - sums[begin];
}

}  // namespace

MeasuredCosts::MeasuredCosts(const MeasuredProblem& problem) : problem_(problem) {
  const core::Cluster& cluster = problem.cluster;
  const auto types = cluster.device_types.size();
  num_devices_.resize(types);
  devices_per_host_.resize(types);
  port_rates_.resize(types);
  port_latencies_.resize(types);
  degrees_.resize(types);
  for (const core::Host& host : cluster.hosts) {
    const auto port = core::port_of(cluster, host);
    for (const core::DeviceCount& some : host.devices) {
      num_devices_[some.type] += some.count;
      // Groups are made within hosts, so a degree divides the devices of all of them.
      devices_per_host_[some.type] = std::gcd(devices_per_host_[some.type], some.count);
      const double rate = port ? port->bandwidth_bytes_per_second : 0;
      double& least = port_rates_[some.type];
      least = least == 0 ? rate : std::min(least, rate);
      if (port) {
        port_latencies_[some.type] = std::max(port_latencies_[some.type], port->latency_seconds);
      }
    }
  }
  for (int32_t type = 0; type < num_types(); ++type) profile_types_.push_back(profile_type(type));
  const auto layers = static_cast<size_t>(num_layers());
  for (const auto& [key, times] : problem.profile.times) {
    for (int32_t type = 0; type < num_types(); ++type) {
      if (profile_types_[type] != key.type || num_devices_[type] == 0) continue;
      const bool is_power = (key.tensor & (key.tensor - 1)) == 0;
      if (!is_power || devices_per_host_[type] % key.tensor != 0) continue;
      if (std::ranges::count(degrees_[type], key.tensor) == 0) {
        degrees_[type].push_back(key.tensor);
      }
      if (std::ranges::count(sizes_, key.samples) == 0) sizes_.push_back(key.samples);
      const auto& measured = times.layers;
      times_[{type, key.tensor, key.samples}] = {
          sums(layers, [&](size_t i) { return measured[i].forward_seconds; }),
          sums(layers, [&](size_t i) { return measured[i].backward_seconds; }),
          times.update_seconds};
      Bytes& bytes = bytes_[{type, key.tensor}];
      const auto known = problem.profile.bytes.find({key.type, key.tensor});
      const std::vector<MeasuredProfile::LayerBytes> of =
          known != problem.profile.bytes.end() ? known->second
                                               : std::vector<MeasuredProfile::LayerBytes>(layers);
      bytes.parameters = sums(layers, [&](size_t i) { return of[i].parameters; });
      bytes.saved = sums(layers, [&](size_t i) { return of[i].saved; });
      bytes.fixed = sums(layers, [&](size_t i) {
        return of[i].fixed > 0 ? of[i].fixed : of[i].parameters * problem.bytes_per_parameter_byte;
      });
      bytes.activation.clear();
      for (const auto& one : of) bytes.activation.push_back(one.activation);
    }
  }
  for (auto& degrees : degrees_) std::ranges::sort(degrees);
  std::ranges::sort(sizes_);
  if (problem.rates) find_rates();
  if (!times_.empty()) return;
  std::string measured;
  for (const auto& [key, times] : problem.profile.times) {
    if (measured.find(key.type) == measured.npos) measured += " " + key.type;
  }
  throw core::UserError(
      fmt::format("{} was measured on{}, none of which is a device type of the cluster",
                  problem.profile.name, measured));
}

std::string MeasuredCosts::profile_type(int32_t type) const {
  for (const auto& [key, times] : problem_.profile.times) {
    if (same_name(key.type, type_name(type))) return key.type;
  }
  return "";
}

int64_t MeasuredCosts::microbatches(int32_t samples, int32_t replicas) const {
  const int64_t each = int64_t{samples} * replicas;
  return (problem_.batch + each - 1) / each;
}

const MeasuredCosts::Sums* MeasuredCosts::times(int32_t type, int32_t tensor,
                                                int32_t samples) const {
  const auto at = times_.find({type, tensor, samples});
  return at == times_.end() ? nullptr : &at->second;
}

const MeasuredCosts::Bytes& MeasuredCosts::bytes(int32_t type, int32_t tensor) const {
  return bytes_.at({type, tensor});
}

// Degrees are powers of two.
size_t MeasuredCosts::pair_of(const ReplicaGroup& from, const ReplicaGroup& to) const {
  const auto index = [](const ReplicaGroup& group) {
    return static_cast<size_t>(group.type) * 32 +
           static_cast<size_t>(std::countr_zero(static_cast<uint32_t>(group.tensor)));
  };
  return index(from) * static_cast<size_t>(num_types()) * 32 + index(to);
}

void MeasuredCosts::find_rates() {
  std::vector<ReplicaGroup> kinds;
  for (int32_t type = 0; type < num_types(); ++type) {
    kinds.push_back({type, 1, 1});
    for (const int32_t tensor : degrees_[type]) {
      if (tensor > 1) kinds.push_back({type, tensor, 1});
    }
  }
  const auto types = static_cast<size_t>(num_types());
  rates_.assign(types * 32 * types * 32, nullptr);
  for (const ReplicaGroup& from : kinds) {
    for (const ReplicaGroup& to : kinds) {
      rates_[pair_of(from, to)] = problem_.rates->coefficients(
          {profile_types_[from.type], from.tensor}, {profile_types_[to.type], to.tensor});
    }
  }
}

double MeasuredCosts::message_seconds(double bytes, const ReplicaGroup& from,
                                      const ReplicaGroup& to) const {
  if (bytes <= 0) return 0;
  if (problem_.rates) {
    const std::vector<double>* known = rates_[pair_of(from, to)];
    if (known) return MessageRates::seconds(bytes, *known);
  }
  const auto share = [&](const ReplicaGroup& group) {
    return port_rates_[group.type] * group.tensor /
           static_cast<double>(devices_per_host_[group.type]);
  };
  const double rate = std::min(share(from), share(to));
  if (rate == 0) return 0;  // one host: its links are far quicker than passes
  return bytes / rate + std::max(port_latencies_[from.type], port_latencies_[to.type]);
}

double MeasuredCosts::reduce_seconds(const MeasuredStage& stage, int32_t replicas) const {
  if (replicas < 2) return 0;
  double most = 0;  // bytes of gradients of one device
  for (const ReplicaGroup& group : stage.groups) {
    most =
        std::max(most, between(bytes(group.type, group.tensor).parameters, stage.begin, stage.end));
  }
  double total = 0;
  for (double rest = most; rest > 0; rest -= kBucketBytes) {
    const double part = std::min(rest, kBucketBytes) / replicas;
    double slowest = 0;  // of the ring's messages, between neighbouring replicas
    for (size_t g = 0; g < stage.groups.size(); ++g) {
      for (size_t h = g; h <= g + 1 && h < stage.groups.size(); ++h) {
        if (h == g && stage.groups[g].count < 2) continue;
        ReplicaGroup from = stage.groups[g], to = stage.groups[h];
        if (problem_.rates) from.tensor = to.tensor = 1;  // each device has a ring of its own
        slowest = std::max(slowest, message_seconds(part, from, to));
      }
    }
    total += 2 * (replicas - 1) * slowest;
  }
  return total;
}

double MeasuredCosts::peak_bytes(const ReplicaGroup& group, int32_t begin, int32_t end,
                                 int32_t samples, int64_t live) const {
  const Bytes& known = bytes(group.type, group.tensor);
  return problem_.overhead_bytes + between(known.fixed, begin, end) +
         between(known.saved, begin, end) * samples * static_cast<double>(live);
}

std::string to_string(const MeasuredPlan& plan, const core::Cluster& cluster) {
  std::string text;
  for (const MeasuredStage& stage : plan.stages) {
    text += fmt::format("{}({}-{})", text.empty() ? "" : " | ", stage.begin, stage.end);
    for (size_t g = 0; g < stage.groups.size(); ++g) {
      const ReplicaGroup& group = stage.groups[g];
      text += fmt::format("{} {} x {} tp{}", g == 0 ? "" : " +", group.count,
                          cluster.device_types[group.type].name, group.tensor);
    }
  }
  return text;
}

namespace {

void check_plan(const MeasuredCosts& costs, const MeasuredPlan& plan) {
  std::vector<int64_t> used(costs.num_types());
  int32_t next = 0;
  for (size_t s = 0; s < plan.stages.size(); ++s) {
    const MeasuredStage& stage = plan.stages[s];
    if (stage.begin != next || stage.end <= stage.begin) {
      throw core::UserError(fmt::format("stage {} has layers {} to {}; it begins at layer {}", s,
                                        stage.begin, stage.end, next));
    }
    next = stage.end;
    int64_t replicas = 0;
    for (const ReplicaGroup& group : stage.groups) {
      if (!costs.times(group.type, group.tensor, plan.samples)) {
        throw core::UserError(fmt::format(
            "stage {}: micro-batches of {} samples at degree {} were not measured on {}", s,
            plan.samples, group.tensor, costs.type_name(group.type)));
      }
      replicas += group.count;
      used[group.type] += int64_t{group.count} * group.tensor;
    }
    if (replicas != plan.replicas) {
      throw core::UserError(
          fmt::format("stage {} has {} replicas, not {}", s, replicas, plan.replicas));
    }
  }
  if (next != costs.num_layers()) {
    throw core::UserError(
        fmt::format("the stages end at layer {} of {}", next, costs.num_layers()));
  }
  for (int32_t type = 0; type < costs.num_types(); ++type) {
    if (used[type] > costs.num_devices(type)) {
      throw core::UserError(fmt::format("{} x {} are used; the cluster has {}", used[type],
                                        costs.type_name(type), costs.num_devices(type)));
    }
  }
}

// The largest time of a message between the replicas of two stages, the i-th of one to the i-th of
// the other.
double slowest_message(const MeasuredCosts& costs, double bytes, const MeasuredStage& from,
                       const MeasuredStage& to) {
  double slowest = 0;
  size_t i = 0, j = 0;
  int32_t left = from.groups[0].count, right = to.groups[0].count;
  while (true) {
    slowest = std::max(slowest, costs.message_seconds(bytes, from.groups[i], to.groups[j]));
    const int32_t both = std::min(left, right);
    left -= both;
    right -= both;
    if (left == 0 && ++i < from.groups.size()) left = from.groups[i].count;
    if (right == 0 && ++j < to.groups.size()) right = to.groups[j].count;
    if (i == from.groups.size() || j == to.groups.size()) return slowest;
  }
}

}  // namespace

MeasuredTiming timing_of(const MeasuredCosts& costs, const MeasuredPlan& plan) {
  MeasuredTiming timing{.microbatches = costs.microbatches(plan.samples, plan.replicas)};
  const auto num_stages = static_cast<int32_t>(plan.stages.size());
  for (int32_t s = 0; s < num_stages; ++s) {
    const MeasuredStage& stage = plan.stages[s];
    MeasuredStageTimes& one = timing.stages.emplace_back();
    const int64_t live = std::min<int64_t>(timing.microbatches, num_stages - s);
    double slowest = -1, closest = -1;
    for (const ReplicaGroup& group : stage.groups) {
      const auto& times = *costs.times(group.type, group.tensor, plan.samples);
      const double forward = between(times.forward, stage.begin, stage.end);
      const double backward = between(times.backward, stage.begin, stage.end);
      if (forward + backward > slowest) {
        slowest = forward + backward;
        one.forward_seconds = forward;
        one.backward_seconds = backward;
      }
      const auto& bytes = costs.bytes(group.type, group.tensor);
      if (bytes.parameters.back() > 0) {
        const double part = between(bytes.parameters, stage.begin, stage.end);
        one.update_seconds =
            std::max(one.update_seconds, times.update_seconds * part / bytes.parameters.back());
      }
      const double peak = costs.peak_bytes(group, stage.begin, stage.end, plan.samples, live);
      const double memory = costs.memory_bytes(group.type);
      if (memory > 0 && peak / memory > closest) {
        closest = peak / memory;
        one.peak_bytes = peak;
        one.memory_bytes = memory;
      }
      if (memory > 0 && peak > memory && timing.out_of_memory.empty()) {
        timing.out_of_memory = fmt::format(
            "stage {} needs {} on a {} of {}", s, core::readable_bytes(static_cast<int64_t>(peak)),
            costs.type_name(group.type), core::readable_bytes(static_cast<int64_t>(memory)));
      }
    }
    const auto& bytes = costs.bytes(stage.groups[0].type, stage.groups[0].tensor).activation;
    // Activations to the next stage and gradients to the previous one; at the ends, what is
    // received.
    const int32_t last = num_stages - 1;
    if (num_stages > 1) {
      const int32_t forward_cut = s < last ? stage.end : stage.begin;
      const int32_t backward_cut = s > 0 ? stage.begin : stage.end;
      const MeasuredStage &from = plan.stages[s < last ? s : s - 1],
                          &to = plan.stages[s < last ? s + 1 : s];
      one.forward_message_seconds =
          slowest_message(costs, bytes[forward_cut - 1] * plan.samples, from, to);
      const MeasuredStage &later = plan.stages[s > 0 ? s : s + 1],
                          &earlier = plan.stages[s > 0 ? s - 1 : s];
      one.backward_message_seconds =
          slowest_message(costs, bytes[backward_cut - 1] * plan.samples, later, earlier);
    }
    one.reduce_seconds = costs.reduce_seconds(stage, plan.replicas);
  }
  return timing;
}

void simulate_order(MeasuredTiming& timing) {
  double sequential = 0;  // all passes and messages of a micro-batch
  for (const MeasuredStageTimes& stage : timing.stages) {
    sequential += stage.forward_seconds + stage.forward_message_seconds + stage.backward_seconds +
                  stage.backward_message_seconds;
  }
  const double ticks = sequential * static_cast<double>(timing.microbatches) * kTicksPerSecond;
  if (!(ticks < kMostMeasuredTicks)) {
    timing.step_seconds = INFINITY;
    return;
  }
  schedule::PipelineCosts work;
  for (const MeasuredStageTimes& stage : timing.stages) {
    work.forward.push_back(to_ticks(stage.forward_seconds + stage.forward_message_seconds));
    work.backward.push_back(to_ticks(stage.backward_seconds + stage.backward_message_seconds));
  }
  const auto stages = static_cast<int32_t>(timing.stages.size());
  const schedule::Schedule lists =
      schedule::one_f_one_b({stages, static_cast<int32_t>(timing.microbatches)});
  const simulate::PipelineRun run = simulate::run_pipeline(lists, work);
  timing.step_seconds = 0;
  for (int32_t s = 0; s < stages; ++s) {
    const MeasuredStageTimes& stage = timing.stages[s];
    timing.step_seconds =
        std::max(timing.step_seconds,
                 seconds(run.devices[s].last_end) + stage.reduce_seconds + stage.update_seconds);
  }
}

MeasuredTiming evaluate(const MeasuredProblem& problem, const MeasuredPlan& plan) {
  const MeasuredCosts costs(problem);
  check_plan(costs, plan);
  MeasuredTiming timing = timing_of(costs, plan);
  simulate_order(timing);
  check_time(timing);
  return timing;
}

void check_time(const MeasuredTiming& timing) {
  if (!timing.stages.empty() && std::isfinite(timing.step_seconds)) return;
  throw core::UserError("the times of the measurements are too long to be summed exactly");
}

}  // namespace motley::tensor::stage
