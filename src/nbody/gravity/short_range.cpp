#include "nbody/gravity/short_range.h"

#include <algorithm>
#include <atomic>
#include <chrono>
#include <cmath>
#include <cstring>

#include "core/base/error.h"
#include "core/base/threads.h"
#include "nbody/gravity/walk_vectors.h"
#include "nbody/particles/units.h"

namespace motley::nbody {
namespace {

constexpr int kTaskParticles = 512;  // targets that descend as one task
// Cells of fewer particles are cheaper one by one: a cell costs as much as three pairs.
constexpr float kMinCellMass = 3.5f;
constexpr float kCutoffSquare = 2.0f;  // units of l^2

double now_seconds() {
  return std::chrono::duration<double>(std::chrono::steady_clock::now().time_since_epoch()).count();
}

// What is the same for all tasks.
struct WalkPlan {
  const Tree& tree;
  PositionSpans position;
  const KernelLaw& kernel;
  OpeningSettings opening;
  bool relative;          // by the last acceleration, where there is one
  float scale;            // l per coordinate
  float support;          // of the softening, units of l
  float to_acceleration;  // from unit G m / l^2
  AccelerationSpans acceleration;
};

float width(const Cell& cell) { return 2 * std::max({cell.half[0], cell.half[1], cell.half[2]}); }

// Sources of one leaf, as floats; grows and is used again.
struct SourceBuffer {
  std::vector<float> x, y, z;
  int count = 0;

  void reserve(int more) {
    const size_t need = static_cast<size_t>(count) + more + 2 * kSourcePadding;
    if (x.size() >= need) return;
    for (auto* axis : {&x, &y, &z}) axis->resize(need * 2);
  }
  void pad() {
    reserve(0);
    while (count % kSourcePadding != 0) {
      x[count] = y[count] = z[count] = kFarAway;
      ++count;
    }
  }
};

struct CellBuffer {
  static constexpr int kFields = 10;
  std::vector<float> field[kFields];
  int count = 0;

  void add(const std::array<float, kFields>& values) {
    for (int i = 0; i < kFields; ++i) {
      if (field[i].size() <= static_cast<size_t>(count)) field[i].resize(2 * count + 64);
      field[i][count] = values[i];
    }
    ++count;
  }
  // By cells without mass where the last one is, which is a good place for all targets.
  void pad() {
    const int last = count - 1;
    while (count % kSourcePadding != 0) add({field[0][last], field[1][last], field[2][last]});
  }
  CellSources view() const {
    return {field[0].data(),
            field[1].data(),
            field[2].data(),
            field[3].data(),
            field[4].data(),
            field[5].data(),
            field[6].data(),
            field[7].data(),
            field[8].data(),
            field[9].data(),
            count};
  }
};

// Candidates as the vector code wants them, used as a stack.
class CandidateStack {
 public:
  int size() const { return size_; }
  void resize(int size) { size_ = size; }
  uint32_t index(int i) const { return words_[0][i]; }

  void add(uint32_t index, const Cell& cell) {
    reserve(1);
    words_[0][size_] = index;
    for (int axis = 0; axis < 3; ++axis) {
      words_[1 + axis][size_] = cell.center[axis];
      floats_[axis][size_] = cell.half[axis];
    }
    floats_[3][size_] = cell.is_leaf() ? -width(cell) : width(cell);
    floats_[4][size_] = static_cast<float>(cell.count);
    ++size_;
  }
  void reserve(int more) {
    const size_t need = static_cast<size_t>(size_) + more + kSourcePadding;
    if (floats_[0].size() >= need) return;
    for (auto& field : words_) field.resize(2 * need);
    for (auto& field : floats_) field.resize(2 * need);
  }
  CandidateArrays from(int i) {
    return CandidateArrays{words_[0].data(),  words_[1].data(),  words_[2].data(),
                           words_[3].data(),  floats_[0].data(), floats_[1].data(),
                           floats_[2].data(), floats_[3].data(), floats_[4].data()}
        .from(i);
  }

 private:
  std::vector<uint32_t> words_[4];
  std::vector<float> floats_[5];
  int size_ = 0;
};

// One thread's walk: the lists, and the kernel's buffers.
class Walker {
 public:
  explicit Walker(const WalkPlan& plan) : plan_(plan) {}

  void walk(uint32_t target) {
    candidates_.resize(0);
    candidates_.add(0, plan_.tree.cells[0]);
    taken_.clear();
    descend(target, 0);
  }

  ShortRangeCounts counts;

