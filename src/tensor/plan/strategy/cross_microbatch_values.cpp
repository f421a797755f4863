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

// The same for micro-batches of one sample, which no two devices can share: from the shapes. A
// value without dimensions is of all samples, as is a sum over a leading dimension of extent 1.
class OneSample {
 public:
  OneSample(const ShardingProblem& problem, const std::vector<LossArgument>& arguments)
      : problem_(problem),
        graph_(problem.graph()),
        program_(problem.program()),
        of_params_(depends_on_parameters(graph_, arguments)),
        of_batch_(program_.values.size()),
        is_shared_(program_.values.size()) {
    for (size_t i = 0; i < arguments.size(); ++i)
      of_batch_[program_.body.arguments[i].index] = arguments[i].is_batch();
  }

  CrossMicrobatchValues run() && {
    const auto is_forward = graph_.ancestors({program_.body.results[0]});
    for (int i = 0; i < graph_.num_ops(); ++i) {
      const Op& op = graph_.ops[i];
      const bool does =
          std::ranges::any_of(graph_.inputs[i], [&](ValueId v) { return of_batch_[v.index]; });
      for (ValueId v : op.results) of_batch_[v.index] = does;
      if (!does || !is_forward[i]) continue;
      for (int k = 0; k < static_cast<int>(op.operands.size()); ++k) check_operand(op, k);
      if (row(op.code).layer == LayerKind::kReduction) check_sum(op);
      check_loss(op);
    }
    return std::move(found_);
  }

 private:
  bool is_of_all_samples(ValueId v) const {
    return of_batch_[v.index] && program_.type(v).is_scalar() && !is_shared_[v.index];
  }

  // The loss must be affine in a value of all samples.
  void check_operand(const Op& op, int k) {
    const ValueId v = op.operands[k];
    if (!is_of_all_samples(v)) return;
    const bool is_affine =
        op.regions.empty() &&
        std::ranges::any_of(index_structure({program_.values, op}).linear_in, [&](const auto& set) {
          if (!std::ranges::count(set, k)) return false;
          for (int i = 0; i < static_cast<int>(op.operands.size()); ++i) {
            if (!std::ranges::count(set, i) && of_batch_[op.operands[i].index] &&
                !is_shared_[op.operands[i].index])
              return false;
          }
          return true;
        });
    // What is derived from shared values alone is shared, too.
    if (!is_affine) refuse(v);
  }

  // A loss is averaged over the samples: that is not the largest of them.
  void check_loss(const Op& op) {
    const ValueId loss = program_.body.results[0];
    if (row(op.code).layer != LayerKind::kReduction || !std::ranges::count(op.results, loss))
      return;
    if (op.regions.empty() || recognized_reducer(op.regions[0]) != Reducer::kSum)
      found_.cross_sample.push_back(loss);
  }

  void check_sum(const Op& op) {
    if (op.results.size() != 1 || !of_batch_[op.operands[0].index]) return;
    const ValueId result = op.results[0];
    const Shape& shape = program_.type(op.operands[0]).shape;
    const auto* attrs = std::get_if<ReduceAttrs>(&op.attrs);
    const bool is_over_samples = attrs != nullptr && !shape.empty() && shape[0] == 1 &&
                                 std::ranges::count(attrs->dims, 0) > 0;
    if (of_params_[result.index]) {
      // Statistics of the batch; a scalar is judged by those who read it.
      if (is_over_samples && !program_.type(result).is_scalar()) refuse(result);
      return;
    }
    if (!is_over_samples) return;
    const auto shared = as_shared(problem_, {result, recognized_reducer(op.regions[0])});
    if (shared.empty()) return;
    found_.shared.insert(found_.shared.end(), shared.begin(), shared.end());
    for (const SharedValue& s : shared) share(s.value);
    share(result);
  }

  // A shared value, and what is derived from it without the samples.
  void share(ValueId v) {
    if (is_shared_[v.index]) return;
    is_shared_[v.index] = true;
    for (int user : graph_.users[v.index]) {
      const auto& inputs = graph_.inputs[user];
      const bool is_derived = std::ranges::all_of(inputs, [&](ValueId input) {
        return is_shared_[input.index] || problem_.is_rematerialized(input);
      });
      for (ValueId r : graph_.ops[user].results) {
        if (is_derived) share(r);
      }
    }
  }

  void refuse(ValueId v) {
    if (v == program_.body.results[0] || std::ranges::count(found_.cross_sample, v)) return;
    found_.cross_sample.push_back(v);
  }

  const ShardingProblem& problem_;
  const Graph& graph_;
  const Program& program_;
  const std::vector<bool> of_params_;
  std::vector<bool> of_batch_, is_shared_;
  CrossMicrobatchValues found_;
};

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
  if (batch.extent == 1) return OneSample(problem, arguments).run();
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
