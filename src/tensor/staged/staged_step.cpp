#include "tensor/staged/staged_step.h"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <map>

#include "core/base/error.h"
#include "tensor/ir/printer.h"
#include "tensor/passes/gradient_marks.h"
#include "tensor/passes/pass.h"
#include "tensor/passes/rewrite.h"
#include "tensor/staged/cut_gradient.h"
#include "tensor/staged/stage_updates.h"

namespace motley::tensor {
namespace {

// The loss with only the results that a step has: the loss and new state.
Program step_loss(const Program& loss, const std::vector<LossArgument>& arguments) {
  Program result = loss;
  result.body.results.resize(1 + std::ranges::count_if(arguments, &LossArgument::is_state));
  return result;
}

std::vector<int> param_positions(const std::vector<LossArgument>& arguments) {
  std::vector<int> params;
  for (size_t i = 0; i < arguments.size(); ++i) {
    if (arguments[i].is_param) params.push_back(static_cast<int>(i));
  }
  return params;
}

// Makes the StagedStep from the gradient and its cut.
class Assembly {
 public:
  Assembly(const Program& loss, const std::vector<LossArgument>& arguments,
           const StagedStepSettings& settings, const PlacedLoss& placed,
           const PlacedGradient& gradient, CutGradient cut)
      : loss_(loss),
        arguments_(arguments),
        settings_(settings),
        placed_(placed),
        program_(gradient.program),
        graph_(gradient.program),
        cut_(std::move(cut)),
        names_(value_names(program_)) {
    step_.num_microbatches = settings.step.num_microbatches;
    step_.stages.resize(cut_.stages.size());
    buffers_.resize(cut_.stages.size());
    for (size_t s = 0; s < settings.recompute.size(); ++s) {
      step_.stages[s].recompute = settings.recompute[s];
    }
  }

  StagedStep run() && {
    // The arguments of the step, as train_step has them.
    step_.arguments = arguments_of_step(loss_, arguments_, settings_.step);
    for (const StepArgument& a : step_.arguments) {
      step_.num_params += a.role == StepRole::kParam;
      step_.num_state += a.role == StepRole::kState;
    }
    step_.held.resize(step_.arguments.size());
    // Readers before what they read, so that what simplification leaves unread is not made.
    for (int s = 0; s < num_stages(); ++s) build_weight_gradient(s);
    for (int s = 0; s < num_stages(); ++s) {
      build(s, CutPhase::kInputGradient, StagePhaseKind::kInputGradient);
    }
    for (int s = num_stages(); s-- > 0;) build(s, CutPhase::kForward, StagePhaseKind::kForward);
    for (int s = 0; s < num_stages(); ++s) build(s, CutPhase::kOnce, StagePhaseKind::kOnce);
    add_crossings();
    add_prologues();
    add_new_state();
    add_updates();
    add_loss_phase(step_, cut_.loss_stage, buffer_of(cut_.loss_stage, program_.body.results[0]));
    return std::move(step_);
  }

 private:
  int num_stages() const { return step_.num_stages(); }
  PhaseOps& ops_of(int stage, CutPhase kind) {
    return cut_.stages[stage][static_cast<size_t>(kind)];
  }

  // --- Buffers ---------------------------------------------------------------------------------

  int position_of(ValueId v) const {
    const auto& all = program_.body.arguments;
    const auto at = std::ranges::find(all, v);
    return at == all.end() ? -1 : static_cast<int>(at - all.begin());
  }

  // The argument of the loss that an argument of the gradient is, or is a copy of; -1: shared.
  int loss_argument(int position) const {
    if (position < std::ssize(arguments_)) return position;
    for (const ParameterCopy& copy : placed_.copies) {
      if (copy.argument == position) return copy.parameter;
    }
    return -1;
  }

  int step_argument(int loss_argument) const {
    const auto at = std::ranges::find(step_.arguments, loss_argument, &StepArgument::loss_argument);
    return static_cast<int>(at - step_.arguments.begin());
  }

  // A value on a stage; a forward value that I computes again for W is kept apart from that of F.
  struct Key {
    uint32_t value = 0;
    bool again = false;
    auto operator<=>(const Key&) const = default;
  };
  Key key_of(int stage, CutPhase kind, ValueId v) const {
    const auto& phases = cut_.stages[stage];
    const auto& forward = phases[static_cast<size_t>(CutPhase::kForward)];
    const auto& again = phases[static_cast<size_t>(CutPhase::kInputGradient)];
    const bool is_late = kind == CutPhase::kInputGradient || kind == CutPhase::kWeightGradient;
    const bool is_again = is_late && step_.stages[stage].recompute &&
                          again.outputs.contains(v.index) &&
                          forward.ops.contains(graph_.producer[v.index]);
    return {v.index, is_again};
  }

