// Optimizers: the update of a training step, as ops.
//
//   Optimizer::parse("adamw:weight_decay=0.1,beta2=0.95,clip=1.0;dims<2:weight_decay=0")
//
//   sgd        p -= lr g
//   momentum   u = momentum u + g;  p -= lr u
//   adam       m = beta1 m + (1 - beta1) g;  v = beta2 v + (1 - beta2) g^2;
//              p -= lr m' / (sqrt(v') + epsilon),  m' = m / (1 - beta1^t),  v' = v / (1 - beta2^t)
//   adamw      adam, and p -= lr weight_decay p (decoupled weight decay)
//   lion       p -= lr (sign(beta1 m + (1 - beta1) g) + weight_decay p);  m = beta2 m + (1 - beta2)
//   g adafactor  adam without m, and with v of a matrix as the product of its row and column means;
//              as optax.adafactor: lr is relative to the size of p, and weight decay is not
//              multiplied by lr
//
// weight_decay of the first three adds weight_decay p to g. clip first scales all gradients by one
// factor so that their global norm is at most clip; 0 means none. The learning rate is an argument
// of the step, not a setting: schedules change it from step to step. Parameters narrower than
// float32 are updated in float32, with state in float32, and rounded once at the end.
//
// Groups of parameters follow after semicolons, each a pattern and its own settings: lr, a factor
// of the learning rate, and weight_decay. The first pattern that matches a parameter counts. It is
// a glob of names ("*bias"), or a number of dimensions ("dims<2": scales and biases).
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "tensor/ir/expr.h"

namespace motley::tensor {

struct ParameterGroup {
  std::string pattern;
  double lr = 1;  // factor
  std::optional<double> weight_decay = {};
  friend bool operator==(const ParameterGroup&, const ParameterGroup&) = default;
};

struct Optimizer {
  enum class Kind : uint8_t {
    kSgd,
    kMomentum,
    kAdam,
    kAdamW,
    kLion,
    kAdafactor
  } kind = Kind::kAdam;
  double momentum = 0.9;              // kMomentum
  double beta1 = 0.9, beta2 = 0.999;  // kAdam, kAdamW, kLion, whose beta2 is 0.99 by default
  double epsilon = 1e-8;              // kAdam, kAdamW
  double decay_rate = 0.8;            // kAdafactor: the mean of g^2 decays by 1 - t^-decay_rate
  double threshold = 1;               // kAdafactor: of the root mean square of an update
  double min_dim = 128;               // kAdafactor: smallest extent for which v is a product
  double weight_decay = 0;            // default for kAdamW: 0.01, kLion: 0.001
  double clip = 0;
  std::vector<ParameterGroup> groups;

  // A UserError names an unknown optimizer or setting, and the known ones.
  static Optimizer parse(const std::string& text);
  std::string to_string() const;  // inverse of parse; settings at their default are omitted
  friend bool operator==(const Optimizer&, const Optimizer&) = default;
};

// The learning rate if none is given.
double default_rate(const Optimizer& optimizer);

// The type in which a parameter is updated: its own, or float32 if that is narrower.
TensorType update_type(const TensorType& parameter);

// One tensor of optimizer state, initially zero.
struct StateSpec {
  std::string name;  // "w1.m", "w1.v", "w1.momentum"; "step" for the number of completed steps
  TensorType type;
};
inline constexpr const char* kStepCount = "step";

struct ParameterSpec {
  std::string name;
  TensorType type;
};

// Learning rate (a factor) and weight decay of a parameter, by its group.
struct ParameterRule {
  double lr = 1, weight_decay = 0;
};
ParameterRule rule_of(const Optimizer& optimizer, const ParameterSpec& parameter);
// A UserError for a group that no parameter is in.
void check_groups(const Optimizer& optimizer, const std::vector<ParameterSpec>& parameters);

// Ordered by kind: m of each parameter, v of each, then the step number.
std::vector<StateSpec> optimizer_state(const Optimizer& optimizer,
                                       const std::vector<ParameterSpec>& parameters);

struct Updated {
  std::vector<Expr> parameters, state;
};

// The ops of one update. Gradients have their parameter's update_type, state the types of
// optimizer_state; `rate` is a float scalar. `names` are those of the parameters. `factor`: of all
// gradients, where it was computed apart; else they are clipped by their own norm.
Updated update(const Optimizer& optimizer, const std::vector<std::string>& names,
               const std::vector<Expr>& parameters, const std::vector<Expr>& gradients,
               const std::vector<Expr>& state, Expr rate, std::optional<Expr> factor = {});

// Clipping in two halves: the sum of the squares of one gradient, and the factor that brings the
// norm of all of them down to `clip`, which adds the squares from the first to the last.
ElementType square_element(const std::vector<TensorType>& gradients);
Expr sum_of_squares(Expr gradient, ElementType element);
Expr clip_factor(const std::vector<Expr>& squares, double clip);

// The dimensions in which Adafactor keeps v of a parameter as means over rows and columns: the two
// largest. `over` is the larger, over which v_row is a mean; `along` that of v_col. Nothing where v
// is kept whole.
struct FactoredDims {
  int64_t along = 0, over = 0;
};
std::optional<FactoredDims> factored_dims(const Optimizer& optimizer, const Shape& shape);

}  // namespace motley::tensor
