#include "nbody/snapshot/raw_file.h"

#include <fcntl.h>
#include <fmt/format.h>
#include <sys/stat.h>
#include <unistd.h>

#include <cerrno>
#include <cstring>

#include "core/base/error.h"
#include "core/base/memory.h"

namespace motley::nbody {

void RawFile::fail(const char* what, int error) const {
  throw core::UserError({path_}, fmt::format("cannot be {}: {}", what, std::strerror(error)));
}

RawFile::RawFile(const std::string& path, Mode mode) : path_(path) {
  // Without O_NONBLOCK a named pipe would wait here until somebody writes to it.
  const int flags = mode == Mode::kRead    ? O_RDONLY | O_NONBLOCK
                    : mode == Mode::kWrite ? O_RDWR | O_NOFOLLOW
                                           : O_RDWR | O_CREAT | O_EXCL | O_NOFOLLOW;
  fd_ = ::open(path.c_str(), flags | O_CLOEXEC, 0666);
  if (fd_ < 0) fail(mode == Mode::kRead ? "read" : "written", errno);
}

RawFile::~RawFile() {
  if (fd_ >= 0) ::close(fd_);
}

int64_t RawFile::size() const {
  struct stat status;
  if (::fstat(fd_, &status) != 0) fail("read", errno);
  if (!S_ISREG(status.st_mode))
    throw core::UserError({path_}, "cannot be read: it is not a regular file");
  return status.st_size;
}

void RawFile::read(int64_t offset, void* out, int64_t bytes) const {
  auto* to = static_cast<char*>(out);
  while (bytes > 0) {
    const ssize_t n = ::pread(fd_, to, bytes, offset);
    if (n < 0 && errno == EINTR) continue;
    if (n < 0) fail("read", errno);
    if (n == 0)
      throw core::UserError({path_}, "is truncated: it ends before the end of its particles");
    to += n, offset += n, bytes -= n;
  }
}

void RawFile::write(int64_t offset, const void* data, int64_t bytes) {
  const auto* from = static_cast<const char*>(data);
  while (bytes > 0) {
    const ssize_t n = ::pwrite(fd_, from, bytes, offset);
    if (n < 0 && errno == EINTR) continue;
    if (n < 0) fail("written", errno);
    from += n, offset += n, bytes -= n;
  }
}

void RawFile::reserve(int64_t bytes) {
  const int error = ::posix_fallocate(fd_, 0, bytes);
  if (error != 0 && error != EOPNOTSUPP && error != EINVAL) {
    fail(fmt::format("written, it needs {}", core::readable_bytes(bytes)).c_str(), error);
  }
}

void RawFile::resize(int64_t bytes) {
  if (::ftruncate(fd_, bytes) != 0) fail("written", errno);
}

void RawFile::sync() {
  if (::fsync(fd_) != 0) fail("written", errno);
}

}  // namespace motley::nbody
