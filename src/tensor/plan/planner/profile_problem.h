// The pipeline problem of a profile file, as a user asks for it.
#pragma once

#include <string>
#include <vector>

#include "tensor/plan/stage/plan_problem.h"

namespace motley::tensor::planner {

struct ProfileOptions {
  std::string profile, cluster_file;  // files
  std::string optimizer = "adam";     // for the memory of its state
  std::string profile_device;         // the device type it was measured on; empty: the fastest
  int64_t profile_batch = 0;          // 0: N of -pbs-N in the file's name, or 1
  int64_t batch = 0;                  // of a step; 0: twice the profile's batch per device
  int32_t stages = 0;                 // of gpipe and 1f1b; 0: the best divisor of the devices
  std::vector<int64_t> microbatches;  // candidates; empty: as many as keep the profile's batch
  stage::BoundaryRule boundary = stage::BoundaryRule::kPorts;
};

// Tensors of a parameter's size that an optimizer keeps for it: 2 for adam.
int num_state_tensors(const std::string& optimizer);

stage::PlanProblem profile_problem(const ProfileOptions& options);

}  // namespace motley::tensor::planner
