// Every op that has kernels, on random cases and random layouts, against the reference.
#include <fmt/format.h>
#include <gtest/gtest.h>

#include <cmath>

#include "kernel_check.h"
#include "tensor/ir/precision.h"

namespace motley::tensor {
namespace {

constexpr int kSeeds = 200;

// Ops that move bits must keep them.
bool only_moves(OpCode code) {
  switch (code) {
    case OpCode::kBitcastConvert:
    case OpCode::kBroadcastInDim:
    case OpCode::kConcatenate:
    case OpCode::kConstant:
    case OpCode::kConvert:
    case OpCode::kIota:
    case OpCode::kPad:
    case OpCode::kReshape:
    case OpCode::kReverse:
    case OpCode::kSlice:
    case OpCode::kTranspose:
    case OpCode::kDynamicSlice:
    case OpCode::kDynamicUpdateSlice:
    case OpCode::kGather:
    case OpCode::kSort:
    case OpCode::kTopK:
      return true;
    default:
      return false;
  }
}

// Now and then what copies and comparisons must carry through.
void strew_specials(Random& random, std::vector<Literal>& arguments) {
  const double specials[] = {NAN, INFINITY, -INFINITY, -0.0, 0.0};
  for (Literal& literal : arguments) {
    if (!is_float(literal.element())) continue;
    for (int64_t i = 0; i < literal.num_elements(); ++i)
      if (draw(random, 0, 7) == 0) literal.set_float(i, specials[draw(random, 0, 4)]);
  }
}

bool carries_specials(const CaseMaker& maker) {
  return only_moves(maker.code) || maker.name.ends_with("maximum") ||
         maker.name.ends_with("minimum") || maker.code == OpCode::kSelectAndScatter;
}

TEST(RandomOps, KernelsAgreeWithTheReferenceOnAnyLayout) {
  for (const CaseMaker& maker : case_makers()) {
    if (implementations(maker.code).empty()) continue;
    SCOPED_TRACE(maker.name);
    int accepted = 0, faults = 0;
    for (int seed = 0; seed < kSeeds && faults < 3; ++seed) {
      Random random(seed);
      OpCase op_case = maker.make(random);
      if (carries_specials(maker) && seed % 2) strew_specials(random, op_case.arguments);
      KernelRequest request = dense_request(op_case, 1 + seed % 3);
      if (seed % 3 != 0) {
        for (size_t i = 0; i < request.operands.size(); ++i)
          request.operands[i] = draw_operand_layout(random, op_case.arguments[i]);
        for (Layout& result : request.results) result = draw_layout(random, result.type);
      }
      const std::vector<Literal> expected = reference_results(op_case);
      const double tolerance = only_moves(maker.code) ? 0 : 1e-5;
      // Each implementation on its own, not just the first that accepts.
      for (Implementation implementation : implementations(maker.code)) {
        const std::optional<Kernel> kernel = implementation(request);
        if (!kernel) continue;
        ++accepted;
        const std::string fault =
            fault_of(*kernel, request, op_case.arguments, expected, tolerance);
        EXPECT_EQ(fault, "") << "seed " << seed;
        faults += !fault.empty();
      }
    }
    // Bodies of two tensors are the reference's; attention has tests of its own.
    const bool has_kernel = !maker.name.ends_with("argmax") && !maker.name.starts_with("motley.");
    EXPECT_TRUE(!has_kernel || accepted > kSeeds / 4) << "declined too often";
  }
}

// Half precision: sums in f32, rounded once. The judge is the interpreter in f32 on the same
// values.
TEST(RandomOps, HalfPrecisionKernelsAgreeWithTheReferenceInFloat32) {
  for (const CaseMaker& maker : case_makers()) {
    if (implementations(maker.code).empty() || maker.code == OpCode::kBitcastConvert) continue;
    for (const ElementType half : {ElementType::kBF16, ElementType::kF16}) {
      SCOPED_TRACE(fmt::format("{} {}", maker.name, name(half)));
      for (int seed = 0; seed < 20; ++seed) {
        Random random(seed);
        OpCase wide = maker.make(random);
        OpCase narrow{with_floats_as(wide.program, half), {}};
        bool has_floats = false;
        wide.program = with_floats_as(wide.program, ElementType::kF32);
        for (Literal& value : wide.arguments) {
          has_floats = has_floats || is_float(value.element());
          narrow.arguments.push_back(with_floats_as(value, half));
          value = with_floats_as(narrow.arguments.back(), ElementType::kF32);
        }
        const KernelRequest request = dense_request(narrow, 1 + seed % 3);
        const std::optional<Kernel> kernel = fast_kernel(request);
        if (!kernel || !has_floats) continue;
        std::vector<Literal> expected;
        for (const Literal& value : reference_results(wide))
          expected.push_back(with_floats_as(value, half));
        const double tolerance = only_moves(maker.code)       ? 0
                                 : half == ElementType::kBF16 ? 0x1p-7
                                                              : 0x1p-10;
        ASSERT_EQ(fault_of(*kernel, request, narrow.arguments, expected, tolerance), "")
            << kernel->name << ", seed " << seed;
      }
    }
  }
}

}  // namespace
}  // namespace motley::tensor
