// The best makespan of small pipelines, by trying everything; shares nothing with what it checks.
#pragma once

#include <algorithm>
#include <array>
#include <limits>

#include "tensor/plan/schedule/schedule.h"
#include "tensor/plan/simulate/pipeline_workload.h"

namespace motley::tensor::schedule {

// Every order in which one stage can run its passes under its cap.
class StageOrders {
 public:
  StageOrders(int32_t stage, int32_t microbatches, bool split, int32_t cap)
      : stage_(stage), microbatches_(microbatches), split_(split), cap_(cap) {
    extend(0, 0, 0);
  }
  const std::vector<std::vector<Action>>& all() const { return orders_; }

 private:
  void extend(int32_t f, int32_t b, int32_t w) {
    const int32_t freed = split_ ? w : b;
    if (freed == microbatches_) orders_.push_back(order_);
    const auto with = [&](ActionKind pass, int32_t m, int32_t f2, int32_t b2, int32_t w2) {
      order_.push_back({pass, stage_, m});
      extend(f2, b2, w2);
      order_.pop_back();
    };
    if (f < microbatches_ && f - freed < cap_) with(ActionKind::kForward, f, f + 1, b, w);
    if (b < f) with(split_ ? ActionKind::kInputGradient : ActionKind::kBackward, b, f, b + 1, w);
    if (split_ && w < b) with(ActionKind::kWeightGradient, w, f, b, w + 1);
  }

  int32_t stage_, microbatches_;
  bool split_;
  int32_t cap_;
  std::vector<Action> order_;
  std::vector<std::vector<Action>> orders_;
};

// Over all orders of all stages, timed by the simulator; those that deadlock do not count.
inline Ticks best_of_all_orders(const PipelineCosts& costs, int32_t microbatches,
                                const std::vector<int32_t>& cap) {
  const int32_t S = costs.num_stages();
  std::vector<StageOrders> orders;
  Schedule schedule{.num_stages = S, .num_microbatches = microbatches};
  for (int32_t s = 0; s < S; ++s) {
    orders.emplace_back(s, microbatches, costs.splits_backward(), cap[s]);
    schedule.device_of_stage.push_back(s);
    schedule.lists.push_back(orders[s].all().front());
  }
  Ticks best = std::numeric_limits<Ticks>::max();
  std::vector<size_t> at(S, 0);
  for (int32_t s = 0; s < S;) {
    const simulate::Simulation run =
        simulate::simulate(simulate::pipeline_workload(schedule, costs));
    const bool stuck = std::ranges::any_of(run.stuck, [](int32_t i) { return i >= 0; });
    if (!stuck) best = std::min(best, run.makespan);
    // The next combination: counts up like the digits of a number.
    for (s = 0; s < S; ++s) {
      at[s] = (at[s] + 1) % orders[s].all().size();
      schedule.lists[s] = orders[s].all()[at[s]];
      if (at[s] != 0) break;
    }
  }
  return best;
}

// By branching over what could come next in time (up to 3 stages and 4 microbatches); about a
// thousand times as fast.
class ActiveSchedules {
 public:
  ActiveSchedules(const PipelineCosts& costs, int32_t microbatches, const std::vector<int32_t>& cap)
      : costs_(costs), S_(costs.num_stages()), M_(microbatches), cap_(cap) {}

  // The best makespan that is less than `limit`; `limit` if there is none.
  Ticks best_below(Ticks limit) {
    best_ = limit;
    branch({});
    return best_;
  }

 private:
  enum { kF, kB, kW };
  static constexpr Ticks kUnknown = std::numeric_limits<Ticks>::max();
  struct Stage {
    std::array<int32_t, 3> done = {};
    std::array<std::array<Ticks, 4>, 3> end = {};
    std::array<Ticks, 4> input = {}, gradient = {};  // when they arrive
    Ticks free = 0, wire_down = 0, wire_up = 0;
  };
  using State = std::array<Stage, 3>;

  Ticks duration(int kind, int32_t s) const {
    if (kind == kF) return costs_.forward[s];
    return kind == kB ? costs_.backward[s] : costs_.weight[s];
  }
  int num_kinds() const { return costs_.splits_backward() ? 3 : 2; }

  Ticks start_of(const State& state, int32_t s, int kind) const {
    const Stage& stage = state[s];
    const int32_t m = stage.done[kind];
    const int frees = num_kinds() - 1;
    if (m == M_) return kUnknown;
    if (kind == kF) {
      if (s > 0 && state[s - 1].done[kF] <= m) return kUnknown;
      if (m - stage.done[frees] >= cap_[s]) return kUnknown;
      const Ticks room = m >= cap_[s] ? stage.end[frees][m - cap_[s]] : 0;
      return std::max({stage.free, stage.input[m], room});
    }
    if (stage.done[kind - 1] <= m) return kUnknown;
    if (kind == kW) return std::max(stage.free, stage.end[kB][m]);
    if (s + 1 < S_ && state[s + 1].done[kB] <= m) return kUnknown;
    return std::max({stage.free, stage.end[kF][m], stage.gradient[m]});
  }

  static Ticks arrival(Ticks& wire, Ticks sent, Ticks latency, Links links) {
    if (links == Links::kParallel) return sent + latency;
    return wire = std::max(wire, sent) + latency;
  }

  State after(State state, int32_t s, int kind, Ticks start) const {
    Stage& stage = state[s];
    const int32_t m = stage.done[kind]++;
    const Ticks end = stage.free = stage.end[kind][m] = start + duration(kind, s);
    if (kind == kF && s + 1 < S_) {
      state[s + 1].input[m] =
          arrival(stage.wire_down, end, costs_.activation_latency(s), costs_.links);
    }
    if (kind == kB && s > 0) {
      state[s - 1].gradient[m] =
          arrival(stage.wire_up, end, costs_.backward_latency(s - 1), costs_.links);
    }
    return state;
  }

  // The stage that could end something first runs that next, or what starts before it would end:
  // nothing else is to be gained (Giffler and Thompson, 1960).
  void branch(const State& state) {
    Ticks first_end = kUnknown, last_end = 0;
    int32_t at = 0;
    for (int32_t s = 0; s < S_; ++s) {
      Ticks work = state[s].free;
      for (int kind = 0; kind < num_kinds(); ++kind) {
        work += (M_ - state[s].done[kind]) * duration(kind, s);
        const Ticks start = start_of(state, s, kind);
        if (start == kUnknown || start + duration(kind, s) >= first_end) continue;
        first_end = start + duration(kind, s), at = s;
      }
      last_end = std::max(last_end, work);
    }
    if (last_end >= best_) return;
    if (first_end == kUnknown) best_ = last_end;
    for (int kind = 0; kind < num_kinds() && first_end != kUnknown; ++kind) {
      const Ticks start = start_of(state, at, kind);
      if (start < first_end || (start == first_end && duration(kind, at) == 0)) {
        branch(after(state, at, kind, start));
      }
    }
  }

  const PipelineCosts& costs_;
  int32_t S_, M_;
  const std::vector<int32_t>& cap_;
  Ticks best_ = 0;
};

}  // namespace motley::tensor::schedule
