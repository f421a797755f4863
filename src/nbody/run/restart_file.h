// Restart files as files: a list of parts, and the parts, one per rank that wrote them. What they
// mean is up to restart.cpp.
//
//   out/restart                          motley nbody restart 5
//                                        particles 4096
//                                        restart-12.0.safetensors 2048 131072 9f86d081
//                                        restart-12.1.safetensors 2048 131072 0c7a3f11
//                                        checksum 8d78ebfe
//   out/restart-12.0.safetensors         arrays as tensors, and the rest as metadata
//
// A line of a part has its name, its particles, its bytes and their CRC-32C; the last line has that
// of the lines before it. Everything is checked, and a UserError says what is not as written.
#pragma once

#include <algorithm>
#include <cstdint>
#include <cstring>
#include <span>
#include <string>
#include <vector>

#include "core/io/safetensors.h"

namespace motley::nbody {

inline constexpr const char* kRestartTitle = "motley nbody restart 5";

struct ListedPart {
  std::string name;  // beside the list
  int64_t count = 0, bytes = 0;
  uint32_t checksum = 0;
};

struct RestartList {
  std::vector<ListedPart> parts;

  int64_t count() const;  // particles of all parts
};

// `file`: where the text is from, for messages, and for the names that its parts may have.
std::string print_restart_list(const RestartList& list);
RestartList parse_restart_list(const std::string& text, const std::string& file);

std::string part_path(const std::string& list_file, const std::string& name);
// "restart-12.0.safetensors" beside ".../restart": the only names that a list may have, since what
// it names is removed one day.
bool is_part_name(const std::string& name, const std::string& list_file);
// Removes parts that the list does not name, and what killed writers have left. A damaged list
// keeps everything.
void prune_restart_parts(const std::string& list_file);

// The file of one rank.
class RestartPart {
 public:
  RestartPart(const std::string& list_file, const ListedPart& listed);

  // All bytes are those that were written.
  void verify() const;

  const std::string& path() const { return path_; }
  int64_t count() const { return listed_.count; }

  const std::string& text(const std::string& key) const;
  double number(const std::string& key, double least, double most) const;
  int64_t integer(const std::string& key, int64_t least, int64_t most) const;
  std::vector<double> numbers(const std::string& key) const;  // finite
  std::vector<uint64_t> keys(const std::string& key) const;
  [[noreturn]] void fail(const std::string& key, const std::string& why) const;

  // Appends values [first, first + count) of a tensor.
  template <class T>
  void read(const std::string& name, int64_t first, int64_t count, std::vector<T>& values) const {
    const std::span<const std::byte> bytes = tensor(name, sizeof(T));
    const size_t before = values.size();
    values.resize(before + static_cast<size_t>(count));
    std::memcpy(values.data() + before, bytes.data() + first * int64_t{sizeof(T)},
                static_cast<size_t>(count) * sizeof(T));
  }

 private:
  std::span<const std::byte> tensor(const std::string& name, int64_t element_bytes) const;

  std::string path_;
  ListedPart listed_;
  core::SafetensorsFile file_;
};

// All parts, read as one.
class RestartReader {
 public:
  explicit RestartReader(const std::string& list_file);

  const std::vector<RestartPart>& parts() const { return parts_; }
  const RestartPart& first() const { return parts_.front(); }
  int64_t count() const { return count_; }

  template <class T>
  void read(const std::string& name, int64_t first, int64_t count, std::vector<T>& values) const {
    int64_t begin = 0;  // first index of the part
    for (const RestartPart& part : parts_) {
      const int64_t from = std::max(first, begin);
      const int64_t to = std::min(first + count, begin + part.count());
      if (from < to) part.read(name, from - begin, to - from, values);
      begin += part.count();
    }
  }

 private:
  std::vector<RestartPart> parts_;
  int64_t count_ = 0;
};

}  // namespace motley::nbody
