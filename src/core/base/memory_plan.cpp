#include "core/base/memory_plan.h"

#include <algorithm>
#include <functional>
#include <numeric>

namespace motley::core {

namespace {

constexpr int64_t kWorthImproving = 256 << 10;

int64_t aligned(int64_t bytes) {
  return (bytes + kBufferAlignment - 1) / kBufferAlignment * kBufferAlignment;
}

// By step.
std::vector<int64_t> live_bytes(const std::vector<BufferLifetime>& buffers) {
  int steps = 0;
  for (const BufferLifetime& b : buffers) steps = std::max(steps, b.last + 1);
  std::vector<int64_t> change(steps + 1, 0);
  for (const BufferLifetime& b : buffers) {
    change[b.first] += b.bytes;
    change[b.last + 1] -= b.bytes;
  }
  std::partial_sum(change.begin(), change.end(), change.begin());
  return change;
}

// Buffers in the order of the fullest step that they are alive at; those of one step, the largest
// first.
std::vector<int> by_fullest_step(const std::vector<BufferLifetime>& buffers,
                                 const std::vector<int64_t>& live) {
  std::vector<int> steps(live.size()), order;
  std::iota(steps.begin(), steps.end(), 0);
  std::ranges::stable_sort(steps, std::greater(), [&](int s) { return live[s]; });
  std::vector<std::vector<int>> alive(live.size());
  for (int i = 0; i < std::ssize(buffers); ++i) {
    for (int s = buffers[i].first; s <= buffers[i].last; ++s) alive[s].push_back(i);
  }
  std::vector<bool> is_ordered(buffers.size(), false);
  for (int s : steps) {
    std::ranges::stable_sort(alive[s], std::greater(), [&](int i) { return buffers[i].bytes; });
    for (int i : alive[s]) {
      if (!is_ordered[i]) order.push_back(i);
      is_ordered[i] = true;
    }
  }
  return order;
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

// Repeatedly places what stands at the arena's end, or pushes that up, earlier. As long as that
// does not need more memory it goes on from there.
void improve(const std::vector<BufferLifetime>& buffers, std::vector<int> order, int64_t enough,
             MemoryPlan& best) {
  const auto count = static_cast<int64_t>(buffers.size());
  // A try costs up to the square of the number of buffers; the number of tries keeps it short.
  const int64_t tries = std::clamp<int64_t>(10'000'000 / (count * count + 1), 0, 1000);
  std::stable_sort(order.begin(), order.end(),
                   [&](int a, int b) { return buffers[a].bytes > buffers[b].bytes; });
  MemoryPlan at = place_in_order(buffers, order);
  uint64_t random = 1;
  const auto draw = [&](size_t below) {
    random = random * 6364136223846793005 + 1442695040888963407;
    return static_cast<size_t>((random >> 33) % below);
  };
  for (int64_t i = 0; i < tries && best.arena_bytes > enough; ++i) {
    const auto end = [&](int b) { return at.offsets[b] + aligned(buffers[b].bytes); };
    std::vector<int> last;  // positions in the order: at the end, and below these
    for (int k = 0; k < count; ++k) {
      if (end(order[k]) == at.arena_bytes) last.push_back(k);
    }
    for (size_t n = 0; n < last.size() && last.size() < order.size(); ++n) {
      const int upper = order[last[n]];
      for (int k = 0; k < count; ++k) {
        const BufferLifetime &a = buffers[order[k]], &b = buffers[upper];
        const bool meet = a.first <= b.last && b.first <= a.last;
        if (meet && end(order[k]) == at.offsets[upper] && !std::ranges::count(last, k))
          last.push_back(k);
      }
    }
    std::vector<int> other = order;
    const int from = last[draw(last.size())];
    const auto to = static_cast<int>(draw(static_cast<size_t>(from) + 1));
    std::rotate(other.begin() + to, other.begin() + from, other.begin() + from + 1);
    MemoryPlan plan = place_in_order(buffers, other);
    if (plan.arena_bytes > at.arena_bytes) continue;
    order = std::move(other);
    at = std::move(plan);
    if (at.arena_bytes < best.arena_bytes) best = at;
  }
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
  const auto consider = [&](const std::vector<int>& other_order) {
    MemoryPlan other = place_in_order(buffers, other_order);
    if (other.arena_bytes < best.arena_bytes) best = std::move(other);
  };
  consider(order);
  const std::vector<int64_t> live = live_bytes(buffers);
  const int64_t peak = std::ranges::max(live);
  const auto is_loose = [&] { return best.arena_bytes > peak + peak / 64; };
  // Rarely needed, and slower.
  if (is_loose()) consider(by_fullest_step(buffers, live));
  if (is_loose() && best.arena_bytes >= kWorthImproving) {
    improve(buffers, order, peak + peak / 64, best);
  }
  best.live_bytes_peak = peak;
  return best;
}

}  // namespace motley::core
