#include "tensor/train/train_job.h"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include "core/base/error.h"
#include "core/base/memory.h"
#include "core/cluster/cluster_file.h"
#include "tensor/ir/printer.h"
#include "tensor/plan/file/plan_file.h"
#include "tensor/plan/planner/staged_plan.h"

namespace motley::tensor {
namespace {

using planner::Plan;

Plan read_job_plan(const TrainJob& job, std::vector<std::string>& notes) {
  Plan plan = planner::read_plan(job.plan_file, {}, &notes);
  if (job.bf16_products && !plan.on.model_step->options.bf16_products) {
    throw core::UserError(
        {job.plan_file},
        "is a plan without bfloat16; make one with `motley plan --precision bf16`, "
        "or leave --precision out");
  }
  const bool is_its_model = job.model.empty() || plan.on.model() == job.model;
  if (!is_its_model && structural_hash(load_model(job.model).program) !=
                           structural_hash(plan.on.model_step->model.program)) {
    throw core::UserError({job.plan_file},
                          fmt::format("is a plan for {}, not for {}", plan.on.model(), job.model));
  }
  if (job.optimizer && Optimizer::parse(*job.optimizer) != Optimizer::parse(plan.on.optimizer())) {
    throw core::UserError({job.plan_file}, fmt::format("is a plan with {}", plan.on.optimizer()));
  }
  return plan;
}

Plan make_job_plan(const TrainJob& job, std::vector<std::string>& notes) {
  const LoadedModel model = load_model(job.model);
  check_optimizer_given(model, job.is_optimizer_given);
  const Microbatches microbatches = microbatches_of(job.microbatches, model);
  if (!microbatches.note.empty()) notes.push_back(microbatches.note);
  const ModelStepPtr step = build_step(model, {.optimizer = job.optimizer.value_or("adam"),
                                               .microbatches = microbatches,
                                               .bf16_products = job.bf16_products,
                                               .bf16_gradients = job.bf16_gradients});
  if (job.num_ranks > 0) {
    planner::PlanOptions options = job.planning;
    if (!job.is_strategy_given) options.strategy = "dp-even";
    options.compare = options.choose_microbatches = false;
    return planner::plan(step, local_devices(job.num_ranks), options).plan;
  }
  planner::PlanOptions options = job.planning;
  options.pipelines = !job.is_strategy_given;
  const planner::PlanResult result = planner::plan(
      planner::on_cluster(step, core::read_cluster(job.cluster_file), job.cluster_file), options);
  if (result.microbatches.kind == planner::MicrobatchChoice::Kind::kChosen) {
    notes.push_back(
        fmt::format("planned with {}, which makes a step {}", result.microbatches.options,
                    result.microbatches.asked_time.out_of_memory.empty() ? "faster" : "fit"));
  }
  if (result.unstaged_time) {
    notes.push_back(fmt::format(
        "takes a pipeline of {} stages ({}): {:.3g} ms a step are predicted, and {:.3g} for the "
        "best sharded plan{}",
        result.plan.stages.size(), result.plan.found_by, 1e3 * result.plan.time.step_seconds,
        1e3 * result.unstaged_time->step_seconds,
        result.unstaged_time->out_of_memory.empty() ? "" : ", which does not fit"));
  }
  return result.plan;
}

}  // namespace

core::Cluster local_devices(int64_t count) {
  core::Cluster cluster = core::one_host({.name = "core",
                                          .flops_per_second = 1e11,
                                          .memory_bytes = core::machine_memory_bytes() / count,
                                          .memory_bytes_per_second = 1e10},
                                         static_cast<int>(count), {2e9, 20e-6});
  cluster.name = fmt::format("{} local ranks", count);
  return cluster;
}

Plan plan_of(const TrainJob& job, std::vector<std::string>& notes) {
  Plan plan = job.plan_file.empty() ? make_job_plan(job, notes) : read_job_plan(job, notes);
  if (!plan.fits() && !job.allow_out_of_memory) {
    throw core::UserError(fmt::format(
        "the plan does not fit: {}; --microbatches, --recompute or a smaller batch need less, and "
        "--allow-out-of-memory runs it anyway",
        plan.time.out_of_memory));
  }
  if (const std::string reason = planner::cannot_run_reason(plan); !reason.empty()) {
    throw core::UserError("the plan cannot be run: " + reason);
  }
  if (const std::string unused = planner::unused_devices(plan); !unused.empty()) {
    notes.push_back(fmt::format(
        "no share for {}: {}", unused,
        plan.found ? "no plan that was found is faster with them" : "the plan does not use it"));
  }
  if (!plan.without_rule.empty()) {
    notes.push_back(fmt::format("replicated on every device, because there is no sharding rule: {}",
                                fmt::join(plan.without_rule, ", ")));
  }
  return plan;
}

}  // namespace motley::tensor
