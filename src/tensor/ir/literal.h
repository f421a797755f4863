// Literal: the host tensor. Row-major, packed, owning.
//
//   Literal x = Literal::zeros({ElementType::kF32, {2, 3}});
//   x.set_float(4, 0.5);            // element (1, 1)
//   x.values<float>()[4] == 0.5f;
#pragma once

#include <cstddef>
#include <cstdint>
#include <memory>
#include <span>
#include <string>
#include <utility>
#include <vector>

#include "tensor/ir/tensor_type.h"

namespace motley::tensor {

// Uninitialized bytes: pages are placed by the first thread that writes them (first touch).
struct UnsetBytes : std::allocator<std::byte> {
  template <class U>
  struct rebind {
    using other = UnsetBytes;
  };
  template <class U, class... Args>
  void construct(U* p, Args&&... args) {
    if constexpr (sizeof...(Args) > 0) ::new (static_cast<void*>(p)) U(std::forward<Args>(args)...);
  }
};

class Literal {
 public:
  Literal() = default;  // an empty scalar placeholder; num_bytes() == 0
  static Literal zeros(TensorType type);
  static Literal unset(TensorType type);  // uninitialized, to be overwritten entirely
  // Copies the bytes; their number must equal the type's byte size.
  static Literal from_bytes(TensorType type, std::span<const std::byte> bytes);
  static Literal scalar(ElementType element, double value);
  static Literal filled(TensorType type, const Literal& scalar);

  const TensorType& type() const { return type_; }
  ElementType element() const { return type_.element; }
  const Shape& shape() const { return type_.shape; }
  int64_t num_elements() const { return num_elements_; }
  int64_t num_bytes() const { return static_cast<int64_t>(bytes_.size()); }

  std::span<const std::byte> bytes() const { return bytes_; }
  std::byte* data() { return bytes_.data(); }
  const std::byte* data() const { return bytes_.data(); }
  template <class T>
  std::span<const T> values() const {
    return {reinterpret_cast<const T*>(bytes_.data()), bytes_.size() / sizeof(T)};
  }
  template <class T>
  std::span<T> values() {
    return {reinterpret_cast<T*>(bytes_.data()), bytes_.size() / sizeof(T)};
  }

  // In the compute type of the element type (see element_type.h).
  double get_float(int64_t i) const { return load_float(type_.element, data(), i); }
  int64_t get_signed(int64_t i) const { return load_signed(type_.element, data(), i); }
  uint64_t get_unsigned(int64_t i) const { return load_unsigned(type_.element, data(), i); }
  void set_float(int64_t i, double v) { store_float(type_.element, data(), i, v); }
  void set_signed(int64_t i, int64_t v) { store_signed(type_.element, data(), i, v); }
  void set_unsigned(int64_t i, uint64_t v) { store_unsigned(type_.element, data(), i, v); }
  // For any type: the value as a double (64-bit integers are rounded) or as an integer.
  double as_double(int64_t i) const;
  int64_t as_int(int64_t i) const;
  void set_from_double(int64_t i, double v);

  // The same bytes with another shape of as many elements.
  Literal reshaped(Shape shape) &&;
  Literal reshaped(Shape shape) const&;

  // Same type and same bits.
  friend bool operator==(const Literal&, const Literal&) = default;

 private:
  TensorType type_;
  int64_t num_elements_ = 0;
  std::vector<std::byte, UnsetBytes> bytes_;
};

}  // namespace motley::tensor
