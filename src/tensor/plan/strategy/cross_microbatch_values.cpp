#include "tensor/plan/strategy/cross_microbatch_values.h"

#include <algorithm>

#include "core/cluster/cluster.h"
#include "tensor/plan/propagate/complete.h"
#include "tensor/plan/propagate/cross_sample_values.h"
#include "tensor/plan/propagate/sharding_problem.h"
#include "tensor/plan/shard_cost/reshard.h"
#include "tensor/plan/strategy/sharding_strategies.h"

namespace motley::tensor::strategy {
namespace {

using namespace propagate;
using namespace shard_cost;

std::vector<bool> depends_on_parameters(const Graph& graph,
                                        const std::vector<LossArgument>& arguments) {
  std::vector<bool> depends(graph.program.values.size());
  for (size_t i = 0; i < arguments.size(); ++i) {
    depends[graph.program.body.arguments[i].index] = arguments[i].is_param;
  }
  for (int i = 0; i < graph.num_ops(); ++i) {
    const bool does =
        std::ranges::any_of(graph.inputs[i], [&](ValueId v) { return depends[v.index]; });
    for (ValueId v : graph.ops[i].results) depends[v.index] = does;
  }
  return depends;
}

// The floats derived from an integer count, as in max(count, 1): counts cannot be averaged over
// micro-batches, these can. False if something else depends on the count.
bool add_floats(const ShardingProblem& problem, ValueId count, std::vector<ValueId>& floats) {
  const Graph& graph = problem.graph();
  return std::ranges::all_of(graph.users[count.index], [&](int user) {
    const Op& op = graph.ops[user];
    const ValueId result = op.results[0];
    const bool has_others = std::ranges::any_of(
        op.operands, [&](ValueId v) { return v != count && !problem.is_rematerialized(v); });
    if (has_others || !op.regions.empty() || op.results.size() > 1) return false;
    if (is_integer(graph.program.type(result).element)) return add_floats(problem, result, floats);
    if (row(op.code).layer != LayerKind::kCast) return false;
    floats.push_back(result);
    return is_float(graph.program.type(result).element);
  });
}

// Empty if the value cannot be shared.
std::vector<SharedValue> as_shared(const ShardingProblem& problem,
                                   const CrossSampleValue& cross_sample) {
  if (!cross_sample.reducer) return {};
  const ValueId parts = cross_sample.value;
  const ElementType element = problem.program().type(parts).element;
  if (*cross_sample.reducer != Reducer::kSum || is_float(element)) {
    return {{parts, parts, *cross_sample.reducer}};
  }
  std::vector<ValueId> floats;
  if (!is_integer(element) || !add_floats(problem, parts, floats)) return {};
  std::vector<SharedValue> shared;
  for (ValueId value : floats) shared.push_back({parts, value, Reducer::kSum});
  return shared;
}

}  // namespace

// Whether samples interact follows from the rules that shard the batch: tested on two devices with
// half of it each.
CrossMicrobatchValues cross_microbatch_values(const Program& loss,
                                              const std::vector<LossArgument>& arguments) {
  const BatchDim batch = batch_dim(loss, arguments);
  if (batch.extent == 0) return {};
  const DeviceGrid halves{{2}};
  const core::Cluster two = core::one_host({.flops_per_second = 1e12}, 2, {1e9, 0});
  const ShardingProblem problem(loss, 0, halves, group_costs(two, halves, {0, 1}));
  Pins pins{.follow_operands = true};
  for (int i : batch.arguments) {
    pins.values[loss.body.arguments[i]][0] = sharded(
        {.dim = 0, .period = batch.extent, .shares = Shares(units_of({0.5, 0.5}, batch.extent))});
  }
  const auto depends = depends_on_parameters(problem.graph(), arguments);
  CrossMicrobatchValues cross_values;
  for (const CrossSampleValue& cross_sample :
       cross_sample_values(problem, complete(problem, pins))) {
    std::vector<SharedValue> shared;
    if (!depends[cross_sample.value.index]) shared = as_shared(problem, cross_sample);
    if (shared.empty()) cross_values.cross_sample.push_back(cross_sample.value);
    cross_values.shared.insert(cross_values.shared.end(), shared.begin(), shared.end());
  }
  return cross_values;
}

}  // namespace motley::tensor::strategy
