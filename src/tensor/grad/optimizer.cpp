#include "tensor/grad/optimizer.h"

#include <fmt/format.h>
#include <fmt/ranges.h>
#include <fnmatch.h>

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
  double rate;  // if none is given
  std::vector<Setting> settings;
};

constexpr double kNoLimit = HUGE_VAL;

const std::vector<KindRow>& rows() {
  const Setting decay = {"weight_decay", &Optimizer::weight_decay, kNoLimit};
  const Setting clip = {"clip", &Optimizer::clip, kNoLimit};
  const Setting momentum = {"momentum", &Optimizer::momentum, 1};
  const Setting beta1 = {"beta1", &Optimizer::beta1, 1}, beta2 = {"beta2", &Optimizer::beta2, 1};
  const Setting epsilon = {"epsilon", &Optimizer::epsilon, kNoLimit};
  const Setting decay_rate = {"decay_rate", &Optimizer::decay_rate, kNoLimit};
  const Setting threshold = {"threshold", &Optimizer::threshold, kNoLimit};
  const Setting min_dim = {"min_dim", &Optimizer::min_dim, kNoLimit};
  static const std::vector<KindRow> table = {
      {"sgd", Kind::kSgd, 0.1, {decay, clip}},
      {"momentum", Kind::kMomentum, 0.01, {momentum, decay, clip}},
      {"adam", Kind::kAdam, 1e-3, {beta1, beta2, epsilon, decay, clip}},
      {"adamw", Kind::kAdamW, 1e-3, {beta1, beta2, epsilon, decay, clip}},
      {"lion", Kind::kLion, 1e-4, {beta1, beta2, decay, clip}},
      {"adafactor", Kind::kAdafactor, 1e-2, {decay_rate, threshold, min_dim, decay, clip}},
  };
  return table;
}

Optimizer with_defaults(Kind kind) {
  Optimizer o;
  o.kind = kind;
  if (kind == Kind::kAdamW) o.weight_decay = 0.01;
  if (kind == Kind::kLion) {
    o.weight_decay = 1e-3;
    o.beta2 = 0.99;
  }
  return o;
}

// "a, b, c" of the rows' names.
template <class Rows>
std::string names(const Rows& rows) {
  std::vector<std::string> list;
  for (const auto& row : rows) list.emplace_back(row.name);
  return fmt::format("{}", fmt::join(list, ", "));
}

double parse_setting(const std::string& name, double below, const std::string& text) {
  double value = 0;
  const char* end = text.data() + text.size();
  const auto [rest, error] = std::from_chars(text.data(), end, value);
  // Written so that a NaN is rejected.
  if (error != std::errc() || rest != end || !(value >= 0 && value < below)) {
    const std::string limit = below == kNoLimit ? "" : fmt::format(" and less than {}", below);
    throw core::UserError(
        fmt::format("optimizer setting {}={}: give a number of at least 0{}", name, text, limit));
  }
  return value;
}

std::vector<std::string> parts_of(const std::string& text, char separator) {
  std::vector<std::string> parts;
  for (size_t at = 0; at <= text.size();) {
    const size_t end = std::min(text.find(separator, at), text.size());
    parts.push_back(text.substr(at, end - at));
    at = end + 1;
  }
  return parts;
}

struct NamedText {
  std::string name, value;
};
// "NAME=VALUE"; nothing without a "=".
std::optional<NamedText> assignment(const std::string& item) {
  const size_t equals = item.find('=');
  if (equals == item.npos) return std::nullopt;
  return NamedText{item.substr(0, equals), item.substr(equals + 1)};
}

constexpr std::string_view kDims = "dims<";

// "PATTERN:lr=0.1,weight_decay=0"; names may have colons themselves.
ParameterGroup parse_group(const std::string& text) {
  const size_t colon = text.rfind(':');
  const auto fail = [&] {
    throw core::UserError(fmt::format(
        "parameter group '{}': write PATTERN:SETTINGS, as in '*bias:weight_decay=0,lr=2'", text));
  };
  if (colon == text.npos || colon == 0) fail();
  ParameterGroup group{.pattern = text.substr(0, colon)};
  if (group.pattern.starts_with(kDims)) {
    parse_setting("dims<N", kNoLimit, group.pattern.substr(kDims.size()));
  }
  for (const std::string& item : parts_of(text.substr(colon + 1), ',')) {
    const auto set = assignment(item);
    if (!set || (set->name != "lr" && set->name != "weight_decay")) fail();
    const double value = parse_setting(set->name, kNoLimit, set->value);
    if (set->name == "lr") {
      group.lr = value;
    } else {
      group.weight_decay = value;
    }
  }
  return group;
}

std::string group_text(const ParameterGroup& group) {
  std::string text = ";" + group.pattern + ":";
  if (group.lr != 1) text += fmt::format("lr={}", group.lr);
  if (group.lr != 1 && group.weight_decay) text += ",";
  if (group.weight_decay) text += fmt::format("weight_decay={}", *group.weight_decay);
  return group.lr == 1 && !group.weight_decay ? text + "lr=1" : text;
}

