#include "core/comm/mpi/socket_watch.h"

#include <dirent.h>
#include <poll.h>
#include <sys/eventfd.h>
#include <sys/socket.h>
#include <unistd.h>

#include <algorithm>
#include <cstdlib>

#include "core/base/clock.h"
#include "core/base/error.h"

namespace motley::core {
namespace {

constexpr double kFindAgainSeconds = 0.5;
// While MPI has something to send and no connection is full.
constexpr std::chrono::microseconds kUnsentRest{200};

// A TCP socket with a peer; one that listens has none.
bool is_connection(int fd) {
  const auto option = [&](int name) {
    int value = -1;
    socklen_t size = sizeof value;
    return ::getsockopt(fd, SOL_SOCKET, name, &value, &size) == 0 ? value : -1;
  };
  const int domain = option(SO_DOMAIN);
  if ((domain != AF_INET && domain != AF_INET6) || option(SO_TYPE) != SOCK_STREAM) return false;
  sockaddr_storage peer{};
  socklen_t size = sizeof peer;
  return ::getpeername(fd, reinterpret_cast<sockaddr*>(&peer), &size) == 0;
}

}  // namespace

SocketWatch::SocketWatch() : wake_fd_(::eventfd(0, EFD_NONBLOCK | EFD_CLOEXEC)) {
  if (wake_fd_ < 0) throw UserError("no eventfd: this process has too many open files");
}

SocketWatch::~SocketWatch() { ::close(wake_fd_); }

void SocketWatch::wake() {
  const uint64_t one = 1;
  [[maybe_unused]] const auto written = ::write(wake_fd_, &one, sizeof one);
}

void SocketWatch::find_connections() {
  connections_.clear();
  found_seconds_ = now_seconds();
  DIR* folder = ::opendir("/proc/self/fd");
  if (!folder) return;
  while (const dirent* entry = ::readdir(folder)) {
    char* end = nullptr;
    const auto fd = static_cast<int>(std::strtol(entry->d_name, &end, 10));
    if (end != entry->d_name && *end == 0 && is_connection(fd)) connections_.push_back(fd);
  }
  ::closedir(folder);
}

// Those that have room are left out: they are ready at once, and MPI has written what it could.
void SocketWatch::watch_full(std::vector<pollfd>& watched) {
  for (pollfd& one : watched) one.events = one.fd == wake_fd_ ? POLLIN : POLLOUT;
  ::poll(watched.data(), watched.size(), 0);
  for (pollfd& one : watched) {
    const bool is_full = one.fd != wake_fd_ && (one.revents & POLLOUT) == 0;
    one.events = static_cast<int16_t>(POLLIN | (is_full ? POLLOUT : 0));
    one.revents = 0;
  }
}

bool SocketWatch::rest(std::chrono::microseconds most, bool sends) {
  if (now_seconds() - found_seconds_ > kFindAgainSeconds) find_connections();
  std::vector<pollfd> watched = {{wake_fd_, POLLIN, 0}};
  for (const int fd : connections_) watched.push_back({fd, POLLIN, 0});
  if (sends) {
    watch_full(watched);
    const bool is_any_full =
        std::ranges::any_of(watched, [](const pollfd& one) { return (one.events & POLLOUT) != 0; });
    if (!is_any_full) most = std::min(most, kUnsentRest);
  }
  const timespec limit{most.count() / 1'000'000, most.count() % 1'000'000 * 1000};
  if (::ppoll(watched.data(), watched.size(), &limit, nullptr) <= 0) return false;
  if (watched[0].revents != 0) {
    uint64_t count = 0;
    [[maybe_unused]] const auto got = ::read(wake_fd_, &count, sizeof count);
  }
  // One that is closed would be ready for ever.
  std::erase_if(connections_, [&](int fd) {
    for (const pollfd& one : watched) {
      if (one.fd == fd) return (one.revents & (POLLHUP | POLLERR | POLLNVAL)) != 0;
    }
    return false;
  });
  return true;
}

}  // namespace motley::core
