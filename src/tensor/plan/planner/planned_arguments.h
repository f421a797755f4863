// The arguments of a plan's step and who holds what of them, for users who place arrays themselves:
// as shards of JAX or PyTorch, or in files of their own.
//
//   for (const PlannedArgument& a : planned_arguments(plan)) a.name, a.state, a.cuts
//
//   wte  S(0:[5,3])  on 2 devices:  one cut of dimension 0, 640 and 384 of 1024 rows
#pragma once

#include <string>
#include <vector>

#include "tensor/plan/planner/plan.h"

namespace motley::tensor::planner {

// A dimension that is shared out along an axis of the plan's device grid.
struct ArgumentCut {
  int axis = 0, dim = 0;
  // A device's shard is a piece of every run of this length; the whole extent: one piece.
  int64_t period = 0;
  std::vector<int64_t> sizes;  // of the shards, by position along the axis

  enum class Kind : uint8_t {
    kEven,       // all shards have one size
    kRemainder,  // as even as the extent allows
    kUneven,     // faster devices hold more
  };
  Kind kind = Kind::kEven;
};

struct PlannedArgument {
  StepRole role = StepRole::kParam;
  std::string name;
  TensorType type;
  std::string state;  // "S(0:[5,3])", as in a Plan file
  std::vector<ArgumentCut> cuts;
  int loss_argument = -1;  // its position in the loss Program; -1: optimizer state and settings

  bool is_uneven() const;  // some cut is kUneven
};

// In the order of the step's arguments. For a plan of one stage. Layers that the model stacks in
// one tensor are one argument again, in the state that most of them have.
std::vector<PlannedArgument> planned_arguments(const Plan& plan);

// Whether no argument is uneven: frameworks that know equal shards only can run it.
bool is_even(const Plan& plan);

// "param", "state", "setting", "frozen", "batch".
std::string role_name(StepRole role);

}  // namespace motley::tensor::planner
