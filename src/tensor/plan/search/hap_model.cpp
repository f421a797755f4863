#include "tensor/plan/search/hap_model.h"

#include <algorithm>
#include <limits>
#include <numeric>

#include "tensor/plan/propagate/late_ops.h"
#include "tensor/plan/search/graph_solver.h"

namespace motley::tensor::search {
namespace {

using namespace propagate;
using namespace shard_cost;

constexpr double kBackwardToo = 3;  // forward and backward over forward
constexpr double kNever = 1e9;      // seconds of anything outside its rules

// Arguments keep their order, values their indices.
TrainStep forward_of(const TrainStep& step) {
  TrainStep forward{.program = step.program};
  Region& body = forward.program.body;
  const Graph graph(step.program);
  const ValueId loss = step.program.body.results[0];
  const auto is_forward = graph.ancestors({loss});
  body.results = {loss};
  body.arguments.clear();
  for (size_t i = 0; i < step.arguments.size(); ++i) {
    if (step.arguments[i].loss_argument < 0) continue;
    forward.arguments.push_back(step.arguments[i]);
    body.arguments.push_back(step.program.body.arguments[i]);
  }
  body.ops.clear();
  for (int i = 0; i < graph.num_ops(); ++i) {
    if (is_forward[i]) body.ops.push_back(graph.ops[i]);
  }
  return forward;
}

// The value an operand is computed from, before broadcasts.
ValueId source(const ShardingProblem& problem, ValueId v) {
  while (problem.is_rematerialized(v)) {
    const int producer = problem.graph().producer[v.index];
    if (producer < 0 || row(problem.graph().ops[producer].code).recompute != Recompute::kAlways)
      return {};
    v = problem.graph().ops[producer].operands[0];
  }
  return v;
}

int num_batch_axes(const IndexStructure& index) {
  int count = 0;
  for (size_t a = 0; a < index.axes.size(); ++a) {
    const auto mentions = [&](const TensorIndex& tensor) {
      return std::ranges::any_of(tensor, [&](const DimIndex& dim) {
        return std::ranges::any_of(
            dim.terms, [&](const AxisTerm& term) { return term.axis == static_cast<int>(a); });
      });
    };
    count += std::ranges::all_of(index.operands, mentions) && mentions(index.results[0]) ? 1 : 0;
  }
  return count;
}

}  // namespace

HapModel::HapModel(const TrainStep& step, const GroupCosts& costs)
    : forward_(forward_of(step)),
      problem_(forward_.program, 0, {{static_cast<int>(costs.type_of.size())}}, costs),
      folding_(fold_repeated(problem_.graph(), 0)) {
  const Program& program = problem_.program();
  for (size_t i = 0; i < forward_.arguments.size(); ++i) {
    if (forward_.arguments[i].role == StepRole::kParam)
      num_readers_.try_emplace(program.body.arguments[i], 0);
  }
  for (int i = 0; i < problem_.graph().num_ops(); ++i) {
    const Op& op = problem_.graph().ops[i];
    const LayerKind layer = row(op.code).layer;
    bool adds_parameter = false;
    for (ValueId v : op.operands) {
      const auto at = num_readers_.find(source(problem_, v));
      if (at == num_readers_.end() || problem_.is_rematerialized(op.results[0])) continue;
      ++at->second;
      adds_parameter = layer == LayerKind::kAdd;
    }
    double& flops = flops_.emplace_back();
    const auto elements = [&](ValueId v) {
      return static_cast<double>(program.type(v).num_elements());
    };
    if (op.results.empty() || problem_.is_rematerialized(op.results[0]) || adds_parameter) continue;
    if (layer == LayerKind::kConvolution) {
      const auto dim = std::get<ConvolutionAttrs>(op.attrs).output_feature;
      const auto features = program.type(op.results[0]).shape[static_cast<size_t>(dim)];
      flops = 3 * static_cast<double>(features) * elements(op.operands[0]);
    } else if (is_product(op.code)) {
      flops = 3 * problem_.rules(i).index().num_points();
    } else if (layer == LayerKind::kPooling || layer == LayerKind::kActivation) {
      flops = 3 * elements(op.operands[0]);
    } else if (layer != LayerKind::kReshape && layer != LayerKind::kCast) {
      flops = op.operands.empty() ? 0 : elements(op.operands[0]);
    }
  }
}

double HapModel::flops() const { return kBackwardToo * std::reduce(flops_.begin(), flops_.end()); }

// Its reductions are those over all elements, and the einsums of experts; attention, which has the
// most batch axes, is sharded by samples only.
bool HapModel::has_rule(int op, const OpRule& rule, const OpShardings& shardings) const {
  const Op& of = problem_.graph().ops[op];
  if (of.results.empty() || rule[0].kind == AxisRule::Kind::kReplicate) return true;
  const Sharding& result = shardings.results[0];
  const Program& program = problem_.program();
  if (!is_product(of.code))
    return !result[0].is_partial() || program.type(of.results[0]).is_scalar();
  if (num_batch_axes(problem_.rules(op).index()) > 1)
    return result[0].is_sharded() && result[0].cut.dim == 0;
  const bool is_linear = std::ranges::any_of(of.operands, [&](ValueId v) {
    return num_readers_.contains(v) && program.type(v).num_dims() < 3;
  });
  return !result[0].is_partial() || (!is_linear && row(of.code).layer == LayerKind::kMatmul);
}

StateSpace HapModel::state_space(const core::Ratio& ratio) const {
  RatioLevels levels;
  levels[0] = {ratio};
  StateSpace found = find_state_space(problem_, forward_, folding_, levels);
  for (int c = 0; c < folding_.num_op_classes(); ++c) {
    OpStateChoices& of = found.ops[c];
    for (size_t r = of.rules.size(); r-- > 0;) {
      if (has_rule(folding_.first_op[c], of.rules[r], of.shardings[r])) continue;
      of.rules.erase(of.rules.begin() + static_cast<std::ptrdiff_t>(r));
      of.shardings.erase(of.shardings.begin() + static_cast<std::ptrdiff_t>(r));
    }
  }
  return found;
}

// Bytes of parameters that the op reads replicated: their gradients are all-reduced.
double HapModel::whole_parameter_bytes(int op, const OpRule& rule) const {
  const auto& operands = problem_.graph().ops[op].operands;
  const auto states = shardings(problem_.rules(op), rule, problem_.group(), problem_.view(op));
  double bytes = 0;
  for (size_t k = 0; k < operands.size() && states; ++k) {
    const auto at = num_readers_.find(source(problem_, operands[k]));
    if (at == num_readers_.end()) continue;
    Sharding state = states->operands[k];
    for (ValueId v = operands[k]; problem_.is_rematerialized(v);) {
      const int producer = problem_.graph().producer[v.index];
      state = operand_of_broadcast(problem_, producer, state);
      v = problem_.graph().ops[producer].operands[0];
    }
    if (!is_replicated(state)) continue;
    bytes += static_cast<double>(problem_.program().type(at->first).num_bytes()) / at->second;
  }
  return bytes;
}

double HapModel::op_seconds(const HapMachine& machine, const Scale& scale, int op,
                            const OpRule& rule) const {
  const double flops = kBackwardToo * flops_[op];
  const double update =
      scale.fixed == 0 ? 0 : whole_parameter_bytes(op, rule) / machine.all_reduce * scale.fixed;
  if (rule[0].kind == AxisRule::Kind::kSplit) return flops * scale.slowest + update;
  return flops / std::ranges::min(machine.speeds) * scale.fixed + update;
}

// Including the adjoint: all-gather and reduce-scatter are adjoint to each other, the others to
// themselves.
double HapModel::reshard_seconds(const HapMachine& machine, const Scale& scale, ValueId v,
                                 const Sharding& from, const Sharding& to) const {
  const AxisState &a = from[0], &b = to[0];
  if (a == b || v == problem_.program().body.results[0]) return 0;
  const int producer = problem_.graph().producer[v.index];
  if (producer < 0 || b.is_partial()) return kNever;
  const LayerKind layer = row(problem_.graph().ops[producer].code).layer;
  if (layer == LayerKind::kActivation || layer == LayerKind::kTranspose) return kNever;
  const auto bytes = static_cast<double>(problem_.program().type(v).num_bytes());
  const double padded = static_cast<double>(machine.speeds.size()) * bytes * scale.largest;
  if (a.is_replicated()) return 0;
  if (a.is_partial() && b.is_replicated()) return 2 * bytes / machine.all_reduce * scale.fixed;
  if (a.is_sharded() && b.is_sharded()) return 2 * padded / machine.all_to_all;
  return padded / machine.all_gather + padded / machine.reduce_scatter;
}

PriceModel HapModel::prices(const HapMachine& machine, const Scale& scale) const {
  return {.op_seconds = [this, &machine, scale](
                            int op,
                            const OpRule& rule) { return op_seconds(machine, scale, op, rule); },
          .reshard_seconds = [this, &machine, scale](
                                 ValueId v, const Sharding& from, const Sharding& to,
                                 bool) { return reshard_seconds(machine, scale, v, from, to); }};
}

HapProgram HapModel::best(const HapMachine& machine, const core::Ratio& ratio) const {
  HapProgram out{.ratio = ratio};
  Scale scale{.largest = std::ranges::max(ratio), .fixed = 1};
  for (size_t j = 0; j < ratio.size(); ++j) {
    scale.slowest = std::max(scale.slowest, ratio[j] / machine.speeds[j]);
  }
  const StateSpace found = state_space(ratio);
  const auto graph_at = [&](const Scale& at) {
    return search_graph(problem_, forward_, folding_, found, prices(machine, at));
  };
  const SearchGraph graph = graph_at(scale);
  const GraphChoice choice = GraphSolver(graph).solve({});
  out.feasible = choice.feasible && choice.cost < kNever;
  if (!out.feasible) return out;
  const auto part = [&](const Scale& at) {
    const Seconds seconds = seconds_of(graph_at(at), choice.states);
    return seconds.compute + seconds.waited + seconds.late + seconds.early;
  };
  out.shared = {.work = part({.slowest = 1}), .largest = part({.largest = 1})};
  out.fixed_seconds = part({.fixed = 1});
  out.seconds =
      out.shared.work * scale.slowest + out.shared.largest * scale.largest + out.fixed_seconds;
  const auto keep = [&](ValueId v) {
    if (graph.node_of_value[v.index] < 0) return;
    out.values[v] = found.values[folding_.value_class[v.index]]
                        .states[choice.states[graph.node_of_value[v.index]]];
  };
  for (ValueId v : problem_.program().body.arguments) keep(v);
  for (const Op& op : problem_.graph().ops) {
    for (ValueId v : op.results) keep(v);
  }
  return out;
}

HapProgram HapModel::alternated(const HapMachine& machine) const {
  HapProgram kept;
  constexpr int kMostRounds = 8;
  core::Ratio ratio = *core::proportional_ratio(machine.speeds);
  for (int round = 1; round <= kMostRounds; ++round) {
    HapProgram next = best(machine, ratio);
    if (!next.feasible || (kept.feasible && next.seconds >= kept.seconds)) break;
    kept = std::move(next);
    kept.rounds = round;
    const auto better = core::clipped_ratio(machine.speeds, kept.shared);
    if (!better) break;
    ratio = better->ratio;
  }
  return kept;
}

}  // namespace motley::tensor::search
