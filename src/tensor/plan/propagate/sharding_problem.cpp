#include "tensor/plan/propagate/sharding_problem.h"

#include <algorithm>

#include "tensor/sharding/local_reshard.h"
#include "tensor/sharding/sharding_hash.h"

namespace motley::tensor::propagate {

using namespace shard_cost;

ShardingProblem::ShardingProblem(const Program& program, int num_updated, DeviceGrid group,
                                 GroupCosts costs)
    : ShardingProblem(std::make_shared<ProgramFacts>(program), num_updated, std::move(group),
                      std::move(costs)) {}

ShardingProblem::ShardingProblem(std::shared_ptr<const ProgramFacts> facts, int num_updated,
                                 DeviceGrid group, GroupCosts costs)
    : facts_(std::move(facts)),
      num_updated_(num_updated),
      group_(std::move(group)),
      costs_(std::move(costs)),
      num_types_(static_cast<int>(costs_.types.size())) {
  whole_seconds_.reserve(facts_->work.ops.size() * num_types_);
  for (const OpWork& work : facts_->work.ops) {
    for (const core::DeviceType& type : costs_.types) {
      whole_seconds_.push_back(seconds_of(work, type));
    }
  }
}

size_t ShardingProblem::RuleHash::operator()(const RuleQuestion& q) const {
  auto hash = static_cast<size_t>(q.kind);
  const auto mix = [&](auto value) { hash = (hash ^ static_cast<size_t>(value)) * 0x100000001b3; };
  for (const AxisRule& rule : q.rule) {
    mix(rule.kind);
    mix(rule.axis);
    mix(rule.linear_set);
    mix(rule.period);
    if (rule.shares.num_devices() > 0) mix(rule.shares[0]);
  }
  return hash;
}

const ShardingProblem::RuleAnswer& ShardingProblem::answer(int op, const OpRule& rule) const {
  const auto [at, fresh] = rule_answers_.try_emplace({facts_->kind_of[op], rule});
  if (fresh) {
    at->second.states = tensor::shardings(rules(op), rule, group_, view(op));
    std::array<const Shares*, kMaxGroupAxes> cuts = {};
    for (int a = 0; a < group_.num_axes(); ++a) {
      if (rule[a].kind == AxisRule::Kind::kSplit) cuts[a] = &rule[a].shares;
    }
    at->second.largest_shares = largest_shares(cuts);
  }
  return at->second;
}

const OpShardings* ShardingProblem::shardings(int op, const OpRule& rule) const {
  const auto& states = answer(op, rule).states;
  return states ? &*states : nullptr;
}

std::vector<double> ShardingProblem::largest_shares(
    const std::array<const Shares*, kMaxGroupAxes>& cuts) const {
  std::vector<double> most(num_types_);
  for (int rank = 0; rank < group_.num_ranks(); ++rank) {
    double share = 1;
    for (int a = 0; a < group_.num_axes(); ++a) {
      if (!cuts[a]) continue;
      share *= static_cast<double>((*cuts[a])[group_.coordinate(rank, a)]) /
               static_cast<double>(cuts[a]->total());
    }
    double& known = most[costs_.type_of[rank]];
    known = std::max(known, share);
  }
  return most;
}

const std::vector<double>& ShardingProblem::largest_shares(int op, const OpRule& rule) const {
  return answer(op, rule).largest_shares;
}

std::vector<double> ShardingProblem::largest_shares(const Sharding& state) const {
  std::array<const Shares*, kMaxGroupAxes> cuts = {};
  for (int a = 0; a < group_.num_axes(); ++a) {
    if (state[a].is_sharded()) cuts[a] = &state[a].cut.shares;
  }
  return largest_shares(cuts);
}

size_t ShardingProblem::QuestionHash::operator()(const ReshardQuestion& q) const {
  auto hash = static_cast<size_t>(q.type.element);
  for (int64_t extent : q.type.shape) hash = mixed(hash, static_cast<size_t>(extent));
  return mixed(mixed(hash, q.from), q.to);
}

size_t ShardingProblem::StateHash::operator()(const StateQuestion& q) const {
  return mixed(mixed(mixed(static_cast<size_t>(q.kind), static_cast<size_t>(q.position)),
                     static_cast<size_t>(q.of_operand)),
               q.state);
}

const std::vector<AxisRule>& ShardingProblem::taking(int op, int operand,
                                                     const AxisState& state) const {
  const auto [at, fresh] = matching_.try_emplace({facts_->kind_of[op], true, operand, state});
  if (fresh) at->second = rules(op).taking(operand, state);
  return at->second;
}

const std::vector<AxisRule>& ShardingProblem::giving(int op, int result,
                                                     const AxisState& state) const {
  const auto [at, fresh] = matching_.try_emplace({facts_->kind_of[op], false, result, state});
  if (fresh) at->second = rules(op).giving(result, state);
  return at->second;
}

const Reshard& ShardingProblem::reshard(ValueId v, const Sharding& from, const Sharding& to) const {
  const TensorType& type = program().type(v);
  const auto [at, fresh] = reshards_.try_emplace({type, from, to});
  if (fresh) at->second = cheapest_reshard(from, to, type, group_, costs_);
  return at->second;
}

const ProgramOutline& ShardingProblem::local_op(int op, const OpRule& rule,
                                                const OpShardings& states, int rank) const {
  const auto [at, fresh] = local_pieces_[rank].try_emplace(&states);
  if (!fresh) return at->second;
  const Op& o = program().body.ops[op];
  const LocalPlace place{group_, rank};
  ProgramBuilder b("");
  std::vector<ValueId> operands;
  for (size_t k = 0; k < o.operands.size(); ++k) {
    const TensorType& whole = program().type(o.operands[k]);
    operands.push_back(
        b.argument(whole.with_shape(local_shape(states.operands[k], whole.shape, group_, rank))));
  }
  std::unordered_map<ValueId, ValueId> captured;
  for (size_t k = o.operands.size(); k < graph().inputs[op].size(); ++k) {
    const ValueId v = graph().inputs[op][k];
    captured[v] = b.argument(program().type(v));
  }
  auto made = add_local_op(b, view(op), rules(op), rule, states, place, operands, captured);
  const Program piece = std::move(b).finish(std::move(made));
  return at->second = outline_of(Graph(piece));
}

const ProgramOutline& ShardingProblem::local_reshard(ValueId v, const ReshardStep& step,
                                                     int rank) const {
  const auto [at, fresh] = local_pieces_[rank].try_emplace(&step);
  if (!fresh) return at->second;
  const TensorType& whole = program().type(v);
  ProgramBuilder b("");
  const ValueId local =
      b.argument(whole.with_shape(local_shape(step.from, whole.shape, group_, rank)));
  const ValueId made = add_local_reshard(b, whole, step, {group_, rank}, local);
  const Program piece = std::move(b).finish({made});
  return at->second = outline_of(Graph(piece));
}

double ShardingProblem::compute_seconds(int op, const OpRule& rule) const {
  const std::vector<double>& by_type = largest_shares(op, rule);
  double slowest = 0;
  for (int t = 0; t < num_types_; ++t) {
    slowest = std::max(slowest, by_type[t] * whole_seconds(op, t));
  }
  return slowest;
}

Sharding operand_of_broadcast(const ShardingProblem& problem, int op, const Sharding& result) {
  const OpRules& rules = problem.rules(op);
  Sharding operand;
  for (int a = 0; a < problem.group().num_axes(); ++a) {
    if (!result[a].is_sharded()) continue;
    const auto& giving = problem.giving(op, 0, result[a]);
    if (!giving.empty()) operand[a] = rules.states(giving[0])->operands[0];
  }
  return operand;
}

}  // namespace motley::tensor::propagate
