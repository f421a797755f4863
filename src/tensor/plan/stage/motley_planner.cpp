// Our own planner: bounds prune, the simulator decides. Simple plans, other planners' plans and
// local improvements of them give an incumbent, which limits a search over all stages and
// placements; its results are simulated in order of their bounds until the next bound is no better
// than the incumbent. If everything below the limit was enumerated, the plan is optimal.
#include <algorithm>
#include <numeric>

#include "tensor/plan/schedule/choose.h"
#include "tensor/plan/stage/class_plans.h"
#include "tensor/plan/stage/label_search.h"
#include "tensor/plan/stage/plan_moves.h"
#include "tensor/plan/stage/planners.h"

namespace motley::tensor::stage {
namespace {

using namespace schedule;

constexpr Ticks kNoLimit = int64_t{1} << 62;
// Largest stages times micro-batches for which polish() searches the order.
constexpr int64_t kMostPolished = 20'000;

class Planner {
 public:
  Planner(const PlanProblem& problem, const StageSearchLimits& effort)
      : problem_(problem),
        effort_(effort),
        evaluator_(problem),
        cuts_(problem.profile, effort.most_down_sets),
        free_(problem) {}

  PlannedResult plan(std::span<const PipelinePlan> known) {
    for (const PipelinePlan& plan : known) consider_as_it_is(plan);
    try_class_plans();
    for (const int32_t m : problem_.microbatches) try_simple_plans(m);
    improve();
    bool complete = cuts_.all() && free_.choice() == GroupChoice::kEvery;
    // With too many groups for a stage, devices have been counted, and moves do the rest.
    const bool counts = free_.choice() == GroupChoice::kPlacements;
    for (const int32_t m : problem_.microbatches) {
      if (counts || is_late() || !search(m)) complete = false;
    }
    // If cuts or groups were excluded beforehand, the bounds of the others are not a global bound.
    if (!cuts_.all() || counts || is_late()) bound_ = bound_of_work();
    if (!step_) return nothing_fits(complete);
    if (!complete) improve();
    polish();
    PlannedResult result{.strategy = "motley", .plan = best_, .complete = complete};
    result.timing = evaluator_.evaluate(best_);
    result.lower_bound = std::min(bound_, *step_);
    return result;
  }

 private:
  // True if every plan with this number of micro-batches was examined or cannot improve.
  bool search(int32_t microbatches) {
    const SearchSpace space{problem_, evaluator_.costs(), cuts_, free_};
    LabelSearch exact(space, microbatches, effort_);
    std::vector<StageCandidate> candidates = exact.run(step_.value_or(kNoLimit), false);
    if (!exact.gave_up()) {
      if (!candidates.empty()) bound_ = std::min(bound_, candidates.front().bound);
      return simulate_in_order(candidates);
    }
    if (is_late()) {
      bound_ = std::min(bound_, bound_of_work());
      return false;
    }
    LabelSearch beam(space, microbatches, effort_);
    candidates = beam.run(step_.value_or(kNoLimit), true);
    if (beam.gave_up()) bound_ = std::min(bound_, bound_of_work());
    if (const auto left_out = beam.left_out()) bound_ = std::min(bound_, *left_out);
    if (!candidates.empty()) bound_ = std::min(bound_, candidates.front().bound);
    simulate_in_order(candidates);
    return false;
  }

  bool simulate_in_order(const std::vector<StageCandidate>& candidates) {
    for (const StageCandidate& candidate : candidates) {
      if (step_ && candidate.bound >= *step_) return true;
      if (tired()) {
        bound_ = std::min(bound_, candidate.bound);
        return false;
      }
      consider(candidate.plan);
    }
    return true;
  }

  bool is_late() const {
    return effort_.deadline && std::chrono::steady_clock::now() >= *effort_.deadline;
  }
  bool tired() const {
    return evaluator_.num_simulated() > effort_.most_simulated || (step_ && is_late());
  }

  // Stages of devices that are counted by class: the most promising of all numbers of
  // micro-batches.
  void try_class_plans() {
    constexpr size_t kMostTried = 48, kMostScheduled = 8;
    std::vector<ClassPlan> plans;
    for (const int32_t m : problem_.microbatches) {
      if (step_ && is_late()) break;
      for (ClassPlan& plan : class_plans(problem_, evaluator_.costs(), m)) {
        plans.push_back(std::move(plan));
      }
    }
    std::ranges::stable_sort(plans, {}, &ClassPlan::estimate_seconds);
    if (plans.size() > kMostTried) plans.resize(kMostTried);
    std::vector<std::pair<Ticks, const PipelinePlan*>> fitting;
    for (const ClassPlan& one : plans) {
      if (tired()) return;
      consider_as_it_is(one.plan);
      if (const auto step = evaluator_.step_if_fits(one.plan)) {
        fitting.emplace_back(*step, &one.plan);
      }
    }
    std::ranges::stable_sort(fitting, {}, [](const auto& one) { return one.first; });
    if (fitting.size() > kMostScheduled) fitting.resize(kMostScheduled);
    for (const auto& [step, plan] : fitting) {
      if (tired()) return;
      consider(*plan);
    }
  }

