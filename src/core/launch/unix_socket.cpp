#include "core/launch/unix_socket.h"

#include <fmt/format.h>
#include <sys/socket.h>
#include <sys/stat.h>
#include <sys/un.h>
#include <unistd.h>

#include <cerrno>
#include <cstring>

#include "core/base/error.h"

namespace motley::core {
namespace {

sockaddr_un address_of(const std::string& path) {
  sockaddr_un address = {};
  address.sun_family = AF_UNIX;
  std::memcpy(address.sun_path, path.data(), path.size());
  return address;
}

bool fits(const std::string& path) {
  return !path.empty() && path.size() <= max_socket_path_bytes() &&
         path.find('\0') == std::string::npos;
}

Descriptor new_socket() {
  return Descriptor(::socket(AF_UNIX, SOCK_STREAM | SOCK_CLOEXEC | SOCK_NONBLOCK, 0));
}

// Makes `path` free, or throws: removes a socket file that a run has left behind.
void remove_stale_socket(const std::string& path) {
  struct stat status = {};
  if (::lstat(path.c_str(), &status) != 0) return;
  if (!S_ISSOCK(status.st_mode)) {
    throw UserError({path}, "exists and is not a socket; events need a path of their own");
  }
  const bool is_in_use = connect_to(path) || errno == EAGAIN;  // EAGAIN: its queue is full
  if (is_in_use) throw UserError({path}, "is in use: another run sends its events there");
  if (errno == ECONNREFUSED && ::unlink(path.c_str()) == 0) return;
  throw UserError({path}, fmt::format("cannot be replaced: {}", std::strerror(errno)));
}

}  // namespace

Descriptor::~Descriptor() {
  if (value_ >= 0) ::close(value_);
}

size_t max_socket_path_bytes() { return sizeof sockaddr_un{}.sun_path - 1; }

ListeningSocket::ListeningSocket(const std::string& path) : path_(path) {
  if (path.empty()) throw UserError("the path of a socket is empty");
  if (!fits(path)) {
    throw UserError({path}, fmt::format("has {} bytes; the path of a Unix socket has at most {}",
                                        path.size(), max_socket_path_bytes()));
  }
  remove_stale_socket(path);
  const auto fail = [&] {
    throw UserError({path},
                    fmt::format("cannot be opened for listening: {}", std::strerror(errno)));
  };
  descriptor_ = new_socket();
  if (!descriptor_) fail();
  // The file is created with the mode of the socket, so that at no time others can connect.
  if (::fchmod(get(), 0600) != 0) fail();
  const sockaddr_un address = address_of(path);
  if (::bind(get(), reinterpret_cast<const sockaddr*>(&address), sizeof address) != 0) fail();
  struct stat status = {};
  if (::lstat(path.c_str(), &status) == 0) {
    device_ = status.st_dev;
    file_ = status.st_ino;
  }
  if (::listen(get(), SOMAXCONN) != 0) {
    const int error = errno;
    ::unlink(path.c_str());
    errno = error;
    fail();
  }
}

ListeningSocket::~ListeningSocket() {
  struct stat status = {};
  if (::lstat(path_.c_str(), &status) == 0 && status.st_dev == device_ && status.st_ino == file_)
    ::unlink(path_.c_str());
}

Descriptor ListeningSocket::accept() const {
  return Descriptor(::accept4(get(), nullptr, nullptr, SOCK_CLOEXEC | SOCK_NONBLOCK));
}

Descriptor connect_to(const std::string& path) {
  if (!fits(path)) return Descriptor();
  Descriptor descriptor = new_socket();
  const sockaddr_un address = address_of(path);
  const auto* generic = reinterpret_cast<const sockaddr*>(&address);
  if (descriptor && ::connect(descriptor.get(), generic, sizeof address) == 0) return descriptor;
  const int error = errno;
  descriptor = Descriptor();
  errno = error;
  return descriptor;
}

SendResult send_some(int descriptor, std::string_view text, size_t& sent) {
  while (sent < text.size()) {
    const ssize_t done =
        ::send(descriptor, text.data() + sent, text.size() - sent, MSG_NOSIGNAL | MSG_DONTWAIT);
    if (done >= 0) {
      sent += done;
    } else if (errno == EAGAIN || errno == EWOULDBLOCK) {
      return SendResult::kFull;
    } else if (errno != EINTR) {
      return SendResult::kGone;
    }
  }
  return SendResult::kDone;
}

}  // namespace motley::core
