#include "core/collective/algorithm/reduce.h"

#include <algorithm>
#include <cstring>

#include "core/base/error.h"
#include "core/base/half.h"

namespace motley::core {
namespace {

bool is_half(ElementType type) { return type == ElementType::kF16 || type == ElementType::kBF16; }

template <class T>
T combined(Reduction op, T a, T b) {
  if (op == Reduction::kMin) return (a < b || a != a) ? a : b;
  if (op == Reduction::kMax) return (a > b || a != a) ? a : b;
  if constexpr (std::is_same_v<T, bool>) {
    return a || b;
  } else if constexpr (std::is_integral_v<T>) {
    using U = std::make_unsigned_t<T>;  // unsigned sums wrap, signed overflow is undefined
    return static_cast<T>(static_cast<U>(static_cast<U>(a) + static_cast<U>(b)));
  } else {
    return a + b;
  }
}

template <Reduction op, class T>
void reduce_run(const T* incoming, const T* local, T* result, int64_t count) {
  for (int64_t i = 0; i < count; ++i) result[i] = combined<T>(op, incoming[i], local[i]);
}

template <class T>
void reduce_typed(Reduction op, const void* incoming, const void* local, void* result,
                  int64_t count) {
  const T* a = static_cast<const T*>(incoming);
  const T* b = static_cast<const T*>(local);
  T* r = static_cast<T*>(result);
  if (op == Reduction::kSum) return reduce_run<Reduction::kSum>(a, b, r, count);
  if (op == Reduction::kMin) return reduce_run<Reduction::kMin>(a, b, r, count);
  return reduce_run<Reduction::kMax>(a, b, r, count);
}

// `count` elements starting at `at`.
template <class E>
E part(const E& whole, int64_t at, int64_t count) {
  E result = whole;
  using Byte = std::conditional_t<std::is_same_v<E, Elements>, std::byte, const std::byte>;
  result.data = static_cast<Byte*>(whole.data) + at * element_bytes(whole.type);
  result.count = count;
  return result;
}

// Half types are converted in short runs of f32 that stay in the L1 cache.
void reduce_halves(Reduction op, ConstElements incoming, ConstElements local, Elements result) {
  constexpr int64_t kRun = 512;
  float a[kRun], b[kRun];
  for (int64_t at = 0; at < result.count; at += kRun) {
    const int64_t n = std::min(kRun, result.count - at);
    convert(part(incoming, at, n), {ElementType::kF32, a, n});
    convert(part(local, at, n), {ElementType::kF32, b, n});
    reduce_typed<float>(op, a, b, a, n);
    convert({ElementType::kF32, a, n}, part(result, at, n));
  }
}

template <class To, class From, class F>
void convert_run(ConstElements from, Elements to, F f) {
  const From* in = static_cast<const From*>(from.data);
  To* out = static_cast<To*>(to.data);
  for (int64_t i = 0; i < from.count; ++i) out[i] = f(in[i]);
}

}  // namespace

ElementType accumulator_type(ElementType type) { return is_half(type) ? ElementType::kF32 : type; }

void convert(ConstElements from, Elements to) {
  MOTLEY_CHECK(from.count == to.count, "{} elements cannot become {}", from.count, to.count);
  if (from.type == to.type) {
    if (from.data != to.data && from.count > 0) {
      std::memmove(to.data, from.data, static_cast<size_t>(from.count * element_bytes(from.type)));
    }
  } else if (from.type == ElementType::kBF16) {
    convert_run<float, uint16_t>(from, to, float_from_bf16);
  } else if (from.type == ElementType::kF16) {
    convert_run<float, uint16_t>(from, to, float_from_f16);
  } else if (to.type == ElementType::kBF16) {
    convert_run<uint16_t, float>(from, to, bf16_from_float);
  } else {
    MOTLEY_CHECK(to.type == ElementType::kF16, "only half types are converted");
    convert_run<uint16_t, float>(from, to, f16_from_float);
  }
}

void reduce(Reduction op, ConstElements incoming, ConstElements local, Elements result) {
  if (is_half(incoming.type) || is_half(local.type) || is_half(result.type)) {
    return reduce_halves(op, incoming, local, result);
  }
  const void* a = incoming.data;
  const void* b = local.data;
  switch (result.type) {
    case ElementType::kF32:
      return reduce_typed<float>(op, a, b, result.data, result.count);
    case ElementType::kF64:
      return reduce_typed<double>(op, a, b, result.data, result.count);
    case ElementType::kI32:
      return reduce_typed<int32_t>(op, a, b, result.data, result.count);
    case ElementType::kI64:
      return reduce_typed<int64_t>(op, a, b, result.data, result.count);
    case ElementType::kU8:
      return reduce_typed<uint8_t>(op, a, b, result.data, result.count);
    case ElementType::kBool:
      return reduce_typed<bool>(op, a, b, result.data, result.count);
    case ElementType::kF16:
    case ElementType::kBF16:
      break;
  }
}

}  // namespace motley::core
