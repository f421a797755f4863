// A file mapped into memory, read-only: its pages are read on access, so a file may be larger than
// memory.
#pragma once

#include <cstddef>
#include <filesystem>
#include <memory>
#include <span>

namespace motley::core {

// Copies share the mapping. The file must not be truncated while it is open.
class MappedFile {
 public:
  // A UserError if it cannot be read, or is no regular file.
  static MappedFile open(const std::filesystem::path& path);

  std::span<const std::byte> bytes() const { return bytes_; }
  // Keeps the bytes alive.
  const std::shared_ptr<const void>& owner() const { return owner_; }

 private:
  std::span<const std::byte> bytes_;
  std::shared_ptr<const void> owner_;
};

}  // namespace motley::core
