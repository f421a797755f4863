#include "tensor/plan/shard/shard_plan.h"

#include <algorithm>
#include <limits>

#include "core/base/error.h"
#include "core/base/limits.h"
#include "tensor/ir/op_kinds.h"
#include "tensor/plan/shard/late_ops.h"
#include "tensor/plan/shard/local_reshard.h"

namespace motley::tensor {
namespace {

using core::kInfinity;

size_t mixed(size_t hash, size_t value) { return (hash ^ value) * 0x100000001b3; }

size_t mixed(size_t hash, const AxisState& state) {
  hash = mixed(hash, static_cast<size_t>(state.kind));
  if (!state.is_sharded()) return hash;
  hash = mixed(hash, static_cast<size_t>(state.cut.dim));
  hash = mixed(hash, static_cast<size_t>(state.cut.period));
  return mixed(hash, static_cast<size_t>(state.cut.shares.total()));
}

size_t mixed(size_t hash, const Sharding& sharding) {
  for (const AxisState& state : sharding.axes) hash = mixed(hash, state);
  return hash;
}

// Every index of the results stands for itself: no sums, no lookups, no bodies.
bool is_pointwise(const IndexStructure& index, const Op& op) {
  if (!op.regions.empty() || op.code == OpCode::kRngBitGenerator ||
      op.code == OpCode::kCustomCall || op.code == OpCode::kOptimizationBarrier) {
    return false;
  }
  return std::all_of(index.axes.begin(), index.axes.end(), [](const Axis& axis) {
    return axis.kind == AxisKind::kParallel || axis.kind == AxisKind::kOpaque;
  });
}

}  // namespace

ProgramFacts::ProgramFacts(const Program& program)
    : graph(program), kind_of(op_kinds(program)), is_rematerialized(program.values.size(), false) {
  std::vector<bool> from_constants(program.values.size(), false);
  for (size_t i = 0; i < program.body.ops.size(); ++i) {
    const Op& op = program.body.ops[i];
    if (kind_of[i] == std::ssize(rules)) rules.emplace_back(OpView{program.values, op});
    const bool constant = is_pointwise(rules[kind_of[i]].index(), op) &&
                          std::all_of(op.operands.begin(), op.operands.end(),
                                      [&](ValueId v) { return from_constants[v.index]; });
    for (ValueId v : op.results) {
      from_constants[v.index] = constant;
      is_rematerialized[v.index] = constant || op.code == OpCode::kBroadcastInDim;
    }
  }
  work = stored_work(outline_of(graph, kind_of));
  is_late = late_ops(graph);
  const auto& results = program.body.results;
  is_forward = graph.ancestors({results.begin(), results.begin() + (results.empty() ? 0 : 1)});
}

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

namespace {

// Numbers for what is equal.
template <class T, class Hash = std::hash<T>>
class Numbering {
 public:
  int of(const T& one) {
    return known_.try_emplace(one, static_cast<int>(known_.size())).first->second;
  }

 private:
  std::unordered_map<T, int, Hash> known_;
};

struct ShardingHash {
  size_t operator()(const Sharding& sharding) const { return mixed(17, sharding); }
};
struct QuestionHash {
  size_t operator()(const std::vector<int>& question) const {
    size_t hash = 17;
    for (int part : question) hash = mixed(hash, static_cast<size_t>(part));
    return hash;
  }
};

// Goes through a Program in order and gives each op its rule. Ops of one kind whose operands are at
// hand in the same states, and whose results are to be held in the same, are asked about once.
class Completion {
 public:
  Completion(const ShardingProblem& problem, ShardPlan plan)
      : problem_(problem),
        plan_(std::move(plan)),
        layouts_(problem.program().values.size()),
        lists_(problem.program().values.size(), kNoList) {
    plan_.rules.resize(problem.program().body.ops.size());
    // What is gathered on use is there whole for all to choose by.
    for (ValueId v : problem.program().body.arguments) {
      add_layout(v, plan_.regather[v.index] ? whole_ : plan_.values[v.index]);
      const auto read = plan_.read_as.find(v);
      if (read != plan_.read_as.end()) add_layout(v, read->second);
    }
  }

  // `wanted` says, for each value, in what Sharding it must be held; null: as it comes.
  ShardPlan run(const std::vector<const Sharding*>& wanted) && {
    for (int i = 0; i < problem_.graph().num_ops(); ++i) {
      const Op& op = problem_.program().body.ops[i];
      if (!op.results.empty() && problem_.is_rematerialized(op.results[0])) continue;
      choose(i, wanted);
    }
    return std::move(plan_);
  }

 private:
  using AxisRules = std::vector<AxisRule>;

