// Answers known of HAP's own rules and costs, and that the planner, which has more of both, is at
// or below them.
#include <gtest/gtest.h>

#include <numeric>

#include "tensor/ir/expr.h"
#include "tensor/plan/search/equal_hosts.h"
#include "tensor/plan/search/hap_model.h"
#include "tensor/run/step_cases.h"

namespace motley::tensor::search {
namespace {

using namespace shard_cost;

TrainStep step_of(const Program& loss, const std::vector<LossArgument>& arguments) {
  return train_step(loss, arguments, {.optimizer = Optimizer::parse("sgd")});
}

// So many layers of a product, a bias and a sigmoid, and the sum of all that comes out.
TrainStep layers(int count, int64_t width, int64_t tokens) {
  ProgramBuilder b("layers");
  std::vector<LossArgument> arguments = {{false, "x"}};
  Expr y = argument(b, {ElementType::kF32, {tokens, width}});
  for (int i = 0; i < count; ++i) {
    const Expr w = argument(b, {ElementType::kF32, {width, width}});
    const Expr bias = argument(b, {ElementType::kF32, {width}});
    arguments.push_back({true, "w" + std::to_string(i)});
    arguments.push_back({true, "b" + std::to_string(i)});
    y = logistic(einsum("nk,km->nm", y, w) + bias);
  }
  return step_of(std::move(b).finish({sum_all(y).id()}), arguments);
}

GroupCosts devices(int n) {
  std::vector<int> all(n);
  std::iota(all.begin(), all.end(), 0);
  return group_costs(equal_hosts(n, 1e12), {{n}}, all);
}

HapMachine machine(std::vector<double> speeds, double bytes_per_second) {
  return {.speeds = std::move(speeds),
          .all_gather = bytes_per_second,
          .reduce_scatter = bytes_per_second,
          .all_reduce = bytes_per_second,
          .all_to_all = bytes_per_second};
}

// The best over all programs and ratios.
HapProgram joint(const HapModel& model, const HapMachine& machine) {
  HapProgram best;
  for (const core::Ratio& ratio : core::clip_candidates(machine.speeds)) {
    HapProgram one = model.best(machine, ratio);
    if (!best.feasible || one.seconds < best.seconds) best = std::move(one);
  }
  return best;
}

std::string state_of(const TrainStep& step, const HapProgram& program, const std::string& name) {
  for (size_t i = 0; i < step.arguments.size(); ++i) {
    if (step.arguments[i].name != name) continue;
    const auto& state = program.values.at(step.program.body.arguments[i])[0];
    return to_string(state, step.arguments[i].type.shape).substr(0, 3);
  }
  return "no such argument";
}

// Where a gather is longer than the gradients of the layer are, the samples stay where they are.
TEST(HapModel, TurnsFromColumnsToSamplesWithTheirNumber) {
  const HapMachine two = machine({2e12, 1e12}, 1e9);
  const core::Ratio by_speed = *core::proportional_ratio(two.speeds);
  const TrainStep few = layers(2, 1024, 700), many = layers(2, 1024, 800);
  const HapProgram columns = HapModel(few, devices(2)).best(two, by_speed);
  EXPECT_NEAR(columns.seconds, 12.059e-3, 1e-6);
  EXPECT_EQ(state_of(few, columns, "w0"), "S(1");
  EXPECT_EQ(state_of(few, columns, "w1"), "S(1");
  const HapProgram samples = HapModel(many, devices(2)).best(two, by_speed);
  EXPECT_NEAR(samples.seconds, 13.436e-3, 1e-6);
  EXPECT_EQ(state_of(many, samples, "x"), "S(0");
  EXPECT_EQ(state_of(many, samples, "w0"), "R");
}

// Search and ratio by turns stay where neither alone gets better; together they do not.
TEST(HapModel, StallsWhereJointSearchDoesNot) {
  const TrainStep step = layers(3, 2048, 900);
  const HapModel model(step, devices(2));
  const HapMachine two = machine({30e12, 10e12}, 2e9);
  const HapProgram stalled = model.alternated(two);
  EXPECT_NEAR(stalled.seconds, 24.433e-3, 1e-6);
  EXPECT_NEAR(stalled.ratio[0], 0.75, 1e-9);
  const HapProgram best = joint(model, two);
  EXPECT_NEAR(best.seconds, 19.846e-3, 1e-6);
  EXPECT_NEAR(best.ratio[0], 0.5, 1e-9);
}

// Machines that HAP was measured on: two of one V100 and six of one P100, with a network of 10
// Gb/s.
HapMachine recorded_machine() {
  HapMachine machine{
      .all_gather = 815e6, .reduce_scatter = 876e6, .all_reduce = 477e6, .all_to_all = 7505e6};
  machine.speeds.assign(2, 3859e9);
  machine.speeds.insert(machine.speeds.end(), 6, 2149e9);
  return machine;
}

// Convolutions have few parameters and many samples, dense layers the reverse, until there are more
// samples.
TEST(HapModel, CutsDenseLayersOfVggByColumns) {
  const HapMachine eight = recorded_machine();
  const core::Ratio by_speed = *core::proportional_ratio(eight.speeds);
  for (const int batch : {2048, 8192}) {
    const BuiltModel made = build_model("vgg:batch=" + std::to_string(batch));
    const TrainStep step = make_step(made.loss, made.signature, "sgd");
    const HapProgram best = HapModel(step, devices(8)).best(eight, by_speed);
    EXPECT_EQ(state_of(step, best, "img"), "S(0");
    for (int i = 0; i < step.num_params; ++i) {
      const std::string& name = step.arguments[i].name;
      const bool is_wide = name == "f0/w" || name == "f1/w";
      const bool is_cut = batch == 2048 && (is_wide || name == "f0/b" || name == "f1/b");
      EXPECT_EQ(state_of(step, best, name), !is_cut ? "R" : is_wide ? "S(1" : "S(0") << name;
    }
  }
}

// A dense layer, cut by samples, and one of experts as in GShard: dispatch, two products, combine.
TrainStep experts() {
  ProgramBuilder b("experts");
  const int64_t batch = 256, seq = 128, d = 768, ff = 3072, count = 16, capacity = 20;
  const auto f32 = [&](Shape shape) { return argument(b, {ElementType::kF32, std::move(shape)}); };
  const Expr x = f32({batch, seq, d}), mask = f32({batch, seq, count, capacity});
  const Expr u1 = f32({d, ff}), u2 = f32({ff, d});
  const Expr w1 = f32({count, d, ff}), w2 = f32({count, ff, d});
  const Expr tokens = einsum("bsh,hd->bsd", logistic(einsum("bsd,dh->bsh", x, u1)), u2);
  const Expr in = einsum("bsd,bsec->becd", tokens, mask);
  const Expr out = einsum("bech,ehd->becd", logistic(einsum("becd,edh->bech", in, w1)), w2);
  const Expr y = einsum("becd,bsec->bsd", out, mask);
  return step_of(
      std::move(b).finish({sum_all(logistic(y)).id()}),
      {{false, "x"}, {false, "mask"}, {true, "u1"}, {true, "u2"}, {true, "w1"}, {true, "w2"}});
}

// Tokens go to the experts and back in 134 ms, forward and backward, where the gradients of all
// experts would take 633.
TEST(HapModel, SendsTokensToExpertsUnlessThatIsSlow) {
  const TrainStep step = experts();
  const HapModel model(step, devices(8));
  HapMachine eight = recorded_machine();
  eight.speeds.assign(8, 3859e9);
  const core::Ratio even(8, 1.0 / 8);
  const HapProgram apart = model.best(eight, even);
  EXPECT_EQ(state_of(step, apart, "w1"), "S(0");
  EXPECT_EQ(state_of(step, apart, "w2"), "S(0");
  EXPECT_NEAR(apart.shared.largest / 8, 134.1e-3, 0.1e-3);
  // Gathers and reduce-scatters of tokens would do as well, were they not too slow here.
  eight.all_gather = eight.reduce_scatter = 1e6;
  eight.all_to_all = 1.60e9;
  EXPECT_EQ(state_of(step, model.best(eight, even), "w1"), "S(0");
  eight.all_to_all = 1.58e9;
  const HapProgram whole = model.best(eight, even);
  EXPECT_EQ(state_of(step, whole, "w1"), "R");
  EXPECT_NEAR(whole.fixed_seconds - apart.fixed_seconds, 633e-3, 1e-3);
}

}  // namespace
}  // namespace motley::tensor::search
