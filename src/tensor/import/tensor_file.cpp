#include "tensor/import/tensor_file.h"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <charconv>

#include "core/base/error.h"

namespace motley::tensor {
namespace {

TensorType type_of(const core::TensorEntry& entry, const std::string& file) {
  const auto element = element_type_from_safetensors(entry.dtype);
  if (!element) {
    throw core::UserError(
        {file}, fmt::format("tensor `{}`: unsupported element type {}", entry.name, entry.dtype));
  }
  return {*element, entry.shape};
}

bool is_compatible(const TensorType& found, const TensorType& wanted) {
  return found == wanted ||
         (wanted.is_scalar() && found.element == wanted.element && found.num_elements() == 1);
}

}  // namespace

std::string stored_type_text(const std::string& dtype, const std::vector<int64_t>& shape) {
  if (const auto element = element_type_from_safetensors(dtype)) {
    return TensorType{*element, shape}.to_string();
  }
  return fmt::format("tensor<{}{}{}>", fmt::join(shape, "x"), shape.empty() ? "" : "x", dtype);
}

int64_t position_in_name(const std::string& name) {
  int64_t position = -1;
  const auto [end, error] = std::from_chars(name.data(), name.data() + name.size(), position);
  const bool numbered = error == std::errc() && end != name.data() + name.size() && *end == '.';
  return numbered ? position : -1;
}

ArgumentFile::ArgumentFile(const std::string& file)
    : name_(file), tensors_(core::SafetensorsFile::open(file)) {}

bool ArgumentFile::has(int64_t position) const {
  return std::ranges::any_of(tensors_.entries(), [&](const core::TensorEntry& entry) {
    return position_in_name(entry.name) == position;
  });
}

const core::TensorEntry& ArgumentFile::entry(int64_t position, const TensorType& type) const {
  const core::TensorEntry* found = nullptr;
  for (const core::TensorEntry& entry : tensors_.entries()) {
    if (position_in_name(entry.name) != position) continue;
    if (found) {
      throw core::UserError({name_}, fmt::format("tensors `{}` and `{}` both belong to argument {}",
                                                 found->name, entry.name, position));
    }
    found = &entry;
  }
  if (!found) {
    throw core::UserError(
        {name_}, fmt::format("no tensor for argument {} ({}): its name must begin with `{:03}.`",
                             position, type.to_string(), position));
  }
  return *found;
}

std::span<const std::byte> ArgumentFile::bytes(int64_t position, const TensorType& type) const {
  const core::TensorEntry& found = entry(position, type);
  const TensorType found_type = type_of(found, name_);
  if (!is_compatible(found_type, type)) {
    throw core::UserError({name_},
                          fmt::format("tensor `{}` is {}, but argument {} is {}", found.name,
                                      found_type.to_string(), position, type.to_string()));
  }
  return bytes(found);
}

std::span<const std::byte> ArgumentFile::bytes(const core::TensorEntry& entry) const {
  return tensors_.bytes(entry);
}

std::vector<Literal> read_arguments(const std::string& file, const std::vector<TensorType>& types) {
  const ArgumentFile tensors(file);
  std::vector<Literal> arguments;
  for (size_t i = 0; i < types.size(); ++i) {
    const auto position = static_cast<int64_t>(i);
    arguments.push_back(Literal::from_bytes(types[i], tensors.bytes(position, types[i])));
  }
  return arguments;
}

std::vector<NamedLiteral> read_results(const std::string& file) {
  const auto tensors = core::SafetensorsFile::open(file);
  std::vector<const core::TensorEntry*> order;
  for (const core::TensorEntry& entry : tensors.entries()) order.push_back(&entry);
  auto rank = [](const core::TensorEntry* entry) -> int64_t {
    if (entry->name == "loss") return -1;
    const int64_t position = position_in_name(entry->name);
    return position < 0 ? INT64_MAX : position;
  };
  std::stable_sort(order.begin(), order.end(), [&](auto* a, auto* b) { return rank(a) < rank(b); });
  std::vector<NamedLiteral> results;
  for (const core::TensorEntry* entry : order) {
    results.push_back(
        {entry->name, Literal::from_bytes(type_of(*entry, file), tensors.bytes(*entry))});
  }
  return results;
}

void write_tensors(const std::string& file, const std::vector<NamedLiteral>& tensors) {
  std::vector<core::TensorToWrite> list;
  for (const auto& [name, value] : tensors) {
    list.push_back(
        {name, std::string(safetensors_name(value.element())), value.shape(), value.bytes()});
  }
  core::write_safetensors(file, list);
}

}  // namespace motley::tensor
