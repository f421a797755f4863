// The explanation of a plan: arguments with the same Sharding.
#pragma once

#include <vector>

#include "tensor/plan/search/search.h"

namespace motley::tensor::search {

// Parameters and batch by type and state, most bytes first; without the next best state.
std::vector<Reason> alike_arguments(const TrainStep& step, const ShardPlan& plan);

}  // namespace motley::tensor::search
