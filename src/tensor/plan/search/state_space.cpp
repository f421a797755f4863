#include "tensor/plan/search/state_space.h"

#include <algorithm>
#include <deque>
#include <map>
#include <set>

#include "tensor/plan/propagate/late_ops.h"

namespace motley::tensor::search {
namespace {

using namespace propagate;

// Excess of the largest shard over its ratio.
double unevenness(const Shares& shares, const core::Ratio& ratio) {
  double worst = 0;
  for (int i = 0; i < shares.num_devices(); ++i) {
    if (ratio[i] <= 0) continue;
    const double share = static_cast<double>(shares[i]) / static_cast<double>(shares.total());
    worst = std::max(worst, share / ratio[i]);
  }
  return worst;
}
constexpr double kFairEnough = 1.1;

// The state space of one axis of the group.
class Spreading {
 public:
  Spreading(const ShardingProblem& problem, const TrainStep& step, const Folding& folding, int axis,
            const std::vector<core::Ratio>& levels, const StateSpaceSettings& settings)
      : problem_(problem),
        step_(step),
        folding_(folding),
        axis_(axis),
        levels_(levels),
        settings_(settings),
        states_(folding.num_value_classes()),
        rules_(folding.num_op_classes()),
        late_(folding.num_op_classes()),
        batch_only_(problem.group().num_axes() == 2 && axis == 0) {
    link_classes();
    const std::vector<bool>& late = problem.facts().is_late;
    for (int c = 0; c < folding.num_op_classes(); ++c) late_[c] = late[folding.first_op[c]];
  }

  // `outer` are the states of the first axis: their equal shards of a batch may be sharded again.
  void run(const Spreading* outer) {
    for (auto& states : states_) states.push_back(replicated());
    for (auto& rules : rules_) rules.push_back({});
    for (const auto& [v, sharding] : settings_.wanted) {
      add_state(folding_.value_class[v.index], sharding[axis_]);
      spread();
    }
    std::vector<Seed> seeds = all_seeds();
    if (outer) add_nested_seeds(*outer, seeds);
    std::ranges::stable_sort(seeds, {}, &Seed::extent);
    for (const Seed& seed : seeds) {
      for (const core::Ratio& ratio : levels_) plant(seed, ratio);
    }
  }

  const std::vector<AxisState>& states(int value_class) const { return states_[value_class]; }
  const std::vector<AxisRule>& rules(int op_class) const { return rules_[op_class]; }

 private:
  // An axis of an op's loop nest, or a dimension of a value, that may be sharded.
  struct Seed {
    int op_class = -1, axis = -1;
    int value_class = -1, dim = -1;
    int64_t extent = 0;  // of the axis, or of a run of the dimension
    bool in_update_only = false;
  };
  struct Place {
    int op_class = 0, position = 0;
    friend auto operator<=>(const Place&, const Place&) = default;
  };

  void link_classes() {
    readers_.resize(states_.size());
    makers_.resize(states_.size());
    operands_.resize(rules_.size());
    results_.resize(rules_.size());
    for (size_t i = 0; i < problem_.program().body.ops.size(); ++i) {
      const Op& op = problem_.program().body.ops[i];
      const int c = folding_.op_class[i];
      operands_[c].resize(op.operands.size());
      results_[c].resize(op.results.size());
      for (size_t k = 0; k < op.operands.size(); ++k) {
        const int v = folding_.value_class[op.operands[k].index];
        readers_[v].insert({c, static_cast<int>(k)});
        operands_[c][k].insert(v);
      }
      for (size_t k = 0; k < op.results.size(); ++k) {
        const int v = folding_.value_class[op.results[k].index];
        makers_[v].insert({c, static_cast<int>(k)});
        results_[c][k].insert(v);
      }
    }
  }

