#include "tensor/cost/reuse.h"

#include <algorithm>
#include <iterator>
#include <map>

namespace motley::tensor {

namespace {

// Memory is divided into blocks of so many bytes.
constexpr int64_t kBlock = 16 << 10;

struct BlockRange {
  int64_t first = 0, last = 0;
};

// Numbers on a line of blocks. There are far fewer runs of equal ones than blocks: whole tensors
// are touched at a time.
class Runs {
 public:
  explicit Runs(int64_t num_blocks) : end_(num_blocks) {
    if (end_ > 0) runs_.emplace(0, 0.0);
  }

  void set(BlockRange range, double value) {
    if (range.first >= range.last) return;
    const auto last = cut_at(range.last);
    const auto first = cut_at(range.first);
    first->second = value;
    runs_.erase(std::next(first), last);
  }

  // Calls f(number of blocks, value).
  template <class F>
  void for_each(BlockRange range, F f) const {
    if (range.first >= range.last) return;
    auto run = std::prev(runs_.upper_bound(range.first));
    for (int64_t at = range.first; at < range.last;) {
      const double value = run->second;
      const int64_t next = ++run == runs_.end() ? end_ : run->first;
      const int64_t until = std::min(next, range.last);
      f(until - at, value);
      at = until;
    }
  }

 private:
  using Map = std::map<int64_t, double>;  // by first block

  // The run that begins at `block`; end() behind the last block.
  Map::iterator cut_at(int64_t block) {
    if (block == end_) return runs_.end();
    const auto next = runs_.lower_bound(block);
    if (next != runs_.end() && next->first == block) return next;
    return runs_.emplace_hint(next, block, std::prev(next)->second);
  }

  int64_t end_;
  Map runs_;
};

// For each block, the traffic in bytes at the time it was last touched.
class Clock {
 public:
  explicit Clock(const CompiledProgram& compiled) : arena_(place(compiled.arena_bytes)) {
    for (const TensorType& type : compiled.arguments) arguments_.push_back(place(type.num_bytes()));
    for (const Literal& value : compiled.constants)
      constants_.push_back(place(static_cast<int64_t>(value.bytes().size())));
    for (const CompiledResult& result : compiled.results)
      results_.push_back(result.place.kind == Place::Kind::kResult ? place(result.place.bytes) : 0);
    touched_ = Runs(num_blocks_);
  }

  void begin_step() { begin_ = now_; }
  // Mean over the blocks; 0 if empty. Does not touch: all operands of a step see the same clock.
  double distance(const Place& p) const {
    double sum = 0;
    const BlockRange range = blocks(p);
    touched_.for_each(range, [&](int64_t count, double touched) {
      sum += static_cast<double>(count) * (begin_ - touched);
    });
    return range.first >= range.last ? 0 : sum / static_cast<double>(range.last - range.first);
  }
  void touch(const Place& p) {
    now_ += static_cast<double>(p.bytes);
    touched_.set(blocks(p), begin_);
  }

 private:
  int64_t place(int64_t bytes) {
    const int64_t at = num_blocks_;
    num_blocks_ += (bytes + kBlock - 1) / kBlock;
    return at;
  }
  BlockRange blocks(const Place& p) const {
    const int64_t base = p.kind == Place::Kind::kArena      ? arena_
                         : p.kind == Place::Kind::kArgument ? arguments_[p.index]
                         : p.kind == Place::Kind::kResult   ? results_[p.index]
                                                            : constants_[p.index];
    if (p.bytes == 0) return {};
    const int64_t end = base + (p.offset + p.bytes + kBlock - 1) / kBlock;
    return {base + p.offset / kBlock, std::min(end, num_blocks_)};
  }

  int64_t num_blocks_ = 0;
  int64_t arena_;
  std::vector<int64_t> arguments_, constants_, results_;
  Runs touched_{0};
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
