#include "tensor/staged/place_loss.h"

#include <algorithm>
#include <map>

#include "core/base/error.h"
#include "tensor/grad/step_structure.h"
#include "tensor/ir/graph.h"
#include "tensor/ir/op_row.h"
#include "tensor/passes/rewrite.h"

namespace motley::tensor {
namespace {

// What an op or value depends on.
enum class Reads : uint8_t { kBatchAlone, kParametersAlone, kBoth };

class Placing {
 public:
  // `stages` by op.
  Placing(const Program& loss, const std::vector<LossArgument>& arguments, std::vector<int> stages,
          int num_stages)
      : loss_(loss),
        arguments_(arguments),
        stages_(std::move(stages)),
        num_stages_(num_stages),
        graph_(loss),
        reads_(loss.values.size(), Reads::kBatchAlone),
        is_of_batch_(loss.values.size()),
        rewrite_(loss) {}

  PlacedLoss run() && {
    for (size_t i = 0; i < loss_.body.arguments.size(); ++i) {
      const uint32_t v = loss_.body.arguments[i].index;
      const bool is_shared = i >= arguments_.size();
      if (!is_shared && arguments_[i].is_param) reads_[v] = Reads::kParametersAlone;
      is_of_batch_[v] = is_shared || arguments_[i].is_batch();
    }
    for (int i = 0; i < graph_.num_ops(); ++i) place(i);
    std::vector<ValueId> results;
    for (size_t r = 0; r < loss_.body.results.size(); ++r) {
      const ValueId v = loss_.body.results[r];
      const int last = num_stages_ - 1;
      const bool is_copied = reads_[v.index] == Reads::kParametersAlone;
      results.push_back(is_copied ? on_stage(v, r == 0 ? last : 0) : rewrite_(v));
    }
    add_unread_parameters();
    std::ranges::sort(placed_.copies, {},
                      [](const ParameterCopy& c) { return std::pair(c.parameter, c.stage); });
    placed_.loss = std::move(rewrite_.builder()).finish(std::move(results));
    return std::move(placed_);
  }

 private:
  Reads reads_of(int op) {
    bool is_both = false, has_params = false, has_batch = false;
    for (ValueId v : graph_.inputs[op]) {
      is_both |= reads_[v.index] == Reads::kBoth;
      has_params |= reads_[v.index] == Reads::kParametersAlone;
      has_batch |= is_of_batch_[v.index];
    }
    for (ValueId v : graph_.ops[op].results) is_of_batch_[v.index] = has_batch;
    if (is_both || (has_params && has_batch)) return Reads::kBoth;
    if (has_params) return Reads::kParametersAlone;
    // Too much work to be repeated by every reader.
    const OpCode code = graph_.ops[op].code;
    const bool is_heavy = is_product(code) || code == OpCode::kWhile;
    return is_heavy ? Reads::kBoth : Reads::kBatchAlone;
  }

  void place(int op) {
    const Reads reads = reads_of(op);
    for (ValueId v : graph_.ops[op].results) reads_[v.index] = reads;
    if (reads == Reads::kParametersAlone) return;  // copied where it is read
    keep(op, reads == Reads::kBatchAlone ? kNoStage : stages_[op]);
  }

  void keep(int op, int stage) {
    std::vector<std::pair<ValueId, ValueId>> copied;
    for (ValueId v : graph_.inputs[op]) {
      if (reads_[v.index] == Reads::kParametersAlone) copied.emplace_back(v, on_stage(v, stage));
    }
    for (const auto& [v, copy] : copied) rewrite_.replace(v, copy);
    rewrite_.keep(graph_.ops[op]);
    placed_.stages.resize(rewrite_.builder().num_body_ops(), stage);
    placed_.ops.resize(placed_.stages.size(), op);
  }

  // A value of parameters alone as this stage computes it.
  ValueId on_stage(ValueId v, int stage) {
    const auto [at, is_new] = copies_.try_emplace({v.index, stage});
    if (!is_new) return at->second;
    const int op = graph_.producer[v.index];
    if (op == kNone) return copies_[{v.index, stage}] = copy_of_parameter(v, stage);
    keep(op, stage);
    for (ValueId result : graph_.ops[op].results) {
      copies_[{result.index, stage}] = rewrite_(result);
    }
    return copies_[{v.index, stage}];
  }

  ValueId copy_of_parameter(ValueId v, int stage) {
    const auto& all = loss_.body.arguments;
    const auto parameter = static_cast<int>(std::ranges::find(all, v) - all.begin());
    const bool is_first = std::ranges::none_of(
        placed_.copies, [&](const ParameterCopy& c) { return c.parameter == parameter; });
    if (is_first) {
      placed_.copies.push_back({parameter, stage, parameter});
      return rewrite_(v);
    }
    placed_.copies.push_back({parameter, stage, static_cast<int>(all.size()) + num_added_++});
    return rewrite_.builder().argument(loss_.type(v));
  }

