// StateSpace: the states that each value may be held in, and the rules by which each op may run.
//
// They spread from seeds. A seed is a way to cut a product, the batch or a parameter; whatever
// follows from it without communication, through the rules of the ops next to it, forward and
// backward, is a candidate too. Coarse cuts come first, so that samples are cut between samples
// and heads between heads everywhere, and finer cuts of the same dimension are added only where the
// coarse ones leave devices idle.
//
// Along the first axis of a grid, across hosts, only the batch is cut, and parameters where their
// update is all that sees it: so states of both axes together stay few.
#pragma once

#include <vector>

#include "tensor/grad/train_step.h"
#include "tensor/plan/search/folding.h"
#include "tensor/plan/shard/sharding_problem.h"

namespace motley::tensor {

// Ratios over the devices of each axis of the group.
using RatioLevels = std::array<std::vector<core::Ratio>, kMaxGroupAxes>;

struct ValueStates {
  std::vector<Sharding> states;  // none of rematerialized values
};
struct OpStateChoices {
  std::vector<OpRule> rules;  // none where the results are rematerialized
  std::vector<OpShardings> shardings;
};

struct StateSpace {
  std::vector<ValueStates> values;  // by class
  std::vector<OpStateChoices> ops;
};

struct StateSpaceSettings {
  int most_states = 24;  // of a value on an axis
  // States that are to be among a value's whatever else is: pins.
  std::vector<std::pair<ValueId, Sharding>> wanted = {};
};

StateSpace find_state_space(const ShardingProblem& problem, const TrainStep& step,
                            const Folding& folding, const RatioLevels& levels,
                            const StateSpaceSettings& settings = {});

}  // namespace motley::tensor
