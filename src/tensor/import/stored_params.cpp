#include "tensor/import/stored_params.h"

#include <fmt/format.h>

#include <algorithm>

#include "core/base/error.h"
#include "core/io/files.h"

namespace motley::tensor {

StoredParams::StoredParams(const std::string& path, const Signature& signature)
    : origin_(path), signature_(signature) {
  if (core::path_kind(path) == core::PathKind::kFolder) {
    checkpoint_ = core::Checkpoint::open(path);
    origin_ = checkpoint_->path();
  } else {
    file_ = core::SafetensorsFile::open(path);
  }
}

const core::CheckpointTensor* StoredParams::in_checkpoint(int position) const {
  const ArgumentSpec& spec = signature_[position];
  return checkpoint_->find(spec.role == Role::kState
                               ? "state." + spec.name
                               : fmt::format("{:03}.param.{}", position, spec.name));
}

const core::TensorEntry* StoredParams::in_file(int position) const {
  const core::TensorEntry* found = file_->find(signature_[position].name);
  for (const core::TensorEntry& entry : file_->entries()) {
    if (position_in_name(entry.name) != position) continue;
    if (found) {
      throw core::UserError(
          {origin_}, fmt::format("tensors `{}` and `{}` both belong to argument {}", found->name,
                                 entry.name, position));
    }
    found = &entry;
  }
  return found;
}

bool StoredParams::has(int position) const {
  return checkpoint_ ? in_checkpoint(position) != nullptr : in_file(position) != nullptr;
}

Literal StoredParams::read(int position) const {
  const ArgumentSpec& spec = signature_[position];
  const auto* tensor = checkpoint_ ? in_checkpoint(position) : nullptr;
  const auto* entry = file_ ? in_file(position) : nullptr;
  if (!tensor && !entry) {
    throw core::UserError(
        {origin_}, fmt::format("no tensor for argument {} ({}): its name must be `{}` or begin "
                               "with `{:03}.`",
                               position, spec.type.to_string(), spec.name, position));
  }
  const std::string& dtype = tensor ? tensor->dtype : entry->dtype;
  const std::vector<int64_t>& shape = tensor ? tensor->shape : entry->shape;
  const bool is_one = spec.type.is_scalar() &&
                      std::ranges::all_of(shape, [](int64_t extent) { return extent == 1; });
  if (dtype != safetensors_name(spec.type.element) || (shape != spec.type.shape && !is_one)) {
    throw core::UserError(
        {origin_},
        fmt::format("tensor `{}` is {}, but argument {} is {}", tensor ? tensor->name : entry->name,
                    stored_type_text(dtype, shape), position, spec.type.to_string()));
  }
  if (entry) return Literal::from_bytes(spec.type, file_->bytes(*entry));
  Literal value = Literal::unset(spec.type);
  checkpoint_->read(*tensor, {value.data(), static_cast<size_t>(value.num_bytes())});
  return value;
}

void StoredParams::check() const {
  for (int i = 0; i < std::ssize(signature_); ++i) {
    const Role role = signature_[i].role;
    if (role == Role::kBatch || (is_checkpoint() && role == Role::kFrozen)) continue;
    read(i);
  }
}

}  // namespace motley::tensor
