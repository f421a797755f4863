#include <gtest/gtest.h>

#include "tensor/cost/accelerator_cost.h"
#include "tensor/cost/program_cost.h"
#include "tensor/cost/reuse.h"
#include "tensor/ir/expr.h"

namespace motley::tensor {
namespace {

core::DeviceType published() {
  return {.name = "d",
          .flops_per_second = 100e9,
          .memory_bytes = 1 << 30,
          .memory_bytes_per_second = 10e9};
}

// [64, 128] x [128, 32], then tanh.
CompiledProgram product_and_tanh() {
  ProgramBuilder b("main");
  const Expr x = argument(b, {ElementType::kF32, {64, 128}}),
             w = argument(b, {ElementType::kF32, {128, 32}});
  const Expr y = tanh(einsum("mk,kn->mn", x, w));
  return compile(std::move(b).finish({y.id()}), {.num_threads = 1});
}

TEST(ProgramCost, IsTheRooflineWhereNothingWasMeasured) {
  const CompiledProgram compiled = product_and_tanh();
  ASSERT_EQ(compiled.steps.size(), 2u);
  const core::RooflineShares shares{.products = 0.5, .other_flops = 0.01, .bytes = 0.5};
  const ProgramCost cost = cost_of(compiled, DeviceTables(published()), shares);
  EXPECT_EQ(cost.kernels[0].op_class, "product");
  EXPECT_EQ(cost.kernels[1].op_class, "elementwise");
  // 2 * 64 * 128 * 32 flops at 50 Gflop/s, (8192 + 4096 + 2048) * 4 bytes at 5 GB/s: memory
  // bound.
  EXPECT_NEAR(cost.kernels[0].flops, 524288, 0);
  EXPECT_NEAR(cost.kernels[0].seconds, kKernelStart + 57344 / 5e9, 1e-12);
  // tanh counts as ten flops: 20480 flops at 1 Gflop/s, and 2 * 8192 bytes at 5 GB/s.
  EXPECT_NEAR(cost.kernels[1].seconds, kKernelStart + std::max(20480 / 1e9, 16384 / 5e9), 1e-12);
  EXPECT_NEAR(cost.seconds, cost.kernels[0].seconds + cost.kernels[1].seconds, 1e-15);
  EXPECT_FALSE(cost.kernels[0].measured);
}

TEST(ProgramCost, AddsUpWhatTheTablesSayOfAKernelsParts) {
  core::DeviceType type = published();
  type.measured = {{"dispatch", {{{}, 1e6}}},
                   {"call", {{{}, 1e6}}},
                   {"product.nn", {{{64, 32, 128}, 524288e3}}},
                   {"tile.map.tanh", {{{}, 2048e3}}},
                   {"memory.read", {{{4096}, 1e9}}},
                   {"memory.write", {{{4096}, 1e9}}}};
  const ProgramCost cost = cost_of(product_and_tanh(), DeviceTables(type));
  EXPECT_TRUE(cost.kernels[0].measured);
  EXPECT_NEAR(cost.kernels[0].seconds, 1e-6 + 1e-3, 1e-9);
  // The loop streams: its own 1 ms hides 16 us of memory; plus one loop call.
  EXPECT_NEAR(cost.kernels[1].seconds, 1e-6 + 1e-6 + 1e-3, 1e-9);
}

TEST(ProgramCost, WaitsForMemoryWhereThatIsSlowerThanTheLoop) {
  core::DeviceType type = published();
  type.measured = {{"dispatch", {{{}, 1e6}}},
                   {"call", {{{}, 1e6}}},
                   {"product.nn", {{{64, 32, 128}, 1e15}}},
                   {"tile.map.tanh", {{{}, 1e15}}},
                   {"memory.read", {{{4096}, 1e6}}},
                   {"memory.write", {{{4096}, 2e6}}}};
  const ProgramCost cost = cost_of(product_and_tanh(), DeviceTables(type));
  EXPECT_NEAR(cost.kernels[1].seconds, 2e-6 + 8192 / 1e6 + 8192 / 2e6, 1e-8);
}

// A loop that writes a row of a table in each of its turns.
CompiledProgram written_rows(int turns) {
  ProgramBuilder b("main");
  const TensorType table{ElementType::kF32, {turns, 1024}}, index{ElementType::kI32, {}};
  const Expr row = argument(b, {ElementType::kF32, {1, 1024}});
  const std::vector<ValueId> starts = {full(b, index, 0).id(), full(b, table, 0).id(), row.id()};
  const std::vector<TensorType> types = {index, table, row.type()};
  std::vector<Region> regions;
  std::vector<ValueId> at = b.begin_region(types);
  const Expr more = compare({b, at[0]}, CompareDirection::kLt, static_cast<double>(turns));
  regions.push_back(b.end_region({more.id()}));
  at = b.begin_region(types);
  const ValueId next = tanh(Expr(b, at[2])).id();
  const ValueId written =
      b.add_one(OpCode::kDynamicUpdateSlice, {at[1], next, at[0], full(b, index, 0).id()});
  regions.push_back(b.end_region({(Expr(b, at[0]) + 1.0).id(), written, next}));
  const auto results = b.add(OpCode::kWhile, starts, NoAttrs{}, std::move(regions));
  return compile(std::move(b).finish({results[1]}), {.num_threads = 1});
}

// Every turn counts, on processors and on accelerators, and moves its row, not the table.
TEST(ProgramCost, OfALoopIsThatOfAllItsTurns) {
  for (const bool is_accelerator : {false, true}) {
    const DeviceTables device(published());
    const auto loop_of = [&](int turns) {
      const CompiledProgram compiled = written_rows(turns);
      const ProgramCost cost =
          is_accelerator ? accelerator_cost(compiled, device) : cost_of(compiled, device);
      for (const ClassCost& c : by_class(cost))
        if (c.op_class == "loop") return c;
      return ClassCost{};
    };
    const ClassCost few = loop_of(10), many = loop_of(1000);
    EXPECT_GT(few.seconds, 0);
    EXPECT_NEAR(many.seconds / few.seconds, 100, 1) << is_accelerator;
    EXPECT_NEAR(many.flops / few.flops, 100, 1) << is_accelerator;
    EXPECT_NEAR(many.bytes / few.bytes, 100, 1) << is_accelerator;
    EXPECT_LT(many.bytes, 1000 * 8 * 4096);
  }
}

TEST(ProgramCost, ClassesSumToTheStep) {
  const ProgramCost cost = cost_of(product_and_tanh(), DeviceTables(published()));
  double seconds = 0;
  for (const ClassCost& c : by_class(cost)) seconds += c.seconds;
  EXPECT_NEAR(seconds, cost.seconds, 1e-15);
  EXPECT_GE(by_class(cost)[0].seconds, by_class(cost)[1].seconds);
}

TEST(Reuse, IsTheTrafficSinceAValueWasTouched) {
  const CompiledProgram compiled = product_and_tanh();
  const std::vector<StepReuse> reuse = reuse_distances(compiled);
  const double product = 57344 + static_cast<double>(compiled.steps[0].kernel.scratch_bytes);
  EXPECT_EQ(reuse[1].operands[0], product);  // written by the previous step
  EXPECT_GT(reuse[0].operands[0], product);  // touched in the previous run
}

}  // namespace
}  // namespace motley::tensor
