#include "tensor/data/array_file.h"

#include <fmt/format.h>

#include <algorithm>
#include <cstring>
#include <filesystem>

#include "core/base/error.h"
#include "core/base/text.h"
#include "core/io/files.h"
#include "core/io/mapped_file.h"
#include "core/io/safetensors.h"
#include "tensor/data/npy.h"
#include "tensor/data/zip.h"

namespace motley::tensor {
namespace {

namespace fs = std::filesystem;

constexpr std::string_view kNpySuffix = ".npy";

std::string without_suffix(std::string name) {
  if (name.ends_with(kNpySuffix)) name.resize(name.size() - kNpySuffix.size());
  return name;
}

std::vector<DataArray> npz_arrays(const core::MappedFile& file, const std::string& name) {
  std::vector<DataArray> arrays;
  for (const ZipMember& member : read_zip(file.bytes(), name)) {
    const std::string place = fmt::format("{}, {}", name, core::in_quotes(member.name));
    if (!is_npy(member.bytes)) {
      throw core::UserError({place}, "is not a .npy array, so this archive is not a .npz file");
    }
    arrays.push_back(parse_npy(member.bytes, place));
    arrays.back().name = without_suffix(member.name);
    arrays.back().owner = member.owner ? member.owner : file.owner();
  }
  return arrays;
}

// The header length, then the header's brace.
bool looks_like_safetensors(std::span<const std::byte> bytes) {
  uint64_t header_bytes = 0;
  if (bytes.size() < 9) return false;
  std::memcpy(&header_bytes, bytes.data(), sizeof header_bytes);
  return bytes[8] == std::byte{'{'} && header_bytes < (uint64_t{1} << 32);
}

std::vector<DataArray> safetensors_arrays(const core::MappedFile& file, const std::string& name) {
  const auto tensors = core::SafetensorsFile::parse(file.bytes(), name);
  std::vector<DataArray> arrays;
  for (const core::TensorEntry& entry : tensors.entries()) {
    const std::optional<ElementType> element = element_type_from_safetensors(entry.dtype);
    if (!element) {
      throw core::UserError({name}, fmt::format("tensor {} is {}, which no Program has",
                                                core::in_quotes(entry.name), entry.dtype));
    }
    arrays.push_back({entry.name, {*element, entry.shape}, tensors.bytes(entry), file.owner()});
  }
  return arrays;
}

std::vector<DataArray> folder_arrays(const std::string& folder) {
  std::vector<fs::path> files;
  std::error_code error;
  for (const auto& entry : fs::directory_iterator(folder, error)) {
    if (entry.path().extension() == kNpySuffix) files.push_back(entry.path());
  }
  if (error) throw core::UserError({folder}, "cannot be read: " + error.message());
  if (files.empty()) {
    throw core::UserError({folder}, "holds no .npy files, one for each batch argument");
  }
  std::ranges::sort(files);
  std::vector<DataArray> arrays;
  for (const fs::path& path : files) {
    const auto file = core::MappedFile::open(path);
    arrays.push_back(parse_npy(file.bytes(), path.string()));
    arrays.back().name = path.stem().string();
    arrays.back().owner = file.owner();
  }
  return arrays;
}

}  // namespace

std::optional<std::vector<DataArray>> read_arrays(const std::string& path) {
  if (core::path_kind(path) == core::PathKind::kFolder) return folder_arrays(path);
  const auto file = core::MappedFile::open(path);
  if (is_npy(file.bytes())) {
    DataArray array = parse_npy(file.bytes(), path);
    array.owner = file.owner();
    return std::vector{array};
  }
  if (is_zip(file.bytes())) return npz_arrays(file, path);
  if (path.ends_with(".safetensors") || looks_like_safetensors(file.bytes())) {
    return safetensors_arrays(file, path);
  }
  return std::nullopt;
}

DataArray read_numbers(const std::string& file, const std::string& type) {
  for (int i = 0; i < kNumElementTypes; ++i) {
    const auto element = static_cast<ElementType>(i);
    const bool is_named =
        type == numpy_name(element) ||
        (is_unsigned(element) && type == fmt::format("u{}", bit_width(element))) ||
        (is_signed(element) && type == fmt::format("i{}", bit_width(element)));
    if (!is_named || !is_integer(element)) continue;
    const auto mapped = core::MappedFile::open(file);
    const auto bytes = std::ssize(mapped.bytes());
    if (bytes % byte_size(element) != 0) {
      throw core::UserError(
          {file}, fmt::format("has {} bytes, which is not a multiple of the size of {}", bytes,
                              numpy_name(element)));
    }
    return {"", {element, {bytes / byte_size(element)}}, mapped.bytes(), mapped.owner()};
  }
  throw core::UserError(
      fmt::format("--data-type {}: tokens are u8, u16, u32, u64, i8, i16, i32 or i64", type));
}

}  // namespace motley::tensor
