// A lower bound on the step time of every plan, over all groups, states and ratios.
//
// Relaxation: each host becomes one device with the combined speed of its devices, and
// communication within hosts is free; ops are balanced perfectly, and collectives move only the
// minimum. A Timeline says when ops and communication can run. In each segment a second of compute
// counts 1 - y and a second of communication y, for any y between 0 and 1: since at most one of
// each runs at a time, the sum is at most the step. Its minimum over all choices is that of a
// SearchGraph, found exactly, and the y of all segments are optimized by dual ascent.
// docs/theory/planning.md derives it and states the assumptions.
#pragma once

#include <memory>

#include "core/cluster/cluster.h"
#include "tensor/grad/train_step.h"
#include "tensor/plan/propagate/program_facts.h"

namespace motley::tensor::search {

// For any plan with one micro-batch; `facts` are those of the step's Program. The ascent ends near
// `known_seconds`, the step of some plan, or after `most_visits` node visits. With
// `num_microbatches`, for any plan that runs that many micro-batches of this step in sequence, with
// one update.
double step_lower_bound(const TrainStep& step,
                        const std::shared_ptr<const propagate::ProgramFacts>& facts,
                        const core::Cluster& cluster, double known_seconds, int64_t most_visits,
                        int64_t num_microbatches = 1);

}  // namespace motley::tensor::search
