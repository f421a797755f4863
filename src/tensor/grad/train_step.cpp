#include "tensor/grad/train_step.h"

#include <fmt/format.h>

#include <algorithm>
#include <optional>
#include <set>
#include <string_view>

#include "tensor/grad/inlining.h"
#include "tensor/grad/reverse.h"
#include "tensor/ir/graph.h"
#include "tensor/passes/gradient_marks.h"

namespace motley::tensor {
namespace {

// Adds the step's arguments one by one; `values` of the builder are parallel to `step.arguments`.
class StepBuilder {
 public:
  StepBuilder(const Program& loss, const TrainStepSettings& settings)
      : loss_(loss), settings_(settings), builder_(loss.name + "_step", loss.source) {}

  Expr add(StepRole role, std::string name, TensorType type, int loss_argument = -1) {
    const Expr value = argument(builder_, type);
    step_.arguments.push_back({.role = role,
                               .name = std::move(name),
                               .type = std::move(type),
                               .loss_argument = loss_argument});
    if (role == StepRole::kParam) params_.push_back(value);
    if (role == StepRole::kState && loss_argument < 0) state_.push_back(value);
    if (role == StepRole::kState && loss_argument >= 0) ++num_model_state_;
    values_.push_back(value);
    return value;
  }

  // The shared values alone.
  Program finish_shared() && {
    std::vector<ValueId> results;
    for (const SharedValue& shared : settings_.shared) {
      shared_.push_back(combine_microbatches(shared));
      results.push_back(shared_.back().id());
    }
    return std::move(builder_).finish(std::move(results));
  }

  // `gradient` takes the shared values after the arguments of the loss.
  TrainStep finish(const Program& gradient_program, Expr rate) && {
    const Graph gradient(gradient_program);
    for (const SharedValue& shared : settings_.shared)
      shared_.push_back(combine_microbatches(shared));
    std::vector<Expr> sums = microbatch(gradient, 0);
    const int64_t k = settings_.num_microbatches;
    for (int64_t part = 1; part < k; ++part) {
      const std::vector<Expr> more = microbatch(gradient, part);
      for (size_t i = 0; i < sums.size(); ++i) sums[i] = sums[i] + more[i];
    }
    for (Expr& sum : sums) {
      if (k > 1) sum = sum / static_cast<double>(k);
    }
    const std::vector<Expr> gradients(sums.begin() + 1, sums.end());
    for (Expr g : gradients) step_.gradients.push_back(g.id());
    std::vector<std::string> names;
    for (size_t i = 0; i < params_.size(); ++i) names.push_back(step_.arguments[i].name);
    const Updated updated = update(settings_.optimizer, names, params_, gradients, state_, rate);
    std::vector<ValueId> results = {sums[0].id()};
    for (Expr p : updated.parameters) results.push_back(p.id());
    for (Expr s : updated.state) results.push_back(s.id());
    for (Expr s : new_state_) results.push_back(s.id());
    step_.num_params = static_cast<int>(params_.size());
    step_.num_state = static_cast<int>(state_.size() + new_state_.size());
    step_.program = std::move(builder_).finish(std::move(results));
    return std::move(step_);
  }

 private:
  // Binds a copy of the loss, or of a Program with the same arguments, to one micro-batch.
  void bind_arguments(Inlining& copy, const Program& program, int64_t part) {
    for (size_t i = 0; i < values_.size(); ++i) {
      if (step_.arguments[i].loss_argument < 0) continue;
      Expr value = values_[i];
      const ValueId argument = program.body.arguments[step_.arguments[i].loss_argument];
      const TensorType& wanted = program.type(argument);
      if (value.type() != wanted) {
        value = slice_dim(value, 0, part * wanted.shape[0], (part + 1) * wanted.shape[0]);
      }
      copy.bind(argument, value.id());
    }
  }

  std::vector<ValueId> counters() const {
    return settings_.sample_counters.value_or(std::vector<ValueId>{});
  }

  // In a copy, `values` stand for the counters of samples.
  void bind_counters(Inlining& copy, const std::vector<ValueId>& values, int64_t part) {
    for (size_t i = 0; i < values.size(); ++i) {
      const TensorType& type = loss_.type(counters()[i]);
      const Expr count = iota(builder_, type, 0) + static_cast<double>(part * type.shape[0]);
      copy.bind(values[i], count.id());
    }
  }

  Expr combine_microbatches(const SharedValue& shared) {
    const Graph graph(loss_);
    std::optional<ValueId> all;
    for (int64_t part = 0; part < settings_.num_microbatches; ++part) {
      Inlining copy(builder_, graph);
      bind_arguments(copy, loss_, part);
      for (size_t i = 0; i < shared_.size(); ++i) {
        copy.bind(settings_.shared[i].value, shared_[i].id());
      }
      bind_counters(copy, counters(), part);
      const ValueId one = copy.add({shared.parts})[0];
      all = all ? builder_.add(op_of(shared.reducer), {*all, one})[0] : one;
    }
    Inlining rest(builder_, graph);
    rest.bind(shared.parts, *all);
    const Expr value(builder_, rest.add({shared.value})[0]);
    const bool is_sum = shared.reducer == Reducer::kSum;
    return is_sum ? value / static_cast<double>(settings_.num_microbatches) : value;
  }