  static void add(AxisRules& rules, const std::vector<AxisRule>& more) {
    for (const AxisRule& rule : more) {
      if (std::find(rules.begin(), rules.end(), rule) == rules.end()) rules.push_back(rule);
    }
  }

  // `state` stays where it is.
  void add_layout(ValueId v, const Sharding& state) {
    layouts_[v.index].push_back(&state);
    lists_[v.index] = lists_numbers_.of({lists_[v.index], numbers_.of(state)});
  }

  // What an answer depends on, of an operand: the states it is at hand in, and behind broadcasts
  // those of what is broadcast.
  int list_of(ValueId v) {
    if (!problem_.is_rematerialized(v)) return lists_[v.index];
    const int producer = problem_.graph().producer[v.index];
    const Op& op = problem_.program().body.ops[producer];
    if (op.code != OpCode::kBroadcastInDim) return kMadeAnew;
    return lists_numbers_.of(
        {list_of(op.operands[0]), kFirstKind - problem_.facts().kind_of[producer]});
  }

  // The states in which an operand is at hand on an axis; of a broadcast, what its operand's make.
  std::vector<AxisState> states_at_hand(ValueId v, int axis) const {
    std::vector<AxisState> states;
    if (!problem_.is_rematerialized(v)) {
      for (const Sharding* s : layouts_[v.index]) states.push_back((*s)[axis]);
      return states;
    }
    const int producer = problem_.graph().producer[v.index];
    const Op& op = problem_.program().body.ops[producer];
    if (op.code != OpCode::kBroadcastInDim) return states;
    const OpRules& rules = problem_.rules(producer);
    for (const AxisState& state : states_at_hand(op.operands[0], axis)) {
      for (const AxisRule& rule : problem_.taking(producer, 0, state)) {
        if (rule.kind == AxisRule::Kind::kSplit) states.push_back(rules.states(rule)->results[0]);
      }
    }
    return states;
  }

  // A sum is carried on only where all that is added is partial already, or made anew.
  bool carries_on(int op, const AxisRule& rule, int axis) const {
    if (rule.kind != AxisRule::Kind::kPass) return true;
    const auto& operands = problem_.program().body.ops[op].operands;
    for (int i : problem_.rules(op).index().linear_in[rule.linear_set]) {
      if (problem_.is_rematerialized(operands[i])) continue;
      const auto at_hand = states_at_hand(operands[i], axis);
      if (std::find(at_hand.begin(), at_hand.end(), partial(rule.reducer)) == at_hand.end()) {
        return false;
      }
    }
    return true;
  }

  AxisRules candidates(int op, int axis, const std::vector<const Sharding*>& wanted) const {
    AxisRules rules;
    const Op& o = problem_.program().body.ops[op];
    for (int i = 0; i < static_cast<int>(o.operands.size()); ++i) {
      for (const AxisState& state : states_at_hand(o.operands[i], axis)) {
        if (!state.is_replicated()) add(rules, problem_.taking(op, i, state));
      }
    }
    for (int i = 0; i < static_cast<int>(o.results.size()); ++i) {
      const Sharding* want = wanted[o.results[i].index];
      if (want && !(*want)[axis].is_replicated()) add(rules, problem_.giving(op, i, (*want)[axis]));
    }
    std::erase_if(rules, [&](const AxisRule& r) { return !carries_on(op, r, axis); });
    rules.push_back({});
    return rules;
  }

  // What it takes to have a value in a state.
  struct Way {
    double seconds = kInfinity;
    bool communicates = false;
  };

  Way way_to(ValueId v, const Sharding& state) const {
    if (!problem_.is_rematerialized(v)) {
      Way best;
      for (const Sharding* from : layouts_[v.index]) {
        if (*from == state) return {0, false};
        const Reshard& reshard = problem_.reshard(v, *from, state);
        if (reshard.seconds >= best.seconds) continue;
        best = {reshard.seconds,
                std::any_of(reshard.steps.begin(), reshard.steps.end(),
                            [](const ReshardStep& step) { return communicates(step.kind); })};
      }
      return best;
    }
    const int producer = problem_.graph().producer[v.index];
    const Op& op = problem_.program().body.ops[producer];
    if (op.code != OpCode::kBroadcastInDim) return {0, false};
    return way_to(op.operands[0], operand_of_broadcast(problem_, producer, state));
  }

