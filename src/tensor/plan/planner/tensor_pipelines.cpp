#include "tensor/plan/planner/tensor_pipelines.h"

#include <fmt/format.h>

#include <algorithm>
#include <charconv>
#include <numeric>
#include <set>
#include <string_view>

#include "core/base/error.h"

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

// The step's time on `count` devices of each type in one host; empty where the step is not
// tensor-parallel.
std::vector<double> seconds_by_type(const StepOnCluster& on, int count) {
  std::vector<double> seconds(on.cluster.device_types.size(), 1);
  for (size_t type = 0; type < seconds.size(); ++type) {
    const auto host = std::ranges::find_if(on.cluster.hosts, [&](const core::Host& h) {
      return std::ranges::any_of(
          h.devices, [&](const auto& some) { return some.type == static_cast<int32_t>(type); });
    });
    if (host == on.cluster.hosts.end()) continue;
    const auto taken = seconds_on(on, *host, static_cast<int32_t>(type), count);
    if (!taken) return {};
    seconds[type] = *taken;
  }
  return seconds;
}

// Groups of `degree` devices as devices: as many times as fast as the step is on them.
PlanProblem in_groups(const PlanProblem& problem, const std::vector<double>& alone,
                      const std::vector<double>& together, int degree) {
  PlanProblem grouped = problem;
  for (core::DeviceType& type : grouped.cluster.device_types) type.memory_bytes *= degree;
  for (size_t type = 0; type < alone.size(); ++type) {
    grouped.type_speeds[type] *= alone[type] / together[type];
  }
  for (core::Host& host : grouped.cluster.hosts) {
    for (core::DeviceCount& some : host.devices) some.count /= degree;
    if (host.link) host.link->bandwidth_bytes_per_second *= degree;
  }
  return grouped;
}

// Those of the problem, and those of a few whole samples on each replica.
std::vector<int32_t> microbatch_counts(const PlanProblem& problem, int32_t replicas) {
  constexpr int64_t kMost = 256;
  std::set<int32_t> counts(problem.microbatches.begin(), problem.microbatches.end());
  for (const int64_t samples : {1, 2, 4, 8}) {
    const int64_t count = problem.batch / (samples * replicas);
    if (count <= 1 || count > kMost || count * samples * replicas != problem.batch) continue;
    if (problem.microbatches.size() > 1) counts.insert(static_cast<int32_t>(count));
  }
  return {counts.begin(), counts.end()};
}

}  // namespace

TensorDegrees parse_degrees(const std::string& strategy) {
  TensorDegrees degrees;
  const size_t colon = strategy.find(':');
  if (colon == strategy.npos) return degrees;
  std::string_view rest = std::string_view(strategy).substr(colon + 1);
  while (!rest.empty()) {
    const std::string_view setting = rest.substr(0, rest.find(','));
    rest.remove_prefix(std::min(setting.size() + 1, rest.size()));
    const size_t equals = setting.find('=');
    const std::string_view key = setting.substr(0, equals);
    int* into = key == "tensor"         ? &degrees.tensor
                : key == "stages"       ? &degrees.stages
                : key == "microbatches" ? &degrees.microbatches
                : key == "chunks"       ? &degrees.chunks
                                        : nullptr;
    const std::string_view digits =
        equals == setting.npos ? std::string_view() : setting.substr(equals + 1);
    int value = 0;
    const auto [end, fault] = std::from_chars(digits.data(), digits.data() + digits.size(), value);
    if (!into || fault != std::errc() || end != digits.data() + digits.size() || value < 1) {
      throw core::UserError(
          fmt::format("{}: degrees are tensor=N, stages=N, microbatches=N and chunks=N, not {}",
                      strategy, setting));
    }
    *into = value;
  }
  return degrees;
}

std::vector<PlannedResult> megatron_3d_pipelines(const StepOnCluster& on,
                                                 const PlanProblem& problem,
                                                 const std::function<bool()>& is_stopped,
                                                 const TensorDegrees& asked) {
  const auto is_asked = [](int degree, int wanted) { return wanted == 0 || degree == wanted; };
  constexpr size_t kMost = 4;
  static const std::string kSchedules[] = {"1f1b"};
  std::vector<PlannedResult> found;
  std::vector<double> alone;
  const double state = problem.bytes_per_parameter_byte - 2;
  for (const int tensor : tensor_degrees(on.cluster)) {
    if (!is_asked(tensor, asked.tensor)) continue;
    if (is_stopped && is_stopped()) break;
    if (alone.empty()) alone = seconds_by_type(on, 1);
    const std::vector<double> together = seconds_by_type(on, tensor);
    if (together.empty()) return {};
    PlanProblem grouped = in_groups(problem, alone, together, tensor);
    const auto groups = static_cast<int32_t>(core::num_devices(grouped.cluster));
    const auto most =
        std::min<int32_t>(groups, static_cast<int32_t>(problem.profile.layers.size()));
    for (int32_t stages = 2; stages <= most; ++stages) {
      if (groups % stages != 0 || !is_asked(stages, asked.stages)) continue;
      const int32_t replicas = groups / stages;
      grouped.bytes_per_parameter_byte = 2 + state / replicas;
      const PlanEvaluator evaluator(grouped);
      PipelinePlan plan = even_pipeline(grouped, stages, replicas);
      const std::vector<int32_t> counts = asked.microbatches > 0
                                              ? std::vector<int32_t>{asked.microbatches}
                                              : microbatch_counts(problem, replicas);
      for (const int32_t microbatches : counts) {
        if (is_stopped && is_stopped()) break;
        if (problem.batch / microbatches < replicas) continue;  // replicas without a sample
        plan.microbatches = microbatches;
        const PipelinePlan best = evaluator.with_best_schedule(plan, kSchedules);
        PlannedResult& one = found.emplace_back();
        one.strategy = "megatron-3d-stages";
        one.tensor = tensor;
        one.plan = best;
        one.timing = evaluator.evaluate(best);
        const bool recomputes = std::ranges::any_of(best.stages, &PlannedStage::recompute);
        one.degrees = fmt::format(
            "tensor parallel {} within hosts, data parallel {}, ZeRO-1, {} stages, 1F1B with {} "
            "micro-batches{}",
            tensor, replicas, stages, microbatches, recomputes ? ", recomputed" : "");
      }
      std::ranges::stable_sort(found, [](const PlannedResult& a, const PlannedResult& b) {
        return is_better(a.timing, b.timing);
      });
      if (found.size() > kMost) found.resize(kMost);
    }
  }
  return found;
}

std::vector<PlannedResult> mesh_pipelines(const PlanProblem& problem,
                                          const std::function<bool()>& is_stopped) {
  constexpr size_t kMost = 2;
  const auto devices = static_cast<int32_t>(core::num_devices(problem.cluster));
  const auto most = std::min<int32_t>(devices, static_cast<int32_t>(problem.profile.layers.size()));
  std::vector<PlannedResult> found;
  for (int32_t stages = 2; stages <= most; ++stages) {
    if (devices % stages != 0 || devices == stages) continue;  // meshes of several devices
    if (is_stopped && is_stopped()) break;
    PlanProblem even = problem;
    even.even_stages = stages;
    PlannedResult& one = found.emplace_back(plan_1f1b(even));
    one.strategy = "alpa";
    one.shards_stages = true;
  }
  std::ranges::stable_sort(found, [](const PlannedResult& a, const PlannedResult& b) {
    return is_better(a.timing, b.timing);
  });
  if (found.size() > kMost) found.resize(kMost);
  return found;
}

}  // namespace motley::tensor::planner
