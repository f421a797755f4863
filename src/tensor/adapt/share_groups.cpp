#include "tensor/adapt/share_groups.h"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <map>
#include <numeric>

#include "core/base/error.h"
#include "tensor/plan/propagate/sharding_problem.h"

namespace motley::tensor {
namespace {

// A group with less than this part of the work stays as it is: the update of sharded optimizer
// state, say, for which moving rows would not pay.
constexpr double kPartThatMatters = 0.05;

// Values and ops along each axis, joined where their boundaries agree.
class Joined {
 public:
  Joined(size_t num_values, size_t num_ops)
      : num_values_(num_values), parent_((num_values + num_ops) * kMaxGroupAxes) {
    std::iota(parent_.begin(), parent_.end(), size_t{0});
  }

  size_t of_value(ValueId v, int axis) const { return v.index * kMaxGroupAxes + axis; }
  size_t of_op(size_t op, int axis) const { return (num_values_ + op) * kMaxGroupAxes + axis; }
  size_t root(size_t i) {
    while (parent_[i] != i) i = parent_[i] = parent_[parent_[i]];
    return i;
  }
  void join(size_t a, size_t b) { parent_[root(a)] = root(b); }

 private:
  size_t num_values_;
  std::vector<size_t> parent_;
};

// Joins an op with the operands and results that it takes and gives as they are stored.
void join_op(const propagate::ShardingProblem& problem, const ShardPlan& plan, int op,
             Joined& joined) {
  const OpShardings* states = problem.shardings(op, plan.rules[op]);
  MOTLEY_CHECK(states, "op {}: not a rule of this op", op);
  const Op& o = problem.program().body.ops[op];
  for (int a = 0; a < plan.group.num_axes(); ++a) {
    if (plan.rules[op][a].kind != AxisRule::Kind::kSplit) continue;
    const auto join = [&](ValueId v, const Sharding& state) {
      if (problem.is_rematerialized(v)) return;
      const AxisState& stored = plan.values[v.index][a];
      if (stored.is_sharded() && stored == state[a]) {
        joined.join(joined.of_value(v, a), joined.of_op(op, a));
      }
    };
    for (size_t i = 0; i < o.operands.size(); ++i) join(o.operands[i], states->operands[i]);
    for (size_t i = 0; i < o.results.size(); ++i) join(o.results[i], states->results[i]);
  }
}

bool is_planned(const propagate::ShardingProblem& problem, size_t op) {
  const Op& o = problem.program().body.ops[op];
  return o.results.empty() || !problem.is_rematerialized(o.results[0]);
}

std::vector<ValueId> stored_values(const propagate::ShardingProblem& problem) {
  std::vector<ValueId> values = problem.program().body.arguments;
  const auto& ops = problem.program().body.ops;
  for (size_t op = 0; op < ops.size(); ++op) {
    if (!is_planned(problem, op)) continue;
    for (ValueId v : ops[op].results) {
      if (!problem.is_rematerialized(v)) values.push_back(v);
    }
  }
  return values;
}

}  // namespace

ShareGroups::ShareGroups(const planner::Plan& plan) {
  const ShardPlan& sharding = plan.stage().sharding;
  const propagate::ShardingProblem problem =
      planner::problem_of(plan.on, sharding.group, plan.stage().costs);
  const Program& program = problem.program();
  Joined joined(program.values.size(), program.body.ops.size());
  for (size_t op = 0; op < program.body.ops.size(); ++op) {
    if (is_planned(problem, op)) join_op(problem, sharding, static_cast<int>(op), joined);
  }
  // A new value takes the place of the old one.
  for (int i = 0; i < problem.num_updated(); ++i) {
    const ValueId old = program.body.arguments[i], made = program.body.results[i + 1];
    for (int a = 0; a < sharding.group.num_axes(); ++a) {
      const AxisState& state = sharding.values[old.index][a];
      if (state.is_sharded() && state == sharding.values[made.index][a]) {
        joined.join(joined.of_value(old, a), joined.of_value(made, a));
      }
    }
  }
  std::map<size_t, size_t> numbers;  // of groups, by root
  const auto group = [&](size_t node, int axis, const Shares& shares,
                         int64_t period) -> ShareGroup& {
    const auto [at, is_new] = numbers.try_emplace(joined.root(node), groups_.size());
    if (is_new) groups_.push_back({.axis = axis, .shares = shares});
    ShareGroup& found = groups_[at->second];
    found.units = std::gcd(found.units, period);
    return found;
  };
  for (int a = 0; a < sharding.group.num_axes(); ++a) {
    for (const ValueId v : stored_values(problem)) {
      const AxisState& state = sharding.values[v.index][a];
      if (!state.is_sharded()) continue;
      group(joined.of_value(v, a), a, state.cut.shares, state.cut.period).values.push_back(v);
    }
    for (size_t op = 0; op < program.body.ops.size(); ++op) {
      if (!is_planned(problem, op)) continue;
      const double seconds = problem.whole_seconds(static_cast<int>(op), 0);
      if (a == 0) seconds_ += seconds;
      const AxisRule& rule = sharding.rules[op][a];
      if (rule.kind != AxisRule::Kind::kSplit) continue;
      ShareGroup& found = group(joined.of_op(op, a), a, rule.shares, rule.period);
      found.ops.push_back(static_cast<int>(op));
      found.seconds += seconds;
    }
  }
  for (size_t g = 0; g < groups_.size(); ++g) {
    if (groups_[g].seconds > groups_[main_].seconds) main_ = g;
  }
}

bool ShareGroups::follows(const ShareGroup& group) const {
  return group.axis == main().axis && group.seconds >= kPartThatMatters * seconds_;
}

planner::Plan with_units(const planner::Plan& plan, const ShareGroups& groups,
                         const std::vector<int64_t>& units) {
  const ShareGroup& main = groups.main();
  const int num_devices = main.shares.num_devices();
  MOTLEY_CHECK(std::ssize(units) == num_devices &&
                   std::accumulate(units.begin(), units.end(), int64_t{0}) == main.units,
               "[{}] are not {} units for {} devices", fmt::join(units, ", "), main.units,
               num_devices);
  planner::Plan result = plan;
  result.time = {};
  result.found.reset();
  result.stated_bound_seconds.reset();
  ShardPlan& sharding = result.stages[0].sharding;
  for (const ShareGroup& group : groups.all()) {
    if (!groups.follows(group)) continue;
    // In proportion to how the main group's shares change.
    std::vector<double> ratio;
    for (int j = 0; j < num_devices; ++j) {
      const auto part = static_cast<double>(units[j]);
      const bool grows_from_nothing = main.shares[j] == 0 || group.shares == main.shares;
      ratio.push_back(grows_from_nothing ? part
                                         : part * static_cast<double>(group.shares[j]) /
                                               static_cast<double>(main.shares[j]));
    }
    const double total = std::accumulate(ratio.begin(), ratio.end(), 0.0);
    for (double& r : ratio) r /= total;
    const Shares shares(&group == &main ? units : units_of(ratio, group.units));
    for (const ValueId v : group.values) sharding.values[v.index][group.axis].cut.shares = shares;
    for (const int op : group.ops) {
      sharding.rules[op][group.axis].shares = shares;
      const auto fixed = sharding.fixed_rules.find(op);
      if (fixed != sharding.fixed_rules.end()) fixed->second[group.axis].shares = shares;
    }
  }
  const propagate::ShardingProblem problem =
      planner::problem_of(plan.on, sharding.group, plan.stage().costs);
  for (size_t op = 0; op < sharding.rules.size(); ++op) {
    if (!is_planned(problem, op)) continue;
    MOTLEY_CHECK(problem.shardings(static_cast<int>(op), sharding.rules[op]),
                 "op {} cannot be cut at the new boundaries", op);
  }
  return result;
}

std::vector<int64_t> units_in_use(const ShareGroup& group) {
  std::vector<int64_t> units;
  for (int j = 0; j < group.shares.num_devices(); ++j) {
    units.push_back(group.shares[j] * (group.units / group.shares.total()));
  }
  return units;
}

std::string units_text(const ShareGroup& group) {
  return fmt::format("{}", fmt::join(units_in_use(group), ":"));
}

}  // namespace motley::tensor
