#include "tensor/ir/op_shard.h"

#include "core/base/error.h"
#include "tensor/ir/expr.h"

namespace motley::tensor {
namespace {

// Copies regions from one Program into another.
struct RegionCopy {
  ProgramBuilder& b;
  const std::vector<TensorType>& types;      // of the values of the old Program
  std::unordered_map<ValueId, ValueId> now;  // initially the captured values

  std::vector<ValueId> all(const std::vector<ValueId>& old) const {
    std::vector<ValueId> values;
    for (ValueId v : old) {
      const auto found = now.find(v);
      MOTLEY_CHECK(found != now.end(), "a region uses a value from outside");
      values.push_back(found->second);
    }
    return values;
  }
  Region operator()(const Region& region) {
    std::vector<TensorType> arguments;
    for (ValueId v : region.arguments) arguments.push_back(types[v.index]);
    const std::vector<ValueId> made = b.begin_region(arguments);
    for (size_t i = 0; i < made.size(); ++i) now[region.arguments[i]] = made[i];
    for (const Op& op : region.ops) {
      std::vector<Region> nested;
      for (const Region& inner : op.regions) nested.push_back((*this)(inner));
      const auto results =
          b.add(op.code, all(op.operands), op.attrs, std::move(nested), {op.line, op.column});
      for (size_t i = 0; i < results.size(); ++i) now[op.results[i]] = results[i];
    }
    return b.end_region(all(region.results));
  }
};

}  // namespace

std::vector<ValueId> OpShard::add(Attrs attrs) {
  std::vector<Region> regions;
  RegionCopy copy{builder, whole.values, captured};
  for (const Region& region : whole.op.regions) regions.push_back(copy(region));
  return builder.add(whole.op.code, operands, std::move(attrs), std::move(regions),
                     {whole.op.line, whole.op.column});
}

std::vector<ValueId> OpShard::zeros() {
  std::vector<ValueId> values;
  for (const TensorType& type : results) values.push_back(full(builder, type, 0).id());
  return values;
}

std::vector<ValueId> localize(OpShard& shard) {
  const auto rewrite = row(shard.whole.op.code).localize;
  return rewrite ? rewrite(shard) : shard.add(shard.whole.op.attrs);
}

}  // namespace motley::tensor
