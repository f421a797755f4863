// Reading and printing the value of a field.
#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <cctype>
#include <charconv>
#include <cmath>

#include "core/base/text.h"
#include "nbody/settings/fields.h"

namespace motley::nbody {
namespace {

using core::in_quotes;

// The whole text must match. Particles may be written as a cube.
bool read_number(const std::string& text, double& value) {
  if (text.empty() || core::decimal_length(text) != text.size()) return false;
  value = core::decimal_value(text);
  return std::isfinite(value);
}

bool read_integer(const std::string& text, int64_t& value) {
  const char* end = text.data() + text.size();
  const auto [rest, error] = std::from_chars(text.data(), end, value);
  return error == std::errc() && rest == end && !text.empty();
}

bool read_bool(const std::string& text, bool& value) {
  value = text == "true" || text == "yes" || text == "on";
  return value || text == "false" || text == "no" || text == "off";
}

std::string range_text(const FieldRange& range) {
  const bool has_min = std::isfinite(range.min), has_max = std::isfinite(range.max);
  if (has_min && has_max && !range.exclusive) {
    return fmt::format(" from {} to {}", range.min, range.max);
  }
  std::string text;
  if (has_min) text += fmt::format(" {} {}", range.exclusive ? "above" : "of at least", range.min);
  if (has_max) text += fmt::format("{} up to {}", has_min ? " and" : "", range.max);
  return text;
}

bool in_range(const FieldRange& range, double value) {
  return (range.exclusive ? value > range.min : value >= range.min) && value <= range.max;
}

// The number along one axis from `64^3` or, if too large for an axis, from 262144.
std::string per_axis_count(const std::string& text) {
  if (text.ends_with("^3")) return text.substr(0, text.size() - 2);
  int64_t value = 0;
  if (!read_integer(text, value) || value <= 16384) return text;
  const auto edge = static_cast<int64_t>(std::llrint(std::cbrt(static_cast<double>(value))));
  return edge * edge * edge == value ? fmt::format("{}", edge) : text;
}

class Setter {
 public:
  Setter(const Field& field, const std::vector<std::string>& texts)
      : field_(field), texts_(texts) {}

  std::string operator()(double* value) const { return number(texts_[0], *value); }
  std::string operator()(DerivedNumber derived) const {
    if (texts_[0] == "auto") {
      *derived.value = NAN;
      return "";
    }
    const std::string error = number(texts_[0], *derived.value);
    return error.empty() ? error : error + ", or `auto`";
  }
  std::string operator()(int64_t* value) const {
    const bool cube = field_.key == "particles" && field_.section == "box";
    const std::string text = cube ? per_axis_count(texts_[0]) : texts_[0];
    int64_t read = 0;
    if (!read_integer(text, read) || !in_range(field_.range, static_cast<double>(read))) {
      return fmt::format("must be an integer{}, not {}", range_text(field_.range),
                         in_quotes(texts_[0]));
    }
    *value = read;
    return "";
  }
  std::string operator()(bool* value) const {
    if (read_bool(texts_[0], *value)) return "";
    return fmt::format("must be true or false, not {}", in_quotes(texts_[0]));
  }
  std::string operator()(std::string* value) const {
    const std::string& text = texts_[0];
    if (!core::is_printable(text)) return "must be printable text on one line";
    if (!field_.choices.empty() &&
        std::ranges::find(field_.choices, text) == field_.choices.end()) {
      const std::vector<std::string> names(field_.choices.begin(), field_.choices.end());
      return fmt::format("must be one of {}, not {}{}", fmt::join(names, ", "), in_quotes(text),
                         core::did_you_mean(text, names));
    }
    *value = text;
    return "";
  }
  std::string operator()(std::vector<double>* value) const {
    std::vector<double> read(texts_.size());
    for (size_t i = 0; i < texts_.size(); ++i) {
      if (std::string error = number(texts_[i], read[i]); !error.empty()) return error;
    }
    *value = read;
    return "";
  }
  template <class T>
  std::string operator()(std::optional<T>* value) const {
    if (texts_[0] == "auto") {
      value->reset();
      return "";
    }
    T read{};
    std::string error = (*this)(&read);
    if (error.empty()) *value = read;
    return error.empty() ? error : error + ", or `auto`";
  }

 private:
  std::string number(const std::string& text, double& value) const {
    double read = 0;
    if (!read_number(text, read) || !in_range(field_.range, read)) {
      return fmt::format("must be a number{}, not {}{}{}", range_text(field_.range),
                         in_quotes(text), field_.remedy.empty() ? "" : "; ", field_.remedy);
    }
    value = read;
    return "";
  }

  const Field& field_;
  const std::vector<std::string>& texts_;
};

// Quotes the text if YAML would otherwise read something else.
std::string quoted(const std::string& text) {
  const auto plain = [](char c) {
    return std::isalnum(static_cast<unsigned char>(c)) || c == '_' || c == '/' || c == '.' ||
           c == '-' || c == '+';
  };
  const bool needs = text.empty() || !std::ranges::all_of(text, plain) || text[0] == '-' ||
                     text == "auto" || text == "null" || text == "true" || text == "false";
  if (!needs) return text;
  std::string result = "\"";
  for (char c : text) {
    if (c == '"' || c == '\\') result += '\\';
    result += c;
  }
  return result + "\"";
}

struct Printer {
  std::string operator()(const double* value) const { return fmt::format("{}", *value); }
  std::string operator()(DerivedNumber derived) const {
    return std::isnan(*derived.value) ? "auto" : fmt::format("{}", *derived.value);
  }
  std::string operator()(const int64_t* value) const { return fmt::format("{}", *value); }
  std::string operator()(const bool* value) const { return *value ? "true" : "false"; }
  std::string operator()(const std::string* value) const { return quoted(*value); }
  std::string operator()(const std::vector<double>* value) const {
    return fmt::format("[{}]", fmt::join(*value, ", "));
  }
  template <class T>
  std::string operator()(const std::optional<T>* value) const {
    return *value ? (*this)(&**value) : "auto";
  }
};

}  // namespace

std::string set_field(Settings& settings, const Field& field, const std::vector<std::string>& texts,
                      bool is_list) {
  const FieldPointer pointer = field.pointer(settings);
  if (is_list && !std::holds_alternative<std::vector<double>*>(pointer)) {
    return "must be a single value, not a list";
  }
  if (texts.empty()) return "must be a list of at least one value";
  return std::visit(Setter(field, texts), pointer);
}

std::string field_text(const Settings& settings, const Field& field) {
  return std::visit(Printer(), field.pointer(const_cast<Settings&>(settings)));
}

}  // namespace motley::nbody
