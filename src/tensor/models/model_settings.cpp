#include "tensor/models/model_settings.h"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <charconv>
#include <optional>
#include <sstream>

#include "core/base/error.h"
#include "core/base/text.h"

namespace motley::tensor {
namespace {

std::vector<std::string> split(const std::string& text, char separator) {
  std::vector<std::string> parts;
  std::istringstream stream(text);
  for (std::string part; std::getline(stream, part, separator);) parts.push_back(part);
  if (text.empty() || text.back() == separator) parts.emplace_back();
  return parts;
}

std::optional<int64_t> whole_number(const std::string& text) {
  int64_t value = 0;
  const char* end = text.data() + text.size();
  const auto [rest, error] = std::from_chars(text.data(), end, value);
  if (text.empty() || error != std::errc() || rest != end) return std::nullopt;
  return value;
}

// What is wrong with a value; empty if nothing.
std::string fault_of(const Setting& setting, const std::string& value) {
  if (setting.kind == Setting::Kind::kWord) {
    if (std::ranges::find(setting.words, value) != setting.words.end()) return "";
    return fmt::format("{} is {}, not `{}`", setting.name, fmt::join(setting.words, " or "), value);
  }
  const bool one = setting.kind == Setting::Kind::kNumber;
  for (const std::string& part : one ? std::vector{value} : split(value, 'x')) {
    const auto number = whole_number(part);
    if (number && *number >= 1 && *number <= setting.most) continue;
    return fmt::format("{} must be {} from 1 to {}, not `{}`", setting.name,
                       one ? "an integer" : "integers such as 64x48, each", setting.most, value);
  }
  return "";
}

}  // namespace

Settings Settings::parse(const std::string& model, const std::vector<Setting>& table,
                         const std::string& text) {
  Settings settings;
  settings.model_ = model;
  if (!text.empty()) {
    for (const std::string& part : split(text, ',')) {
      const size_t equals = part.find('=');
      settings.require(equals != part.npos, fmt::format("`{}` is not NAME=VALUE", part));
      const std::string name = part.substr(0, equals), value = part.substr(equals + 1);
      const auto setting = std::ranges::find(table, name, &Setting::name);
      if (setting == table.end()) {
        std::vector<std::string> names;
        for (const Setting& s : table) names.push_back(s.name);
        settings.require(false, fmt::format("there is no setting `{}`{}", name,
                                            core::did_you_mean_one_of(name, names)));
      }
      const std::string fault = fault_of(*setting, value);
      settings.require(fault.empty(), fault);
      settings.require(settings.values_.emplace(name, value).second,
                       fmt::format("{} is given twice", name));
    }
  }
  for (const Setting& s : table) {  // formulas are left out: number_or evaluates them
    if (fault_of(s, s.value).empty()) settings.values_.emplace(s.name, s.value);
  }
  return settings;
}

int64_t Settings::number(const std::string& name) const { return *whole_number(values_.at(name)); }

int64_t Settings::number_or(const std::string& name, int64_t formula) const {
  return values_.contains(name) ? number(name) : formula;
}

std::vector<int64_t> Settings::numbers(const std::string& name) const {
  std::vector<int64_t> numbers;
  for (const std::string& part : split(values_.at(name), 'x')) {
    numbers.push_back(*whole_number(part));
  }
  return numbers;
}

bool Settings::is(const std::string& name, const std::string& word) const {
  return values_.at(name) == word;
}

void Settings::require(bool holds, const std::string& message) const {
  if (!holds) throw core::UserError(model_ + ": " + message);
}

void Settings::require_multiple(const std::string& name, int64_t value, const std::string& of_name,
                                int64_t of) const {
  require(value % of == 0,
          fmt::format("{} ({}) is not a multiple of {} ({})", name, value, of_name, of));
}

}  // namespace motley::tensor
