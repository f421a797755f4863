#include "tensor/train/verify_plan.h"

#include <algorithm>
#include <mutex>
#include <optional>
#include <random>

#include "core/base/cancel.h"
#include "core/base/error.h"
#include "core/comm/local.h"
#include "core/io/files.h"
#include "tensor/data/batches.h"
#include "tensor/import/tensor_file.h"
#include "tensor/ir/precision.h"
#include "tensor/pipeline/pipeline_executor.h"
#include "tensor/plan/planner/staged_plan.h"

namespace motley::tensor {
namespace {

// From a file if there is one, else as training begins: drawn parameters and built-in batches, with
// state as after some steps, since zeros would hide errors.
std::vector<Literal> step_arguments(const ModelStep& on, const std::string& inputs) {
  std::optional<ArgumentFile> file;
  const std::string name = !inputs.empty() ? inputs : on.microbatch.inputs_file.value_or("");
  if (!name.empty()) file.emplace(name);
  // One batch after the other into the step's, which has a batch for each micro-batch.
  const auto batch = batch_arguments(on.microbatch.program, on.microbatch.signature);
  std::vector<Literal> drawn_batch;
  for (const StepArgument& a : on.step.arguments) {
    if (a.role == StepRole::kBatch) drawn_batch.push_back(Literal::zeros(a.type));
  }
  for (int64_t k = 0; k < on.microbatches().count; ++k) {
    std::vector<std::span<std::byte>> spans;
    for (size_t i = 0; i < batch.size(); ++i) {
      const int64_t size = batch[i].type.num_bytes();
      const bool shared = size == drawn_batch[i].num_bytes();
      spans.emplace_back(drawn_batch[i].data() + (shared ? 0 : k * size), size);
    }
    built_in_batches(batch, 0).fill(k, spans);
  }

  std::vector<Literal> arguments;
  std::mt19937_64 random(0);
  size_t next_batch = 0;
  for (const StepArgument& a : on.step.arguments) {
    const int position = a.loss_argument;
    if (a.role == StepRole::kSetting) {
      arguments.push_back(Literal::zeros(a.type));
      arguments.back().set_from_double(0, 0.01);
    } else if (a.role == StepRole::kState && position < 0) {
      Literal& state = arguments.emplace_back(Literal::zeros(a.type));
      for (int64_t i = 0; i < state.num_elements(); ++i) {
        state.set_from_double(i, 1 + static_cast<double>(random() % 1000) / 1000);
      }
    } else if (file && file->has(position) &&
               (a.role != StepRole::kBatch || on.microbatches().count == 1)) {
      const Literal whole =
          Literal::from_bytes(a.whole_type(), file->bytes(position, a.whole_type()));
      arguments.push_back(row_of(a, whole));
      next_batch += a.role == StepRole::kBatch;
    } else if (a.role == StepRole::kBatch) {
      arguments.push_back(drawn_batch[next_batch++]);
    } else {
      arguments.push_back(row_of(a, draw_argument(on.microbatch.signature[position], position, 0)));
    }
  }
  return arguments;
}

// What JAX computed on the folder's own inputs, where verify uses these.
std::vector<NamedLiteral> values_of_jax(const ModelStep& on, const std::string& inputs) {
  const std::string file = on.model.name + "/expected.safetensors";
  if (!inputs.empty() || !on.microbatch.inputs_file || on.microbatches().count > 1 ||
      core::path_kind(file) != core::PathKind::kFile) {
    return {};
  }
  return read_results(file);
}

bool has_half_floats(const Program& program) {
  return std::ranges::any_of(program.values, [](const TensorType& type) {
    return type.element == ElementType::kBF16 || type.element == ElementType::kF16;
  });
}

// One step of a pipeline on in-process ranks: its loss, new parameters and state.
std::vector<Literal> run_pipeline(const planner::PipelineOfPlan& pipeline, bool reference,
                                  const std::vector<Literal>& arguments) {
  const StagedStep& step = *pipeline.step;
  std::vector<Literal> results = {Literal()};
  const int num_kept = step.num_params + step.num_state;
  results.insert(results.end(), arguments.begin(), arguments.begin() + num_kept);
  std::mutex mutex;
  core::run_local(
      static_cast<int>(pipeline.group_of_rank.size()),
      [&, flag = core::CancelScope::current()](core::Communicator& comm) {
        const core::CancelScope scope(flag);
        PipelineExecutor rank(step, pipeline.program_of(comm.rank()), pipeline.layout, comm,
                              {.reference = reference});
        for (size_t i = 0; i < arguments.size(); ++i) {
          // `lr` and counters keep their types where floats become float64.
          const Literal value = step.arguments[i].type.element == arguments[i].element()
                                    ? arguments[i]
                                    : with_floats_as(arguments[i], step.arguments[i].type.element);
          rank.set_argument(static_cast<int>(i), value.bytes());
        }
        rank.run();
        rank.finish_step();
        const std::lock_guard lock(mutex);
        if (rank.has_loss()) {
          results[0] = Literal::scalar(step.buffer(step.loss).type.element, rank.loss());
        }
        for (int i = 0; i < num_kept; ++i) {
          if (!rank.owns(i)) continue;
          Literal& whole = results[1 + i];
          if (whole.type() != step.arguments[i].type) {
            whole = Literal::zeros(step.arguments[i].type);
          }
          rank.copy_argument(i, {whole.data(), static_cast<size_t>(whole.num_bytes())});
        }
      });
  return results;
}

}  // namespace

VerifyResult verify_plan(const planner::Plan& plan, const std::string& inputs,
                         const DeviceSettings& device) {
  const bool reference = device.kind() == DeviceKind::kReference;
  const double tolerance = reference                                 ? 1e-6
                           : has_half_floats(plan.on.step().program) ? kTolerance16
                                                                     : 1e-4;
  if (plan.pipeline) {
    if (const std::string reason = planner::cannot_run_reason(plan); !reason.empty()) {
      throw core::UserError("the plan cannot be run: " + reason);
    }
    const planner::PipelineOfPlan pipeline =
        planner::pipeline_of(plan, reference ? std::optional(ElementType::kF64) : std::nullopt);
    return verify_results(plan.on.step(), step_arguments(*plan.on.model_step, inputs),
                          {.reference = reference, .tolerance = tolerance},
                          [&](const std::vector<Literal>& arguments) {
                            return run_pipeline(pipeline, reference, arguments);
                          });
  }
  const planner::PlanStage& stage = plan.stage();
  return verify_step(
      plan.on.step(), stage.sharding, stage.costs, step_arguments(*plan.on.model_step, inputs),
      {.reference = reference,
       .tolerance = tolerance,
       .from_jax = values_of_jax(*plan.on.model_step, inputs),
       .jax_tolerance =
           has_half_floats(plan.on.model_step->model.program) ? kTolerance16 : kJaxTolerance});
}

}  // namespace motley::tensor
