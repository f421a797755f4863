// Five steps of each optimizer against optax's parameters (tests/data/optimizers/make.py).
#include <gtest/gtest.h>
#include <nlohmann/json.hpp>

#include <cmath>
#include <fstream>

#include "tensor/grad/train_step.h"
#include "tensor/ir/expr.h"
#include "tensor/reference/interpreter.h"

namespace motley::tensor {
namespace {

Literal wave(const Shape& shape, double frequency) {
  Literal values = Literal::zeros({ElementType::kF64, shape});
  for (int64_t i = 0; i < values.num_elements(); ++i) {
    values.set_float(i, std::sin(frequency * static_cast<double>(i + 1)));
  }
  return values;
}

Program small_model() {
  ProgramBuilder builder("small");
  const Expr b = argument(builder, {ElementType::kF64, {6}}),
             w = argument(builder, {ElementType::kF64, {4, 6}}),
             x = argument(builder, {ElementType::kF64, {8, 4}}),
             y = argument(builder, {ElementType::kF64, {8, 6}});
  const Expr error = tanh(einsum("bi,io->bo", x, w)) + b - y;
  const Expr loss = sum_all(error * error) / 48.0;
  return std::move(builder).finish({loss.id()});
}

TEST(Optax, AgreesAfterFiveSteps) {
  std::ifstream file(MOTLEY_TEST_DATA "/optimizers/optax.json");
  const auto results = nlohmann::json::parse(file).at("results");
  EXPECT_GE(results.size(), 8u);
  for (const auto& [text, expected] : results.items()) {
    SCOPED_TRACE(text);
    const TrainStep step =
        train_step(small_model(), {{true, "b"}, {true, "w"}, {false, "x"}, {false, "y"}},
                   {.optimizer = Optimizer::parse(text)});
    EXPECT_EQ(first_fault(step.program), "");
    std::vector<Literal> arguments = {wave({6}, 0.4), wave({4, 6}, 0.9)};
    size_t lr = 0;
    for (size_t i = 2; i < step.arguments.size(); ++i) {
      const StepArgument& a = step.arguments[i];
      if (a.role == StepRole::kSetting) lr = i;
      arguments.push_back(a.name == "x"   ? wave({8, 4}, 0.7)
                          : a.name == "y" ? wave({8, 6}, 1.3)
                                          : Literal::zeros(a.type));
    }
    for (int i = 0; i < 5; ++i) {
      arguments[lr].set_float(0, 0.05 / (1 + i));
      const std::vector<Literal> after = interpret(step.program, arguments).results;
      for (size_t r = 1; r < after.size(); ++r) arguments[r - 1] = after[r];
    }
    for (int64_t i = 0; i < 30; ++i) {
      const double value = i < 6 ? arguments[0].get_float(i) : arguments[1].get_float(i - 6);
      EXPECT_NEAR(value, expected[i].get<double>(), 3e-8) << i;  // the rate is float32
    }
  }
}

}  // namespace
}  // namespace motley::tensor
