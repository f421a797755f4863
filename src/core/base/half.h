// The half-precision types, float16 (f16) and bfloat16 (bf16), as their 16 bits. Every narrowing
// rounds to the nearest value, ties to even; NaN stays NaN.
#pragma once

#include <bit>
#include <cstdint>

namespace motley::core {

inline float float_from_bf16(uint16_t bits) { return std::bit_cast<float>(uint32_t{bits} << 16); }

inline uint16_t bf16_from_float(float value) {
  const uint32_t bits = std::bit_cast<uint32_t>(value);
  if (value != value) return static_cast<uint16_t>((bits >> 16) | 0x40);  // remains NaN
  return static_cast<uint16_t>((bits + 0x7fff + ((bits >> 16) & 1)) >> 16);
}

inline float float_from_f16(uint16_t bits) {
  const uint32_t sign = uint32_t{bits & 0x8000u} << 16, rest = bits & 0x7fffu;
  // Shifting exponent and fraction into place leaves the exponent 112 too small; one multiplication
  // corrects that, also for subnormals. Infinity and NaN have the largest exponent of either type.
  const float scaled = std::bit_cast<float>(rest << 13) * 0x1p112f;
  const uint32_t magnitude =
      rest >= 0x7c00 ? 0x7f800000u | (rest << 13) : std::bit_cast<uint32_t>(scaled);
  return std::bit_cast<float>(sign | magnitude);
}

inline uint16_t f16_from_float(float value) {
  const uint32_t bits = std::bit_cast<uint32_t>(value);
  const uint32_t sign = (bits >> 16) & 0x8000, rest = bits & 0x7fffffff;
  if (rest > 0x7f800000) return static_cast<uint16_t>(sign | 0x7e00);
  if (rest >= 0x477ff000) return static_cast<uint16_t>(sign | 0x7c00);  // 65520 and above: infinity
  if (rest < 0x38800000) {
    // Below the normal numbers: adding 0.5 leaves the rounded result in the lowest bits.
    const float moved = std::bit_cast<float>(rest) + 0.5f;
    return static_cast<uint16_t>(sign | (std::bit_cast<uint32_t>(moved) - 0x3f000000));
  }
  const uint32_t rounded = rest + 0xfff + ((rest >> 13) & 1);
  return static_cast<uint16_t>(sign | ((rounded - 0x38000000) >> 13));
}

// From double in one rounding: going through float would round twice.
uint16_t f16_bits_from_double(double value);
uint16_t bf16_bits_from_double(double value);
double double_from_f16_bits(uint16_t bits);
double double_from_bf16_bits(uint16_t bits);

}  // namespace motley::core
