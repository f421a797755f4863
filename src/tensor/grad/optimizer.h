// Optimizers: the update of a training step, as ops.
//
//   Optimizer::parse("adamw:weight_decay=0.01,beta2=0.95,clip=1.0")
//
//   sgd        p -= lr g
//   momentum   u = momentum u + g;  p -= lr u
//   adam       m = beta1 m + (1 - beta1) g;  v = beta2 v + (1 - beta2) g^2;
//              p -= lr m' / (sqrt(v') + epsilon),  m' = m / (1 - beta1^t),  v' = v / (1 - beta2^t)
//   adamw      adam, and p -= lr weight_decay p (decoupled weight decay)
//
// weight_decay of the other three adds weight_decay p to g. clip first scales all gradients by one
// factor so that their global norm is at most clip; 0 means none. The learning rate is an argument
// of the step, not a setting: schedules change it from step to step. Parameters narrower than
// float32 are updated in float32, with state in float32, and rounded once at the end.
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "tensor/ir/expr.h"

namespace motley::tensor {

struct Optimizer {
  enum class Kind : uint8_t { kSgd, kMomentum, kAdam, kAdamW } kind = Kind::kAdam;
  double momentum = 0.9;                              // kMomentum
  double beta1 = 0.9, beta2 = 0.999, epsilon = 1e-8;  // kAdam, kAdamW
  double weight_decay = 0;                            // default for kAdamW: 0.01
  double clip = 0;

  // A UserError names an unknown optimizer or setting, and the known ones.
  static Optimizer parse(const std::string& text);
  std::string to_string() const;  // inverse of parse; settings at their default are omitted
  friend bool operator==(const Optimizer&, const Optimizer&) = default;
};

// The type in which a parameter is updated: its own, or float32 if that is narrower.
TensorType update_type(const TensorType& parameter);

// One tensor of optimizer state, initially zero.
struct StateSpec {
  std::string name;  // "w1.m", "w1.v", "w1.momentum"; "step" for the number of completed steps
  TensorType type;
};

struct ParameterSpec {
  std::string name;
  TensorType type;
};

// Ordered by kind: m of each parameter, v of each, then the step number.
std::vector<StateSpec> optimizer_state(const Optimizer& optimizer,
                                       const std::vector<ParameterSpec>& parameters);

struct Updated {
  std::vector<Expr> parameters, state;
};

// The ops of one update. Gradients have their parameter's update_type, state the types of
// optimizer_state; `rate` is a float scalar. `factor`: of all gradients, where it was computed
// apart; else they are clipped by their own norm.
Updated update(const Optimizer& optimizer, const std::vector<Expr>& parameters,
               const std::vector<Expr>& gradients, const std::vector<Expr>& state, Expr rate,
               std::optional<Expr> factor = {});

// Clipping in two halves: the sum of the squares of one gradient, and the factor that brings the
// norm of all of them down to `clip`, which adds the squares from the first to the last.
ElementType square_element(const std::vector<TensorType>& gradients);
Expr sum_of_squares(Expr gradient, ElementType element);
Expr clip_factor(const std::vector<Expr>& squares, double clip);

}  // namespace motley::tensor
