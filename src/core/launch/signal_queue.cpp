#include "core/launch/signal_queue.h"

#include <fcntl.h>
#include <poll.h>
#include <unistd.h>

#include <algorithm>
#include <atomic>
#include <cerrno>
#include <cmath>
#include <cstring>

#include "core/base/error.h"

namespace motley::core {
namespace {

std::atomic<int> queue_end = -1;  // where the handler writes

void put_in_queue(int signal) {
  const int error = errno;
  const char byte = static_cast<char>(signal);
  // A full pipe loses the signal, behind thousands that nobody has read.
  [[maybe_unused]] const ssize_t written = ::write(queue_end, &byte, 1);
  errno = error;
}

struct sigaction queue_action() {
  struct sigaction action = {};
  action.sa_handler = put_in_queue;
  action.sa_flags = SA_RESTART | SA_NOCLDSTOP;
  ::sigfillset(&action.sa_mask);
  return action;
}

void set_default(int signal) {
  struct sigaction action = {};
  action.sa_handler = SIG_DFL;
  ::sigaction(signal, &action, nullptr);
}

}  // namespace

SignalQueue::SignalQueue(const std::vector<int>& signals) {
  int ends[2];
  MOTLEY_CHECK(queue_end < 0, "there are two signal queues");
  if (::pipe2(ends, O_CLOEXEC | O_NONBLOCK) != 0)
    throw UserError(fmt::format("a pipe cannot be created: {}", std::strerror(errno)));
  read_end_ = ends[0];
  queue_end = write_end_ = ends[1];
  const struct sigaction action = queue_action();
  sigset_t wanted;
  ::sigemptyset(&wanted);
  for (const int signal : signals) {
    ::sigaddset(&wanted, signal);
    Previous previous{signal, {}};
    ::sigaction(signal, nullptr, &previous.action);
    const bool is_ignored = previous.action.sa_handler == SIG_IGN;
    if (is_ignored && signal != SIGCHLD && signal != SIGPIPE) continue;
    ::sigaction(signal, &action, nullptr);
    previous_.push_back(previous);
  }
  ::pthread_sigmask(SIG_UNBLOCK, &wanted, nullptr);  // some job runners start us with them blocked
}

SignalQueue::~SignalQueue() {
  for (const Previous& p : previous_) ::sigaction(p.signal, &p.action, nullptr);
  queue_end = -1;
  ::close(read_end_);
  ::close(write_end_);
}

int SignalQueue::wait(double seconds) {
  const int milliseconds =
      seconds < 0 ? -1 : static_cast<int>(std::ceil(std::min(seconds, 1e6) * 1e3));
  pollfd poll{read_end_, POLLIN, 0};
  // Interrupted by the very signal: it is in the pipe then.
  if (::poll(&poll, 1, milliseconds) < 0) ::poll(&poll, 1, 0);
  char byte = 0;
  return ::read(read_end_, &byte, 1) == 1 ? byte : 0;
}

void SignalQueue::reset_in_child() const {
  for (const Previous& p : previous_) {
    const bool stays_ignored = p.action.sa_handler == SIG_IGN && p.signal != SIGCHLD;
    if (stays_ignored) {
      ::sigaction(p.signal, &p.action, nullptr);
    } else {
      set_default(p.signal);
    }
  }
}

void SignalQueue::take_default_action(int signal) const {
  set_default(signal);
  ::raise(signal);
  const struct sigaction action = queue_action();
  ::sigaction(signal, &action, nullptr);
}

}  // namespace motley::core
