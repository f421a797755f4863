#include "core/io/files.h"

#include <fcntl.h>
#include <fmt/format.h>
#include <poll.h>
#include <sys/stat.h>
#include <unistd.h>

#include <cerrno>
#include <cstring>
#include <filesystem>
#include <span>

#include "core/base/error.h"
#include "core/base/memory.h"
#include "core/base/text.h"

namespace motley::core {

namespace fs = std::filesystem;

namespace {

constexpr int kPipeSeconds = 10;

// Whether something can be read from a pipe or a terminal within a while, its end included.
bool has_input_soon(int fd) {
  pollfd waiting = {.fd = fd, .events = POLLIN, .revents = 0};
  return ::poll(&waiting, 1, kPipeSeconds * 1000) > 0;
}

}  // namespace

PathKind path_kind(const std::string& path) {
  std::error_code error;
  const fs::file_status status = fs::status(path, error);
  if (status.type() == fs::file_type::not_found) return PathKind::kMissing;
  if (error) throw UserError({path}, "cannot be read: " + error.message());
  return fs::is_directory(status) ? PathKind::kFolder : PathKind::kFile;
}

std::string read_text_file(const std::string& path, int64_t max_bytes) {
  // Without O_NONBLOCK a named pipe would wait here until somebody writes to it.
  const int fd = ::open(path.c_str(), O_RDONLY | O_CLOEXEC | O_NONBLOCK);
  const auto cannot_be_read = [&](int error) {
    if (fd >= 0) ::close(fd);
    return UserError({path}, std::string("cannot be read: ") + std::strerror(error));
  };
  struct stat status = {};
  if (fd < 0 || ::fstat(fd, &status) != 0) throw cannot_be_read(errno);
  const auto refused = [&](const std::string& why) {
    ::close(fd);
    return UserError({path}, why);
  };
  std::string text;
  char buffer[1 << 16];
  for (ssize_t got = 1; got > 0;) {
    if (!S_ISREG(status.st_mode) && !has_input_soon(fd)) {
      throw refused(fmt::format("is a {} to which nobody has written for {} seconds",
                                S_ISFIFO(status.st_mode) ? "pipe" : "device", kPipeSeconds));
    }
    got = ::read(fd, buffer, sizeof buffer);
    if (got < 0 && (errno == EINTR || errno == EAGAIN)) {
      got = 1;
      continue;
    }
    if (got < 0) throw cannot_be_read(errno);
    text.append(buffer, static_cast<size_t>(got));
    if (std::ssize(text) > max_bytes) {
      throw refused(fmt::format("is larger than {}, more than any file of its kind",
                                readable_bytes(max_bytes)));
    }
  }
  ::close(fd);
  return text;
}

bool is_plain_name(const std::string& name) {
  return is_printable(name) && !name.empty() && name[0] != '.' && name.find('/') == name.npos;
}

void check_writable(const std::string& path) {
  const auto fail = [&](int error) {
    throw UserError({path}, std::string("cannot be written: ") + std::strerror(error));
  };
  struct stat status;
  if (::stat(path.c_str(), &status) == 0) {
    if (S_ISDIR(status.st_mode)) fail(EISDIR);
    if (!S_ISREG(status.st_mode) && !S_ISCHR(status.st_mode)) {
      throw UserError({path}, "cannot be written: it is not a regular file");
    }
    if (::access(path.c_str(), W_OK) != 0) fail(errno);
    return;
  }
  if (errno != ENOENT) fail(errno);
  const fs::path folder = fs::path(path).parent_path();
  if (::access(folder.empty() ? "." : folder.c_str(), W_OK) != 0) fail(errno);
}

void replace_text_file(const std::string& path, const std::string& text, Links links) {
  NewFile file(path, links);
  file.write(std::as_bytes(std::span(text)));
  file.commit();
}

void sync_folder(const std::string& path) {
  const int fd = ::open(path.empty() ? "." : path.c_str(), O_RDONLY | O_DIRECTORY | O_CLOEXEC);
  // Some file systems do not support it for folders (EINVAL) and have no alternative.
  const bool good = fd >= 0 && (::fsync(fd) == 0 || errno == EINVAL);
  const int error = errno;
  if (fd >= 0) ::close(fd);
  if (!good) throw UserError({path}, std::string("cannot be written: ") + std::strerror(error));
}

}  // namespace motley::core
