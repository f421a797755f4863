// Checked 64-bit arithmetic for extents, counts and bytes, and strong 32-bit ids.
#pragma once

#include <compare>
#include <cstddef>
#include <cstdint>
#include <functional>
#include <optional>
#include <span>

namespace motley::core {

// nullopt if the result does not fit into int64_t.
inline std::optional<int64_t> checked_add(int64_t a, int64_t b) {
  int64_t r;
  if (__builtin_add_overflow(a, b, &r)) return std::nullopt;
  return r;
}
inline std::optional<int64_t> checked_multiply(int64_t a, int64_t b) {
  int64_t r;
  if (__builtin_mul_overflow(a, b, &r)) return std::nullopt;
  return r;
}

// Product of all factors; 1 for none. Zero takes precedence over overflow: {2^40, 2^40, 0} is 0.
inline std::optional<int64_t> checked_product(std::span<const int64_t> factors) {
  int64_t product = 1;
  bool overflow = false;
  for (int64_t f : factors) {
    if (f == 0) return 0;
    if (!overflow && __builtin_mul_overflow(product, f, &product)) overflow = true;
  }
  if (overflow) return std::nullopt;
  return product;
}

inline int64_t ceil_divide(int64_t a, int64_t b) {
  return a / b + (a % b != 0 && (a < 0) == (b < 0));
}

// A 32-bit index that cannot be confused with another kind: using OpId = Id<struct OpTag>.
template <class Tag>
struct Id {
  static constexpr uint32_t kNone = UINT32_MAX;
  uint32_t index = kNone;

  constexpr Id() = default;
  constexpr explicit Id(size_t i) : index(static_cast<uint32_t>(i)) {}
  constexpr bool valid() const { return index != kNone; }
  friend constexpr auto operator<=>(Id, Id) = default;
};

}  // namespace motley::core

template <class Tag>
struct std::hash<motley::core::Id<Tag>> {
  size_t operator()(motley::core::Id<Tag> id) const { return id.index; }
};
