// Our own planner. Partial plans grow a stage at a time, from the first layers on, each with a
// bound that no completion of it can pass; complete ones are simulated in the order of their
// bounds, until the next bound is no better than the best step seen. Where everything below that
// could be looked at, the answer is the best there is.
//
// The bound of a plan, with M microbatches, stage times F, I (input gradient) and W (weight
// gradient, 0 where the profile does not tell it apart), transfers c there and back, all-reduces A:
//
//   P_s = P_{s-1} + F_{s-1} + c                    when stage s can begin
//   T_s = max(W_s + A_s, c + I_{s-1} + T_{s-1})    what follows its last input gradient
//   step >= P_s + M (F_s + I_s) + T_s, and >= P_s + M (F_s + I_s + W_s) + A_s, for each stage
#include <algorithm>
#include <cmath>
#include <map>
#include <queue>
#include <set>

#include "core/base/error.h"
#include "tensor/plan/stage/down_sets.h"
#include "tensor/plan/stage/free_devices.h"
#include "tensor/plan/stage/planners.h"

namespace motley::tensor {
namespace {

// A partial plan: its stages follow from `parent` on.
struct Label {
  int32_t parent = -1;
  int32_t cut = 0;    // the down-set of its layers
  DeviceGroup group;  // of its last stage
  Occupancy taken;
  Ticks begin = 0, forward = 0, input_gradient = 0, tail = 0;  // P, F, I and T of its last stage
  Ticks bound = 0;
};

struct Candidate {
  Ticks bound = 0;
  PipelinePlan plan;
};

// All plans for one number of microbatches.
class LabelSearch {
 public:
  LabelSearch(const PlanProblem& problem, const PlanCosts& costs, const DownSets& cuts,
              const FreeDevices& free, int32_t microbatches, const SearchEffort& effort)
      : problem_(problem),
        costs_(costs),
        cuts_(cuts),
        free_(free),
        microbatches_(microbatches),
        effort_(effort),
        at_cut_(cuts.size()) {}

  // Every plan whose bound is below `limit`; with `beam`, the most promising of them.
  std::vector<Candidate> run(Ticks limit, bool beam) {
    limit_ = limit;
    labels_.push_back({.taken = free_.none_taken()});
    at_cut_[0] = {0};
    for (int32_t cut = 0; cut + 1 < cuts_.size(); ++cut) {
      if (beam) thin_out(at_cut_[cut]);
      for (const int32_t label : at_cut_[cut]) {
        extend(label);
        if (labels_.size() > effort_.most_labels && !beam) return {};
      }
      std::vector<int32_t>().swap(at_cut_[cut]);
    }
    std::ranges::stable_sort(candidates_, {}, &Candidate::bound);
    return std::move(candidates_);
  }

  bool too_many() const { return labels_.size() > effort_.most_labels; }
  // The least bound of what was left out to keep the beam narrow.
  std::optional<Ticks> left_out() const { return left_out_; }

 private:
  // A group that a stage may get, and what is left after it.
  struct Choice {
    DeviceGroup group;
    Occupancy taken;
    double speed = 0, speed_left = 0;
  };

  void extend(int32_t index) {
    const std::vector<Choice>& choices = choices_of(labels_[index].taken);
    const int32_t from = labels_[index].cut, last = cuts_.size() - 1;
    for (int32_t to = from + 1; to <= last; ++to) {
      if (!cuts_.contains(to, from)) continue;
      const int64_t bytes = cuts_.bytes_between(cut_before(labels_[index]), from, to);
      for (const Choice& choice : choices) {
        if (to < last && choice.speed_left == 0) continue;
        Label next{.parent = index, .cut = to};
        if (!extend_by(labels_[index], choice, bytes, next) || !fits(from, to, choice)) continue;
        next.group = choice.group;
        next.taken = choice.taken;
        if (to == last) {
          candidates_.push_back({next.bound, plan_of(next)});
        } else {
          at_cut_[to].push_back(static_cast<int32_t>(labels_.size()));
          labels_.push_back(std::move(next));
        }
      }
    }
  }

