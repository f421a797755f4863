#include "tensor/grad/recompute.h"

#include <algorithm>
#include <map>
#include <set>

#include "tensor/grad/step_structure.h"
#include "tensor/ir/graph.h"
#include "tensor/ir/op_row.h"
#include "tensor/passes/pass.h"
#include "tensor/passes/rewrite.h"

namespace motley::tensor {
namespace {

bool is_mark(const Op& op) { return op.code == OpCode::kOptimizationBarrier; }
// The first operand twice: products are kept.
bool is_selective_mark(const Op& op) {
  return is_mark(op) && op.operands.size() > 1 && op.operands[0] == op.operands[1];
}

enum class OfLayer : uint8_t { kNothing, kAllButProducts, kEverything };

// Forward ops in layers, and the layer on whose behalf a later op runs.
struct Layers {
  std::vector<std::vector<int>> ops;  // of each layer, ascending
  std::vector<OfLayer> again;         // what of each layer is recomputed
  std::vector<int> layer_of;          // of each forward op in a layer; -1
  std::vector<int> runs_for;          // of each later op: a layer, or kAny: of whatever it reads

  void recompute_all(OfLayer what) { again.assign(ops.size(), what); }
};
constexpr int kAny = -2;

// The repeats.
Layers repeated_layers(const StepStructure& structure) {
  const size_t num_ops = structure.ops.size();
  Layers layers{.layer_of = std::vector<int>(num_ops, -1),
                .runs_for = std::vector<int>(num_ops, -1)};
  std::map<std::pair<int, int>, int> number;  // of run and repeat
  for (size_t i = 0; i < num_ops; ++i) {
    const OpPlacement& mark = structure.ops[i];
    if (mark.phase == Phase::kForward && mark.run >= 0) number.try_emplace({mark.run, mark.repeat});
  }
  int next = 0;
  for (auto& [place, layer] : number) layer = next++;
  layers.ops.resize(number.size());
  for (size_t i = 0; i < num_ops; ++i) {
    const OpPlacement& mark = structure.ops[i];
    const auto found = number.find({mark.run, mark.repeat});
    if (found == number.end()) continue;
    if (mark.phase == Phase::kForward) {
      layers.layer_of[i] = found->second;
      layers.ops[found->second].push_back(static_cast<int>(i));
    } else if (mark.phase == Phase::kBackward) {
      layers.runs_for[i] = found->second;
    }
  }
  return layers;
}

// What lies between the marks of jax.checkpoint: ops that depend on the results of one barrier and
// on no later barrier's. A layer whose inputs are marked twice, by nested checkpoints, is that of
// the inner one.
Layers marked_layers(const Graph& graph, const StepStructure& structure) {
  const size_t num_ops = structure.ops.size();
  Layers layers{.layer_of = std::vector<int>(num_ops, -1),
                .runs_for = std::vector<int>(num_ops, -1)};
  std::vector<int> layer_of_value(graph.program.values.size(), -1);
  for (int i = 0; i < graph.num_ops(); ++i) {
    const bool is_forward = structure.ops[i].phase == Phase::kForward;
    if (!is_forward) {
      layers.runs_for[i] = kAny;
      continue;
    }
    int layer = -1;
    for (ValueId v : graph.inputs[i]) layer = std::max(layer, layer_of_value[v.index]);
    // The barrier at the end of a layer reads its results; one that does not begins a layer.
    if (is_mark(graph.ops[i])) {
      layer = layer >= 0 ? -1 : static_cast<int>(layers.ops.size());
      if (layer >= 0) {
        layers.ops.emplace_back();
        layers.again.push_back(is_selective_mark(graph.ops[i]) ? OfLayer::kAllButProducts
                                                               : OfLayer::kEverything);
      }
    } else if (layer >= 0) {
      layers.layer_of[i] = layer;
      layers.ops[layer].push_back(i);
    }
    for (ValueId v : graph.ops[i].results) layer_of_value[v.index] = layer;
  }
  return layers;
}

class Recomputing {
 public:
  Recomputing(const Program& program, const StepStructure& structure, Layers layers)
      : graph_(program), layers_(std::move(layers)), rewrite_(program), done_(layers_.ops.size()) {
    for (const OpPlacement& mark : structure.ops)
      is_forward_.push_back(mark.phase == Phase::kForward);
    needs_param_.resize(program.values.size());
    for (const ParameterUse& p : structure.params) {
      const ValueId v = program.body.arguments[p.argument];
      params_.insert(v);
      needs_param_[v.index] = true;
    }
    // Casts of parameters are no activations: one for both passes, as compilers would merge them.
    for (const Op& op : program.body.ops) {
      if (row(op.code).layer == LayerKind::kCast && params_.count(op.operands[0])) {
        params_.insert(op.results[0]);
      }
    }
    for (int i = 0; i < graph_.num_ops(); ++i) {
      const auto& inputs = graph_.inputs[i];
      const bool needs = std::any_of(inputs.begin(), inputs.end(),
                                     [&](ValueId v) { return needs_param_[v.index]; });
      for (ValueId v : graph_.ops[i].results) needs_param_[v.index] = needs;
    }
  }

