#include "core/base/half.h"

#include <algorithm>
#include <cmath>

namespace motley::core {
namespace {

// Rounds a double to a binary format with `mantissa` explicit mantissa bits and `exponent`
// exponent bits, nearest-even, and returns its bits.
uint16_t narrow_bits(double value, int exponent, int mantissa) {
  const uint64_t bits = std::bit_cast<uint64_t>(value);
  const uint64_t sign = bits >> 63;
  const uint16_t sign_bits = static_cast<uint16_t>(sign << (exponent + mantissa));
  const int max_exponent = (1 << exponent) - 1;
  const auto infinity = static_cast<uint16_t>(sign_bits | (max_exponent << mantissa));
  if (std::isnan(value)) {
    // Keep the top bits of the payload, and remain a NaN.
    const auto payload = static_cast<uint16_t>((bits >> (52 - mantissa)) & ((1u << mantissa) - 1));
    return static_cast<uint16_t>(infinity | payload | (1u << (mantissa - 1)));
  }
  if (std::isinf(value)) return infinity;
  if (value == 0) return sign_bits;

  const int bias = (1 << (exponent - 1)) - 1;
  int e;
  std::frexp(value, &e);  // |value| in [2^(e-1), 2^e)
  // Weight of the last bit kept: normal numbers keep `mantissa` bits below the leading one,
  // subnormal numbers keep the fixed last bit of the smallest exponent.
  const int last_bit = std::max(e - 1, 1 - bias) - mantissa;
  // Scaling by a power of two is exact here; nearbyint rounds to nearest, ties to even.
  const auto units =
      static_cast<uint64_t>(std::nearbyint(std::scalbn(std::fabs(value), -last_bit)));
  // A carry out of the mantissa increments the exponent field, which is correct.
  const int base_exponent = std::max(e - 1, 1 - bias) + bias;  // biased, >= 1
  const uint64_t field = (static_cast<uint64_t>(base_exponent - 1) << mantissa) + units;
  if (field >= (static_cast<uint64_t>(max_exponent) << mantissa)) return infinity;
  return static_cast<uint16_t>(sign_bits | field);
}

}  // namespace

uint16_t f16_bits_from_double(double value) { return narrow_bits(value, 5, 10); }
uint16_t bf16_bits_from_double(double value) { return narrow_bits(value, 8, 7); }

double double_from_f16_bits(uint16_t bits) { return float_from_f16(bits); }

double double_from_bf16_bits(uint16_t bits) { return float_from_bf16(bits); }

}  // namespace motley::core
