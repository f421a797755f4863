// Seconds of the ops of a Program on a device type, told from their index structure.
//
// Planning is on Programs before fusion, so an op that will be fused with its neighbours is charged
// its flops, and bytes only for values that are stored: those that a product, lookup or collective
// makes or reads, that are read again much later (by the backward pass), arguments and results.
//
//   seconds = max(flops / (share of peak), stored bytes / (share of bandwidth))
#pragma once

#include <vector>

#include "core/cluster/cluster.h"
#include "tensor/ir/program.h"

namespace motley::tensor {

struct OpWork {
  double flops = 0;         // of products, convolutions, attention
  double other_flops = 0;   // of everything else
  double stored_bytes = 0;  // read and written
};

// `also_stored` are further values that must be in memory: inputs of collectives.
struct StoredWork {
  std::vector<OpWork> ops;   // by op of the body
  std::vector<bool> stored;  // by value
};
StoredWork stored_work(const Program& program, const std::vector<ValueId>& also_stored);

double seconds_of(const OpWork& work, const core::DeviceType& type);

}  // namespace motley::tensor
