#include "core/comm/termination.h"

#include <poll.h>
#include <unistd.h>

#include <atomic>
#include <csignal>
#include <cstdlib>
#include <cstring>

namespace motley::core {
namespace {

// A launcher that reads our standard error may stop when we exit: give it time. It sends SIGKILL
// after a second.
void wait_for_launcher() { ::poll(nullptr, 0, 100); }

// State for the signal handler, which may run at any time in any thread: only lock-free atomics,
// and no allocation.
std::atomic<const char*> waiting_name = nullptr;
std::atomic<int> waiting_peer = -1;
std::atomic<int> own_rank = 0;
struct sigaction previous = {};

class Sentence {
 public:
  void add(const char* text) {
    while (*text != '\0' && size_ < sizeof text_) text_[size_++] = *text++;
  }
  void add(int number) {
    char digits[12] = {};
    size_t at = sizeof digits - 1;
    for (unsigned rest = static_cast<unsigned>(number); at > 0; rest /= 10) {
      digits[--at] = static_cast<char>('0' + rest % 10);
      if (rest < 10) break;
    }
    add(digits + at);
  }
  void write() const {
    [[maybe_unused]] const ssize_t written = ::write(STDERR_FILENO, text_, size_);
  }

 private:
  char text_[240];
  size_t size_ = 0;
};

void explain(int signal) {
  Sentence sentence;
  sentence.add("motley: rank ");
  sentence.add(own_rank);
  if (const char* name = waiting_name) {
    sentence.add(": ended by SIGTERM while ");
    sentence.add(name);
    sentence.add(" waited for rank ");
    sentence.add(waiting_peer);
  } else {
    sentence.add(": ended by SIGTERM while it was not waiting");
  }
  sentence.add("; the launcher ends a run when a rank is lost\n");
  sentence.write();
  wait_for_launcher();
  ::sigaction(SIGTERM, &previous, nullptr);
  ::raise(signal);  // takes effect when the handler returns
}

}  // namespace

ExplainTermination::ExplainTermination(int rank) {
  own_rank = rank;
  struct sigaction action = {};
  action.sa_handler = explain;
  ::sigaction(SIGTERM, &action, &previous);
}

ExplainTermination::~ExplainTermination() {
  note(nullptr, -1);
  if (!is_left_) ::sigaction(SIGTERM, &previous, nullptr);
}

void ExplainTermination::ignore_from_now_on() {
  is_left_ = true;
  struct sigaction ignored = {};
  ignored.sa_handler = SIG_IGN;
  ::sigaction(SIGTERM, &ignored, nullptr);
  std::atexit(wait_for_launcher);  // the other ranks are about to print theirs, too
}

void ExplainTermination::note(const char* name, int peer) {
  waiting_peer.store(peer, std::memory_order_relaxed);
  waiting_name.store(name, std::memory_order_release);
}

}  // namespace motley::core
