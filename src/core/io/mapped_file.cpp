#include "core/io/mapped_file.h"

#include <fcntl.h>
#include <sys/mman.h>
#include <sys/stat.h>
#include <unistd.h>

#include <cerrno>
#include <system_error>

#include "core/base/error.h"

namespace motley::core {

MappedFile MappedFile::open(const std::filesystem::path& path) {
  const std::string name = path.string();
  const auto fail = [&](int fd) {
    const std::string reason = std::generic_category().message(errno);
    if (fd >= 0) ::close(fd);
    throw UserError({name}, "cannot be read: " + reason);
  };
  // Without O_NONBLOCK a named pipe would block here until its other end opens.
  const int fd = ::open(path.c_str(), O_RDONLY | O_CLOEXEC | O_NONBLOCK);
  if (fd < 0) fail(fd);
  struct stat status = {};
  if (::fstat(fd, &status) != 0) fail(fd);
  if (!S_ISREG(status.st_mode)) {
    ::close(fd);
    throw UserError({name}, "is not a regular file");
  }
  MappedFile file;
  const auto size = static_cast<size_t>(status.st_size);
  if (size > 0) {  // an empty file cannot be mapped
    void* address = ::mmap(nullptr, size, PROT_READ, MAP_PRIVATE, fd, 0);
    if (address == MAP_FAILED) fail(fd);
    file.owner_ = std::shared_ptr<const void>(
        address, [size](const void* mapped) { ::munmap(const_cast<void*>(mapped), size); });
    file.bytes_ = {static_cast<const std::byte*>(address), size};
  }
  ::close(fd);
  return file;
}

}  // namespace motley::core
