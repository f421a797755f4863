// How a gradient flows back through one op: what a row's gradient rule is given and gives.
//
//   void gradient_of_multiply(Backward& r) {
//     r.give(0, [&] { return r.gradient() * r.operand(1); });
//     r.give(1, [&] { return r.gradient() * r.operand(0); });
//   }
//
// A rule adds ops to the Program being built, after all forward ops it may use. Gradients have the
// type of their value. Rules give nothing to operands that need none, and nothing for a result
// whose gradient is zero; a part that nobody wants is not built.
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
  std::vector<bool> wanted;  // operands whose gradient somebody needs
  std::vector<const Literal*>
      constants;  // for operands that are constants, their (splat) values; else null
  std::vector<std::optional<Expr>> operand_gradients;  // what the rule gives
  std::string inapplicable_reason;  // why the rule cannot be applied to this op, where it cannot

  Expr operand(int i) const { return {builder, op.operands[i]}; }
  Expr result(int i = 0) const { return {builder, op.results[i]}; }
  template <class T>
  const T& get() const {
    return op.get<T>();
  }
  int num_operands() const { return static_cast<int>(op.operands.size()); }
  // Of a result; zeros where none came back.
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

// The one region of an op whose body is this op on two scalars.
std::vector<Region> body_of(ProgramBuilder& b, OpCode code, ElementType element);

// A copy of a region for another op of the same builder, with further arguments behind its own.
Region clone_region(ProgramBuilder& b, const Region& region,
                    const std::vector<TensorType>& more_arguments = {});

}  // namespace motley::tensor
