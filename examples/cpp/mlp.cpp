// A multilayer perceptron from nothing but Expr: built, printed, differentiated, trained.
//
//   x [32, 8] -> dense 16 -> relu -> dense 3 -> mean of -log softmax at the label
#include <fmt/format.h>

#include "core/base/random.h"
#include "tensor/grad/reverse.h"
#include "tensor/ir/expr.h"
#include "tensor/ir/printer.h"
#include "tensor/reference/interpreter.h"

using namespace motley;
using namespace motley::tensor;

constexpr int64_t kBatch = 32, kInputs = 8, kHidden = 16, kClasses = 3;

Program build_loss() {
  ProgramBuilder b("mlp");
  const auto f32 = ElementType::kF32;
  const Expr w1 = argument(b, {f32, {kInputs, kHidden}}), b1 = argument(b, {f32, {kHidden}});
  const Expr w2 = argument(b, {f32, {kHidden, kClasses}}), b2 = argument(b, {f32, {kClasses}});
  const Expr x = argument(b, {f32, {kBatch, kInputs}});
  const Expr label = argument(b, {ElementType::kI32, {kBatch}});

  const Expr hidden = maximum(einsum("bi,ih->bh", x, w1) + b1, 0.0);
  const Expr logits = einsum("bh,hc->bc", hidden, w2) + b2;
  const Expr log_sum = log(sum_keep(exponential(logits), {1}));
  const Expr loss = -mean(take_last(logits - log_sum, label), {0});
  return std::move(b).finish({loss.id()});
}

// Parameters at random; the label of an input is the largest of its first features.
std::vector<Literal> draw_arguments(const Program& program) {
  std::vector<Literal> arguments;
  for (const ValueId v : program.body.arguments) {
    const core::RandomStream stream{0, v.index};
    Literal value = Literal::zeros(program.type(v));
    for (int64_t i = 0; i < value.num_elements() && is_float(value.element()); ++i) {
      value.set_float(i, 0.5 * core::normal_at(stream, i));
    }
    arguments.push_back(std::move(value));
  }
  const Literal& x = arguments[4];
  for (int64_t row = 0; row < kBatch; ++row) {
    int64_t largest = 0;
    for (int64_t c = 1; c < kClasses; ++c) {
      if (x.get_float(row * kInputs + c) > x.get_float(row * kInputs + largest)) largest = c;
    }
    arguments[5].set_signed(row, largest);
  }
  return arguments;
}

int main() {
  const Program loss = build_loss();
  fmt::print("{}\n", print(loss));

  // (w1, b1, w2, b2, x, label) -> (loss, and its gradient for each of the first four)
  const Program step = differentiate(loss, {0, 1, 2, 3}).program;
  std::vector<Literal> arguments = draw_arguments(step);
  double first = 0, last = 0;
  for (int i = 0; i <= 100; ++i) {
    const std::vector<Literal> results = interpret(step, arguments).results;
    last = results[0].get_float(0);
    if (i == 0) first = last;
    if (i % 20 == 0) fmt::print("step {:3}: loss {:.4f}\n", i, last);
    for (size_t p = 0; p < 4; ++p) {
      for (int64_t k = 0; k < arguments[p].num_elements(); ++k) {
        const double gradient = results[p + 1].get_float(k);
        arguments[p].set_float(k, arguments[p].get_float(k) - 0.5 * gradient);
      }
    }
  }
  return last < 0.5 * first ? 0 : 1;
}
