// StateSpace: the possible states of each value, and the possible rules of each op.
//
// They are propagated from seeds. A seed shards a product, the batch or a parameter; everything
// that follows from it without communication, through the rules of adjacent ops, forward and
// backward, is a candidate too. Coarse shardings come first, so that samples and heads stay whole
// everywhere, and finer ones of the same dimension are added only if the coarse ones leave devices
// idle.
//
// Along the first axis of a grid, across hosts, only the batch is sharded, and parameters if only
// their update sees it: so the joint states of both axes stay few.
#pragma once

#include <vector>

#include "tensor/grad/train_step.h"
#include "tensor/plan/propagate/sharding_problem.h"
#include "tensor/plan/search/folding.h"

namespace motley::tensor::search {

// Ratios over the devices of each axis of the group.
using RatioLevels = std::array<std::vector<core::Ratio>, kMaxGroupAxes>;

struct ValueStates {
  std::vector<Sharding> states;  // empty for rematerialized values
};
struct OpStateChoices {
  std::vector<OpRule> rules;  // empty if the results are rematerialized
  std::vector<OpShardings> shardings;
};

struct StateSpace {
  std::vector<ValueStates> values;  // by class
  std::vector<OpStateChoices> ops;
};

struct StateSpaceSettings {
  int most_states = 24;  // per value and axis
  // States that a value must have among its candidates: pins.
  std::vector<std::pair<ValueId, Sharding>> wanted = {};
};

StateSpace find_state_space(const propagate::ShardingProblem& problem, const TrainStep& step,
                            const Folding& folding, const RatioLevels& levels,
                            const StateSpaceSettings& settings = {});

}  // namespace motley::tensor::search