  void choose(int op, const std::vector<const Sharding*>& wanted) {
    const auto fixed = plan_.fixed_rules.find(op);
    if (fixed == plan_.fixed_rules.end()) {
      const Chosen& chosen = cheapest_of_kind(op, wanted);
      plan_.rules[op] = chosen.rule;
      settle(op, *chosen.states, wanted);
      return;
    }
    plan_.rules[op] = fixed->second;
    const OpShardings* states = problem_.shardings(op, fixed->second);
    MOTLEY_CHECK(states, "op {}: no rule of its own", op);
    settle(op, *states, wanted);
  }

  struct Chosen {
    OpRule rule;
    const OpShardings* states = nullptr;
  };

  const Chosen& cheapest_of_kind(int op, const std::vector<const Sharding*>& wanted) {
    const Op& o = problem_.program().body.ops[op];
    const auto& facts = problem_.facts();
    question_.assign({facts.kind_of[op], bytes_.of(facts.work.ops[op].stored_bytes)});
    for (ValueId v : o.operands) question_.push_back(list_of(v));
    for (ValueId v : o.results) {
      const Sharding* want = wanted[v.index];
      question_.push_back(want ? numbers_.of(*want) : kNoList);
    }
    const auto [at, fresh] = chosen_.try_emplace(question_);
    if (fresh) at->second = cheapest(op, wanted);
    return at->second;
  }

  Chosen cheapest(int op, const std::vector<const Sharding*>& wanted) const {
    const Op& o = problem_.program().body.ops[op];
    const DeviceGrid& group = problem_.group();
    std::array<AxisRules, kMaxGroupAxes> by_axis = {AxisRules{{}}, AxisRules{{}}};
    for (int a = 0; a < group.num_axes(); ++a) by_axis[a] = candidates(op, a, wanted);
    double best = kInfinity;
    bool best_communicates = true;
    Chosen chosen;
    for (const AxisRule& first : by_axis[0]) {
      for (const AxisRule& second : by_axis[1]) {
        const OpRule rule = {first, second};
        const OpShardings* states = problem_.shardings(op, rule);
        if (!states) continue;
        double seconds = problem_.compute_seconds(op, rule);
        bool communicates = false;
        for (size_t i = 0; i < o.operands.size(); ++i) {
          const Way way = way_to(o.operands[i], states->operands[i]);
          seconds += way.seconds;
          communicates = communicates || way.communicates;
        }
        for (size_t i = 0; i < o.results.size(); ++i) {
          const Sharding* want = wanted[o.results[i].index];
          if (!want || *want == states->results[i]) continue;
          seconds += problem_.reshard(o.results[i], states->results[i], *want).seconds;
        }
        const bool takes = plan_.follow_operands && communicates != best_communicates;
        if (takes ? !communicates : seconds < best) {
          best = seconds;
          best_communicates = communicates;
          chosen = {rule, states};
        }
      }
    }
    MOTLEY_CHECK(best < kInfinity, "op {}: no rule at all", op);
    return chosen;
  }

  // What is at hand when the op has run.
  void settle(int op, const OpShardings& chosen, const std::vector<const Sharding*>& wanted) {
    const Op& o = problem_.program().body.ops[op];
    for (size_t i = 0; i < o.operands.size(); ++i) {
      const ValueId v = o.operands[i];
      if (problem_.is_rematerialized(v) || plan_.regather[v.index]) continue;
      const bool known = std::ranges::any_of(
          layouts_[v.index], [&](const Sharding* one) { return *one == chosen.operands[i]; });
      if (!known) add_layout(v, chosen.operands[i]);
    }
    for (size_t i = 0; i < o.results.size(); ++i) {
      const ValueId v = o.results[i];
      const Sharding* want = wanted[v.index];
      plan_.values[v.index] = want ? *want : as_held(v, chosen.results[i]);
      layouts_[v.index].clear();
      lists_[v.index] = kNoList;
      add_layout(v, plan_.values[v.index]);
    }
  }

  Sharding as_held(ValueId v, Sharding made) const {
    if (problem_.graph().users[v.index].size() < 2) return made;
    for (AxisState& state : made.axes) {
      if (state.is_partial()) state = replicated();
    }
    return made;
  }

  // Numbers of lists, beside those that are met. Kinds of broadcasts count down.
  static constexpr int kNoList = -1, kMadeAnew = -2, kFirstKind = -3;

  struct PairHash {
    size_t operator()(const std::pair<int, int>& two) const {
      return mixed(mixed(17, static_cast<size_t>(two.first)), static_cast<size_t>(two.second));
    }
  };