  // Loss and gradients of one micro-batch, the gradients in the type of the update.
  std::vector<Expr> microbatch(const Graph& graph, int64_t part) {
    const Program& gradient = graph.program;
    Inlining copy(builder_, graph);
    bind_arguments(copy, gradient, part);
    for (size_t i = 0; i < shared_.size(); ++i) {
      copy.bind(gradient.body.arguments[loss_.body.arguments.size() + i], shared_[i].id());
    }
    const auto first =
        gradient.body.arguments.begin() + std::ssize(loss_.body.arguments) + std::ssize(shared_);
    bind_counters(copy, {first, first + std::ssize(counters())}, part);
    const std::vector<ValueId> results = copy.add(gradient.body.results);
    std::vector<Expr> values = {{builder_, results[0]}};
    // It depends on no batch, or there is one micro-batch: that of any is the new state.
    for (size_t i = 0; part == 0 && i < num_model_state_; ++i)
      new_state_.emplace_back(builder_, results[1 + i]);
    for (size_t i = 0; i < params_.size(); ++i) {
      const Expr g(builder_, results[results.size() - params_.size() + i]);
      values.push_back(convert(g, update_type(g.type()).element));
    }
    return values;
  }

  const Program& loss_;
  const TrainStepSettings& settings_;
  ProgramBuilder builder_;
  TrainStep step_;
  std::vector<Expr> values_, params_, state_, shared_;
  std::vector<Expr> new_state_;  // of the model
  size_t num_model_state_ = 0;
};

// The values that depend on an argument for which `is_wanted` holds.
template <class IsWanted>
std::vector<bool> dependents(const Graph& graph, const IsWanted& is_wanted) {
  const Program& program = graph.program;
  std::vector<bool> depends(program.values.size());
  for (size_t i = 0; i < program.body.arguments.size(); ++i) {
    depends[program.body.arguments[i].index] = is_wanted(i);
  }
  for (int i = 0; i < graph.num_ops(); ++i) {
    const bool does =
        std::ranges::any_of(graph.inputs[i], [&](ValueId v) { return depends[v.index]; });
    for (ValueId v : graph.ops[i].results) depends[v.index] = does;
  }
  return depends;
}

std::string_view word_of(StepRole role) {
  switch (role) {
    case StepRole::kParam:
      return "param";
    case StepRole::kState:
      return "state";
    case StepRole::kBatch:
      return "batch";
    case StepRole::kFrozen:
      return "frozen";
    default:
      return "setting";
  }
}

// Plans and checkpoints name arguments. A model may call one as another is called, or as the
// optimizer calls its own (`step`, `lr`): the later one says what it is.
void make_names_unique(std::vector<StepArgument>& arguments) {
  std::set<std::string> seen;
  for (StepArgument& a : arguments) {
    while (!seen.insert(a.name).second) a.name = fmt::format("{}.{}", word_of(a.role), a.name);
  }
}

// What several micro-batches cannot do with the model's state.
void check_state(const Program& loss, const std::vector<LossArgument>& arguments,
                 bool has_counters) {
  const Graph graph(loss);
  const auto of_batch = dependents(graph, [&](size_t i) { return arguments[i].is_batch(); });
  size_t result = 0;
  for (size_t s = 0; s < arguments.size(); ++s) {
    if (!arguments[s].is_state()) continue;
    if (of_batch[loss.body.results[++result].index]) {
      throw core::UserError(
          {loss.source},
          fmt::format("the new value of state `{}` depends on the batch, so a step cannot be cut "
                      "into micro-batches: each would make its own",
                      arguments[s].name));
    }
    const bool is_key = loss.type(loss.body.arguments[s]).element == ElementType::kU32;
    if (has_counters || !is_key) continue;
    if (dependents(graph, [&](size_t i) { return i == s; })[loss.body.results[0].index]) {
      throw core::UserError(
          {loss.source},
          fmt::format("random numbers are drawn from state `{}`, so all micro-batches of a step "
                      "would draw the same; a key in the batch gives each its own",
                      arguments[s].name));
    }
  }
}

}  // namespace

TensorType StepArgument::whole_type() const {
  TensorType whole = type;
  if (stack) whole.shape.insert(whole.shape.begin(), stack->num_rows);
  return whole;
}

Literal row_of(const StepArgument& argument, const Literal& whole) {
  if (!argument.stack) return whole;
  const int64_t element = byte_size(whole.element());
  TensorType type = argument.type;
  type.element = whole.element();
  return Literal::from_bytes(
      type, whole.bytes().subspan(argument.first_element() * element, type.num_bytes()));
}

std::vector<StepArgument> arguments_of_step(const Program& loss,
                                            const std::vector<LossArgument>& arguments,
                                            const TrainStepSettings& settings) {
  MOTLEY_CHECK(arguments.size() == loss.body.arguments.size(), "{} arguments described, not {}",
               arguments.size(), loss.body.arguments.size());
  MOTLEY_CHECK(settings.num_microbatches >= 1, "{} micro-batches", settings.num_microbatches);
  const size_t num_state = std::ranges::count_if(arguments, &LossArgument::is_state);
  MOTLEY_CHECK(loss.body.results.size() > num_state, "{} results, {} of them new state",
               loss.body.results.size(), num_state);
  if (settings.num_microbatches > 1) {
    check_state(loss, arguments, settings.sample_counters.has_value());
  }

  std::vector<StepArgument> all;
  std::vector<ParameterSpec> params;
  for (size_t i = 0; i < arguments.size(); ++i) {
    if (!arguments[i].is_param) continue;
    const TensorType& type = loss.type(loss.body.arguments[i]);
    params.push_back({arguments[i].name, type});
    all.push_back({StepRole::kParam, arguments[i].name, type, static_cast<int>(i)});
  }
  check_groups(settings.optimizer, params);
  for (const StateSpec& state : optimizer_state(settings.optimizer, params)) {
    all.push_back({StepRole::kState, state.name, state.type});
  }
  const auto add_others = [&](NotTrained kind, StepRole role) {
    for (size_t i = 0; i < arguments.size(); ++i) {
      if (arguments[i].is_param || arguments[i].otherwise != kind) continue;
      TensorType type = loss.type(loss.body.arguments[i]);
      const bool is_cut = role == StepRole::kBatch && !type.is_scalar();
      if (is_cut) type.shape[0] *= settings.num_microbatches;
      all.push_back({role, arguments[i].name, type, static_cast<int>(i)});
    }
  };
  add_others(NotTrained::kState, StepRole::kState);
  all.push_back({StepRole::kSetting, "lr", {ElementType::kF32, {}}});
  add_others(NotTrained::kFrozen, StepRole::kFrozen);
  add_others(NotTrained::kBatch, StepRole::kBatch);
  make_names_unique(all);
  return all;
}

TrainStep train_step(const Program& whole_loss, const std::vector<LossArgument>& arguments,
                     const TrainStepSettings& settings) {
  Program loss = whole_loss;
  loss.body.results.resize(1 + std::ranges::count_if(arguments, &LossArgument::is_state));
  StepBuilder builder(loss, settings);
  std::vector<int> positions;
  std::optional<Expr> rate;
  for (const StepArgument& a : arguments_of_step(whole_loss, arguments, settings)) {
    const Expr value = builder.add(a.role, a.name, a.type, a.loss_argument);
    if (a.role == StepRole::kParam) positions.push_back(a.loss_argument);
    if (a.role == StepRole::kSetting) rate = value;
  }
  const std::vector<ValueId> counters = settings.sample_counters.value_or(std::vector<ValueId>{});
  const bool is_whole = settings.shared.empty() && counters.empty();
  const Program apart = is_whole ? loss : with_shared_arguments(loss, settings.shared, counters);
  return std::move(builder).finish(strip_gradient_marks(differentiate(apart, positions).program),
                                   *rate);
}

Program with_shared_arguments(const Program& loss, const std::vector<SharedValue>& shared,
                              const std::vector<ValueId>& sample_counters) {
  ProgramBuilder builder(loss.name, loss.source);
  const Graph graph(loss);
  Inlining copy(builder, graph);
  for (ValueId v : loss.body.arguments) copy.bind(v, builder.argument(loss.type(v)));
  for (const SharedValue& s : shared) copy.bind(s.value, builder.argument(loss.type(s.value)));
  for (ValueId v : sample_counters) copy.bind(v, builder.argument(loss.type(v)));
  std::vector<ValueId> results = copy.add(loss.body.results);
  return std::move(builder).finish(std::move(results));
}

Program shared_values_program(const Program& loss, const std::vector<LossArgument>& arguments,
                              const TrainStepSettings& settings) {
  StepBuilder builder(loss, settings);
  for (size_t i = 0; i < arguments.size(); ++i) {
    TensorType type = loss.type(loss.body.arguments[i]);
    const bool is_cut = arguments[i].is_batch() && !type.is_scalar();
    if (is_cut) type.shape[0] *= settings.num_microbatches;
    const StepRole role = arguments[i].is_batch() ? StepRole::kBatch : StepRole::kFrozen;
    builder.add(role, arguments[i].name, type, static_cast<int>(i));
  }
  return strip_gradient_marks(std::move(builder).finish_shared());
}

}  // namespace motley::tensor
