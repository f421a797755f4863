// Adds the seconds of a scope to a counter, and records it in a trace.
//
//   {
//     ScopedTimer exchange(counts.exchange_seconds, trace, track, "ghosts");
//     ...
//   }
#pragma once

#include "core/base/clock.h"
#include "core/trace/trace.h"

namespace motley::nbody {

class ScopedTimer {
 public:
  // The seconds are added on destruction. The trace may be null.
  ScopedTimer(double& seconds, core::Trace* trace, core::TrackId track, const char* name)
      : seconds_(seconds), span_(trace, track, name), begin_(core::now_seconds()) {}
  ~ScopedTimer() { seconds_ += core::now_seconds() - begin_; }

 private:
  double& seconds_;
  core::ScopedSpan span_;
  double begin_;
};

}  // namespace motley::nbody
