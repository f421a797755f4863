#include "tensor/plan/propagate/program_facts.h"

#include <algorithm>

#include "tensor/ir/op_kinds.h"
#include "tensor/plan/propagate/late_ops.h"

namespace motley::tensor::propagate {
namespace {

using namespace shard_cost;

// Whether every index of the results maps to itself: no sums, no lookups, no bodies.
bool is_pointwise(const IndexStructure& index, const Op& op) {
  if (row(op.code).recompute == Recompute::kNever) return false;
  return std::all_of(index.axes.begin(), index.axes.end(), [](const Axis& axis) {
    return axis.kind == AxisKind::kParallel || axis.kind == AxisKind::kOpaque;
  });
}

bool narrows(const Graph& graph, const Op& op) {
  if (row(op.code).layer != LayerKind::kCast || op.operands.size() != 1) return false;
  const ValueId from = op.operands[0];
  return graph.producer[from.index] == kNone &&
         byte_size(graph.program.type(op.results[0]).element) <
             byte_size(graph.program.type(from).element);
}

}  // namespace

ProgramFacts::ProgramFacts(const Program& program)
    : graph(program), kind_of(op_kinds(program)), is_rematerialized(program.values.size(), false) {
  std::vector<bool> from_constants(program.values.size(), false);
  for (size_t i = 0; i < program.body.ops.size(); ++i) {
    const Op& op = program.body.ops[i];
    if (kind_of[i] == std::ssize(rules)) rules.emplace_back(OpView{program.values, op});
    const bool constant = is_pointwise(rules[kind_of[i]].index(), op) &&
                          std::all_of(op.operands.begin(), op.operands.end(),
                                      [&](ValueId v) { return from_constants[v.index]; });
    for (ValueId v : op.results) {
      from_constants[v.index] = constant;
      is_rematerialized[v.index] = constant || row(op.code).recompute == Recompute::kAlways;
    }
  }
  work = stored_work(outline_of(graph, kind_of));
  is_late = late_ops(graph);
  for (const Op& op : program.body.ops) narrows_argument.push_back(narrows(graph, op));
  const auto& results = program.body.results;
  is_forward = graph.ancestors({results.begin(), results.begin() + (results.empty() ? 0 : 1)});
}

const KernelOrder& ProgramFacts::kernels(int num_updated) const {
  std::call_once(has_kernels_, [&] {
    std::vector<Update> updates;
    for (int i = 0; i < num_updated; ++i) updates.push_back({i + 1, i});
    kernels_ = kernel_order(graph.program, updates);
  });
  return kernels_;
}

}  // namespace motley::tensor::propagate
