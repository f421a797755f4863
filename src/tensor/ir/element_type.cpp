#include "tensor/ir/element_type.h"

#include <array>
#include <bit>
#include <cmath>
#include <cstring>

#include "core/base/error.h"

namespace motley::tensor {
namespace {

struct TypeRow {
  std::string_view mlir, safetensors, numpy;
  int bits;
  Carrier carrier;
};

constexpr std::array<TypeRow, kNumElementTypes> kTypes = {{
    {"i1", "BOOL", "bool", 1, Carrier::kUnsigned},
    {"i8", "I8", "int8", 8, Carrier::kSigned},
    {"i16", "I16", "int16", 16, Carrier::kSigned},
    {"i32", "I32", "int32", 32, Carrier::kSigned},
    {"i64", "I64", "int64", 64, Carrier::kSigned},
    {"ui8", "U8", "uint8", 8, Carrier::kUnsigned},
    {"ui16", "U16", "uint16", 16, Carrier::kUnsigned},
    {"ui32", "U32", "uint32", 32, Carrier::kUnsigned},
    {"ui64", "U64", "uint64", 64, Carrier::kUnsigned},
    {"f16", "F16", "float16", 16, Carrier::kFloat},
    {"bf16", "BF16", "bfloat16", 16, Carrier::kFloat},
    {"f32", "F32", "float32", 32, Carrier::kFloat},
    {"f64", "F64", "float64", 64, Carrier::kFloat},
}};

const TypeRow& type_row(ElementType type) { return kTypes[static_cast<size_t>(type)]; }

std::optional<ElementType> find_name(std::string_view TypeRow::*column, std::string_view name) {
  for (int i = 0; i < kNumElementTypes; ++i) {
    if (kTypes[i].*column == name) return static_cast<ElementType>(i);
  }
  return std::nullopt;
}

// Rounds a double to a binary format with `mantissa` explicit mantissa bits and `exponent`
// exponent bits, nearest-even, and returns its bits.
uint16_t narrow_bits(double value, int exponent, int mantissa) {
  const uint64_t bits = std::bit_cast<uint64_t>(value);
  const uint64_t sign = bits >> 63;
  const uint16_t sign_bits = static_cast<uint16_t>(sign << (exponent + mantissa));
  const int max_exponent = (1 << exponent) - 1;
  const auto infinity = static_cast<uint16_t>(sign_bits | (max_exponent << mantissa));
  if (std::isnan(value)) {
    // Keep the top bits of the payload, and stay a NaN.
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
  // A carry out of the mantissa falls into the exponent field, as it should.
  const int base_exponent = std::max(e - 1, 1 - bias) + bias;  // biased, >= 1
  const uint64_t field = (static_cast<uint64_t>(base_exponent - 1) << mantissa) + units;
  if (field >= (static_cast<uint64_t>(max_exponent) << mantissa)) return infinity;
  return static_cast<uint16_t>(sign_bits | field);
}

template <class T>
T load(const std::byte* data, int64_t index) {
  T value;
  std::memcpy(&value, data + index * static_cast<int64_t>(sizeof(T)), sizeof(T));
  return value;
}

template <class T>
void store(std::byte* data, int64_t index, T value) {
  std::memcpy(data + index * static_cast<int64_t>(sizeof(T)), &value, sizeof(T));
}

}  // namespace

std::string_view name(ElementType type) { return type_row(type).mlir; }
std::string_view safetensors_name(ElementType type) { return type_row(type).safetensors; }
std::string_view numpy_name(ElementType type) { return type_row(type).numpy; }
std::optional<ElementType> element_type_from_name(std::string_view name) {
  return find_name(&TypeRow::mlir, name);
}
std::optional<ElementType> element_type_from_safetensors(std::string_view name) {
  return find_name(&TypeRow::safetensors, name);
}
std::optional<ElementType> element_type_from_numpy(std::string_view name) {
  return find_name(&TypeRow::numpy, name);
}

int bit_width(ElementType type) { return type_row(type).bits; }
int64_t byte_size(ElementType type) { return (type_row(type).bits + 7) / 8; }
Carrier carrier(ElementType type) { return type_row(type).carrier; }

uint16_t f16_bits_from_double(double value) { return narrow_bits(value, 5, 10); }
uint16_t bf16_bits_from_double(double value) { return narrow_bits(value, 8, 7); }

double double_from_f16_bits(uint16_t bits) {
  const int exponent = (bits >> 10) & 31;
  const int mantissa = bits & 1023;
  const double sign = bits & 0x8000 ? -1.0 : 1.0;
  if (exponent == 31) {
    const uint64_t wide = (static_cast<uint64_t>(bits & 0x8000) << 48) | (0x7FFull << 52) |
                          (static_cast<uint64_t>(mantissa) << 42);
    return std::bit_cast<double>(wide);
  }
  if (exponent == 0) return sign * mantissa * 0x1p-24;
  return sign * std::scalbn(1024 + mantissa, exponent - 25);
}

double double_from_bf16_bits(uint16_t bits) {
  return std::bit_cast<float>(static_cast<uint32_t>(bits) << 16);
}

double round_to(ElementType type, double value) {
  switch (type) {
    case ElementType::kF16:
      return double_from_f16_bits(f16_bits_from_double(value));
    case ElementType::kBF16:
      return double_from_bf16_bits(bf16_bits_from_double(value));
    case ElementType::kF32:
      return static_cast<float>(value);
    case ElementType::kF64:
      return value;
    default:
      MOTLEY_CHECK(false, "round_to on {}", name(type));
  }
}

int64_t wrap_to(ElementType type, int64_t value) {
  switch (type) {
    case ElementType::kI8:
      return static_cast<int8_t>(value);
    case ElementType::kI16:
      return static_cast<int16_t>(value);
    case ElementType::kI32:
      return static_cast<int32_t>(value);
    case ElementType::kI64:
      return value;
    default:
      MOTLEY_CHECK(false, "signed wrap_to on {}", name(type));
  }
}

uint64_t wrap_to(ElementType type, uint64_t value) {
  switch (type) {
    case ElementType::kI1:
      return value != 0;
    case ElementType::kU8:
      return static_cast<uint8_t>(value);
    case ElementType::kU16:
      return static_cast<uint16_t>(value);
    case ElementType::kU32:
      return static_cast<uint32_t>(value);
    case ElementType::kU64:
      return value;
    default:
      MOTLEY_CHECK(false, "unsigned wrap_to on {}", name(type));
  }
}

double load_float(ElementType type, const std::byte* data, int64_t index) {
  switch (type) {
    case ElementType::kF16:
      return double_from_f16_bits(load<uint16_t>(data, index));
    case ElementType::kBF16:
      return double_from_bf16_bits(load<uint16_t>(data, index));
    case ElementType::kF32:
      return load<float>(data, index);
    case ElementType::kF64:
      return load<double>(data, index);
    default:
      MOTLEY_CHECK(false, "load_float on {}", name(type));
  }
}

int64_t load_signed(ElementType type, const std::byte* data, int64_t index) {
  switch (type) {
    case ElementType::kI8:
      return load<int8_t>(data, index);
    case ElementType::kI16:
      return load<int16_t>(data, index);
    case ElementType::kI32:
      return load<int32_t>(data, index);
    case ElementType::kI64:
      return load<int64_t>(data, index);
    default:
      MOTLEY_CHECK(false, "load_signed on {}", name(type));
  }
}

uint64_t load_unsigned(ElementType type, const std::byte* data, int64_t index) {
  switch (type) {
    case ElementType::kI1:
    case ElementType::kU8:
      return load<uint8_t>(data, index);
    case ElementType::kU16:
      return load<uint16_t>(data, index);
    case ElementType::kU32:
      return load<uint32_t>(data, index);
    case ElementType::kU64:
      return load<uint64_t>(data, index);
    default:
      MOTLEY_CHECK(false, "load_unsigned on {}", name(type));
  }
}

void store_float(ElementType type, std::byte* data, int64_t index, double value) {
  switch (type) {
    case ElementType::kF16:
      return store(data, index, f16_bits_from_double(value));
    case ElementType::kBF16:
      return store(data, index, bf16_bits_from_double(value));
    case ElementType::kF32:
      return store(data, index, static_cast<float>(value));
    case ElementType::kF64:
      return store(data, index, value);
    default:
      MOTLEY_CHECK(false, "store_float on {}", name(type));
  }
}

void store_signed(ElementType type, std::byte* data, int64_t index, int64_t value) {
  switch (type) {
    case ElementType::kI8:
      return store(data, index, static_cast<int8_t>(value));
    case ElementType::kI16:
      return store(data, index, static_cast<int16_t>(value));
    case ElementType::kI32:
      return store(data, index, static_cast<int32_t>(value));
    case ElementType::kI64:
      return store(data, index, value);
    default:
      MOTLEY_CHECK(false, "store_signed on {}", name(type));
  }
}

void store_unsigned(ElementType type, std::byte* data, int64_t index, uint64_t value) {
  switch (type) {
    case ElementType::kI1:
      return store(data, index, static_cast<uint8_t>(value != 0));
    case ElementType::kU8:
      return store(data, index, static_cast<uint8_t>(value));
    case ElementType::kU16:
      return store(data, index, static_cast<uint16_t>(value));
    case ElementType::kU32:
      return store(data, index, static_cast<uint32_t>(value));
    case ElementType::kU64:
      return store(data, index, value);
    default:
      MOTLEY_CHECK(false, "store_unsigned on {}", name(type));
  }
}

}  // namespace motley::tensor
