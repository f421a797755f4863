// What the tests of the reference interpreter share: literals from plain numbers, and one op run
// both ways, alone and as a Program.
#pragma once

#include <gtest/gtest.h>

#include <cmath>
#include <functional>
#include <limits>
#include <random>
#include <vector>

#include "tensor/ir/builder.h"
#include "tensor/reference/interpreter.h"

namespace motley::tensor {

inline constexpr double kInf = std::numeric_limits<double>::infinity();
inline constexpr double kNaN = std::numeric_limits<double>::quiet_NaN();

inline Literal literal(ElementType element, Shape shape, const std::vector<double>& values) {
  Literal l = Literal::zeros({element, std::move(shape)});
  EXPECT_EQ(l.num_elements(), static_cast<int64_t>(values.size()));
  for (size_t i = 0; i < values.size(); ++i) {
    l.set_from_double(static_cast<int64_t>(i), values[i]);
  }
  return l;
}
inline Literal vec(ElementType element, const std::vector<double>& values) {
  return literal(element, {static_cast<int64_t>(values.size())}, values);
}
inline Literal f32(const std::vector<double>& values) { return vec(ElementType::kF32, values); }
inline Literal i32(const std::vector<double>& values) { return vec(ElementType::kI32, values); }
inline Literal scalar(ElementType element, double value) { return literal(element, {}, {value}); }

inline std::vector<double> numbers(const Literal& l) {
  std::vector<double> values;
  for (int64_t i = 0; i < l.num_elements(); ++i) values.push_back(l.as_double(i));
  return values;
}

// 0, 1, 2, ... in a shape.
inline Literal counted(ElementType element, Shape shape) {
  Literal l = Literal::zeros({element, std::move(shape)});
  for (int64_t i = 0; i < l.num_elements(); ++i) l.set_from_double(i, static_cast<double>(i));
  return l;
}

// Small whole numbers: their sums and products are exact in every type, whatever the order.
inline Literal drawn(std::mt19937& random, ElementType element, Shape shape) {
  std::uniform_int_distribution<int> number(is_signed(element) || is_float(element) ? -4 : 0, 4);
  Literal l = Literal::zeros({element, std::move(shape)});
  for (int64_t i = 0; i < l.num_elements(); ++i) l.set_from_double(i, number(random));
  return l;
}

using Regions = std::function<std::vector<Region>(ProgramBuilder&)>;

// A body of one op on two scalars.
inline Regions body_of(OpCode code, ElementType element) {
  return [=](ProgramBuilder& b) {
    std::vector<Region> regions;
    regions.push_back(binary_region(b, code, element));
    return regions;
  };
}

inline Program program_of(OpCode code, const std::vector<Literal>& operands, Attrs attrs = {},
                          const Regions& regions = nullptr) {
  ProgramBuilder b("one op", "test.mlir");
  std::vector<ValueId> arguments;
  for (const Literal& operand : operands) arguments.push_back(b.argument(operand.type()));
  std::vector<Region> bodies;
  if (regions) bodies = regions(b);
  std::vector<ValueId> results =
      b.add(code, arguments, std::move(attrs), std::move(bodies), {.line = 7, .column = 3});
  return std::move(b).finish(std::move(results));
}

// The results of one op, which must come out the same alone and in a Program.
inline std::vector<Literal> evaluate_all(OpCode code, const std::vector<Literal>& operands,
                                         Attrs attrs = {}, const Regions& regions = nullptr) {
  const Program program = program_of(code, operands, std::move(attrs), regions);
  EXPECT_EQ(first_fault(program), "");
  std::vector<const Literal*> pointers;
  for (const Literal& operand : operands) pointers.push_back(&operand);
  std::vector<Literal> alone =
      evaluate_op(OpView{program.values, program.body.ops.back()}, pointers);
  EXPECT_EQ(alone, interpret(program, operands).results);
  return alone;
}
inline Literal evaluate(OpCode code, const std::vector<Literal>& operands, Attrs attrs = {},
                        const Regions& regions = nullptr) {
  return evaluate_all(code, operands, std::move(attrs), regions).at(0);
}

// Equal values; NaN equals NaN, and -0 is not 0.
inline void expect_numbers(const Literal& got, const std::vector<double>& expected) {
  const std::vector<double> values = numbers(got);
  ASSERT_EQ(values.size(), expected.size());
  for (size_t i = 0; i < values.size(); ++i) {
    if (std::isnan(expected[i])) {
      EXPECT_TRUE(std::isnan(values[i])) << "at " << i << " got " << values[i];
    } else {
      EXPECT_EQ(values[i], expected[i]) << "at " << i;
      EXPECT_EQ(std::signbit(values[i]), std::signbit(expected[i])) << "at " << i;
    }
  }
}

}  // namespace motley::tensor
