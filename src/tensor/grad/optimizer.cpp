#include "tensor/grad/optimizer.h"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <charconv>
#include <cmath>
#include <numeric>
#include <optional>

namespace motley::tensor {
namespace {

using Kind = Optimizer::Kind;

struct Setting {
  const char* name;
  double Optimizer::*field;
  double below;  // values are in [0, below)
};

struct KindRow {
  const char* name;
  Kind kind;
  std::vector<Setting> settings;
};

constexpr double kNoLimit = HUGE_VAL;

const std::vector<KindRow>& rows() {
  const Setting decay = {"weight_decay", &Optimizer::weight_decay, kNoLimit};
  const Setting clip = {"clip", &Optimizer::clip, kNoLimit};
  const Setting momentum = {"momentum", &Optimizer::momentum, 1};
  const Setting beta1 = {"beta1", &Optimizer::beta1, 1}, beta2 = {"beta2", &Optimizer::beta2, 1};
  const Setting epsilon = {"epsilon", &Optimizer::epsilon, kNoLimit};
  static const std::vector<KindRow> table = {
      {"sgd", Kind::kSgd, {decay, clip}},
      {"momentum", Kind::kMomentum, {momentum, decay, clip}},
      {"adam", Kind::kAdam, {beta1, beta2, epsilon, decay, clip}},
      {"adamw", Kind::kAdamW, {beta1, beta2, epsilon, decay, clip}},
  };
  return table;
}

Optimizer with_defaults(Kind kind) {
  Optimizer o;
  o.kind = kind;
  if (kind == Kind::kAdamW) o.weight_decay = 0.01;
  return o;
}

// "a, b, c" of the rows' names.
template <class Rows>
std::string names(const Rows& rows) {
  std::vector<std::string> list;
  for (const auto& row : rows) list.emplace_back(row.name);
  return fmt::format("{}", fmt::join(list, ", "));
}

double parse_setting(const Setting& setting, const std::string& text) {
  double value = 0;
  const char* end = text.data() + text.size();
  const auto [rest, error] = std::from_chars(text.data(), end, value);
  // Written so that a NaN is rejected.
  if (error != std::errc() || rest != end || !(value >= 0 && value < setting.below)) {
    const std::string limit =
        setting.below == kNoLimit ? "" : fmt::format(" and less than {}", setting.below);
    throw core::UserError(fmt::format("optimizer setting {}={}: give a number of at least 0{}",
                                      setting.name, text, limit));
  }
  return value;
}

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

}  // namespace

Optimizer Optimizer::parse(const std::string& text) {
  const std::string kind_name = text.substr(0, text.find(':'));
  const auto row = std::find_if(rows().begin(), rows().end(),
                                [&](const KindRow& r) { return r.name == kind_name; });
  if (row == rows().end()) {
    throw core::UserError(
        fmt::format("unknown optimizer '{}'; expected one of {}", kind_name, names(rows())));
  }
  Optimizer o = with_defaults(row->kind);
  for (size_t at = kind_name.size(); at < text.size();) {
    const size_t end = std::min(text.find(',', at + 1), text.size());
    const std::string item = text.substr(at + 1, end - at - 1);
    at = end;
    const size_t equals = std::min(item.find('='), item.size());
    const auto setting =
        std::find_if(row->settings.begin(), row->settings.end(),
                     [&](const Setting& s) { return s.name == item.substr(0, equals); });
    if (setting == row->settings.end() || equals == item.size()) {
      throw core::UserError(fmt::format("{} has no setting '{}': write NAME=NUMBER, with NAME {}",
                                        row->name, item, names(row->settings)));
    }
    o.*setting->field = parse_setting(*setting, item.substr(equals + 1));
  }
  return o;
}

std::string Optimizer::to_string() const {
  const auto row =
      std::find_if(rows().begin(), rows().end(), [&](const KindRow& r) { return r.kind == kind; });
  const Optimizer defaults = with_defaults(kind);
  std::string text = row->name;
  char separator = ':';
  for (const Setting& s : row->settings) {
    if (this->*s.field == defaults.*s.field) continue;
    text += fmt::format("{}{}={}", separator, s.name, this->*s.field);
    separator = ',';
  }
  return text;
}

TensorType update_type(const TensorType& parameter) {
  const bool narrow = byte_size(parameter.element) < byte_size(ElementType::kF32);
  return narrow ? parameter.with_element(ElementType::kF32) : parameter;
}

std::vector<StateSpec> optimizer_state(const Optimizer& optimizer,
                                       const std::vector<ParameterSpec>& parameters) {
  std::vector<StateSpec> state;
  const auto add_per_parameter = [&](const char* suffix) {
    for (const ParameterSpec& p : parameters) {
      state.push_back({fmt::format("{}.{}", p.name, suffix), update_type(p.type)});
    }
  };
  if (optimizer.kind == Kind::kMomentum) add_per_parameter("momentum");
  if (optimizer.kind == Kind::kAdam || optimizer.kind == Kind::kAdamW) {
    add_per_parameter("m");
    add_per_parameter("v");
    state.push_back({"step", {ElementType::kI32, {}}});
  }
  return state;
}

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

Updated update(const Optimizer& o, const std::vector<Expr>& parameters,
               const std::vector<Expr>& gradients, const std::vector<Expr>& state, Expr rate,
               std::optional<Expr> factor) {
  const size_t n = parameters.size();
  const bool adaptive = o.kind == Kind::kAdam || o.kind == Kind::kAdamW;
  Updated updated{parameters, state};
  std::optional<Expr> t;
  if (o.clip > 0 && n > 0 && !factor) {
    std::vector<TensorType> types;
    for (Expr g : gradients) types.push_back(g.type());
    std::vector<Expr> squares;
    for (Expr g : gradients) squares.push_back(sum_of_squares(g, square_element(types)));
    factor = clip_factor(squares, o.clip);
  }
  if (adaptive) t = updated.state[2 * n] = state[2 * n] + 1;
  for (size_t i : in_production_order(gradients)) {
    const ElementType element = update_type(parameters[i].type()).element;
    const Expr p = convert(parameters[i], element);
    const Expr lr = convert(rate, element);
    Expr g = gradients[i];
    if (factor) g = g * convert(*factor, element);
    if (o.weight_decay > 0 && o.kind != Kind::kAdamW) g = g + p * o.weight_decay;
    Expr direction = g;
    if (o.kind == Kind::kMomentum) {
      direction = updated.state[i] = state[i] * o.momentum + g;
    } else if (adaptive) {
      const Expr m = updated.state[i] = state[i] * o.beta1 + g * (1 - o.beta1);
      const Expr v = updated.state[n + i] = state[n + i] * o.beta2 + g * g * (1 - o.beta2);
      const Expr steps = convert(*t, element);
      direction = m / one_minus_power(o.beta1, steps) /
                  (sqrt(v / one_minus_power(o.beta2, steps)) + o.epsilon);
      if (o.weight_decay > 0 && o.kind == Kind::kAdamW) direction = direction + p * o.weight_decay;
    }
    updated.parameters[i] = convert(p - direction * lr, parameters[i].element());
  }
  return updated;
}

}  // namespace motley::tensor
