#include "tensor/grad/inlining.h"

#include <algorithm>

namespace motley::tensor {

Inlining::Inlining(ProgramBuilder& builder, const Graph& graph)
    : builder_(builder),
      graph_(graph),
      program_(graph.program),
      renamed_(program_.values.size()),
      is_known_(program_.values.size()) {}

void Inlining::bind(ValueId value, ValueId replacement) {
  renamed_[value.index] = replacement;
  is_known_[value.index] = true;
}

std::vector<ValueId> Inlining::add(const std::vector<ValueId>& values) {
  const auto& ops = program_.body.ops;
  std::vector<bool> is_wanted(program_.values.size()), is_copied(ops.size());
  for (ValueId v : values) is_wanted[v.index] = true;
  for (size_t i = ops.size(); i-- > 0;) {
    is_copied[i] = std::ranges::any_of(
        ops[i].results, [&](ValueId v) { return is_wanted[v.index] && !is_known_[v.index]; });
    if (!is_copied[i]) continue;
    for (ValueId v : graph_.inputs[i]) is_wanted[v.index] = true;
  }
  for (size_t i = 0; i < ops.size(); ++i) {
    if (is_copied[i]) copy(ops[i]);
  }
  return uses(values);
}

void Inlining::copy(const Op& op) {
  std::vector<Region> regions;
  for (const Region& region : op.regions) regions.push_back(copy(region));
  define(op.results, builder_.add(op.code, uses(op.operands), op.attrs, std::move(regions),
                                  {op.line, op.column}));
}

Region Inlining::copy(const Region& region) {
  std::vector<TensorType> types;
  for (ValueId v : region.arguments) types.push_back(program_.type(v));
  define(region.arguments, builder_.begin_region(types));
  for (const Op& op : region.ops) copy(op);
  return builder_.end_region(uses(region.results));
}

void Inlining::define(const std::vector<ValueId>& from, const std::vector<ValueId>& to) {
  for (size_t i = 0; i < from.size(); ++i) renamed_[from[i].index] = to[i];
}

std::vector<ValueId> Inlining::uses(const std::vector<ValueId>& values) const {
  std::vector<ValueId> result;
  for (ValueId v : values) result.push_back(renamed_[v.index]);
  return result;
}

}  // namespace motley::tensor
