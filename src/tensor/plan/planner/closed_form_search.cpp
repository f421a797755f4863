#include "tensor/plan/planner/closed_form_search.h"

#include <algorithm>
#include <deque>
#include <optional>
#include <string>
#include <vector>

#include "tensor/plan/planner/known_steps.h"
#include "tensor/plan/planner/microbatch_search.h"
#include "tensor/plan/planner/strategy_choices.h"

namespace motley::tensor::planner {
namespace {

using namespace predict;

// Strategies that scale: the rows are simulated in all their degrees.
constexpr const char* kNames[] = {"megatron-3d", "fsdp", "zero-1", "zero-2"};
constexpr int64_t kMostCuts = 256;
constexpr int64_t kMostSimulatedOps = 150'000;  // of a step that is simulated in micro-batches
constexpr double kNearFastest = 1.3;  // relative to the fastest: worth a try with recomputation
constexpr size_t kMostExact = 4;      // steps in micro-batches that are simulated

// A strategy at certain degrees, simulated in one micro-batch.
struct Screened {
  std::string strategy, degrees;
  Microbatches cut;          // recomputation; the count is the least that may fit
  double estimate = 0;       // of the step in that many micro-batches
  double whole_seconds = 0;  // of the step in one
  int64_t num_ops = 0;
};

double local_bytes(const Plan& plan, ValueId v, int rank, Sharding state) {
  const ShardPlan& sharding = plan.stage().sharding;
  const TensorType& type = plan.on.step().program.type(v);
  for (AxisState& one : state.axes) {
    if (one.is_partial()) one = replicated();
  }
  double elements = 1;
  for (int64_t n : local_shape(state, type.shape, sharding.group, rank)) {
    elements *= static_cast<double>(n);
  }
  return elements * static_cast<double>(type.num_bytes()) /
         std::max<double>(1, static_cast<double>(type.num_elements()));
}

// Of a parameter that products read in half precision, the cast alone is gathered.
bool is_cast_first(const propagate::ShardingProblem& problem, ValueId v) {
  return std::ranges::any_of(problem.graph().users[v.index],
                             [&](int op) { return problem.facts().narrows_argument[op]; });
}

// What is gathered once and kept for the whole step.
double gathered_bytes(const Plan& plan, int rank) {
  const PlanStage& stage = plan.stage();
  const propagate::ShardingProblem problem = problem_of(plan.on, stage.sharding.group, stage.costs);
  double bytes = 0;
  for (const auto& [v, read] : stage.sharding.read_as) {
    if (is_cast_first(problem, v) || stage.sharding.regather[v.index]) continue;
    bytes += local_bytes(plan, v, rank, read);
  }
  return bytes;
}

// The state of the samples.
Sharding state_of_samples(const Plan& plan) {
  const std::vector<int> batch = strategy::batch_dim(plan.on.step()).arguments;
  if (batch.empty()) return {};
  const ValueId v = plan.on.step().program.body.arguments[batch[0]];
  return plan.stage().sharding.values[v.index];
}

// The least number of micro-batches, a multiple of the present one, whose activations may fit
// beside arguments and gradients: those of one micro-batch are `count` times smaller, and gradients
// are summed before they are scattered over the axes that have different samples. 0: none.
int64_t least_microbatches(const Plan& plan) {
  int64_t least = 1;
  const Sharding samples = state_of_samples(plan);
  const std::vector<Sharding>& values = plan.stage().sharding.values;
  for (const KindOfRank& kind : plan.time.kinds) {
    const auto memory =
        static_cast<double>(plan.on.cluster.device_types[kind.device_type].memory_bytes);
    if (memory == 0 || static_cast<double>(kind.peak_bytes) <= memory) continue;
    double arguments = 0, gradients = 0;
    for (ValueId v : plan.on.step().program.body.arguments) {
      arguments += local_bytes(plan, v, kind.first_rank, values[v.index]);
    }
    arguments += gathered_bytes(plan, kind.first_rank);
    for (ValueId g : plan.on.step().gradients) {
      Sharding summed = values[g.index];
      for (int a = 0; a < kMaxGroupAxes; ++a) {
        if (samples[a].is_sharded()) summed[a] = replicated();
      }
      gradients += local_bytes(plan, g, kind.first_rank, summed);
    }
    const double room = memory - arguments - gradients;
    const double activations = static_cast<double>(kind.peak_bytes) - arguments;
    if (room <= 0) return 0;
    while (activations > room * static_cast<double>(least)) least *= 2;
  }
  return least;
}

// What is communicated in both passes of every micro-batch: parameters that are gathered anew.
double regathering_seconds(const Plan& plan) {
  const PlanStage& stage = plan.stage();
  const ShardPlan& sharding = stage.sharding;
  if (std::ranges::count(sharding.regather, true) == 0) return 0;
  const propagate::ShardingProblem problem = problem_of(plan.on, sharding.group, stage.costs);
  double seconds = 0;
  for (int i = 0; i < std::ssize(sharding.regather); ++i) {
    if (!sharding.regather[i] || is_cast_first(problem, ValueId(i))) continue;
    const auto read = sharding.read_as.find(ValueId(i));
    const Sharding to = read == sharding.read_as.end() ? Sharding{} : read->second;
    seconds += 2 * problem.reshard(ValueId(i), sharding.values[i], to).seconds;
  }
  return seconds;
}

// Of the step in so many micro-batches.
double estimate_of(const Plan& plan, int64_t count) {
  const StepTime& time = plan.time;
  if (count <= 1) return time.step_seconds;
  const double more = static_cast<double>(count - 1) * regathering_seconds(plan);
  return time.step_seconds + std::max(0.0, more - time.compute_seconds + time.exposed_seconds);
}

class ClosedFormSearch {
 public:
  ClosedFormSearch(const StepOnCluster& asked, ClosedFormOrder order,
                   const std::function<bool()>& is_stopped)
      : asked_(asked), is_stopped_(is_stopped) {
    hurries_ = order == ClosedFormOrder::kLeastMemoryFirst;
  }

