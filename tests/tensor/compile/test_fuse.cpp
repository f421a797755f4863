#include <gtest/gtest.h>

#include <cmath>

#include "tensor/compile/fuse.h"
#include "tensor/element_types.h"
#include "tensor/ir/compare.h"
#include "tensor/ir/expr.h"
#include "tensor/ir/op_cases.h"
#include "tensor/ir/precision.h"
#include "tensor/ir/printer.h"
#include "tensor/passes/pass.h"
#include "tensor/reference/interpreter.h"
#include "tensor/run/executable.h"

namespace motley::tensor {
namespace {

int count(const Program& program, OpCode code) {
  int n = 0;
  for (const Op& op : program.body.ops) n += op.code == code;
  return n;
}

Expr softmax(Expr x) {
  const Expr e = exponential(x - max_keep(x, {-1}));
  return e / sum_keep(e, {-1});
}

TEST(Fuse, MakesOnePassOfSoftmax) {
  ProgramBuilder b("softmax");
  const Expr x = argument(b, {kF32, {8, 16, 32}});
  const Program fused = fuse(std::move(b).finish({softmax(x).id()}));
  EXPECT_EQ(count(fused, OpCode::kFusion), 1) << print(fused);
  EXPECT_EQ(fused.body.ops.size(), 1u) << print(fused);
}

TEST(Fuse, MakesOnePassOfLayerNormAndItsGradients) {
  ProgramBuilder b("layer_norm_gradient");
  const Expr x = argument(b, {kF32, {64, 128}}), scale = argument(b, {kF32, {128}}),
             dy = argument(b, {kF32, {64, 128}});
  const Expr centred = x - mean_keep(x, {-1});
  const Expr normal = centred * rsqrt(mean_keep(square(centred), {-1}) + 1e-5);
  const Expr dn = dy * scale;
  const Expr dx = dn - mean_keep(dn, {-1}) - normal * mean_keep(dn * normal, {-1});
  const Expr dscale = sum(dy * normal, {0}), dshift = sum(dy, {0});
  const Program fused = fuse(std::move(b).finish({dx.id(), dscale.id(), dshift.id()}));
  EXPECT_EQ(count(fused, OpCode::kFusion), 1) << print(fused);
}

// What the activation's gradient needs is computed again from the product's result.
TEST(Fuse, DoesNotStoreTheInsideOfAnActivation) {
  ProgramBuilder b("gelu");
  const Expr x = argument(b, {kF32, {64, 256}}), w = argument(b, {kF32, {256, 256}}),
             v = argument(b, {kF32, {256, 256}});
  const Expr h = einsum("bi,io->bo", x, w);
  const Expr t = tanh(h * 0.8 + h * h * h * 0.04);
  const Expr y = einsum("bi,io->bo", h * (t + 1.0) * 0.5, v);
  const Expr back = einsum("bo,io->bi", y, v) * (1.0 - t * t);
  const Program fused = fuse(std::move(b).finish({back.id()}));
  for (const Op& op : fused.body.ops) {
    if (op.code == OpCode::kFusion) {
      EXPECT_EQ(op.results.size(), 1u) << print(fused);
    }
  }
}

TEST(Fuse, KeepsWhatWaitsForAProductOutOfTheGroupBeforeIt) {
  ProgramBuilder b("cycle");
  const Expr x = argument(b, {kF32, {8, 8}});
  const Expr a = exponential(x);
  const Expr y = tanh(a) + einsum("ij,jk->ik", a, a);
  const Program fused = fuse(std::move(b).finish({y.id()}));
  EXPECT_EQ(first_fault(fused), "");
  EXPECT_EQ(count(fused, OpCode::kFusion), 2) << print(fused);
}

// A fold over dimensions in the middle is a kernel of its own, for which others have to wait.
TEST(Fuse, KeepsWhatWaitsForALoneFoldOutOfTheGroupBeforeIt) {
  ProgramBuilder b("middle");
  const Expr x = argument(b, {kF32, {4, 8, 16, 8}});
  const Expr h = tanh(x);
  const Expr y = h * broadcast(sum(h, {1}), h.shape(), {0, 2, 3});
  const Program fused = fuse(std::move(b).finish({y.id()}));
  EXPECT_EQ(first_fault(fused), "");
  EXPECT_EQ(count(fused, OpCode::kFusion), 2) << print(fused);
}

// Three groups meet in one op: the first may merge with each of the others, but these not with each
// other.
TEST(Fuse, DoesNotMergeAGroupWithTheOneItWaitsFor) {
  ProgramBuilder b("three");
  const Shape shape{64, 128};
  const Expr p = argument(b, {kF32, shape}), r = argument(b, {kF32, shape});
  const Expr w = exponential(r);
  const Expr u = exponential(p);
  const Expr v = p * broadcast(sum(u, {0, 1}), shape, {});
  const Expr y = w * p;
  const Program fused = fuse(std::move(b).finish({u.id(), v.id(), y.id()}));
  EXPECT_EQ(first_fault(fused), "");
  EXPECT_EQ(count(fused, OpCode::kFusion), 2) << print(fused);
}

// Threads would each begin with the 3.
TEST(Fuse, LeavesFoldsOverRowsAloneThatBeginWithANumber) {
  ProgramBuilder b("initial");
  const ValueId x = b.argument({kF32, {64, 128}}),
                three = constant(b, Literal::scalar(kF32, 3)).id();
  const ValueId y = b.add_one(OpCode::kTanh, {x});
  const auto fold = [&](Dims dims) {
    std::vector<Region> body;
    body.push_back(binary_region(b, OpCode::kMaximum, kF32));
    return b.add_one(OpCode::kReduce, {y, three}, ReduceAttrs{std::move(dims)}, std::move(body));
  };
  const ValueId over_rows = fold({0}), over_all = fold({0, 1}), over_columns = fold({1});
  const Program fused = fuse(std::move(b).finish({over_rows, over_all, over_columns}));
  EXPECT_EQ(count(fused, OpCode::kReduce), 2) << print(fused);
  EXPECT_EQ(count(fused, OpCode::kFusion), 1) << print(fused);
}

// --- Random Programs ---------------------------------------------------------------------

// Values on a [a, b, c] domain and on what folds leave of it, combined at random.
class RandomProgram {
 public:
  // Without folds and functions whose last bit is not defined, every element type has one answer.
  explicit RandomProgram(uint64_t seed, bool is_exact = false)
      : random_(seed), builder_("random"), first_kind_(is_exact ? 5 : 0) {
    shape_ = {draw(random_, 1, 9), draw(random_, 1, 9), draw(random_, 1, 70)};
    for (int i = 0; i < 3; ++i) add(argument(builder_, {kF32, shape_}));
    add(argument(builder_, {kF32, {shape_[2]}}));
    add(argument(builder_, {kF32, {shape_[0], shape_[1]}}));
    const int64_t num_ops = draw(random_, 3, 24);
    for (int64_t i = 0; i < num_ops; ++i) grow();
  }

