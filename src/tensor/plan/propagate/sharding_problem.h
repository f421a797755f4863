// ShardingProblem: a Program, its devices and their costs; memoizes everything that planning
// queries repeatedly.
#pragma once

#include <array>
#include <memory>
#include <optional>
#include <unordered_map>
#include <vector>

#include "tensor/plan/propagate/program_facts.h"
#include "tensor/plan/shard_cost/reshard.h"
#include "tensor/sharding/local_op.h"

namespace motley::tensor::propagate {

// The Program must outlive it. Not thread-safe.
class ShardingProblem {
 public:
  // Results 1 to num_updated are the new values of arguments 0 to num_updated - 1.
  ShardingProblem(const Program& program, int num_updated, DeviceGrid group,
                  shard_cost::GroupCosts costs);
  // The same Program on other devices.
  ShardingProblem(std::shared_ptr<const ProgramFacts> facts, int num_updated, DeviceGrid group,
                  shard_cost::GroupCosts costs);

  const Program& program() const { return facts_->graph.program; }
  const ProgramFacts& facts() const { return *facts_; }
  int num_updated() const { return num_updated_; }
  const DeviceGrid& group() const { return group_; }
  const shard_cost::GroupCosts& costs() const { return costs_; }
  const Graph& graph() const { return facts_->graph; }
  OpView view(int op) const { return {program().values, program().body.ops[op]}; }
  const OpRules& rules(int op) const { return facts_->rules[facts_->kind_of[op]]; }
  // The states a rule requires and gives; null if it is not a rule of the op. Memoized by kind of
  // op.
  const OpShardings* shardings(int op, const OpRule& rule) const;
  // Rules along one axis that accept or give a state (OpRules), memoized by kind of op.
  const std::vector<AxisRule>& taking(int op, int operand, const AxisState& state) const;
  const std::vector<AxisRule>& giving(int op, int result, const AxisState& state) const;
  // The largest share of a device of each type, of an op under a rule, and of a value.
  const std::vector<double>& largest_shares(int op, const OpRule& rule) const;
  std::vector<double> largest_shares(const Sharding& state) const;
  // Of the unsharded op on a device of this type, in a fused step.
  double whole_seconds(int op, int type) const { return whole_seconds_[op * num_types_ + type]; }
  // Recomputed by each reader.
  bool is_rematerialized(ValueId v) const { return facts_->is_rematerialized[v.index]; }
  // The outline of an op on a rank, and of a reshard step without communication. `states` and
  // `step` must be this problem's own. Memoized by kind of op.
  const shard_cost::ProgramOutline& local_op(int op, const OpRule& rule, const OpShardings& states,
                                             int rank) const;
  const shard_cost::ProgramOutline& local_reshard(ValueId v, const ReshardStep& step,
                                                  int rank) const;

  // Memoized by type and pair of states.
  const shard_cost::Reshard& reshard(ValueId v, const Sharding& from, const Sharding& to) const;
  // Of the slowest rank; a fused op is charged its flops only.
  double compute_seconds(int op, const OpRule& rule) const;

 private:
  std::shared_ptr<const ProgramFacts> facts_;
  int num_updated_;
  DeviceGrid group_;
  shard_cost::GroupCosts costs_;
  int num_types_ = 0;
  std::vector<double> whole_seconds_;  // by op and device type

  struct ReshardQuestion {
    TensorType type;
    Sharding from, to;
    bool operator==(const ReshardQuestion&) const = default;
  };
  struct QuestionHash {
    size_t operator()(const ReshardQuestion& q) const;
  };
  struct RuleQuestion {
    int kind = 0;
    OpRule rule;
    bool operator==(const RuleQuestion&) const = default;
  };
  struct RuleHash {
    size_t operator()(const RuleQuestion& q) const;
  };
  mutable std::unordered_map<ReshardQuestion, shard_cost::Reshard, QuestionHash> reshards_;
  struct RuleAnswer {
    std::optional<OpShardings> states;
    std::vector<double> largest_shares;
  };
  const RuleAnswer& answer(int op, const OpRule& rule) const;
  std::vector<double> largest_shares(const std::array<const Shares*, kMaxGroupAxes>& cuts) const;

  struct StateQuestion {
    int kind = 0;
    bool of_operand = false;
    int position = 0;
    AxisState state;
    bool operator==(const StateQuestion&) const = default;
  };
  struct StateHash {
    size_t operator()(const StateQuestion& q) const;
  };

  mutable std::unordered_map<RuleQuestion, RuleAnswer, RuleHash> rule_answers_;
  mutable std::unordered_map<StateQuestion, std::vector<AxisRule>, StateHash> matching_;
  // By rank, and by the address of the rule's states or of the step.
  mutable std::unordered_map<int, std::unordered_map<const void*, shard_cost::ProgramOutline>>
      local_pieces_;
};

// The state of a broadcast's operand that gives this result; replicated if there is no such rule.
Sharding operand_of_broadcast(const ShardingProblem& problem, int op, const Sharding& result);

}  // namespace motley::tensor::propagate
