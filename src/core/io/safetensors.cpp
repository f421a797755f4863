#include "core/io/safetensors.h"

#include <algorithm>
#include <array>
#include <bit>
#include <cstring>
#include <utility>

#include "core/base/error.h"
#include "core/base/integer.h"
#include "core/base/text.h"
#include "core/io/checksum.h"
#include "core/io/mapped_file.h"
#include "core/io/safetensors_header.h"

namespace motley::core {
namespace {

static_assert(std::endian::native == std::endian::little, "safetensors data is little-endian");

constexpr int64_t kMaxHeaderBytes = 100'000'000;  // the limit of the reference implementation

constexpr std::array<std::pair<std::string_view, int64_t>, 17> kDtypes = {{
    {"BOOL", 1},
    {"U8", 1},
    {"I8", 1},
    {"F8_E4M3", 1},
    {"F8_E5M2", 1},
    {"F8_E8M0", 1},
    {"U16", 2},
    {"I16", 2},
    {"F16", 2},
    {"BF16", 2},
    {"U32", 4},
    {"I32", 4},
    {"F32", 4},
    {"U64", 8},
    {"I64", 8},
    {"F64", 8},
    {"C64", 8},
}};

// Checks one entry: its dtype, and that its byte range matches dtype and shape.
void check_entry(const TensorEntry& entry, int64_t data_bytes, const std::string& file) {
  const auto fail = [&](const std::string& message) {
    throw UserError({file}, fmt::format("tensor {}: {}", in_quotes(entry.name), message));
  };
  const std::optional<int64_t> element_bytes = dtype_bytes(entry.dtype);
  if (!element_bytes) fail(fmt::format("the dtype {} is unknown", in_quotes(entry.dtype)));
  if (entry.begin > entry.end || entry.end > data_bytes) {
    fail(fmt::format("the bytes {} to {} are not within the file's {} bytes of data", entry.begin,
                     entry.end, data_bytes));
  }
  std::optional<int64_t> bytes = checked_product(entry.shape);
  if (bytes) bytes = checked_multiply(*bytes, *element_bytes);
  if (!bytes) fail("its shape has more elements than 64 bits can count");
  if (*bytes != entry.end - entry.begin) {
    fail(fmt::format("{} of its shape take {} bytes, but its data_offsets span {}", entry.dtype,
                     *bytes, entry.end - entry.begin));
  }
}

// Checks that the entries, in the order of their data, are contiguous.
void check_coverage(const std::vector<TensorEntry>& entries, int64_t data_bytes,
                    const std::string& file) {
  int64_t position = 0;
  for (const TensorEntry& entry : entries) {
    if (entry.begin != position) {
      throw UserError({file},
                      fmt::format("tensor {}: its data begins at byte {} and {} byte {}",
                                  in_quotes(entry.name), entry.begin,
                                  entry.begin < position
                                      ? "overlaps the previous tensor, which ends at"
                                      : "leaves a gap after the previous tensor, which ends at",
                                  position));
    }
    position = entry.end;
  }
  if (position != data_bytes) {
    throw UserError(
        {file}, fmt::format("the tensors end at byte {} of the data, but the file has {}", position,
                            data_bytes));
  }
}

}  // namespace

std::optional<int64_t> dtype_bytes(std::string_view dtype) {
  for (const auto& [name, bytes] : kDtypes) {
    if (name == dtype) return bytes;
  }
  return std::nullopt;
}

SafetensorsFile SafetensorsFile::parse(std::span<const std::byte> bytes, const std::string& name) {
  uint64_t header_bytes = 0;
  if (bytes.size() < sizeof header_bytes) {
    throw UserError({name}, fmt::format("this is not a safetensors file: it has {} bytes and would "
                                        "begin with 8 that give the header's length",
                                        bytes.size()));
  }
  std::memcpy(&header_bytes, bytes.data(), sizeof header_bytes);
  bytes = bytes.subspan(sizeof header_bytes);
  if (header_bytes > kMaxHeaderBytes) {
    throw UserError({name}, fmt::format("this is not a safetensors file: its header would have {} "
                                        "bytes, more than the format's {}",
                                        header_bytes, kMaxHeaderBytes));
  }
  if (header_bytes > bytes.size()) {
    throw UserError({name}, fmt::format("the file is truncated: its header has {} bytes, but only "
                                        "{} follow",
                                        header_bytes, bytes.size()));
  }
  SafetensorsFile file;
  file.data_ = bytes.subspan(header_bytes);
  SafetensorsHeader header = parse_safetensors_header(
      {reinterpret_cast<const char*>(bytes.data()), static_cast<size_t>(header_bytes)}, name);
  file.metadata_ = std::move(header.metadata);
  file.entries_ = std::move(header.entries);

  const auto data_bytes = static_cast<int64_t>(file.data_.size());
  for (const TensorEntry& entry : file.entries_) check_entry(entry, data_bytes, name);
  std::ranges::stable_sort(file.entries_, {}, [](const TensorEntry& entry) {
    return std::pair(entry.begin, entry.end);
  });
  check_coverage(file.entries_, data_bytes, name);
  file.index_.reserve(file.entries_.size());
  for (size_t i = 0; i < file.entries_.size(); ++i) file.index_.emplace(file.entries_[i].name, i);
  return file;
}

SafetensorsFile SafetensorsFile::open(const std::filesystem::path& path) {
  const MappedFile mapped = MappedFile::open(path);
  SafetensorsFile file = parse(mapped.bytes(), path.string());
  file.mapping_ = mapped.owner();
  return file;
}

const TensorEntry* SafetensorsFile::find(const std::string& name) const {
  const auto found = index_.find(name);
  return found == index_.end() ? nullptr : &entries_[found->second];
}

std::span<const std::byte> SafetensorsFile::bytes(const TensorEntry& entry) const {
  MOTLEY_CHECK(0 <= entry.begin && entry.begin <= entry.end && entry.end <= std::ssize(data_),
               "tensor `{}` is not of this file", entry.name);
  return data_.subspan(entry.begin, entry.end - entry.begin);
}

WrittenFile write_safetensors(const std::filesystem::path& path,
                              std::span<const TensorToWrite> tensors,
                              const SafetensorsMetadata& metadata, Links links) {
  SafetensorsHeader header{.metadata = metadata};
  int64_t position = 0;
  for (const TensorToWrite& tensor : tensors) {
    const std::optional<int64_t> element_bytes = dtype_bytes(tensor.dtype);
    MOTLEY_CHECK(element_bytes && checked_product(tensor.shape) &&
                     checked_multiply(*checked_product(tensor.shape), *element_bytes) ==
                         std::ssize(tensor.bytes),
                 "tensor `{}`: {} bytes do not match dtype {} and shape [{}]", tensor.name,
                 tensor.bytes.size(), tensor.dtype, fmt::join(tensor.shape, ","));
    const int64_t end = position + std::ssize(tensor.bytes);
    header.entries.push_back({tensor.name, tensor.dtype, tensor.shape, position, end});
    position = end;
  }
  const std::string text = print_safetensors_header(header);
  const uint64_t header_bytes = text.size();

  NewFile file(path.string(), links);
  WrittenFile written;
  const auto write = [&](std::span<const std::byte> bytes) {
    file.write(bytes);
    written.bytes += std::ssize(bytes);
    written.checksum = crc32c(bytes, written.checksum);
  };
  write(std::as_bytes(std::span(&header_bytes, 1)));
  write(std::as_bytes(std::span(text)));
  for (const TensorToWrite& tensor : tensors) write(tensor.bytes);
  file.commit();
  return written;
}

}  // namespace motley::core