  Program finish() && {
    std::vector<ValueId> results;
    for (int i = 0; i < 3; ++i) results.push_back(pick().id());
    results.push_back(values_.back().id());
    return std::move(builder_).finish(results);
  }

 private:
  void add(Expr e) { values_.push_back(e); }
  Expr pick() {
    const auto last = static_cast<int64_t>(values_.size()) - 1;
    return values_[draw(random_, std::max<int64_t>(0, last - 8), last)];
  }
  // The value spread over the domain.
  Expr full(Expr e) {
    if (e.shape() == shape_) return e;
    if (e.shape() == Shape{shape_[0], shape_[1]}) return broadcast(e, shape_, {0, 1});
    if (e.shape() == Shape{shape_[2]}) return broadcast(e, shape_, {2});
    return broadcast(e, shape_, {});
  }
  void grow() {
    switch (draw(random_, first_kind_, 9)) {
      case 0:
        return add(sum(full(pick()), {2}) * 0.1);
      case 1:
        return add(max(full(pick()), {2}));
      case 2:
        return add(sum(full(pick()), {0, 1}) * 0.1);
      case 3:
        return add(sum_all(full(pick())) * 0.01);
      case 4:
        return add(tanh(pick()));
      case 5:
        return add(
            select(compare(full(pick()), CompareDirection::kLt, 0.1), full(pick()), full(pick())));
      case 6:
        return add(full(pick()) * full(pick()));
      case 7:
        return add(maximum(full(pick()), full(pick())) - 0.5);
      case 8:
        return add(transpose(transpose(full(pick()), {1, 0, 2}) + 0.25, {1, 0, 2}));
      default:
        return add(full(pick()) + full(pick()));
    }
  }

