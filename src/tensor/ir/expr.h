// Ops as expressions: the small builder in which models and gradient rules are written.
//
//   ProgramBuilder b("mlp");
//   Expr x = argument(b, {ElementType::kF32, {32, 784}});
//   Expr w = argument(b, {ElementType::kF32, {784, 10}});
//   Expr y = maximum(einsum("bi,io->bo", x, w), 0.0);      // 32 x 10
//   Program p = std::move(b).finish({y.id()});
//
// An Expr is a value of the builder it was made with; it is cheap to copy. Binary operators
// broadcast shapes as numpy does (trailing dimensions are aligned, extents of 1 and missing ones
// are repeated), and convert numbers to constants of the other operand's element type. A type error
// is a UserError that names the op.
#pragma once

#include <string_view>
#include <vector>

#include "tensor/ir/builder.h"
#include "tensor/ir/index_structure.h"

namespace motley::tensor {

class Expr {
 public:
  Expr(ProgramBuilder& builder, ValueId id) : builder_(&builder), id_(id) {}

  ProgramBuilder& builder() const { return *builder_; }
  ValueId id() const { return id_; }
  // By value: the type table grows while expressions are built.
  TensorType type() const { return builder_->type(id_); }
  Shape shape() const { return type().shape; }
  int64_t extent(int64_t dim) const;  // negative counts from the end
  int64_t num_dims() const { return type().num_dims(); }
  ElementType element() const { return builder_->type(id_).element; }

 private:
  ProgramBuilder* builder_;
  ValueId id_;
};

// Leaves.
Expr argument(ProgramBuilder& b, TensorType type);
Expr constant(ProgramBuilder& b, Literal value);
Expr full(ProgramBuilder& b, const TensorType& type, double value);  // a broadcast scalar
Expr full_like(Expr x, double value);
Expr zeros_like(Expr x);
Expr iota(ProgramBuilder& b, const TensorType& type, int64_t dim);

// Any op with one result.
Expr emit(OpCode code, const std::vector<Expr>& operands, Attrs attrs = {},
          std::vector<Region> regions = {});

// Elementwise.
Expr operator+(Expr a, Expr b);
Expr operator-(Expr a, Expr b);
Expr operator*(Expr a, Expr b);
Expr operator/(Expr a, Expr b);
Expr operator+(Expr a, double b);
Expr operator-(Expr a, double b);
Expr operator*(Expr a, double b);
Expr operator/(Expr a, double b);
Expr operator+(double a, Expr b);
Expr operator-(double a, Expr b);
Expr operator*(double a, Expr b);
Expr operator/(double a, Expr b);
Expr operator-(Expr x);
Expr maximum(Expr a, Expr b);
Expr maximum(Expr a, double b);
Expr minimum(Expr a, Expr b);
Expr minimum(Expr a, double b);
Expr power(Expr a, Expr b);
Expr power(Expr a, double b);
Expr compare(Expr a, CompareDirection direction, Expr b);
Expr compare(Expr a, CompareDirection direction, double b);
Expr select(Expr predicate, Expr on_true, Expr on_false);
Expr convert(Expr x, ElementType element);  // x itself if it already has that type
Expr abs(Expr x);
Expr cosine(Expr x);
Expr erf(Expr x);
Expr exponential(Expr x);
Expr log(Expr x);
Expr log_plus_one(Expr x);
Expr logistic(Expr x);
Expr rsqrt(Expr x);
Expr sign(Expr x);
Expr sine(Expr x);
Expr sqrt(Expr x);
Expr square(Expr x);
Expr tanh(Expr x);

// Shapes. An extent of -1 in reshape is inferred.
Expr reshape(Expr x, Shape shape);
Expr transpose(Expr x, Dims permutation);
// dims: the result dimension of each of x's dimensions
Expr broadcast(Expr x, Shape shape, Dims dims);
// numpy broadcasting; x itself if the shape is unchanged
Expr broadcast_to(Expr x, Shape shape);
Expr slice(Expr x, Dims start, Dims limit, Dims stride = {});
Expr slice_dim(Expr x, int64_t dim, int64_t start, int64_t limit);
Expr pad(Expr x, Expr value, Dims low, Dims high, Dims interior);
Expr concatenate(const std::vector<Expr>& parts, int64_t dim);
Expr reverse(Expr x, Dims dims);

// Reductions over dims (negative ones count from the end). The reduced dimensions are removed, or
// kept with extent 1 by the *_keep forms.
Expr reduce(Expr x, Reducer reducer, const Dims& dims);
Expr sum(Expr x, const Dims& dims);
Expr mean(Expr x, const Dims& dims);
Expr max(Expr x, const Dims& dims);
Expr sum_keep(Expr x, const Dims& dims);
Expr mean_keep(Expr x, const Dims& dims);
Expr max_keep(Expr x, const Dims& dims);
Expr sum_all(Expr x);

// Products. einsum: two operands, each letter at most once in each; letters absent from the result
// are summed.
Expr dot_general(Expr a, Expr b, DotAttrs attrs);
Expr einsum(std::string_view equation, Expr a, Expr b);

// Rows of `table` [V, ...] at integer `ids` [...]: [ids..., ...]. Out-of-range ids are clamped.
Expr take_rows(Expr table, Expr ids);
// 1 where the index along the new last dimension equals x: [...] -> [..., depth].
Expr one_hot(Expr x, int64_t depth, ElementType element);
// Values of x along the last dimension at ids (shaped like x without that dimension).
Expr take_last(Expr x, Expr ids);

// The identity element of the reducer in this type, and the reducer's body.
Literal identity_of(Reducer reducer, ElementType element);
OpCode op_of(Reducer reducer);

}  // namespace motley::tensor
