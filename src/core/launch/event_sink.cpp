#include <fmt/format.h>
#include <poll.h>

#include <atomic>
#include <cstdlib>
#include <mutex>
#include <utility>

#include "core/base/clock.h"
#include "core/base/error.h"
#include "core/launch/event_history.h"
#include "core/launch/events.h"
#include "core/launch/unix_socket.h"

namespace motley::core {

std::string dropped_event(uint64_t lines) {
  return fmt::format(R"({{"event": "dropped", "lines": {}}})", lines);
}

void check_event(std::string_view line) {
  MOTLEY_CHECK(line.find('\n') == std::string_view::npos, "an event has a line break: {}", line);
}

class EventSink::Impl {
 public:
  explicit Impl(Descriptor socket) : socket_(std::move(socket)) {}
  Impl(const Impl&) = delete;
  Impl& operator=(const Impl&) = delete;
  ~Impl() {
    const std::lock_guard lock(mutex_);
    if (num_dropped_ > 0) append(dropped_event(num_dropped_));
    constexpr double kSeconds = 1;
    for (const double limit = now_seconds() + kSeconds; flush() && now_seconds() < limit;)
      wait_for_room();
  }

  bool is_gone() const { return is_gone_.load(std::memory_order_relaxed); }

  void send(std::string_view line) {
    const std::lock_guard lock(mutex_);
    if (is_gone()) return;
    const bool fits =
        line.size() <= kMaxLineBytes && pending_.size() + line.size() < kMaxPendingBytes;
    if (!fits) {
      ++num_dropped_;
    } else {
      if (num_dropped_ > 0) append(dropped_event(std::exchange(num_dropped_, 0)));
      append(line);
    }
    // A server that did not read within this time is not waited for again until it does.
    while (flush() && !is_stalled_) is_stalled_ = !wait_for_room();
  }

 private:
  static constexpr int kRoomMilliseconds = 20;

  void append(std::string_view line) {
    pending_ += line;
    pending_ += '\n';
  }

  bool wait_for_room() const {
    pollfd poll{socket_.get(), POLLOUT, 0};
    return ::poll(&poll, 1, kRoomMilliseconds) > 0;
  }

  // Whether something is still pending.
  bool flush() {
    size_t sent = 0;
    const SendResult result = send_some(socket_.get(), pending_, sent);
    if (sent > 0) {
      pending_.erase(0, sent);
      is_stalled_ = false;
    }
    if (result == SendResult::kGone) {
      is_gone_ = true;
      pending_.clear();
    }
    return !pending_.empty();
  }

  std::mutex mutex_;
  Descriptor socket_;
  std::atomic<bool> is_gone_ = false;
  bool is_stalled_ = false;
  std::string pending_;
  uint64_t num_dropped_ = 0;
};

EventSink::EventSink(const std::string& private_path) {
  Descriptor socket = connect_to(private_path);
  if (socket) impl_ = std::make_unique<Impl>(std::move(socket));
}

EventSink EventSink::from_environment() {
  const char* path = std::getenv(kEventsVariable);
  return EventSink(path ? path : "");
}

EventSink::EventSink(EventSink&&) noexcept = default;
EventSink& EventSink::operator=(EventSink&&) noexcept = default;
EventSink::~EventSink() = default;

bool EventSink::is_active() const { return impl_ && !impl_->is_gone(); }

void EventSink::send(std::string_view json_line) {
  if (!is_active()) return;
  check_event(json_line);
  impl_->send(json_line);
}

}  // namespace motley::core
