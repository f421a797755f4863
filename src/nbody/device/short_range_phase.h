// The short range on a device: the walk's lists and their sums, and small sets without a tree.
#pragma once

#include <algorithm>
#include <stdexcept>

#include "nbody/device/device_buffer.h"
#include "nbody/device/device_engine.h"
#include "nbody/device/kernels/exact_sums_kernels.h"
#include "nbody/device/kernels/leaf_sums_kernels.h"
#include "nbody/device/kernels/small_sets_kernels.h"
#include "nbody/device/kernels/walk_kernels.h"
#include "nbody/device/tree_phase.h"

namespace motley::nbody::device {

template <class Backend>
class ShortRangePhase {
 public:
  ShortRangePhase(Backend& backend, const DeviceSetup& setup) : backend_(backend), setup_(setup) {
    walk_counters_.reserve(1);
    sum_counters_.reserve(1);
    backend_.zero(sum_counters_.get(), sizeof(SumCounters));
  }

  void set_law(const DeviceLaw& law) {
    law_ = PairLaw{law.degree, law.plummer_square, law.support_square, law.support_inverse, {}, {},
                   {}};
    std::copy(std::begin(law.coefficient), std::end(law.coefficient), law_.coefficient);
    std::copy(std::begin(law.slope), std::end(law.slope), law_.slope);
    std::copy(std::begin(law.curvature), std::end(law.curvature), law_.curvature);
    support_ = law.support;
    is_exact_ = law.exact;
  }

  // By the tree of these particles; `relative`: with old accelerations. Calls after_batch() while
  // some lists of the tree are there.
  template <class F>
  void accelerate(Words3 at, const TreePhase<Backend>& tree, bool relative, Floats3 out,
                  PhaseClock<Backend>& clock, DeviceCounts& counts, const F& after_batch) {
    for (int64_t first = 0; first < tree.num_tasks(); first += kTasksPerBatch) {
      const auto number = static_cast<uint32_t>(std::min(kTasksPerBatch, tree.num_tasks() - first));
      clock.time(counts.walk_seconds, [&] { walk(tree, tree.tasks() + first, number, relative); });
      if (first == 0) tree.check_drift();
      clock.time(counts.sum_seconds, [&] { sum_lists(at, tree, out); });
      after_batch();
    }
  }

  // Whether sets of this size are summed without a tree; never in the exact mode, whose lists are
  // the host's.
  bool is_small(int64_t n) const { return n <= setup_.small_limit && !is_exact_; }

  // All pairs.
  void accelerate_small(Words3 at, int64_t n, Floats3 out) {
    small_particles_ += n;
    small_pairs_ += n * n;
    const int64_t num_tiles = (n + kWarp - 1) / kWarp;
    tiles_.reserve(num_tiles);
    backend_.launch(MakeTiles{{at.x, at.y, at.z}, n, setup_.scale, tiles_}, num_tiles);
    with_law([&](auto degree, auto plummer) {
      backend_.launch(SmallSums<degree.value, plummer.value>{at.x, at.y, at.z, n, tiles_, law_,
                                                             static_cast<float>(setup_.scale),
                                                             setup_.unit, out.x, out.y, out.z},
                      num_tiles);
    });
  }

  void add_counts(DeviceCounts& counts) const {
    SumCounters now;
    backend_.download(&now, sum_counters_.get(), sizeof now);
    counts.particles = static_cast<int64_t>(now.particles) + small_particles_;
    counts.direct_pairs = static_cast<int64_t>(now.direct_pairs) + small_pairs_;
    counts.cell_pairs = static_cast<int64_t>(now.cell_pairs);
    counts.summed_pairs = static_cast<int64_t>(now.summed_pairs) + small_pairs_;
  }

