#include "tensor/staged/cut_gradient.h"

#include <algorithm>

#include "core/base/error.h"
#include "tensor/grad/reverse.h"
#include "tensor/ir/op_row.h"
#include "tensor/passes/bf16_products.h"
#include "tensor/passes/gradient_marks.h"

namespace motley::tensor {

PlacedGradient differentiate_placed(const PlacedLoss& placed) {
  std::vector<int> positions;
  for (const ParameterCopy& copy : placed.copies) positions.push_back(copy.argument);
  const Gradient gradient = differentiate(placed.loss, positions);
  std::vector<int> kept;
  PlacedGradient result{.program = bypass_gradient_marks(gradient.program, kept)};
  for (int op : kept) {
    result.stages.push_back(placed.stages[gradient.forward_of[op].index]);
    result.is_backward.push_back(op >= gradient.num_forward_ops);
  }
  return result;
}

PlacedGradient gradient_as_placed(const PlacedOwnGradient& own) {
  std::vector<int> kept;
  PlacedGradient result{.program = bypass_gradient_marks(own.placed.loss, kept)};
  for (int op : kept) {
    result.stages.push_back(own.placed.stages[op]);
    result.is_backward.push_back(own.is_backward[op]);
  }
  return result;
}

PlacedGradient with_bf16_products(PlacedGradient gradient, bool bf16_results) {
  const auto num_values = static_cast<uint32_t>(gradient.program.values.size());
  PlacedGradient result{.program = with_bf16_products(std::move(gradient.program), bf16_results)};
  size_t next = 0;  // op of the gradient as it was
  for (const Op& op : result.program.body.ops) {
    const bool is_cast = op.code == OpCode::kConvert;
    const bool narrows = is_cast && op.results[0].index >= num_values;
    const bool widens = is_cast && op.operands[0].index >= num_values;
    const size_t with = widens ? next - 1 : next;
    result.stages.push_back(gradient.stages[with]);
    result.is_backward.push_back(gradient.is_backward[with]);
    if (!narrows && !widens) ++next;
  }
  MOTLEY_CHECK(next == gradient.stages.size(), "{} of {} ops of a gradient", next,
               gradient.stages.size());
  return result;
}

namespace {

enum class OpClass : uint8_t {
  kCopied,  // cheap, on the batch alone or a view of parameters: part of every phase that reads it
  kKept,    // on the batch alone, but not cheap: made by F of every stage that reads it
  kOnce,    // on parameters alone
  kPlaced,  // on its stage
};

class Cutting {
 public:
  Cutting(const PlacedGradient& gradient, const CutRoles& roles, int num_stages,
          const std::vector<bool>& recompute)
      : gradient_(gradient),
        program_(gradient.program),
        roles_(roles),
        recompute_(recompute),
        graph_(program_),
        classes_(program_.body.ops.size()),
        phases_(program_.body.ops.size(), CutPhase::kForward),
        is_pulled_(program_.body.ops.size()),
        has_input_gradient_(num_stages) {
    cut_.stages.resize(num_stages);
  }

  CutGradient run() && {
    classify();
    is_live_ = graph_.ancestors(program_.body.results);
    for (int s = 0; s < num_stages(); ++s) split_backward(s);
    for (int s = 0; s < num_stages(); ++s) choose_pulled(s);
    for (int i = 0; i < graph_.num_ops(); ++i) {
      if (is_live_[i] && classes_[i] == OpClass::kPlaced) {
        add(gradient_.stages[i], phases_[i], i);
      }
    }
    add_results();
    return std::move(cut_);
  }

 private:
  int num_stages() const { return static_cast<int>(cut_.stages.size()); }
  int64_t bytes(ValueId v) const { return program_.type(v).num_bytes(); }
  PhaseOps& phase(int stage, CutPhase kind) {
    return cut_.stages[stage][static_cast<size_t>(kind)];
  }
  bool is_placed(int op) const { return op != kNone && classes_[op] == OpClass::kPlaced; }

  void classify() {
    std::vector<bool> of_params(program_.values.size()), of_batch(program_.values.size());
    for (size_t a = 0; a < program_.body.arguments.size(); ++a) {
      of_params[program_.body.arguments[a].index] = roles_.is_param[a];
      of_batch[program_.body.arguments[a].index] = roles_.is_batch[a];
    }
    for (int i = 0; i < graph_.num_ops(); ++i) {
      bool params = false, batch = false, placed = false, kept = false;
      for (ValueId v : graph_.inputs[i]) {
        params |= of_params[v.index];
        batch |= of_batch[v.index];
        const int from = graph_.producer[v.index];
        placed |= is_placed(from);
        kept |= from != kNone && classes_[from] == OpClass::kKept;
      }
      for (ValueId v : graph_.ops[i].results) {
        of_params[v.index] = params;
        of_batch[v.index] = batch;
      }
      classes_[i] = class_of(i, params, batch, placed, kept);
      MOTLEY_CHECK(classes_[i] != OpClass::kPlaced || gradient_.stages[i] != kNoStage,
                   "op {} has no stage", i);
    }
  }

