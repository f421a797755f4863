#include "tensor/plan/propagate/complete.h"

#include <algorithm>

#include "core/base/error.h"
#include "core/base/limits.h"
#include "tensor/sharding/sharding_hash.h"

namespace motley::tensor::propagate {
namespace {

using namespace shard_cost;

using core::kInfinity;

// Assigns numbers to distinct keys.
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

// Assigns rules in program order. Memoized: ops of one kind with operands available in the same
// states and results required in the same states are decided once.
class Completion {
 public:
  Completion(const ShardingProblem& problem, ShardPlan plan)
      : problem_(problem),
        plan_(std::move(plan)),
        layouts_(problem.program().values.size()),
        lists_(problem.program().values.size(), kNoList) {
    plan_.rules.resize(problem.program().body.ops.size());
    for (ValueId v : problem.program().body.arguments) add_available(v);
  }

  // `wanted` is the required Sharding of each value; null: free.
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

  // Regathered values count as available as they are read, unsharded where that is not stated.
  void add_available(ValueId v) {
    const auto read = plan_.read_as.find(v);
    const bool is_read_otherwise = read != plan_.read_as.end();
    if (!plan_.regather[v.index]) {
      add_layout(v, plan_.values[v.index]);
    } else if (!is_read_otherwise) {
      add_layout(v, whole_);
    }
    if (is_read_otherwise) add_layout(v, read->second);
  }

  // `state` must outlive this.
  void add_layout(ValueId v, const Sharding& state) {
    layouts_[v.index].push_back(&state);
    lists_[v.index] = lists_numbers_.of({lists_[v.index], numbers_.of(state)});
  }

  // Memoization key of an operand: the states in which it is available, and behind broadcasts those
  // of the broadcast value.
  int list_of(ValueId v) {
    if (!problem_.is_rematerialized(v)) return lists_[v.index];
    const int producer = problem_.graph().producer[v.index];
    const Op& op = problem_.program().body.ops[producer];
    if (row(op.code).recompute != Recompute::kAlways) return kMadeAnew;
    return lists_numbers_.of(
        {list_of(op.operands[0]), kFirstKind - problem_.facts().kind_of[producer]});
  }

  // The states in which an operand is available on an axis; for a broadcast, those derived from its
  // operand's.
  std::vector<AxisState> states_at_hand(ValueId v, int axis) const {
    std::vector<AxisState> states;
    if (!problem_.is_rematerialized(v)) {
      for (const Sharding* s : layouts_[v.index]) states.push_back((*s)[axis]);
      return states;
    }
    const int producer = problem_.graph().producer[v.index];
    const Op& op = problem_.program().body.ops[producer];
    if (row(op.code).recompute != Recompute::kAlways) return states;
    const OpRules& rules = problem_.rules(producer);
    for (const AxisState& state : states_at_hand(op.operands[0], axis)) {
      for (const AxisRule& rule : problem_.taking(producer, 0, state)) {
        if (rule.kind == AxisRule::Kind::kSplit) states.push_back(rules.states(rule)->results[0]);
      }
    }
    return states;
  }

  // A sum stays partial only if all its terms are partial already, or rematerialized.
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

  // The cost of bringing a value into a state.
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
    if (row(op.code).recompute != Recompute::kAlways) return {0, false};
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
    MOTLEY_CHECK(states, "op {}: not a rule of this op", op);
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
    MOTLEY_CHECK(best < kInfinity, "op {}: no applicable rule", op);
    return chosen;
  }

  // Records the layouts available after the op.
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
      add_available(v);
    }
  }

  Sharding as_held(ValueId v, Sharding made) const {
    if (problem_.graph().users[v.index].size() < 2) return made;
    for (AxisState& state : made.axes) {
      if (state.is_partial()) state = replicated();
    }
    return made;
  }

  // Numbers of special lists. Kinds of broadcasts count down.
  static constexpr int kNoList = -1, kMadeAnew = -2, kFirstKind = -3;

  struct PairHash {
    size_t operator()(const std::pair<int, int>& two) const {
      return mixed(mixed(17, static_cast<size_t>(two.first)), static_cast<size_t>(two.second));
    }
  };

  const ShardingProblem& problem_;
  ShardPlan plan_;
  const Sharding whole_;
  std::vector<std::vector<const Sharding*>> layouts_;  // of each value, available so far
  Numbering<Sharding, ShardingHash> numbers_;
  Numbering<std::pair<int, int>, PairHash> lists_numbers_;  // a list and the state appended to it
  std::vector<int> lists_;                                  // of each value: which list it has
  Numbering<double> bytes_;                                 // read and written by ops of a kind
  std::vector<int> question_;
  std::unordered_map<std::vector<int>, Chosen, QuestionHash> chosen_;
};

}  // namespace

void gather_narrowed(const ShardingProblem& problem, ShardPlan& plan) {
  for (int i = 0; i < problem.graph().num_ops(); ++i) {
    if (!problem.facts().narrows_argument[i]) continue;
    const Op& op = problem.graph().ops[i];
    const ValueId from = op.operands[0], to = op.results[0];
    const auto read = plan.read_as.find(from);
    if (!plan.regather[from.index] && read == plan.read_as.end()) continue;
    plan.values[to.index] = plan.values[from.index];
    plan.regather[to.index] = plan.regather[from.index];
    if (read != plan.read_as.end()) plan.read_as[to] = Sharding(read->second);
    plan.fixed_rules.erase(i);
  }
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
  gather_narrowed(problem, plan);
  for (int i = 0; i < problem.graph().num_ops(); ++i) {
    if (!problem.facts().narrows_argument[i]) continue;
    const ValueId v = problem.graph().ops[i].results[0];
    if (plan.regather[v.index] || plan.read_as.contains(v)) wanted[v.index] = &plan.values[v.index];
  }
  plan.bucket_bytes = pins.bucket_bytes;
  plan.prefetch_bytes = pins.prefetch_bytes;
  plan.reducing_bytes = pins.reducing_bytes;
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

}  // namespace motley::tensor::propagate