 private:
  // Candidates of the cell above are candidates_[from..]; those of `target` are put behind them.
  void descend(uint32_t target, int from) {
    const Cell& cell = plan_.tree.cells[target];
    const int end = candidates_.size();
    const size_t taken = taken_.size();
    const SortOutSettings settings = settings_for(cell);
    candidates_.reserve(end - from);
    opened_.clear();
    sort_out_candidates(settings, candidates_.from(from), end - from);
    while (!opened_.empty()) {
      fresh_.resize(0);
      for (const uint32_t source : opened_) {
        const Cell& parent = plan_.tree.cells[source];
        for (uint32_t c = 0; c < parent.num_children; ++c) {
          fresh_.add(parent.child + c, plan_.tree.cells[parent.child + c]);
        }
      }
      fresh_.reserve(0);
      candidates_.reserve(fresh_.size());
      opened_.clear();
      sort_out_candidates(settings, fresh_.from(0), fresh_.size());
    }
    if (cell.is_leaf()) {
      sum(cell, end);
    } else {
      for (uint32_t c = 0; c < cell.num_children; ++c) descend(cell.child + c, end);
    }
    candidates_.resize(end);
    taken_.resize(taken);
  }

  SortOutSettings settings_for(const Cell& target) const {
    SortOutSettings settings;
    for (int axis = 0; axis < 3; ++axis) {
      settings.center[axis] = target.center[axis];
      settings.half[axis] = target.half[axis];
    }
    settings.scale = plan_.scale;
    settings.cutoff_square = kCutoffSquare;
    settings.support_square = plan_.support * plan_.support;
    settings.min_mass = kMinCellMass;
    // A leaf opens all that can be opened; others what is not smaller than themselves.
    settings.open_width = target.is_leaf() ? 0.0f : width(target) * 0.999f;
    settings.relative = settings.angular = -1;
    const auto angle = static_cast<float>(plan_.opening.angle);
    const auto limit = static_cast<float>(plan_.opening.tolerance) * target.min_acceleration;
    if (plan_.relative && target.min_acceleration > 0) {
      settings.relative = limit * limit;
    } else {
      settings.angular = angle * angle;
    }
    return settings;
  }

  // Kept ones go to the top of candidates_, the others to taken_ and opened_.
  void sort_out_candidates(const SortOutSettings& settings, const CandidateArrays& arrays,
                           int count) {
    static const auto sort_out_of = MOTLEY_PICK_VECTOR_ISA(sort_out);
    const size_t taken = taken_.size();
    taken_.resize(taken + count + kSourcePadding);
    opened_.resize(count + kSourcePadding);
    const SortedOut sorted =
        sort_out_of(settings, arrays, count, candidates_.from(candidates_.size()),
                    taken_.data() + taken, opened_.data());
    candidates_.resize(candidates_.size() + sorted.kept);
    taken_.resize(taken + sorted.taken);
    opened_.resize(sorted.opened);
  }

  void sum(const Cell& cell, int from) {
    static const auto short_range_sums_of = MOTLEY_PICK_VECTOR_ISA(short_range_sums);
    static const auto cell_sums_of = MOTLEY_PICK_VECTOR_ISA(cell_sums);
    pack_targets(cell);
    pack_leaves(cell, from);
    pack_cells(cell);
    for (auto& axis : sum_) axis.assign(cell.count, 0.0);
    const Targets targets{target_[0].data(),
                          target_[1].data(),
                          target_[2].data(),
                          static_cast<int>(cell.count),
                          {sum_[0].data(), sum_[1].data(), sum_[2].data()}};
    counts.particles += cell.count;
    counts.direct_pairs += int64_t{cell.count} * sources_.count;
    counts.cell_pairs += int64_t{cell.count} * cells_.count;
    sources_.pad();
    short_range_sums_of(plan_.kernel, targets,
                        {sources_.x.data(), sources_.y.data(), sources_.z.data(), sources_.count});
    if (cells_.count > 0) {
      cells_.pad();
      cell_sums_of(plan_.kernel, targets, cells_.view());
    }
    for (int axis = 0; axis < 3; ++axis) {
      float* out = plan_.acceleration[axis].data() + cell.first;
      for (uint32_t i = 0; i < cell.count; ++i) {
        out[i] = static_cast<float>(sum_[axis][i] * plan_.to_acceleration);
      }
    }
  }

  void pack_targets(const Cell& cell) {
    for (int axis = 0; axis < 3; ++axis) {
      target_[axis].resize(cell.count);
      const uint32_t* x = plan_.position[axis].data() + cell.first;
      for (uint32_t i = 0; i < cell.count; ++i) {
        target_[axis][i] =
            static_cast<float>(static_cast<int32_t>(x[i] - cell.center[axis])) * plan_.scale;
      }
    }
  }

