// Safetensors files: named tensors in one file, as written by Python's safetensors package.
//
//   8 bytes     length of the header, little-endian
//   header      {"loss":{"dtype":"F32","shape":[],"data_offsets":[0,4]}, ...}, JSON in UTF-8
//   data        the tensors one after another, row-major, little-endian, without gaps
//
// Reading validates the whole header before returning anything, and its UserError names file and
// tensor; allocations depend on the header's length, never on its values. Example:
//
//   const auto file = SafetensorsFile::open("inputs.safetensors");
//   for (const TensorEntry& entry : file.entries()) use(entry.name, file.bytes(entry));
//
// docs/formats.md has the format and the names Motley gives to tensors.
#pragma once

#include <cstddef>
#include <cstdint>
#include <filesystem>
#include <map>
#include <memory>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <unordered_map>
#include <vector>

#include "core/io/new_file.h"

namespace motley::core {

// Element size in bytes of a safetensors dtype such as "F32" or "BF16"; nullopt for an unknown
// name.
std::optional<int64_t> dtype_bytes(std::string_view dtype);

using SafetensorsMetadata = std::map<std::string, std::string>;

struct TensorEntry {
  std::string name;
  std::string dtype;           // one that dtype_bytes knows
  std::vector<int64_t> shape;  // empty for a scalar; an extent may be 0
  int64_t begin = 0;           // bytes from the start of the data
  int64_t end = 0;
};

// A safetensors file, read-only. Copies share the same bytes.
class SafetensorsFile {
 public:
  // Maps the file into memory; tensors are paged in on access. The file must not be truncated while
  // it is open.
  static SafetensorsFile open(const std::filesystem::path& path);

  // The same for bytes in memory, which must outlive the result; `name` replaces the file name in
  // messages.
  static SafetensorsFile parse(std::span<const std::byte> bytes, const std::string& name);

  // In the order of their data; empty tensors keep the header's order among themselves.
  const std::vector<TensorEntry>& entries() const { return entries_; }
  const TensorEntry* find(const std::string& name) const;  // null if there is none
  const SafetensorsMetadata& metadata() const { return metadata_; }

  // The tensor's bytes, valid as long as any copy of this object. Their address may be unaligned
  // even for wide elements: copy them with memcpy, never cast the pointer.
  std::span<const std::byte> bytes(const TensorEntry& entry) const;

 private:
  SafetensorsFile() = default;

  std::vector<TensorEntry> entries_;
  std::unordered_map<std::string, size_t> index_;  // of entries_, by name
  SafetensorsMetadata metadata_;
  std::span<const std::byte> data_;
  std::shared_ptr<const void> mapping_;  // the memory behind data_, if the object owns it
};

struct TensorToWrite {
  std::string name;
  std::string dtype;
  std::vector<int64_t> shape;
  std::span<const std::byte> bytes;  // exactly the size given by dtype and shape
};

// Of a file just written.
struct WrittenFile {
  int64_t bytes = 0;
  uint32_t checksum = 0;  // CRC-32C of all of them
};

// Writes the tensors in the order given, as a NewFile: the file appears complete or not at all.
// Equal tensors give equal bytes.
WrittenFile write_safetensors(const std::filesystem::path& path,
                              std::span<const TensorToWrite> tensors,
                              const SafetensorsMetadata& metadata = {},
                              Links links = Links::kFollow);

}  // namespace motley::core
