// What a plan is explained by: arguments that are held alike.
#pragma once

#include <vector>

#include "tensor/plan/search/search.h"

namespace motley::tensor {

// Parameters and batch by type and state, most bytes first; the next best state is not known yet.
std::vector<Reason> alike_arguments(const TrainStep& step, const ShardPlan& plan);

}  // namespace motley::tensor
