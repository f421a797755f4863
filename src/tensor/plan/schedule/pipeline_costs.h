// What one microbatch costs in each stage of a pipeline, and between them. In ticks: whole numbers
// of a unit that the caller chooses (ticks.h), so that sums and comparisons are exact.
//
//   PipelineCosts costs = {.forward = {1, 1}, .backward = {2, 2}, .latency = {1}};
#pragma once

#include <cstdint>
#include <vector>

#include "tensor/plan/schedule/schedule.h"
#include "tensor/plan/schedule/ticks.h"

namespace motley::tensor {

// How transfers over one edge of the pipeline in one direction stand to each other.
enum class Links : uint8_t {
  kParallel,  // each takes its latency, whatever else is on the way
  kSerial,    // one at a time, in the order in which they were made
};

struct PipelineCosts {
  // Per stage. Where `weight` is empty a backward pass is one piece and takes `backward`; otherwise
  // `backward` is its input gradient, `weight` its weight gradient, and an unsplit one takes both.
  std::vector<Ticks> forward, backward, weight;
  // Per edge between stages s and s+1: the activation's way there, the gradient's way back (empty:
  // as long). Stages of one device hand over at no cost.
  std::vector<Ticks> latency, gradient_latency;
  Links links = Links::kParallel;

  int32_t num_stages() const { return static_cast<int32_t>(forward.size()); }
  bool splits_backward() const { return !weight.empty(); }
  Ticks duration(ActionKind pass, int32_t stage) const;
  // From stage s to s+1 (forward) or from s+1 to s (the gradient).
  Ticks activation_latency(int32_t edge) const { return latency.empty() ? 0 : latency[edge]; }
  Ticks backward_latency(int32_t edge) const {
    return gradient_latency.empty() ? activation_latency(edge) : gradient_latency[edge];
  }
};

// A UserError where a list has the wrong length, a time is negative, a stage takes no time at all,
// or a step could take more ticks than fit into 62 bits.
void check_costs(const PipelineCosts& costs, int32_t num_microbatches);

}  // namespace motley::tensor
