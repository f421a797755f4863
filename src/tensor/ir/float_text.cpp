#include "tensor/ir/float_text.h"

#include <fmt/format.h>

#include <cmath>
#include <cstdlib>
#include <cstring>

namespace motley::tensor {
namespace {

// MLIR's limit on the number of digits: 2 + precision * 59 / 196.
int natural_digits(ElementType type) {
  switch (type) {
    case ElementType::kF16:
      return 5;
    case ElementType::kBF16:
      return 4;
    case ElementType::kF32:
      return 9;
    default:
      return 17;
  }
}

// The value of `text` parsed as `type`; f32 is parsed directly, to round once.
double read_back(ElementType type, const std::string& text) {
  if (type == ElementType::kF32) return std::strtof(text.c_str(), nullptr);
  return round_to(type, std::strtod(text.c_str(), nullptr));
}

std::string bit_pattern(ElementType type, const std::byte* data, int64_t index) {
  const int64_t size = byte_size(type);
  uint64_t bits = 0;
  std::memcpy(&bits, data + index * size, size);
  return fmt::format("0x{:0{}X}", bits, size * 2);
}

// Formats digits and decimal exponent: plain if at most three zeros pad it, else with E.
std::string natural_text(ElementType type, double value) {
  const std::string scientific = fmt::format("{:.{}e}", std::fabs(value), natural_digits(type) - 1);
  const size_t e = scientific.find('e');
  std::string digits = scientific.substr(0, 1) + scientific.substr(2, e - 2);
  digits.erase(digits.find_last_not_of('0') + 1);
  const int leading = std::atoi(scientific.c_str() + e + 1);  // exponent of the first digit
  const int count = static_cast<int>(digits.size());
  const char* sign = std::signbit(value) ? "-" : "";

  if (leading >= 0 && leading < count - 1) {
    return fmt::format("{}{}.{}", sign, digits.substr(0, leading + 1), digits.substr(leading + 1));
  }
  if (leading < 0 && -leading <= 3) {
    return fmt::format("{}0.{}{}", sign, std::string(-leading - 1, '0'), digits);
  }
  return fmt::format("{}{}.{}E{}{}", sign, digits[0], count == 1 ? "0" : digits.substr(1),
                     leading < 0 ? "-" : "+", std::abs(leading));
}

}  // namespace

std::string float_text(ElementType type, const std::byte* data, int64_t index) {
  const double value = load_float(type, data, index);
  if (!std::isfinite(value)) return bit_pattern(type, data, index);
  std::string six = fmt::format("{:.5e}", value);
  six.insert(six.find('e'), 1, '0');
  if (read_back(type, six) == value) return six;
  const std::string natural = natural_text(type, value);
  if (read_back(type, natural) == value) return natural;
  return bit_pattern(type, data, index);
}

}  // namespace motley::tensor