  std::vector<Seed> all_seeds() const {
    std::vector<Seed> seeds;
    for (size_t i = 0; i < step_.arguments.size(); ++i) {
      const StepArgument& argument = step_.arguments[i];
      if (argument.role == StepRole::kSetting) continue;
      const int v = folding_.value_class[step_.program.body.arguments[i].index];
      const int num_dims = argument.role == StepRole::kBatch ? 1 : argument.type.num_dims();
      for (int d = 0; d < std::min(num_dims, argument.type.num_dims()); ++d) {
        seeds.push_back({.value_class = v,
                         .dim = d,
                         .extent = argument.type.shape[d],
                         .in_update_only = batch_only_ && argument.role != StepRole::kBatch});
      }
    }
    if (batch_only_) {
      std::erase_if(seeds, [](const Seed& seed) { return seed.extent < 2; });
      return seeds;
    }
    for (int c = 0; c < folding_.num_op_classes(); ++c) {
      const int op = folding_.first_op[c];
      if (!is_product(problem_.program().body.ops[op].code)) continue;
      const auto& axes = problem_.rules(op).index().axes;
      for (size_t a = 0; a < axes.size(); ++a) {
        if (!problem_.rules(op).can_split(static_cast<int>(a))) continue;
        seeds.push_back({.op_class = c, .axis = static_cast<int>(a), .extent = axes[a].extent});
      }
    }
    std::erase_if(seeds, [](const Seed& seed) { return seed.extent < 2; });
    return seeds;
  }

  void add_nested_seeds(const Spreading& outer, std::vector<Seed>& seeds) const {
    for (size_t i = 0; i < step_.arguments.size(); ++i) {
      if (step_.arguments[i].role != StepRole::kBatch) continue;
      const int v = folding_.value_class[step_.program.body.arguments[i].index];
      for (const AxisState& state : outer.states(v)) {
        if (!state.is_sharded() || !state.cut.shares.is_even()) continue;
        const int64_t run = state.cut.period / state.cut.shares.total();
        if (run < problem_.group().sizes[axis_]) continue;
        seeds.push_back({.value_class = v, .dim = state.cut.dim, .extent = run});
      }
    }
  }

  Shares shares_of(int64_t extent, const core::Ratio& ratio) {
    const auto [at, fresh] = shares_.try_emplace({extent, ratio});
    if (fresh) at->second = Shares(units_of(ratio, extent));
    return at->second;
  }

  void plant(const Seed& seed, const core::Ratio& ratio) {
    const Shares shares = shares_of(seed.extent, ratio);
    in_update_only_ = seed.in_update_only;
    if (seed.op_class >= 0) {
      const bool there = std::ranges::any_of(rules_[seed.op_class], [&](const AxisRule& rule) {
        return rule.kind == AxisRule::Kind::kSplit && rule.axis == seed.axis &&
               rule.period == seed.extent && unevenness(rule.shares, ratio) < kFairEnough;
      });
      if (there) return;
      add_rule(seed.op_class, {.kind = AxisRule::Kind::kSplit,
                               .axis = seed.axis,
                               .period = seed.extent,
                               .shares = shares});
    } else {
      const bool there = std::ranges::any_of(states_[seed.value_class], [&](const AxisState& s) {
        return s.is_sharded() && s.cut.dim == seed.dim && s.cut.period == seed.extent &&
               unevenness(s.cut.shares, ratio) < kFairEnough;
      });
      if (there) return;
      add_state(seed.value_class,
                sharded({.dim = seed.dim, .period = seed.extent, .shares = shares}));
    }
    spread();
  }

  void add_state(int value_class, const AxisState& state) {
    auto& known = states_[value_class];
    if (std::ssize(known) >= settings_.most_states ||
        std::ranges::find(known, state) != known.end())
      return;
    known.push_back(state);
    waiting_.push_back({value_class, static_cast<int>(known.size()) - 1});
  }

  void add_rule(int op_class, const AxisRule& rule) {
    auto& known = rules_[op_class];
    if (std::ranges::find(known, rule) != known.end()) return;
    const auto states = problem_.rules(folding_.first_op[op_class]).states(rule);
    if (!states) return;
    known.push_back(rule);
    for (size_t k = 0; k < states->operands.size(); ++k) {
      for (int v : operands_[op_class][k]) add_state(v, states->operands[k]);
    }
    for (size_t k = 0; k < states->results.size(); ++k) {
      for (int v : results_[op_class][k]) add_state(v, states->results[k]);
    }
  }

