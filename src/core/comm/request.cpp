#include "core/comm/request.h"

#include <exception>

#include "core/base/clock.h"
#include "core/trace/busy_clock.h"
#include "core/trace/trace.h"

namespace motley::core {

void CommFailure::raise() const {
  if (kind == Kind::kUser) throw UserError(sentence);
  if (kind == Kind::kInternal) throw InternalError(sentence);
  throw PeerLostError(sentence, rank, peer);
}

// A waiting thread sleeps until it is notified: polling would gain nothing, and sleeping
// leaves the core to the communication thread, which makes the progress.
void Completion::wait() {
  if (done()) return;
  if (awaited_seconds() == 0) awaited_seconds_.store(now_seconds(), std::memory_order_relaxed);
  const BusyClock::Rest rest;
  std::unique_lock lock(mutex_);
  changed_.wait(lock, [&] { return done(); });
}

void Completion::finish(std::optional<CommFailure> failure) {
  failure_ = std::move(failure);
  done_seconds_ = now_seconds();
  {
    const std::lock_guard lock(mutex_);
    done_.store(true, std::memory_order_release);
  }
  changed_.notify_all();
}

void Completion::raise() const {
  if (failure_) failure_->raise();
}

Request& Request::operator=(Request&& other) {
  if (this != &other) finish();
  completion_ = std::move(other.completion_);
  return *this;
}

void Request::finish() {
  if (!completion_ || completion_->done()) return;
  if (std::uncaught_exceptions() > 0 && completion_->on_abandon) completion_->on_abandon();
  completion_->wait();
}

bool Request::done() const {
  if (!completion_) return true;
  if (!completion_->done()) return false;
  completion_->raise();
  return true;
}

void Request::wait() {
  if (!completion_) return;
  completion_->wait();
  completion_->raise();
}

double Request::received_rate(int64_t bytes) const {
  if (!completion_ || completion_->first_bytes() == 0) return 0;
  const double seconds = completion_->done_seconds() - completion_->first_seconds();
  return seconds > 0 ? static_cast<double>(bytes - completion_->first_bytes()) / seconds : 0;
}

}  // namespace motley::core
