// Plans whose ops run by the rules that were chosen, rather than by the cheapest.
#include <gtest/gtest.h>

#include <algorithm>
#include <numeric>
#include <random>

#include "core/balance/ratio.h"
#include "core/balance/speeds.h"
#include "tensor/plan/propagate/complete.h"
#include "tensor/plan/propagate/rule_text.h"
#include "tensor/plan/search/graph_solver.h"
#include "tensor/run/step_cases.h"
#include "tensor/run/verify.h"

namespace motley::tensor::search {
namespace {

using namespace propagate;
using namespace shard_cost;

// A step on all devices of a cluster, with shares by speed.
struct Setting {
  Setting(const std::string& model, const core::Cluster& on) : cluster(on) {
    const BuiltModel made = build_model(model);
    c = make_case(made.loss, made.signature, "momentum");
    const int n = static_cast<int>(core::num_devices(cluster));
    devices.resize(n);
    std::iota(devices.begin(), devices.end(), 0);
    const int num_updated = c.step.num_params + c.step.num_state;
    problem.emplace(c.step.program, num_updated, DeviceGrid{{n}},
                    group_costs(cluster, {{n}}, devices));
    folding = fold_repeated(problem->graph(), num_updated);
    RatioLevels levels;
    levels[0] = {
        *core::proportional_ratio(core::described_speeds(cluster, core::SpeedFigure::kFlops))};
    state_space = find_state_space(*problem, c.step, folding, levels);
    graph = search_graph(*problem, c.step, folding, state_space, predicted_prices(*problem));
  }

  ShardPlan chosen(const Weights& weights, bool fixes_rules) const {
    const GraphChoice choice = GraphSolver(graph).solve(weights);
    return plan_of(*problem, c.step, folding, state_space, graph, choice.states, false,
                   fixes_rules);
  }

  core::Cluster cluster;
  Case c;
  std::vector<int> devices;
  std::optional<ShardingProblem> problem;
  Folding folding;
  StateSpace state_space;
  SearchGraph graph;
};

constexpr const char* kModel = "gpt:layers=1,hidden=16,heads=2,seq=8,vocab=32,batch=8";
const Weights kRuleWeights[] = {{}, {.late = 0.1, .early = 0.1}, {.compute = 0.1, .waited = 3}};

TEST(RuleText, IsReadAsItIsWritten) {
  const Setting s(kModel, clusters()[1]);
  int count = 0;
  for (int op = 0; op < s.problem->graph().num_ops(); ++op) {
    for (const OpRule& rule : s.state_space.ops[s.folding.op_class[op]].rules) {
      const std::string text = rule_text(*s.problem, op, rule);
      const ParsedRule read = parse_rule(*s.problem, op, text);
      EXPECT_EQ(read.fault, "") << text;
      EXPECT_EQ(rule_text(*s.problem, op, read.rule), text);
      ++count;
    }
  }
  EXPECT_GT(count, 1000);
}

TEST(RuleText, FaultsSayWhatDoesNotFit) {
  const Setting s(kModel, clusters()[0]);
  const auto& ops = s.problem->graph().ops;
  const int product =
      static_cast<int>(std::ranges::find(ops, OpCode::kDotGeneral, &Op::code) - ops.begin());
  EXPECT_NE(parse_rule(*s.problem, product, "R R").fault, "");
  EXPECT_NE(parse_rule(*s.problem, product, "R R -> S(9)").fault, "");
  EXPECT_NE(parse_rule(*s.problem, product, "R R -> P").fault, "");
  EXPECT_EQ(parse_rule(*s.problem, product, "R R -> R").fault, "");
}

TEST(FixedRules, ComputeWhatOneDeviceComputes) {
  for (const core::Cluster& cluster : clusters()) {
    const Setting s(kModel, cluster);
    for (const Weights& weights : kRuleWeights) {
      const ShardPlan plan = s.chosen(weights, true);
      EXPECT_TRUE(verify_step(s.c.step, plan, s.problem->costs(), s.c.arguments, {}).ok);
    }
  }
}

TEST(FixedRules, AreToldInFewWords) {
  size_t told = 0;
  for (const core::Cluster& cluster : clusters()) {
    const Setting s(kModel, cluster);
    for (const Weights& weights : kRuleWeights) {
      const ShardPlan plan = s.chosen(weights, true);
      const ShardPlan few = with_few_fixed_rules(*s.problem, plan);
      EXPECT_EQ(few.rules, plan.rules);
      EXPECT_LT(few.fixed_rules.size(), plan.fixed_rules.size() / 2);
      told += few.fixed_rules.size();
    }
  }
  EXPECT_GT(told, 0U);  // somewhere they are not the cheapest
}

}  // namespace
}  // namespace motley::tensor::search
