// ShardPlan: the Sharding of every value of a Program on a DeviceGrid, and how it is completed.
//
// A plan says in which Sharding each value is *held* for those who read it. How each op runs
// follows: of its rules, the one that is cheapest from the operands as they are held to the
// results as they are to be held (choose_rule). So any assignment of legal Shardings is a plan,
// and a person can edit one.
//
//   complete({.values = {{batch, S(0)}}})        data parallel: everything that depends on the
//                                                batch is cut by samples, gradients are partial
//   complete({.values = {{batch, S(0)}, {g, S(0)}, {m, S(0)}, {v, S(0)}}})      and ZeRO-2
//
// Values that cost nothing to make anew (constants, iota, what is computed from them alone, and
// broadcasts of anything) have no state: whoever needs one makes it as needed.
#pragma once

#include <memory>
#include <unordered_map>
#include <vector>

#include "tensor/ir/graph.h"
#include "tensor/plan/shard/local_op.h"
#include "tensor/plan/shard/op_time.h"
#include "tensor/plan/shard/reshard.h"

namespace motley::tensor {

inline constexpr int64_t kBucketBytes = 25'000'000;
inline constexpr int64_t kPrefetchBytes = 50'000'000;

struct ShardPlan {
  DeviceGrid group;
  std::vector<Sharding> values;  // by ValueId; of rematerialized values without meaning
  std::vector<OpRule> rules;     // by op of the body
  // Values that are gathered anew by each part of the step that reads them, and let go after it:
  // parameters that do not fit whole (ZeRO-3).
  std::vector<bool> regather;
  // Arguments that will be at hand in another Sharding too, for all to choose by: parameters that
  // are held in pieces and gathered before they are read.
  std::unordered_map<ValueId, Sharding> read_as = {};
  // Ops, by body index, that run by this rule whatever another would cost.
  std::unordered_map<int, OpRule> fixed_rules = {};
  // Values are reduced and moved together once so many bytes of them are there.
  int64_t bucket_bytes = kBucketBytes;
  // Parameters that are gathered before they are read: at most so many bytes ahead.
  int64_t prefetch_bytes = kPrefetchBytes;
  // An op that has a rule for what is at hand takes it, even where another would be cheaper: what
  // people mean by data parallel.
  bool follow_operands = false;
};

// What is known of a Program whatever devices run it. The Program must stay where it is.
struct ProgramFacts {
  explicit ProgramFacts(const Program& program);

  Graph graph;
  std::vector<int> kind_of;             // by op (op_kinds)
  std::vector<OpRules> rules;           // by kind
  std::vector<bool> is_rematerialized;  // by value: made anew by whoever needs it
  StoredWork work;
  std::vector<bool> is_late, is_forward;  // by op: late_ops; the loss depends on it
};

// A Program with what planning asks of it again and again. It must stay where it is. Used by one
// thread at a time.
class ShardingProblem {
 public:
  // Results 1 to num_updated are what arguments 0 to num_updated - 1 become.
  ShardingProblem(const Program& program, int num_updated, DeviceGrid group, GroupCosts costs);
  // The same on other devices.
  ShardingProblem(std::shared_ptr<const ProgramFacts> facts, int num_updated, DeviceGrid group,
                  GroupCosts costs);

  const Program& program() const { return facts_->graph.program; }
  const ProgramFacts& facts() const { return *facts_; }
  int num_updated() const { return num_updated_; }
  const DeviceGrid& group() const { return group_; }
  const GroupCosts& costs() const { return costs_; }
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
  const ProgramOutline& local_op(int op, const OpRule& rule, const OpShardings& states,
                                 int rank) const;
  const ProgramOutline& local_reshard(ValueId v, const ReshardStep& step, int rank) const;

  // Asked for once for each type and pair of states.
  const Reshard& reshard(ValueId v, const Sharding& from, const Sharding& to) const;
  // Of the slowest rank; an op inside a fusion is charged its flops alone.
  double compute_seconds(int op, const OpRule& rule) const;

 private:
  std::shared_ptr<const ProgramFacts> facts_;
  int num_updated_;
  DeviceGrid group_;
  GroupCosts costs_;
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
  mutable std::unordered_map<ReshardQuestion, Reshard, QuestionHash> reshards_;
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
  mutable std::unordered_map<int, std::unordered_map<const void*, ProgramOutline>> local_pieces_;
};

// What a broadcast needs of its operand to give this; where there is no such rule, all of it.
Sharding operand_of_broadcast(const ShardingProblem& problem, int op, const Sharding& result);

struct Pins {
  std::unordered_map<ValueId, Sharding> values;
  std::vector<ValueId> regather = {};
  std::unordered_map<ValueId, Sharding> read_as = {};
  int64_t bucket_bytes = kBucketBytes;
  bool follow_operands = false;
};

// The plan in which pinned values have their Sharding and each op, in order, takes the rule that is
// cheapest from what is there. Arguments that are not pinned are replicated, and a partial value
// that is read more than once is reduced at once.
// Cost: a few dozen rules per op.
ShardPlan complete(const ShardingProblem& problem, const Pins& pins);

// Ops that run whole on every device of an axis although they are given shards there: no rule of
// theirs takes these. Body indices, ascending.
std::vector<int> ops_without_rule(const ShardingProblem& problem, const ShardPlan& plan);

// A value by which samples of a batch depend on one another before the loss: made from shards that
// had to be gathered or added up on the way, as batch statistics and positions in a queue are.
struct CrossSampleValue {
  ValueId value;
  std::optional<Reducer> reducer;  // that makes it of its parts; none where it had to be gathered
};

// A step with any of these is another one when it is cut into micro-batches. `plan` has the batch
// cut on axis 0. In the order of the Program; none where samples meet in sums alone that the loss
// is linear in.
std::vector<CrossSampleValue> cross_sample_values(const ShardingProblem& problem,
                                                  const ShardPlan& plan);

// The rules of a plan of which only `values` are known: from a file, or edited.
ShardPlan with_rules(const ShardingProblem& problem, ShardPlan plan);

// The same plan with no more fixed rules than it takes to tell it.
ShardPlan with_few_fixed_rules(const ShardingProblem& problem, ShardPlan plan);

}  // namespace motley::tensor
