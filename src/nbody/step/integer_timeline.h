// The integer timeline: 2^29 ticks of equal ln a from the start of a run to its end, as in Gadget.
//
//   const IntegerTimeline timeline{.a_begin = 0.02, .a_end = 1};
//   timeline.scale_factor(0)                           0.02
//   timeline.scale_factor(IntegerTimeline::kTicks)     1
//   timeline.tick(0.5)                                 the nearest: within 4e-9 in ln a
//
// So steps add up exactly, and half a step is an integer number of ticks.
#pragma once

#include <algorithm>
#include <cmath>
#include <cstdint>

namespace motley::nbody {

struct IntegerTimeline {
  static constexpr int64_t kTicks = int64_t{1} << 29;
  double a_begin = 0, a_end = 1;

  double log_per_tick() const { return std::log(a_end / a_begin) / kTicks; }
  double scale_factor(int64_t tick) const {
    if (tick == kTicks) return a_end;
    return a_begin * std::exp(static_cast<double>(tick) * log_per_tick());
  }
  int64_t tick(double a) const {
    const auto t = static_cast<int64_t>(std::llrint(std::log(a / a_begin) / log_per_tick()));
    return std::clamp<int64_t>(t, 0, kTicks);
  }
  friend bool operator==(const IntegerTimeline&, const IntegerTimeline&) = default;
};

}  // namespace motley::nbody