bool is_in(const ParameterGroup& group, const ParameterSpec& parameter) {
  if (group.pattern.starts_with(kDims)) {
    const std::string number = group.pattern.substr(kDims.size());
    return static_cast<double>(parameter.type.num_dims()) <
           parse_setting("dims<N", kNoLimit, number);
  }
  return ::fnmatch(group.pattern.c_str(), parameter.name.c_str(), 0) == 0;
}

}  // namespace

Optimizer Optimizer::parse(const std::string& text) {
  const std::vector<std::string> groups = parts_of(text, ';');
  const std::string& own = groups[0];
  const std::string kind_name = own.substr(0, own.find(':'));
  const auto row = std::find_if(rows().begin(), rows().end(),
                                [&](const KindRow& r) { return r.name == kind_name; });
  if (row == rows().end()) {
    throw core::UserError(
        fmt::format("unknown optimizer '{}'; expected one of {}", kind_name, names(rows())));
  }
  Optimizer o = with_defaults(row->kind);
  if (kind_name.size() < own.size()) {
    for (const std::string& item : parts_of(own.substr(kind_name.size() + 1), ',')) {
      const auto set = assignment(item);
      const auto setting =
          std::find_if(row->settings.begin(), row->settings.end(),
                       [&](const Setting& s) { return set && s.name == set->name; });
      if (setting == row->settings.end()) {
        throw core::UserError(fmt::format("{} has no setting '{}': write NAME=NUMBER, with NAME {}",
                                          row->name, item, names(row->settings)));
      }
      o.*setting->field = parse_setting(setting->name, setting->below, set->value);
    }
  }
  for (size_t i = 1; i < groups.size(); ++i) o.groups.push_back(parse_group(groups[i]));
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
  for (const ParameterGroup& group : groups) text += group_text(group);
  return text;
}

double default_rate(const Optimizer& optimizer) {
  return std::ranges::find(rows(), optimizer.kind, &KindRow::kind)->rate;
}

ParameterRule rule_of(const Optimizer& optimizer, const ParameterSpec& parameter) {
  const auto found = std::ranges::find_if(
      optimizer.groups, [&](const ParameterGroup& group) { return is_in(group, parameter); });
  if (found == optimizer.groups.end()) return {.weight_decay = optimizer.weight_decay};
  return {found->lr, found->weight_decay.value_or(optimizer.weight_decay)};
}

void check_groups(const Optimizer& optimizer, const std::vector<ParameterSpec>& parameters) {
  for (const ParameterGroup& group : optimizer.groups) {
    const bool is_used = std::ranges::any_of(
        parameters, [&](const ParameterSpec& parameter) { return is_in(group, parameter); });
    if (is_used) continue;
    throw core::UserError(fmt::format("no parameter is in the group '{}'", group.pattern));
  }
}

TensorType update_type(const TensorType& parameter) {
  const bool narrow = byte_size(parameter.element) < byte_size(ElementType::kF32);
  return narrow ? parameter.with_element(ElementType::kF32) : parameter;
}

std::optional<FactoredDims> factored_dims(const Optimizer& optimizer, const Shape& shape) {
  if (optimizer.kind != Kind::kAdafactor || shape.size() < 2) return std::nullopt;
  std::vector<int64_t> dims(shape.size());
  std::iota(dims.begin(), dims.end(), 0);
  std::ranges::stable_sort(dims, {}, [&](int64_t d) { return shape[d]; });
  const int64_t along = dims[dims.size() - 2];
  if (static_cast<double>(shape[along]) < optimizer.min_dim) return std::nullopt;
  return FactoredDims{.along = along, .over = dims.back()};
}

std::vector<StateSpec> optimizer_state(const Optimizer& optimizer,
                                       const std::vector<ParameterSpec>& parameters) {
  std::vector<StateSpec> state;
  const auto add_per_parameter = [&](const char* suffix) {
    for (const ParameterSpec& p : parameters) {
      state.push_back({fmt::format("{}.{}", p.name, suffix), update_type(p.type)});
    }
  };
  const StateSpec step = {kStepCount, {ElementType::kI32, {}}};
  switch (optimizer.kind) {
    case Kind::kSgd:
      break;
    case Kind::kMomentum:
      add_per_parameter("momentum");
      break;
    case Kind::kAdam:
    case Kind::kAdamW:
      add_per_parameter("m");
      add_per_parameter("v");
      state.push_back(step);
      break;
    case Kind::kLion:
      add_per_parameter("m");
      break;
    case Kind::kAdafactor:
      for (const ParameterSpec& p : parameters) {
        const TensorType type = update_type(p.type);
        const auto dims = factored_dims(optimizer, type.shape);
        if (!dims) {
          state.push_back({p.name + ".v", type});
          continue;
        }
        const auto without = [&](int64_t dim) {
          Shape shape = type.shape;
          shape.erase(shape.begin() + dim);
          return type.with_shape(shape);
        };
        state.push_back({p.name + ".v_row", without(dims->over)});
        state.push_back({p.name + ".v_col", without(dims->along)});
      }
      state.push_back(step);
      break;
  }
  return state;
}

}  // namespace motley::tensor
