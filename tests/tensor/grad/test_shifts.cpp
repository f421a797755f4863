#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>

#include "tensor/grad/reverse.h"
#include "tensor/grad/shifts.h"
#include "tensor/import/stablehlo_text.h"
#include "tensor/ir/op_row.h"
#include "tensor/reference/interpreter.h"

namespace motley::tensor {
namespace {

// sum(w * f(x)) with x and w of 3 x 4; f writes %y from %x, its row maxima %m, and those spread,
// %s.
std::string program(const std::string& f) {
  return R"(func.func @main(%x: tensor<3x4xf64>, %w: tensor<3x4xf64>) -> tensor<f64> {
  %zero = stablehlo.constant dense<0.0> : tensor<f64>
  %low = stablehlo.constant dense<0xFFF0000000000000> : tensor<f64>
  %r = stablehlo.reduce(%x init: %low) applies stablehlo.maximum across dimensions = [1] : (tensor<3x4xf64>, tensor<f64>) -> tensor<3xf64>
  %lows = stablehlo.broadcast_in_dim %low, dims = [] : (tensor<f64>) -> tensor<3xf64>
  %m = stablehlo.maximum %lows, %r : tensor<3xf64>
  %m1 = stablehlo.reshape %m : (tensor<3xf64>) -> tensor<3x1xf64>
  %s = stablehlo.broadcast_in_dim %m1, dims = [0, 1] : (tensor<3x1xf64>) -> tensor<3x4xf64>
  %d = stablehlo.subtract %x, %s : tensor<3x4xf64>
  %e = stablehlo.exponential %d : tensor<3x4xf64>
  %t = stablehlo.reduce(%e init: %zero) applies stablehlo.add across dimensions = [1] : (tensor<3x4xf64>, tensor<f64>) -> tensor<3xf64>
)" + f + R"(
  %p = stablehlo.multiply %y, %w : tensor<3x4xf64>
  %q = stablehlo.reduce(%p init: %zero) applies stablehlo.add across dimensions = [0, 1] : (tensor<3x4xf64>, tensor<f64>) -> tensor<f64>
  return %q : tensor<f64>
})";
}

constexpr char kSoftmax[] = R"(
  %u = stablehlo.broadcast_in_dim %t, dims = [0] : (tensor<3xf64>) -> tensor<3x4xf64>
  %y = stablehlo.divide %e, %u : tensor<3x4xf64>)";
constexpr char kLogSoftmax[] = R"(
  %l = stablehlo.log %t : tensor<3xf64>
  %u = stablehlo.broadcast_in_dim %l, dims = [0] : (tensor<3xf64>) -> tensor<3x4xf64>
  %y = stablehlo.subtract %d, %u : tensor<3x4xf64>)";
constexpr char kLogSum[] = R"(
  %l = stablehlo.log %t : tensor<3xf64>
  %a = stablehlo.add %l, %m : tensor<3xf64>
  %y = stablehlo.broadcast_in_dim %a, dims = [0] : (tensor<3xf64>) -> tensor<3x4xf64>)";

size_t num_cancelled(const std::string& f) {
  return cancelled_shifts(read_stablehlo(program(f), "f.mlir")).size();
}

TEST(CancelledShifts, AreTheMaximaOfSoftmaxes) {
  EXPECT_EQ(num_cancelled(kSoftmax), 1u);
  EXPECT_EQ(num_cancelled(kLogSoftmax), 1u);
  EXPECT_EQ(num_cancelled(kLogSum), 1u);
}

