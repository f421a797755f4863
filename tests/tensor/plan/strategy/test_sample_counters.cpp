#include <gtest/gtest.h>

#include <cstring>
#include <functional>

#include "tensor/element_types.h"
#include "tensor/ir/expr.h"
#include "tensor/plan/strategy/sample_counters.h"
#include "tensor/reference/interpreter.h"

namespace motley::tensor::strategy {
namespace {

constexpr int64_t kCountedBatch = 8, kWidth = 3;

const std::vector<LossArgument> kCountedArguments = {
    {true, "p"}, {false, "key", NotTrained::kState}, {false, "x"}};

// The "random" number of an element, as JAX draws: a function of the key and of the place.
Expr drawn(Expr key, Expr place) { return sine(convert(place * key, kF32)); }

// A loss of samples [batch, width] and of the key.
using NoisyLoss = std::function<Expr(Expr samples, Expr key, int64_t batch)>;

Program loss_of(const NoisyLoss& noisy, int64_t batch) {
  ProgramBuilder b("noisy");
  const Expr p = argument(b, {kF32, {kWidth}}), key = argument(b, {ElementType::kU32, {}});
  const Expr x = argument(b, {kF32, {batch, kWidth}});
  const Expr loss = noisy(x * broadcast(p, {batch, kWidth}, {1}), key, batch);
  return std::move(b).finish({loss.id(), (key + 1.0).id()});
}

// Numbers of the elements of a matrix, row by row.
Expr places(ProgramBuilder& b, const Shape& shape) {
  const TensorType type{ElementType::kU32, shape};
  return iota(b, type, 0) * static_cast<double>(shape[1]) + iota(b, type, 1);
}

Expr noise_by_row(Expr samples, Expr key, int64_t batch) {
  const Shape shape = {batch, kWidth};
  const Expr noise = drawn(broadcast(key, shape, {}), places(samples.builder(), shape));
  return mean(samples * noise, {0, 1});
}

// Loss and new parameters of a step, in so many micro-batches.
std::vector<float> step_in(const NoisyLoss& noisy, int64_t k) {
  const Program part = loss_of(noisy, kCountedBatch / k);
  const TrainStep step = train_step(part, kCountedArguments,
                                    {.optimizer = Optimizer::parse("sgd"),
                                     .num_microbatches = k,
                                     .sample_counters = sample_counters(part, kCountedArguments)});
  std::vector<Literal> arguments;
  for (const StepArgument& a : step.arguments) {
    Literal value = Literal::zeros(a.type);
    for (int64_t i = 0; i < value.num_elements(); ++i) {
      if (a.name == "key") {
        const uint32_t seven = 7;
        std::memcpy(value.data() + i * 4, &seven, sizeof seven);
      } else {
        value.set_float(i, a.name == "lr" ? 0.1 : 0.3 + 0.1 * static_cast<double>(i % 11));
      }
    }
    arguments.push_back(std::move(value));
  }
  std::vector<float> seen;
  const auto results = interpret(step.program, arguments).results;
  for (int r : {0, 1}) {
    for (int64_t i = 0; i < results[r].num_elements(); ++i)
      seen.push_back(static_cast<float>(results[r].get_float(i)));
  }
  return seen;
}

TEST(SampleCounters, MicrobatchesDrawWhatTheWholeBatchDraws) {
  const std::vector<float> whole = step_in(noise_by_row, 1);
  for (const int64_t k : {2, 4}) {
    const std::vector<float> cut = step_in(noise_by_row, k);
    for (size_t i = 0; i < whole.size(); ++i) EXPECT_NEAR(cut[i], whole[i], 1e-6) << k;
  }
}

TEST(SampleCounters, WhatAllSamplesShareIsNotCounted) {
  const NoisyLoss shared = [](Expr samples, Expr key, int64_t batch) {
    const Expr place = iota(samples.builder(), {ElementType::kU32, {kWidth}}, 0);
    const Expr noise = drawn(broadcast(key, {kWidth}, {}), place);
    return mean(samples * broadcast(noise, {batch, kWidth}, {1}), {0, 1});
  };
  const auto counters = sample_counters(loss_of(shared, kCountedBatch), kCountedArguments);
  ASSERT_TRUE(counters);
  EXPECT_TRUE(counters->empty());
}

// In a larger batch, elements before the samples' dimension would have other places.
TEST(SampleCounters, DrawsInAnotherOrderAreNotKnown) {
  const NoisyLoss transposed = [](Expr samples, Expr key, int64_t batch) {
    const Shape shape = {kWidth, batch};
    const Expr noise = drawn(broadcast(key, shape, {}), places(samples.builder(), shape));
    return mean(samples * transpose(noise, {1, 0}), {0, 1});
  };
  EXPECT_FALSE(sample_counters(loss_of(transposed, kCountedBatch), kCountedArguments));
  // Nor are those of which all samples see a sum.
  const NoisyLoss summed = [](Expr samples, Expr key, int64_t batch) {
    const Shape shape = {batch, kWidth};
    const Expr noise = drawn(broadcast(key, shape, {}), places(samples.builder(), shape));
    return mean(samples * noise, {0, 1}) * mean(noise, {0, 1});
  };
  EXPECT_FALSE(sample_counters(loss_of(summed, kCountedBatch), kCountedArguments));
}

}  // namespace
}  // namespace motley::tensor::strategy
