// The efficiency of a step's kernels on each device type, as fractions of the type's figures:
// planning prices ops before fusion (plan/shard_cost/op_time.h), and these fractions make the sum
// of its prices match the compiled step's (tensor/cost/step_cost.h), from tables where there are.
//
//   cluster.device_types[0].shares        {products 0.62, other_flops 0.03, bytes 1.04}
//
// Bytes follow the tables' memory rates, products their time in the compiled step, and other ops
// the rest; launches of kernels are charged per op, since dividing a step does not shorten them.
// Cost: the step is compiled once per number of threads, and once for all accelerators.
#pragma once

#include "core/cluster/cluster.h"
#include "tensor/compile/compiled_program.h"

namespace motley::tensor::predict {

core::Cluster with_measured_shares(core::Cluster cluster, const Program& step,
                                   const std::vector<Update>& updates);

}  // namespace motley::tensor::predict