  int buffer_of(int stage, Key key) {
    const auto [at, is_new] = buffers_[stage].try_emplace(key);
    if (is_new) at->second = make_buffer(stage, ValueId(key.value));
    return at->second;
  }
  int buffer_of(int stage, ValueId v) { return buffer_of(stage, Key{v.index}); }

  int make_buffer(int stage, ValueId v) {
    Stage& here = step_.stages[stage];
    const int position = position_of(v);
    if (position < 0) return make_value_buffer(stage, v);
    const int argument = loss_argument(position);
    if (argument < 0) {
      return add_buffer(here, fmt::format("shared {}", shared_index(position)), program_.type(v),
                        BufferLife::kStep);
    }
    const int of_step = step_argument(argument);
    return held_buffer(stage, of_step);
  }

  // The buffer of an argument of the step on this stage.
  int held_buffer(int stage, int of_step) {
    const StepArgument& argument = step_.arguments[of_step];
    for (const BufferPlace& at : step_.held[of_step]) {
      if (at.stage == stage) return at.buffer;
    }
    const bool is_cut = argument.role == StepRole::kBatch && !argument.type.is_scalar();
    const int buffer = add_buffer(step_.stages[stage], argument.name, argument.type,
                                  is_cut ? BufferLife::kRows : BufferLife::kStep);
    step_.held[of_step].push_back({stage, buffer});
    return buffer;
  }

  int make_value_buffer(int stage, ValueId v) {
    Stage& here = step_.stages[stage];
    TensorType type = program_.type(v);
    const std::string& name = names_[v.index];
    if (v == program_.body.results[0] && stage == cut_.loss_stage) {
      type.shape = {step_.num_microbatches};
      return add_buffer(here, "losses", type, BufferLife::kRows);
    }
    const bool is_once = ops_of(stage, CutPhase::kOnce).outputs.contains(v.index);
    return add_buffer(here, name, type, is_once ? BufferLife::kStep : BufferLife::kMicrobatch);
  }

  int shared_index(int position) const { return position - static_cast<int>(arguments_.size()); }

  // --- Phases of micro-batches -----------------------------------------------------------------

  bool is_read(int stage, Key key) { return read_[stage].contains(key); }

  // The outputs that something reads: a later phase of the stage, another stage, or the step.
  std::vector<ValueId> outputs_of(int stage, CutPhase kind) {
    std::vector<ValueId> outputs;
    for (uint32_t v : ops_of(stage, kind).outputs) {
      bool wanted = is_read(stage, key_of(stage, kind, ValueId(v)));
      for (const ValueCrossing& c : cut_.crossings) {
        wanted |= c.value == v && c.from == stage && is_read(c.to, Key{v});
      }
      if (kind == CutPhase::kForward && stage == cut_.loss_stage) {
        wanted |= program_.body.results[0].index == v;
      }
      for (size_t i = 0; i < cut_.new_state.size(); ++i) {
        const CutGradient::NewState& state = cut_.new_state[i];
        wanted |= state.stage == stage && state.phase == kind && !state.is_unchanged &&
                  program_.body.results[1 + i].index == v;
      }
      if (wanted) outputs.emplace_back(v);
    }
    return outputs;
  }

  // The ops as a Program that takes what it reads and returns `results`.
  StagePhase extract(int stage, CutPhase kind, const std::vector<ValueId>& results,
                     const char* name) {
    std::vector<ValueId> inputs;
    for (uint32_t v : ops_of(stage, kind).inputs) inputs.emplace_back(v);
    Rewrite rewrite(program_, inputs);
    for (int op : ops_of(stage, kind).ops) rewrite.keep(program_.body.ops[op]);
    Program program = simplify(std::move(rewrite).finish(results));
    program.name = name;
    StagePhase phase;
    std::vector<ValueId> read;
    const Graph graph(program);
    for (size_t i = 0; i < inputs.size(); ++i) {
      const ValueId v = program.body.arguments[i];
      const bool is_result =
          std::ranges::find(program.body.results, v) != program.body.results.end();
      if (graph.users[v.index].empty() && !is_result) continue;
      read.push_back(v);
      const Key key = key_of(stage, kind, inputs[i]);
      read_[stage].insert(key);
      phase.inputs.push_back(buffer_of(stage, key));
    }
    phase.program = with_arguments(program, read);
    return phase;
  }

