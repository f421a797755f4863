// Every gradient rule against central differences in float64, on random ops drawn from the op
// table: an op without cases, or a rule without a check, is reported.
#include <gtest/gtest.h>

#include <cmath>
#include <set>

#include "tensor/element_types.h"
#include "tensor/grad/reverse.h"
#include "tensor/ir/expr.h"
#include "tensor/ir/op_cases.h"
#include "tensor/ir/op_row.h"
#include "tensor/ir/precision.h"
#include "tensor/reference/interpreter.h"

namespace motley::tensor {
namespace {

// Arguments moved to where the function is defined and smooth.
double into_domain(OpCode code, int operand, double v) {
  switch (code) {
    case OpCode::kLog:
    case OpCode::kSqrt:
    case OpCode::kRsqrt:
    case OpCode::kCbrt:
    case OpCode::kLgamma:
    case OpCode::kDigamma:
      return std::fabs(v) + 0.3;
    case OpCode::kPower:
      return operand == 0 ? std::fabs(v) + 0.3 : v;
    case OpCode::kLogPlusOne:
      return std::fabs(v) - 0.5;
    case OpCode::kAcosh:
      return std::fabs(v) + 1.3;
    case OpCode::kAcos:
    case OpCode::kAsin:
    case OpCode::kAtanh:
    case OpCode::kErfInv:
      return v * 0.4;
    case OpCode::kBesselI1e:
      return v * v * v * 8;  // up to 64, past where the series changes
    case OpCode::kDivide:
    case OpCode::kRemainder:
      return operand == 1 ? std::copysign(std::fabs(v) + 0.5, v) : v;
    case OpCode::kPolygamma:
      return operand == 0 ? 1 : std::fabs(v) + 0.5;
    case OpCode::kZeta:
      return operand == 0 ? std::fabs(v) + 2 : std::fabs(v) + 0.5;
    case OpCode::kClamp:
      return operand == 0 ? -1 + v / 8 : operand == 2 ? 1 + v / 8 : v;
    default:
      return v;
  }
}

// sum of w * result over all float results: a scalar that sees every element. The statistics that
// attention gives beside its output have no gradient.
Program weighed(const OpCase& c, Random& random) {
  ProgramBuilder b(c.program);
  Expr total = full(b, {kF64, {}}, 0);
  for (ValueId v : c.program.body.results) {
    const Expr result(b, v);
    if (c.op().code == OpCode::kAttention && v != c.program.body.results[0]) continue;
    if (is_float(result.element()))
      total = total + sum_all(result * constant(b, draw_literal(random, result.type())));
  }
  return std::move(b).finish({total.id()});
}

double value_at(const Program& program, const std::vector<Literal>& arguments) {
  return interpret(program, arguments).results[0].get_float(0);
}

// Rules that are known to be none, each with the reason.
bool has_no_gradient(OpCode code) {
  static const std::set<OpCode> none = {
      OpCode::kBitcastConvert,     // bits are no numbers
      OpCode::kAttentionGradient,  // second derivatives: not through fused ops
      OpCode::kFusion,             // made after differentiation
      OpCode::kCase,
      OpCode::kIf,
      OpCode::kWhile,  // tensor/grad goes into their bodies
  };
  return none.contains(code);
}

// Nothing to measure: no rule, a flat one, one that passes straight through a staircase, one that
// refuses by name, or one that gives the gradient it was given.
bool is_flat(OpCode code) {
  return !row(code).gradient || row(code).gradient == flat_gradient ||
         code == OpCode::kReducePrecision || code == OpCode::kCustomRule ||
         code == OpCode::kWithGradient;
}

TEST(GradientRules, EveryOpHasOneOrAReason) {
  for (int i = 0; i < kNumOpCodes; ++i) {
    const auto code = static_cast<OpCode>(i);
    EXPECT_EQ(row(code).gradient == nullptr, has_no_gradient(code)) << name(code);
  }
}

TEST(GradientRules, AgreeWithCentralDifferences) {
  std::set<OpCode> tried;
  for (const CaseMaker& maker : case_makers()) {
    if (is_flat(maker.code)) continue;
    for (uint64_t seed = 0; seed < 25; ++seed) {
      Random random(seed);
      OpCase c = maker.make(random);
      c.program = with_floats_as(c.program, kF64);
      std::vector<int> wanted;
      for (size_t i = 0; i < c.arguments.size(); ++i) {
        c.arguments[i] = with_floats_as(c.arguments[i], kF64);
        if (!is_float(c.arguments[i].element())) continue;
        // The order of polygamma and zeta, and initial values of windows, have none.
        const bool none =
            ((maker.code == OpCode::kPolygamma || maker.code == OpCode::kZeta) && i == 0) ||
            (maker.code == OpCode::kReduceWindow && i == 1);
        if (!none) wanted.push_back(static_cast<int>(i));
        for (int64_t e = 0; e < c.arguments[i].num_elements(); ++e) {
          c.arguments[i].set_float(
              e, into_domain(maker.code, static_cast<int>(i), c.arguments[i].get_float(e)));
        }
      }
      if (wanted.empty()) continue;
      const Program loss = weighed(c, random);
      SCOPED_TRACE(maker.name + ", seed " + std::to_string(seed));
      Gradient gradient;
      try {
        gradient = differentiate(loss, wanted);
      } catch (const core::UserError& error) {  // refusals are tested by name in test_reverse.cpp
        continue;
      } catch (const core::InternalError& error) {
        FAIL() << error.what();
      }
      ASSERT_EQ(first_fault(gradient.program), "");
      const std::vector<Literal> results = interpret(gradient.program, c.arguments).results;
      tried.insert(maker.code);
      for (size_t k = 0; k < wanted.size(); ++k) {
        const Literal& analytic = results[k + 1];
        for (int64_t e = 0; e < analytic.num_elements(); ++e) {
          std::vector<Literal> moved = c.arguments;
          const double x = c.arguments[wanted[k]].get_float(e), h = 1e-5;
          moved[wanted[k]].set_float(e, x + h);
          const double above = value_at(loss, moved);
          moved[wanted[k]].set_float(e, x - h);
          const double numeric = (above - value_at(loss, moved)) / (2 * h);
          ASSERT_NEAR(analytic.get_float(e), numeric, 2e-5 * std::max(1.0, std::fabs(numeric)))
              << "operand " << wanted[k] << ", element " << e;
        }
      }
    }
  }
  for (int i = 0; i < kNumOpCodes; ++i) {
    const auto code = static_cast<OpCode>(i);
    EXPECT_TRUE(is_flat(code) || tried.contains(code)) << name(code);
  }
}

}  // namespace
}  // namespace motley::tensor
