// Params: where a model asks for its arguments by name, in any order.
//
//   Params block = p.at("blocks/00");
//   Expr w = block.weight("w1", {768, 3072});       // argument "blocks/00/w1", normal:0.02
//   Expr x = p.batch("img", {ElementType::kF32, {64, 224, 224, 3}});
//
// The arguments of the Program are the parameters sorted by name, then the batch sorted by name:
// the order in which JAX hands over a dictionary. Asking again for a name gives the same value.
#pragma once

#include <map>
#include <string>

#include "tensor/import/model.h"
#include "tensor/ir/expr.h"

namespace motley::tensor {

// A loss Program under construction, and its arguments. With a signature given, they stand in its
// order from the start; without one they are added as they are asked for.
struct LossBuilder {
  explicit LossBuilder(const std::string& name, Signature arguments = {});

  ProgramBuilder program;
  Signature signature;
  std::map<std::string, Expr> arguments;
};

class Params {
 public:
  explicit Params(LossBuilder& loss, std::string prefix = {});

  Params at(const std::string& name) const;  // names below it get "name/" in front

  Expr weight(const std::string& name, Shape shape, double scale = 0.02) const;  // normal
  Expr zeros(const std::string& name, Shape shape) const;
  Expr ones(const std::string& name, Shape shape) const;
  // Floats start as normal:1.
  Expr batch(const std::string& name, TensorType type) const;

  ProgramBuilder& builder() const { return loss_->program; }

 private:
  Expr ask(Role role, const std::string& name, TensorType type, Initial init) const;

  LossBuilder* loss_;
  std::string prefix_;
};

// The argument order of a Program.
Signature sorted(Signature signature);

// The scale that keeps the size of activations through relu: sqrt(2 / inputs of a unit).
double relu_scale(int64_t num_inputs);

}  // namespace motley::tensor
