#include <algorithm>

#include "tensor/plan/search/reasons.h"
#include "tensor/plan/search/search_run.h"

namespace motley::tensor::search {

using namespace predict;

void SearchRun::give_reasons() {
  if (out_.plan.group.num_ranks() == 1) return;  // nothing is sharded
  // An alternative that turns out to be faster is the plan, which has its own reasons.
  constexpr int kRounds = 3;
  for (int round = 0; round < kRounds && !find_reasons(); ++round) {
  }
}

bool SearchRun::find_reasons() {
  const size_t most = settings_.explain_classes ? 100 : is_full() ? 6 : 3;
  const Candidate base = chosen_;
  const SearchInstance& instance = *base.instance;
  const double step_seconds = out_.time.step_seconds;
  const int64_t peak_bytes = out_.time.peak_bytes;
  out_.reasons = alike_arguments(step_, out_.plan);
  if (out_.reasons.size() > most) out_.reasons.resize(most);
  for (Reason& reason : out_.reasons) {
    const int node = instance.graph.node_of_value[reason.values[0].index];
    auto other =
        solved(base.instance, base.weights, restricted(base, {node, base.states[node], false}));
    reason.has_next = other.has_value();
    if (!other) continue;
    const int c = instance.folding->value_class[reason.values[0].index];
    reason.next = instance.state_space.values[c].states[other->states[node]];
    reason.worse_seconds = other->cost - base.cost;
    reason.is_simulated = is_full() && !is_large() && !out_of_time();
    if (!reason.is_simulated) continue;
    other->lowering = base.lowering;
    other->lowering.completes = false;
    const StepTime time = simulated(*other);
    reason.worse_seconds = time.step_seconds - step_seconds;
    if (!time.out_of_memory.empty()) reason.next_out_of_memory = time.out_of_memory;
    const bool is_replaced =
        out_.time.step_seconds != step_seconds || out_.time.peak_bytes != peak_bytes;
    if (is_replaced) return false;
  }
  return true;
}

std::vector<Alternative> SearchRun::alternatives_of(ValueId v) {
  const Candidate base = chosen_;
  const SearchInstance& instance = *base.instance;
  const int node = instance.graph.node_of_value[v.index];
  std::vector<Alternative> alternatives;
  if (node < 0) return alternatives;
  const auto& states = instance.state_space.values[instance.folding->value_class[v.index]].states;
  const Sharding chosen = out_.plan.values[v.index];
  const double chosen_seconds = out_.time.step_seconds;
  for (int s = 0; s < std::ssize(states); ++s) {
    Alternative other{.state = states[s], .step_seconds = chosen_seconds};
    if (states[s] != chosen) {
      auto candidate = solved(base.instance, base.weights, restricted(base, {node, s, true}));
      if (!candidate) continue;
      candidate->lowering = base.lowering;
      candidate->lowering.completes = false;
      const StepTime time = simulated(*candidate);
      other.step_seconds = time.step_seconds;
      other.out_of_memory = time.out_of_memory;
    }
    alternatives.push_back(std::move(other));
  }
  for (Alternative& one : alternatives) one.is_chosen = out_.plan.values[v.index] == one.state;
  std::ranges::stable_sort(alternatives, {}, &Alternative::step_seconds);
  return alternatives;
}

void SearchRun::explain_classes() {
  // Counted, since a plan must not depend on the speed of the machine.
  const int most = 2 * num_simulated_;
  for (Reason& reason : out_.reasons) {
    if (num_simulated_ >= most || is_stopped(settings_)) return;
    reason.alternatives = alternatives_of(reason.values[0]);
  }
}

}  // namespace motley::tensor::search