  ClosedForms run() {
    std::vector<Microbatches> kinds = recompute_kinds(asked_.microbatches());
    if (hurries_) std::ranges::reverse(kinds);
    for (const Microbatches& kind : kinds) {
      if (is_over()) break;  // to build a long step takes seconds
      screen(kind);
      if (hurries_ && !best_) cut_best();
    }
    cut_best();
    return {.as_asked = std::move(as_asked_), .best = std::move(best_)};
  }

 private:
  void cut_best() {
    std::ranges::stable_sort(screened_, {}, &Screened::estimate);
    size_t num_exact = 0;
    for (const Screened& one : screened_) {
      if (num_exact == kMostExact || is_over()) break;
      if (best_ && one.whole_seconds >= best_->time.step_seconds) continue;
      num_exact += simulate(one) ? 1 : 0;
    }
  }

  bool is_over() const { return is_stopped_ && is_stopped_(); }

  // The step in these micro-batches. To build and price it takes longer than to simulate a
  // strategy, and several ask for the same.
  std::optional<StepOnCluster> cut_into(const Microbatches& cut) {
    constexpr size_t kMostKept = 4;
    for (const StepOnCluster& on : cut_) {
      const Microbatches& known = on.microbatches();
      if (known.count == cut.count && known.recompute == cut.recompute &&
          known.keep_products == cut.keep_products) {
        return on;
      }
    }
    const ModelStepPtr step = step_cut_into(asked_.model_step, cut);
    if (!step) return std::nullopt;
    cut_.push_front(with_step(asked_, step));
    if (cut_.size() > kMostKept) cut_.pop_back();
    return cut_.front();
  }

  void keep(Plan plan) {
    if (plan.fits() && (!best_ || is_better(plan, *best_))) best_ = std::move(plan);
  }

