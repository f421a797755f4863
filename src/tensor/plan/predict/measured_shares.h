// The efficiency of a step's kernels on devices with measured tables, as fractions of the device's
// published figures: planning prices ops before fusion (plan/shard_cost/op_time.h), and these
// fractions make the sum of its prices match the compiled step by the tables (tensor/cost).
//
//   cluster.device_types[0].shares        {products 0.62, other_flops 0.03, bytes 1.04}
//
// Bytes follow the tables' memory rates, products their time in the compiled step, and other ops
// the rest. Devices without tables, and accelerators, whose kernels are not ours, keep the
// published figures. Cost: the step is compiled once per type with tables.
#pragma once

#include "core/cluster/cluster.h"
#include "tensor/compile/compiled_program.h"

namespace motley::tensor::predict {

core::Cluster with_measured_shares(core::Cluster cluster, const Program& step,
                                   const std::vector<Update>& updates);

}  // namespace motley::tensor::predict
