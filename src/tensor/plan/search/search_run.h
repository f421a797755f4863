// One search, from the groups of devices to the plan: what its stages share. They are, in order,
//
//   search.cpp           groups are solved under several weights, the most promising simulated
//   search_memory.cpp    where nothing fits, memory gets a price
//   search_polish.cpp    the best few are tuned: weights by position, whole and cut parameters,
//                        shares, messages, one argument at a time
//   search_reasons.cpp   what is told of the choice
#pragma once

#include <memory>
#include <string>
#include <utility>
#include <vector>

#include "tensor/plan/search/search.h"
#include "tensor/plan/search/search_instance.h"

namespace motley::tensor {

class SearchRun {
 public:
  SearchRun(const TrainStep& step, const core::Cluster& cluster, const SearchSettings& settings);
  SearchResult run(std::optional<ValueId> explained);

 private:
  static constexpr size_t kSmallOps = 500, kLargeOps = 6000;
  static constexpr double kNearBest = 1.3;  // times the best step: what is worth more work

  // Small steps are searched in full whatever the level: that takes no time.
  bool is_full() const { return settings_.level == SearchEffort::kFull || is_small(); }
  bool is_large() const { return step_.program.body.ops.size() > kLargeOps; }
  bool is_small() const { return step_.program.body.ops.size() < kSmallOps; }
  // Long steps are not, in a hurry.
  bool weighs_by_position() const { return is_full() || !is_large(); }
  int num_updated() const { return step_.num_params + step_.num_state; }
  // In a hurry, the bound of a long step is of compute alone.
  int64_t bound_visits() const;
  bool out_of_time();
  void solve_group(const CandidateGroup& group);
  // In a hurry, groups that are unlikely come last, as they are: what others have become by then
  // may be better.
  void try_unlikely();
  // Whether the step is too long for what is unlikely.
  bool is_too_much(const CandidateGroup& group) const;
  // Whether the compute alone, perfectly balanced, takes far longer than what was found before.
  bool is_hopeless(const ShardingProblem& problem) const;
  std::vector<Weights> weights_to_try(bool communicates, bool few) const;
  // Whether what was solved last takes far longer than the best, by the estimate.
  bool is_far_behind() const;
  std::shared_ptr<const SearchInstance> make_instance(
      const CandidateGroup& group, std::shared_ptr<const ShardingProblem> problem,
      const RatioLevels& levels, const std::string& text, bool one_by_one = false);
  std::optional<Candidate> solved(const std::shared_ptr<const SearchInstance>& instance,
                                  const Weights& weights,
                                  const std::vector<Restriction>& more = {});
  GraphSolver& solver(const std::shared_ptr<const SearchInstance>& instance, bool by_stretch);
  static Candidate option_of(const std::shared_ptr<const SearchInstance>& instance,
                             const Weights& weights, const GraphChoice& choice,
                             const std::vector<Restriction>& more = {});
  void add_option(const std::shared_ptr<const SearchInstance>& instance, const Weights& weights);
  // The most promising first, until the budget is spent.
  void simulate_options();
  // Whether the plan fits, as it is or with the rules that were chosen.
  bool consider(const Candidate& candidate);
  bool consider_one(const Candidate& candidate);

  // Whether a plan fits in which memory has this price.
  bool fits_at(const std::shared_ptr<const SearchInstance>& instance, double price);
  // Where devices differ in memory: those that have more take more.
  std::vector<std::shared_ptr<const SearchInstance>> instances_by_memory(
      const std::vector<std::shared_ptr<const SearchInstance>>& instances);
  // Memory gets a price, for each instance the least at which its plan fits.
  void make_it_fit();

  // In the instances of the best few plans, what counts when is found by ascent, and what each of
  // its steps chooses is tried.
  void ascend();
  // Gradients are reduced in the backward pass, parameters gathered in the forward pass. Where
  // communication is what takes time, both passes should be full of it: some parameters are held
  // whole, the others in pieces, as many as is best.
  void mix();
  // Devices that took longer than others in the best few plans get less, until that helps no more.
  void polish();
  void polish_from(Candidate candidate, double before);
  // The same choices with the first level's shares like this.
  std::optional<Candidate> at_ratio(const Candidate& candidate, const core::Ratio& ratio);
  // When gradients are sent off: for each of the best few plans, other sizes of messages.
  void tune_buckets(size_t best_few);
  // Where steps are simulated quickly: each argument in turn is held otherwise, everything else
  // chosen anew around it, and what is better is kept.
  void improve();
  bool improved_at(ValueId v);

  // Parameters and batch by type and state; for those with most bytes, what another state of one
  // of them would cost.
  void give_reasons();
  void explain(ValueId v);

  const TrainStep& step_;
  const core::Cluster& cluster_;
  const SearchSettings& settings_;
  std::shared_ptr<const ProgramFacts> facts_;
  std::shared_ptr<const Folding> folding_;
  int64_t plans_left_ = 0;
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

}  // namespace motley::tensor
