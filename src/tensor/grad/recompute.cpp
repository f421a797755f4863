#include "tensor/grad/recompute.h"

#include <algorithm>
#include <map>
#include <set>

#include "tensor/grad/step_structure.h"
#include "tensor/ir/graph.h"
#include "tensor/passes/pass.h"
#include "tensor/passes/rewrite.h"

namespace motley::tensor {
namespace {

using Layer = std::pair<int, int>;  // run and repeat

class Recomputation {
 public:
  Recomputation(const Program& program, const StepStructure& structure)
      : graph_(program), structure_(structure), rewrite_(program) {
    needs_param_.resize(program.values.size());
    for (const ParameterUse& p : structure.params) {
      const ValueId v = program.body.arguments[p.argument];
      params_.insert(v);
      needs_param_[v.index] = true;
    }
    for (int i = 0; i < graph_.num_ops(); ++i) {
      const auto& inputs = graph_.inputs[i];
      const bool needs = std::any_of(inputs.begin(), inputs.end(),
                                     [&](ValueId v) { return needs_param_[v.index]; });
      for (ValueId v : graph_.ops[i].results) needs_param_[v.index] = needs;
    }
    for (int i = 0; i < graph_.num_ops(); ++i) {
      const OpPlacement& mark = structure.ops[i];
      if (mark.phase == Phase::kForward && mark.run >= 0) {
        forward_ops_[{mark.run, mark.repeat}].push_back(i);
      }
    }
    if (!forward_ops_.empty()) last_ = forward_ops_.rbegin()->first;
  }

  Program run(const std::vector<ValueId>& results) && {
    for (int i = 0; i < graph_.num_ops(); ++i) {
      const OpPlacement& mark = structure_.ops[i];
      const Layer layer = {mark.run, mark.repeat};
      if (mark.phase == Phase::kBackward && mark.run >= 0 && layer != last_ &&
          reads_inside(i, layer) && done_.insert(layer).second) {
        recompute(layer);
      }
      rewrite_.keep(graph_.ops[i]);
    }
    return std::move(rewrite_).finish(results);
  }

 private:
  // Whether an op reads activations of a layer: recomputation is delayed until the first such op.
  bool reads_inside(int op, const Layer& layer) const {
    const auto& inputs = graph_.inputs[op];
    return std::any_of(inputs.begin(), inputs.end(), [&](ValueId v) {
      const int producer = graph_.producer[v.index];
      if (producer == kNone) return false;
      const OpPlacement& mark = structure_.ops[producer];
      return mark.phase == Phase::kForward && Layer{mark.run, mark.repeat} == layer;
    });
  }

  // Copies the forward ops of a layer. Their inputs from other layers pass through an optimization
  // barrier, so that CSE does not merge the copies with the originals; if there are none, the batch
  // inputs do.
  void recompute(const Layer& layer) {
    const std::vector<int>& ops = forward_ops_[layer];
    std::set<ValueId> inside, of_layers, of_batch;
    for (int i : ops) inside.insert(graph_.ops[i].results.begin(), graph_.ops[i].results.end());
    for (int i : ops) {
      for (ValueId v : graph_.inputs[i]) {
        if (inside.count(v) || params_.count(v)) continue;
        if (needs_param_[v.index]) of_layers.insert(v);
        if (graph_.producer[v.index] == kNone) of_batch.insert(v);
      }
    }
    std::map<ValueId, ValueId> before;
    for (ValueId v : of_layers.empty() ? of_batch : of_layers) {
      before[v] = rewrite_(v);
      rewrite_.replace(v, rewrite_.builder().add_one(OpCode::kOptimizationBarrier, {rewrite_(v)}));
    }
    for (int i : ops) rewrite_.keep(graph_.ops[i]);
    for (const auto& [v, first] : before) rewrite_.replace(v, first);
  }

  Graph graph_;
  const StepStructure& structure_;
  Rewrite rewrite_;
  std::set<ValueId> params_;
  std::vector<bool> needs_param_;  // by value
  std::map<Layer, std::vector<int>> forward_ops_;
  Layer last_ = {-1, -1};
  std::set<Layer> done_;
};

}  // namespace

TrainStep with_recomputation(const TrainStep& step) {
  std::vector<int> params(step.num_params);
  for (int i = 0; i < step.num_params; ++i) params[i] = i;
  const StepStructure structure =
      step_structure(step.program, {params, ResultsAre::kUpdatedParams});
  // Gradients are located afterwards as temporary extra results of the Program.
  std::vector<ValueId> results = step.program.body.results;
  const size_t num_results = results.size();
  results.insert(results.end(), step.gradients.begin(), step.gradients.end());
  TrainStep again = step;
  again.program = remove_dead(Recomputation(step.program, structure).run(results));
  auto& made = again.program.body.results;
  again.gradients.assign(made.begin() + static_cast<int64_t>(num_results), made.end());
  made.resize(num_results);
  return again;
}

}  // namespace motley::tensor
