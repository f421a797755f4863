#include "tensor/ir/gradient.h"

#include <unordered_map>

namespace motley::tensor {
namespace {

using Renaming = std::unordered_map<ValueId, ValueId>;

ValueId renamed(const Renaming& names, ValueId v) {
  const auto found = names.find(v);
  return found == names.end() ? v : found->second;  // values from outside are not renamed
}

Region clone(ProgramBuilder& b, const Region& region, const std::vector<TensorType>& more_arguments,
             Renaming& names) {
  std::vector<TensorType> types;
  for (ValueId v : region.arguments) types.push_back(b.type(v));
  types.insert(types.end(), more_arguments.begin(), more_arguments.end());
  const std::vector<ValueId> arguments = b.begin_region(types);
  for (size_t i = 0; i < region.arguments.size(); ++i) names[region.arguments[i]] = arguments[i];
  for (const Op& op : region.ops) {
    std::vector<ValueId> operands;
    for (ValueId v : op.operands) operands.push_back(renamed(names, v));
    std::vector<Region> regions;
    for (const Region& nested : op.regions) regions.push_back(clone(b, nested, {}, names));
    const std::vector<ValueId> results =
        b.add(op.code, operands, op.attrs, std::move(regions), {op.line, op.column});
    for (size_t i = 0; i < results.size(); ++i) names[op.results[i]] = results[i];
  }
  std::vector<ValueId> results;
  for (ValueId v : region.results) results.push_back(renamed(names, v));
  return b.end_region(results);
}

}  // namespace

Region clone_region(ProgramBuilder& b, const Region& region,
                    const std::vector<TensorType>& more_arguments) {
  Renaming names;
  return clone(b, region, more_arguments, names);
}

std::vector<Region> body_of(ProgramBuilder& b, OpCode code, ElementType element) {
  std::vector<Region> regions;
  regions.push_back(binary_region(b, code, element));
  return regions;
}

}  // namespace motley::tensor