  Random random_;
  ProgramBuilder builder_;
  int64_t first_kind_;
  Shape shape_;
  std::vector<Expr> values_;
};

// The largest difference, against the largest value but no less than 1: terms cancel in sums.
double difference(const Literal& got, const Literal& want) {
  double most = 0, scale = 1;
  for (int64_t i = 0; i < want.num_elements(); ++i) {
    most = std::max(most, std::abs(got.get_float(i) - want.get_float(i)));
    scale = std::max(scale, std::abs(want.get_float(i)));
  }
  return most / scale;
}

TEST(Fuse, KeepsRandomProgramsAsTheyWere) {
  for (uint64_t seed = 0; seed < 400; ++seed) {
    const Program program = simplify(RandomProgram(seed).finish());
    const Program fused = fuse(program);
    ASSERT_EQ(first_fault(fused), "") << "seed " << seed;
    Random random(seed);
    std::vector<Literal> arguments;
    for (ValueId v : program.body.arguments)
      arguments.push_back(draw_literal(random, program.type(v)));
    const auto want = interpret(program, arguments).results;
    const auto reference = interpret(fused, arguments).results;
    const auto engine = run_on_cpu(program, arguments, 1 + static_cast<int>(seed % 3));
    for (size_t i = 0; i < want.size(); ++i) {
      ASSERT_LE(relative_error(reference[i], want[i]), 1e-6) << "seed " << seed << print(fused);
      ASSERT_LE(difference(engine[i], want[i]), 2e-5) << "seed " << seed << print(fused);
    }
  }
}

TEST(Fuse, RoundsHalfPrecisionAfterEachOpAsTheReferenceDoes) {
  for (const ElementType half : {ElementType::kBF16, ElementType::kF16}) {
    for (uint64_t seed = 0; seed < 100; ++seed) {
      const Program program = simplify(with_floats_as(RandomProgram(seed, true).finish(), half));
      Random random(seed);
      std::vector<Literal> arguments;
      for (ValueId v : program.body.arguments)
        arguments.push_back(draw_literal(random, program.type(v)));
      const auto want = interpret(program, arguments).results;
      const auto engine = run_on_cpu(program, arguments, 1 + static_cast<int>(seed % 3));
      for (size_t i = 0; i < want.size(); ++i) {
        for (int64_t j = 0; j < want[i].num_elements(); ++j)
          ASSERT_EQ(engine[i].get_float(j), want[i].get_float(j))
              << name(half) << ", seed " << seed << ", result " << i << " at " << j
              << print(fuse(program));
      }
    }
  }
}

// The reference rounds each partial sum; a sum of a thousand bf16 values is then off by percents.
TEST(Fuse, SumsHalfPrecisionInFloat32) {
  ProgramBuilder b("sums");
  const Expr x = argument(b, {ElementType::kBF16, {48, 300}});
  const Program program =
      std::move(b).finish({sum(x, {1}).id(), sum(x, {0}).id(), sum_all(x).id(), max(x, {1}).id()});
  Random random(1);
  const std::vector<Literal> arguments = {
      draw_literal(random, program.type(program.body.arguments[0]))};
  const auto engine = run_on_cpu(program, arguments, 2);
  const auto want =
      interpret(with_floats_as(program, kF64), {with_floats_as(arguments[0], kF64)}).results;
  for (size_t i = 0; i < want.size(); ++i) {
    ASSERT_EQ(engine[i].element(), ElementType::kBF16);
    for (int64_t j = 0; j < want[i].num_elements(); ++j)
      EXPECT_NEAR(engine[i].get_float(j), want[i].get_float(j),
                  0x1p-8 * std::abs(want[i].get_float(j)) + 1e-3);
  }
}

}  // namespace
}  // namespace motley::tensor
