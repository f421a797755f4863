// Seconds of the ops of a Program on a device type, derived from their index structure.
//
// Planning works on Programs before fusion, so an op that will be fused with its neighbours is
// charged its flops, and bytes only for stored values: those that a product, lookup or collective
// reads or writes, those read again much later (by the backward pass), arguments and results.
//
//   seconds = max(flops / (fraction of peak), stored bytes / (fraction of bandwidth))
//
// The peak is that of a product's number format. What a kernel takes besides, such as its launch,
// and the fractions are in the device type's shares (predict/measured_shares.h).
#pragma once

#include <span>
#include <vector>

#include "core/cluster/cluster.h"
#include "tensor/ir/graph.h"
#include "tensor/ir/op_row.h"

namespace motley::tensor::shard_cost {

// Enough of a Program to predict time and memory: flat, so that long Programs are fast to build and
// scan.
struct ProgramOutline {
  struct OpLine {
    WorkClass work = WorkClass::kFused;
    core::NumberFormat format = core::NumberFormat::kF32;  // of a product
    double flops = 0;
    // Index ranges up to the next line's: into `reads`, operands first, and into `made`.
    int first_read = 0, num_operands = 0, first_made = 0;
  };
  std::vector<OpLine> ops;           // of the body
  std::vector<ValueId> reads, made;  // operands and captured values; results
  std::vector<int64_t> value_bytes;
  std::vector<ValueId> arguments, results;

  int num_ops() const { return static_cast<int>(ops.size()); }
  std::span<const ValueId> reads_of(int op) const;
  std::span<const ValueId> operands_of(int op) const;
  std::span<const ValueId> results_of(int op) const;

  // Appends a separately built piece; `inputs` become its arguments, its first values. Returns its
  // results.
  std::vector<ValueId> append(const ProgramOutline& piece, std::span<const ValueId> inputs);
};
// `kinds` are the ops' (ir/op_kinds.h), if known: ops of one kind are analysed once.
ProgramOutline outline_of(const Graph& graph, std::span<const int> kinds = {});

struct OpWork {
  double flops = 0;  // of matrix products, convolutions, attention
  core::NumberFormat format = core::NumberFormat::kF32;  // of these
  double other_flops = 0;                                // of everything else
  double stored_bytes = 0;                               // read and written
};

// `also_stored` are further values that must be in memory: inputs of collectives.
struct StoredWork {
  std::vector<OpWork> ops;   // by op of the body
  std::vector<bool> stored;  // by value
};
StoredWork stored_work(const ProgramOutline& outline, std::span<const ValueId> also_stored = {});
StoredWork stored_work(const Program& program);

double seconds_of(const OpWork& work, const core::DeviceType& type);

}  // namespace motley::tensor::shard_cost