  // Times and bound of one more stage; false where the bound is not below the limit, which is
  // looked at before the way of its input is, because that takes longest.
  bool extend_by(const Label& before, const Choice& choice, int64_t bytes, Label& next) const {
    const double weight_seconds = cuts_.weight_seconds(before.cut, next.cut);
    const Ticks weight = time(weight_seconds, choice.speed);
    const Ticks all_reduce =
        costs_.all_reduce(cuts_.parameter_bytes(before.cut, next.cut), choice.group);
    next.forward = time(cuts_.forward_seconds(before.cut, next.cut), choice.speed);
    next.input_gradient =
        time(cuts_.backward_seconds(before.cut, next.cut) - weight_seconds, choice.speed);
    TransferCost transfer;
    const auto set_bound = [&] {
      const Ticks away = transfer.busy + transfer.latency;
      next.begin = before.begin + before.forward + away;
      next.tail = std::max(weight + all_reduce, away + before.input_gradient + before.tail);
      next.bound = before.bound;
      const Ticks turn = next.forward + next.input_gradient;
      raise(next.bound, next.begin + microbatches_ * turn + next.tail);
      raise(next.bound, next.begin + microbatches_ * (turn + weight) + all_reduce);
      // The link carries every microbatch, and the last one still has to come back.
      raise(next.bound, before.begin + before.forward + microbatches_ * transfer.busy +
                            transfer.latency + turn + next.tail);
      raise(next.bound, bound_of_rest(next, choice.speed_left));
      return next.bound < limit_;
    };
    if (!set_bound()) return false;
    if (before.cut == 0) return true;
    transfer = costs_.transfer(bytes, before.group, choice.group, microbatches_);
    return set_bound();
  }

  // Sums of seconds come by differences here, and may round to the next tick: one less is safe.
  Ticks time(double seconds, double speed) const {
    return std::max<Ticks>(0, costs_.compute(seconds, speed, microbatches_) - 1);
  }

  static void raise(Ticks& bound, Ticks other) { bound = std::max(bound, other); }

  int32_t cut_before(const Label& label) const {
    return label.parent < 0 ? 0 : labels_[label.parent].cut;
  }

  // The slowest of the stages to come takes at least what all devices left would take together.
  // Times are rounded to ticks, half of one at most in each of three.
  Ticks bound_of_rest(const Label& label, double speed_left) const {
    const int32_t last = cuts_.size() - 1;
    if (label.cut == last) return 0;
    const double whole =
        cuts_.forward_seconds(label.cut, last) + cuts_.backward_seconds(label.cut, last);
    const double turn = whole - cuts_.weight_seconds(label.cut, last);
    const auto work = [&](double seconds) {
      return microbatches_ * (costs_.compute(seconds, speed_left, microbatches_) - 3);
    };
    const Ticks begin = label.begin + label.forward;
    return std::max(begin + work(whole), begin + work(turn) + label.input_gradient + label.tail);
  }

  // Each device of a stage holds its parameters and one microbatch, whatever the schedule.
  bool fits(int32_t from, int32_t to, const Choice& choice) const {
    const double parameters =
        static_cast<double>(cuts_.parameter_bytes(from, to)) * problem_.bytes_per_parameter_byte;
    const double saved =
        static_cast<double>(cuts_.saved_bytes(from, to)) * costs_.scale(microbatches_);
    return std::ranges::all_of(choice.group, [&](int32_t device) {
      return parameters + saved * costs_.speed(device) / choice.speed <=
             static_cast<double>(costs_.memory_bytes(device)) * (1 + 1e-12);
    });
  }

  const std::vector<Choice>& choices_of(const Occupancy& taken) {
    const auto [it, added] = choices_.try_emplace(taken);
    if (!added) return it->second;
    const double speed_free = costs_.total_speed(free_.scatter(taken, free_.num_free(taken)));
    for (DeviceGroup& group : free_.groups(taken)) {
      Choice choice{.taken = free_.after(taken, group), .speed = costs_.total_speed(group)};
      const bool some_left = free_.num_free(choice.taken) > 0;
      choice.speed_left = some_left ? speed_free - choice.speed : 0;
      choice.group = std::move(group);
      it->second.push_back(std::move(choice));
    }
    return it->second;
  }

  // Keeps the labels that no other with the same devices beats in everything, and of those the
  // beam.
  void thin_out(std::vector<int32_t>& labels) {
    std::ranges::stable_sort(labels, {}, [&](int32_t l) { return labels_[l].bound; });
    std::map<std::pair<Occupancy, DeviceGroup>, std::vector<int32_t>> kept_of;
    std::vector<int32_t> kept;
    for (const int32_t l : labels) {
      const Label& label = labels_[l];
      auto& rivals = kept_of[{label.taken, label.group}];
      const bool beaten = std::ranges::any_of(rivals, [&](int32_t r) {
        const Label& rival = labels_[r];
        return rival.begin + rival.forward <= label.begin + label.forward &&
               rival.input_gradient + rival.tail <= label.input_gradient + label.tail;
      });
      if (beaten) continue;
      if (kept.size() == effort_.beam) {
        if (!left_out_ || label.bound < *left_out_) left_out_ = label.bound;
        continue;
      }
      rivals.push_back(l);
      kept.push_back(l);
    }
    labels = std::move(kept);
  }

  PipelinePlan plan_of(const Label& last) const {
    PipelinePlan plan{.microbatches = microbatches_};
    for (const Label* label = &last; label->cut > 0; label = &labels_[label->parent]) {
      plan.stages.push_back(
          {.layers = cuts_.layers(cut_before(*label), label->cut), .devices = label->group});
    }
    std::ranges::reverse(plan.stages);
    return plan;
  }

