#include "tensor/plan/schedule/generators.h"

#include <algorithm>

#include "core/base/integer.h"

namespace motley::tensor::schedule {
namespace {

using enum ActionKind;

// Empty lists; stage j is on device j mod devices.
Schedule empty_schedule(PipelineShape shape, int32_t chunks) {
  Schedule schedule{.num_stages = shape.devices * chunks, .num_microbatches = shape.microbatches};
  for (int32_t stage = 0; stage < schedule.num_stages; ++stage) {
    schedule.device_of_stage.push_back(stage % shape.devices);
  }
  schedule.lists.resize(shape.devices);
  return schedule;
}

}  // namespace

// All forwards, then all backwards. All micro-batches are in flight.
//
//   stage 0  F0 F1 F2 F3 .  .  .  .  .  .  B0 B0 B1 B1 B2 B2 B3 B3
//   stage 1  .  F0 F1 F2 F3 .  .  .  B0 B0 B1 B1 B2 B2 B3 B3
//   stage 2  .  .  F0 F1 F2 F3 B0 B0 B1 B1 B2 B2 B3 B3
Schedule gpipe(PipelineShape shape) { return kfkb(shape, shape.microbatches); }

// Backwards run as early as possible, one forward per backward. S-s micro-batches in flight.
// (DAPPLE's PA; Megatron.)
//
//   stage 0  F0 F1 F2 .  .  .  .  B0 B0 F3 B1 B1 .  B2 B2 .  B3 B3
//   stage 1  .  F0 F1 .  .  B0 B0 F2 B1 B1 F3 B2 B2 .  B3 B3
//   stage 2  .  .  F0 B0 B0 F1 B1 B1 F2 B2 B2 F3 B3 B3
Schedule one_f_one_b(PipelineShape shape) {
  return deep_one_f_one_b(shape, uniform_depth(shape, 0));
}

// The same after `depth[s]` warm-up forwards: hides that much gradient latency.
//
//   stage 0  F0 F1 F2 F3 .  .  .  .  B0 B0 .  B1 B1       depth 5, 3, 1: latency 1 is hidden
//   stage 1  .  .  F0 F1 F2 .  B0 B0 F3 B1 B1             (DAPPLE's PB)
//   stage 2  .  .  .  .  F0 B0 B0 F1 B1 B1 F2 B2 B2
Schedule deep_one_f_one_b(PipelineShape shape, std::span<const int32_t> depth) {
  Schedule schedule = empty_schedule(shape, 1);
  const int32_t M = shape.microbatches;
  for (int32_t s = 0; s < shape.devices; ++s) {
    auto& list = schedule.lists[s];
    int32_t f = 0;
    while (f < std::min(M, depth[s])) list.push_back({kForward, s, f++});
    for (int32_t b = 0; b < M; ++b) {
      list.push_back({kBackward, s, b});
      if (f < M) list.push_back({kForward, s, f++});
    }
  }
  return schedule;
}

// Alternates groups of k forwards and k backwards. k (S-s) micro-batches in flight. (Ada-Grouper; k
// = 1 is 1F1B, k = M is GPipe.)
//
//   stage 0  F0 F1 F2 F3 .  .  B0 B0 B1 B1 F4 F5 B2 B2 B3 B3       k = 2
//   stage 1  .  F0 F1 B0 B0 B1 B1 F2 F3 B2 B2 B3 B3 F4 F5
Schedule kfkb(PipelineShape shape, int32_t k) {
  Schedule schedule = empty_schedule(shape, 1);
  const int32_t M = shape.microbatches;
  for (int32_t s = 0; s < shape.devices; ++s) {
    auto& list = schedule.lists[s];
    const int64_t warm_up = std::min<int64_t>(M, int64_t{k} * (shape.devices - s));
    int32_t f = 0, b = 0;
    while (f < warm_up) list.push_back({kForward, s, f++});
    while (b < M) {
      for (int32_t i = 0; i < k && b < M; ++i) list.push_back({kBackward, s, b++});
      for (int32_t i = 0; i < k && f < M; ++i) list.push_back({kForward, s, f++});
    }
  }
  return schedule;
}

namespace {

// Micro-batches in groups of one per device; a group passes through all chunks of a device before
// the next group. Backwards visit the chunks from last to first.
std::vector<Action> interleaved_order(PipelineShape shape, int32_t chunks, int32_t device,
                                      ActionKind pass) {
  std::vector<Action> order;
  for (int32_t group = 0; group < shape.microbatches; group += shape.devices) {
    for (int32_t i = 0; i < chunks; ++i) {
      const int32_t chunk = pass == kForward ? i : chunks - 1 - i;
      for (int32_t m = group; m < std::min(group + shape.devices, shape.microbatches); ++m) {
        order.push_back({pass, chunk * shape.devices + device, m});
      }
    }
  }
  return order;
}

}  // namespace

// Each device holds several thin stages, which divides the warm-up time; deep enough that 1F1B
// continues across them. Requires a multiple of the number of devices as micro-batches. (Megatron.)
//
//   device 0  0F0 0F1 2F0 2F1 0F2 ...    stages 0 and 2
//   device 1      1F0 1F1 3F0 3B0 ...    stages 1 and 3
Schedule interleaved(PipelineShape shape, int32_t chunks) {
  Schedule schedule = empty_schedule(shape, chunks);
  const int32_t S = shape.devices, total = chunks * shape.microbatches;
  for (int32_t d = 0; d < S; ++d) {
    const auto forwards = interleaved_order(shape, chunks, d, kForward);
    const auto backwards = interleaved_order(shape, chunks, d, kBackward);
    const int32_t warm_up =
        shape.microbatches == S ? total : std::min(total, 2 * (S - 1 - d) + (chunks - 1) * S);
    auto& list = schedule.lists[d];
    list.assign(forwards.begin(), forwards.begin() + warm_up);
    for (int32_t b = 0; b < total; ++b) {
      if (warm_up + b < total) list.push_back(forwards[warm_up + b]);
      list.push_back(backwards[b]);
    }
  }
  return schedule;
}

// All micro-batches through one chunk, then through the next. The same bubble as interleaved;
// latency is exposed only at the end of a chunk; all micro-batches are in flight.
//
//   device 0  0F0 0F1 0F2 0F3 2F0 2F1 2F2 2F3 ...
//   device 1      1F0 1F1 1F2 1F3 3F0 3F1 3F2 3F3 3B0 3B1 ...
Schedule breadth_first(PipelineShape shape, int32_t chunks) {
  Schedule schedule = empty_schedule(shape, chunks);
  for (int32_t d = 0; d < shape.devices; ++d) {
    for (const ActionKind pass : {kForward, kBackward}) {
      for (int32_t i = 0; i < chunks; ++i) {
        const int32_t chunk = pass == kForward ? i : chunks - 1 - i;
        for (int32_t m = 0; m < shape.microbatches; ++m) {
          schedule.lists[d].push_back({pass, chunk * shape.devices + d, m});
        }
      }
    }
  }
  return schedule;
}

// Weight gradients are delayed to fill the bubble.
//
//   stage 0  F0 F1 F2 .  .  I0 F3 .  I1 W0 ...       zb-h1: lag s, holds S everywhere
//   stage 1  .  F0 F1 .  I0 F2 I1 W0 F3 I2 W1 ...
//   stage 2  .  .  F0 I0 F1 I1 F2 I2 W0 F3 I3 W1 W2 W3
Schedule zero_bubble(PipelineShape shape, std::span<const int32_t> depth,
                     std::span<const int32_t> lag) {
  Schedule schedule = empty_schedule(shape, 1);
  const int32_t M = shape.microbatches;
  for (int32_t s = 0; s < shape.devices; ++s) {
    auto& list = schedule.lists[s];
    int32_t f = 0, w = 0;
    while (f < std::min(M, depth[s])) list.push_back({kForward, s, f++});
    for (int32_t b = 0; b < M; ++b) {
      list.push_back({kInputGradient, s, b});
      if (b >= lag[s]) list.push_back({kWeightGradient, s, w++});
      if (f < M) list.push_back({kForward, s, f++});
    }
    while (w < M) list.push_back({kWeightGradient, s, w++});
  }
  return schedule;
}

namespace {

std::vector<int32_t> multiples(int32_t count, int32_t factor) {
  std::vector<int32_t> values;
  for (int32_t s = 0; s < count; ++s) values.push_back(factor * s);
  return values;
}

}  // namespace

Schedule zb_h1(PipelineShape shape) {
  return zero_bubble(shape, uniform_depth(shape, 0), multiples(shape.devices, 1));
}

Schedule zb_h2(PipelineShape shape) {
  return zero_bubble(shape, uniform_depth(shape, 1), multiples(shape.devices, 2));
}

std::vector<int32_t> uniform_depth(PipelineShape shape, int32_t h) {
  std::vector<int32_t> depth;
  for (int64_t s = 0, S = shape.devices; s < S; ++s) {
    depth.push_back(
        static_cast<int32_t>(std::min<int64_t>(shape.microbatches, (S - s) + h * (S - 1 - s))));
  }
  return depth;
}

// A stage is one deeper than the next, plus the round-trip time to it in periods of the slowest
// stage.
std::vector<int32_t> per_edge_depth(PipelineShape shape, const PipelineCosts& costs) {
  Ticks turn = 1;
  for (int32_t s = 0; s < shape.devices; ++s) {
    turn = std::max(turn, costs.duration(kForward, s) + costs.duration(kBackward, s));
  }
  std::vector<int32_t> depth(shape.devices, 1);
  for (int32_t s = shape.devices - 2; s >= 0; --s) {
    const Ticks away = costs.activation_latency(s) + costs.backward_latency(s);
    depth[s] = static_cast<int32_t>(
        std::min<int64_t>(shape.microbatches, depth[s + 1] + 1 + core::ceil_divide(away, turn)));
  }
  return depth;
}

}  // namespace motley::tensor::schedule
