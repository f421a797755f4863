#include "tensor/passes/pass.h"

#include <algorithm>
#include <unordered_map>

#include "core/base/cancel.h"
#include "tensor/passes/rewrite.h"

namespace motley::tensor {
namespace {

// Drops the ops of a region, and of the regions inside, of which no result is used. Marks what the
// others use.
void drop_unused(Region& region, std::vector<bool>& used) {
  for (ValueId v : region.results) used[v.index] = true;
  std::vector<Op> kept;
  for (size_t i = region.ops.size(); i-- > 0;) {
    Op& op = region.ops[i];
    const bool is_alive =
        op.code == OpCode::kCustomCall ||
        std::any_of(op.results.begin(), op.results.end(), [&](ValueId v) { return used[v.index]; });
    if (!is_alive) continue;
    for (ValueId v : op.operands) used[v.index] = true;
    for (Region& nested : op.regions) drop_unused(nested, used);
    kept.push_back(std::move(op));
  }
  std::reverse(kept.begin(), kept.end());
  region.ops = std::move(kept);
}

// Equal ops have equal keys; different ops rarely do.
size_t key_of(const Op& op) {
  size_t key = static_cast<size_t>(op.code) * 31 + op.attrs.index();
  for (ValueId v : op.operands) key = key * 1000003 + v.index;
  return key;
}

}  // namespace

Program run_passes(Program program, const std::vector<Pass>& passes) {
  for (const Pass& pass : passes) {
    core::throw_if_cancelled();
    program = pass.run(program);
    const std::string fault = first_fault(program);
    MOTLEY_CHECK(fault.empty(), "after pass {}: {}", pass.name, fault);
  }
  return program;
}

std::vector<bool> live_ops(const Program& program) {
  Program alive = program;
  std::vector<bool> used(program.values.size());
  drop_unused(alive.body, used);
  // What is left is in the same order, with the same results.
  std::vector<bool> is_live(program.body.ops.size());
  size_t next = 0;
  for (size_t i = 0; i < is_live.size() && next < alive.body.ops.size(); ++i) {
    const Op &op = program.body.ops[i], &left = alive.body.ops[next];
    is_live[i] = op.code == left.code && op.results == left.results;
    next += is_live[i] ? 1 : 0;
  }
  return is_live;
}

Program remove_dead(const Program& program) {
  Program alive = program;
  std::vector<bool> used(program.values.size());
  drop_unused(alive.body, used);
  Rewrite rewrite(alive);
  for (const Op& op : alive.body.ops) rewrite.keep(op);
  return std::move(rewrite).finish();
}

Program cse(const Program& program) {
  // Ops are compared on the representatives of their operands, so chains of equal ops collapse.
  Program canonical = program;
  std::vector<ValueId> representative(program.values.size());
  for (size_t i = 0; i < representative.size(); ++i) representative[i] = ValueId(i);
  std::unordered_multimap<size_t, size_t> seen;  // key -> op
  Rewrite rewrite(program);
  for (size_t i = 0; i < program.body.ops.size(); ++i) {
    Op& op = canonical.body.ops[i];
    for (ValueId& v : op.operands) v = representative[v.index];
    const Op* first = nullptr;
    const auto [begin, end] = seen.equal_range(key_of(op));
    for (auto it = begin; it != end && !first; ++it) {
      const Op& earlier = canonical.body.ops[it->second];
      if (op.code != OpCode::kCustomCall && same_computation(canonical, earlier, op))
        first = &earlier;
    }
    if (!first) {
      seen.emplace(key_of(op), i);
      rewrite.keep(program.body.ops[i]);
      continue;
    }
    const bool stays = op.code == OpCode::kBroadcastInDim;
    if (stays) rewrite.keep(program.body.ops[i]);
    for (size_t r = 0; r < op.results.size(); ++r) {
      representative[op.results[r].index] = first->results[r];
      if (!stays) rewrite.replace(op.results[r], rewrite(first->results[r]));
    }
  }
  return std::move(rewrite).finish();
}

Program simplify(Program program) {
  const std::vector<Pass> passes = {
      {"simplify_algebra", simplify_algebra}, {"cse", cse}, {"remove_dead", remove_dead}};
  while (true) {
    const int64_t before = num_ops(program);
    program = run_passes(std::move(program), passes);
    if (num_ops(program) == before) return program;
  }
}

}  // namespace motley::tensor