  Program run(const std::vector<ValueId>& results) && {
    for (int i = 0; i < graph_.num_ops(); ++i) {
      for (int layer : layers_read(i)) {
        if (done_[layer]) continue;
        done_[layer] = true;
        recompute(layer);
      }
      add(i);
    }
    return std::move(rewrite_).finish(results);
  }

 private:
  // The layers whose activations an op of the backward pass reads: recomputation is delayed until
  // the first such op. One that stands within the layer, as in JAX's own gradients, has the
  // activations at hand.
  std::set<int> layers_read(int op) const {
    std::set<int> read;
    const int on_behalf_of = layers_.runs_for[op];
    if (on_behalf_of == -1) return read;
    for (ValueId v : graph_.inputs[op]) {
      const int producer = graph_.producer[v.index];
      const int layer = producer == kNone ? -1 : layers_.layer_of[producer];
      if (layer < 0 || layers_.again[layer] == OfLayer::kNothing) continue;
      if (op < layers_.ops[layer].back()) continue;
      if (on_behalf_of == kAny || on_behalf_of == layer) read.insert(layer);
    }
    return read;
  }

  // The marks have been read; barriers elsewhere are not ours.
  void add(int i) {
    const Op& op = graph_.ops[i];
    if (!is_mark(op) || !is_forward_[i]) return rewrite_.keep(op);
    for (size_t r = 0; r < op.results.size(); ++r)
      rewrite_.replace(op.results[r], rewrite_(op.operands[r]));
  }

  bool is_kept(int op) const {
    const Op& o = graph_.ops[op];
    if (!o.results.empty() && params_.count(o.results[0])) return true;
    return layers_.again[layers_.layer_of[op]] == OfLayer::kAllButProducts && is_product(o.code);
  }

  // Copies the forward ops of a layer. Their inputs from other layers pass through an optimization
  // barrier, so that CSE does not merge the copies with the originals; if there are none, the batch
  // inputs do. So do products that are kept.
  void recompute(int layer) {
    const std::vector<int>& ops = layers_.ops[layer];
    std::set<ValueId> inside, of_layers, of_batch;
    for (int i : ops) {
      if (!is_kept(i)) inside.insert(graph_.ops[i].results.begin(), graph_.ops[i].results.end());
    }
    for (int i : ops) {
      if (is_kept(i)) continue;
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
    for (int i : ops) {
      if (!is_kept(i)) add(i);
    }
    for (const auto& [v, first] : before) rewrite_.replace(v, first);
  }

  Graph graph_;
  const Layers layers_;
  Rewrite rewrite_;
  std::set<ValueId> params_;
  std::vector<bool> needs_param_;  // by value
  std::vector<bool> done_;         // by layer
  std::vector<bool> is_forward_;   // by op
};

StepStructure structure_of(const TrainStep& step) {
  std::vector<int> params(step.num_params);
  for (int i = 0; i < step.num_params; ++i) params[i] = i;
  return step_structure(step.program, {params, ResultsAre::kUpdatedParams});
}

TrainStep recomputed(const TrainStep& step, const StepStructure& structure, Layers layers) {
  // Gradients are located afterwards as temporary extra results of the Program.
  std::vector<ValueId> results = step.program.body.results;
  const size_t num_results = results.size();
  results.insert(results.end(), step.gradients.begin(), step.gradients.end());
  TrainStep again = step;
  again.program = remove_dead(Recomputing(step.program, structure, std::move(layers)).run(results));
  auto& made = again.program.body.results;
  again.gradients.assign(made.begin() + static_cast<int64_t>(num_results), made.end());
  made.resize(num_results);
  return again;
}

}  // namespace

TrainStep with_recomputation(const TrainStep& step, Recomputation what) {
  const StepStructure structure = structure_of(step);
  if (what == Recomputation::kAsMarked) {
    return recomputed(step, structure, marked_layers(Graph(step.program), structure));
  }
  Layers layers = repeated_layers(structure);
  layers.recompute_all(what == Recomputation::kSelective ? OfLayer::kAllButProducts
                                                         : OfLayer::kEverything);
  // Its activations are still there when its backward pass begins.
  if (!layers.again.empty()) layers.again.back() = OfLayer::kNothing;
  return recomputed(step, structure, std::move(layers));
}

TrainStep with_recomputation(const TrainStep& step, const RecomputedLayers& which,
                             int64_t num_microbatches) {
  const StepStructure structure = structure_of(step);
  Layers layers = repeated_layers(structure);
  layers.recompute_all(OfLayer::kNothing);
  const int64_t of_microbatch = std::max<int64_t>(1, std::ssize(layers.again) / num_microbatches);
  for (int64_t l = 0; l < std::ssize(layers.again); ++l) {
    const int64_t place = l % of_microbatch;
    if (place + 1 == of_microbatch) continue;  // needed at once
    if (place < which.whole + which.selective) layers.again[l] = OfLayer::kAllButProducts;
    if (place < which.whole) layers.again[l] = OfLayer::kEverything;
  }
  return recomputed(step, structure, std::move(layers));
}

int64_t num_repeated_layers(const TrainStep& step, int64_t num_microbatches) {
  return std::ssize(repeated_layers(structure_of(step)).ops) / num_microbatches;
}

bool has_checkpoints(const Program& loss) { return std::ranges::any_of(loss.body.ops, is_mark); }

}  // namespace motley::tensor