  // With the best of all schedules; for plans with very many actions, where simulation is slow,
  // with the better of two robust ones.
  bool consider(const PipelinePlan& stages) {
    static const std::vector<std::string> few = {"1f1b", "deep:h=2"};
    const bool long_step = std::ssize(stages.stages) * stages.microbatches > kMostPolished;
    return consider_as_it_is(
        evaluator_.with_best_schedule(stages, long_step ? std::span(few) : all_schedules()));
  }

  bool consider_as_it_is(const PipelinePlan& plan) {
    const std::optional<Ticks> step = evaluator_.step_if_fits(plan);
    if (!step && !step_) keep_nearest(plan);
    if (!step || (step_ && *step >= *step_)) return false;
    step_ = step;
    best_ = plan;
    return true;
  }

  // Searches for an order of the best stages that beats all named schedules.
  void polish() {
    if (std::ssize(best_.stages) * best_.microbatches > kMostPolished) return;
    PipelinePlan plan = best_;
    plan.schedule = schedule::kBestSchedule;
    const std::optional<Ticks> step = evaluator_.step_if_fits(plan);
    if (!step || *step >= *step_) return;
    step_ = step;
    best_ = std::move(plan);
  }

  // Work bound: all devices busy all the time; minus one tick per action for rounding.
  Ticks bound_of_work() const {
    const ProfileTotals sum = totals(problem_.profile);
    const DeviceGroup all = free_.scatter(free_.none_taken(), free_.num_free(free_.none_taken()));
    Ticks least = kNoLimit;
    for (const int32_t m : problem_.microbatches) {
      const Ticks turn = evaluator_.costs().compute(sum.forward_seconds + sum.backward_seconds,
                                                    evaluator_.costs().total_speed(all), m);
      least = std::min(least, m * std::max<Ticks>(0, turn - 3));
    }
    return least;
  }

  // While nothing fits: keeps the plan closest to fitting, with all stages recomputed.
  void keep_nearest(PipelinePlan plan) {
    for (PlannedStage& stage : plan.stages) stage.recompute = true;
    plan.schedule = "1f1b";
    const PlanTiming timing = evaluator_.evaluate(plan);
    double fullest = 0;
    for (const StageTimes& t : timing.stages) {
      fullest = std::max(fullest,
                         static_cast<double>(t.peak_bytes) / static_cast<double>(t.memory_bytes));
    }
    if (!best_.stages.empty() && fullest >= fullest_) return;
    fullest_ = fullest;
    best_ = std::move(plan);
  }

  PlannedResult nothing_fits(bool complete) const {
    PlannedResult result{.strategy = "motley", .plan = best_, .complete = complete};
    result.timing = evaluator_.evaluate(best_);
    return result;
  }

  // Everything on all devices; and, for each number of stages, even cuts on even device groups in
  // order. A good early incumbent prunes much of the search.
  void try_simple_plans(int32_t microbatches) {
    const DeviceGroup all = free_.scatter(free_.none_taken(), free_.num_free(free_.none_taken()));
    const size_t most = std::min({all.size(), problem_.profile.layers.size(), size_t{64}});
    for (size_t num_stages = 1; num_stages <= most && !tired(); ++num_stages) {
      consider(even_plan(num_stages, all, microbatches));
    }
  }

  // Stage s ends where (s + 1) / num_stages of the total time is reached.
  PipelinePlan even_plan(size_t num_stages, const DeviceGroup& all, int32_t microbatches) const {
    PipelinePlan plan{.microbatches = microbatches};
    const auto& layers = problem_.profile.layers;
    double whole = 0, passed = 0;
    for (const ProfileLayer& layer : layers)
      whole += layer.forward_seconds + layer.backward_seconds;
    size_t next = 0;
    for (size_t s = 0; s < num_stages; ++s) {
      PlannedStage stage;
      const size_t left = num_stages - 1 - s;  // remaining stages, each with at least one layer
      const double until = whole * static_cast<double>(s + 1) / static_cast<double>(num_stages);
      while (next + left < layers.size() && (stage.layers.empty() || left == 0 || passed < until)) {
        passed += layers[next].forward_seconds + layers[next].backward_seconds;
        stage.layers.push_back(static_cast<int32_t>(next++));
      }
      const auto device = [&](size_t i) {
        return all.begin() + static_cast<std::ptrdiff_t>(i * all.size() / num_stages);
      };
      stage.devices.assign(device(s), device(s + 1));
      plan.stages.push_back(std::move(stage));
    }
    return plan;
  }

