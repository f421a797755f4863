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

// More than any of our text files has; /dev/zero has no end.
constexpr size_t kMaxTextBytes = size_t{4} << 30;

std::string read_text_file(const std::string& path) {
  const int fd = ::open(path.c_str(), O_RDONLY | O_CLOEXEC);
  std::string text;
  ssize_t got = fd;
  char buffer[1 << 16];
  while (got >= 0 && (got = ::read(fd, buffer, sizeof buffer)) > 0) {
    text.append(buffer, got);
    if (text.size() > kMaxTextBytes) break;
  }
  const int error = errno;
  if (fd >= 0) ::close(fd);
  if (got < 0) throw UserError({path}, std::string("cannot be read: ") + std::strerror(error));
  if (text.size() > kMaxTextBytes)
    throw UserError({path}, "is not a text file: it has more than 4 GiB");
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

namespace {

// Resolves links: a link stays, and its target is replaced. Throws a UserError if the target exists
// and is not a regular file, such as a device or a pipe.
std::string target_of(const std::string& path) {
  std::error_code error;
  fs::path target = path;
  for (int links = 0; fs::is_symlink(target, error) && links < 40; ++links) {
    target = target.parent_path() / fs::read_symlink(target, error);
  }
  const fs::file_status status = fs::status(target, error);
  if (fs::exists(status) && !fs::is_regular_file(status)) {
    throw UserError({path}, "cannot be written: it is not a regular file");
  }
  return target.string();
}

}  // namespace

void replace_text_file(const std::string& path_given, const std::string& text) {
  const std::string path = target_of(path_given);
  const std::string written = path + ".tmp";
  const int fd = ::open(written.c_str(), O_WRONLY | O_CREAT | O_TRUNC | O_CLOEXEC, 0666);
  bool good = fd >= 0;
  for (size_t done = 0; good && done < text.size();) {
    const ssize_t n = ::write(fd, text.data() + done, text.size() - done);
    if (n < 0 && errno == EINTR) continue;
    good = n >= 0;
    done += good ? n : 0;
  }
  good = good && ::fsync(fd) == 0 && ::rename(written.c_str(), path.c_str()) == 0;
  const int error = errno;
  if (fd >= 0) ::close(fd);
  if (!good) {
    ::unlink(written.c_str());
    throw UserError({path}, std::string("cannot be written: ") + std::strerror(error));
  }
  sync_folder(fs::path(path).parent_path());
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
