#include "apps/motley/parts.h"

#include <fmt/format.h>

#include <chrono>

#include "core/base/error.h"
#include "tensor/models/models.h"

namespace motley::apps {
namespace {

using namespace tensor;
using Clock = std::chrono::steady_clock;

bool is_better(const ShardedPlan& a, const ShardedPlan& b) {
  if (!a.refusal.empty()) return false;
  const bool a_fits = a.time.misfit.empty(), b_fits = b.time.misfit.empty();
  return a_fits == b_fits ? a_fits && a.time.step_seconds < b.time.step_seconds : a_fits;
}

constexpr int64_t kMostParts = 64;

// By which a step in parts is asked for.
std::string options_for(int64_t parts, const std::string& model, bool recompute) {
  std::string options = recompute ? "--recompute" : "";
  if (parts > 1) {
    options += fmt::format("{}--microbatches {} and {}", recompute ? " " : "", parts, model);
  }
  return options;
}

}  // namespace

PartsTried better_in_parts(const StepOnCluster& on, const SearchSettings& settings,
                           const ShardedPlan& whole, bool until_it_fits) {
  constexpr int64_t kMostOps = 12'000;
  constexpr double kWorthATry = 0.1;  // of the best step, spent waiting: parts save nothing else
  PartsTried tried;
  std::optional<InParts>& best = tried.best;
  const auto now = [&]() -> const ShardedPlan& { return best ? best->plan : whole; };
  const auto fits = [&] { return now().time.misfit.empty(); };
  for (int64_t parts = 1; parts <= kMostParts; parts *= 2) {
    const auto model = parts == 1 ? on.model : with_part_of_batch(on.model, parts);
    if (!model || (parts > 1 && on.microbatches.count > 1)) break;
    int64_t num_ops = 0;
    for (const bool recompute : {false, true}) {
      const bool as_asked = parts == 1 && recompute == on.microbatches.recompute;
      if (as_asked || recompute < on.microbatches.recompute) continue;
      if (fits() && (until_it_fits || recompute != on.microbatches.recompute)) continue;
      const StepTime& time = now().time;
      if (fits() && time.exposed_seconds < kWorthATry * time.step_seconds) continue;
      if (settings.deadline && Clock::now() >= *settings.deadline) continue;
      InParts other{.options = options_for(parts, *model, recompute)};
      try {
        other.on = read_step(*model, on.optimizer, on.cluster_file,
                             {.count = parts * on.microbatches.count,
                              .recompute = recompute,
                              .may_mix = on.microbatches.may_mix});
      } catch (const core::UserError&) {
        continue;  // samples depend on one another
      }
      num_ops = std::ssize(other.on->step.program.body.ops);
      if (parts > 1 && num_ops > kMostOps) continue;
      tried.most = parts;
      other.plan =
          searched_plan(*other.on, {.level = SearchLevel::kFast, .deadline = settings.deadline});
      if (!other.plan.refusal.empty()) continue;
      if (is_better(other.plan, now())) best = std::move(other);
    }
    if (2 * num_ops > kMostOps) break;
  }
  return tried;
}

std::optional<FittingPart> part_that_fits(const StepOnCluster& on, const SearchSettings& settings,
                                          int64_t tried) {
  if (on.microbatches.count > 1) return std::nullopt;
  for (const bool recompute : {false, true}) {
    if (recompute < on.microbatches.recompute) continue;
    for (int64_t parts = 2 * tried; parts <= kMostParts; parts *= 2) {
      const auto model = with_part_of_batch(on.model, parts);
      if (!model) break;
      if (settings.deadline && Clock::now() >= *settings.deadline) return std::nullopt;
      const auto part = read_step(*model, on.optimizer, on.cluster_file, {.recompute = recompute});
      const ShardedPlan plan =
          searched_plan(*part, {.level = SearchLevel::kFast, .deadline = settings.deadline});
      if (!plan.refusal.empty() || !plan.time.misfit.empty()) continue;
      return FittingPart{options_for(parts, *model, recompute),
                         static_cast<double>(parts) * plan.time.compute_seconds};
    }
  }
  return std::nullopt;
}

}  // namespace motley::apps
