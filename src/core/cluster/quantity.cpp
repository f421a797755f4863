#include "core/cluster/quantity.h"

#include <cmath>
#include <span>

#include "core/base/text.h"

namespace motley::core {
namespace {

// A value in this unit is number * 10^power * factor; the factor is a power of two and thus exact.
struct Unit {
  std::string_view name;
  int power;
  double factor;
};

constexpr double kKi = 1024;
constexpr double kBit = 0.125;

// In each table, the units used for printing come first, from large to small, then those only
// parsed.
constexpr Unit kFlopUnits[] = {
    {"T", 12, 1},      {"G", 9, 1},        {"M", 6, 1},        {"k", 3, 1},
    {"P", 15, 1},      {"E", 18, 1},       {"flops", 0, 1},    {"kflops", 3, 1},
    {"Mflops", 6, 1},  {"Gflops", 9, 1},   {"Tflops", 12, 1},  {"Pflops", 15, 1},
    {"Eflops", 18, 1}, {"flop/s", 0, 1},   {"kflop/s", 3, 1},  {"Mflop/s", 6, 1},
    {"Gflop/s", 9, 1}, {"Tflop/s", 12, 1}, {"Pflop/s", 15, 1}, {"Eflop/s", 18, 1},
};
constexpr Unit kByteUnits[] = {
    {"TiB", 0, kKi* kKi* kKi* kKi},
    {"GiB", 0, kKi* kKi* kKi},
    {"MiB", 0, kKi* kKi},
    {"KiB", 0, kKi},
    {"GB", 9, 1},
    {"MB", 6, 1},
    {"kB", 3, 1},
    {"B", 0, 1},
    {"TB", 12, 1},
    {"PB", 15, 1},
    {"PiB", 0, kKi* kKi* kKi* kKi* kKi},
};
constexpr Unit kBandwidthUnits[] = {
    {"GB/s", 9, 1},
    {"MB/s", 6, 1},
    {"kB/s", 3, 1},
    {"Gb/s", 9, kBit},
    {"Mb/s", 6, kBit},
    {"kb/s", 3, kBit},
    {"B/s", 0, 1},
    {"b/s", 0, kBit},
    {"TB/s", 12, 1},
    {"PB/s", 15, 1},
    {"Tb/s", 12, kBit},
    {"KiB/s", 0, kKi},
    {"MiB/s", 0, kKi* kKi},
    {"GiB/s", 0, kKi* kKi* kKi},
    {"TiB/s", 0, kKi* kKi* kKi* kKi},
    {"PiB/s", 0, kKi* kKi* kKi* kKi* kKi},
};
constexpr Unit kTimeUnits[] = {{"us", -6, 1}, {"ms", -3, 1}, {"s", 0, 1}, {"ns", -9, 1}};

struct DimensionRow {
  std::span<const Unit> units;
  size_t num_printed;         // the first num_printed units are used for printing
  std::string_view examples;  // for the remedy
};

const DimensionRow& row_of(Dimension dimension) {
  static constexpr DimensionRow kRows[] = {
      {kFlopUnits, 4, "operations per second, such as `15.7T`"},
      {kByteUnits, 8, "bytes, such as `16GiB` or `16GB`"},
      {kBandwidthUnits, 6, "`GB/s` (bytes) or `Gb/s` (bits), such as `900GB/s`"},
      {kTimeUnits, 4, "seconds, such as `5us` or `0.1ms`"},
  };
  return kRows[static_cast<size_t>(dimension)];
}

const Unit* find_unit(const DimensionRow& row, std::string_view name) {
  for (const Unit& unit : row.units) {
    if (unit.name == name) return &unit;
  }
  return nullptr;
}

std::string_view without_spaces(std::string_view text) {
  while (text.starts_with(' ')) text.remove_prefix(1);
  while (text.ends_with(' ')) text.remove_suffix(1);
  return text;
}

}  // namespace

Quantity parse_quantity(std::string_view text, Dimension dimension) {
  constexpr double kLeast = 1e-18, kMost = 1e24;
  const DimensionRow& row = row_of(dimension);
  text = without_spaces(text);
  const auto refused = [&](const std::string& what) { return Quantity{0, what}; };
  const size_t length = decimal_length(text);
  if (length == 0) {
    return refused(fmt::format("{} is not a number; write {}", in_quotes(text), row.examples));
  }
  const std::string_view number = text.substr(0, length);
  const std::string_view name = without_spaces(text.substr(length));
  static constexpr Unit kBare{"", 0, 1};
  const Unit* unit = name.empty() ? &kBare : find_unit(row, name);
  const double plain = decimal_value(number);
  if (std::isnan(plain) || number.find_first_of("in") != number.npos) {
    return refused(fmt::format("{} is not finite; write {}", in_quotes(text), row.examples));
  }
  if (!unit) {
    return refused(
        fmt::format("the unit {} is not known here; write {}", in_quotes(name), row.examples));
  }
  const double value = decimal_value(number, unit->power) * unit->factor;
  if (std::signbit(value)) {
    return refused(fmt::format("{} is negative; write {}", in_quotes(text), row.examples));
  }
  if (value > kMost || (value < kLeast && plain != 0)) {
    return refused(fmt::format("{} is out of range; write {}", in_quotes(text), row.examples));
  }
  return {value, ""};
}

std::string print_quantity(double value, Dimension dimension) {
  const DimensionRow& row = row_of(dimension);
  std::string shortest = fmt::format("{}", value);
  if (shortest.ends_with(".0")) shortest.resize(shortest.size() - 2);
  size_t fewest_digits = std::string::npos;
  std::string best = shortest;
  for (const Unit& unit : row.units.first(row.num_printed)) {
    // Scaling rounds; parsing the result tells whether the decimal is still exact.
    const double scaled = value / unit.factor / std::pow(10.0, unit.power);
    if (scaled < 0.999 || scaled >= 1e5) continue;
    const std::string digits = fmt::format("{:.12g}", scaled);
    if (digits.size() >= fewest_digits || digits.find('e') != digits.npos) continue;
    const std::string text = fmt::format("{}{}", digits, unit.name);
    if (parse_quantity(text, dimension).value != value) continue;
    fewest_digits = digits.size();
    best = text;
  }
  return best;
}

}  // namespace motley::core
