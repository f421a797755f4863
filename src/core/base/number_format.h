// The formats in which matrix units multiply, which decide how fast a product is. `tf32` stands for
// float32 operands at the default precision: GPUs round them to TF32, TPUs to bfloat16.
#pragma once

#include <array>
#include <cstdint>
#include <string_view>

namespace motley::core {

enum class NumberFormat : uint8_t { kF64, kF32, kTF32, kBF16, kF16, kFP8 };
inline constexpr int kNumNumberFormats = 6;
inline constexpr std::array<std::string_view, kNumNumberFormats> kNumberFormatNames = {
    "f64", "f32", "tf32", "bf16", "f16", "fp8"};

inline std::string_view name_of(NumberFormat format) {
  return kNumberFormatNames[static_cast<size_t>(format)];
}

}  // namespace motley::core
