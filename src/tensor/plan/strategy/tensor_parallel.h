// Which dimension of each parameter Megatron's tensor parallelism shards, derived from the graph.
//
// Attention is sharded by heads: from the head dimension of its operands back to the products that
// compute them, whose parameters are sharded by columns, and forward to the product that consumes
// its output, whose parameter is sharded by rows. The same holds for pairs of products with only
// elementwise ops in between. An embedding table is sharded by rows, and a product whose result
// enters a softmax by its classes.
#pragma once

#include <string>
#include <unordered_map>
#include <vector>

#include "tensor/grad/train_step.h"
#include "tensor/plan/propagate/sharding_problem.h"

namespace motley::tensor::strategy {

// By argument of the step; only sharded parameters.
using ParameterShardings = std::unordered_map<int, DimSharding>;
ParameterShardings tensor_parallel_shardings(const TrainStep& step, int num_devices);

// What the sharded dimension of each such parameter is: "heads", "hidden" or "vocabulary".
struct NamedDim {
  int dim = 0;
  std::string name;
};
std::unordered_map<int, NamedDim> tensor_parallel_dims(const TrainStep& step);

// The sums between blocks, [samples, sequence, hidden], that add the result of a product sharded by
// rows to what came before, what is looked up in tables sharded by rows, and the gradients that
// come back from products sharded by columns: Megatron's sequence parallelism shards them along the
// sequence.
std::vector<ValueId> residual_sums(const TrainStep& step, const ParameterShardings& cuts);

// Parameters of products with a batch dimension of their own (experts), sharded along it.
ParameterShardings expert_shardings(const TrainStep& step, int num_devices);

}  // namespace motley::tensor::strategy
