// A file descriptor that reads and writes complete ranges, or throws UserError with the file name.
#pragma once

#include <cstddef>
#include <cstdint>
#include <string>

namespace motley::nbody {

class RawFile {
 public:
  enum class Mode { kRead, kWrite, kCreate };
  RawFile(const std::string& path, Mode mode);
  RawFile(const RawFile&) = delete;
  RawFile& operator=(const RawFile&) = delete;
  ~RawFile();

  int64_t size() const;
  void read(int64_t offset, void* out, int64_t bytes) const;
  void write(int64_t offset, const void* data, int64_t bytes);
  // Allocates disk space, so that a full disk is noticed before anything is written.
  void reserve(int64_t bytes);
  void resize(int64_t bytes);
  void sync();

 private:
  [[noreturn]] void fail(const char* what, int error) const;

  std::string path_;
  int fd_ = -1;
};

}  // namespace motley::nbody
