#include <gtest/gtest.h>

#include <cmath>
#include <functional>

#include "tensor/element_types.h"
#include "tensor/ir/expr.h"
#include "tensor/ir/precision.h"
#include "tensor/plan/strategy/cross_microbatch_values.h"
#include "tensor/reference/interpreter.h"

namespace motley::tensor::strategy {
namespace {

constexpr int64_t kBatch = 8, kIn = 3;

// A loss of the errors (x p - y)^2 and the weights of so many samples.
using LossOf = std::function<Expr(Expr errors, Expr weights)>;

Program loss_of(const LossOf& loss, int64_t batch) {
  ProgramBuilder b("weighted");
  const Expr x = argument(b, {kF32, {batch, kIn}}), p = argument(b, {kF32, {kIn}});
  const Expr y = argument(b, {kF32, {batch}}), w = argument(b, {kF32, {batch}});
  const Expr error = einsum("bi,i->b", x, p) - y;
  return with_floats_as(std::move(b).finish({loss(error * error, w).id()}), kF64);
}

const std::vector<LossArgument> kArguments = {
    {false, "x"}, {true, "p"}, {false, "y"}, {false, "w"}};

// Weights of one micro-batch are far above those of the others, and one has none.
double weight(int64_t sample) { return sample < 2 ? 5.0 + double(sample) : double(sample % 4 / 2); }

// Loss and parameters after a step.
std::vector<double> run(const TrainStep& step) {
  const Program program = with_floats_as(step.program, kF64);
  std::vector<Literal> arguments;
  for (size_t i = 0; i < step.arguments.size(); ++i) {
    Literal value = Literal::zeros(program.type(program.body.arguments[i]));
    const std::string& name = step.arguments[i].name;
    for (int64_t k = 0; k < value.num_elements(); ++k) {
      value.set_float(k, name == "w"    ? weight(k)
                         : name == "lr" ? 0.1
                                        : std::sin(1.7 * k + name[0]));
    }
    arguments.push_back(std::move(value));
  }
  std::vector<double> seen;
  for (const Literal& result : interpret(program, arguments).results) {
    for (int64_t k = 0; k < result.num_elements(); ++k) seen.push_back(result.get_float(k));
  }
  return seen;
}

// The largest difference between the step of the whole batch and that of k micro-batches.
double difference(const LossOf& loss, int64_t k, bool is_shared = true) {
  const Optimizer sgd = Optimizer::parse("sgd");
  const Program part = loss_of(loss, kBatch / k);
  const CrossMicrobatchValues cross_values = cross_microbatch_values(part, kArguments);
  EXPECT_TRUE(cross_values.cross_sample.empty());
  const TrainStep step =
      train_step(part, kArguments,
                 {.optimizer = sgd,
                  .num_microbatches = k,
                  .shared = is_shared ? cross_values.shared : decltype(cross_values.shared){}});
  EXPECT_EQ(first_fault(step.program), "");
  const auto whole = run(train_step(loss_of(loss, kBatch), kArguments, {.optimizer = sgd}));
  const auto parts = run(step);
  double most = 0;
  for (size_t i = 0; i < whole.size(); ++i) {
    most = std::fmax(most, std::isnan(parts[i]) ? HUGE_VAL : std::abs(parts[i] - whole[i]));
  }
  return most;
}

Expr weighted_mean(Expr errors, Expr w) { return sum_all(errors * w) / sum_all(w); }

// The samples with a weight are counted in integers; where there are none, the loss is zero.
Expr mean_of_the_counted(Expr errors, Expr w) {
  const Expr is_counted = compare(w, CompareDirection::kGt, 0.0);
  const Expr count = sum_all(convert(is_counted, ElementType::kI32));
  return sum_all(errors * convert(is_counted, kF32)) / convert(maximum(count, 1.0), kF32);
}

// Two values over all samples, the second from the first.
Expr scaled_by_the_largest(Expr errors, Expr w) {
  const Expr scaled = w / broadcast_to(max(w, {0}), w.shape());
  return weighted_mean(errors, exponential(scaled));
}

// A term that does not depend on the samples, before and after a factor that does not, either.
Expr penalized(Expr errors, Expr w) { return (weighted_mean(errors, w) + 3.0) * 0.5 + 1.0; }

// 8 micro-batches have one sample each.
TEST(SharedValues, MakeMicrobatchesComputeTheWholeBatch) {
  for (int64_t k : {2, 4, 8}) {
    EXPECT_LT(difference(penalized, k), 1e-12) << k;
    EXPECT_LT(difference(weighted_mean, k), 1e-12) << k;
    EXPECT_LT(difference(mean_of_the_counted, k), 1e-12) << k;
    EXPECT_LT(difference(scaled_by_the_largest, k), 1e-12) << k;
  }
}

TEST(SharedValues, AreNeededForThat) {
  EXPECT_GT(difference(weighted_mean, 2, false), 0.01);
  EXPECT_GT(difference(penalized, 2, false), 0.01);
  EXPECT_GT(difference(mean_of_the_counted, 4, false), 0.01);
  EXPECT_GT(difference(scaled_by_the_largest, 4, false), 0.01);
}

TEST(SharedValues, AreThoseOfTheBatchAlone) {
  const auto cross_values = [](const LossOf& loss) {
    return cross_microbatch_values(loss_of(loss, 4), kArguments);
  };
  const auto plain = [](Expr errors, Expr) { return mean(errors, {0}); };
  EXPECT_TRUE(cross_values(plain).shared.empty());
  EXPECT_TRUE(cross_values(plain).cross_sample.empty());
  EXPECT_EQ(cross_values(weighted_mean).shared.size(), 1u);
  EXPECT_EQ(cross_values(scaled_by_the_largest).shared.size(), 2u);

  // A sum of errors depends on parameters.
  const LossOf by_errors = [](Expr errors, Expr w) {
    return sum_all(w * errors) / sum_all(errors);
  };
  EXPECT_TRUE(cross_values(by_errors).shared.empty());
  EXPECT_EQ(cross_values(by_errors).cross_sample.size(), 1u);
  EXPECT_GE(cross_microbatch_values(loss_of(by_errors, 1), kArguments).cross_sample.size(), 1u);

  // Plus a constant it is still affine in the errors; its exponential is not.
  const LossOf curved = [](Expr errors, Expr) { return exponential(mean(errors, {0}) + 1.0); };
  EXPECT_EQ(cross_values(curved).cross_sample.size(), 1u);
  EXPECT_GE(cross_microbatch_values(loss_of(curved, 1), kArguments).cross_sample.size(), 1u);

  // Weights in the other order have to be gathered.
  const auto turned =
      cross_values([](Expr errors, Expr w) { return sum_all(errors * reverse(w, {0})); });
  EXPECT_TRUE(turned.shared.empty());
  EXPECT_EQ(turned.cross_sample.size(), 1u);
}

// The mean over micro-batches of their largest errors is not the largest error.
TEST(SharedValues, ALossMayNotBeAnExtremum) {
  const LossOf largest = [](Expr errors, Expr) { return max(errors, {0}); };
  const LossOf of_all = [](Expr errors, Expr w) {
    return max(broadcast(errors * w, {errors.shape()[0], 3}, {0}), {0, 1});
  };
  for (int64_t batch : {1, 2, 4}) {
    EXPECT_EQ(cross_microbatch_values(loss_of(largest, batch), kArguments).cross_sample.size(), 1u);
    EXPECT_EQ(cross_microbatch_values(loss_of(of_all, batch), kArguments).cross_sample.size(), 1u);
  }
}

TEST(SharedValues, AreNotIntegersThatMeetOthers) {
  const auto cross_values =
      cross_microbatch_values(loss_of(
                                  [](Expr errors, Expr w) {
                                    const Expr n = convert(w, ElementType::kI32);
                                    return sum_all(errors * convert(n * sum_all(n), kF32));
                                  },
                                  4),
                              kArguments);
  EXPECT_TRUE(cross_values.shared.empty());
  EXPECT_EQ(cross_values.cross_sample.size(), 1u);
}

}  // namespace
}  // namespace motley::tensor::strategy