  // Adds the pairs of each target, as gravity/short_range.cpp counts them, to work[target -
  // own_begin].
  void add_work(const DeviceEngine::TreeEvaluation& e) const {
    for (const LeafList& list : downloaded(lists_, num_lists_)) {
      const Cell& leaf = e.cells[list.cell];
      const auto pairs =
          static_cast<float>(list.num_packed + uint64_t{kPairsPerCell} * list.num_cells);
      const int64_t begin = std::max<int64_t>(leaf.first, e.own_begin);
      const int64_t end = std::min(int64_t{leaf.first} + leaf.count, e.own_end);
      for (int64_t i = begin; i < end; ++i) e.work[i - e.own_begin] += pairs;
    }
  }

  std::vector<DeviceList> download_lists(const std::vector<Cell>& cells) const;

 private:
  static constexpr int64_t kTasksPerBatch = 1 << 16, kWalksPerProcessor = 24;
  template <class T>
  using Array = Buffer<Backend, T>;

  template <class T>
  std::vector<T> downloaded(const Array<T>& from, int64_t count) const {
    std::vector<T> values(count);
    backend_.download(values.data(), from.get(), count * static_cast<int64_t>(sizeof(T)));
    return values;
  }

  // The lists of these tasks; repeated with more memory if they do not fit.
  void walk(const TreePhase<Backend>& tree, const uint32_t* tasks, uint32_t number, bool relative) {
    const int64_t blocks =
        std::min<int64_t>(backend_.num_processors() * warps_per_processor(), number);
    lists_.reserve(tree.num_cells());
    items_.reserve(SumItem::most(tree.num_cells(), tree.num_particles()));
    if (runs_.capacity() == 0) runs_.reserve(std::max<int64_t>(4096, tree.num_cells() * 8));
    if (taken_.capacity() == 0) taken_.reserve(std::max<int64_t>(4096, tree.num_cells()));
    while (true) {
      stacks_.reserve(blocks * static_cast<int64_t>(WalkKernel::stack_words(stack_size_)));
      backend_.zero(walk_counters_.get(), sizeof(WalkCounters));
      backend_.launch(
          WalkKernel{.boxes = tree.boxes(),
                     .links = tree.links(),
                     .min_acceleration = &tree.cells()->min_acceleration,
                     .tasks = tasks,
                     .num_tasks = number,
                     .counters = walk_counters_,
                     .stacks = stacks_,
                     .stack_size = stack_size_,
                     .runs = runs_,
                     .max_runs = static_cast<uint64_t>(runs_.capacity()),
                     .taken = taken_,
                     .max_taken = static_cast<uint64_t>(taken_.capacity()),
                     .lists = lists_,
                     .items = items_,
                     .max_items = static_cast<uint32_t>(items_.capacity()),
                     .own_begin = tree.own_begin(),
                     .own_end = tree.own_end(),
                     .has_ghosts = tree.own_begin() > 0 || tree.own_end() < tree.num_particles(),
                     .scale = static_cast<float>(setup_.scale),
                     .support = support_,
                     .tolerance = setup_.tolerance,
                     .angle = setup_.angle,
                     .relative = setup_.relative && relative},
          blocks);
      WalkCounters done;
      backend_.download(&done, walk_counters_.get(), sizeof done);
      const auto runs = static_cast<int64_t>(done.runs), cells = static_cast<int64_t>(done.cells);
      if (done.overflow > 0) {
        stack_size_ *= 2;
        continue;
      }
      num_lists_ = done.num_lists;
      num_runs_ = runs;
      num_taken_ = cells;
      num_heavy_ = done.num_heavy;
      num_items_ = done.num_heavy + done.num_light;
      if (runs <= runs_.capacity() && cells <= taken_.capacity()) return;
      if (runs > runs_.capacity()) runs_.reserve(runs + runs / 4);
      if (cells > taken_.capacity()) taken_.reserve(cells + cells / 4);
    }
  }
  // Each is a block of its own on a device, and a thread of the twin.
  int64_t warps_per_processor() const { return backend_.is_host() ? 1 : kWalksPerProcessor; }

