#include "tensor/compile/kernel_order.h"

#include "core/base/error.h"
#include "tensor/compile/fuse.h"
#include "tensor/compile/order.h"

namespace motley::tensor {

KernelOrder kernel_order(const Program& program, const std::vector<Update>& updates) {
  FusedOps of;
  const Program fused = fuse(program, &of);
  MOTLEY_CHECK(fused.body.ops.size() == of.ops.size(), "{} fused ops stand for {} lists of ops",
               fused.body.ops.size(), of.ops.size());
  KernelOrder order{.position = std::vector<int>(program.body.ops.size(), -1),
                    .is_fused = std::vector<bool>(program.body.ops.size(), false),
                    .is_stored = std::vector<bool>(program.values.size(), false)};
  int position = 0;
  for (int unit : memory_order(fused, updates)) {
    const Op& op = fused.body.ops[unit];
    if (op.code == OpCode::kConstant || is_view(op)) continue;
    for (int member : of.ops[unit]) {
      order.position[member] = position;
      order.is_fused[member] = op.code == OpCode::kFusion;
    }
    for (ValueId v : of.results[unit]) order.is_stored[v.index] = true;
    ++position;
  }
  return order;
}

}  // namespace motley::tensor
