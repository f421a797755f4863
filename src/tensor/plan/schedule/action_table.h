// Schedules as files: the action table of torch.distributed.pipelining. A row is a device, a cell
// an action: stage, one of F B I W, micro-batch.
//
//   0F0,0F1,0B0,0F2,0B1,0B2
//   1F0,1B0,1F1,1B1,1F2,1B2
//
// Empty cells are idle time there and are ignored here. Communication cells (0SEND_F1, 1RECV_F0,
// 0UNSHARD, 0RESHARD, 0REDUCE_GRAD) are skipped: a transfer starts when its producer ends.
#pragma once

#include <string>

#include "tensor/plan/schedule/schedule.h"

namespace motley::tensor::schedule {

std::string print_action_table(const Schedule& schedule);

// The numbers of stages and micro-batches follow from the cells. Throws a UserError, with line and
// column, for a malformed table, and one for a schedule that cannot run. `file` is for messages.
Schedule parse_action_table(const std::string& text, const std::string& file);

}  // namespace motley::tensor::schedule