  // Local search while it improves. Keeps the schedule during the descent.
  void improve() {
    if (!step_) return;
    for (bool better = true; better && !tired();) {
      better = false;
      for (PipelinePlan& plan : neighbours(problem_, evaluator_.costs(), best_)) {
        if (tired()) return;
        const std::optional<Ticks> step = evaluator_.step_if_fits(plan);
        if (!step || *step >= *step_) continue;
        step_ = step;
        best_ = plan;
        better = true;
        break;
      }
      if (!better) better = consider(best_);
    }
  }

  const PlanProblem& problem_;
  const StageSearchLimits& effort_;
  PlanEvaluator evaluator_;
  DownSets cuts_;
  FreeDevices free_;
  std::optional<Ticks> step_;  // of the incumbent; empty while none fits
  PipelinePlan best_;
  double fullest_ = 0;      // of the best plan while none fits: bytes on a device over its memory
  Ticks bound_ = kNoLimit;  // over all plans and schedules
};

}  // namespace

namespace {

// The devices of a cluster with its hosts in an order that does not depend on the file's: fast
// hosts first, alike hosts together.
struct SortedCluster {
  core::Cluster cluster;
  std::vector<int32_t> device_of;  // by device of `cluster`: that of the file

  explicit SortedCluster(const core::Cluster& file) : cluster(file) {
    const auto key = [&](int32_t h) {
      const core::Host& host = file.hosts[h];
      const auto port = core::port_of(file, host);
      std::vector<double> figures;
      double speed = 0;
      for (const auto& some : host.devices) {
        const core::DeviceType& type = file.device_types[some.type];
        speed -= static_cast<double>(some.count) * type.flops_per_second;
        figures.insert(figures.end(),
                       {-type.flops_per_second, -static_cast<double>(type.memory_bytes),
                        -static_cast<double>(some.count)});
      }
      for (const auto& link : {host.link, port}) {
        figures.push_back(link ? -link->bandwidth_bytes_per_second : 0);
        figures.push_back(link ? link->latency_seconds : 0);
      }
      figures.insert(figures.begin(), speed);
      return figures;
    };
    std::vector<int32_t> order(file.hosts.size());
    std::iota(order.begin(), order.end(), 0);
    std::ranges::stable_sort(order, {}, key);
    cluster.hosts.clear();
    for (const int32_t h : order) cluster.hosts.push_back(file.hosts[h]);
    const std::vector<core::Device> devices = core::devices(file);
    for (const int32_t h : order) {
      for (size_t d = 0; d < devices.size(); ++d) {
        if (devices[d].host == h) device_of.push_back(static_cast<int32_t>(d));
      }
    }
  }

  bool is_as_in_file() const { return std::ranges::is_sorted(device_of); }

  PipelinePlan in_file(PipelinePlan plan) const {
    for (PlannedStage& stage : plan.stages) {
      for (int32_t& d : stage.devices) d = device_of[d];
    }
    return plan;
  }
  PipelinePlan sorted(PipelinePlan plan) const {
    for (PlannedStage& stage : plan.stages) {
      for (int32_t& d : stage.devices) {
        d = static_cast<int32_t>(std::ranges::find(device_of, d) - device_of.begin());
      }
      std::ranges::sort(stage.devices);
    }
    return plan;
  }
};

}  // namespace

PlannedResult plan_motley(const PlanProblem& problem, const StageSearchLimits& effort,
                          std::span<const PipelinePlan> known) {
  check_problem(problem);
  const SortedCluster sorted(problem.cluster);
  if (sorted.is_as_in_file()) return Planner(problem, effort).plan(known);
  PlanProblem other = problem;
  other.cluster = sorted.cluster;
  std::vector<PipelinePlan> others;
  for (const PipelinePlan& plan : known) others.push_back(sorted.sorted(plan));
  PlannedResult result = Planner(other, effort).plan(others);
  result.plan = sorted.in_file(std::move(result.plan));
  // The order of a stage's devices decides who has which samples, and so a little of its transfers:
  // it stays that of the sorted hosts.
  const PlanEvaluator evaluator(problem);
  result.timing = evaluator.evaluate(result.plan);
  for (const PipelinePlan& plan : known) {
    PlanTiming timing = evaluator.evaluate(plan);
    if (!is_better(timing, result.timing)) continue;
    result.plan = plan;
    result.timing = std::move(timing);
  }
  if (result.lower_bound) result.lower_bound = std::min(*result.lower_bound, result.timing.step);
  return result;
}

}  // namespace motley::tensor::stage
