#include "tensor/plan/planner/tensor_pipelines.h"

#include <fmt/format.h>

#include <algorithm>
#include <numeric>

namespace motley::tensor::planner {
namespace {

using namespace stage;

// Degrees of which every host and device type has a multiple.
std::vector<int> tensor_degrees(const core::Cluster& cluster) {
  int64_t common = 0;
  for (const core::Host& host : cluster.hosts) {
    for (const core::DeviceCount& some : host.devices) common = std::gcd(common, some.count);
  }
  std::vector<int> degrees;
  for (int t = 2; t <= common; ++t) {
    if (common % t == 0) degrees.push_back(t);
  }
  return degrees;
}

// The step's time on `count` devices of a type in one host.
std::optional<double> seconds_on(const StepOnCluster& on, const core::Host& host, int32_t type,
                                 int count) {
  core::Cluster group = on.cluster;
  group.hosts = {host};
  group.hosts[0].devices = {{.type = type, .count = count}};
  const StepOnCluster alone{.model_step = on.model_step, .cluster = std::move(group)};
  const Plan plan = plan_by(alone, count == 1 ? "single" : "megatron");
  return plan.applies() ? std::optional(plan.time.step_seconds) : std::nullopt;
}

// How many times as fast a group is as one of its devices, by device type; empty where the step is
// not tensor-parallel.
std::vector<double> group_speeds(const StepOnCluster& on, int degree) {
  std::vector<double> speeds(on.cluster.device_types.size(), 1);
  for (size_t type = 0; type < speeds.size(); ++type) {
    const auto host = std::ranges::find_if(on.cluster.hosts, [&](const core::Host& h) {
      return std::ranges::any_of(
          h.devices, [&](const auto& some) { return some.type == static_cast<int32_t>(type); });
    });
    if (host == on.cluster.hosts.end()) continue;
    const auto one = seconds_on(on, *host, static_cast<int32_t>(type), 1);
    const auto all = seconds_on(on, *host, static_cast<int32_t>(type), degree);
    if (!one || !all) return {};
    speeds[type] = *one / *all;
  }
  return speeds;
}

PlanProblem in_groups(const PlanProblem& problem, const std::vector<double>& speeds, int degree) {
  PlanProblem grouped = problem;
  for (core::DeviceType& type : grouped.cluster.device_types) type.memory_bytes *= degree;
  for (size_t type = 0; type < speeds.size(); ++type) grouped.type_speeds[type] *= speeds[type];
  for (core::Host& host : grouped.cluster.hosts) {
    for (core::DeviceCount& some : host.devices) some.count /= degree;
    if (host.link) host.link->bandwidth_bytes_per_second *= degree;
  }
  return grouped;
}

}  // namespace

std::optional<PlannedResult> megatron_3d_pipeline(const StepOnCluster& on,
                                                  const PlanProblem& problem,
                                                  const std::function<bool()>& is_stopped) {
  std::optional<PlannedResult> best;
  const double state = problem.bytes_per_parameter_byte - 2;
  for (const int tensor : tensor_degrees(on.cluster)) {
    if (is_stopped && is_stopped()) break;
    const std::vector<double> speeds = group_speeds(on, tensor);
    if (speeds.empty()) return std::nullopt;
    PlanProblem grouped = in_groups(problem, speeds, tensor);
    const auto groups = static_cast<int32_t>(core::num_devices(grouped.cluster));
    const auto most =
        std::min<int32_t>(groups, static_cast<int32_t>(problem.profile.layers.size()));
    for (int32_t stages = 2; stages <= most; ++stages) {
      if (groups % stages != 0) continue;
      grouped.even_stages = stages;
      grouped.bytes_per_parameter_byte = 2 + state * stages / groups;
      PlannedResult found = plan_1f1b(grouped);
      if (best && !is_better(found.timing, best->timing)) continue;
      found.strategy = "megatron-3d-stages";
      found.degrees = fmt::format(
          "tensor parallel {} within hosts, data parallel {}, ZeRO-1, {} stages, 1F1B with {} "
          "micro-batches",
          tensor, found.plan.stages[0].devices.size(), found.plan.stages.size(),
          found.plan.microbatches);
      best = std::move(found);
    }
  }
  return best;
}

}  // namespace motley::tensor::planner