  static Program with_arguments(const Program& program, const std::vector<ValueId>& arguments) {
    if (arguments.size() == program.body.arguments.size()) return program;
    Rewrite rewrite(program, arguments);
    for (const Op& op : program.body.ops) rewrite.keep(op);
    return std::move(rewrite).finish();
  }

  void build(int stage, CutPhase kind, StagePhaseKind as) {
    const std::vector<ValueId> results = outputs_of(stage, kind);
    if (results.empty()) return;
    StagePhase phase = extract(stage, kind, results, name(as));
    for (ValueId v : results) phase.outputs.push_back(buffer_of(stage, key_of(stage, kind, v)));
    step_.stages[stage].phase(as) = std::move(phase);
  }

  // W returns the gradients of the stage's parameters, in the types of their updates; the first
  // micro-batch writes the sums, the others add to them.
  void build_weight_gradient(int stage) {
    std::vector<ValueId> results;
    std::vector<int> sums;
    for (size_t c = 0; c < placed_.copies.size(); ++c) {
      if (placed_.copies[c].stage != stage || !placed_.copies[c].has_gradient) continue;
      results.push_back(gradient_result(c));
      const int argument = step_argument(placed_.copies[c].parameter);
      sums.push_back(add_buffer(step_.stages[stage],
                                "gradient of " + step_.arguments[argument].name,
                                update_type(step_.arguments[argument].type), BufferLife::kStep));
      sum_of_[c] = sums.back();
    }
    if (results.empty()) return;
    const StagePhase gradients =
        extract(stage, CutPhase::kWeightGradient, results, name(StagePhaseKind::kWeightGradient));
    for (const bool is_first : {true, false}) {
      if (!is_first && step_.num_microbatches == 1) continue;
      StagePhase phase = gradients;
      ProgramBuilder builder(gradients.program);
      std::vector<ValueId> now;
      for (size_t i = 0; i < results.size(); ++i) {
        const TensorType& type = step_.stages[stage].buffers[sums[i]].type;
        Expr g = convert({builder, gradients.program.body.results[i]}, type.element);
        if (!is_first) {
          phase.inputs.push_back(sums[i]);
          g = argument(builder, type) + g;
        }
        now.push_back(g.id());
      }
      phase.program = std::move(builder).finish(std::move(now));
      phase.outputs = sums;
      step_.stages[stage].phase(is_first ? StagePhaseKind::kFirstWeightGradient
                                         : StagePhaseKind::kWeightGradient) = std::move(phase);
    }
  }

  ValueId gradient_result(size_t copy) const {
    const auto& results = program_.body.results;
    const auto behind =
        std::count_if(placed_.copies.begin() + static_cast<std::ptrdiff_t>(copy),
                      placed_.copies.end(), [](const ParameterCopy& c) { return c.has_gradient; });
    return results[results.size() - static_cast<size_t>(behind)];
  }

  // --- What joins the stages, and the ends of the step -------------------------------------------

  void add_crossings() {
    for (const ValueCrossing& c : cut_.crossings) {
      if (!is_read(c.to, Key{c.value})) continue;
      const ValueId v(c.value);
      step_.crossings.push_back(
          {c.from < c.to ? Crossing::When::kForward : Crossing::When::kBackward,
           {c.from, buffer_of(c.from, v)},
           {c.to, buffer_of(c.to, v)}});
    }
  }

  void add_prologues() {
    if (settings_.step.shared.empty()) return;
    const Program all = simplify(shared_values_program(loss_, arguments_, settings_.step));
    for (int s = 0; s < num_stages(); ++s) {
      std::vector<int> outputs;
      std::vector<ValueId> results;
      for (size_t i = 0; i < settings_.step.shared.size(); ++i) {
        const auto at = buffers_[s].find(Key{program_.body.arguments[arguments_.size() + i].index});
        if (at == buffers_[s].end()) continue;
        outputs.push_back(at->second);
        results.push_back(all.body.results[i]);
      }
      if (results.empty()) continue;
      Program program = all;
      program.body.results = results;
      program = remove_dead(program);
      program.name = name(StagePhaseKind::kPrologue);
      StagePhase phase{.outputs = outputs};
      const Graph graph(program);
      std::vector<ValueId> read;
      for (size_t i = 0; i < arguments_.size(); ++i) {
        const ValueId v = program.body.arguments[i];
        if (graph.users[v.index].empty()) continue;
        read.push_back(v);
        phase.inputs.push_back(held_buffer(s, step_argument(static_cast<int>(i))));
      }
      phase.program = with_arguments(program, read);
      step_.stages[s].phase(StagePhaseKind::kPrologue) = std::move(phase);
    }
  }