TEST(CancelledShifts, AreNoneWhereSomethingIsLeft) {
  EXPECT_EQ(num_cancelled("%y = stablehlo.add %d, %d : tensor<3x4xf64>"), 0u);  // x - m itself
  EXPECT_EQ(num_cancelled("%y = stablehlo.multiply %e, %d : tensor<3x4xf64>"), 0u);
  // Sums over the rows, which have maxima of their own.
  EXPECT_EQ(num_cancelled(R"(
  %c = stablehlo.reduce(%e init: %zero) applies stablehlo.add across dimensions = [0] : (tensor<3x4xf64>, tensor<f64>) -> tensor<4xf64>
  %u = stablehlo.broadcast_in_dim %c, dims = [1] : (tensor<4xf64>) -> tensor<3x4xf64>
  %y = stablehlo.divide %e, %u : tensor<3x4xf64>)"),
            0u);
  // A sum that begins at 1: softmax with one more score of m.
  EXPECT_EQ(num_cancelled(R"(
  %one = stablehlo.constant dense<1.0> : tensor<f64>
  %t1 = stablehlo.reduce(%e init: %one) applies stablehlo.add across dimensions = [1] : (tensor<3x4xf64>, tensor<f64>) -> tensor<3xf64>
  %u = stablehlo.broadcast_in_dim %t1, dims = [0] : (tensor<3xf64>) -> tensor<3x4xf64>
  %y = stablehlo.divide %e, %u : tensor<3x4xf64>)"),
            0u);
}

double value_at(const Program& p, const Literal& x, const Literal& w) {
  return interpret(p, {x, w}).results[0].get_float(0);
}

// With and without: the gradient is that of central differences.
TEST(CancelledShifts, LeaveTheGradientRight) {
  for (const std::string& f :
       {std::string(kSoftmax), std::string(kLogSoftmax), std::string(kLogSum),
        std::string("%y = stablehlo.multiply %e, %d : tensor<3x4xf64>")}) {
    const Program p = read_stablehlo(program(f), "f.mlir");
    Literal x = Literal::zeros({ElementType::kF64, {3, 4}}), w = x;
    for (int i = 0; i < 12; ++i) {
      x.set_float(i, std::fmod(0.6180339887 * (i + 1), 1.0));
      w.set_float(i, 0.5 + 0.2 * ((i * 5) % 7));
    }
    const Literal got = interpret(loss_and_gradients(p, {0}).program, {x, w}).results[1];
    for (int i = 0; i < 12; ++i) {
      Literal more = x, less = x;
      more.set_float(i, x.get_float(i) + 1e-5);
      less.set_float(i, x.get_float(i) - 1e-5);
      EXPECT_NEAR(got.get_float(i), (value_at(p, more, w) - value_at(p, less, w)) / 2e-5, 1e-8)
          << f;
    }
  }
}

// What differentiation leaves out: no comparison with the maximum.
TEST(CancelledShifts, SaveTheComparisonWithTheMaximum) {
  const Program p = loss_and_gradients(read_stablehlo(program(kSoftmax), "f.mlir"), {0}).program;
  for (const Op& op : p.body.ops) EXPECT_NE(op.code, OpCode::kCompare);
}

// The same programs as JAX writes them, with a stop on the spread maximum.
size_t num_stops(const std::string& f, const std::vector<int>& arguments = {0}) {
  std::string text = program(f);
  const std::string spread = "%s = stablehlo.broadcast_in_dim %m1";
  text.replace(text.find(spread), spread.size(),
               "%stop = stablehlo.custom_call @motley.stop_gradient(%m1) : (tensor<3x1xf64>) -> "
               "tensor<3x1xf64>\n  %s = stablehlo.broadcast_in_dim %stop");
  const Program stripped = without_redundant_stops(read_stablehlo(text, "f.mlir"), arguments);
  EXPECT_EQ(first_fault(stripped), "");
  return std::ranges::count(stripped.body.ops, OpCode::kStopGradient, &Op::code);
}

TEST(RedundantStops, AreThoseOfShiftsThatCancel) {
  EXPECT_EQ(num_stops(kSoftmax), 0u);
  EXPECT_EQ(num_stops(kLogSoftmax), 0u);
  EXPECT_EQ(num_stops("%y = stablehlo.multiply %e, %d : tensor<3x4xf64>"), 1u);
  EXPECT_EQ(num_stops("%y = stablehlo.multiply %e, %d : tensor<3x4xf64>", {1}), 0u);  // not of x
}

}  // namespace
}  // namespace motley::tensor
