#include "tensor/run/verify.h"

#include <algorithm>
#include <cmath>
#include <map>
#include <optional>

#include "core/base/cancel.h"
#include "core/base/error.h"
#include "core/comm/local.h"
#include "tensor/ir/compare.h"
#include "tensor/ir/precision.h"
#include "tensor/reference/interpreter.h"
#include "tensor/run/executable.h"
#include "tensor/run/rank_executor.h"
#include "tensor/sharding/shard_literals.h"

namespace motley::tensor {
namespace {

using namespace propagate;
using namespace shard_cost;

// The step with its gradients as further results.
Program with_gradients(const TrainStep& step) {
  Program program = step.program;
  for (ValueId g : step.gradients) program.body.results.push_back(g);
  return program;
}

std::string name_of(const TrainStep& step, size_t result) {
  const size_t updated = step.num_params + step.num_state;
  if (result == 0) return "loss";
  if (result <= updated) return step.arguments[result - 1].name;
  return "gradient of " + step.arguments[result - 1 - updated].name;
}

// Whole results of the step on all ranks of the plan's group.
std::vector<Literal> run_distributed(const Program& program, const TrainStep& step,
                                     const ShardPlan& plan, const GroupCosts& costs,
                                     const std::vector<Literal>& arguments,
                                     const VerifySettings& settings) {
  const int num_updated = step.num_params + step.num_state;
  const ShardingProblem problem(program, num_updated, plan.group, costs);
  const Region& body = program.body;
  std::vector<std::vector<Literal>> shards(body.results.size());
  for (auto& by_rank : shards) by_rank.resize(plan.group.num_ranks());
  std::vector<RankProgram> programs;
  for (int rank = 0; rank < plan.group.num_ranks(); ++rank) {
    programs.push_back(rank_program(
        plan.group, rank, local_program(problem, plan, rank),
        {plan.bucket_bytes, plan.prefetch_bytes, &problem.costs(), plan.reducing_bytes}));
  }
  core::run_local(
      plan.group.num_ranks(), [&, flag = core::CancelScope::current()](core::Communicator& comm) {
        const core::CancelScope scope(flag);
        RankExecutor rank(std::move(programs[comm.rank()]), comm,
                          {.reference = settings.reference, .num_threads = settings.num_threads});
        for (size_t i = 0; i < arguments.size(); ++i) {
          rank.argument(static_cast<int>(i)) = local_literal(
              arguments[i], plan.values[body.arguments[i].index], {plan.group, comm.rank()});
        }
        rank.run();
        for (size_t i = 0; i < shards.size(); ++i) {
          shards[i][comm.rank()] = rank.result(static_cast<int>(i));
        }
      });
  std::vector<Literal> results;
  for (size_t i = 0; i < shards.size(); ++i) {
    const bool updates = i >= 1 && static_cast<int>(i) <= num_updated;
    const Sharding held = updates ? plan.values[body.arguments[i - 1].index] : Sharding{};
    results.push_back(unshard(shards[i], held, program.type(body.results[i]), plan.group));
  }
  return results;
}

// Results of the step, with its gradients behind the others, and what JAX has for each: a value of
// JAX's is one of them, or that of all layers of a stack.
std::vector<std::pair<size_t, Literal>> results_named(const TrainStep& step,
                                                      const NamedLiteral& jax) {
  if (jax.name == "loss") return {{0, jax.value}};
  const int64_t position = position_in_name(jax.name);
  const bool is_gradient = jax.name.find(".grad.") != jax.name.npos;
  const size_t num_updated = step.num_params + step.num_state;
  std::vector<std::pair<size_t, Literal>> results;
  for (size_t i = 0; position >= 0 && i < num_updated; ++i) {
    const StepArgument& argument = step.arguments[i];
    if (argument.loss_argument != position ||
        argument.whole_type().num_elements() != jax.value.num_elements())
      continue;
    results.emplace_back(is_gradient ? 1 + num_updated + i : 1 + i, row_of(argument, jax.value));
  }
  return results;
}

// What results are judged by at least, by result. A gradient that is zero in exact arithmetic, as
// that of an attention key's bias, is rounding noise, and so is all that an optimizer makes of it:
//
//   k/bias = 0 - lr * 1e-18      a new value of 1e-21, on other ranks -3e-21
//
// Gradients are judged by the scale of the others, such updated values by the largest of their
// kind.
class Scales {
 public:
  // `expected`: the results of the step with its gradients behind them.
  Scales(const TrainStep& step, const std::vector<Literal>& expected, double tolerance)
      : num_updated_(step.num_params + step.num_state), scales_(expected.size()) {
    const auto gradient = [&](size_t param) -> const Literal& {
      return expected[1 + num_updated_ + param];
    };
    const size_t num_params = expected.size() - 1 - num_updated_;
    for (size_t i = 0; i < num_params; ++i)
      largest_ = std::max(largest_, root_mean_square(gradient(i)));
    std::fill(scales_.begin() + static_cast<ptrdiff_t>(1 + num_updated_), scales_.end(),
              largest_ * std::sqrt(tolerance));
    std::map<std::string, double> largest_of_kind;
    std::vector<std::pair<size_t, std::string>> noise;
    for (size_t i = 0; i < num_updated_; ++i) {
      const std::optional<size_t> param = param_of(step, i, num_params);
      if (!param) continue;
      const std::string kind = step.arguments[i].name.substr(step.arguments[*param].name.size());
      double& largest = largest_of_kind[kind];
      largest = std::max(largest, root_mean_square(expected[1 + i]));
      if (root_mean_square(gradient(*param)) <= kNoise * largest_) noise.emplace_back(1 + i, kind);
    }
    for (const auto& [i, kind] : noise) scales_[i] = largest_of_kind[kind];
  }

