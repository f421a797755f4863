// One search, from device groups to the plan: the state shared by its phases, which are, in order,
//
//   search.cpp           solves groups under several weights, simulates the most promising plans
//   search_memory.cpp    if nothing fits, puts a price on memory
//   search_polish.cpp    tunes the best few: weights by position, replicated and sharded
//                        parameters, shares, bucket sizes, one argument at a time
//   search_reasons.cpp   explains the choice
#pragma once

#include <memory>
#include <string>
#include <utility>
#include <vector>

#include "tensor/plan/search/search.h"
#include "tensor/plan/search/search_instance.h"

namespace motley::tensor::search {

class SearchRun {
 public:
  SearchRun(const TrainStep& step, const core::Cluster& cluster, const SearchSettings& settings);
  SearchResult run(std::optional<ValueId> explained);

 private:
  static constexpr size_t kSmallOps = 500, kLargeOps = 6000;
  static constexpr int64_t kManyDevices = 8192, kWideWork = 25'000'000;  // devices times ops
  static constexpr double kNearBest = 1.3;  // relative to the best step: worth more effort

  // Small steps are always searched at full effort: that is fast.
  bool is_full() const {
    return settings_.level == SearchEffort::kFull || (is_small() && !is_wide(num_devices_));
  }
  bool is_large() const { return step_.program.body.ops.size() > kLargeOps; }
  bool is_small() const { return step_.program.body.ops.size() < kSmallOps; }
  // Prices take time in proportion to the devices of a group.
  bool is_wide(int64_t devices) const {
    return devices > kManyDevices || devices * std::ssize(step_.program.body.ops) > kWideWork;
  }
  // Long steps are not, at low effort.
  bool weighs_by_position() const { return is_full() || !is_large(); }
  int num_updated() const { return step_.num_params + step_.num_state; }
  // At low effort, the bound of a long step is compute only.
  int64_t bound_visits() const;
  void set_bound();
  bool out_of_time();
  void solve_group(const CandidateGroup& group);
  // At low effort, unlikely groups are tried last and unrefined: other groups may have been
  // improved beyond them by then.
  void try_unlikely();
  // Whether the step is too long to try unlikely groups, or the group too wide.
  bool is_too_much(const CandidateGroup& group) const;
  // Whether the compute alone, perfectly balanced, takes far longer than the incumbent.
  bool is_hopeless(const propagate::ShardingProblem& problem) const;
  std::vector<Weights> weights_to_try(bool communicates, bool few) const;
  // Whether the last solved candidate is far slower than the best, by the estimate.
  bool is_far_behind() const;
  std::shared_ptr<const SearchInstance> make_instance(
      const CandidateGroup& group, std::shared_ptr<const propagate::ShardingProblem> problem,
      const RatioLevels& levels, const std::string& text, bool one_by_one = false);
  std::optional<Candidate> solved(const std::shared_ptr<const SearchInstance>& instance,
                                  const Weights& weights,
                                  const std::vector<Restriction>& more = {});
  GraphSolver& solver(const std::shared_ptr<const SearchInstance>& instance, bool by_stretch);
  static Candidate option_of(const std::shared_ptr<const SearchInstance>& instance,
                             const Weights& weights, const GraphChoice& choice,
                             const std::vector<Restriction>& more = {});
  void add_option(const std::shared_ptr<const SearchInstance>& instance, const Weights& weights);
  // Most promising first, until the budget is spent.
  void simulate_options();
  // Whether the plan fits, as it is or with the chosen rules.
  bool consider(const Candidate& candidate);
  bool consider_one(const Candidate& candidate);
  // The same, with its figures.
  predict::StepTime simulated(const Candidate& candidate);

  // Whether a plan fits at this price of memory.
  bool fits_at(const std::shared_ptr<const SearchInstance>& instance, double price);
  // If devices differ in memory: larger shares for devices with more memory.
  std::vector<std::shared_ptr<const SearchInstance>> instances_by_memory(
      const std::vector<std::shared_ptr<const SearchInstance>>& instances);
  // For each instance, finds the lowest price of memory at which its plan fits.
  void make_it_fit();

  // For the instances of the best few plans, optimizes weights by position by dual ascent, and
  // tries the choice of each iteration.
  void ascend();
  // Gradients are reduced in the backward pass, parameters gathered in the forward pass. If
  // communication is the bottleneck, both passes should overlap with it fully: finds the best
  // fraction of parameters to replicate, the others being sharded.
  void mix();
  // Reduces the shares of the slowest devices in the best few plans, until there is no improvement.
  void polish();
  void polish_from(Candidate candidate, double before);
  // The same choices with this ratio at the first ratio level.
  std::optional<Candidate> at_ratio(const Candidate& candidate, const core::Ratio& ratio);
  // Tries other bucket sizes for the best few plans.
  void tune_buckets(size_t best_few);
  // If simulation is fast: changes the state of each argument in turn, re-optimizes everything
  // else, and keeps improvements.
  void improve();
  bool improved_at(ValueId v);

  // Groups parameters and batch by type and state; for those with the most bytes, the cost of
  // another state.
  void give_reasons();
  // False if an alternative was faster and has become the plan.
  bool find_reasons();
  std::vector<Alternative> alternatives_of(ValueId v);
  // Of each class, most bytes first, until twice as many plans were simulated as before.
  void explain_classes();

  const TrainStep& step_;
  const core::Cluster& cluster_;
  const SearchSettings& settings_;
  int64_t num_devices_ = 0;
  std::shared_ptr<const propagate::ProgramFacts> facts_;
  std::shared_ptr<const Folding> folding_;
  int64_t plans_left_ = 0;
  int num_simulated_ = 0;
  std::vector<CandidateGroup> groups_;
  std::vector<Candidate> options_;
  std::string constraint_error_;
  bool found_ = false;
  std::shared_ptr<const SearchInstance> has_solver_;     // the only one
  std::vector<std::pair<double, Candidate>> simulated_;  // those that fit, with their step
  double step_without_memory_ = 0;
  Candidate chosen_;
  SearchResult out_;
};

}  // namespace motley::tensor::search
