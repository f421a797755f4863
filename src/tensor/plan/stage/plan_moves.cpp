#include "tensor/plan/stage/plan_moves.h"

#include <algorithm>

namespace motley::tensor::stage {
namespace {

class Moves {
 public:
  Moves(const PlanProblem& problem, const PlanCosts& costs, const PipelinePlan& plan)
      : problem_(problem), costs_(costs), plan_(plan) {}

  std::vector<PipelinePlan> all() {
    const size_t S = plan_.stages.size();
    for (size_t s = 0; s + 1 < S; ++s) {
      for (const size_t count : {1, 2, 4}) {
        move_layers_down(s, count);
        move_layers_up(s, count);
      }
      merge(s);
    }
    for (size_t a = 0; a < S; ++a) {
      for (size_t b = 0; b < S; ++b) {
        if (a != b) move_devices(a, b);
      }
      split(a);
    }
    return std::move(moves_);
  }

 private:
  // Moves the last `count` layers of stage s without consumers in it to the next stage.
  void move_layers_down(size_t s, size_t count) {
    PipelinePlan plan = plan_;
    auto &from = plan.stages[s].layers, &to = plan.stages[s + 1].layers;
    for (size_t i = from.size(); i-- > 0 && count > 0 && from.size() > 1;) {
      const int32_t layer = from[i];
      const bool needed = std::ranges::any_of(problem_.profile.edges, [&](const ProfileEdge& e) {
        return e.from == layer && std::ranges::binary_search(from, e.to);
      });
      if (needed) continue;
      from.erase(from.begin() + static_cast<std::ptrdiff_t>(i));
      to.insert(std::ranges::lower_bound(to, layer), layer);
      --count;
    }
    if (count == 0) moves_.push_back(std::move(plan));
  }

  // Moves the first `count` layers of stage s + 1 without inputs from it to the previous stage.
  void move_layers_up(size_t s, size_t count) {
    PipelinePlan plan = plan_;
    auto &to = plan.stages[s].layers, &from = plan.stages[s + 1].layers;
    for (size_t i = 0; i < from.size() && count > 0 && from.size() > 1;) {
      const int32_t layer = from[i];
      const bool needs = std::ranges::any_of(problem_.profile.edges, [&](const ProfileEdge& e) {
        return e.to == layer && std::ranges::binary_search(from, e.from);
      });
      if (needs) {
        ++i;
        continue;
      }
      from.erase(from.begin() + static_cast<std::ptrdiff_t>(i));
      to.insert(std::ranges::lower_bound(to, layer), layer);
      --count;
    }
    if (count == 0) moves_.push_back(std::move(plan));
  }

  void merge(size_t s) {
    PipelinePlan plan = plan_;
    PlannedStage &first = plan.stages[s], &second = plan.stages[s + 1];
    first.layers.insert(first.layers.end(), second.layers.begin(), second.layers.end());
    first.devices.insert(first.devices.end(), second.devices.begin(), second.devices.end());
    std::ranges::sort(first.layers);
    std::ranges::sort(first.devices);
    plan.stages.erase(plan.stages.begin() + static_cast<std::ptrdiff_t>(s) + 1);
    moves_.push_back(std::move(plan));
  }

  // Splits at half of the time, with half of the devices each.
  void split(size_t s) {
    const PlannedStage& stage = plan_.stages[s];
    if (stage.layers.size() < 2 || stage.devices.size() < 2) return;
    const auto time = [&](int32_t l) {
      return problem_.profile.layers[l].forward_seconds +
             problem_.profile.layers[l].backward_seconds;
    };
    double all = 0, passed = 0;
    for (const int32_t l : stage.layers) all += time(l);
    size_t cut = 0;
    while (cut + 1 < stage.layers.size() - 1 && passed + time(stage.layers[cut]) <= all / 2) {
      passed += time(stage.layers[cut++]);
    }
    cut = std::max<size_t>(cut, 1);
    const size_t half = stage.devices.size() / 2;
    PipelinePlan plan = plan_;
    PlannedStage& first = plan.stages[s];
    PlannedStage second;
    second.layers.assign(first.layers.begin() + static_cast<std::ptrdiff_t>(cut),
                         first.layers.end());
    second.devices.assign(first.devices.begin() + static_cast<std::ptrdiff_t>(half),
                          first.devices.end());
    first.layers.resize(cut);
    first.devices.resize(half);
    plan.stages.insert(plan.stages.begin() + static_cast<std::ptrdiff_t>(s) + 1, std::move(second));
    moves_.push_back(std::move(plan));
  }

  // Moves one device of each host and type from stage a to stage b, alone or in exchange for one of
  // b's.
  void move_devices(size_t a, size_t b) {
    for (const int32_t device : one_of_each(plan_.stages[a].devices)) {
      if (plan_.stages[a].devices.size() > 1) {
        PipelinePlan plan = plan_;
        transfer(device, plan.stages[a], plan.stages[b]);
        moves_.push_back(std::move(plan));
      }
      if (a > b) continue;
      for (const int32_t other : one_of_each(plan_.stages[b].devices)) {
        if (costs_.device(device) == costs_.device(other)) continue;
        PipelinePlan plan = plan_;
        transfer(device, plan.stages[a], plan.stages[b]);
        transfer(other, plan.stages[b], plan.stages[a]);
        moves_.push_back(std::move(plan));
      }
    }
  }

  static void transfer(int32_t device, PlannedStage& from, PlannedStage& to) {
    std::erase(from.devices, device);
    to.devices.insert(std::ranges::lower_bound(to.devices, device), device);
  }

  DeviceGroup one_of_each(const DeviceGroup& group) const {
    DeviceGroup chosen;
    for (const int32_t device : group) {
      const bool seen = std::ranges::any_of(
          chosen, [&](int32_t c) { return costs_.device(c) == costs_.device(device); });
      if (!seen) chosen.push_back(device);
    }
    return chosen;
  }

  const PlanProblem& problem_;
  const PlanCosts& costs_;
  const PipelinePlan& plan_;
  std::vector<PipelinePlan> moves_;
};

}  // namespace

std::vector<PipelinePlan> neighbours(const PlanProblem& problem, const PlanCosts& costs,
                                     const PipelinePlan& plan) {
  return Moves(problem, costs, plan).all();
}

}  // namespace motley::tensor::stage
