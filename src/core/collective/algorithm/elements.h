// Message buffers: elements of one type in the caller's memory.
//
//   std::vector<float> gradient(1000);
//   elements(gradient)                     {kF32, &gradient[0], 1000}
//   Elements{ElementType::kBF16, p, 12}    for types that C++ does not have
//
// An Elements does not own its memory, which must stay valid until the Request that uses it is
// done.
#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <type_traits>

namespace motley::core {

enum class ElementType : uint8_t { kF32, kF64, kF16, kBF16, kI32, kI64, kU8, kBool };

inline int64_t element_bytes(ElementType type) {
  switch (type) {
    case ElementType::kF64:
    case ElementType::kI64:
      return 8;
    case ElementType::kF32:
    case ElementType::kI32:
      return 4;
    case ElementType::kF16:
    case ElementType::kBF16:
      return 2;
    case ElementType::kU8:
    case ElementType::kBool:
      break;
  }
  return 1;
}

// Integer sums wrap. For bools, sum and max are `or`, min is `and`. min and max propagate NaN.
enum class Reduction : uint8_t { kSum, kMin, kMax };

struct Elements {
  ElementType type = ElementType::kU8;
  void* data = nullptr;
  int64_t count = 0;
};

struct ConstElements {
  ElementType type = ElementType::kU8;
  const void* data = nullptr;
  int64_t count = 0;

  ConstElements() = default;
  ConstElements(ElementType t, const void* d, int64_t n) : type(t), data(d), count(n) {}
  ConstElements(const Elements& e) : type(e.type), data(e.data), count(e.count) {}
};

template <class T>
constexpr ElementType element_type() {
  if constexpr (std::is_same_v<T, float>) return ElementType::kF32;
  if constexpr (std::is_same_v<T, double>) return ElementType::kF64;
  if constexpr (std::is_same_v<T, int32_t>) return ElementType::kI32;
  if constexpr (std::is_same_v<T, int64_t>) return ElementType::kI64;
  if constexpr (std::is_same_v<T, bool>) return ElementType::kBool;
  return ElementType::kU8;
}

// For vectors, arrays and spans of float, double, int32_t, int64_t, uint8_t and bool.
template <class Range>
auto elements(Range& range) {
  using T = std::remove_pointer_t<decltype(std::data(range))>;
  static_assert(sizeof(T) == 1 || element_type<std::remove_const_t<T>>() != ElementType::kU8);
  using View = std::conditional_t<std::is_const_v<T>, ConstElements, Elements>;
  return View{element_type<std::remove_const_t<T>>(), std::data(range), std::ssize(range)};
}

}  // namespace motley::core
