#include "tensor/ir/literal.h"

#include <algorithm>
#include <cmath>
#include <cstring>

#include "core/base/error.h"

namespace motley::tensor {
namespace {

// Rounds towards zero; NaN gives 0, out-of-range values saturate.
int64_t truncated(double v) {
  if (std::isnan(v)) return 0;
  if (v >= 0x1p63) return INT64_MAX;
  if (v < -0x1p63) return INT64_MIN;
  return static_cast<int64_t>(v);
}

}  // namespace

Literal Literal::zeros(TensorType type) {
  Literal literal = unset(std::move(type));
  std::ranges::fill(literal.bytes_, std::byte{0});
  return literal;
}

Literal Literal::unset(TensorType type) {
  Literal literal;
  literal.num_elements_ = type.num_elements();
  literal.bytes_.resize(type.num_bytes());
  literal.type_ = std::move(type);
  return literal;
}

Literal Literal::from_bytes(TensorType type, std::span<const std::byte> bytes) {
  MOTLEY_CHECK(static_cast<int64_t>(bytes.size()) == type.num_bytes(), "{} bytes for {}",
               bytes.size(), type.to_string());
  Literal literal;
  literal.num_elements_ = type.num_elements();
  literal.bytes_.assign(bytes.begin(), bytes.end());
  literal.type_ = std::move(type);
  return literal;
}

Literal Literal::scalar(ElementType element, double value) {
  Literal literal = zeros({element, {}});
  literal.set_from_double(0, value);
  return literal;
}

Literal Literal::filled(TensorType type, const Literal& scalar) {
  MOTLEY_CHECK(scalar.num_elements() == 1 && scalar.element() == type.element, "{} filled with {}",
               type.to_string(), scalar.type().to_string());
  Literal literal = zeros(std::move(type));
  const int64_t size = byte_size(literal.element());
  for (int64_t i = 0; i < literal.num_elements(); ++i) {
    std::memcpy(literal.data() + i * size, scalar.data(), size);
  }
  return literal;
}

double Literal::as_double(int64_t i) const {
  switch (compute_type(element())) {
    case ComputeType::kFloat:
      return get_float(i);
    case ComputeType::kSigned:
      return static_cast<double>(get_signed(i));
    case ComputeType::kUnsigned:
      return static_cast<double>(get_unsigned(i));
  }
  return 0;
}

int64_t Literal::as_int(int64_t i) const {
  switch (compute_type(element())) {
    case ComputeType::kFloat:
      return truncated(get_float(i));
    case ComputeType::kSigned:
      return get_signed(i);
    case ComputeType::kUnsigned:
      return static_cast<int64_t>(std::min<uint64_t>(get_unsigned(i), INT64_MAX));
  }
  return 0;
}

void Literal::set_from_double(int64_t i, double v) {
  switch (compute_type(element())) {
    case ComputeType::kFloat:
      return set_float(i, v);
    case ComputeType::kSigned:
      return set_signed(i, truncated(v));
    // Negative numbers wrap; only those above int64_t need the unsigned conversion.
    case ComputeType::kUnsigned:
      return set_unsigned(i, v >= 0x1p63 ? (v >= 0x1p64 ? UINT64_MAX : static_cast<uint64_t>(v))
                                         : static_cast<uint64_t>(truncated(v)));
  }
}

Literal Literal::reshaped(Shape shape) && {
  TensorType type = type_.with_shape(std::move(shape));
  MOTLEY_CHECK(type.num_elements() == num_elements_, "{} reshaped to {}", type_.to_string(),
               type.to_string());
  type_ = std::move(type);
  return std::move(*this);
}

Literal Literal::reshaped(Shape shape) const& { return Literal(*this).reshaped(std::move(shape)); }

}  // namespace motley::tensor
