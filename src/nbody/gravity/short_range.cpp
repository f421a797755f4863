#include "nbody/gravity/short_range.h"

#include <algorithm>
#include <atomic>
#include <functional>
#include <memory>
#include <mutex>

#include "core/base/clock.h"
#include "core/base/error.h"
#include "core/base/threads.h"
#include "nbody/gravity/list_executor.h"
#include "nbody/gravity/task_executor.h"
#include "nbody/gravity/walk.h"
#include "nbody/particles/internal_units.h"

namespace motley::nbody {
namespace {

// The tasks of a force evaluation.
struct TaskQueue {
  std::vector<uint32_t> cells;
  std::vector<int64_t> particles_before;  // prefix sums, with the total
  std::atomic<size_t> next = 0;

  // Fraction of all particles whose tasks have not been started.
  double remaining_fraction() const {
    const size_t i = std::min(next.load(), cells.size());
    return 1 -
           static_cast<double>(particles_before[i]) / static_cast<double>(particles_before.back());
  }
};

// Offsets are minimum images with respect to a leaf's centre. They are correct while every particle
// of the leaf is within half the Box less the cut-off. Cells are an eighth of the Box when they are
// split (tree.h), but particles drift until the next sort. `half_box` and `cutoff` in units of l.
void check_drift(const Tree& tree, double half_box, double cutoff) {
  for (const uint32_t index : tree.leaves) {
    const Cell& leaf = tree.cells[index];
    if (cutoff + *std::ranges::max_element(leaf.half) < half_box) continue;
    throw core::UserError(
        "particles moved so far within a step that their minimum image is ambiguous; lower "
        "steps.max_rms_displacement, or raise mesh.size, which shortens the short range");
  }
}

// The cells of at most kTaskParticles, in particle order.
void find_tasks(const Tree& tree, int64_t own_begin, int64_t own_end, TaskQueue& tasks) {
  std::vector<uint32_t> open = {0};
  tasks.particles_before = {0};
  while (!open.empty()) {
    const uint32_t index = open.back();
    open.pop_back();
    const Cell& cell = tree.cells[index];
    const int64_t end = int64_t{cell.first} + cell.count;
    if (end <= own_begin || cell.first >= own_end) continue;
    if (cell.is_leaf() || cell.total <= kTaskParticles) {
      tasks.cells.push_back(index);
      tasks.particles_before.push_back(tasks.particles_before.back() + cell.count);
      continue;
    }
    for (uint32_t c = cell.num_children; c-- > 0;) open.push_back(cell.child + c);
  }
}

// Offloads tasks to an executor while it would finish them before the host threads finish.
class OffloadScheduler {
 public:
  OffloadScheduler(ListExecutor& executor, TaskQueue& tasks) : executor_(executor), tasks_(tasks) {}

  // Called from any thread; one at a time may offload. `host_pairs` is what all host threads have
  // summed in `seconds`.
  template <class Walk>
  void offer(int64_t host_pairs, double seconds, const Walk& walk) {
    if (!executor_.is_free() || !mutex_.try_lock()) return;
    const std::lock_guard lock(mutex_, std::adopt_lock);
    if (!should_offload(host_pairs, seconds)) return;
    const size_t i = tasks_.next++;
    if (i >= tasks_.cells.size()) return;
    walk(tasks_.cells[i], batch_);
    offloaded_pairs_ += batch_.pairs;
    ++num_batches_;
    executor_.submit(batch_);
  }
  int64_t offloaded_pairs() const { return offloaded_pairs_.load(); }

 private:
  bool should_offload(int64_t host_pairs, double seconds) const {
    const double rate = executor_.pairs_per_second();
    if (rate == 0 || num_batches_ == 0 || host_pairs == 0) return true;
    const double batch = static_cast<double>(offloaded_pairs_) / static_cast<double>(num_batches_);
    const double done = 1 - tasks_.remaining_fraction();
    const double left =
        static_cast<double>(host_pairs + offloaded_pairs_) / done * tasks_.remaining_fraction();
    const double all_rates = static_cast<double>(host_pairs) / seconds + rate;
    // One batch may be running and one waiting: a third must finish before everything else does.
    return 2 * batch / rate < left / all_rates;
  }

