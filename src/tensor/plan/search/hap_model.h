// HAP's model of a step (EuroSys 2024, as released): the forward pass only, each op and each
// collective charged together with its adjoint, one ratio for all.
//
//   supports         products sharded by samples or columns, collectives padded to the longest
//                    shard, parameters replicated (gradients all-reduced) or sharded; no overlap
//   lacks            products sharded by rows, heads of attention, lookups in a table sharded by
//                    rows; communication of an activation function's result; latency, memory, a
//                    second axis
//   cost model       3 flops per point of a product, kernel sizes of convolutions ignored; the
//                    backward pass is twice the forward pass; shares are not rounded
//
// Its unit error (bytes per second against elements) is corrected.
//
//   HapModel model(step, costs);
//   model.alternated(machine)      HAP's result: alternates search and ratio, from shares by speed
//   model.best(machine, ratio)     the best program at one ratio; over the clip_candidates of the
//                                  speeds, the best of all programs and ratios
#pragma once

#include <unordered_map>
#include <vector>

#include "core/balance/ratio.h"
#include "tensor/grad/train_step.h"
#include "tensor/plan/search/search_graph.h"

namespace motley::tensor::search {

struct HapMachine {
  std::vector<double> speeds;  // by device: flops per second, by its own count
  // Bytes per second: of the longest shard times the number of devices; all_reduce: of the value.
  double all_gather = 0, reduce_scatter = 0, all_reduce = 0, all_to_all = 0;
};

struct HapProgram {
  bool feasible = false;
  core::Ratio ratio;
  double seconds = 0;
  core::SharedCost shared;                            // depends on the ratio
  double fixed_seconds = 0;                           // does not
  std::unordered_map<ValueId, Sharding> values = {};  // of the forward pass
  int rounds = 1;                                     // of program search and ratio optimization
};

class HapModel {
 public:
  // The step must outlive it.
  HapModel(const TrainStep& step, const shard_cost::GroupCosts& costs);

  double flops() const;  // per step
  HapProgram best(const HapMachine& machine, const core::Ratio& ratio) const;
  HapProgram alternated(const HapMachine& machine) const;

 private:
  // The quantities that costs scale with.
  struct Scale {
    double slowest = 0;  // largest share over speed
    double largest = 0;  // largest share
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
  propagate::ShardingProblem problem_;
  Folding folding_;
  std::vector<double> flops_;                     // by op, forward
  std::unordered_map<ValueId, int> num_readers_;  // of each parameter
};

}  // namespace motley::tensor::search
