#include "tensor/plan/planner/profile_problem.h"

#include <algorithm>
#include <charconv>

#include "core/cluster/cluster_file.h"
#include "tensor/grad/optimizer.h"
#include "tensor/profile/profile_file.h"

namespace motley::tensor::planner {

using namespace stage;

namespace {

// Published profiles have the batch in their names: vgg-19-pbs-32.txt.
int64_t batch_in_name(const std::string& file) {
  const size_t at = file.rfind("-pbs-");
  int64_t batch = 1;
  if (at != file.npos) std::from_chars(file.data() + at + 5, file.data() + file.size(), batch);
  return std::max<int64_t>(batch, 1);
}

}  // namespace

int num_state_tensors(const std::string& optimizer) {
  const TensorType type{ElementType::kF32, {2}};
  const auto state = optimizer_state(Optimizer::parse(optimizer), {{"w", type}});
  return static_cast<int>(
      std::ranges::count_if(state, [&](const StateSpec& s) { return s.type.shape == type.shape; }));
}

PlanProblem profile_problem(const ProfileOptions& s) {
  PlanProblem problem;
  problem.profile =
      read_profile(s.profile, s.profile_batch > 0 ? s.profile_batch : batch_in_name(s.profile));
  problem.cluster = core::read_cluster(s.cluster_file);
  const int64_t measured = problem.profile.batch;
  problem.batch = s.batch > 0 ? s.batch : 2 * core::num_devices(problem.cluster) * measured;
  if (s.microbatches.empty()) {
    problem.microbatches = {
        static_cast<int32_t>(std::clamp<int64_t>(problem.batch / measured, 1, 1 << 20))};
  }
  for (const int64_t m : s.microbatches) problem.microbatches.push_back(static_cast<int32_t>(m));
  // Parameters and gradients, and what the optimizer keeps for each parameter.
  problem.bytes_per_parameter_byte = 2 + num_state_tensors(s.optimizer);
  problem.boundary = s.boundary;
  problem.even_stages = s.stages;
  problem.profile_type = s.profile_device;
  check_problem(problem);
  return problem;
}

}  // namespace motley::tensor::planner
