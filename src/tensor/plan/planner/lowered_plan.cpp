#include "tensor/plan/planner/lowered_plan.h"

namespace motley::tensor::planner {

RankProgram rank_program_of(const Plan& plan, int rank) {
  const PlanStage& stage = plan.stage();
  const ShardPlan& sharding = stage.sharding;
  const propagate::ShardingProblem problem = problem_of(plan.on, sharding.group, stage.costs);
  return rank_program(sharding.group, rank, local_program(problem, sharding, rank),
                      {sharding.bucket_bytes, sharding.prefetch_bytes, &problem.costs()});
}

}  // namespace motley::tensor::planner
