#include <gtest/gtest.h>

#include <algorithm>
#include <random>

#include "tensor/grad/recompute.h"
#include "tensor/ir/op_row.h"
#include "tensor/models/models.h"
#include "tensor/passes/pass.h"
#include "tensor/reference/interpreter.h"

namespace motley::tensor {
namespace {

TrainStep step_of(const std::string& text) {
  const BuiltModel model = build_model(text);
  std::vector<LossArgument> roles;
  for (const ArgumentSpec& spec : model.signature) {
    roles.push_back({spec.role == Role::kParam, spec.name});
  }
  return train_step(model.loss, roles, {.optimizer = Optimizer::parse("momentum")});
}

std::vector<Literal> drawn_arguments(const TrainStep& step) {
  std::mt19937_64 random(7);
  std::normal_distribution<double> normal(0, 0.3);
  std::vector<Literal> values;
  for (const StepArgument& argument : step.arguments) {
    Literal& value = values.emplace_back(Literal::zeros(argument.type));
    for (int64_t i = 0; i < value.num_elements(); ++i) {
      value.set_from_double(
          i, is_float(argument.type.element) ? normal(random) : static_cast<double>(random() % 3));
    }
  }
  return values;
}

// Bytes of values alive at once, in the order of the Program.
int64_t peak_bytes(const TrainStep& step) {
  const auto& ops = step.program.body.ops;
  std::vector<size_t> last(step.program.values.size());
  for (size_t i = 0; i < ops.size(); ++i) {
    for (ValueId v : ops[i].operands) last[v.index] = i;
  }
  for (ValueId v : step.program.body.results) last[v.index] = 0;  // written over arguments
  std::vector<int64_t> change(ops.size() + 1);
  for (size_t i = 0; i < ops.size(); ++i) {
    for (ValueId v : ops[i].results) {
      if (last[v.index] <= i) continue;
      change[i] += step.program.type(v).num_bytes();
      change[last[v.index]] -= step.program.type(v).num_bytes();
    }
  }
  int64_t live = 0, most = 0;
  for (int64_t c : change) most = std::max(most, live += c);
  return most;
}

TEST(Recomputation, GivesTheSameBitsAndKeepsLess) {
  for (const char* text : {"gpt:layers=8,hidden=16,heads=2,seq=8,vocab=32,batch=2",
                           "mlp:inputs=8,hidden=8x8x8x8x8x8x8,batch=64"}) {
    const TrainStep step = step_of(text), again = with_recomputation(step);
    EXPECT_EQ(first_fault(again.program), "");
    EXPECT_GT(num_ops(again.program), num_ops(step.program)) << text;
    EXPECT_LT(peak_bytes(again), 0.85 * static_cast<double>(peak_bytes(step))) << text;
    const auto values = drawn_arguments(step);
    EXPECT_EQ(interpret(again.program, values).results, interpret(step.program, values).results)
        << text;
    EXPECT_EQ(again.gradients.size(), step.gradients.size());
    for (size_t i = 0; i < step.gradients.size(); ++i) {
      EXPECT_EQ(again.program.type(again.gradients[i]), step.program.type(step.gradients[i]));
    }
  }
}

// Each layer more takes its activations away, and costs its ops.
TEST(Recomputation, OfTheFirstLayersIsInBetween) {
  const TrainStep step = step_of("gpt:layers=6,hidden=16,heads=2,seq=8,vocab=32,batch=2");
  EXPECT_EQ(num_repeated_layers(step), 6);
  const auto values = drawn_arguments(step);
  const auto expected = interpret(step.program, values).results;
  const auto flops = [](const TrainStep& s) {
    double sum = 0;
    for (const Op& op : s.program.body.ops) sum += work({s.program.values, op}).flops;
    return sum;
  };
  int64_t last_bytes = peak_bytes(step);
  double last_flops = flops({.program = remove_dead(step.program)}) - 1;
  for (const RecomputedLayers layers :
       {RecomputedLayers{0, 0}, {0, 2}, {0, 5}, {2, 3}, {4, 1}, {5, 0}}) {
    const TrainStep again = with_recomputation(step, layers);
    EXPECT_EQ(interpret(again.program, values).results, expected);
    EXPECT_LE(peak_bytes(again), last_bytes) << layers.whole << " " << layers.selective;
    EXPECT_GT(flops(again), last_flops) << layers.whole << " " << layers.selective;
    last_bytes = peak_bytes(again);
    last_flops = flops(again);
  }
  // All but the last one: as without a number.
  EXPECT_EQ(flops(with_recomputation(step)), last_flops);
  EXPECT_EQ(peak_bytes(with_recomputation(step)), last_bytes);
}

TEST(Recomputation, IsNotSimplifiedAway) {
  const TrainStep again = with_recomputation(step_of("mlp:inputs=8,hidden=8x8x8x8x8,batch=4"));
  TrainStep simple = again;
  simple.program = simplify(again.program);
  const auto products = [](const Program& p) {
    return std::count_if(p.body.ops.begin(), p.body.ops.end(),
                         [](const Op& op) { return op.code == OpCode::kDotGeneral; });
  };
  EXPECT_EQ(products(simple.program), products(again.program));
}

TEST(Recomputation, LeavesAStepWithoutLayersAsItIs) {
  const TrainStep step = step_of("mlp:inputs=8,hidden=8,batch=4");
  EXPECT_EQ(num_ops(with_recomputation(step).program), num_ops(remove_dead(step.program)));
}

}  // namespace
}  // namespace motley::tensor
