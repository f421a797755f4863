#include "tensor/plan/search/hap.h"

#include <algorithm>
#include <limits>
#include <numeric>

#include "core/balance/ratio.h"
#include "core/balance/speeds.h"
#include "tensor/plan/search/graph_solver.h"

namespace motley::tensor {
namespace {

// Forward ops that give partial sums to anything but the loss are none of its rules.
void leave_out_partials(const ShardingProblem& problem, const Folding& folding,
                        Candidates& candidates) {
  const Region& body = problem.program().body;
  const auto is_forward = problem.graph().ancestors({body.results[0]});
  for (int c = 0; c < folding.num_op_classes(); ++c) {
    const int op = folding.first_op[c];
    const bool to_scalar = !body.ops[op].results.empty() &&
                           problem.program().type(body.ops[op].results[0]).is_scalar();
    if (!is_forward[op] || to_scalar) continue;
    OpCandidates& of = candidates.ops[c];
    for (size_t r = of.rules.size(); r-- > 1;) {
      const bool partial = std::ranges::any_of(of.shardings[r].results,
                                               [](const Sharding& s) { return s[0].is_partial(); });
      if (!partial) continue;
      of.rules.erase(of.rules.begin() + static_cast<std::ptrdiff_t>(r));
      of.shardings.erase(of.shardings.begin() + static_cast<std::ptrdiff_t>(r));
    }
  }
}

double largest(const Shares& shares) {
  int64_t most = 0;
  for (int i = 0; i < shares.num_devices(); ++i) most = std::max(most, shares[i]);
  return static_cast<double>(most) / static_cast<double>(shares.total());
}

// Every shard is padded to the longest: as if all were as long.
double padded_seconds(const ShardingProblem& problem, ValueId v, const Sharding& from,
                      const Sharding& to) {
  const auto bytes = static_cast<double>(problem.program().type(v).num_bytes());
  const int n = problem.group().num_ranks();
  double seconds = 0;
  for (const ReshardStep& step : problem.reshard(v, from, to).steps) {
    if (!communicates(step.kind) || n == 1) continue;
    double padding = 1;
    for (const AxisState& state : {step.from[0], step.to[0]}) {
      if (state.is_sharded()) padding = std::max(padding, n * largest(state.cut.shares));
    }
    const DimCut even_from{.dim = 0, .shares = even_shares(n)};
    const DimCut even_to{.dim = 1, .shares = even_shares(n)};
    Blocks blocks;
    add_to(blocks, step.kind, padding * bytes, even_from, even_to, n);
    seconds += best_message(problem.costs(), 0, step.kind, blocks).phases.seconds();
  }
  return seconds;
}

}  // namespace

HapResult hap_plan(const TrainStep& step, const core::Cluster& cluster) {
  const int n = static_cast<int>(core::num_devices(cluster));
  HapResult out;
  out.devices.resize(n);
  std::iota(out.devices.begin(), out.devices.end(), 0);
  const DeviceGrid row{{n}};
  const int num_updated = step.num_params + step.num_state;
  const ShardingProblem problem(step.program, num_updated, row,
                                group_costs(cluster, row, out.devices));
  const Folding folding = fold_repeated(problem.graph(), num_updated);
  const auto speeds = core::described_speeds(cluster, core::SpeedFigure::kFlops);
  core::Ratio ratio = *core::proportional_ratio(speeds);
  PriceModel prices = predicted_prices(problem);
  prices.reshard_seconds = [&](ValueId v, const Sharding& from, const Sharding& to, bool) {
    return padded_seconds(problem, v, from, to);
  };
  double best = std::numeric_limits<double>::infinity();
  constexpr int kMostRounds = 8;
  for (int round = 0; round < kMostRounds; ++round) {
    Levels levels;
    levels[0] = {ratio};
    Candidates candidates = find_candidates(problem, step, folding, levels);
    leave_out_partials(problem, folding, candidates);
    const SearchGraph graph = search_graph(problem, step, folding, candidates, prices);
    const GraphChoice choice = GraphSolver(graph).solve({});
    if (!choice.feasible || choice.cost >= best) break;
    best = choice.cost;
    out.rounds = round + 1;
    out.plan = plan_of(problem, step, folding, candidates, graph, choice.states, false);
    // The ratio that is best for this program: compute falls with the largest b_j / f_j, padded
    // communication with the largest b_j.
    const Seconds seconds = seconds_of(graph, choice.states);
    double slowest = 0;
    for (int j = 0; j < n; ++j) slowest = std::max(slowest, ratio[j] / speeds[j]);
    const double most = *std::ranges::max_element(ratio);
    const auto next = core::clipped_ratio(
        speeds,
        {.work = seconds.compute / slowest, .largest = (seconds.waited + seconds.late) / most});
    if (!next) break;
    ratio = next->ratio;
  }
  // Gradients are reduced when all are there: nothing overlaps.
  out.plan.bucket_bytes = std::numeric_limits<int64_t>::max();
  out.cost_seconds = best;
  out.costs = problem.costs();
  out.time = step_time(problem, out.plan, cluster, out.devices);
  return out;
}

}  // namespace motley::tensor
