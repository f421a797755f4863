// On rank 0: decides when layers of a pipeline move from one stage to another, since devices are
// not as fast as the plan in use takes them to be.
//
//   moves.observe(compute seconds of each rank, ..);  after each step
//   if (const Plan* next = moves.decided()) ...       the plan to prepare, once it is found
//   moves.prepared();  moves.adopted();               what became of it
//
// Speeds are medians over a few steps, relative to one another; another plan is looked for where
// they have changed by a tenth, in the background, and taken where the simulator finds a twentieth
// gained that repays the move. A move that made steps slower is undone.
#pragma once

#include <cstdint>
#include <future>
#include <optional>
#include <string>
#include <vector>

#include "tensor/adapt/adaptation.h"
#include "tensor/adapt/measured_cluster.h"
#include "tensor/plan/planner/rebalanced_layers.h"

namespace motley::tensor {

class LayerMoves {
 public:
  struct Settings {
    bool waits = false;  // for tests: for what is done in the background
    bool undoes = true;
  };
  LayerMoves(const planner::Plan& plan, const Settings& settings) : settings_(settings) {
    begin(plan);
  }

  // Of the ranks in a step, on the cluster as described; empty until they are known.
  const std::vector<double>& predicted();
  // Of a step with the plan in use, waits left out.
  void observe(const std::vector<double>& compute_seconds, double step_seconds, int64_t steps_left);
  // The plan to prepare, if one has been decided on since the last call.
  const planner::Plan* decided();
  bool is_preparing() const { return phase_ == Phase::kPreparing; }
  // Nothing is under way: schedules may be switched.
  bool is_idle() const { return phase_ == Phase::kIdle; }
  void use_schedule(const std::string& name, const schedule::Schedule& lists);
  // All ranks are ready: the change that is to come.
  const Adaptation& prepared();
  // The plan is in use from now on, with the times that it has on the described cluster.
  const planner::Plan& adopted();

  // By device of the cluster: measured over predicted compute seconds; empty before they are known.
  std::vector<double> slowdowns() const;

 private:
  enum class Phase : uint8_t { kIdle, kPlanning, kUndoing, kPreparing, kSwitching };
  struct Before {
    planner::Plan plan;
    double step_seconds = 0;
  };

  void begin(const planner::Plan& plan);
  bool is_changed();
  void begin_planning();
  void begin_undoing();

  Settings settings_;
  planner::Plan plan_;                           // in use
  std::future<std::vector<double>> predicting_;  // compute seconds of its ranks, as described
  std::vector<double> predicted_;
  std::vector<RecentValues> compute_;  // by rank
  RecentValues steps_{1};              // seconds
  std::vector<double> taken_;          // slowdowns of ranks that the plan in use was made for
  std::optional<Before> before_;       // of the last move, until it has proved itself
  int num_changed_ = 0;                // steps in a row
  int num_undone_ = 0;
  bool tries_again_ = false;
  int64_t steps_left_ = 0, hold_steps_ = 0;
  Phase phase_ = Phase::kIdle;
  std::future<planner::RebalancedLayers> planning_;
  planner::Plan next_plan_;
  Adaptation next_;
};

// "0 3 6 | 9": the first layers of the stages but the first, as ranks are told.
std::string text_of_cuts(const std::vector<int>& cuts);
std::vector<int> cuts_of_text(const std::string& text);

}  // namespace motley::tensor
