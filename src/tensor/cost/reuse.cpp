#include "tensor/cost/reuse.h"

#include <algorithm>

namespace motley::tensor {

namespace {

// Memory in blocks: for each, the traffic in bytes at the time it was last touched.
constexpr int64_t kBlock = 16 << 10;

class Clock {
 public:
  explicit Clock(const CompiledProgram& compiled) : arena_(place(compiled.arena_bytes)) {
    for (const TensorType& type : compiled.arguments) arguments_.push_back(place(type.num_bytes()));
    for (const Literal& value : compiled.constants)
      constants_.push_back(place(static_cast<int64_t>(value.bytes().size())));
    for (const CompiledResult& result : compiled.results)
      results_.push_back(result.place.kind == Place::Kind::kResult ? place(result.place.bytes) : 0);
    touched_.resize(next_, 0);
  }

  void begin_step() { begin_ = now_; }
  // Mean over the blocks; 0 if empty. Does not touch: all operands of a step see the same clock.
  double distance(const Place& p) const {
    double sum = 0;
    const auto [first, last] = blocks(p);
    for (int64_t b = first; b < last; ++b) sum += begin_ - touched_[b];
    return first == last ? 0 : sum / static_cast<double>(last - first);
  }
  void touch(const Place& p) {
    now_ += static_cast<double>(p.bytes);
    const auto [first, last] = blocks(p);
    for (int64_t b = first; b < last; ++b) touched_[b] = begin_;
  }

 private:
  int64_t place(int64_t bytes) {
    const int64_t at = next_;
    next_ += (bytes + kBlock - 1) / kBlock;
    return at;
  }
  std::pair<int64_t, int64_t> blocks(const Place& p) const {
    const int64_t base = p.kind == Place::Kind::kArena      ? arena_
                         : p.kind == Place::Kind::kArgument ? arguments_[p.index]
                         : p.kind == Place::Kind::kResult   ? results_[p.index]
                                                            : constants_[p.index];
    if (p.bytes == 0) return {0, 0};
    const int64_t end = base + (p.offset + p.bytes + kBlock - 1) / kBlock;
    return {base + p.offset / kBlock, std::min(end, static_cast<int64_t>(next_))};
  }

  int64_t next_ = 0;
  int64_t arena_;
  std::vector<int64_t> arguments_, constants_, results_;
  std::vector<double> touched_;
  double now_ = 0, begin_ = 0;
};

}  // namespace

std::vector<StepReuse> reuse_distances(const CompiledProgram& compiled) {
  Clock clock(compiled);
  std::vector<StepReuse> reuse(compiled.steps.size());
  for (int run = 0; run < 2; ++run) {
    for (size_t s = 0; s < compiled.steps.size(); ++s) {
      const KernelStep& step = compiled.steps[s];
      clock.begin_step();
      reuse[s] = {};
      for (const Place& p : step.operands) reuse[s].operands.push_back(clock.distance(p));
      for (const Place& p : step.results) reuse[s].results.push_back(clock.distance(p));
      for (const Place& p : step.operands) clock.touch(p);
      // A result written in place over an operand counts once.
      for (Place p : step.results) {
        const auto same = [&](const Place& o) {
          return o.kind == p.kind && o.index == p.index && o.offset == p.offset;
        };
        if (std::none_of(step.operands.begin(), step.operands.end(), same)) clock.touch(p);
      }
      clock.touch({Place::Kind::kArena, 0, step.scratch_offset, step.kernel.scratch_bytes});
    }
  }
  return reuse;
}

}  // namespace motley::tensor