  ListExecutor& executor_;
  TaskQueue& tasks_;
  std::mutex mutex_;
  ListBatch batch_;
  std::atomic<int64_t> offloaded_pairs_ = 0;
  int64_t num_batches_ = 0;
};

}  // namespace

ShortRangeCounts& ShortRangeCounts::operator+=(const ShortRangeCounts& other) {
  particles += other.particles;
  direct_pairs += other.direct_pairs;
  cell_pairs += other.cell_pairs;
  executor_pairs += other.executor_pairs;
  tree_seconds += other.tree_seconds;
  walk_seconds += other.walk_seconds;
  return *this;
}

ShortRange::ShortRange(const ShortRangeSettings& settings, const Box& box)
    : settings_(settings), box_(box), kernel_(kernel_law(settings.law)) {
  MOTLEY_CHECK(settings.law.cutoff < 0.43 * box.size, "cut-off {} in a Box of {}",
               settings.law.cutoff, box.size);
  kernel_.exact = settings.exact;
}

void ShortRange::set_epsilon(double epsilon) {
  settings_.law.epsilon = epsilon;
  set_softening(kernel_, settings_.law);
}

ShortRangeCounts ShortRange::accelerate(const ShortRangeInput& input, double mass,
                                        const AccelerationSpans& acceleration,
                                        int num_threads) const {
  ShortRangeCounts counts;
  if (input.keys.empty()) return counts;
  const double length = kernel_length(settings_.law), scale = box_.unit() / length;
  const double unit = kGravity * mass / (length * length);
  const double begin_seconds = core::now_seconds();
  const Tree tree = make_tree(input.keys, input.position, input.old_acceleration,
                              {.leaf_size = settings_.leaf_size,
                               .far = input.far,
                               .scale = scale,
                               .acceleration_unit = unit},
                              num_threads);
  check_drift(tree, 0.5 * box_.size / length, settings_.law.cutoff / length);
  counts.tree_seconds = core::now_seconds() - begin_seconds;

  const WalkPlan plan{.tree = tree,
                      .position = input.position,
                      .opening = settings_.opening,
                      .relative = settings_.opening.relative && !input.old_acceleration.empty(),
                      .own_begin = input.own_begin,
                      .own_end = input.own_end,
                      .scale = static_cast<float>(scale),
                      .support = static_cast<float>(settings_.law.support() / length)};
  const AccelerationOutput out{
      .own_begin = input.own_begin,
      .own_end = std::min(input.own_end, std::ssize(input.keys)),
      .acceleration = {acceleration[0].data(), acceleration[1].data(), acceleration[2].data()}};
  TaskQueue tasks;
  find_tasks(tree, input.own_begin, input.own_end, tasks);
  if (input.executor) {
    const double tree_seconds = counts.tree_seconds, walk_begin = core::now_seconds();
    counts = input.executor->accelerate({.plan = plan,
                                         .tasks = tasks.cells,
                                         .kernel = kernel_,
                                         .unit = unit,
                                         .output = out,
                                         .work = input.work});
    counts.tree_seconds = tree_seconds;
    counts.walk_seconds = core::now_seconds() - walk_begin;
    return counts;
  }
  std::vector<std::unique_ptr<OffloadScheduler>> schedulers;
  for (ListExecutor* executor : executors_) {
    executor->begin({.kernel = &kernel_, .unit = unit, .output = out});
    schedulers.push_back(std::make_unique<OffloadScheduler>(*executor, tasks));
  }
  if (tasks.cells.size() == 1) num_threads = 1;
  std::vector<ShortRangeCounts> of_thread(num_threads);
  std::atomic<int64_t> host_pairs = 0;
  const double walk_begin = core::now_seconds();
  core::parallel_for(num_threads, num_threads, [&](int64_t, int64_t, int thread) {
    Walker walker(plan);
    InteractionList own;
    AccelerationSums sums;
    ShortRangeCounts& local = of_thread[thread];
    const auto count_list = [&](const InteractionList& list) {
      local.particles += list.count;
      if (!input.work.empty()) {
        const auto pairs =
            static_cast<float>(list.sources.count + kPairsPerCell * list.cells.count);
        const int64_t begin = std::max<int64_t>(list.first, out.own_begin);
        const int64_t end = std::min(int64_t{list.first} + list.count, out.own_end);
        for (int64_t i = begin; i < end; ++i) input.work[i - out.own_begin] += pairs;
      }
      local.direct_pairs += int64_t{list.count} * list.sources.count;
      local.cell_pairs += int64_t{list.count} * list.cells.count;
    };
    const std::function<InteractionList&()> next_own = [&]() -> InteractionList& { return own; };
    const std::function<void(InteractionList&)> sum_own = [&](InteractionList& list) {
      count_list(list);
      sum_interactions(kernel_, list, unit, out, sums);
    };
    const auto walk_for_executor = [&](uint32_t cell, ListBatch& batch) {
      walker.walk(
          cell, [&]() -> InteractionList& { return batch.next(); },
          [&](InteractionList& list) {
            count_list(list);
            batch.pairs += list.num_pairs();
          });
    };
    while (true) {
      for (auto& scheduler : schedulers) {
        scheduler->offer(host_pairs, core::now_seconds() - walk_begin, walk_for_executor);
      }
      const size_t i = tasks.next++;
      if (i >= tasks.cells.size()) break;
      const int64_t before = local.direct_pairs + local.cell_pairs;
      walker.walk(tasks.cells[i], next_own, sum_own);
      host_pairs += local.direct_pairs + local.cell_pairs - before;
    }
  });
  for (ListExecutor* executor : executors_) executor->end();
  for (const ShortRangeCounts& local : of_thread) counts += local;
  for (const auto& scheduler : schedulers) counts.executor_pairs += scheduler->offloaded_pairs();
  counts.walk_seconds = core::now_seconds() - walk_begin;
  return counts;
}

}  // namespace motley::nbody
