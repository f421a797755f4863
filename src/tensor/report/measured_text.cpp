#include "tensor/report/measured_text.h"

#include <fmt/format.h>

#include "core/base/memory.h"
#include "tensor/report/plan_text.h"

namespace motley::tensor {

using namespace stage;

std::string measured_report(const MeasuredProblem& problem, const MeasuredPlan& plan,
                            const MeasuredTiming& timing) {
  std::string text;
  for (const std::string& note : problem.profile.notes) text += fmt::format("note: {}\n", note);
  text += fmt::format(
      "{} on {}: {} a step of {} samples, {:.4g} steps a second\n"
      "{} stages, {} replicas, 1F1B with {} micro-batches of {} samples on each\n\n",
      problem.profile.name, problem.cluster.name.empty() ? "this cluster" : problem.cluster.name,
      duration_text(timing.step_seconds), problem.batch, 1 / timing.step_seconds,
      plan.stages.size(), plan.replicas, timing.microbatches, plan.samples);
  text += fmt::format("{:>5} {:>9} {:>10} {:>10} {:>10} {:>10} {:>10}  {}\n", "stage", "layers",
                      "forward", "backward", "messages", "reduction", "memory", "replicas");
  for (size_t s = 0; s < plan.stages.size(); ++s) {
    const MeasuredStageTimes& times = timing.stages[s];
    MeasuredPlan alone = plan;
    alone.stages = {plan.stages[s]};
    const std::string words = to_string(alone, problem.cluster);
    const size_t space = words.find(' ');
    text += fmt::format(
        "{:>5} {:>9} {:>10} {:>10} {:>10} {:>10} {:>10}  {}\n", s, words.substr(0, space),
        duration_text(times.forward_seconds), duration_text(times.backward_seconds),
        duration_text(times.forward_message_seconds + times.backward_message_seconds),
        duration_text(times.reduce_seconds),
        core::readable_bytes(static_cast<int64_t>(times.peak_bytes)), words.substr(space + 1));
  }
  if (!timing.out_of_memory.empty()) {
    text += fmt::format("\ndoes not fit: {}\n", timing.out_of_memory);
  }
  return text;
}

std::string measured_search_text(const MeasuredResult& result, double search_seconds) {
  return fmt::format(
      "\n{}{} plans tried in {}; the compute alone, at its most efficient on all devices, takes "
      "{}\n",
      result.complete ? "" : "stopped by the time limit; ", result.num_tried,
      duration_text(search_seconds), duration_text(result.lower_bound_seconds));
}

}  // namespace motley::tensor
