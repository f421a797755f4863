#include "tensor/ir/value_text.h"

#include <fmt/format.h>

#include "tensor/ir/float_text.h"

namespace motley::tensor {
namespace {

std::string element_text(const Literal& value, int64_t i) {
  switch (compute_type(value.element())) {
    case ComputeType::kFloat:
      return float_text(value.element(), value.data(), i);
    case ComputeType::kSigned:
      return fmt::format("{}", value.get_signed(i));
    case ComputeType::kUnsigned:
      if (is_bool(value.element())) return value.get_unsigned(i) ? "true" : "false";
      return fmt::format("{}", value.get_unsigned(i));
  }
  return {};
}

void append_nested(std::string& out, const Literal& value, size_t dim, int64_t& next) {
  if (dim == value.shape().size()) {
    out += element_text(value, next++);
    return;
  }
  out += '[';
  for (int64_t i = 0; i < value.shape()[dim]; ++i) {
    if (i) out += ", ";
    append_nested(out, value, dim + 1, next);
  }
  out += ']';
}

}  // namespace

std::string dense(const ConstantAttrs& constant) {
  const Literal& value = constant.value;
  std::string body;
  if (constant.is_splat() || value.type().is_scalar()) {
    body = element_text(value, 0);
  } else if (value.num_elements() > 100 && !is_bool(value.element())) {
    body.reserve(value.num_bytes() * 2 + 4);
    body = "\"0x";
    for (std::byte b : value.bytes()) {
      constexpr char kHex[] = "0123456789ABCDEF";
      body += kHex[static_cast<int>(b) >> 4];
      body += kHex[static_cast<int>(b) & 15];
    }
    body += '"';
  } else if (value.num_elements() > 0) {
    int64_t next = 0;
    append_nested(body, value, 0, next);
  }
  return fmt::format("dense<{}> : {}", body, constant.type.to_string());
}

}  // namespace motley::tensor
