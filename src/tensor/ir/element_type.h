// Element types of tensors, and how one element is loaded, rounded and stored.
//
// Every element is computed in one of three compute types, so that an op needs three small
// functions instead of thirteen: double for floats, int64_t for signed integers, uint64_t for
// unsigned integers and booleans. Storing rounds a double to nearest-even and wraps an integer to
// its width. "Compute in the compute type, store in the element type" therefore equals "round after
// each op": double has more than twice the digits of float, half and bfloat16 plus two, so the
// double rounding of +, -, *, / and sqrt is harmless.
#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <string_view>

namespace motley::tensor {

enum class ElementType : uint8_t {
  kI1,
  kI8,
  kI16,
  kI32,
  kI64,
  kU8,
  kU16,
  kU32,
  kU64,
  kF16,
  kBF16,
  kF32,
  kF64
};
inline constexpr int kNumElementTypes = 13;

enum class ComputeType : uint8_t { kFloat, kSigned, kUnsigned };

// MLIR's names: "i1", "i32", "ui8", "f32", "bf16".
std::string_view name(ElementType type);
std::optional<ElementType> element_type_from_name(std::string_view name);
// safetensors' names: "BOOL", "I32", "U8", "F32", "BF16".
std::string_view safetensors_name(ElementType type);
std::optional<ElementType> element_type_from_safetensors(std::string_view name);
// numpy's names, used by signature.json: "bool", "int32", "uint8", "float32", "bfloat16".
std::string_view numpy_name(ElementType type);
std::optional<ElementType> element_type_from_numpy(std::string_view name);

int64_t byte_size(ElementType type);  // i1 takes one byte
int bit_width(ElementType type);      // i1 has one bit
ComputeType compute_type(ElementType type);
inline bool is_float(ElementType type) { return compute_type(type) == ComputeType::kFloat; }
inline bool is_bool(ElementType type) { return type == ElementType::kI1; }
inline bool is_integer(ElementType type) { return !is_float(type) && !is_bool(type); }
inline bool is_signed(ElementType type) { return compute_type(type) == ComputeType::kSigned; }
inline bool is_unsigned(ElementType type) { return is_integer(type) && !is_signed(type); }

// The value rounded to the type: round_to(kBF16, 1.001) is 1.0.
double round_to(ElementType type, double value);
int64_t wrap_to(ElementType type, int64_t value);
uint64_t wrap_to(ElementType type, uint64_t value);

// Element `index` of a packed array of `type`; the function must match the type's compute type.
double load_float(ElementType type, const std::byte* data, int64_t index);
int64_t load_signed(ElementType type, const std::byte* data, int64_t index);
uint64_t load_unsigned(ElementType type, const std::byte* data, int64_t index);
void store_float(ElementType type, std::byte* data, int64_t index, double value);
void store_signed(ElementType type, std::byte* data, int64_t index, int64_t value);
void store_unsigned(ElementType type, std::byte* data, int64_t index, uint64_t value);

}  // namespace motley::tensor
