// HAP's view of a step (EuroSys 2024, as released): the forward pass alone, each op and each
// collective charged with its adjoint, one ratio for all.
//
//   what it has      samples or columns of a product cut, collectives padded to the longest shard,
//                    parameters whole (and their gradients all-reduced) or in pieces; no overlap
//   what it lacks    rows of a product cut, heads of attention, lookups in a table cut by its rows;
//                    communication of what an activation made; latency, memory, a second axis
//   how it counts    3 flops for a point of a product, kernels of convolutions left out; the
//                    backward pass is twice the forward pass; shares are not rounded
//
// Its unit slip (bytes per second against elements) is mended.
//
//   HapModel model(step, costs);
//   model.alternated(machine)      what HAP finds: search and ratio take turns, from shares by
//   speed model.best(machine, ratio)     the best program at one ratio; over the clip_candidates of
//   the
//                                  speeds, the best of all programs and ratios
#pragma once

#include <unordered_map>
#include <vector>

#include "core/balance/ratio.h"
#include "tensor/grad/train_step.h"
#include "tensor/plan/search/search_graph.h"

namespace motley::tensor {

struct HapMachine {
  std::vector<double> speeds;  // by device: flops per second, as it counts them
  // Bytes per second, of the longest shard times the devices; all_reduce: of the value.
  double all_gather = 0, reduce_scatter = 0, all_reduce = 0, all_to_all = 0;
};

struct HapProgram {
  bool feasible = false;
  core::Ratio ratio;
  double seconds = 0;
  core::SharedCost shared;                            // what depends on the ratio
  double fixed_seconds = 0;                           // and what does not
  std::unordered_map<ValueId, Sharding> values = {};  // of the forward pass
  int rounds = 1;                                     // of search and ratio
};

class HapModel {
 public:
  // The step must stay where it is.
  HapModel(const TrainStep& step, const GroupCosts& costs);

  double flops() const;  // of a step
  HapProgram best(const HapMachine& machine, const core::Ratio& ratio) const;
  HapProgram alternated(const HapMachine& machine) const;

 private:
  // Of each kind of cost: what it depends on.
  struct Scale {
    double slowest = 0;  // largest of share over speed
    double largest = 0;  // share
    double fixed = 0;
  };

  StateSpace state_space(const core::Ratio& ratio) const;
  PriceModel prices(const HapMachine& machine, const Scale& scale) const;
  double op_seconds(const HapMachine& machine, const Scale& scale, int op,
                    const OpRule& rule) const;
  double reshard_seconds(const HapMachine& machine, const Scale& scale, ValueId v,
                         const Sharding& from, const Sharding& to) const;
  double whole_parameter_bytes(int op, const OpRule& rule) const;
  bool has_rule(int op, const OpRule& rule, const OpShardings& shardings) const;

  TrainStep forward_;
  ShardingProblem problem_;
  Folding folding_;
  std::vector<double> flops_;                     // by op, forward
  std::unordered_map<ValueId, int> num_readers_;  // of each parameter
};

}  // namespace motley::tensor
