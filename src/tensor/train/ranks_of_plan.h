// Where a rank was started on every device of a cluster, and the plan does without some of them, or
// has them in another order: stages on devices 2, 0, 1, say.
//
//   on_ranks_of(plan, comm, [&](core::Communicator& ranks) {
//     TrainSession(ranks, plan, options, device).run();       on as many ranks as the plan has
//   });
#pragma once

#include <functional>

#include "core/comm/communicator.h"
#include "tensor/plan/planner/plan.h"

namespace motley::tensor {

// Calls `run` on the ranks of the plan's devices, in its order, with the communicator of these; the
// others wait for their end. The first of them has the plan's predicted times afterwards, which the
// plan of other ranks than 0 does without. A collective.
void on_ranks_of(planner::Plan& plan, core::Communicator& comm,
                 const std::function<void(core::Communicator&)>& run);

}  // namespace motley::tensor
