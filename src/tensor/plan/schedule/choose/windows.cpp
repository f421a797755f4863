#include "tensor/plan/schedule/choose/windows.h"

#include <algorithm>

namespace motley::tensor::schedule {

Windows windows_until(const StreamShop& shop, Ticks deadline) {
  return {.start = std::vector<Ticks>(shop.num_items(), 0),
          .end = std::vector<Ticks>(shop.num_items(), deadline)};
}

Windows mirrored(const StreamShop& shop, const Windows& windows, Ticks deadline) {
  Windows mirror{.start = windows.end, .end = windows.start};
  for (auto* times : {&mirror.start, &mirror.end}) {
    for (auto first = times->begin(); first != times->end(); first += shop.count) {
      std::reverse(first, first + shop.count);
    }
    for (Ticks& time : *times) time = deadline - time;
  }
  return mirror;
}

bool WindowTightener::tighten(Windows& windows, Effort& effort) {
  stale_.assign(shop_.num_machines(), true);
  return narrow_until_stable(windows, effort);
}

bool WindowTightener::tighten_after(Windows& windows, int32_t item, Effort& effort) {
  stale_.assign(shop_.num_machines(), false);
  stale_[shop_.machine_of[shop_.stream_of(item)]] = true;
  return narrow_until_stable(windows, effort);
}

bool WindowTightener::narrow_until_stable(Windows& windows, Effort& effort) {
  for (bool changed = true; changed && !effort.spent();) {
    changed = false;
    effort.left -= 2 * shop_.num_items();
    if (!narrow_along_arcs(windows)) return false;
    for (int32_t m = 0; m < shop_.num_stages; ++m) {
      if (!stale_[m]) continue;
      stale_[m] = false;
      if (!table_.lay_out(shop_, m, windows, effort.for_one_table())) continue;
      effort.left -= table_.cost();
      if (!table_.fill(windows)) return false;
      changed |= table_.narrow(windows);
    }
  }
  return true;
}

// Longest paths in both directions: an item starts after its predecessors and ends before its
// successors.
bool WindowTightener::narrow_along_arcs(Windows& windows) {
  const int32_t M = shop_.count;
  Ticks* const start = windows.start.data();
  Ticks* const end = windows.end.data();
  for (const int32_t item : shop_.sorted) {
    const int32_t s = shop_.stream_of(item), n = item - s * M;
    Ticks first = n > 0 ? start[item - 1] + shop_.duration[s] : 0;
    for (const StreamArc& arc : shop_.before[s]) {
      if (n < arc.shift) continue;
      const int32_t other = arc.stream * M + n - arc.shift;
      first = std::max(first, start[other] + shop_.duration[arc.stream] + arc.lag);
    }
    if (first > start[item]) start[item] = first, stale_[shop_.machine_of[s]] = true;
  }
  for (auto it = shop_.sorted.rbegin(); it != shop_.sorted.rend(); ++it) {
    const int32_t item = *it, s = shop_.stream_of(item), n = item - s * M;
    Ticks last = n + 1 < M ? end[item + 1] - shop_.duration[s] : end[item];
    for (const StreamArc& arc : shop_.after[s]) {
      if (n + arc.shift >= M) continue;
      const int32_t other = arc.stream * M + n + arc.shift;
      last = std::min(last, end[other] - shop_.duration[arc.stream] - arc.lag);
    }
    if (last < end[item]) end[item] = last, stale_[shop_.machine_of[s]] = true;
    if (end[item] - start[item] < shop_.duration[s]) return false;
  }
  return true;
}

}  // namespace motley::tensor::schedule
