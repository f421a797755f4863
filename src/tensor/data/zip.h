// Members of a zip archive, as numpy's .npz is one. Part of array_file.cpp.
#pragma once

#include <memory>
#include <span>
#include <string>
#include <vector>

namespace motley::tensor {

struct ZipMember {
  std::string name;
  std::span<const std::byte> bytes;
  std::shared_ptr<const void> owner;  // of bytes that were compressed; null: they are the archive's
};

bool is_zip(std::span<const std::byte> bytes);

// All members: those that are stored are left where they are, compressed ones are unpacked. A
// UserError for an archive that is damaged, encrypted or compressed otherwise, or whose members
// overlap or share a name.
std::vector<ZipMember> read_zip(std::span<const std::byte> archive, const std::string& file);

}  // namespace motley::tensor
