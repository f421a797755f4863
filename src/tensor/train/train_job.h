// What a training on several devices is asked for, and its plan: read from a file, made by a named
// strategy, or searched for as `motley plan` does.
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "tensor/plan/planner/planner.h"

namespace motley::tensor {

struct TrainJob {
  std::string model;                     // empty: the plan file's
  std::optional<std::string> optimizer;  // must be the plan's, if there is a plan file
  bool is_optimizer_given = false;       // by the user, not by a checkpoint
  MicrobatchOptions microbatches;
  bool bf16_products = false, bf16_gradients = false;  // of a plan file: as it says
  // One of these names the devices.
  std::string plan_file, cluster_file;
  int64_t num_ranks = 0;  // equal devices of this machine
  planner::PlanOptions planning;
  bool is_strategy_given = false;  // otherwise equal devices of this machine share the batch
  bool allow_out_of_memory = false;
};

// Throws a UserError for a plan of another model, or one that does not fit into memory unless that
// is allowed. `notes`: what the user should know.
planner::Plan plan_of(const TrainJob& job, std::vector<std::string>& notes);

// Equal devices of this machine. Only that they are equal matters: their figures are made up.
core::Cluster local_devices(int64_t count);

}  // namespace motley::tensor
