#include "apps/motley/microbatch_search.h"

#include <fmt/format.h>

#include <chrono>

#include "core/base/error.h"
#include "tensor/models/models.h"

namespace motley::apps {
namespace {

using namespace tensor;
using namespace tensor::predict;
using namespace tensor::search;
using Clock = std::chrono::steady_clock;

bool is_better(const ShardedPlan& a, const ShardedPlan& b) {
  if (!a.inapplicable_reason.empty()) return false;
  const bool a_fits = a.time.out_of_memory.empty(), b_fits = b.time.out_of_memory.empty();
  return a_fits == b_fits ? a_fits && a.time.step_seconds < b.time.step_seconds : a_fits;
}

constexpr int64_t kMaxMicrobatches = 64;

// The command-line options for such a step.
std::string options_for(const Microbatches& microbatches) {
  std::string options = microbatches.recompute ? "--recompute" : "";
  if (microbatches.count > 1) {
    options += fmt::format("{}--microbatches {}", options.empty() ? "" : " ", microbatches.count);
  }
  return options;
}

}  // namespace

MicrobatchSearch better_with_microbatches(const StepOnCluster& on, const SearchSettings& settings,
                                          const ShardedPlan& whole, bool until_it_fits) {
  constexpr int64_t kMostOps = 12'000;
  // Share of the best step that is exposed communication: micro-batches save nothing else.
  constexpr double kWorthATry = 0.1;
  MicrobatchSearch tried;
  std::optional<MicrobatchedPlan>& best = tried.best;
  const auto now = [&]() -> const ShardedPlan& { return best ? best->plan : whole; };
  const auto fits = [&] { return now().time.out_of_memory.empty(); };
  for (int64_t factor = 1; factor <= kMaxMicrobatches; factor *= 2) {
    Microbatches microbatches = on.microbatches;
    microbatches.count *= factor;
    if (factor > 1 && (on.microbatches.count > 1 || !can_be_cut(on.model, microbatches))) break;
    int64_t num_ops = 0;
    for (const bool recompute : {false, true}) {
      microbatches.recompute = recompute;
      const bool as_asked = factor == 1 && recompute == on.microbatches.recompute;
      if (as_asked || recompute < on.microbatches.recompute) continue;
      if (fits() && (until_it_fits || recompute != on.microbatches.recompute)) continue;
      const StepTime& time = now().time;
      if (fits() && time.exposed_seconds < kWorthATry * time.step_seconds) continue;
      if (settings.deadline && Clock::now() >= *settings.deadline) continue;
      MicrobatchedPlan other{.options = options_for(microbatches)};
      try {
        other.on = read_step(on.model, on.optimizer, on.cluster_file, microbatches);
      } catch (const core::UserError&) {
        continue;  // samples interact
      }
      num_ops = std::ssize(other.on->step.program.body.ops);
      if (factor > 1 && num_ops > kMostOps) continue;
      tried.most = factor;
      other.plan =
          searched_plan(*other.on, {.level = SearchEffort::kFast, .deadline = settings.deadline});
      if (!other.plan.inapplicable_reason.empty()) continue;
      if (is_better(other.plan, now())) best = std::move(other);
    }
    if (2 * num_ops > kMostOps) break;
  }
  return tried;
}

std::optional<FittingMicrobatch> first_fitting_microbatch(const StepOnCluster& on,
                                                          const SearchSettings& settings,
                                                          int64_t tried) {
  if (on.microbatches.count > 1) return std::nullopt;
  for (const bool recompute : {false, true}) {
    if (recompute < on.microbatches.recompute) continue;
    for (int64_t count = 2 * tried; count <= kMaxMicrobatches; count *= 2) {
      Microbatches microbatches = on.microbatches;
      microbatches.count = count;
      microbatches.recompute = recompute;
      const std::optional<int64_t> batch = built_in_batch(on.model);
      if (!batch || !can_be_cut(on.model, microbatches)) break;
      if (settings.deadline && Clock::now() >= *settings.deadline) return std::nullopt;
      const int64_t samples = *batch * microbatches.accumulate;
      const auto microbatch = read_step(with_batch(on.model, samples / count), on.optimizer,
                                        on.cluster_file, {.recompute = recompute});
      const ShardedPlan plan =
          searched_plan(*microbatch, {.level = SearchEffort::kFast, .deadline = settings.deadline});
      if (!plan.inapplicable_reason.empty() || !plan.time.out_of_memory.empty()) continue;
      return FittingMicrobatch{options_for(microbatches),
                               static_cast<double>(count) * plan.time.compute_seconds};
    }
  }
  return std::nullopt;
}

}  // namespace motley::apps
