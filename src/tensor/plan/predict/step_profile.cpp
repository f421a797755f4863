#include "tensor/plan/predict/step_profile.h"

#include <fmt/format.h>

#include <algorithm>

#include "tensor/grad/step_structure.h"
#include "tensor/ir/graph.h"
#include "tensor/plan/shard_cost/op_time.h"

namespace motley::tensor::predict {

using namespace shard_cost;

Profile step_profile(const TrainStep& step, int64_t batch, const core::DeviceType& type) {
  const Program& program = step.program;
  std::vector<int> params(step.num_params);
  for (int i = 0; i < step.num_params; ++i) params[i] = i;
  const StepStructure structure = step_structure(program, {params, ResultsAre::kUpdatedParams});
  const StoredWork work = stored_work(program);
  const Graph graph(program);

  // Layer i holds the forward ops between cut i - 1 and cut i.
  const int num_layers = static_cast<int>(structure.cuts.size()) + 1;
  const auto layer_of_forward = [&](uint32_t op) {
    int layer = 0;
    while (layer < num_layers - 1 && op >= structure.cuts[layer].before.index) ++layer;
    return layer;
  };
  Profile profile{.name = program.name, .batch = batch};
  profile.layers.resize(num_layers);
  for (int i = 0; i < num_layers; ++i) profile.layers[i].name = fmt::format("layer{}", i);
  std::vector<int> layer_of(program.body.ops.size(), -1);
  for (size_t i = 0; i < structure.ops.size(); ++i) {
    const OpPlacement& mark = structure.ops[i];
    if (!mark.forward_of.valid() || mark.phase == Phase::kUpdate) continue;
    layer_of[i] = layer_of_forward(mark.forward_of.index);
    ProfileLayer& layer = profile.layers[layer_of[i]];
    const double seconds = seconds_of(work.ops[i], type);
    (mark.phase == Phase::kForward ? layer.forward_seconds : layer.backward_seconds) += seconds;
  }
  // Forward values that the backward pass reads are stored until then.
  for (size_t i = 0; i < structure.ops.size(); ++i) {
    if (structure.ops[i].phase != Phase::kForward || layer_of[i] < 0) continue;
    for (ValueId v : program.body.ops[i].results) {
      const auto& users = graph.users[v.index];
      const bool saved =
          work.stored[v.index] && std::any_of(users.begin(), users.end(), [&](int u) {
            return structure.ops[u].phase == Phase::kBackward;
          });
      if (saved) profile.layers[layer_of[i]].saved_bytes += program.type(v).num_bytes();
    }
  }
  for (size_t p = 0; p < structure.params.size(); ++p) {
    if (structure.params[p].uses.empty()) continue;
    const int layer = layer_of_forward(structure.params[p].uses.front().index);
    profile.layers[layer].parameter_bytes +=
        step.arguments[structure.params[p].argument].type.num_bytes();
  }
  // The values that cross a cut, and the layers that read them.
  for (int i = 0; i + 1 < num_layers; ++i) {
    int64_t bytes = 0;
    for (ValueId v : structure.cuts[i].carried) bytes += program.type(v).num_bytes();
    profile.layers[i].activation_bytes = bytes;
  }
  profile.edges = chain_edges(num_layers);
  for (const Cut& cut : structure.cuts) {
    for (ValueId v : cut.passing) {
      const int from = graph.producer[v.index] == kNone ? 0 : layer_of[graph.producer[v.index]];
      for (int user : graph.users[v.index]) {
        if (structure.ops[user].phase != Phase::kForward || layer_of[user] <= from + 1 || from < 0)
          continue;
        profile.edges.push_back({from, layer_of[user]});
      }
    }
  }
  std::sort(profile.edges.begin(), profile.edges.end());
  profile.edges.erase(std::unique(profile.edges.begin(), profile.edges.end()), profile.edges.end());
  return profile;
}

}  // namespace motley::tensor::predict
