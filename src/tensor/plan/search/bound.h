// A lower bound of the step time of every plan, whatever its groups, states and ratios are.
//
// Each host is taken for one device that has the speed of all of its own together, and what happens
// inside of hosts costs nothing; ops are balanced perfectly, and collectives move no more than they
// must. For any w between 0 and 1
//
//   step time  >=  max(compute, communication)  >=  w compute + (1 - w) communication
//
// whose minimum over all choices is that of a SearchGraph; the best w is taken. docs/theory/
// planning.md has the derivation and says what is assumed: plans in which no device is given more
// than twice its balanced share of a cut, on all hosts or on fewer.
#pragma once

#include "core/cluster/cluster.h"
#include "tensor/grad/train_step.h"

namespace motley::tensor {

double step_lower_bound(const TrainStep& step, const core::Cluster& cluster);

}  // namespace motley::tensor
