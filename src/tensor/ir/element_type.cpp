#include "tensor/ir/element_type.h"

#include <array>
#include <bit>
#include <cmath>
#include <cstring>

#include "core/base/error.h"
#include "core/base/half.h"

namespace motley::tensor {
namespace {

struct TypeRow {
  std::string_view mlir, safetensors, numpy;
  int bits;
  ComputeType compute_type;
};

constexpr std::array<TypeRow, kNumElementTypes> kTypes = {{
    {"i1", "BOOL", "bool", 1, ComputeType::kUnsigned},
    {"i8", "I8", "int8", 8, ComputeType::kSigned},
    {"i16", "I16", "int16", 16, ComputeType::kSigned},
    {"i32", "I32", "int32", 32, ComputeType::kSigned},
    {"i64", "I64", "int64", 64, ComputeType::kSigned},
    {"ui8", "U8", "uint8", 8, ComputeType::kUnsigned},
    {"ui16", "U16", "uint16", 16, ComputeType::kUnsigned},
    {"ui32", "U32", "uint32", 32, ComputeType::kUnsigned},
    {"ui64", "U64", "uint64", 64, ComputeType::kUnsigned},
    {"f16", "F16", "float16", 16, ComputeType::kFloat},
    {"bf16", "BF16", "bfloat16", 16, ComputeType::kFloat},
    {"f32", "F32", "float32", 32, ComputeType::kFloat},
    {"f64", "F64", "float64", 64, ComputeType::kFloat},
}};

const TypeRow& type_row(ElementType type) { return kTypes[static_cast<size_t>(type)]; }

std::optional<ElementType> find_name(std::string_view TypeRow::*column, std::string_view name) {
  for (int i = 0; i < kNumElementTypes; ++i) {
    if (kTypes[i].*column == name) return static_cast<ElementType>(i);
  }
  return std::nullopt;
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
ComputeType compute_type(ElementType type) { return type_row(type).compute_type; }

double round_to(ElementType type, double value) {
  switch (type) {
    case ElementType::kF16:
      return core::double_from_f16_bits(core::f16_bits_from_double(value));
    case ElementType::kBF16:
      return core::double_from_bf16_bits(core::bf16_bits_from_double(value));
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
      return core::double_from_f16_bits(load<uint16_t>(data, index));
    case ElementType::kBF16:
      return core::double_from_bf16_bits(load<uint16_t>(data, index));
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
      return store(data, index, core::f16_bits_from_double(value));
    case ElementType::kBF16:
      return store(data, index, core::bf16_bits_from_double(value));
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
