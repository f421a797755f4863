#include "tensor/plan/planner/microbatch_search.h"

#include <fmt/format.h>

#include "core/base/error.h"

namespace motley::tensor::planner {
namespace {

using namespace predict;
using namespace search;

constexpr int64_t kMaxMicrobatches = 64;
constexpr int64_t kMostOps = 12'000;
// Share of the best step that is exposed communication: micro-batches save nothing else.
constexpr double kWorthATry = 0.1;

// The step cut otherwise; nothing where its samples interact.
ModelStepPtr step_cut_into(const ModelStep& step, const Microbatches& microbatches) {
  try {
    return build_step(step, microbatches);
  } catch (const core::UserError&) {
    return nullptr;
  }
}

SearchSettings fast(const SearchSettings& settings) {
  SearchSettings fast = settings;
  fast.level = SearchEffort::kFast;
  return fast;
}

// What may be recomputed, from what takes no time to what needs the least memory.
struct RecomputeKind {
  bool recompute = false, keep_products = false;
};
constexpr RecomputeKind kRecomputeKinds[] = {{false, false}, {true, true}, {true, false}};

int kind_of(const Microbatches& m) { return !m.recompute ? 0 : m.keep_products ? 1 : 2; }

}  // namespace

std::string options_text(const Microbatches& microbatches) {
  std::string options = !microbatches.recompute      ? ""
                        : microbatches.keep_products ? "--recompute-selective"
                                                     : "--recompute";
  if (microbatches.count > 1) {
    options += fmt::format("{}--microbatches {}", options.empty() ? "" : " ", microbatches.count);
  }
  return options;
}

MicrobatchSearch better_with_microbatches(const Plan& whole, const SearchSettings& settings,
                                          bool until_it_fits) {
  MicrobatchSearch tried;
  const StepOnCluster& on = whole.on;
  const int asked = kind_of(on.microbatches());
  const auto now = [&]() -> const Plan& { return tried.best ? *tried.best : whole; };
  const auto is_worth_a_try = [&](int kind) {
    if (now().fits() && (until_it_fits || kind != asked)) return false;
    const StepTime& time = now().time;
    if (now().fits() && time.exposed_seconds < kWorthATry * time.step_seconds) return false;
    return !is_stopped(settings);
  };
  for (int64_t factor = 1; factor <= kMaxMicrobatches; factor *= 2) {
    Microbatches microbatches = on.microbatches();
    microbatches.count *= factor;
    if (factor > 1 &&
        (on.microbatches().count > 1 || !can_be_cut(on.model_step->model, microbatches))) {
      break;
    }
    int64_t num_ops = 0;
    for (int kind = asked; kind < std::ssize(kRecomputeKinds); ++kind) {
      microbatches.recompute = kRecomputeKinds[kind].recompute;
      microbatches.keep_products = kRecomputeKinds[kind].keep_products;
      const bool as_asked = factor == 1 && kind == asked;
      if (as_asked || !is_worth_a_try(kind)) continue;
      const ModelStepPtr step = step_cut_into(*on.model_step, microbatches);
      if (!step) continue;
      num_ops = std::ssize(step->step.program.body.ops);
      if (factor > 1 && num_ops > kMostOps) continue;
      tried.most = factor;
      Plan other = searched_plan(with_step(on, step), fast(settings));
      if (is_better(other, now())) tried.best = std::move(other);
    }
    if (2 * num_ops > kMostOps) break;
  }
  return tried;
}

std::optional<FittingMicrobatch> first_fitting_microbatch(const StepOnCluster& on,
                                                          const SearchSettings& settings,
                                                          int64_t tried) {
  const LoadedModel& model = on.model_step->model;
  if (on.microbatches().count > 1 || !model.adjustable_batch) return std::nullopt;
  for (int kind = kind_of(on.microbatches()); kind < std::ssize(kRecomputeKinds); ++kind) {
    const auto [recompute, keep_products] = kRecomputeKinds[kind];
    for (int64_t count = 2 * tried; count <= kMaxMicrobatches; count *= 2) {
      Microbatches microbatches = on.microbatches();
      microbatches.count = count;
      microbatches.recompute = recompute;
      microbatches.keep_products = keep_products;
      if (!can_be_cut(model, microbatches)) break;
      if (is_stopped(settings)) return std::nullopt;
      StepOptions options = on.model_step->options;
      options.microbatches = {.recompute = recompute, .keep_products = keep_products};
      const Plan plan =
          searched_plan(with_step(on, build_step(microbatch_model(model, microbatches), options)),
                        fast(settings));
      if (!plan.applies() || !plan.fits()) continue;
      return FittingMicrobatch{options_text(microbatches),
                               static_cast<double>(count) * plan.time.compute_seconds};
    }
  }
  return std::nullopt;
}

}  // namespace motley::tensor::planner