  void sum_lists(Words3 at, const TreePhase<Backend>& tree, Floats3 out) {
    with_law([&](auto degree, auto plummer) {
      if (is_exact_) {
        using Exact = ExactSums<degree.value, plummer.value>;
        return launch_sums<Exact, Exact>(at, tree, out);
      }
      launch_sums<LeafSums<degree.value, plummer.value, false>,
                  LeafSums<degree.value, plummer.value, true>>(at, tree, out);
    });
    backend_.launch(CountPairs{lists_, tree.cells(), num_lists_, sum_counters_},
                    (num_lists_ + CountPairs::kPerBlock - 1) / CountPairs::kPerBlock);
  }

  template <class Whole, class SubBoxes>
  void launch_sums(Words3 at, const TreePhase<Backend>& tree, Floats3 out) {
    const auto launch = [&]<class Kernel>(std::type_identity<Kernel>) {
      backend_.launch(
          Kernel{{tree.cells(), lists_, items_, num_heavy_,
                  static_cast<uint32_t>(items_.capacity()), runs_, taken_, at.x, at.y, at.z, law_,
                  static_cast<float>(setup_.scale), setup_.unit, out.x, out.y, out.z}},
          num_items_);
    };
    if (setup_.sub_boxes) {
      launch(std::type_identity<SubBoxes>{});
    } else {
      launch(std::type_identity<Whole>{});
    }
  }

  // Calls f with the degree of the polynomial and whether the softening is Plummer's.
  template <class F>
  void with_law(const F& f) {
    const auto with_degree = [&](auto degree) {
      if (law_.plummer_square > 0) {
        f(degree, std::true_type{});
      } else {
        f(degree, std::false_type{});
      }
    };
    if (law_.degree <= 8) return with_degree(std::integral_constant<int, 8>{});
    if (law_.degree <= 10) return with_degree(std::integral_constant<int, 10>{});
    if (law_.degree <= 12) return with_degree(std::integral_constant<int, 12>{});
    return with_degree(std::integral_constant<int, 16>{});
  }

  Backend& backend_;
  const DeviceSetup& setup_;
  PairLaw law_ = {};
  float support_ = 0;
  bool is_exact_ = false;
  uint32_t stack_size_ = 1024, num_lists_ = 0, num_heavy_ = 0, num_items_ = 0;
  int64_t num_runs_ = 0, num_taken_ = 0;
  Array<uint32_t> stacks_{backend_}, taken_{backend_};
  Array<Run> runs_{backend_};
  Array<LeafList> lists_{backend_};
  Array<SumItem> items_{backend_};
  Array<WalkCounters> walk_counters_{backend_};
  Array<SumCounters> sum_counters_{backend_};
  Array<TileBox> tiles_{backend_};
  int64_t small_particles_ = 0, small_pairs_ = 0;
};

template <class Backend>
std::vector<DeviceList> ShortRangePhase<Backend>::download_lists(
    const std::vector<Cell>& cells) const {
  const std::vector<LeafList> lists = downloaded(lists_, num_lists_);
  const std::vector<Run> runs = downloaded(runs_, num_runs_);
  const std::vector<uint32_t> taken = downloaded(taken_, num_taken_);
  std::vector<DeviceList> result;
  for (const LeafList& list : lists) {
    DeviceList one{cells[list.cell].first, cells[list.cell].count, {}, {}};
    for (uint32_t r = 0; r < list.num_runs; ++r) {
      const Run& run = runs[list.runs + r];
      const uint32_t end =
          r + 1 < list.num_runs ? runs[list.runs + r + 1].before : list.num_candidates;
      one.runs.emplace_back(run.first, end - run.before);
    }
    one.cells.assign(taken.begin() + static_cast<int64_t>(list.cells),
                     taken.begin() + static_cast<int64_t>(list.cells) + list.num_cells);
    result.push_back(std::move(one));
  }
  std::sort(result.begin(), result.end(),
            [](const DeviceList& a, const DeviceList& b) { return a.first < b.first; });
  return result;
}

}  // namespace motley::nbody::device
