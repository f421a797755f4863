#include "plugin/objects.h"

#include <algorithm>
#include <map>

namespace motley::core::pjrt {
namespace {

struct Counts {
  std::mutex mutex;
  std::map<std::string, int> by_kind;
};
Counts& counts() {
  static auto* const never_destroyed = new Counts;
  return *never_destroyed;
}

}  // namespace

void Living::add(int count) const {
  const std::lock_guard lock(counts().mutex);
  counts().by_kind[kind_] += count;
}

std::string Living::left() {
  const std::lock_guard lock(counts().mutex);
  std::string text;
  for (const auto& [kind, count] : counts().by_kind) {
    if (count != 0) text += (text.empty() ? "" : ", ") + std::to_string(count) + " " + kind;
  }
  return text;
}

void Moment::finish(std::shared_ptr<const Error> error) {
  std::vector<std::function<void(std::shared_ptr<const Error>)>> callbacks;
  {
    const std::lock_guard lock(mutex_);
    done_ = true;
    error_ = error;
    callbacks.swap(callbacks_);
  }
  for (const auto& callback : callbacks) callback(error);
}

bool Moment::is_done() const {
  const std::lock_guard lock(mutex_);
  return done_;
}

std::shared_ptr<const Error> Moment::error() const {
  const std::lock_guard lock(mutex_);
  return error_;
}

void Moment::then(std::function<void(std::shared_ptr<const Error>)> callback) {
  {
    const std::lock_guard lock(mutex_);
    if (!done_) {
      callbacks_.push_back(std::move(callback));
      return;
    }
  }
  callback(error_);
}

bool RawDevice::take(int64_t bytes) {
  const std::lock_guard lock(mutex);
  if (used_bytes + bytes > limit_bytes) return false;
  used_bytes += bytes;
  peak_bytes = std::max(peak_bytes, used_bytes);
  return true;
}

void RawDevice::give_back(int64_t bytes) {
  const std::lock_guard lock(mutex);
  used_bytes -= bytes;
}

Worker::Worker()
    : thread_([this] {
        std::unique_lock lock(mutex_);
        while (true) {
          changed_.wait(lock, [&] { return ends_ || !work_.empty(); });
          if (work_.empty()) return;
          const auto work = std::move(work_.front());
          work_.pop_front();
          lock.unlock();
          work();
          lock.lock();
        }
      }) {}

Worker::~Worker() {
  {
    const std::lock_guard lock(mutex_);
    ends_ = true;
  }
  changed_.notify_all();
  thread_.join();
}

void Worker::add(std::function<void()> work) {
  const std::lock_guard lock(mutex_);
  work_.push_back(std::move(work));
  changed_.notify_all();
}

}  // namespace motley::core::pjrt
