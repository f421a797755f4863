#include "tensor/train/ranks_of_plan.h"

#include <algorithm>

namespace motley::tensor {
namespace {

bool has_devices_of_its_own(const planner::Plan& plan, const core::Communicator& comm) {
  if (core::num_devices(plan.on.cluster) != comm.num_ranks()) return false;
  const std::vector<int> devices = plan.devices();
  return std::ssize(devices) != comm.num_ranks() || !std::ranges::is_sorted(devices);
}

}  // namespace

void on_ranks_of(planner::Plan& plan, core::Communicator& comm,
                 const std::function<void(core::Communicator&)>& run) {
  if (!has_devices_of_its_own(plan, comm)) return run(comm);
  constexpr double kAnyLength = 1e9;
  const std::vector<int> devices = plan.devices();
  const auto own = std::ranges::find(devices, comm.rank());
  const bool has_share = own != devices.end();
  core::Communicator ranks = comm.split(has_share ? 1 : 0, own - devices.begin());
  if (has_share) {
    if (ranks.rank() == 0 && comm.rank() != 0) planner::predict_plan(plan);
    run(ranks);
  }
  comm.barrier(kAnyLength).wait();
}

}  // namespace motley::tensor