  const PlanProblem& problem_;
  const PlanCosts& costs_;
  const DownSets& cuts_;
  const FreeDevices& free_;
  int32_t microbatches_;
  const SearchEffort& effort_;
  Ticks limit_ = 0;
  std::vector<Label> labels_;
  std::vector<std::vector<int32_t>> at_cut_;  // labels to be extended, per down-set
  std::map<Occupancy, std::vector<Choice>> choices_;
  std::vector<Candidate> candidates_;
  std::optional<Ticks> left_out_;
};

// -- the best so far
// -------------------------------------------------------------------------------

struct Best {
  std::optional<Ticks> step;
  PipelinePlan plan;
};

constexpr Ticks kNoLimit = int64_t{1} << 62;

class Planner {
 public:
  Planner(const PlanProblem& problem, const SearchEffort& effort)
      : problem_(problem),
        effort_(effort),
        evaluator_(problem),
        cuts_(problem.profile, effort.most_down_sets),
        free_(problem) {}

  PlannedResult plan(std::span<const PipelinePlan> known) {
    for (const PipelinePlan& plan : known) consider(plan);
    for (const int32_t m : problem_.microbatches) try_simple_plans(m);
    bool complete = cuts_.all();
    Ticks bound = kNoLimit;
    for (const int32_t m : problem_.microbatches) {
      if (!search(m, bound)) complete = false;
    }
    if (!best_.step) {
      throw core::UserError(complete
                                ? "no plan fits into the memory of the cluster's devices"
                                : "no plan was found that fits into the memory of the cluster's "
                                  "devices, though not every one was looked at");
    }
    PlannedResult result{.strategy = "motley", .plan = best_.plan, .complete = complete};
    result.timing = evaluator_.evaluate(best_.plan);
    result.lower_bound = complete ? *best_.step : std::min(bound, *best_.step);
    return result;
  }

 private:
  // True where every plan with these microbatches has been looked at, or cannot be better. `bound`
  // becomes the least bound of those that have not.
  bool search(int32_t microbatches, Ticks& bound) {
    const Ticks limit = best_.step.value_or(kNoLimit);
    LabelSearch exact(problem_, evaluator_.costs(), cuts_, free_, microbatches, effort_);
    std::vector<Candidate> candidates = exact.run(limit, false);
    bool complete = !exact.too_many();
    if (!complete) {
      LabelSearch beam(problem_, evaluator_.costs(), cuts_, free_, microbatches, effort_);
      candidates = beam.run(limit, true);
      if (const auto left_out = beam.left_out()) bound = std::min(bound, *left_out);
      if (!candidates.empty()) bound = std::min(bound, candidates.front().bound);
    }
    size_t simulated = 0;
    for (const Candidate& candidate : candidates) {
      if (best_.step && candidate.bound >= *best_.step) break;
      if (simulated++ == effort_.most_simulated) {
        bound = std::min(bound, candidate.bound);
        complete = false;
        break;
      }
      consider(candidate.plan);
    }
    return complete;
  }

  void consider(const PipelinePlan& stages) {
    const PipelinePlan plan = evaluator_.with_best_schedule(stages, all_schedules());
    const PlanTiming timing = evaluator_.evaluate(plan);
    if (!timing.misfit.empty() || (best_.step && timing.step >= *best_.step)) return;
    best_ = {timing.step, plan};
  }

  // Everything on all devices, and two stages at every cut: on most problems no others are near,
  // and what is known to be good early spares looking at much.
  void try_simple_plans(int32_t microbatches) {
    const Occupancy none = free_.none_taken();
    const int32_t all = free_.num_free(none), last = cuts_.size() - 1;
    consider({.microbatches = microbatches,
              .stages = {{.layers = cuts_.layers(0, last), .devices = free_.scatter(none, all)}}});
    if (!cuts_.all() || all < 2) return;
    const DeviceGroup half = free_.fresh(none, all / 2);
    const Occupancy taken = free_.after(none, half);
    const DeviceGroup rest = free_.scatter(taken, all - all / 2);
    for (int32_t cut = 1; cut < last; cut += std::max(1, last / 32)) {
      consider({.microbatches = microbatches,
                .stages = {{.layers = cuts_.layers(0, cut), .devices = half},
                           {.layers = cuts_.layers(cut, last), .devices = rest}}});
    }
  }

  const PlanProblem& problem_;
  const SearchEffort& effort_;
  PlanEvaluator evaluator_;
  DownSets cuts_;
  FreeDevices free_;
  Best best_;
};

}  // namespace

PlannedResult plan_motley(const PlanProblem& problem, const SearchEffort& effort,
                          std::span<const PipelinePlan> known) {
  check_problem(problem);
  return Planner(problem, effort).plan(known);
}

}  // namespace motley::tensor
