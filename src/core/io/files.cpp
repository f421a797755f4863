#include "core/io/files.h"

#include <fcntl.h>
#include <sys/stat.h>
#include <unistd.h>

#include <cerrno>
#include <cstring>
#include <filesystem>

#include "core/base/error.h"

namespace motley::core {

namespace fs = std::filesystem;

PathKind path_kind(const std::string& path) {
  std::error_code error;
  const fs::file_status status = fs::status(path, error);
  if (status.type() == fs::file_type::not_found) return PathKind::kMissing;
  if (error) throw UserError({path}, "cannot be read: " + error.message());
  return fs::is_directory(status) ? PathKind::kFolder : PathKind::kFile;
}

std::string read_text_file(const std::string& path) {
  const int fd = ::open(path.c_str(), O_RDONLY | O_CLOEXEC);
  std::string text;
  ssize_t got = fd;
  char buffer[1 << 16];
  while (got >= 0 && (got = ::read(fd, buffer, sizeof buffer)) > 0) text.append(buffer, got);
  const int error = errno;
  if (fd >= 0) ::close(fd);
  if (got < 0) throw UserError({path}, std::string("cannot be read: ") + std::strerror(error));
  return text;
}

void check_writable(const std::string& path) {
  const auto fail = [&](int error) {
    throw UserError({path}, std::string("cannot be written: ") + std::strerror(error));
  };
  struct stat status;
  if (::stat(path.c_str(), &status) == 0) {
    if (S_ISDIR(status.st_mode)) fail(EISDIR);
    if (::access(path.c_str(), W_OK) != 0) fail(errno);
    return;
  }
  if (errno != ENOENT) fail(errno);
  const fs::path folder = fs::path(path).parent_path();
  if (::access(folder.empty() ? "." : folder.c_str(), W_OK) != 0) fail(errno);
}

}  // namespace motley::core