  OpClass class_of(int i, bool params, bool batch, bool placed, bool kept) const {
    const Op& op = graph_.ops[i];
    const WorkClass work = row(op.code).work_class;
    if (placed || (params && batch)) return OpClass::kPlaced;
    if (params) return work == WorkClass::kFree ? OpClass::kCopied : OpClass::kOnce;
    const bool is_heavy = work == WorkClass::kProduct || op.code == OpCode::kWhile;
    if (is_heavy) return OpClass::kPlaced;
    return kept || work == WorkClass::kOther ? OpClass::kKept : OpClass::kCopied;
  }

  // Backward ops that lead to a gradient for another stage are I.
  void split_backward(int stage) {
    const auto is_mine = [&](int op) {
      return is_live_[op] && is_placed(op) && gradient_.is_backward[op] &&
             gradient_.stages[op] == stage;
    };
    std::vector<bool> leads(graph_.num_ops());
    for (int i = graph_.num_ops(); i-- > 0;) {
      if (!is_mine(i)) continue;
      for (ValueId v : graph_.ops[i].results) {
        for (int user : graph_.users[v.index]) {
          const bool is_sent = is_live_[user] && is_placed(user) && gradient_.stages[user] != stage;
          if (is_sent || (is_mine(user) && leads[user])) leads[i] = true;
        }
      }
      phases_[i] = leads[i] ? CutPhase::kInputGradient : CutPhase::kWeightGradient;
      if (leads[i]) has_input_gradient_[stage] = true;
    }
  }

  // Views and plain arithmetic, repeated where that needs no more memory than keeping the result.
  bool is_cheap(int op) const {
    const OpRow& r = row(graph_.ops[op].code);
    if (!graph_.ops[op].regions.empty() || graph_.ops[op].results.size() != 1) return false;
    return r.work_class == WorkClass::kFree ||
           (r.work_class == WorkClass::kFused && r.flops_per_point <= 1);
  }

  // Marks the ops of `makers` whose results `readers` compute again.
  void choose_pulled(int stage, CutPhase makers, const std::set<CutPhase>& readers) {
    std::set<int> kept_ops;      // of `makers`, read
    std::set<uint32_t> is_kept;  // values that are there in any case
    const auto want = [&](ValueId v) {
      const int op = graph_.producer[v.index];
      if (op != kNone && is_placed(op) && gradient_.stages[op] == stage && phases_[op] == makers) {
        kept_ops.insert(op);
      }
      is_kept.insert(v.index);
    };
    for (int i = 0; i < graph_.num_ops(); ++i) {
      const bool reads = is_live_[i] && is_placed(i) && gradient_.stages[i] == stage &&
                         readers.contains(phases_[i]) && phases_[i] != makers;
      if (!reads) continue;
      for (ValueId v : graph_.inputs[i]) want(v);
    }
    while (!kept_ops.empty()) {
      const int op = *kept_ops.rbegin();
      kept_ops.erase(op);
      if (!is_cheap(op)) continue;
      int64_t more = 0;
      for (ValueId v : graph_.inputs[op]) {
        const int from = graph_.producer[v.index];
        if (is_placed(from) && !is_kept.contains(v.index)) more += bytes(v);
      }
      if (more > bytes(graph_.ops[op].results[0])) continue;
      is_pulled_[op] = true;
      for (ValueId v : graph_.inputs[op]) want(v);
    }
  }
  void choose_pulled(int stage) {
    choose_pulled(stage, CutPhase::kForward, {CutPhase::kInputGradient, CutPhase::kWeightGradient});
    choose_pulled(stage, CutPhase::kInputGradient, {CutPhase::kWeightGradient});
  }

  void add(int stage, CutPhase kind, int op) {
    if (!phase(stage, kind).ops.insert(op).second) return;
    for (ValueId v : graph_.inputs[op]) read(stage, kind, v);
  }

  // `kind` of `stage` reads the value, which `maker` of the same stage makes.
  void take(int stage, CutPhase kind, CutPhase maker, ValueId v) {
    phase(stage, kind).inputs.insert(v.index);
    phase(stage, maker).outputs.insert(v.index);
  }

  void read(int stage, CutPhase kind, ValueId v) {
    const int op = graph_.producer[v.index];
    if (op == kNone) {
      phase(stage, kind).inputs.insert(v.index);
      return;
    }
    switch (classes_[op]) {
      case OpClass::kCopied:
        add(stage, kind, op);
        break;
      case OpClass::kKept:
      case OpClass::kOnce: {
        const CutPhase maker =
            classes_[op] == OpClass::kKept ? CutPhase::kForward : CutPhase::kOnce;
        add(stage, maker, op);
        if (kind != maker) take(stage, kind, maker, v);
        break;
      }
      case OpClass::kPlaced:
        read_placed(stage, kind, v);
        break;
    }
  }

