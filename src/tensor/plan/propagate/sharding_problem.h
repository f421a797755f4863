// ShardingProblem: a Program, the devices that share it and their costs, with every answer that
// planning asks for again and again remembered.
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

// The Program must stay where it is. Used by one thread at a time.
class ShardingProblem {
 public:
  // Results 1 to num_updated are what arguments 0 to num_updated - 1 become.
  ShardingProblem(const Program& program, int num_updated, DeviceGrid group,
                  shard_cost::GroupCosts costs);
  // The same on other devices.
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
  // What a rule asks for and gives; null where it is none of the op's. Found once for each kind of
  // op.
  const OpShardings* shardings(int op, const OpRule& rule) const;
  // Rules along one axis that take or give a state (OpRules), found once for each kind of op.
  const std::vector<AxisRule>& taking(int op, int operand, const AxisState& state) const;
  const std::vector<AxisRule>& giving(int op, int result, const AxisState& state) const;
  // The largest share that a device of each type has of an op under a rule, and of a value.
  const std::vector<double>& largest_shares(int op, const OpRule& rule) const;
  std::vector<double> largest_shares(const Sharding& state) const;
  // Of the whole op on a device of this type, in a step that is fused.
  double whole_seconds(int op, int type) const { return whole_seconds_[op * num_types_ + type]; }
  // Made anew by whoever needs it.
  bool is_rematerialized(ValueId v) const { return facts_->is_rematerialized[v.index]; }
  // What an op becomes on a rank, and a step of a reshard without communication, as far as time and
  // memory go. `states` and `step` are this problem's own. Found once for each kind of op.
  const shard_cost::ProgramOutline& local_op(int op, const OpRule& rule, const OpShardings& states,
                                             int rank) const;
  const shard_cost::ProgramOutline& local_reshard(ValueId v, const ReshardStep& step,
                                                  int rank) const;

  // Asked for once for each type and pair of states.
  const shard_cost::Reshard& reshard(ValueId v, const Sharding& from, const Sharding& to) const;
  // Of the slowest rank; an op inside a fusion is charged its flops alone.
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
  // By rank, and by what it is that becomes them: the states of a rule, or a step.
  mutable std::unordered_map<int, std::unordered_map<const void*, shard_cost::ProgramOutline>>
      local_pieces_;
};

// What a broadcast needs of its operand to give this; where there is no such rule, all of it.
Sharding operand_of_broadcast(const ShardingProblem& problem, int op, const Sharding& result);

}  // namespace motley::tensor::propagate
