// Which dimension of each parameter Megatron's tensor parallelism cuts, read off the graph.
//
// Attention is cut by heads: from the head dimension of its operands back to the products that made
// them, whose parameters are cut by columns, and forward to the product that takes its output,
// whose parameter is cut by rows. So are pairs of products with only elementwise ops between them.
// A table that rows are looked up in is cut by rows, and a product whose result goes into a
// softmax, by its classes.
#pragma once

#include <string>
#include <unordered_map>

#include "tensor/grad/train_step.h"
#include "tensor/plan/propagate/sharding_problem.h"

namespace motley::tensor::strategy {

// By argument of the step; only parameters that are cut.
using ParameterShardings = std::unordered_map<int, DimSharding>;
ParameterShardings tensor_parallel_shardings(const TrainStep& step, int num_devices);

// What the dimension of each such parameter is: "heads", "hidden" or "vocabulary".
struct NamedDim {
  int dim = 0;
  std::string name;
};
std::unordered_map<int, NamedDim> tensor_parallel_dims(const TrainStep& step);

// Parameters that enter products with a batch dimension of their own (experts), cut along it.
ParameterShardings expert_shardings(const TrainStep& step, int num_devices);

}  // namespace motley::tensor::strategy
