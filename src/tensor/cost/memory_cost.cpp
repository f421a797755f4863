#include "tensor/cost/memory_cost.h"

#include <algorithm>
#include <map>

namespace motley::tensor {

namespace {

// A set of bytes of the arena, as disjoint intervals.
class Bytes {
 public:
  void add(int64_t begin, int64_t end) {
    if (begin >= end) return;
    auto it = ends_.upper_bound(begin);
    if (it != ends_.begin() && std::prev(it)->second >= begin) --it;
    while (it != ends_.end() && it->first <= end) {
      begin = std::min(begin, it->first), end = std::max(end, it->second);
      count_ -= it->second - it->first;
      it = ends_.erase(it);
    }
    ends_[begin] = end;
    count_ += end - begin;
  }
  void remove(int64_t begin, int64_t end) {
    if (begin >= end) return;
    auto it = ends_.upper_bound(begin);
    if (it != ends_.begin() && std::prev(it)->second > begin) --it;
    while (it != ends_.end() && it->first < end) {
      const auto [first, last] = *it;
      count_ -= last - first;
      it = ends_.erase(it);
      if (first < begin) ends_[first] = begin, count_ += begin - first;
      if (last > end) it = ends_.emplace(end, last).first, count_ += last - end;
    }
  }
  void add(const Place& p) {
    if (p.kind == Place::Kind::kArena) add(p.offset, p.offset + p.bytes);
  }
  void remove(const Place& p) {
    if (p.kind == Place::Kind::kArena) remove(p.offset, p.offset + p.bytes);
  }
  void remove(const Bytes& others) {
    for (const auto& [begin, end] : others.ends_) remove(begin, end);
  }
  int64_t count() const { return count_; }

 private:
  std::map<int64_t, int64_t> ends_;  // by begin
  int64_t count_ = 0;
};

// Walks the steps backwards: bytes needed after each step, and bytes that are results.
void fill_arena(const CompiledProgram& compiled, MemoryCost& cost) {
  Bytes later, leaving;
  for (const CompiledResult& result : compiled.results)
    later.add(result.place), leaving.add(result.place);
  int64_t most = -1;
  for (size_t s = compiled.steps.size(); s-- > 0;) {
    const KernelStep& step = compiled.steps[s];
    Bytes working, others = later;
    for (const Place& p : step.operands) working.add(p);
    for (const Place& p : step.results) working.add(p);
    others.remove(working);
    const int64_t live = others.count() + working.count() + step.kernel.scratch_bytes;
    if (live > most) {
      most = live;
      Bytes waiting = others;
      waiting.remove(leaving);
      cost.activation_bytes = waiting.count();
      cost.result_bytes = others.count() - waiting.count();
      cost.working_bytes = working.count();
      cost.scratch_bytes = step.kernel.scratch_bytes;
      cost.unused_bytes = compiled.arena_bytes - live;
    }
    for (const Place& p : step.results) later.remove(p), leaving.remove(p);
    for (const Place& p : step.operands) later.add(p);
  }
}

}  // namespace

MemoryCost memory_of(const CompiledProgram& compiled, const std::vector<ArgumentKind>& kinds) {
  MemoryCost cost{.arena_bytes = compiled.arena_bytes, .unused_bytes = compiled.arena_bytes};
  for (size_t i = 0; i < compiled.arguments.size(); ++i) {
    const ArgumentKind kind = i < kinds.size() ? kinds[i] : ArgumentKind::kBatch;
    (kind == ArgumentKind::kParameter ? cost.parameter_bytes
     : kind == ArgumentKind::kState   ? cost.state_bytes
                                      : cost.batch_bytes) += compiled.arguments[i].num_bytes();
  }
  for (const Literal& value : compiled.constants)
    cost.constant_bytes += static_cast<int64_t>(value.bytes().size());
  for (const KernelStep& step : compiled.steps) {
    for (const CompiledProgram& body : step.bodies) {
      const MemoryCost inner = memory_of(body, {});
      cost.body_bytes += inner.total_bytes() - inner.batch_bytes;  // the arguments are the step's
    }
  }
  fill_arena(compiled, cost);
  return cost;
}

}  // namespace motley::tensor