  void pack_leaves(const Cell& target, int from) {
    static const auto pack = MOTLEY_PICK_VECTOR_ISA(pack_sources);
    PackSettings settings;
    for (int axis = 0; axis < 3; ++axis) {
      settings.center[axis] = target.center[axis];
      settings.half[axis] = target.half[axis];
    }
    settings.scale = plan_.scale;
    settings.cutoff_square = kCutoffSquare;
    sources_.count = 0;
    for (int i = from; i < candidates_.size();) {
      // Leaves that are neighbours in memory are packed in one go.
      const uint32_t first = plan_.tree.cells[candidates_.index(i)].first;
      uint32_t end = first;
      for (; i < candidates_.size(); ++i) {
        const Cell& cell = plan_.tree.cells[candidates_.index(i)];
        if (cell.first != end) break;
        end += cell.count;
      }
      const int count = static_cast<int>(end - first), n = sources_.count;
      sources_.reserve(count);
      sources_.count +=
          pack(settings, plan_.position[0].data() + first, plan_.position[1].data() + first,
               plan_.position[2].data() + first, count, sources_.x.data() + n,
               sources_.y.data() + n, sources_.z.data() + n);
    }
  }

  void pack_cells(const Cell& target) {
    cells_.count = 0;
    for (const uint32_t index : taken_) {
      const Cell& cell = plan_.tree.cells[index];
      float at[3];
      for (int axis = 0; axis < 3; ++axis) {
        at[axis] =
            static_cast<float>(static_cast<int32_t>(cell.center[axis] - target.center[axis])) *
                plan_.scale +
            cell.mass_center[axis];
      }
      cells_.add({at[0], at[1], at[2], static_cast<float>(cell.count), cell.xx, cell.yy, cell.zz,
                  cell.xy, cell.xz, cell.yz});
    }
  }

  const WalkPlan& plan_;
  CandidateStack candidates_, fresh_;     // undecided; children of opened ones
  std::vector<uint32_t> taken_, opened_;  // cells that stand for their particles; to be opened
  SourceBuffer sources_;
  CellBuffer cells_;
  std::vector<float> target_[3];
  std::vector<double> sum_[3];
};

// The cells of at most kTaskParticles, in particle order.
std::vector<uint32_t> tasks_of(const Tree& tree) {
  std::vector<uint32_t> tasks, open = {0};
  while (!open.empty()) {
    const uint32_t index = open.back();
    open.pop_back();
    const Cell& cell = tree.cells[index];
    if (cell.is_leaf() || cell.count <= kTaskParticles) {
      tasks.push_back(index);
      continue;
    }
    for (uint32_t c = cell.num_children; c-- > 0;) open.push_back(cell.child + c);
  }
  return tasks;
}

}  // namespace

ShortRangeCounts& ShortRangeCounts::operator+=(const ShortRangeCounts& other) {
  particles += other.particles;
  direct_pairs += other.direct_pairs;
  cell_pairs += other.cell_pairs;
  tree_seconds += other.tree_seconds;
  walk_seconds += other.walk_seconds;
  return *this;
}

ShortRange::ShortRange(const ShortRangeSettings& settings, const Box& box)
    : settings_(settings), box_(box), kernel_(kernel_law(settings.law)) {
  MOTLEY_CHECK(settings.law.cutoff < 0.43 * box.size, "a cut-off of {} in a Box of {}",
               settings.law.cutoff, box.size);
}

void ShortRange::set_epsilon(double epsilon) {
  settings_.law.epsilon = epsilon;
  soften(kernel_, settings_.law);
}

ShortRangeCounts ShortRange::accelerate(const ShortRangeInput& input, double mass,
                                        const AccelerationSpans& acceleration,
                                        int num_threads) const {
  ShortRangeCounts counts;
  if (input.keys.empty()) return counts;
  const double length = kernel_length(settings_.law), scale = box_.unit() / length;
  const double unit = kGravity * mass / (length * length);
  const double begin_seconds = now_seconds();
  // The opening criterion compares with accelerations in units of G m / l^2.
  std::vector<float> last(input.last_acceleration.begin(), input.last_acceleration.end());
  for (float& a : last) a = static_cast<float>(a / unit);
  const Tree tree = make_tree(input.keys, input.position, last,
                              {.leaf_size = settings_.leaf_size, .scale = scale}, num_threads);
  counts.tree_seconds = now_seconds() - begin_seconds;

  const WalkPlan plan{.tree = tree,
                      .position = input.position,
                      .kernel = kernel_,
                      .opening = settings_.opening,
                      .relative = settings_.opening.relative && !last.empty(),
                      .scale = static_cast<float>(scale),
                      .support = static_cast<float>(settings_.law.support() / length),
                      .to_acceleration = static_cast<float>(unit),
                      .acceleration = acceleration};
  const std::vector<uint32_t> tasks = tasks_of(tree);
  std::vector<ShortRangeCounts> of_thread(num_threads);
  std::atomic<size_t> next = 0;
  core::parallel_for(num_threads, num_threads, [&](int64_t, int64_t, int thread) {
    Walker walker(plan);
    for (size_t i = next++; i < tasks.size(); i = next++) walker.walk(tasks[i]);
    of_thread[thread] = walker.counts;
  });
  for (const ShortRangeCounts& part : of_thread) counts += part;
  counts.walk_seconds = now_seconds() - begin_seconds - counts.tree_seconds;
  return counts;
}

}  // namespace motley::nbody