  void read_placed(int stage, CutPhase kind, ValueId v) {
    const int op = graph_.producer[v.index];
    const int from = gradient_.stages[op];
    const CutPhase maker = phases_[op];
    if (from != stage) {
      if (is_smaller_before(op)) {
        add(stage, kind, op);
        return;
      }
      take_from(from, maker, stage, kind, v);
    } else if (kind == maker) {
      add(stage, kind, op);
    } else if (recompute_[stage] && maker == CutPhase::kForward && kind != CutPhase::kForward) {
      recompute(stage, kind, v);
    } else if (is_pulled_[op]) {
      add(stage, kind, op);
    } else {
      take(stage, kind, maker, v);
    }
  }

  void take_from(int from, CutPhase maker, int stage, CutPhase kind, ValueId v) {
    phase(stage, kind).inputs.insert(v.index);
    phase(from, maker).outputs.insert(v.index);
    cut_.crossings.insert({v.index, from, stage});
  }

  // A broadcast is made where it is read.
  bool is_smaller_before(int op) const {
    const bool is_view = row(graph_.ops[op].code).work_class == WorkClass::kFree;
    return is_view && graph_.inputs[op].size() == 1 &&
           bytes(graph_.inputs[op][0]) < bytes(graph_.ops[op].results[0]);
  }

  // I computes forward values again; W takes them from there, where there is an I.
  void recompute(int stage, CutPhase kind, ValueId v) {
    const int op = graph_.producer[v.index];
    if (kind == CutPhase::kInputGradient || !has_input_gradient_[stage]) {
      add(stage, kind, op);
      return;
    }
    add(stage, CutPhase::kInputGradient, op);
    take(stage, kind, CutPhase::kInputGradient, v);
  }

  void add_results() {
    const auto& results = program_.body.results;
    const size_t num_gradients = roles_.gradient_stages.size();
    for (size_t g = 0; g < num_gradients; ++g) {
      const ValueId v = results[results.size() - num_gradients + g];
      read(roles_.gradient_stages[g], CutPhase::kWeightGradient, v);
    }
    const int loss_op = graph_.producer[results[0].index];
    cut_.loss_stage = is_placed(loss_op) ? gradient_.stages[loss_op] : num_stages() - 1;
    read(cut_.loss_stage, CutPhase::kForward, results[0]);
    phase(cut_.loss_stage, CutPhase::kForward).outputs.insert(results[0].index);
    for (size_t i = 0; i < roles_.state.size(); ++i) add_state(i, results[1 + i]);
  }

  void add_state(size_t i, ValueId v) {
    const ValueId argument = program_.body.arguments[roles_.state[i]];
    CutGradient::NewState& state = cut_.new_state.emplace_back();
    state.stage = first_reader(argument);
    if (v == argument) {
      state.is_unchanged = true;
      return;
    }
    const int op = graph_.producer[v.index];
    const bool is_once = op == kNone || classes_[op] == OpClass::kOnce ||
                         (classes_[op] == OpClass::kCopied && !depends_on_batch(v));
    if (is_placed(op)) state.stage = gradient_.stages[op];
    state.phase = is_once ? CutPhase::kOnce : CutPhase::kForward;
    read(state.stage, state.phase, v);
    phase(state.stage, state.phase).outputs.insert(v.index);
  }

  bool depends_on_batch(ValueId v) const {
    const std::vector<bool> above = graph_.ancestors({v});
    const auto is_batch = [&](ValueId input) {
      const auto& all = program_.body.arguments;
      const auto at = std::ranges::find(all, input);
      return at != all.end() && roles_.is_batch[at - all.begin()];
    };
    for (int i = 0; i < graph_.num_ops(); ++i) {
      if (above[i] && std::ranges::any_of(graph_.inputs[i], is_batch)) return true;
    }
    return is_batch(v);
  }

  int first_reader(ValueId argument) {
    for (int s = 0; s < num_stages(); ++s) {
      for (const PhaseOps& p : cut_.stages[s]) {
        if (p.inputs.contains(argument.index)) return s;
      }
    }
    return 0;
  }

  const PlacedGradient& gradient_;
  const Program& program_;
  const CutRoles& roles_;
  const std::vector<bool>& recompute_;
  const Graph graph_;
  std::vector<OpClass> classes_;          // by op
  std::vector<CutPhase> phases_;          // by op that is placed
  std::vector<bool> is_pulled_;           // by op: later phases of its stage compute it again
  std::vector<bool> is_live_;             // by op
  std::vector<bool> has_input_gradient_;  // by stage
  CutGradient cut_;
};

}  // namespace

CutGradient cut_gradient(const PlacedGradient& gradient, const CutRoles& roles, int num_stages,
                         const std::vector<bool>& recompute) {
  return Cutting(gradient, roles, num_stages, recompute).run();
}

}  // namespace motley::tensor
