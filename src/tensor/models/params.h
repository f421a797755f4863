// Params: gives a model its arguments by name, in any order.
//
//   Params block = p.at("blocks/00");
//   Expr w = block.weight("w1", {768, 3072});       // argument "blocks/00/w1", normal:0.02
//   Expr x = p.batch("img", {ElementType::kF32, {64, 224, 224, 3}});
//
// The arguments of the Program are the parameters sorted by name, then the batch sorted by name:
// the order in which JAX flattens a dictionary. Requesting a name again gives the same value.
#pragma once

#include <map>
#include <string>

#include "tensor/import/model.h"
#include "tensor/ir/expr.h"

namespace motley::tensor {

// A loss Program under construction, and its arguments. With a signature, arguments are created in
// its order at the start; without one they are added when requested.
struct LossBuilder {
  explicit LossBuilder(const std::string& name, Signature arguments = {});

  ProgramBuilder program;
  Signature signature;
  std::map<std::string, Expr> arguments;
};

class Params {
 public:
  explicit Params(LossBuilder& loss, std::string prefix = {});

  Params at(const std::string& name) const;  // prefixes names with "name/"

  Expr weight(const std::string& name, Shape shape, double scale = 0.02) const;  // normal
  Expr zeros(const std::string& name, Shape shape) const;
  Expr ones(const std::string& name, Shape shape) const;
  // Floats are initialized as normal:1.
  Expr batch(const std::string& name, TensorType type) const;

  ProgramBuilder& builder() const { return loss_->program; }

 private:
  Expr ask(Role role, const std::string& name, TensorType type, Initial init) const;

  LossBuilder* loss_;
  std::string prefix_;
};

// The argument order of a Program.
Signature sorted(Signature signature);

// The initialization scale that preserves the magnitude of activations through relu (He): sqrt(2 /
// inputs of a unit).
double relu_scale(int64_t num_inputs);

}  // namespace motley::tensor