  double operator[](size_t result) const { return scales_[result]; }
  double largest_gradient() const { return largest_; }

 private:
  static constexpr double kNoise = 1e-10;  // of the largest gradient, in float64

  // The parameter that an updated argument is, or whose state it is.
  static std::optional<size_t> param_of(const TrainStep& step, size_t argument, size_t num_params) {
    if (argument < num_params) return argument;
    std::optional<size_t> found;
    const std::string& name = step.arguments[argument].name;
    for (size_t k = 0; k < num_params; ++k) {
      const std::string& of = step.arguments[k].name;
      if (!name.starts_with(of + ".")) continue;
      if (!found || of.size() > step.arguments[*found].name.size()) found = k;
    }
    return found;
  }

  size_t num_updated_;
  double largest_ = 0;
  std::vector<double> scales_;
};

}  // namespace

VerifyResult verify_results(
    const TrainStep& step, const std::vector<Literal>& arguments, const VerifySettings& settings,
    const std::function<std::vector<Literal>(const std::vector<Literal>&)>& distributed) {
  Program program = with_gradients(step);
  std::vector<Literal> values = arguments;
  if (settings.reference) {
    program = with_floats_as(program, ElementType::kF64);
    for (Literal& v : values) v = with_floats_as(v, ElementType::kF64);
  }
  const std::vector<Literal> expected = settings.reference
                                            ? interpret(program, values).results
                                            : run_on_cpu(program, values, settings.num_threads);
  const std::vector<Literal> got = distributed(values);
  const Scales scales(step, expected, settings.tolerance);
  VerifyResult result;
  for (size_t i = 0; i < got.size(); ++i) {
    // As in verify_step: an optimizer that divides by a small square root amplifies rounding.
    if (i > 0 && !settings.reference) continue;
    const double error = relative_error(got[i], expected[i], scales[i]);
    ++result.num_compared;
    if (!(error <= result.max_relative_error)) {
      result.max_relative_error = error;
      result.worst = name_of(step, i);
    }
  }
  result.ok = result.max_relative_error <= settings.tolerance;
  return result;
}

VerifyResult verify_step(const TrainStep& step, const ShardPlan& plan, const GroupCosts& costs,
                         const std::vector<Literal>& arguments, const VerifySettings& settings) {
  Program program = with_gradients(step);
  std::vector<Literal> values = arguments;
  if (settings.reference) {
    program = with_floats_as(program, ElementType::kF64);
    MOTLEY_CHECK(program.values.size() == step.program.values.size(), "values were renumbered");
    for (Literal& v : values) v = with_floats_as(v, ElementType::kF64);
  }
  const std::vector<Literal> expected = settings.reference
                                            ? interpret(program, values).results
                                            : run_on_cpu(program, values, settings.num_threads);
  const std::vector<Literal> got = run_distributed(program, step, plan, costs, values, settings);
  const Scales scales(step, expected, settings.tolerance);
  const size_t num_updated = step.num_params + step.num_state;
  VerifyResult result{.ok = true};
  for (size_t i = 0; i < expected.size(); ++i) {
    const bool updated = i >= 1 && i <= num_updated;
    if (updated && !settings.reference) continue;
    const double error = relative_error(got[i], expected[i], scales[i]);
    ++result.num_compared;
    if (!(error <= result.max_relative_error)) {
      result.max_relative_error = error;
      result.worst = name_of(step, i);
    }
  }
  for (const NamedLiteral& value : settings.from_jax) {
    for (const auto& [i, wanted] : results_named(step, value)) {
      ++result.num_from_jax;
      // Relative to the largest gradient, float32 has fewer digits.
      const double floor =
          i > num_updated ? scales.largest_gradient() * std::sqrt(kJaxTolerance) : 0;
      const double error = relative_error(got[i], with_floats_as(wanted, got[i].element()), floor);
      if (error <= result.max_jax_error) continue;
      result.max_jax_error = error;
      if (!(error <= settings.jax_tolerance)) result.worst = "JAX's " + value.name;
    }
  }
  result.ok = result.max_relative_error <= settings.tolerance &&
              result.max_jax_error <= settings.jax_tolerance;
  return result;
}

}  // namespace motley::tensor
