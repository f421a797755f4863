#include "tensor/plan/stage/label_search.h"

#include <algorithm>

namespace motley::tensor::stage {
namespace {

using namespace schedule;

void raise(Ticks& bound, Ticks other) { bound = std::max(bound, other); }

}  // namespace

std::vector<StageCandidate> LabelSearch::run(Ticks limit, bool beam) {
  limit_ = limit;
  labels_.push_back({.taken = space_.free.none_taken()});
  at_cut_[0] = {0};
  for (int32_t cut = 0; cut + 1 < space_.cuts.size(); ++cut) {
    if (beam) thin_out(at_cut_[cut]);
    for (const int32_t label : at_cut_[cut]) {
      extend(label);
      const bool late = effort_.deadline && std::chrono::steady_clock::now() >= *effort_.deadline;
      gave_up_ =
          late || (!beam && (labels_.size() > effort_.most_labels || tried_ > effort_.most_tried ||
                             candidates_.size() > effort_.most_labels));
      if (gave_up_) return {};
    }
    std::vector<int32_t>().swap(at_cut_[cut]);
  }
  std::ranges::stable_sort(candidates_, {}, &StageCandidate::bound);
  return std::move(candidates_);
}

void LabelSearch::extend(int32_t index) {
  const std::vector<Choice>& choices = choices_of(labels_[index].taken);
  const int32_t from = labels_[index].cut, last = space_.cuts.size() - 1;
  double most_speed = 0;
  for (const Choice& choice : choices) most_speed = std::max(most_speed, choice.speed);
  for (int32_t to = from + 1; to <= last; ++to) {
    ++tried_;
    if (hopeless(labels_[index], to, most_speed) || !space_.cuts.contains(to, from)) continue;
    const int64_t bytes = space_.cuts.bytes_between(cut_before(labels_[index]), from, to);
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

// Whether the stage is too slow even on all remaining devices.
bool LabelSearch::hopeless(const Label& before, int32_t to, double speed) const {
  const DownSets& cuts = space_.cuts;
  const double seconds =
      cuts.forward_seconds(before.cut, to) + cuts.backward_seconds(before.cut, to);
  return before.begin + before.forward + microbatches_ * time(seconds, speed) >=
         limit_ + 2 * microbatches_;
}

// Times and bound of one more stage; false if the bound reaches the limit. Checked before the
// all-reduce and before the input transfer are priced, which are the expensive parts.
bool LabelSearch::extend_by(const Label& before, const Choice& choice, int64_t bytes, Label& next) {
  ++tried_;
  const double weight_seconds = space_.cuts.weight_seconds(before.cut, next.cut);
  const Ticks weight = time(weight_seconds, choice.speed);
  next.forward = time(space_.cuts.forward_seconds(before.cut, next.cut), choice.speed);
  next.input_gradient =
      time(space_.cuts.backward_seconds(before.cut, next.cut) - weight_seconds, choice.speed);
  Ticks all_reduce = 0;
  TransferCost transfer;
  const auto set_bound = [&] {
    const Ticks away = transfer.busy + transfer.latency;
    next.begin = before.begin + before.forward + away;
    next.tail = std::max(weight + all_reduce, away + before.input_gradient + before.tail);
    next.bound = before.bound;
    const Ticks turn = next.forward + next.input_gradient;
    raise(next.bound, next.begin + microbatches_ * turn + next.tail);
    raise(next.bound, next.begin + microbatches_ * (turn + weight) + all_reduce);
    // The link carries every micro-batch, and the last one still has to return.
    raise(next.bound, before.begin + before.forward + microbatches_ * transfer.busy +
                          transfer.latency + turn + next.tail);
    raise(next.bound, bound_of_rest(next, choice.speed_left));
    return next.bound < limit_;
  };
  if (!set_bound()) return false;
  all_reduce =
      space_.costs.all_reduce(space_.cuts.parameter_bytes(before.cut, next.cut), choice.group);
  if (!set_bound()) return false;
  if (before.cut == 0) return true;
  const bool exact = space_.free.choice() != GroupChoice::kRepresentatives;
  transfer = exact ? space_.costs.transfer(bytes, before.group, choice.group, microbatches_)
                   : space_.costs.least_transfer(bytes, before.group, choice.group, microbatches_);
  return set_bound();
}

// Sums of seconds are computed as differences and may round up to the next tick: subtract one to
// stay a lower bound.
Ticks LabelSearch::time(double seconds, double speed) const {
  return std::max<Ticks>(0, space_.costs.compute(seconds, speed, microbatches_) - 1);
}

// The slowest remaining stage takes at least the time of the remaining work on all remaining
// devices together, in shares that need not be whole samples. Times are rounded to ticks, with an
// error of at most half a tick in each of three.
Ticks LabelSearch::bound_of_rest(const Label& label, double speed_left) const {
  const int32_t last = space_.cuts.size() - 1;
  if (label.cut == last) return 0;
  const double whole =
      space_.cuts.forward_seconds(label.cut, last) + space_.cuts.backward_seconds(label.cut, last);
  const double turn = whole - space_.cuts.weight_seconds(label.cut, last);
  const auto work = [&](double seconds) {
    return microbatches_ * (space_.costs.compute(seconds, speed_left, microbatches_) - 3);
  };
  const Ticks begin = label.begin + label.forward;
  return std::max(begin + work(whole), begin + work(turn) + label.input_gradient + label.tail);
}

// Necessary condition: each device holds its parameters and its samples of one micro-batch,
// whatever the schedule.
bool LabelSearch::fits(int32_t from, int32_t to, const Choice& choice) const {
  const double parameters = static_cast<double>(space_.cuts.parameter_bytes(from, to)) *
                            space_.problem.bytes_per_parameter_byte;
  const double saved_of_sample = static_cast<double>(space_.cuts.saved_bytes(from, to)) /
                                 static_cast<double>(space_.problem.profile.batch);
  const std::vector<int64_t> samples = space_.costs.samples(choice.group, microbatches_);
  for (size_t i = 0; i < samples.size(); ++i) {
    const double memory = static_cast<double>(space_.costs.memory_bytes(choice.group[i]));
    const double bytes = parameters + saved_of_sample * static_cast<double>(samples[i]);
    if (bytes > memory * (1 + 1e-12)) return false;
  }
  return true;
}

const std::vector<LabelSearch::Choice>& LabelSearch::choices_of(const Occupancy& taken) {
  const auto [it, added] = choices_.try_emplace(taken);
  if (!added) return it->second;
  const double speed_free =
      space_.costs.total_speed(space_.free.scatter(taken, space_.free.num_free(taken)));
  for (DeviceGroup& group : space_.free.groups(taken)) {
    Choice choice{.taken = space_.free.after(taken, group),
                  .speed = space_.costs.speed(group, microbatches_)};
    const bool some_left = space_.free.num_free(choice.taken) > 0;
    choice.speed_left = some_left ? speed_free - space_.costs.total_speed(group) : 0;
    choice.group = std::move(group);
    it->second.push_back(std::move(choice));
  }
  return it->second;
}

// Chosen so that the total over all cuts stays near the limit of tries.
size_t LabelSearch::beam_width() {
  const auto cuts = static_cast<size_t>(space_.cuts.size());
  const size_t choices = choices_of(space_.free.none_taken()).size();
  return std::clamp<size_t>(8 * effort_.most_tried / (cuts * cuts * choices + 1), 1, effort_.beam);
}

// Removes dominated labels with the same devices, and keeps the beam of the rest.
void LabelSearch::thin_out(std::vector<int32_t>& labels) {
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
    if (kept.size() >= beam_width()) {
      if (!left_out_ || label.bound < *left_out_) left_out_ = label.bound;
      continue;
    }
    rivals.push_back(l);
    kept.push_back(l);
  }
  labels = std::move(kept);
}

PipelinePlan LabelSearch::plan_of(const Label& last) const {
  PipelinePlan plan{.microbatches = microbatches_};
  for (const Label* label = &last; label->cut > 0; label = &labels_[label->parent]) {
    plan.stages.push_back(
        {.layers = space_.cuts.layers(cut_before(*label), label->cut), .devices = label->group});
  }
  std::ranges::reverse(plan.stages);
  return plan;
}

}  // namespace motley::tensor::stage
