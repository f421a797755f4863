// Reverse-mode differentiation of one op: the interface of a row's gradient rule.
//
//   void gradient_of_multiply(Backward& r) {
//     r.give(0, [&] { return r.gradient() * r.operand(1); });
//     r.give(1, [&] { return r.gradient() * r.operand(0); });
//   }
//
// A rule appends ops to the Program being built, after all forward ops it may use. A gradient has
// the type of its value. Rules give nothing to operands that need no gradient and nothing for a
// result whose gradient is zero; a gradient nobody needs is not built.
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "tensor/ir/expr.h"

namespace motley::tensor {

struct Backward {
  ProgramBuilder& builder;
  Op op;  // operands and results are values of the Program being built
  std::vector<std::optional<Expr>> result_gradients;
  std::vector<bool> wanted;  // operands whose gradient is needed
  std::vector<const Literal*>
      constants;  // the (splat) value of each constant operand; null for others
  std::vector<std::optional<Expr>> operand_gradients;  // filled in by the rule
  std::string inapplicable_reason;  // why the rule does not apply to this op; empty if it does

  Expr operand(int i) const { return {builder, op.operands[i]}; }
  Expr result(int i = 0) const { return {builder, op.results[i]}; }
  template <class T>
  const T& get() const {
    return op.get<T>();
  }
  int num_operands() const { return static_cast<int>(op.operands.size()); }
  // Gradient of a result; zeros if none was propagated.
  Expr gradient(int i = 0) const {
    return result_gradients[i] ? *result_gradients[i] : zeros_like(result(i));
  }

  template <class Make>
  void give(int i, Make make) {
    if (!wanted[i]) return;
    const Expr g = make();
    operand_gradients[i] = operand_gradients[i] ? *operand_gradients[i] + g : g;
  }
};

// The region of an op whose body is op `code` on two scalars.
std::vector<Region> body_of(ProgramBuilder& b, OpCode code, ElementType element);

// A copy of a region for another op of the same builder, with extra arguments appended.
Region clone_region(ProgramBuilder& b, const Region& region,
                    const std::vector<TensorType>& more_arguments = {});

}  // namespace motley::tensor
