#include "tensor/plan/planner/lowered_plan.h"

#include "core/base/error.h"
#include "tensor/passes/pass.h"
#include "tensor/plan/propagate/complete.h"

namespace motley::tensor::planner {
namespace {

// A part of a Program, and which of its values and ops they are there.
struct LossProgram {
  Program program;
  std::vector<ValueId> values;  // by value of the part; of those within regions none
  std::vector<int> ops;         // by op of the part
};

LossProgram loss_of(const Program& step) {
  LossProgram loss{.program = step, .values = {}, .ops = {}};
  loss.program.body.results.resize(1);
  const std::vector<bool> is_kept = live_ops(loss.program);
  for (size_t i = 0; i < is_kept.size(); ++i) {
    if (is_kept[i]) loss.ops.push_back(static_cast<int>(i));
  }
  loss.program = remove_dead(loss.program);
  const auto& kept = loss.program.body.ops;
  MOTLEY_CHECK(kept.size() == loss.ops.size(), "{} ops of {} are left", kept.size(),
               loss.ops.size());
  loss.values.assign(loss.program.values.size(), ValueId());
  const auto map = [&](const std::vector<ValueId>& part, const std::vector<ValueId>& whole) {
    for (size_t i = 0; i < part.size(); ++i) loss.values[part[i].index] = whole[i];
  };
  map(loss.program.body.arguments, step.body.arguments);
  for (size_t i = 0; i < kept.size(); ++i) map(kept[i].results, step.body.ops[loss.ops[i]].results);
  return loss;
}

ShardPlan sharding_of(const LossProgram& loss, const ShardPlan& whole) {
  ShardPlan plan = whole;
  plan.values.assign(loss.values.size(), Sharding());
  plan.rules.clear();
  plan.regather.assign(whole.regather.empty() ? 0 : loss.values.size(), false);
  plan.read_as.clear();
  plan.fixed_rules.clear();
  for (size_t v = 0; v < loss.values.size(); ++v) {
    const ValueId from = loss.values[v];
    if (from == ValueId()) continue;
    plan.values[v] = whole.values[from.index];
    if (!whole.regather.empty()) plan.regather[v] = whole.regather[from.index];
    const auto read = whole.read_as.find(from);
    if (read != whole.read_as.end()) plan.read_as.emplace(ValueId(v), read->second);
  }
  for (size_t i = 0; i < loss.ops.size(); ++i) {
    plan.rules.push_back(whole.rules[loss.ops[i]]);
    const auto fixed = whole.fixed_rules.find(loss.ops[i]);
    if (fixed != whole.fixed_rules.end())
      plan.fixed_rules.emplace(static_cast<int>(i), fixed->second);
  }
  return plan;
}

RankProgram lowered(const propagate::ShardingProblem& problem, const ShardPlan& sharding,
                    int rank) {
  return rank_program(
      sharding.group, rank, local_program(problem, sharding, rank),
      {sharding.bucket_bytes, sharding.prefetch_bytes, &problem.costs(), sharding.reducing_bytes});
}

}  // namespace

RankProgram rank_program_of(const Plan& plan, int rank) {
  const PlanStage& stage = plan.stage();
  return lowered(problem_of(plan.on, stage.sharding.group, stage.costs), stage.sharding, rank);
}

namespace {

// The loss that evaluations report where the model has one of its own: parameters and batch lie as
// the plan has them, everything else follows.
RankProgram evaluation_of(const Plan& plan, const Program& evaluation, int rank) {
  const PlanStage& stage = plan.stage();
  const propagate::ShardingProblem problem(evaluation, 0, stage.sharding.group, stage.costs);
  propagate::Pins pins{.bucket_bytes = stage.sharding.bucket_bytes,
                       .follow_operands = stage.sharding.follow_operands};
  const auto& of_step = plan.on.step().program.body.arguments;
  for (size_t i = 0; i < of_step.size(); ++i) {
    pins.values[evaluation.body.arguments[i]] = stage.sharding.values[of_step[i].index];
  }
  pins.values[evaluation.body.results[0]] = Sharding();  // the loss, on every device
  return lowered(problem, complete(problem, pins), rank);
}

}  // namespace

RankProgram loss_program_of(const Plan& plan, int rank) {
  const PlanStage& stage = plan.stage();
  if (const auto& evaluation = plan.on.model_step->evaluation)
    return evaluation_of(plan, *evaluation, rank);
  const LossProgram loss = loss_of(plan.on.step().program);
  const propagate::ShardingProblem problem(loss.program, 0, stage.sharding.group, stage.costs);
  return lowered(problem, sharding_of(loss, stage.sharding), rank);
}

}  // namespace motley::tensor::planner
