#include "tensor/plan/stage/pivot_latency.h"

#include <algorithm>

namespace motley::tensor::stage {

using namespace schedule;

size_t pivot_of(std::span<const PipelineEntry> entries, int32_t microbatches) {
  const auto turn = [&](size_t s) { return entries[s].forward + entries[s].backward; };
  const Ticks steady = microbatches - 1;
  size_t pivot = entries.size() - 1;
  Ticks between = 0;
  for (size_t s = pivot; s-- > 0;) {
    if (steady * turn(s) > steady * turn(pivot) + between) {
      pivot = s;
      between = 0;
    } else {
      between += turn(s);
    }
  }
  return pivot;
}

Ticks pivot_latency(std::span<const PipelineEntry> entries, int32_t microbatches) {
  const size_t pivot = pivot_of(entries, microbatches);
  Ticks warm_up = 0, end = 0;
  Ticks back = 0;  // B_s + .. + B_Q
  for (size_t s = pivot + 1; s-- > 0;) {
    warm_up += entries[s].forward;
    back += entries[s].backward;
    end = std::max(end, entries[s].all_reduce + back);
  }
  Ticks before = 0;  // B_Q+1 + .. + B_s-1
  for (size_t s = pivot + 1; s < entries.size(); ++s) {
    end = std::max(end, entries[s].all_reduce - before);
    before += entries[s].backward;
  }
  const Ticks steady = (microbatches - 1) * (entries[pivot].forward + entries[pivot].backward);
  return warm_up + steady + end;
}

Ticks depth_bound(std::span<const Ticks> forward, std::span<const Ticks> backward,
                  std::span<const int32_t> depth, int32_t microbatches) {
  Ticks behind = 0;
  for (size_t s = 0; s < forward.size(); ++s) behind += forward[s] + backward[s];
  Ticks bound = 0, before = 0;
  for (size_t s = 0; s < forward.size(); ++s) {
    const Ticks turn = forward[s] + backward[s];
    behind -= turn;
    const Ticks gap = behind - (std::min(depth[s], microbatches) - 1) * forward[s];
    bound = std::max(bound, before + microbatches * turn + std::max<Ticks>(0, gap));
    before += turn;
  }
  return bound;
}

}  // namespace motley::tensor::stage
