// A lower bound of the step time of every plan, whatever its groups, states and ratios are.
//
// Each host is taken for one device that has the speed of all of its own together, and what happens
// inside of hosts costs nothing; ops are balanced perfectly, and collectives move no more than they
// must. A step takes as long as its compute, as its communication, and for any value v as
//
//   the compute that v depends on  +  the communication of what depends on v
//
// and so as any weighted mean of these, whose minimum over all choices is that of a SearchGraph;
// the best of several weights and values is taken. docs/theory/planning.md has the derivation and
// says what is assumed: plans in which no device is given more than twice its balanced share of a
// cut, on all hosts or on fewer.
#pragma once

#include "core/cluster/cluster.h"
#include "tensor/grad/train_step.h"

namespace motley::tensor {

// Thorough: w is looked for more closely.
double step_lower_bound(const TrainStep& step, const core::Cluster& cluster, bool thorough);

}  // namespace motley::tensor
