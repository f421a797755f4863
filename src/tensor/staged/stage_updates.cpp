#include "tensor/staged/stage_updates.h"

#include <fmt/format.h>

#include "tensor/passes/pass.h"

namespace motley::tensor {

int add_buffer(Stage& stage, std::string name, TensorType type, BufferLife life) {
  stage.buffers.push_back({std::move(name), std::move(type), life});
  return static_cast<int>(stage.buffers.size()) - 1;
}

namespace {

// A phase that is built op by op; its arguments are buffers of the stage.
class PhaseBuilder {
 public:
  PhaseBuilder(const Stage& stage, const char* name) : stage_(stage), builder_(name) {}

  Expr input(int buffer) {
    inputs_.push_back(buffer);
    return argument(builder_, stage_.buffers[buffer].type);
  }
  void output(int buffer, Expr value) {
    outputs_.push_back(buffer);
    results_.push_back(value.id());
  }
  StagePhase finish() && {
    return {.program = simplify(std::move(builder_).finish(std::move(results_))),
            .inputs = std::move(inputs_),
            .outputs = std::move(outputs_)};
  }

 private:
  const Stage& stage_;
  ProgramBuilder builder_;
  std::vector<int> inputs_, outputs_;
  std::vector<ValueId> results_;
};

// The mean gradient over all micro-batches. The parts of a tied parameter are added from its last
// stage to its first, as reverse mode does.
Expr mean_gradient(PhaseBuilder& phase, const OwnParameter& parameter, int64_t num_microbatches) {
  Expr sum = phase.input(parameter.sums[0]);
  for (size_t i = 1; i < parameter.sums.size(); ++i) sum = sum + phase.input(parameter.sums[i]);
  return num_microbatches > 1 ? sum / static_cast<double>(num_microbatches) : sum;
}

// Where the squares of each parameter are found: the stage that owns it, and its place there.
struct SquarePlace {
  int stage = 0, place = 0;
};

// Adds kSquares to all stages and sends their results to all; by stage, the buffers of all.
std::vector<std::vector<int>> add_squares(StagedStep& step, const UpdateProblem& problem,
                                          ElementType element) {
  const int num_stages = step.num_stages();
  std::vector<std::vector<int>> buffers(num_stages, std::vector<int>(num_stages, -1));
  for (int s = 0; s < num_stages; ++s) {
    const auto count = static_cast<int64_t>(problem.own[s].size());
    if (count == 0) continue;
    for (int t = 0; t < num_stages; ++t) {
      buffers[t][s] = add_buffer(step.stages[t], fmt::format("squares of stage {}", s),
                                 {element, {count}}, BufferLife::kStep);
    }
    PhaseBuilder phase(step.stages[s], "squares");
    std::vector<Expr> squares;
    for (const OwnParameter& parameter : problem.own[s]) {
      const Expr gradient = mean_gradient(phase, parameter, step.num_microbatches);
      squares.push_back(reshape(sum_of_squares(gradient, element), {1}));
    }
    phase.output(buffers[s][s], squares.size() == 1 ? squares[0] : concatenate(squares, 0));
    step.stages[s].phase(StagePhaseKind::kSquares) = std::move(phase).finish();
    for (int t = 0; t < num_stages; ++t) {
      if (t == s || problem.own[t].empty()) continue;
      step.crossings.push_back({Crossing::When::kSquares, {s, buffers[s][s]}, {t, buffers[t][s]}});
    }
  }
  return buffers;
}

// The factor of all gradients, from the squares in the order of the parameters.
Expr factor_of(PhaseBuilder& phase, const StagedStep& step, const UpdateProblem& problem,
               const std::vector<int>& buffers) {
  std::vector<SquarePlace> places(step.num_params);
  std::vector<std::optional<Expr>> vectors(step.num_stages());
  for (int s = 0; s < step.num_stages(); ++s) {
    for (size_t i = 0; i < problem.own[s].size(); ++i) {
      places[problem.own[s][i].index] = {s, static_cast<int>(i)};
    }
    if (!problem.own[s].empty()) vectors[s] = phase.input(buffers[s]);
  }
  std::vector<Expr> squares;
  for (const SquarePlace& at : places) {
    squares.push_back(reshape(slice_dim(*vectors[at.stage], 0, at.place, at.place + 1), {}));
  }
  return clip_factor(squares, problem.optimizer->clip);
}

void add_update(StagedStep& step, const UpdateProblem& problem, int stage,
                const std::vector<int>* squares) {
  const std::vector<OwnParameter>& own = problem.own[stage];
  Stage& here = step.stages[stage];
  if (own.empty() && problem.step_count[stage] < 0) return;
  PhaseBuilder phase(here, "update");
  std::vector<Expr> params, gradients, state;
  std::vector<int> state_buffers;
  for (const OwnParameter& p : own) {
    gradients.push_back(mean_gradient(phase, p, step.num_microbatches));
    params.push_back(phase.input(p.buffer));
  }
  std::vector<std::string> names;
  std::vector<ParameterSpec> specs;
  std::map<std::string, int> moments = {{kStepCount, problem.step_count[stage]}};
  for (const OwnParameter& p : own) {
    names.push_back(step.arguments[p.argument].name);
    specs.push_back({names.back(), step.arguments[p.argument].type});
    moments.insert(p.moments.begin(), p.moments.end());
  }
  for (const StateSpec& spec : optimizer_state(*problem.optimizer, specs)) {
    state_buffers.push_back(moments.at(spec.name));
  }
  for (int b : state_buffers) state.push_back(phase.input(b));
  const Expr rate = phase.input(problem.rate[stage]);
  std::optional<Expr> factor;
  if (squares && !own.empty()) factor = factor_of(phase, step, problem, *squares);
  const Updated updated = update(*problem.optimizer, names, params, gradients, state, rate, factor);
  for (size_t i = 0; i < own.size(); ++i) phase.output(own[i].buffer, updated.parameters[i]);
  for (size_t i = 0; i < state.size(); ++i) phase.output(state_buffers[i], updated.state[i]);
  here.phase(StagePhaseKind::kUpdate) = std::move(phase).finish();
}

}  // namespace

void add_update_phases(StagedStep& step, const UpdateProblem& problem) {
  std::vector<TensorType> types;
  for (int i = 0; i < step.num_params; ++i) types.push_back(update_type(step.arguments[i].type));
  const bool clips = problem.optimizer->clip > 0 && step.num_params > 0;
  std::vector<std::vector<int>> squares;
  if (clips) squares = add_squares(step, problem, square_element(types));
  for (int s = 0; s < step.num_stages(); ++s) {
    add_update(step, problem, s, clips ? &squares[s] : nullptr);
  }
}

void add_loss_phase(StagedStep& step, int stage, int parts) {
  Stage& here = step.stages[stage];
  const ElementType element = here.buffers[parts].type.element;
  const int mean = add_buffer(here, "loss", {element, {}}, BufferLife::kStep);
  PhaseBuilder phase(here, "loss");
  const Expr all = phase.input(parts);
  const auto part = [&](int64_t m) { return reshape(slice_dim(all, 0, m, m + 1), {}); };
  Expr sum = part(0);
  for (int64_t m = 1; m < step.num_microbatches; ++m) sum = sum + part(m);
  if (step.num_microbatches > 1) sum = sum / static_cast<double>(step.num_microbatches);
  phase.output(mean, sum);
  here.phase(StagePhaseKind::kLoss) = std::move(phase).finish();
  step.loss = {stage, mean};
}

}  // namespace motley::tensor
