#include "tensor/step/part_of_batch.h"

#include <fmt/format.h>

#include <algorithm>
#include <utility>

#include "core/cluster/cluster.h"
#include "tensor/ir/expr.h"
#include "tensor/ir/printer.h"
#include "tensor/lower/local_program.h"
#include "tensor/passes/batched_gathers.h"
#include "tensor/passes/pass.h"
#include "tensor/passes/rewrite.h"
#include "tensor/plan/propagate/complete.h"
#include "tensor/plan/propagate/sharding_problem.h"
#include "tensor/plan/shard_cost/reshard.h"
#include "tensor/plan/strategy/sharding_strategies.h"

namespace motley::tensor {
namespace {

using strategy::batch_dim;
using strategy::BatchDim;
using namespace propagate;
using namespace shard_cost;

bool is_barrier(const Op& op) { return op.code == OpCode::kOptimizationBarrier; }

// Barriers of jax.checkpoint with one operand each. One of several ties dimensions of one place and
// extent to each other, so that a parameter which happens to be as long as the batch would be
// sharded with it. `sizes`: how many operands each barrier of the body had.
Program with_single_barriers(const Program& program, size_t num_results,
                             std::vector<size_t>& sizes) {
  Rewrite rewrite(program);
  for (const Op& op : program.body.ops) {
    if (!is_barrier(op)) {
      rewrite.keep(op);
      continue;
    }
    sizes.push_back(op.operands.size());
    for (size_t i = 0; i < op.operands.size(); ++i) {
      const ValueId made = rewrite.builder().add(OpCode::kOptimizationBarrier,
                                                 {rewrite(op.operands[i])}, op.attrs)[0];
      rewrite.replace(op.results[i], made);
    }
  }
  const auto& results = program.body.results;
  return std::move(rewrite).finish(
      {results.begin(), results.begin() + static_cast<ptrdiff_t>(num_results)});
}

// A device's Program without its communication: a sum over all samples is `parts` times that over
// its own. Nothing if it would need other samples, or if a barrier cannot be put together again.
std::optional<Program> alone(const LocalProgram& local, int64_t parts,
                             const std::vector<size_t>& barrier_sizes) {
  const Program& program = local.program;
  const auto& arguments = program.body.arguments;
  Rewrite rewrite(program, {arguments.begin(), arguments.begin() + local.num_step_arguments});
  size_t event = 0;
  const auto pass_events = [&](size_t num_ops) {
    for (; event < local.events.size(); ++event) {
      if (std::cmp_greater(local.events[event].after_op, num_ops)) break;
      if (local.events[event].kind != CollectiveEvent::Kind::kBegin) continue;
      const Collective& c = local.collectives[local.events[event].collective];
      if (c.kind != ReshardKind::kAllReduce) return false;
      ValueId made = rewrite(c.input);
      if (c.reducer == Reducer::kSum) {
        made = (Expr(rewrite.builder(), made) * static_cast<double>(parts)).id();
      } else if (c.reducer != Reducer::kMax && c.reducer != Reducer::kMin) {
        return false;
      }
      rewrite.replace(c.output, made);
    }
    return true;
  };
  std::vector<const Op*> barrier;  // the parts of one that have been seen
  size_t num_barriers = 0;
  std::vector<bool> is_waiting(program.values.size());  // results of these
  for (size_t i = 0; i < program.body.ops.size(); ++i) {
    if (!pass_events(i)) return std::nullopt;
    const Op& op = program.body.ops[i];
    const bool waits =
        std::ranges::any_of(op.operands, [&](ValueId v) { return is_waiting[v.index]; });
    if (waits) return std::nullopt;
    if (!is_barrier(op)) {
      rewrite.keep(op);
      continue;
    }
    if (num_barriers == barrier_sizes.size()) return std::nullopt;
    barrier.push_back(&op);
    is_waiting[op.results[0].index] = true;
    if (barrier.size() < barrier_sizes[num_barriers]) continue;
    ++num_barriers;
    std::vector<ValueId> operands;
    for (const Op* part : barrier) operands.push_back(rewrite(part->operands[0]));
    const auto made = rewrite.builder().add(OpCode::kOptimizationBarrier, operands, op.attrs);
    for (size_t k = 0; k < barrier.size(); ++k) {
      rewrite.replace(barrier[k]->results[0], made[k]);
      is_waiting[barrier[k]->results[0].index] = false;
    }
    barrier.clear();
  }
  if (!pass_events(program.body.ops.size()) || !barrier.empty()) return std::nullopt;
  return std::move(rewrite).finish();
}

// What a device would compute otherwise than the one beside it, although the samples do not ask for
// it. Returns whether there was something to pin.
//
//   sum(m) + 1e-6            where the sum is partial, one device adds the constant: reduced first
//   window_sizes(ones)[B]    held whole, of which each device takes its rows: computed by rows
bool pin_alike(const ShardingProblem& problem, const ShardPlan& plan, Pins& pins) {
  const Region& body = problem.program().body;
  bool has_pinned = false;
  const auto pin = [&](ValueId v, const AxisState& state) {
    const auto [at, is_new] = pins.values.try_emplace(v);
    if (is_new) at->second[0] = state;
    has_pinned |= is_new;
  };
  const auto is_argument = [&](ValueId v) { return std::ranges::count(body.arguments, v) > 0; };
  for (int i = 0; i < problem.graph().num_ops(); ++i) {
    const Op& op = body.ops[i];
    if (!op.results.empty() && problem.is_rematerialized(op.results[0])) continue;
    const OpShardings* states = problem.shardings(i, plan.rules[i]);
    bool adds_once = false;
    for (size_t k = 0; k < op.operands.size(); ++k) {
      Sharding needed = states->operands[k];
      ValueId v = op.operands[k];
      adds_once |= needed[0].is_partial() && !plan.values[v.index][0].is_partial();
      while (problem.is_rematerialized(v)) {
        const int producer = problem.graph().producer[v.index];
        if (row(body.ops[producer].code).recompute != Recompute::kAlways) break;
        needed = operand_of_broadcast(problem, producer, needed);
        v = body.ops[producer].operands[0];
      }
      const bool is_sliced = needed[0].is_sharded() && plan.values[v.index][0].is_replicated();
      if (is_sliced && !problem.is_rematerialized(v) && !is_argument(v)) pin(v, needed[0]);
    }
    if (!adds_once) continue;
    for (ValueId v : op.operands) {
      if (plan.values[v.index][0].is_partial()) pin(v, replicated());
    }
  }
  return has_pinned;
}

// What each device computes alone from so many samples, where it needs no others; only of devices
// with as many samples as the first.
std::vector<std::optional<Program>> alone_on(const Program& split, const BatchDim& whole,
                                             const std::vector<int64_t>& units,
                                             const std::vector<size_t>& barriers) {
  const auto num_devices = static_cast<int>(units.size());
  const DeviceGrid grid{{num_devices}};
  const core::Cluster cluster = core::one_host({.flops_per_second = 1e12}, num_devices, {1e9, 0});
  std::vector<int> devices;
  for (int d = 0; d < num_devices; ++d) devices.push_back(d);
  const ShardingProblem problem(split, 0, grid, group_costs(cluster, grid, devices));
  Pins pins{.follow_operands = true};
  for (int i : whole.arguments) {
    pins.values[split.body.arguments[i]][0] =
        sharded({.dim = 0, .period = whole.extent, .shares = Shares(units)});
  }
  ShardPlan plan = complete(problem, pins);
  while (pin_alike(problem, plan, pins)) plan = complete(problem, pins);
  std::vector<std::optional<Program>> parts;
  for (int d = 0; d < num_devices && units[d] == units[0]; ++d) {
    parts.push_back(alone(local_program(problem, plan, d), whole.extent / units[0], barriers));
  }
  return parts;
}

// Whether a device has only a part of a constant: that of others may be another one.
bool has_part_of_constant(const Program& part, const Program& whole) {
  const auto is_table = [](const Op& op) {
    return op.code == OpCode::kConstant && !op.get<ConstantAttrs>().is_splat();
  };
  return std::ranges::any_of(whole.body.ops, [&](const Op& op) {
    return is_table(op) && std::ranges::none_of(part.body.ops, [&](const Op& own) {
             return is_table(own) && part.type(own.results[0]) == whole.type(op.results[0]);
           });
  });
}

}  // namespace

// On three devices: one for the part, one beside it, which must compute the same from its samples,
// and one for the rest. Where a constant is cut with the samples, on a device for each part.
PartOfBatch part_of_batch(const Program& program, const std::vector<LossArgument>& arguments,
                          size_t num_results, int64_t batch) {
  const BatchDim whole = batch_dim(program, arguments);
  if (whole.extent == 0 || batch < 1 || whole.extent % batch != 0 || batch == whole.extent) {
    return {{}, fmt::format("{} samples have no parts of {}", whole.extent, batch)};
  }
  for (size_t i = 0; i < arguments.size(); ++i) {
    if (arguments[i].is_batch() && !std::ranges::count(whole.arguments, static_cast<int>(i))) {
      return {{}, fmt::format("its first dimension is no batch in `{}`", arguments[i].name)};
    }
  }
  std::vector<size_t> barriers;
  const Program split = batched_gathers(with_single_barriers(program, num_results, barriers));
  const int64_t num_parts = whole.extent / batch, rest = whole.extent - 2 * batch;
  std::vector<int64_t> units = {batch, batch};
  if (rest > 0) units.push_back(rest);
  auto parts = alone_on(split, whole, units, barriers);
  constexpr int64_t kMostCompared = 64;
  const bool is_any_other = parts[0] && num_parts > 2 && has_part_of_constant(*parts[0], split);
  if (is_any_other && num_parts <= kMostCompared)
    parts = alone_on(split, whole, std::vector<int64_t>(num_parts, batch), barriers);
  const std::optional<Program> part = parts[0];
  if (!std::ranges::all_of(parts, &std::optional<Program>::has_value))
    return {{}, "samples interact, or a loop has no rule that keeps them apart"};
  // As positions in the batch, and constants and random numbers by position, would not be.
  const std::string text = print(simplify(*part));
  const bool are_alike = std::ranges::all_of(
      parts, [&](const std::optional<Program>& p) { return print(simplify(*p)) == text; });
  if (!are_alike || (is_any_other && num_parts > kMostCompared))
    return {{}, "what it computes depends on the positions of samples in the batch"};
  return {*part, {}};
}

}  // namespace motley::tensor
