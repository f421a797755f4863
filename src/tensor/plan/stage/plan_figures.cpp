#include "tensor/plan/stage/plan_figures.h"

#include <algorithm>
#include <cmath>
#include <utility>

#include "core/base/error.h"

namespace motley::tensor::stage {

PlanFigures figures_of(const Profile& profile, const PipelinePlan& plan) {
  const size_t S = plan.stages.size();
  PlanFigures figures{.sums = std::vector<StageSums>(S),
                      .bytes = std::vector(S, std::vector<int64_t>(S, 0))};
  std::vector<int32_t> stage_of(profile.layers.size(), -1);
  for (size_t s = 0; s < S; ++s) {
    StageSums& sums = figures.sums[s];
    for (const int32_t l : plan.stages[s].layers) {
      const ProfileLayer& layer = profile.layers[l];
      stage_of[l] = static_cast<int32_t>(s);
      sums.forward_seconds += layer.forward_seconds;
      sums.backward_seconds += layer.backward_seconds;
      sums.weight_seconds += layer.weight_seconds;
      sums.parameter_bytes += layer.parameter_bytes;
      sums.saved_bytes += layer.saved_bytes;
    }
  }
  std::vector<std::vector<char>> sent(profile.layers.size());
  for (const ProfileEdge& edge : profile.edges) {
    const int32_t from = stage_of[edge.from], to = stage_of[edge.to];
    MOTLEY_CHECK(from >= 0 && to >= from, "layer {} precedes one of its inputs", edge.to);
    if (from == to) continue;
    auto& destinations = sent[edge.from];
    destinations.resize(S, 0);
    if (std::exchange(destinations[to], 1)) continue;
    figures.bytes[from][to] += profile.layers[edge.from].activation_bytes;
    figures.sums[to].input_bytes += profile.layers[edge.from].activation_bytes;
  }
  return figures;
}

// -- memory -----------------------------------------------------------------------------------

namespace {

// Bytes on one device of a stage: fixed, and per live micro-batch.
struct DeviceBytes {
  double fixed = 0, each = 0;
};

DeviceBytes device_bytes(const PlanProblem& problem, const StageSums& sums, bool recompute,
                         double part) {
  DeviceBytes bytes{.fixed = static_cast<double>(sums.parameter_bytes) *
                             problem.bytes_per_parameter_byte};
  const double input = static_cast<double>(sums.input_bytes) * part;
  const double saved = static_cast<double>(sums.saved_bytes) * part;
  bytes.each = recompute ? input : input + saved;
  if (recompute) bytes.fixed += saved;  // of the one micro-batch being recomputed
  return bytes;
}

// Calls visit(device, bytes) for each device of a stage.
template <class Visit>
void for_each_device(const PlanProblem& problem, const PlanCosts& costs, const PipelinePlan& plan,
                     const PlanFigures& figures, size_t s, Visit visit) {
  const PlannedStage& stage = plan.stages[s];
  const std::vector<int64_t> samples = costs.samples(stage.devices, plan.microbatches);
  for (size_t i = 0; i < samples.size(); ++i) {
    const double part =
        static_cast<double>(samples[i]) / static_cast<double>(problem.profile.batch);
    visit(stage.devices[i], device_bytes(problem, figures.sums[s], stage.recompute, part));
  }
}

}  // namespace

int32_t live_cap(const PlanProblem& problem, const PlanCosts& costs, const PipelinePlan& plan,
                 const PlanFigures& figures, size_t s) {
  double cap = plan.microbatches;
  for_each_device(problem, costs, plan, figures, s, [&](int32_t device, const DeviceBytes& bytes) {
    const double room = static_cast<double>(costs.memory_bytes(device)) - bytes.fixed;
    if (room < 0) {
      cap = 0;
    } else if (bytes.each > 0) {
      cap = std::min(cap, std::floor(room / bytes.each));
    }
  });
  return static_cast<int32_t>(cap);
}

FullestDevice fullest_device(const PlanProblem& problem, const PlanCosts& costs,
                             const PipelinePlan& plan, const PlanFigures& figures, size_t s,
                             int64_t live) {
  FullestDevice fullest;
  double most = -1;
  for_each_device(problem, costs, plan, figures, s, [&](int32_t device, const DeviceBytes& bytes) {
    const double peak = bytes.fixed + static_cast<double>(live) * bytes.each;
    const double memory = static_cast<double>(costs.memory_bytes(device));
    if (peak / memory <= most) return;
    most = peak / memory;
    fullest = {std::llround(std::min(peak, 9e18)), costs.memory_bytes(device)};
  });
  return fullest;
}

}  // namespace motley::tensor::stage
