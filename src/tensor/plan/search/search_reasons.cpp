#include <algorithm>

#include "tensor/plan/search/reasons.h"
#include "tensor/plan/search/search_run.h"

namespace motley::tensor::search {

using namespace predict;

void SearchRun::give_reasons() {
  if (out_.plan.group.num_ranks() == 1) return;  // nothing is sharded
  const size_t most = settings_.explain_classes ? 100 : is_full() ? 6 : 3;
  const SearchInstance& instance = *chosen_.instance;
  out_.reasons = alike_arguments(step_, out_.plan);
  if (out_.reasons.size() > most) out_.reasons.resize(most);
  for (Reason& reason : out_.reasons) {
    const int node = instance.graph.node_of_value[reason.values[0].index];
    const int state = chosen_.states[node];
    const auto other =
        solved(chosen_.instance, chosen_.weights, restricted(chosen_, {node, state, false}));
    reason.has_next = other.has_value();
    if (!other) continue;
    const int c = instance.folding->value_class[reason.values[0].index];
    reason.next = instance.state_space.values[c].states[other->states[node]];
    reason.worse_seconds = other->cost - chosen_.cost;
  }
}

std::vector<Alternative> SearchRun::alternatives_of(ValueId v) {
  const SearchInstance& instance = *chosen_.instance;
  const int node = instance.graph.node_of_value[v.index];
  std::vector<Alternative> alternatives;
  if (node < 0) return alternatives;
  const auto& states = instance.state_space.values[instance.folding->value_class[v.index]].states;
  for (int s = 0; s < std::ssize(states); ++s) {
    Alternative other{.state = states[s], .is_chosen = out_.plan.values[v.index] == states[s]};
    if (other.is_chosen) {
      other.step_seconds = out_.time.step_seconds;
    } else {
      auto candidate =
          solved(chosen_.instance, chosen_.weights, restricted(chosen_, {node, s, true}));
      if (!candidate) continue;
      candidate->lowering = chosen_.lowering;
      candidate->lowering.completes = false;
      ShardPlan plan;
      const StepTime time = time_of(step_, cluster_, *candidate, plan);
      other.step_seconds = time.step_seconds;
      other.out_of_memory = time.out_of_memory;
    }
    alternatives.push_back(std::move(other));
  }
  std::ranges::stable_sort(alternatives, {}, &Alternative::step_seconds);
  return alternatives;
}

void SearchRun::explain_classes() {
  const auto now = std::chrono::steady_clock::now;
  const auto end = now() + (now() - begin_);
  for (Reason& reason : out_.reasons) {
    if (now() >= end || is_stopped(settings_)) return;
    reason.alternatives = alternatives_of(reason.values[0]);
  }
}

}  // namespace motley::tensor::search
