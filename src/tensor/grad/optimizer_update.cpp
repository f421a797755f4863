// The ops of one update.
#include <algorithm>
#include <cmath>
#include <numeric>
#include <optional>

#include "core/base/error.h"
#include "tensor/grad/optimizer.h"

namespace motley::tensor {
namespace {

// The gradient that is computed first is used first: while it is updated, the reductions of the
// others across ranks are still in flight.
std::vector<size_t> in_production_order(const std::vector<Expr>& gradients) {
  std::vector<size_t> order(gradients.size());
  std::iota(order.begin(), order.end(), 0);
  std::ranges::stable_sort(order, {}, [&](size_t i) { return gradients[i].id().index; });
  return order;
}

// 1 - beta^t without cancellation for small t.
Expr one_minus_power(double beta, Expr t) {
  return -emit(OpCode::kExponentialMinusOne, {t * std::log(beta)});
}

Expr root_mean_square(Expr x) {
  return sqrt(sum_all(x * x) / static_cast<double>(std::max<int64_t>(1, x.type().num_elements())));
}

// x without dimension `dim`, repeated along it.
Expr along_dim(Expr x, const Shape& shape, int64_t dim) {
  Dims dims;
  for (int64_t d = 0; d < std::ssize(shape); ++d) {
    if (d != dim) dims.push_back(d);
  }
  return broadcast(x, shape, dims);
}

// One update, parameter by parameter.
class UpdateBuilder {
 public:
  UpdateBuilder(const Optimizer& optimizer, const std::vector<Expr>& parameters,
                const std::vector<Expr>& state, Expr rate)
      : o_(optimizer), rate_(rate), state_(state), updated_{parameters, state} {
    const bool counts = o_.kind == Optimizer::Kind::kAdam || o_.kind == Optimizer::Kind::kAdamW ||
                        o_.kind == Optimizer::Kind::kAdafactor;
    if (counts) steps_ = updated_.state.back() = state.back() + 1;
    size_t place = 0;
    for (const Expr& p : parameters) {
      adafactor_places_.push_back(place);
      place += factored_dims(o_, p.shape()) ? 2 : 1;
    }
  }

  void update(size_t i, Expr g, const ParameterRule& rule) {
    const ElementType element = g.element();
    const Expr p = convert(updated_.parameters[i], element);
    Expr lr = convert(rate_, element);
    if (rule.lr != 1) lr = lr * rule.lr;
    const bool decouples = o_.kind == Optimizer::Kind::kAdamW || o_.kind == Optimizer::Kind::kLion;
    const bool is_adafactor = o_.kind == Optimizer::Kind::kAdafactor;
    if (rule.weight_decay > 0 && !decouples && !is_adafactor) g = g + p * rule.weight_decay;
    Expr change = direction(i, g);
    if (rule.weight_decay > 0 && decouples) change = change + p * rule.weight_decay;
    change = change * (is_adafactor ? lr * maximum(root_mean_square(p), kSmallestScale) : lr);
    if (rule.weight_decay > 0 && is_adafactor) change = change + p * rule.weight_decay;
    updated_.parameters[i] = convert(p - change, updated_.parameters[i].element());
  }

  Updated finish() && { return std::move(updated_); }

 private:
  static constexpr double kSmallestScale = 1e-3, kSmallestSquare = 1e-30;  // as in optax

  Expr direction(size_t i, Expr g) {
    switch (o_.kind) {
      case Optimizer::Kind::kSgd:
        return g;
      case Optimizer::Kind::kMomentum:
        return updated_.state[i] = state_[i] * o_.momentum + g;
      case Optimizer::Kind::kAdam:
      case Optimizer::Kind::kAdamW:
        return adam(i, g);
      case Optimizer::Kind::kLion:
        updated_.state[i] = state_[i] * o_.beta2 + g * (1 - o_.beta2);
        return sign(state_[i] * o_.beta1 + g * (1 - o_.beta1));
      case Optimizer::Kind::kAdafactor:
        return adafactor(i, g);
    }
    MOTLEY_CHECK(false, "an optimizer without an update");
  }

  Expr adam(size_t i, Expr g) {
    const size_t n = updated_.parameters.size();
    const Expr m = updated_.state[i] = state_[i] * o_.beta1 + g * (1 - o_.beta1);
    const Expr v = updated_.state[n + i] = state_[n + i] * o_.beta2 + g * g * (1 - o_.beta2);
    const Expr steps = convert(*steps_, g.element());
    return m / one_minus_power(o_.beta1, steps) /
           (sqrt(v / one_minus_power(o_.beta2, steps)) + o_.epsilon);
  }

  Expr adafactor(size_t i, Expr g) {
    const Expr steps = convert(*steps_, g.element());
    const Expr share = exponential(log(steps) * -o_.decay_rate);  // of the new square
    const Expr squares = g * g + kSmallestSquare;
    const size_t place = adafactor_places_[i];
    const auto mean_with = [&](size_t at, Expr now) {
      return updated_.state[at] = state_[at] * (1 - share) + now * share;
    };
    const Shape shape = g.shape();
    Expr change = g;
    if (const auto dims = factored_dims(o_, shape)) {
      const Expr row = mean_with(place, mean(squares, {dims->over})),
                 column = mean_with(place + 1, mean(squares, {dims->along}));
      const int64_t along_in_row = dims->along - (dims->along > dims->over ? 1 : 0);
      const Expr row_factor = rsqrt(row / mean_keep(row, {along_in_row}));
      change = g * along_dim(row_factor, shape, dims->over) *
               along_dim(rsqrt(column), shape, dims->along);
    } else {
      change = g * rsqrt(mean_with(place, squares));
    }
    if (o_.threshold == 0) return change;
    return change / maximum(root_mean_square(change) / o_.threshold, 1);
  }

  const Optimizer& o_;
  Expr rate_;
  std::vector<Expr> state_;
  Updated updated_;
  std::optional<Expr> steps_;             // with this one
  std::vector<size_t> adafactor_places_;  // of each parameter's first state
};

}  // namespace

ElementType square_element(const std::vector<TensorType>& gradients) {
  const bool wide = std::ranges::any_of(
      gradients, [](const TensorType& g) { return g.element == ElementType::kF64; });
  return wide ? ElementType::kF64 : ElementType::kF32;
}

Expr sum_of_squares(Expr gradient, ElementType element) {
  return convert(sum_all(gradient * gradient), element);
}

Expr clip_factor(const std::vector<Expr>& squares, double clip) {
  Expr total = full(squares[0].builder(), squares[0].type(), 0);
  for (Expr square : squares) total = total + square;
  return clip / maximum(sqrt(total), clip);
}

Updated update(const Optimizer& optimizer, const std::vector<std::string>& names,
               const std::vector<Expr>& parameters, const std::vector<Expr>& gradients,
               const std::vector<Expr>& state, Expr rate, std::optional<Expr> factor) {
  UpdateBuilder builder(optimizer, parameters, state, rate);
  if (optimizer.clip > 0 && !parameters.empty() && !factor) {
    std::vector<TensorType> types;
    for (Expr g : gradients) types.push_back(g.type());
    std::vector<Expr> squares;
    for (Expr g : gradients) squares.push_back(sum_of_squares(g, square_element(types)));
    factor = clip_factor(squares, optimizer.clip);
  }
  for (size_t i : in_production_order(gradients)) {
    Expr g = gradients[i];
    if (factor) g = g * convert(*factor, g.element());
    builder.update(i, g, rule_of(optimizer, {names[i], parameters[i].type()}));
  }
  return std::move(builder).finish();
}

}  // namespace motley::tensor
