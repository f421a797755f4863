#include "tensor/ir/op_kinds.h"

#include <algorithm>
#include <unordered_map>

#include "core/base/hash.h"

namespace motley::tensor {
namespace {

using ValueMap = std::unordered_map<ValueId, ValueId>;

uint64_t hash_of(const Program& program, const Op& op) {
  uint64_t hash = core::hash_combine(static_cast<uint64_t>(op.code), op.attrs.index());
  for (const auto* values : {&op.operands, &op.results}) {
    for (ValueId v : *values) {
      const TensorType& type = program.type(v);
      hash = core::hash_combine(hash, static_cast<uint64_t>(type.element));
      for (int64_t extent : type.shape)
        hash = core::hash_combine(hash, static_cast<uint64_t>(extent));
    }
    hash = core::hash_combine(hash, values->size());
  }
  for (const Region& region : op.regions) {
    for (const Op& inner : region.ops)
      hash = core::hash_combine(hash, static_cast<uint64_t>(inner.code));
  }
  return hash;
}

bool same_types(const Program& program, const std::vector<ValueId>& a,
                const std::vector<ValueId>& b) {
  return std::ranges::equal(
      a, b, [&](ValueId v, ValueId w) { return program.type(v) == program.type(w); });
}

bool same_regions(const Program& program, const Op& a, const Op& b, ValueMap& now);

// `now` maps the values of one region to those of the other; values not in it come from outside.
bool same_values(const std::vector<ValueId>& a, const std::vector<ValueId>& b,
                 const ValueMap& now) {
  return std::ranges::equal(a, b, [&](ValueId v, ValueId w) {
    const auto at = now.find(v);
    return (at == now.end() ? v : at->second) == w;
  });
}

bool same_region(const Program& program, const Region& a, const Region& b, ValueMap& now) {
  if (a.ops.size() != b.ops.size() || !same_types(program, a.arguments, b.arguments)) return false;
  for (size_t i = 0; i < a.arguments.size(); ++i) now[a.arguments[i]] = b.arguments[i];
  for (size_t i = 0; i < a.ops.size(); ++i) {
    const Op &x = a.ops[i], &y = b.ops[i];
    if (x.code != y.code || !(x.attrs == y.attrs) || !same_values(x.operands, y.operands, now) ||
        !same_types(program, x.results, y.results) || !same_regions(program, x, y, now)) {
      return false;
    }
    for (size_t k = 0; k < x.results.size(); ++k) now[x.results[k]] = y.results[k];
  }
  return same_values(a.results, b.results, now);
}

bool same_regions(const Program& program, const Op& a, const Op& b, ValueMap& now) {
  return std::ranges::equal(a.regions, b.regions, [&](const Region& x, const Region& y) {
    return same_region(program, x, y, now);
  });
}

bool same_kind(const Program& program, const Op& a, const Op& b) {
  if (a.code != b.code || !same_types(program, a.operands, b.operands) ||
      !same_types(program, a.results, b.results)) {
    return false;
  }
  if (a.code == OpCode::kConstant) {
    return a.get<ConstantAttrs>().is_splat() == b.get<ConstantAttrs>().is_splat();
  }
  ValueMap now;
  return a.attrs == b.attrs && same_regions(program, a, b, now);
}

}  // namespace

std::vector<int> op_kinds(const Program& program) {
  std::unordered_map<uint64_t, std::vector<std::pair<const Op*, int>>> known;
  std::vector<int> kinds;
  int num_kinds = 0;
  for (const Op& op : program.body.ops) {
    auto& alike = known[hash_of(program, op)];
    const auto same = std::ranges::find_if(
        alike, [&](const auto& one) { return same_kind(program, *one.first, op); });
    kinds.push_back(same == alike.end() ? num_kinds : same->second);
    if (same == alike.end()) alike.emplace_back(&op, num_kinds++);
  }
  return kinds;
}

}  // namespace motley::tensor