  void add_unread_parameters() {
    for (size_t i = 0; i < arguments_.size(); ++i) {
      const bool is_read = std::ranges::any_of(placed_.copies, [&](const ParameterCopy& c) {
        return c.parameter == static_cast<int>(i);
      });
      if (arguments_[i].is_param && !is_read) {
        placed_.copies.push_back({static_cast<int>(i), 0, static_cast<int>(i)});
      }
    }
  }

  const Program& loss_;
  const std::vector<LossArgument>& arguments_;
  const std::vector<int> stages_;  // by op
  const int num_stages_;
  const Graph graph_;
  std::vector<Reads> reads_;       // by value
  std::vector<bool> is_of_batch_;  // by value
  Rewrite rewrite_;
  std::map<std::pair<uint32_t, int>, ValueId> copies_;  // by value and stage
  int num_added_ = 0;
  PlacedLoss placed_;
};

}  // namespace

namespace {

std::vector<int> stages_by_cuts(const Program& loss, const std::vector<int>& begins) {
  std::vector<int> stages;
  for (int op = 0; op < std::ssize(loss.body.ops); ++op) {
    stages.push_back(
        static_cast<int>(std::ranges::count_if(begins, [&](int begin) { return begin <= op; })));
  }
  return stages;
}

const Op& own_gradient_of(const Program& loss) {
  const Graph graph(loss);
  return loss.body.ops[graph.producer[loss.body.results[0].index]];
}

}  // namespace

PlacedLoss place_loss(const Program& loss, const std::vector<LossArgument>& arguments,
                      const std::vector<int>& begins) {
  return Placing(loss, arguments, stages_by_cuts(loss, begins), static_cast<int>(begins.size()) + 1)
      .run();
}

bool has_own_gradient(const Program& loss) {
  const Graph graph(loss);
  const int op = graph.producer[loss.body.results[0].index];
  return op != kNone && loss.body.ops[op].code == OpCode::kWithGradient;
}

Program without_own_gradient(const Program& loss) {
  Program alone = loss;
  if (has_own_gradient(loss)) alone.body.results[0] = own_gradient_of(loss).operands[0];
  return alone;
}

PlacedOwnGradient place_own_gradient(const Program& loss,
                                     const std::vector<LossArgument>& arguments,
                                     const std::vector<int>& begins) {
  // Operands: the loss, the parameters, their gradients.
  const std::vector<ValueId> operands = own_gradient_of(loss).operands;
  const size_t num_params = (operands.size() - 1) / 2;
  Program all = loss;
  all.body.results[0] = operands[0];
  std::vector<int> params;
  for (size_t i = 0; i < arguments.size(); ++i) {
    if (!arguments[i].is_param) continue;
    params.push_back(static_cast<int>(i));
    const auto at = std::ranges::find(operands.begin() + 1, operands.begin() + 1 + num_params,
                                      loss.body.arguments[i]);
    MOTLEY_CHECK(at != operands.begin() + 1 + num_params, "parameter {} has no gradient", i);
    all.body.results.push_back(*(at + num_params));
  }
  Program described = all;  // without state, as structures are found
  described.body.results.erase(described.body.results.begin() + 1,
                               described.body.results.end() - std::ssize(params));
  const StepStructure structure = step_structure(described, {.params = params});
  std::vector<int> stages = stages_by_cuts(loss, begins);
  const Graph graph(all);
  const int last = static_cast<int>(begins.size());
  for (int op = 0; op < graph.num_ops(); ++op) {
    if (structure.ops[op].phase != Phase::kBackward) continue;
    int stage = last;
    bool reads_forward = false;
    for (ValueId v : graph.inputs[op]) {
      const int from = graph.producer[v.index];
      const bool is_backward = from != kNone && structure.ops[from].phase == Phase::kBackward;
      if (is_backward) stage = std::min(stage, stages[from]);
      reads_forward |= !is_backward;
    }
    const OpId of = structure.ops[op].forward_of;
    if (reads_forward && of != OpId()) stage = std::min(stage, stages[of.index]);
    stages[op] = stage;
  }
  PlacedOwnGradient result{.placed = Placing(all, arguments, std::move(stages), last + 1).run(),
                           .is_backward = {}};
  int parameter = -1;
  for (ParameterCopy& copy : result.placed.copies) {  // sorted: the first copy comes first
    copy.has_gradient = copy.parameter != parameter;
    parameter = copy.parameter;
  }
  for (int op : result.placed.ops) {
    result.is_backward.push_back(structure.ops[op].phase == Phase::kBackward);
  }
  return result;
}

}  // namespace motley::tensor
