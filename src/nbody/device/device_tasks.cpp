#include "nbody/device/device_tasks.h"

#include <utility>

#include "nbody/device/device_law.h"
#include "nbody/device/device_module.h"

namespace motley::nbody {

DeviceTasks::DeviceTasks(DeviceChoice choice) : choice_(std::move(choice)) {
  check_device(choice_.name);
}

ShortRangeCounts DeviceTasks::accelerate(const TaskJob& job) {
  return on_device([&] {
    const WalkPlan& plan = job.plan;
    const auto count = static_cast<int64_t>(plan.position[0].size());
    if (!engine_) {
      engine_ = open_device(choice_.name, {.count = count,
                                           .is_resident = false,
                                           .device = choice_.number,
                                           .num_threads = choice_.num_threads,
                                           .scale = plan.scale,
                                           .unit = job.unit,
                                           .tolerance = static_cast<float>(plan.opening.tolerance),
                                           .angle = static_cast<float>(plan.opening.angle),
                                           .relative = plan.opening.relative});
    }
    engine_->set_law(device_law(job.kernel, plan.support));
    const DeviceCounts before = engine_->counts();
    engine_->evaluate_tree(
        {.cells = plan.tree.cells,
         .tasks = job.tasks,
         .position = {plan.position[0].data(), plan.position[1].data(), plan.position[2].data()},
         .count = count,
         .own_begin = job.output.own_begin,
         .own_end = job.output.own_end,
         .relative = plan.relative,
         .out = job.output.acceleration,
         .work = job.work.empty() ? nullptr : job.work.data()});
    const DeviceCounts& after = engine_->counts();
    return ShortRangeCounts{.particles = after.particles - before.particles,
                            .direct_pairs = after.direct_pairs - before.direct_pairs,
                            .cell_pairs = after.cell_pairs - before.cell_pairs};
  });
}

}  // namespace motley::nbody