  // Every strategy and degree; with recomputation, those that were fast without it.
  void screen(const Microbatches& kind) {
    const Microbatches& asked = asked_.microbatches();
    const bool as_asked =
        kind.recompute == asked.recompute && kind.keep_products == asked.keep_products;
    const std::optional<StepOnCluster> cut = as_asked ? asked_ : cut_into(kind);
    if (!cut) return;
    const StepOnCluster& on = *cut;
    std::vector<const char*> names(std::begin(kNames), std::end(kNames));
    if (hurries_) std::swap(names[0], names[1]);  // fsdp needs the least
    for (const char* name : names) {
      for (const strategy::StrategyChoice& choice : choices_of(on, name)) {
        if (is_over()) return;
        if (!as_asked && !hurries_ && !is_promising(name, choice.degrees)) continue;
        Plan plan = plan_by_choice(on, name, choice);
        if (plan.applies()) add(std::move(plan), name, choice.degrees);
      }
    }
  }

  void add(Plan plan, const char* name, const std::string& degrees) {
    const int64_t count = least_microbatches(plan);
    Screened one{.strategy = name,
                 .degrees = degrees,
                 .cut = plan.on.microbatches(),
                 .estimate = estimate_of(plan, count),
                 .whole_seconds = plan.time.step_seconds,
                 .num_ops = count * std::ssize(plan.on.step().program.body.ops)};
    const bool may_cut = one.cut.count == 1 && count > 1 && count <= kMostCuts;
    one.cut.count *= std::max<int64_t>(count, 1);
    fastest_ = std::min(fastest_, one.whole_seconds);
    if (plan.on.model_step == asked_.model_step) {
      const auto known = std::ranges::find(as_asked_, plan.strategy, &Plan::strategy);
      if (known == as_asked_.end()) {
        as_asked_.push_back(plan);
      } else if (is_preferable(plan, *known)) {
        *known = plan;
      }
    }
    seen_.push_back(one);
    if (may_cut) screened_.push_back(std::move(one));
    keep(std::move(plan));
  }

  bool is_promising(const std::string& name, const std::string& degrees) const {
    return std::ranges::any_of(seen_, [&](const Screened& one) {
      return one.strategy == name && one.degrees == degrees &&
             one.whole_seconds <= kNearFastest * fastest_;
    });
  }

  // In its micro-batches, or twice as many if it does not fit yet. False: not simulated.
  bool simulate(const Screened& one) {
    Microbatches cut = one.cut;
    for (int attempt = 0; attempt < 2 && !is_over(); ++attempt, cut.count *= 2) {
      const int64_t ops = one.num_ops * cut.count / one.cut.count;
      if (ops > kMostSimulatedOps || !can_be_cut(asked_.model_step->model, cut)) return attempt > 0;
      const std::optional<StepOnCluster> on = cut_into(cut);
      if (!on) return attempt > 0;
      Plan plan = plan_by_degrees(*on, one.strategy, one.degrees);
      if (!plan.applies()) return attempt > 0;
      const bool fits = plan.fits();
      keep(std::move(plan));
      if (fits) return true;
    }
    return true;
  }

  const StepOnCluster& asked_;
  const std::function<bool()>& is_stopped_;
  bool hurries_ = false;
  std::deque<StepOnCluster> cut_;  // the latest first
  std::vector<Screened> screened_, seen_;
  double fastest_ = 1e300;
  std::vector<Plan> as_asked_;
  std::optional<Plan> best_;
};

}  // namespace

ClosedForms closed_forms(const StepOnCluster& asked, const std::function<bool()>& is_stopped,
                         ClosedFormOrder order) {
  return ClosedFormSearch(asked, order, is_stopped).run();
}

std::vector<std::string> closed_form_names() { return {std::begin(kNames), std::end(kNames)}; }

}  // namespace motley::tensor::planner
