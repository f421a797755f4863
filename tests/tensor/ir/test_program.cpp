#include <gtest/gtest.h>

#include "tensor/element_types.h"
#include "tensor/ir/builder.h"
#include "tensor/ir/printer.h"

namespace motley::tensor {
namespace {

// sum over dim 0 of x * y, with the ops or the operands in either order.
Program weighted_sum(OpCode product = OpCode::kMultiply, bool swapped = false, int64_t dim = 0) {
  ProgramBuilder b("sum");
  const ValueId x = b.argument({kF, {4, 3}}), y = b.argument({kF, {4, 3}});
  const ValueId p = b.add_one(product, {swapped ? y : x, swapped ? x : y});
  const ValueId zero =
      b.add_one(OpCode::kConstant, {}, ConstantAttrs{{kF, {}}, Literal::scalar(kF, 0)});
  Region body = binary_region(b, OpCode::kAdd, kF);
  std::vector<Region> regions;
  regions.push_back(std::move(body));
  const ValueId s = b.add_one(OpCode::kReduce, {p, zero}, ReduceAttrs{{dim}}, std::move(regions));
  return std::move(b).finish({s});
}

TEST(Program, ComparesAndHashesByStructure) {
  const Program a = weighted_sum();
  Program renamed = weighted_sum();
  renamed.name = "other";
  renamed.source = "elsewhere.mlir";
  EXPECT_TRUE(a == renamed);
  EXPECT_EQ(structural_hash(a), structural_hash(renamed));
  for (const Program& b : {weighted_sum(OpCode::kAdd), weighted_sum(OpCode::kMultiply, true),
                           weighted_sum(OpCode::kMultiply, false, 1)}) {
    EXPECT_FALSE(a == b);
    EXPECT_NE(structural_hash(a), structural_hash(b));
  }
}

TEST(Program, HashIsTheSameInEveryBuild) {
  // Plans name Programs by this number: if it changes, old plans are refused.
  EXPECT_EQ(structural_hash(weighted_sum()), 8740489689839445184u);
}

TEST(Program, NumbersOfValuesDoNotCount) {
  // The same Program with an unused number in the table.
  Program a = weighted_sum(), b = a;
  b.values.insert(b.values.begin(), TensorType{kF, {9}});
  auto shift = [](auto& self, Region& region) -> void {
    auto move = [](std::vector<ValueId>& ids) {
      for (ValueId& id : ids) ++id.index;
    };
    move(region.arguments);
    move(region.results);
    for (Op& op : region.ops) {
      move(op.operands);
      move(op.results);
      for (Region& r : op.regions) self(self, r);
    }
  };
  shift(shift, b.body);
  EXPECT_EQ(first_fault(b), "");
  EXPECT_TRUE(a == b);
  EXPECT_EQ(structural_hash(a), structural_hash(b));
}

TEST(Verifier, NamesTheOffendingOp) {
  EXPECT_EQ(first_fault(weighted_sum()), "");
  Program use_before = weighted_sum();
  std::swap(use_before.body.ops[0], use_before.body.ops[2]);
  EXPECT_EQ(first_fault(use_before),
            "op 0 (stablehlo.reduce) uses value 2, which is not defined before it");
  Program wrong_type = weighted_sum();
  wrong_type.values[2].shape = {4, 4};
  EXPECT_EQ(first_fault(wrong_type),
            "op 0 (stablehlo.multiply): result 0 is tensor<4x3xf32>, not tensor<4x4xf32>");
  Program twice = weighted_sum();
  twice.body.ops[1].results[0] = twice.body.ops[0].results[0];
  EXPECT_EQ(first_fault(twice), "op 1 (stablehlo.constant) defines a value again");
  Program leaking = weighted_sum();
  leaking.body.results[0] = leaking.body.ops[2].regions[0].ops[0].results[0];
  EXPECT_NE(first_fault(leaking).find("which is not defined before it"), std::string::npos);
  EXPECT_THROW(verify(leaking), core::InternalError);
}

TEST(Builder, RefusesWhatDoesNotFit) {
  ProgramBuilder b("bad", "bad.mlir");
  const ValueId x = b.argument({kF, {4}}), y = b.argument({kF, {5}});
  try {
    b.add(OpCode::kAdd, {x, y}, {}, {}, {.line = 3, .column = 7});
    FAIL();
  } catch (const core::UserError& error) {
    EXPECT_STREQ(
        error.what(),
        "bad.mlir:3:7: stablehlo.add: operands must have the same type, but are tensor<4xf32> "
        "and tensor<5xf32>");
  }
  EXPECT_THROW(b.add(OpCode::kAdd, {x}), core::UserError);
  EXPECT_THROW(b.add(OpCode::kExponential, {b.argument({ElementType::kI32, {4}})}),
               core::UserError);
}

}  // namespace
}  // namespace motley::tensor
