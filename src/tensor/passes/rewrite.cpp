#include "tensor/passes/rewrite.h"

namespace motley::tensor {

Rewrite::Rewrite(const Program& program) : Rewrite(program, program.body.arguments) {}

Rewrite::Rewrite(const Program& program, const std::vector<ValueId>& arguments)
    : program_(program), builder_(program.name, program.source), new_of_(program.values.size()) {
  for (ValueId v : arguments) new_of_[v.index] = builder_.argument(program.type(v));
}

std::vector<ValueId> Rewrite::operator()(const std::vector<ValueId>& old) const {
  std::vector<ValueId> values;
  values.reserve(old.size());
  for (ValueId v : old) values.push_back((*this)(v));
  return values;
}

void Rewrite::keep(const Op& op) {
  std::vector<Region> regions;
  for (const Region& region : op.regions) regions.push_back(copy(region));
  const std::vector<ValueId> results = builder_.add(op.code, (*this)(op.operands), op.attrs,
                                                    std::move(regions), {op.line, op.column});
  for (size_t i = 0; i < results.size(); ++i) replace(op.results[i], results[i]);
}

Region Rewrite::copy(const Region& region) {
  std::vector<TensorType> types;
  for (ValueId v : region.arguments) types.push_back(program_.type(v));
  const std::vector<ValueId> arguments = builder_.begin_region(types);
  for (size_t i = 0; i < arguments.size(); ++i) replace(region.arguments[i], arguments[i]);
  for (const Op& op : region.ops) keep(op);
  return builder_.end_region((*this)(region.results));
}

Program Rewrite::finish() && { return std::move(*this).finish(program_.body.results); }

Program Rewrite::finish(const std::vector<ValueId>& results) && {
  return std::move(builder_).finish((*this)(results));
}

Program outlined(const Program& program, const Region& region,
                 const std::vector<ValueId>& captured) {
  std::vector<ValueId> arguments = region.arguments;
  arguments.insert(arguments.end(), captured.begin(), captured.end());
  Rewrite rewrite(program, arguments);
  for (const Op& op : region.ops) rewrite.keep(op);
  return std::move(rewrite).finish(region.results);
}

}  // namespace motley::tensor
