// Expected values: scipy 1.17 and, where it is off in the last digits, 60-digit series.
#include "tensor/reference/op_test.h"

namespace motley::tensor {
namespace {

using enum ElementType;

void expect_close(OpCode code, const std::vector<Literal>& operands,
                  const std::vector<double>& expected) {
  const std::vector<double> got = numbers(evaluate(code, operands));
  ASSERT_EQ(got.size(), expected.size());
  for (size_t i = 0; i < got.size(); ++i) {
    EXPECT_NEAR(got[i], expected[i], 4e-16 * std::fabs(expected[i])) << "at " << i;
  }
}

TEST(SpecialFunctions, BesselI1e) {
  expect_close(
      OpCode::kBesselI1e,
      {vec(kF64, {1e-300, 1, 3.3, -7.300097913682219, 24.9, 25.1, 100.5, 1e300})},
      {5e-301, 0.2079104153497085, 0.19109017276102952, -0.13969496731722475, 0.07872879488210313,
       0.07842431517836841, 0.03964591083024656, 3.9894228040143266e-151});
  expect_numbers(evaluate(OpCode::kBesselI1e, {vec(kF64, {0, -0.0, kInf, -kInf, kNaN})}),
                 {0, -0.0, 0, -0.0, kNaN});
}

TEST(SpecialFunctions, Digamma) {
  expect_close(
      OpCode::kDigamma, {vec(kF64, {1, 0.5, -0.5, -1.5, 10.5, 1e-300, 1e300, 0.01, 50.3})},
      {-0.5772156649015329, -1.9635100260214235, 0.03648997397857652, 0.7031566406452432,
       2.303001034297687, -1e300, 690.7755278982137, -100.56088545786868, 3.908031783649626});
  expect_numbers(
      evaluate(OpCode::kDigamma, {vec(kF64, {0, -0.0, -1, -2, kInf, -kInf, kNaN, -1e20})}),
      {kNaN, kNaN, kNaN, kNaN, kInf, kNaN, kNaN, kNaN});
  // Near its zero the error is absolute.
  EXPECT_NEAR(evaluate(OpCode::kDigamma, {scalar(kF64, 1.4616)}).get_float(0),
              -3.110625123034165e-05, 1e-18);
}

TEST(SpecialFunctions, ErrorFunctions) {
  expect_close(OpCode::kErf, {vec(kF64, {0.5, -2})}, {0.5204998778130465, -0.9953222650189527});
  expect_close(OpCode::kErfc, {vec(kF64, {0.5, 10})}, {0.4795001221869535, 2.088487583762545e-45});
  expect_close(OpCode::kErfInv, {vec(kF64, {1e-300, 1e-9, 0.5, -0.99, 1 - 0x1p-53})},
               {8.862269254527580e-301, 8.862269254527581e-10, 0.4769362762044699,
                -1.8213863677184494, 5.863584748755167});
  expect_numbers(evaluate(OpCode::kErfInv, {vec(kF64, {0, -0.0, 1, -1, 1.5, kNaN})}),
                 {0, -0.0, kInf, -kInf, kNaN, kNaN});
}

TEST(SpecialFunctions, LogGamma) {
  expect_close(OpCode::kLgamma, {vec(kF64, {0.5, 10.5, -1.5, 1e300})},
               {0.5723649429247001, 13.940625219403763, 0.860047015376481, 6.8977552789821374e302});
  expect_numbers(evaluate(OpCode::kLgamma, {vec(kF64, {1, 2, 0, -3, kInf, -kInf, kNaN})}),
                 {0, 0, kInf, kInf, kInf, kInf, kNaN});
}

TEST(SpecialFunctions, Zeta) {
  expect_close(
      OpCode::kZeta,
      {vec(kF64, {2, 4, 1.5, 1000, 2, 5, 5, 3}),
       vec(kF64, {1, 1e10, 0.001, 2, -1.5, -7.518437498056133, 0.7, 1})},
      {1.6449340668482264, 3.3333333338333333e-31, 31625.386966911912, 9.332636185032189e-302,
       9.379246644989124, 11.930019779564656, 6.029510568459361, 1.2020569031595942});
  expect_numbers(evaluate(OpCode::kZeta, {vec(kF64, {1, 0.5, 2, 3, 2.5, 2.5, kInf, 2, kNaN, 2}),
                                          vec(kF64, {1, 1, 0, -2, -1.5, 0, 1, kInf, 1, kNaN})}),
                 {kInf, kNaN, kInf, kNaN, kNaN, kNaN, kNaN, kNaN, kNaN, kNaN});
  // Far left of zero: pi^2 less the tail, without a billion terms.
  EXPECT_NEAR(evaluate(OpCode::kZeta, {scalar(kF64, 2), scalar(kF64, -1e10 - 0.5)}).get_float(0),
              9.869604400989358, 1e-14);
}

TEST(SpecialFunctions, Polygamma) {
  expect_close(OpCode::kPolygamma, {vec(kF64, {0, 1, 2, 5, 1}), vec(kF64, {1, 1, 1, 1e-3, -1.5})},
               {-0.5772156649015329, 1.6449340668482264, -2.4041138063191885, 1.1999999999999998e20,
                9.379246644989124});
  expect_numbers(evaluate(OpCode::kPolygamma, {vec(kF64, {0, 1, 3, -1, 0.5, 1, 2}),
                                               vec(kF64, {-1, -1, 0, 1, 1, kNaN, -kInf})}),
                 {kNaN, kInf, kInf, kNaN, kNaN, kNaN, kNaN});
}

TEST(SpecialFunctions, HyperbolicAndInverse) {
  expect_close(OpCode::kAcosh, {vec(kF64, {1.5, 1e300})}, {0.9624236501192069, 691.4686750787737});
  expect_numbers(evaluate(OpCode::kAcosh, {vec(kF64, {0.5, 1, -2})}), {kNaN, 0, kNaN});
  expect_numbers(evaluate(OpCode::kAtanh, {vec(kF64, {1, -1, 2})}), {kInf, -kInf, kNaN});
  expect_close(OpCode::kSinh, {vec(kF64, {1e-9, 1})}, {1e-9, 1.1752011936438014});
  expect_close(OpCode::kCosh, {vec(kF64, {1})}, {1.5430806348152437});
  expect_close(OpCode::kAsinh, {vec(kF64, {1e-9, -1e300})}, {1e-9, -691.4686750787737});
  expect_close(OpCode::kTan, {vec(kF64, {1})}, {1.557407724654902});
  expect_close(OpCode::kAsin, {vec(kF64, {0.5})}, {0.5235987755982989});
  expect_close(OpCode::kAcos, {vec(kF64, {0.5})}, {1.0471975511965979});
  expect_close(OpCode::kAtan, {vec(kF64, {0.5})}, {0.4636476090008061});
  expect_numbers(evaluate(OpCode::kSquare, {i32({-3, 65536})}), {9, 0});
}

}  // namespace
}  // namespace motley::tensor
