// Measures a stretch of time, and shows it in a trace.
//
//   {
//     Stretch exchange(counts.exchange_seconds, trace, track, "ghosts");
//     ...
//   }
#pragma once

#include <chrono>

#include "core/trace/trace.h"

namespace motley::nbody {

inline double now_seconds() {
  return std::chrono::duration<double>(std::chrono::steady_clock::now().time_since_epoch()).count();
}

class Stretch {
 public:
  // The seconds are added when it ends; a null trace shows nothing.
  Stretch(double& seconds, core::Trace* trace, core::TrackId track, const char* name)
      : seconds_(seconds), span_(trace, track, name), begin_(now_seconds()) {}
  ~Stretch() { seconds_ += now_seconds() - begin_; }

 private:
  double& seconds_;
  core::ScopedSpan span_;
  double begin_;
};

}  // namespace motley::nbody
