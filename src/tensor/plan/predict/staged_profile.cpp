#include "tensor/plan/predict/staged_profile.h"

#include <fmt/format.h>

#include <algorithm>
#include <map>
#include <set>

#include "tensor/plan/shard_cost/op_time.h"

namespace motley::tensor::predict {
namespace {

double seconds_of_phase(const StagePhase& phase, const core::DeviceType& type) {
  if (phase.is_empty()) return 0;
  double seconds = 0;
  for (const shard_cost::OpWork& work : shard_cost::stored_work(phase.program).ops) {
    seconds += shard_cost::seconds_of(work, type);
  }
  return seconds;
}

// Values of the forward pass that the backward pass reads.
int64_t saved_bytes(const StagedStep& step, int stage) {
  const Stage& s = step.stages[stage];
  std::set<int> saved;
  for (const StagePhaseKind kind :
       {StagePhaseKind::kInputGradient, StagePhaseKind::kFirstWeightGradient}) {
    for (int b : s.phase(kind).inputs) {
      if (s.buffers[b].life == BufferLife::kMicrobatch) saved.insert(b);
    }
  }
  for (int b : s.phase(StagePhaseKind::kInputGradient).outputs) saved.erase(b);
  for (const Crossing& c : step.crossings) {
    if (c.when == Crossing::When::kBackward && c.to.stage == stage) saved.erase(c.to.buffer);
  }
  int64_t bytes = 0;
  for (int b : saved) bytes += s.buffers[b].type.num_bytes();
  return bytes;
}

}  // namespace

Profile staged_profile(const StagedStep& step, int64_t batch, const core::DeviceType& type) {
  Profile profile{.name = "", .batch = batch};
  for (int s = 0; s < step.num_stages(); ++s) {
    const Stage& stage = step.stages[s];
    ProfileLayer& layer = profile.layers.emplace_back();
    layer.name = fmt::format("layer{}", s);
    layer.forward_seconds = seconds_of_phase(stage.phase(StagePhaseKind::kForward), type);
    layer.weight_seconds =
        seconds_of_phase(stage.phase(StagePhaseKind::kFirstWeightGradient), type);
    layer.backward_seconds =
        layer.weight_seconds + seconds_of_phase(stage.phase(StagePhaseKind::kInputGradient), type);
    layer.saved_bytes = saved_bytes(step, s);
  }
  for (int p = 0; p < step.num_params; ++p) {
    if (step.held[p].empty()) continue;
    profile.layers[step.held[p][0].stage].parameter_bytes += step.arguments[p].type.num_bytes();
  }
  // The bytes between each two stages; all edges of a layer carry the most of its.
  std::map<std::pair<int, int>, int64_t> bytes;
  for (const Crossing& c : step.crossings) {
    if (c.when != Crossing::When::kForward) continue;
    bytes[{c.from.stage, c.to.stage}] += step.buffer(c.from).type.num_bytes();
  }
  profile.edges = chain_edges(profile.layers.size());
  for (const auto& [edge, size] : bytes) {
    ProfileLayer& layer = profile.layers[edge.first];
    layer.activation_bytes = std::max(layer.activation_bytes, size);
    if (edge.second > edge.first + 1) profile.edges.push_back({edge.first, edge.second});
  }
  std::ranges::sort(profile.edges);
  return profile;
}

double update_seconds(const StagedStep& step, const core::DeviceType& type) {
  double seconds = 0;
  for (const Stage& stage : step.stages) {
    seconds += seconds_of_phase(stage.phase(StagePhaseKind::kUpdate), type);
  }
  return seconds;
}

}  // namespace motley::tensor::predict
