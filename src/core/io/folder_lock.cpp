#include "core/io/folder_lock.h"

#include <fcntl.h>
#include <fmt/format.h>
#include <sys/file.h>
#include <sys/stat.h>
#include <unistd.h>

#include <cerrno>
#include <filesystem>
#include <system_error>

#include "core/base/error.h"
#include "core/base/text.h"
#include "core/io/files.h"

namespace motley::core {
namespace {

// Whether the name still means the open file: who held the lock may have removed it meanwhile.
bool is_at(const std::string& path, int fd) {
  struct stat ours, named;
  return ::fstat(fd, &ours) == 0 && ::lstat(path.c_str(), &named) == 0 &&
         ours.st_dev == named.st_dev && ours.st_ino == named.st_ino;
}

std::string first_line(int fd) {
  char text[256];
  const ssize_t got = ::pread(fd, text, sizeof text, 0);
  const std::string line(text, got > 0 ? static_cast<size_t>(got) : 0);
  return line.substr(0, line.find('\n'));
}

}  // namespace

FolderLock::FolderLock(const std::string& folder, const std::string& holder)
    : folder_(folder), path_((std::filesystem::path(folder) / "lock").string()) {
  if (path_kind(folder) == PathKind::kFile) throw UserError({folder}, "is not a folder");
  std::error_code error;
  made_folder_ = std::filesystem::create_directories(folder, error);
  if (error) throw UserError({folder}, "cannot be written: " + error.message());
  while (fd_ < 0) {
    const int fd = ::open(path_.c_str(), O_RDWR | O_CREAT | O_NOFOLLOW | O_CLOEXEC, 0644);
    if (fd < 0) {
      throw UserError({path_}, "cannot be written: " + std::generic_category().message(errno));
    }
    const int code = ::flock(fd, LOCK_EX | LOCK_NB) == 0 ? 0 : errno;
    if (code == EWOULDBLOCK) {
      const std::string other = first_line(fd);
      ::close(fd);
      throw UserError({folder}, fmt::format("is in use by another run ({}); wait until it ends, or "
                                            "choose another folder",
                                            is_printable(other) && !other.empty() ? other : path_));
    }
    // A file system without locks (ENOLCK, ENOSYS) cannot tell; runs are not stopped for that.
    if (code == 0 && !is_at(path_, fd)) {
      ::close(fd);
      continue;
    }
    fd_ = fd;
  }
  char host[256] = "?";
  ::gethostname(host, sizeof host - 1);
  const std::string text = fmt::format("{}, process {} on {}\n", holder, ::getpid(), host);
  if (::ftruncate(fd_, 0) != 0 || ::pwrite(fd_, text.data(), text.size(), 0) < 0) {
    // Only the message of another run would have used it.
  }
}

FolderLock::~FolderLock() {
  if (is_at(path_, fd_)) ::unlink(path_.c_str());
  if (made_folder_) ::rmdir(folder_.c_str());  // if nothing was written there
  ::close(fd_);
}

}  // namespace motley::core