  // New state replaces the old one where it is made, and travels to the others that read it.
  void add_new_state() {
    size_t result = 0;
    for (size_t a = 0; a < arguments_.size(); ++a) {
      if (!arguments_[a].is_state()) continue;
      const CutGradient::NewState& state = cut_.new_state[result];
      const ValueId v = program_.body.results[1 + result++];
      const int of_step = step_argument(static_cast<int>(a));
      const int owner = held_buffer(state.stage, of_step);
      put_owner_first(of_step, state.stage);
      if (state.is_unchanged) continue;
      const int made = buffer_of(state.stage, v);
      step_.stages[state.stage].buffers[made].life = BufferLife::kStep;
      step_.replacements.push_back({state.stage, made, owner});
      for (const BufferPlace& at : step_.held[of_step]) {
        if (at.stage == state.stage) continue;
        step_.crossings.push_back({Crossing::When::kNewValue, {state.stage, owner}, at});
      }
    }
  }

  void put_owner_first(int of_step, int stage) {
    std::ranges::stable_sort(step_.held[of_step], {},
                             [&](const BufferPlace& at) { return at.stage != stage; });
  }

  // The arguments that hold the optimizer's state, by the names that the optimizer has for it. They
  // follow the parameters in its order; by name they may be others, where the model has a `step`.
  std::map<std::string, int> find_optimizer_state() const {
    std::vector<ParameterSpec> params;
    for (int p = 0; p < step_.num_params; ++p) {
      params.push_back({step_.arguments[p].name, step_.arguments[p].type});
    }
    std::map<std::string, int> found;
    for (const StateSpec& state : tensor::optimizer_state(settings_.step.optimizer, params)) {
      found.emplace(state.name, step_.num_params + static_cast<int>(found.size()));
    }
    return found;
  }

  void add_updates() {
    UpdateProblem problem{.optimizer = &settings_.step.optimizer};
    optimizer_state_ = find_optimizer_state();
    problem.own.resize(num_stages());
    problem.rate.assign(num_stages(), -1);
    problem.step_count.assign(num_stages(), -1);
    for (int p = 0; p < step_.num_params; ++p) add_own(problem, p);
    const auto rate = std::ranges::find(step_.arguments, StepRole::kSetting, &StepArgument::role);
    const auto count = optimizer_state_.find(kStepCount);
    for (int s = 0; s < num_stages(); ++s) {
      // Somebody must count the steps even if there are no parameters.
      if (problem.own[s].empty() && s > 0) continue;
      problem.rate[s] = held_buffer(s, static_cast<int>(rate - step_.arguments.begin()));
      if (count != optimizer_state_.end()) problem.step_count[s] = held_buffer(s, count->second);
    }
    add_update_phases(step_, problem);
  }

  void add_own(UpdateProblem& problem, int p) {
    std::vector<size_t> copies;
    for (size_t c = 0; c < placed_.copies.size(); ++c) {
      if (placed_.copies[c].parameter == step_.arguments[p].loss_argument) copies.push_back(c);
    }
    const int owner = placed_.copies[copies[0]].stage;
    OwnParameter own{.index = p, .argument = p, .buffer = held_buffer(owner, p)};
    TiedParameter tied{.argument = p, .stages = {owner}};
    for (size_t k = copies.size(); k-- > 1;) {
      if (!placed_.copies[copies[k]].has_gradient) continue;
      const int user = placed_.copies[copies[k]].stage;
      const int part =
          add_buffer(step_.stages[owner],
                     fmt::format("gradient of {} from stage {}", step_.arguments[p].name, user),
                     update_type(step_.arguments[p].type), BufferLife::kStep);
      own.sums.push_back(part);
      step_.crossings.push_back(
          {Crossing::When::kTiedGradient, {user, sum_of_.at(copies[k])}, {owner, part}});
    }
    own.sums.push_back(sum_of_.at(copies[0]));
    for (size_t k = 1; k < copies.size(); ++k) {
      const int user = placed_.copies[copies[k]].stage;
      tied.stages.push_back(user);
      step_.crossings.push_back(
          {Crossing::When::kNewValue, {owner, own.buffer}, {user, held_buffer(user, p)}});
    }
    put_owner_first(p, owner);
    if (tied.stages.size() > 1) step_.tied.push_back(tied);
    const StepArgument& argument = step_.arguments[p];
    for (const StateSpec& state :
         tensor::optimizer_state(settings_.step.optimizer, {{argument.name, argument.type}})) {
      if (state.name == kStepCount) continue;
      own.moments.emplace(state.name, held_buffer(owner, optimizer_state_.at(state.name)));
    }
    problem.own[owner].push_back(std::move(own));
  }

