// Cuts the gradient of a placed loss into the phases of its stages, as sets of ops.
//
//   once   ops on parameters alone
//   F      the forward ops of the stage
//   I      its backward ops that lead to a gradient which another stage reads
//   W      its other backward ops
//
// A phase also contains copies of cheap ops whose results need not be kept: on the batch alone,
// views and arithmetic on values that are kept anyway. With recomputation I contains the forward
// ops, too.
#pragma once

#include <array>
#include <set>
#include <vector>

#include "tensor/ir/graph.h"
#include "tensor/staged/place_loss.h"

namespace motley::tensor {

// The gradient of a placed loss. Arguments: those of the placed loss. Results: the loss, new state,
// one gradient per copy of a parameter.
struct PlacedGradient {
  Program program;
  std::vector<int> stages;        // by op
  std::vector<bool> is_backward;  // by op
};
PlacedGradient differentiate_placed(const PlacedLoss& placed);
// The gradient that was placed with its loss.
PlacedGradient gradient_as_placed(const PlacedOwnGradient& own);
// With products in bfloat16 (passes/bf16_products.h). A cast stands with the product that it is
// for.
PlacedGradient with_bf16_products(PlacedGradient gradient, bool bf16_results);

enum class CutPhase : uint8_t { kOnce, kForward, kInputGradient, kWeightGradient };
inline constexpr int kNumCutPhases = 4;

// A phase as a set of ops: what it reads from outside, and what others read of it.
struct PhaseOps {
  std::set<int> ops;
  std::set<uint32_t> inputs, outputs;  // values
};

struct ValueCrossing {
  uint32_t value = 0;
  int from = 0, to = 0;
  friend auto operator<=>(const ValueCrossing&, const ValueCrossing&) = default;
};

struct CutGradient {
  std::vector<std::array<PhaseOps, kNumCutPhases>> stages;
  std::set<ValueCrossing> crossings;
  int loss_stage = 0;
  // By result for new state: its stage, and whether `once` makes it or F.
  struct NewState {
    int stage = 0;
    CutPhase phase = CutPhase::kOnce;
    bool is_unchanged = false;  // it is the argument itself
  };
  std::vector<NewState> new_state;
};

struct CutRoles {
  std::vector<bool> is_param,
      is_batch;                      // by argument of the gradient; shared values are of the batch
  std::vector<int> state;            // arguments of the model's state
  std::vector<int> gradient_stages;  // of the results for gradients
};

CutGradient cut_gradient(const PlacedGradient& gradient, const CutRoles& roles, int num_stages,
                         const std::vector<bool>& recompute);

}  // namespace motley::tensor
