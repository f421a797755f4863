// The cost of one micro-batch in each stage of a pipeline and between stages. In ticks: integer
// multiples of a unit that the caller chooses (ticks.h), so that sums and comparisons are exact.
//
//   PipelineCosts costs = {.forward = {1, 1}, .backward = {2, 2}, .latency = {1}};
#pragma once

#include <cstdint>
#include <vector>

#include "tensor/plan/schedule/schedule.h"
#include "tensor/plan/schedule/ticks.h"

namespace motley::tensor::schedule {

// How transfers over one edge of the pipeline in one direction interact.
enum class Links : uint8_t {
  kParallel,  // no contention: each takes its latency
  kSerial,    // one at a time, in the order in which they are issued
};

struct PipelineCosts {
  // Per stage. If `weight` is empty, a backward pass is one action and takes `backward`; otherwise
  // `backward` is its input gradient, `weight` its weight gradient, and an unsplit backward takes
  // both.
  std::vector<Ticks> forward, backward, weight;
  // Per edge between stages s and s+1: latency of activations, and of gradients (empty: the same).
  // Transfers between stages of one device are free.
  std::vector<Ticks> latency, gradient_latency;
  Links links = Links::kParallel;

  int32_t num_stages() const { return static_cast<int32_t>(forward.size()); }
  bool splits_backward() const { return !weight.empty(); }
  Ticks duration(ActionKind pass, int32_t stage) const;
  // From stage s to s+1 (activation) or from s+1 to s (gradient).
  Ticks activation_latency(int32_t edge) const { return latency.empty() ? 0 : latency[edge]; }
  Ticks backward_latency(int32_t edge) const {
    return gradient_latency.empty() ? activation_latency(edge) : gradient_latency[edge];
  }
};

// Throws a UserError if a list has the wrong length, a time is negative, a stage takes no time, or
// a step could exceed 62 bits of ticks.
void check_costs(const PipelineCosts& costs, int32_t num_microbatches);

}  // namespace motley::tensor::schedule
