#include <fmt/format.h>

#include <algorithm>
#include <cstring>

#include "core/base/error.h"
#include "tensor/data/batches.h"
#include "tensor/import/tensor_file.h"

namespace motley::tensor {
namespace {

// The number of batches in the tensor; 0 for a scalar, which is the same in all of them.
int64_t num_batches(const core::TensorEntry& entry, const BatchArgument& argument,
                    const std::string& file) {
  const Shape& wanted = argument.type.shape;
  const auto fail = [&](const std::string& why) {
    throw core::UserError({file}, fmt::format("tensor `{}` is {}, but `{}` is {}: {}", entry.name,
                                              stored_type_text(entry.dtype, entry.shape),
                                              argument.name, argument.type.to_string(), why));
  };
  if (entry.dtype != safetensors_name(argument.type.element)) fail("another element type");
  if (wanted.empty()) {
    if (entry.end - entry.begin != argument.type.num_bytes()) fail("expected a scalar");
    return 0;
  }
  if (entry.shape.size() != wanted.size()) fail("another number of dimensions");
  for (size_t d = 1; d < wanted.size(); ++d) {
    if (entry.shape[d] != wanted[d]) fail("only the first extent may differ");
  }
  if (entry.shape[0] == 0 || wanted[0] == 0 || entry.shape[0] % wanted[0] != 0) {
    fail(fmt::format("the first extent must be a multiple of {}", wanted[0]));
  }
  return entry.shape[0] / wanted[0];
}

}  // namespace

BatchSource tensor_batches(const std::string& file, const std::vector<BatchArgument>& arguments) {
  const ArgumentFile tensors(file);
  std::vector<std::span<const std::byte>> data;
  int64_t count = 0;
  std::string first;  // the tensor that determines `count`
  for (const BatchArgument& argument : arguments) {
    const core::TensorEntry& entry = tensors.entry(argument.position, argument.type);
    const int64_t n = num_batches(entry, argument, file);
    if (n > 0 && count > 0 && n != count) {
      throw core::UserError({file}, fmt::format("tensor `{}` holds {} batches, but `{}` holds {}",
                                                entry.name, n, first, count));
    }
    if (n > 0 && count == 0) {
      count = n;
      first = entry.name;
    }
    data.push_back(tensors.bytes(entry));
  }
  BatchSource source;
  source.origin = fmt::format("{}, {} batch{}", file, count, count == 1 ? "" : "es");
  source.num_batches = count;
  source.fill = [tensors, data, count](int64_t step, std::span<const std::span<std::byte>> out) {
    for (size_t i = 0; i < data.size(); ++i) {
      const size_t size = out[i].size();
      const size_t offset = data[i].size() == size ? 0 : size * static_cast<size_t>(step % count);
      std::memcpy(out[i].data(), data[i].data() + offset, size);
    }
  };
  return source;
}

bool holds_batches(const std::string& file, const std::vector<BatchArgument>& arguments) {
  const ArgumentFile tensors(file);
  return std::ranges::all_of(arguments,
                             [&](const BatchArgument& a) { return tensors.has(a.position); });
}

}  // namespace motley::tensor