  void spread() {
    while (!waiting_.empty()) {
      const auto [value_class, which] = waiting_.front();
      waiting_.pop_front();
      const AxisState state = states_[value_class][which];
      if (state.is_replicated()) continue;
      for (const Place& place : readers_[value_class]) {
        if (in_update_only_ && !late_[place.op_class]) continue;
        const OpRules& rules = problem_.rules(folding_.first_op[place.op_class]);
        for (const AxisRule& rule : rules.taking(place.position, state)) {
          add_rule(place.op_class, rule);
        }
      }
      for (const Place& place : makers_[value_class]) {
        if (in_update_only_ && !late_[place.op_class]) continue;
        const OpRules& rules = problem_.rules(folding_.first_op[place.op_class]);
        for (const AxisRule& rule : rules.giving(place.position, state)) {
          add_rule(place.op_class, rule);
        }
      }
    }
  }

  const ShardingProblem& problem_;
  const TrainStep& step_;
  const Folding& folding_;
  int axis_;
  const std::vector<core::Ratio>& levels_;
  StateSpaceSettings settings_;
  std::vector<std::vector<AxisState>> states_;  // by value class
  std::vector<std::vector<AxisRule>> rules_;    // by op class
  std::vector<bool> late_;                      // by op class
  bool batch_only_, in_update_only_ = false;
  std::vector<std::set<Place>> readers_, makers_;               // of each value class
  std::vector<std::vector<std::set<int>>> operands_, results_;  // value classes, by op class
  std::deque<std::pair<int, int>> waiting_;                     // (value class, state) to propagate
  std::map<std::pair<int64_t, core::Ratio>, Shares> shares_;
};

}  // namespace

StateSpace find_state_space(const ShardingProblem& problem, const TrainStep& step,
                            const Folding& folding, const RatioLevels& levels,
                            const StateSpaceSettings& settings) {
  const DeviceGrid& group = problem.group();
  std::vector<Spreading> axes;
  for (int a = 0; a < group.num_axes(); ++a) {
    axes.emplace_back(problem, step, folding, a, levels[a], settings);
  }
  for (int a = 0; a < group.num_axes(); ++a) {
    axes[a].run(a == 0 ? nullptr : &axes[0]);
  }
  StateSpace found{.values = std::vector<ValueStates>(folding.num_value_classes()),
                   .ops = std::vector<OpStateChoices>(folding.num_op_classes())};
  // Arguments are replicated or sharded, never partial sums.
  std::vector<bool> is_argument(folding.num_value_classes());
  for (ValueId v : problem.program().body.arguments)
    is_argument[folding.value_class[v.index]] = true;
  const std::vector<AxisState> no_states = {replicated()};
  const std::vector<AxisRule> no_rules = {AxisRule{}};
  for (int c = 0; c < folding.num_value_classes(); ++c) {
    const ValueId v{static_cast<uint32_t>(folding.first_value[c])};
    if (problem.is_rematerialized(v)) continue;
    for (const AxisState& first : axes[0].states(c)) {
      for (const AxisState& second : axes.size() > 1 ? axes[1].states(c) : no_states) {
        if (is_argument[c] && (first.is_partial() || second.is_partial())) continue;
        Sharding both;
        both[0] = first;
        both[1] = second;
        if (fault(both, problem.program().type(v), group).empty()) {
          found.values[c].states.push_back(both);
        }
      }
    }
  }
  for (int c = 0; c < folding.num_op_classes(); ++c) {
    const int op = folding.first_op[c];
    const Op& first_op = problem.program().body.ops[op];
    if (!first_op.results.empty() && problem.is_rematerialized(first_op.results[0])) continue;
    for (const AxisRule& first : axes[0].rules(c)) {
      for (const AxisRule& second : axes.size() > 1 ? axes[1].rules(c) : no_rules) {
        const OpRule both = {first, second};
        const OpShardings* states = problem.shardings(op, both);
        if (!states) continue;
        found.ops[c].rules.push_back(both);
        found.ops[c].shardings.push_back(*states);
      }
    }
  }
  return found;
}

}  // namespace motley::tensor::search
