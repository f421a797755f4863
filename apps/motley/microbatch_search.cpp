#include "apps/motley/microbatch_search.h"

#include <fmt/format.h>

#include <chrono>

#include "core/base/error.h"
#include "tensor/models/models.h"

namespace motley::apps {
namespace {

using namespace tensor;
using Clock = std::chrono::steady_clock;

bool is_better(const ShardedPlan& a, const ShardedPlan& b) {
  if (!a.inapplicable_reason.empty()) return false;
  const bool a_fits = a.time.out_of_memory.empty(), b_fits = b.time.out_of_memory.empty();
  return a_fits == b_fits ? a_fits && a.time.step_seconds < b.time.step_seconds : a_fits;
}

constexpr int64_t kMaxMicrobatches = 64;

// By which a step in microbatches is asked for.
std::string options_for(int64_t microbatches, const std::string& model, bool recompute) {
  std::string options = recompute ? "--recompute" : "";
  if (microbatches > 1) {
    options += fmt::format("{}--microbatches {} and {}", recompute ? " " : "", microbatches, model);
  }
  return options;
}

}  // namespace

MicrobatchSearch better_with_microbatches(const StepOnCluster& on, const SearchSettings& settings,
                                          const ShardedPlan& whole, bool until_it_fits) {
  constexpr int64_t kMostOps = 12'000;
  constexpr double kWorthATry =
      0.1;  // of the best step, spent waiting: microbatches save nothing else
  MicrobatchSearch tried;
  std::optional<MicrobatchedPlan>& best = tried.best;
  const auto now = [&]() -> const ShardedPlan& { return best ? best->plan : whole; };
  const auto fits = [&] { return now().time.out_of_memory.empty(); };
  for (int64_t microbatches = 1; microbatches <= kMaxMicrobatches; microbatches *= 2) {
    const auto model = microbatches == 1 ? on.model : with_microbatch_size(on.model, microbatches);
    if (!model || (microbatches > 1 && on.microbatches.count > 1)) break;
    int64_t num_ops = 0;
    for (const bool recompute : {false, true}) {
      const bool as_asked = microbatches == 1 && recompute == on.microbatches.recompute;
      if (as_asked || recompute < on.microbatches.recompute) continue;
      if (fits() && (until_it_fits || recompute != on.microbatches.recompute)) continue;
      const StepTime& time = now().time;
      if (fits() && time.exposed_seconds < kWorthATry * time.step_seconds) continue;
      if (settings.deadline && Clock::now() >= *settings.deadline) continue;
      MicrobatchedPlan other{.options = options_for(microbatches, *model, recompute)};
      try {
        other.on = read_step(*model, on.optimizer, on.cluster_file,
                             {.count = microbatches * on.microbatches.count,
                              .recompute = recompute,
                              .cross_sample = on.microbatches.cross_sample});
      } catch (const core::UserError&) {
        continue;  // samples depend on one another
      }
      num_ops = std::ssize(other.on->step.program.body.ops);
      if (microbatches > 1 && num_ops > kMostOps) continue;
      tried.most = microbatches;
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
    for (int64_t microbatches = 2 * tried; microbatches <= kMaxMicrobatches; microbatches *= 2) {
      const auto model = with_microbatch_size(on.model, microbatches);
      if (!model) break;
      if (settings.deadline && Clock::now() >= *settings.deadline) return std::nullopt;
      const auto microbatch =
          read_step(*model, on.optimizer, on.cluster_file, {.recompute = recompute});
      const ShardedPlan plan =
          searched_plan(*microbatch, {.level = SearchEffort::kFast, .deadline = settings.deadline});
      if (!plan.inapplicable_reason.empty() || !plan.time.out_of_memory.empty()) continue;
      return FittingMicrobatch{options_for(microbatches, *model, recompute),
                               static_cast<double>(microbatches) * plan.time.compute_seconds};
    }
  }
  return std::nullopt;
}

}  // namespace motley::apps
