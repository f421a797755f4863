#include "core/trace/busy_clock.h"

#include "core/base/clock.h"
#include "core/trace/trace.h"

namespace motley::core {
namespace {
thread_local BusyClock* clock_of_thread = nullptr;
}

double BusyClock::seconds() const {
  const std::lock_guard lock(mutex_);
  return seconds_ + (num_working_ > 0 ? now_seconds() - since_ : 0);
}

void BusyClock::add(int threads) {
  const std::lock_guard lock(mutex_);
  const double now = now_seconds();
  if (num_working_ > 0) seconds_ += now - since_;
  since_ = now;
  num_working_ += threads;
}

BusyClock::Work::Work(BusyClock& clock) : before_(clock_of_thread) {
  if (before_) before_->add(-1);
  clock_of_thread = &clock;
  clock.add(1);
}

BusyClock::Work::~Work() {
  clock_of_thread->add(-1);
  clock_of_thread = before_;
  if (before_) before_->add(1);
}

// While resting, a thread has no clock, so that a nested rest has no effect.
BusyClock::Rest::Rest() : clock_(clock_of_thread) {
  clock_of_thread = nullptr;
  if (clock_) clock_->add(-1);
}

BusyClock::Rest::~Rest() {
  if (clock_) clock_->add(1);
  clock_of_thread = clock_;
}

}  // namespace motley::core
