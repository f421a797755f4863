#include "core/base/memory_plan.h"

#include <algorithm>
#include <numeric>

namespace motley::core {

namespace {

int64_t aligned(int64_t bytes) {
  return (bytes + kBufferAlignment - 1) / kBufferAlignment * kBufferAlignment;
}

int64_t live_peak(const std::vector<BufferLifetime>& buffers) {
  int steps = 0;
  for (const BufferLifetime& b : buffers) steps = std::max(steps, b.last + 1);
  std::vector<int64_t> change(steps + 1, 0);
  for (const BufferLifetime& b : buffers) {
    change[b.first] += b.bytes;
    change[b.last + 1] -= b.bytes;
  }
  int64_t live = 0, peak = 0;
  for (int64_t c : change) peak = std::max(peak, live += c);
  return peak;
}

struct Placed {
  int64_t begin, end;  // in the arena
  int first, last;     // lifetime
};

// The lowest offset at which `size` bytes fit among the placed buffers whose lifetimes overlap the
// buffer's. `placed` is sorted by offset.
int64_t lowest_offset(const std::vector<Placed>& placed, const BufferLifetime& b, int64_t size) {
  int64_t offset = 0;
  for (const Placed& p : placed) {
    if (p.last < b.first || b.last < p.first) continue;
    if (offset + size <= p.begin) break;
    offset = std::max(offset, p.end);
  }
  return offset;
}

MemoryPlan place_in_order(const std::vector<BufferLifetime>& buffers,
                          const std::vector<int>& order) {
  MemoryPlan plan{.offsets = std::vector<int64_t>(buffers.size(), 0)};
  std::vector<Placed> placed;
  placed.reserve(buffers.size());
  for (int i : order) {
    const BufferLifetime& b = buffers[i];
    if (b.bytes == 0) continue;
    const int64_t size = aligned(b.bytes), offset = lowest_offset(placed, b, size);
    plan.offsets[i] = offset;
    plan.arena_bytes = std::max(plan.arena_bytes, offset + size);
    const Placed entry{offset, offset + size, b.first, b.last};
    placed.insert(
        std::upper_bound(placed.begin(), placed.end(), entry,
                         [](const Placed& a, const Placed& b) { return a.begin < b.begin; }),
        entry);
  }
  return plan;
}

}  // namespace

MemoryPlan plan_memory(const std::vector<BufferLifetime>& buffers) {
  std::vector<int> order(buffers.size());
  std::iota(order.begin(), order.end(), 0);
  std::stable_sort(order.begin(), order.end(),
                   [&](int a, int b) { return buffers[a].bytes > buffers[b].bytes; });
  MemoryPlan best = place_in_order(buffers, order);
  // Long lifetimes first packs better if sizes are similar.
  std::stable_sort(order.begin(), order.end(), [&](int a, int b) {
    return buffers[a].last - buffers[a].first > buffers[b].last - buffers[b].first;
  });
  MemoryPlan other = place_in_order(buffers, order);
  if (other.arena_bytes < best.arena_bytes) best = std::move(other);
  best.live_bytes_peak = live_peak(buffers);
  return best;
}

}  // namespace motley::core