  const ShardingProblem& problem_;
  ShardPlan plan_;
  const Sharding whole_;
  std::vector<std::vector<const Sharding*>> layouts_;  // of each value, as they will be at hand
  Numbering<Sharding, ShardingHash> numbers_;
  Numbering<std::pair<int, int>, PairHash> lists_numbers_;  // a list and what is added to it
  std::vector<int> lists_;                                  // of each value: which list it has
  Numbering<double> bytes_;                                 // that ops of a kind read and write
  std::vector<int> question_;
  std::unordered_map<std::vector<int>, Chosen, QuestionHash> chosen_;
};

}  // namespace

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

ShardPlan complete(const ShardingProblem& problem, const Pins& pins) {
  const size_t n = problem.program().values.size();
  ShardPlan plan{.group = problem.group(),
                 .values = std::vector<Sharding>(n),
                 .regather = std::vector<bool>(n)};
  std::vector<const Sharding*> wanted(n);
  for (const auto& [v, sharding] : pins.values) {
    plan.values[v.index] = sharding;
    wanted[v.index] = &sharding;
  }
  for (ValueId v : pins.regather) plan.regather[v.index] = true;
  plan.read_as = pins.read_as;
  plan.bucket_bytes = pins.bucket_bytes;
  plan.follow_operands = pins.follow_operands;
  return Completion(problem, std::move(plan)).run(wanted);
}

ShardPlan with_rules(const ShardingProblem& problem, ShardPlan plan) {
  const std::vector<Sharding> values = plan.values;
  std::vector<const Sharding*> wanted;
  for (const Sharding& s : values) wanted.push_back(&s);
  return Completion(problem, std::move(plan)).run(wanted);
}

ShardPlan with_few_fixed_rules(const ShardingProblem& problem, ShardPlan plan) {
  const std::vector<OpRule> rules = plan.rules;
  plan.fixed_rules.clear();
  while (true) {
    ShardPlan other = with_rules(problem, plan);
    bool same = true;
    for (size_t op = 0; op < rules.size(); ++op) {
      if (other.rules[op] == rules[op]) continue;
      same = false;
      plan.fixed_rules[static_cast<int>(op)] = rules[op];
    }
    if (same) return other;
  }
}

std::vector<int> ops_without_rule(const ShardingProblem& problem, const ShardPlan& plan) {
  std::vector<int> found;
  for (int i = 0; i < problem.graph().num_ops(); ++i) {
    const Op& op = problem.program().body.ops[i];
    if (!op.results.empty() && problem.is_rematerialized(op.results[0])) continue;
    bool wants = false;
    for (int a = 0; a < plan.group.num_axes() && !wants; ++a) {
      if (plan.rules[i][a].kind != AxisRule::Kind::kReplicate) continue;
      for (size_t k = 0; k < op.operands.size() && !wants; ++k) {
        const AxisState& state = plan.values[op.operands[k].index][a];
        wants = !problem.is_rematerialized(op.operands[k]) && state.is_sharded() &&
                problem.rules(i).taking(static_cast<int>(k), state).empty();
      }
    }
    if (wants) found.push_back(i);
  }
  return found;
}

std::vector<CrossSampleValue> cross_sample_values(const ShardingProblem& problem,
                                                  const ShardPlan& plan) {
  const Region& body = problem.program().body;
  const auto is_forward = problem.graph().ancestors({body.results[0]});
  std::vector<CrossSampleValue> found;
  const auto add = [&](ValueId v, const AxisState& state) {
    if (v == body.results[0] || std::ranges::count(found, v, &CrossSampleValue::value)) return;
    found.push_back({v, {}});
    if (state.is_partial()) found.back().reducer = state.reducer;
  };
  for (int i = 0; i < problem.graph().num_ops(); ++i) {
    const Op& op = body.ops[i];
    if (!is_forward[i] || (!op.results.empty() && problem.is_rematerialized(op.results[0])))
      continue;
    const OpShardings* states = problem.shardings(i, plan.rules[i]);
    for (size_t k = 0; k < op.operands.size(); ++k) {
      ValueId v = op.operands[k];
      Sharding needed = states->operands[k];
      while (problem.is_rematerialized(v)) {  // until it is what was broadcast
        const int producer = problem.graph().producer[v.index];
        if (body.ops[producer].code != OpCode::kBroadcastInDim) break;
        needed = operand_of_broadcast(problem, producer, needed);
        v = body.ops[producer].operands[0];
      }
      if (problem.is_rematerialized(v)) continue;
      const AxisState& held = plan.values[v.index][0];
      if (!held.is_replicated() && !(held == needed[0])) add(v, held);
    }
    for (size_t k = 0; k < op.results.size(); ++k) {
      const AxisState &made = states->results[k][0], &held = plan.values[op.results[k].index][0];
      if (made.is_partial() && !(made == held)) add(op.results[k], made);
    }
  }
  return found;
}

}  // namespace motley::tensor
