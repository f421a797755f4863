#include "tensor/plan/schedule/choose/lower_bound.h"

#include <algorithm>

namespace motley::tensor::schedule {
namespace {

// For each machine: head of its first item, total work, tail of its last item; and the critical
// path. The usual bound of the slowest stage.
Ticks longest_way(const StreamShop& shop) {
  // With an infinite deadline, windows give the heads and tails of each item.
  constexpr Ticks kFar = kNever;
  Windows windows = windows_until(shop, kFar);
  Effort only_arcs{.left = 1};
  WindowTightener(shop).tighten(windows, only_arcs);
  Ticks bound = 0;
  for (const auto& streams : shop.streams_of) {
    Ticks before = kNever, work = 0, after = kNever;
    for (const int32_t s : streams) {
      const int32_t first = s * shop.count, last = first + shop.count - 1;
      before = std::min(before, windows.start[first]);
      after = std::min(after, kFar - windows.end[last]);
      work += shop.duration[s] * shop.count;
      for (int32_t item = first; item <= last; ++item) {
        const Ticks after_item = kFar - windows.end[item];
        bound = std::max(bound, windows.start[item] + shop.duration[s] + after_item);
      }
    }
    bound = std::max(bound, before + work + after);
  }
  return bound;
}

// Upper bound: one micro-batch after the other, without overlap: fits any cap.
Ticks one_at_a_time(const StreamShop& shop) {
  Ticks sum = 0;
  for (int32_t s = 0; s < shop.num_streams(); ++s) {
    sum += shop.duration[s];
    for (const StreamArc& arc : shop.after[s]) sum += arc.lag;
  }
  return shop.count * sum;
}

}  // namespace

// Brackets the first consistent deadline between refuted ones: growing steps, then bisection.
ProvenBound proven_bound(const StreamShop& shop, Effort& effort) {
  WindowTightener tightener(shop);
  Ticks refuted = longest_way(shop) - 1;
  ProvenBound proven;
  for (Ticks step = 1; proven.bound == 0; step *= 2) {
    const Ticks deadline = std::min(refuted + step, one_at_a_time(shop));
    proven.windows = windows_until(shop, deadline);
    (tightener.tighten(proven.windows, effort) ? proven.bound : refuted) = deadline;
  }
  while (proven.bound - refuted > 1) {
    const Ticks middle = refuted + (proven.bound - refuted) / 2;
    Windows windows = windows_until(shop, middle);
    if (tightener.tighten(windows, effort)) {
      proven = {middle, std::move(windows)};
    } else {
      refuted = middle;
    }
  }
  return proven;
}

}  // namespace motley::tensor::schedule
