#include "tensor/plan/planner/microbatch_search.h"

#include <fmt/format.h>

#include <numeric>

#include "tensor/grad/recompute.h"
#include "tensor/plan/planner/known_steps.h"
#include "tensor/plan/search/search_instance.h"

namespace motley::tensor::planner {
namespace {

using namespace predict;
using namespace search;

constexpr int64_t kMaxMicrobatches = 64;
constexpr int64_t kMostOps = 12'000;
// At low effort, long steps on more devices than this are not searched.
constexpr int64_t kManyDevices = 64;
// Share of the best step that is exposed communication: micro-batches save nothing else.
constexpr double kWorthATry = 0.1;
// What a plan that does not fit takes, relative to the best that does, where recomputation is worth
// a try; the second at low effort.
constexpr double kFaster = 0.95, kMuchFaster = 0.7;

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

// Searches for how many layers are recomputed, and at low effort.
constexpr int kMostHalvings = 4, kMostFastHalvings = 2;
constexpr int64_t kCoarseness = 16;  // part of the layers that makes no difference

// The plan recomputes all layers, more of each than was asked for, since it does not fit otherwise,
// or only in a slower way. As few of the first layers as that needs, and of the others as much as
// would not have been enough.
Plan with_fewer_layers(Plan best, const SearchSettings& settings, const StepPlanner& planned) {
  const StepOnCluster on = best.on;
  Microbatches microbatches = on.microbatches();
  const bool is_selective = microbatches.keep_products;
  Microbatches without = microbatches;
  without.recompute = without.keep_products = false;
  const ModelStepPtr plain = step_cut_into(on.model_step, without);
  if (!plain) return best;
  const int64_t num_layers = num_repeated_layers(plain->step, microbatches.count);
  int64_t too_few = 0, enough = num_layers;
  int left = settings.level == SearchEffort::kFast ? kMostFastHalvings : kMostHalvings;
  microbatches.keep_products = false;
  while (left-- > 0 && enough - too_few > std::max<int64_t>(1, num_layers / kCoarseness)) {
    if (is_stopped(settings)) break;
    const int64_t middle = (too_few + enough) / 2;
    microbatches.layers =
        is_selective ? RecomputedLayers{0, middle} : RecomputedLayers{middle, num_layers - middle};
    const ModelStepPtr step = step_cut_into(on.model_step, microbatches);
    if (!step) break;
    Plan other = planned(with_step(on, step));
    if (is_better(other, best)) {
      best = std::move(other);
      enough = middle;
    } else {
      too_few = middle;
    }
  }
  return best;
}

}  // namespace

std::vector<Microbatches> recompute_kinds(const Microbatches& asked) {
  std::vector<Microbatches> kinds;
  for (int kind = kind_of(asked); kind < std::ssize(kRecomputeKinds); ++kind) {
    Microbatches& one = kinds.emplace_back(asked);
    one.recompute = kRecomputeKinds[kind].recompute;
    one.keep_products = kRecomputeKinds[kind].keep_products;
  }
  return kinds;
}

std::string options_text(const Microbatches& microbatches) {
  const auto& layers = microbatches.layers;
  std::string options =
      !microbatches.recompute ? ""
      : layers ? fmt::format("--recompute-layers {},{}", layers->whole, layers->selective)
      : microbatches.keep_products ? "--recompute-selective"
                                   : "--recompute";
  if (microbatches.count > 1) {
    options += fmt::format("{}--microbatches {}", options.empty() ? "" : " ", microbatches.count);
  }
  return options;
}

bool is_long(const StepOnCluster& on) {
  return 2 * std::ssize(on.step().program.body.ops) > kMostOps;
}

bool is_long_and_wide(const StepOnCluster& on) {
  return is_long(on) && core::num_devices(on.cluster) > kManyDevices;
}

bool is_slow_for_want_of_memory(const Plan& plan, const SearchSettings& settings) {
  if (!plan.fits()) return true;
  const bool is_fast = settings.level == SearchEffort::kFast;
  const double without = plan.found ? plan.found->unlimited_seconds : plan.time.step_seconds;
  return without < (is_fast ? kMuchFaster : kFaster) * plan.time.step_seconds;
}

std::vector<std::string> faster_that_do_not_fit(const Plan& plan, const std::vector<Plan>& named) {
  std::vector<std::string> names;
  for (const Plan& one : named) {
    const bool is_faster = one.time.step_seconds < kFaster * plan.time.step_seconds;
    if (!one.fits() && is_faster) names.push_back(one.strategy);
  }
  return names;
}

double least_seconds(const StepOnCluster& on) {
  const auto n = static_cast<int>(core::num_devices(on.cluster));
  std::vector<int> all(n);
  std::iota(all.begin(), all.end(), 0);
  const DeviceGrid row{{n}};
  return balanced_seconds(problem_of(on, row, shard_cost::group_costs(on.cluster, row, all)));
}

MicrobatchSearch better_with_microbatches(const Plan& whole, const SearchSettings& settings,
                                          const StepPlanner& planned, bool is_quick) {
  MicrobatchSearch tried;
  const StepOnCluster& on = whole.on;
  const bool is_fast = settings.level == SearchEffort::kFast;
  const int asked = kind_of(on.microbatches());
  const auto now = [&]() -> const Plan& { return tried.best ? *tried.best : whole; };
  const auto is_worth_a_try = [&](int64_t factor, int kind) {
    if (is_stopped(settings) || (is_fast && is_long_and_wide(on))) return false;
    if (kind != asked && !is_quick && !is_slow_for_want_of_memory(now(), settings)) return false;
    if (!now().fits() || factor == 1) return true;
    const StepTime& time = now().time;
    // Less memory may save the recomputation, or communication.
    const bool recomputes = kind_of(now().on.microbatches()) != asked;
    return !is_fast &&
           (kind != asked || recomputes || time.exposed_seconds >= kWorthATry * time.step_seconds);
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
      if (as_asked || !is_worth_a_try(factor, kind)) continue;
      const ModelStepPtr step = step_cut_into(on.model_step, microbatches);
      if (!step) continue;
      num_ops = std::ssize(step->step.program.body.ops);
      if (factor > 1 && num_ops > kMostOps) continue;
      tried.most = factor;
      const StepOnCluster other_on = with_step(on, step);
      if (now().fits() && least_seconds(other_on) >= now().time.step_seconds) continue;
      Plan other = planned(other_on);
      if (is_better(other, now())) tried.best = std::move(other);
    }
    if (2 * num_ops > kMostOps) break;
  }
  if (tried.best && tried.best->fits() && kind_of(tried.best->on.microbatches()) > asked) {
    tried.best = with_fewer_layers(std::move(*tried.best), settings, planned);
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
