// A lower bound of the step time of every plan, whatever its groups, states and ratios are.
//
// Each host is taken for one device that has the speed of all of its own together, and what happens
// inside of hosts costs nothing; ops are balanced perfectly, and collectives move no more than they
// must. A Timeline says when ops and communication can run. In each segment a second of compute
// counts 1 - y and a second of communication y, for any y between 0 and 1: since at most one of
// each runs at a time, what is counted is at most the step. Its minimum over all choices is
// that of a SearchGraph, found exactly, and the best y of all segments are looked for by ascent.
// docs/theory/planning.md has the derivation and says what is assumed.
#pragma once

#include <memory>

#include "core/cluster/cluster.h"
#include "tensor/grad/train_step.h"
#include "tensor/plan/shard/program_facts.h"

namespace motley::tensor {

// Of any plan in one micro-batch; `facts` are those of the step's Program. DualAscent ends where it
// is near `known_seconds`, some plan's step, or after so many visits of nodes. With
// `num_microbatches`, of any plan in which so many micro-batches, each this step, follow one
// another, with one update.
double step_lower_bound(const TrainStep& step, const std::shared_ptr<const ProgramFacts>& facts,
                        const core::Cluster& cluster, double known_seconds, int64_t most_visits,
                        int64_t num_microbatches = 1);

}  // namespace motley::tensor