  const Program& loss_;
  const std::vector<LossArgument>& arguments_;
  const StagedStepSettings& settings_;
  const PlacedLoss& placed_;
  const Program& program_;  // the gradient
  const Graph graph_;
  CutGradient cut_;
  const std::vector<std::string> names_;
  StagedStep step_;
  std::vector<std::map<Key, int>> buffers_;     // by stage
  std::map<int, std::set<Key>> read_;           // by stage: what its Programs read
  std::map<size_t, int> sum_of_;                // by copy of a parameter: the sum of its gradient
  std::map<std::string, int> optimizer_state_;  // the arguments of the step that hold it
};

// The first op of each stage but the first.
std::vector<int> stage_begins(const Program& loss, const std::vector<LossArgument>& arguments,
                              const std::vector<int>& cuts) {
  if (cuts.empty()) return {};
  const std::vector<Cut> all = stage_cuts(loss, arguments);
  std::vector<int> begins;
  for (size_t s = 0; s < cuts.size(); ++s) {
    if (cuts[s] <= (s == 0 ? 0 : cuts[s - 1]) || cuts[s] > std::ssize(all)) {
      throw core::UserError(
          {loss.source},
          fmt::format("stages cannot be cut at layers {}: cuts are ascending, from 1 to {}",
                      fmt::join(cuts, ", "), all.size()));
    }
    begins.push_back(static_cast<int>(all[cuts[s] - 1].before.index));
  }
  return begins;
}

CutRoles roles_of(const PlacedLoss& placed, const std::vector<LossArgument>& arguments) {
  CutRoles roles;
  for (size_t i = 0; i < placed.loss.body.arguments.size(); ++i) {
    const bool is_own = i < arguments.size();
    const bool is_copy = std::ranges::any_of(
        placed.copies, [&](const ParameterCopy& c) { return c.argument == static_cast<int>(i); });
    roles.is_param.push_back(is_copy);
    roles.is_batch.push_back(is_own ? arguments[i].is_batch() : !is_copy);
    if (is_own && arguments[i].is_state()) roles.state.push_back(static_cast<int>(i));
  }
  for (const ParameterCopy& copy : placed.copies) {
    if (copy.has_gradient) roles.gradient_stages.push_back(copy.stage);
  }
  return roles;
}

}  // namespace

const char* name(StagePhaseKind kind) {
  constexpr std::array<const char*, kNumStagePhases> names = {"once",
                                                              "prologue",
                                                              "forward",
                                                              "input_gradient",
                                                              "first_weight_gradient",
                                                              "weight_gradient",
                                                              "squares",
                                                              "update",
                                                              "loss"};
  return names[static_cast<size_t>(kind)];
}

std::vector<Cut> stage_cuts(const Program& loss, const std::vector<LossArgument>& arguments) {
  Program forward = without_own_gradient(loss);
  forward.body.results.resize(1);
  return step_structure(forward, {.params = param_positions(arguments)}).cuts;
}

StagedStep staged_step(const Program& whole_loss, const std::vector<LossArgument>& arguments,
                       const StagedStepSettings& settings) {
  const Program loss = step_loss(whole_loss, arguments);
  const Program apart = with_shared_arguments(loss, settings.step.shared);
  const std::vector<int> begins = stage_begins(apart, arguments, settings.cuts);
  std::optional<PlacedOwnGradient> own;
  if (has_own_gradient(apart)) own = place_own_gradient(apart, arguments, begins);
  const PlacedLoss placed = own ? own->placed : place_loss(apart, arguments, begins);
  PlacedGradient gradient = own ? gradient_as_placed(*own) : differentiate_placed(placed);
  if (settings.bf16_products) {
    gradient = with_bf16_products(std::move(gradient), settings.bf16_gradients);
  }
  const auto num_stages = static_cast<int>(settings.cuts.size()) + 1;
  StagedStepSettings full = settings;
  full.recompute.resize(num_stages);
  CutGradient cut = cut_gradient(gradient, roles_of(placed, arguments), num_stages, full.recompute);
  return Assembly(loss, arguments, full, placed, gradient, std::move(cut)).run();
}

}  // namespace motley::tensor
