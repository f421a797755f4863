#include "core/trace/busy_clock.h"

#include "core/trace/trace.h"

namespace motley::core {

double BusyClock::seconds() const {
  const std::lock_guard lock(mutex_);
  return seconds_ + (num_working_ > 0 ? Trace::steady_seconds() - since_ : 0);
}

void BusyClock::add(BusyClock* clock, int threads) {
  if (!clock) return;
  const std::lock_guard lock(clock->mutex_);
  const double now = Trace::steady_seconds();
  if (clock->num_working_ > 0) clock->seconds_ += now - clock->since_;
  clock->since_ = now;
  clock->num_working_ += threads;
}

}  // namespace motley::core
