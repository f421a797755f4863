// Branch-and-bound search for stages (label setting). Partial plans grow by one stage at a time,
// from the first layers on, each with a lower bound on all its completions. The bound of a plan,
// with M micro-batches, stage times F, I (input gradient) and W (weight gradient, 0 if the profile
// does not separate it), transfers c in each direction, all-reduces A:
//
//   P_s = P_{s-1} + F_{s-1} + c                    when stage s can begin
//   T_s = max(W_s + A_s, c + I_{s-1} + T_{s-1})    what follows its last input gradient
//   step >= P_s + M (F_s + I_s) + T_s, and >= P_s + M (F_s + I_s + W_s) + A_s, for each stage
//
// docs/theory/pipeline_plans.md derives it.
#pragma once

#include <map>
#include <optional>
#include <vector>

#include "tensor/plan/stage/down_sets.h"
#include "tensor/plan/stage/free_devices.h"
#include "tensor/plan/stage/planners.h"

namespace motley::tensor::stage {

// Stages without a schedule, with a lower bound over all schedules.
struct StageCandidate {
  schedule::Ticks bound = 0;
  PipelinePlan plan;
};

// The search space; everything in it must outlive the search.
struct SearchSpace {
  const PlanProblem& problem;
  const PlanCosts& costs;
  const DownSets& cuts;
  const FreeDevices& free;
};

class LabelSearch {
 public:
  LabelSearch(const SearchSpace& space, int32_t microbatches, const StageSearchLimits& effort)
      : space_(space), microbatches_(microbatches), effort_(effort), at_cut_(space.cuts.size()) {}

  // Every plan whose bound is below `limit`, ascending; empty if that needs too many partial plans.
  // With `beam`, the most promising ones (beam search).
  std::vector<StageCandidate> run(schedule::Ticks limit, bool beam);

  bool gave_up() const { return gave_up_; }
  // The smallest bound of the labels pruned by the beam.
  std::optional<schedule::Ticks> left_out() const { return left_out_; }

 private:
  // A partial plan: its earlier stages follow the `parent` links.
  struct Label {
    int32_t parent = -1;
    int32_t cut = 0;    // the down-set of its layers
    DeviceGroup group;  // of its last stage
    Occupancy taken;
    schedule::Ticks begin = 0, forward = 0, input_gradient = 0,
                    tail = 0;  // P, F, I and T of its last stage
    schedule::Ticks bound = 0;
  };
  // A device group for the next stage, and the remaining devices.
  struct Choice {
    DeviceGroup group;
    Occupancy taken;
    double speed = 0;       // in whole samples
    double speed_left = 0;  // of all remaining devices: in whole samples they have at most this
  };

  void extend(int32_t index);
  bool extend_by(const Label& before, const Choice& choice, int64_t bytes, Label& next);
  schedule::Ticks time(double seconds, double speed) const;
  schedule::Ticks bound_of_rest(const Label& label, double speed_left) const;
  bool fits(int32_t from, int32_t to, const Choice& choice) const;
  bool hopeless(const Label& before, int32_t to, double speed) const;
  int32_t cut_before(const Label& label) const {
    return label.parent < 0 ? 0 : labels_[label.parent].cut;
  }
  const std::vector<Choice>& choices_of(const Occupancy& taken);
  size_t beam_width();
  void thin_out(std::vector<int32_t>& labels);
  PipelinePlan plan_of(const Label& last) const;

  SearchSpace space_;
  int32_t microbatches_;
  const StageSearchLimits& effort_;
  schedule::Ticks limit_ = 0;
  size_t tried_ = 0;
  bool gave_up_ = false;
  std::vector<Label> labels_;
  std::vector<std::vector<int32_t>> at_cut_;  // open labels, per down-set
  std::map<Occupancy, std::vector<Choice>> choices_;
  std::vector<StageCandidate> candidates_;
  std::optional<schedule::Ticks> left_out_;
};

}  // namespace motley::tensor::stage
