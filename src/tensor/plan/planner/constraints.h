// Sharding constraints as a user writes them: 'wte: S(0)' pins a state, or forbids it.
#pragma once

#include <string>
#include <vector>

#include "tensor/plan/search/search.h"

namespace motley::tensor::planner {

struct Constraints {
  std::vector<search::ShardingConstraint> all;
  std::vector<std::string> texts;  // "--pin 'wte: S(0)'", for messages
};

// Throws a UserError for an unknown value, a text of another form, and constraints that contradict
// each other.
Constraints parse_constraints(const TrainStep& step, const std::vector<std::string>& pins,
                              const std::vector<std::string>& forbidden);

// A value by its name in the signature or in the printed step, with or without the %. Throws a
// UserError with the nearest name.
ValueId value_named(const TrainStep& step, const std::string& name);

}  // namespace motley::tensor::planner
