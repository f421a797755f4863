// Force evaluation of the Stepper: sorting, domain decomposition, and mesh and short range
// concurrently.
#include <algorithm>
#include <cmath>
#include <functional>
#include <future>
#include <numeric>
#include <optional>
#include <utility>

#include "core/base/clock.h"
#include "core/base/error.h"
#include "core/base/threads.h"
#include "core/comm/arrays.h"
#include "nbody/device/device_tasks.h"
#include "nbody/domain/hilbert.h"
#include "nbody/step/scoped_timer.h"
#include "nbody/step/stepper.h"
#include "nbody/step/work_shares.h"

namespace motley::nbody {
namespace {

AccelerationSpans view(AccelerationArrays& a) { return {a[0], a[1], a[2]}; }

// |acceleration| of each particle.
std::vector<float> total_accelerations(const State& state, int num_threads) {
  std::vector<float> sizes(state.particles.size());
  core::parallel_for(num_threads, state.particles.size(), [&](int64_t begin, int64_t end, int) {
    for (int64_t i = begin; i < end; ++i) {
      float sum = 0;
      for (int axis = 0; axis < 3; ++axis) {
        const float a = state.long_range[axis][i] + state.short_range[axis][i];
        sum += a * a;
      }
      sizes[i] = std::sqrt(sum);
    }
  });
  return sizes;
}

void reorder(std::vector<float>& values, std::span<const uint32_t> order) {
  if (values.empty()) return;
  std::vector<float> sorted(order.size());
  for (size_t i = 0; i < order.size(); ++i) sorted[i] = values[order[i]];
  values.swap(sorted);
}

// p += long_kick far + short_kick near; returns the sum of p^2 and the largest acceleration. In
// fixed blocks, so that the result does not depend on the number of threads.
struct Kicked {
  double momentum_square = 0;
  float max_acceleration = 0;
};
constexpr int64_t kBlock = 4096;

Kicked kick_block(State& state, int64_t begin, int64_t end, float long_kick, float short_kick) {
  constexpr int kLanes = 8;
  std::array<double, kLanes> sums = {};
  std::array<float, kBlock> squares = {};  // of |acceleration|
  for (int axis = 0; axis < 3; ++axis) {
    float* p = state.particles.momentum[axis].data() + begin;
    const float* near = state.short_range[axis].data() + begin;
    const float* far = state.long_range[axis].data() + begin;
    const int64_t count = end - begin;
    for (int64_t i = 0; i < count; ++i) {
      const float kicked = p[i] + long_kick * far[i], total = far[i] + near[i];
      p[i] = kicked + short_kick * near[i];
      squares[i] += total * total;
    }
    int64_t i = 0;
    for (; i + kLanes <= count; i += kLanes) {
      for (int lane = 0; lane < kLanes; ++lane) {
        const double momentum = p[i + lane];
        sums[lane] += momentum * momentum;
      }
    }
    for (; i < count; ++i) sums[0] += static_cast<double>(p[i]) * p[i];
  }
  return {std::reduce(sums.begin(), sums.end()),
          std::sqrt(*std::max_element(squares.begin(), squares.begin() + (end - begin)))};
}

Kicked finish_kicks(State& state, float long_kick, float short_kick, int num_threads) {
  const int64_t count = state.particles.size();
  std::vector<Kicked> blocks((count + kBlock - 1) / kBlock);
  core::parallel_for(num_threads, std::ssize(blocks), [&](int64_t begin, int64_t end, int) {
    for (int64_t b = begin; b < end; ++b) {
      blocks[b] =
          kick_block(state, b * kBlock, std::min(count, (b + 1) * kBlock), long_kick, short_kick);
    }
  });
  Kicked all;
  for (const Kicked& block : blocks) {
    all.momentum_square += block.momentum_square;
    all.max_acceleration = std::max(all.max_acceleration, block.max_acceleration);
  }
  return all;
}

// A one-shot notification from one thread to another; further calls of notify() are ignored.
class Signal {
 public:
  void notify() {
    if (!std::exchange(notified_, true)) promise_.set_value();
  }
  void wait() {
    const core::BusyClock::Rest rest;
    future_.wait();
  }

 private:
  bool notified_ = false;
  std::promise<void> promise_;
  std::future<void> future_ = promise_.get_future();
};

}  // namespace

// Sorts by key, with `old_acceleration` alongside; on several ranks moves each particle to its
// owner.
ParticleMigration Stepper::sort_and_migrate(State& state, std::vector<float>& old_acceleration) {
  ScopedTimer all(counts_.sort_seconds, trace_, walk_track_, "sort");
  const bool known = !state.boundaries.empty();  // whether `old_acceleration` is set
  state.keys = {};
  KeyOrder sorted = hilbert_order(spans(state.particles.position), num_threads_);
  if (!has_ranks()) {
    reorder(state.particles, sorted.order, num_threads_);
    reorder(old_acceleration, sorted.order);
    state.keys = std::move(sorted.keys);
    return ParticleMigration(std::move(sorted.order));
  }
  const double begin = core::now_seconds();
  update_boundaries(state, sorted.keys, sorted.order);
  std::vector<std::vector<float>*> extra;
  if (known) extra.push_back(&old_acceleration);
  const ParticleMigration migration =
      migrate_particles(*comm_, state.boundaries, sorted, state.particles, extra, num_threads_);
  state.keys = std::move(sorted.keys);
  state.distribution = subset_distribution(*comm_, state.boundaries, state.keys);
  state.work.assign(state.particles.size(), 0.0f);
  counts_.exchange_seconds += core::now_seconds() - begin;
  counts_.sort_seconds -= core::now_seconds() - begin;
  return migration;
}

// New domains from the measured work of mesh and particles, for particles in this order.
void Stepper::update_boundaries(State& state, std::span<const uint64_t> keys,
                                std::span<const uint32_t> order) {
  state.work.resize(keys.size());
  const LongRangeSettings& mesh = gravity_.settings().mesh;
  const auto particle_shares_of = [&](double all) {
    if (all == 0) all = initial_short_range_work(mesh, sum_over_ranks(std::ssize(keys)));
    particle_work_ = all;
    return particle_shares(shares_, gravity_.mesh_shares(), mesh_work(mesh), all);
  };
  state.boundaries =
      balanced_boundaries(*comm_, keys, {state.work, order}, particle_shares_of, kTaskParticles);
}

void Stepper::distribute(State& state) {
  if (!has_ranks()) return finish_step(state, 0, 0, {});
  if (std::ssize(state.boundaries) != comm_->num_ranks() + 1)
    update_boundaries(state, state.keys, {});
  std::vector<std::vector<float>*> extra = {&state.work};
  for (auto& axis : state.long_range) extra.push_back(&axis);
  for (auto& axis : state.short_range) extra.push_back(&axis);
  KeyOrder sorted{.order = std::vector<uint32_t>(state.keys.size()), .keys = {}};
  std::iota(sorted.order.begin(), sorted.order.end(), 0u);
  sorted.keys = std::move(state.keys);
  migrate_particles(*comm_, state.boundaries, sorted, state.particles, extra, num_threads_);
  state.keys = std::move(sorted.keys);
  state.distribution = distribution_of(state, state.keys);
  finish_step(state, 0, 0, {});
}

SubsetDistribution Stepper::distribution_of(const State& state, std::span<const uint64_t> keys,
                                            int64_t only_counted) {
  ScopedTimer exchange(counts_.exchange_seconds, trace_, exchange_track_, "count");
  return subset_distribution(*comm_, state.boundaries, keys, only_counted);
}

// Short-range forces among the particles of a subset, which are unchanged on return. On several
// ranks the pairs of each particle are added to `work`. `before_walk` is called once everything
// that other ranks wait for has been sent.
void Stepper::short_range_forces(State& state, const SubsetDistribution& distribution, int64_t tick,
                                 SubsetParticles& set, AccelerationArrays& acceleration,
                                 std::vector<float>& work,
                                 const std::function<void()>& before_walk) {
  const auto own = std::ssize(set.keys);
  const int num_threads = core::threads_for(num_threads_, own, 128);
  LocalEssentialTree let{.own_begin = 0, .own_end = own, .far = {}};
  if (has_ranks()) {
    ScopedTimer exchange(counts_.exchange_seconds, trace_, exchange_track_, "ghosts");
    let = add_ghosts(*comm_, state.boundaries, distribution, set,
                     gravity_.essential_tree_settings(state.particles.box, num_threads));
    work.resize(own);
  }
  if (before_walk) before_walk();
  for (auto& axis : acceleration) axis.resize(own);
  if (own > 0) {
    const core::ScopedSpan span(trace_, walk_track_, "short range");
    ShortRangeCounts done =
        gravity_.short_range(timeline_.scale_factor(tick),
                             {.keys = set.keys,
                              .position = spans(set.position),
                              .old_acceleration = set.old_acceleration,
                              .far = let.far,
                              .own_begin = let.own_begin,
                              .own_end = let.own_end,
                              .work = work,
                              .executor = is_replicated_ ? nullptr : tasks_.get()},
                             state.particles.mass, view(acceleration), num_threads);
    // Replicated work is counted on one rank only; its time counts on each.
    if (is_replicated_ && comm_->rank() > 0) {
      done = {.tree_seconds = done.tree_seconds, .walk_seconds = done.walk_seconds};
    }
    counts_.short_range += done;
  }
  ++counts_.sub_steps;
  if (!has_ranks()) return;
  counts_.num_ghosts = std::max(counts_.num_ghosts, std::ssize(set.keys) - own);
  remove_ghosts(let, set);
}

// Short-range forces of all particles.
void Stepper::short_range_forces_of_all(State& state, std::vector<float> old_acceleration,
                                        const std::function<void()>& before_walk) {
  SubsetParticles set;
  set.position = std::move(state.particles.position);
  set.keys = std::move(state.keys);
  set.old_acceleration = std::move(old_acceleration);
  std::vector<float> work = std::move(state.work);
  short_range_forces(state, state.distribution, state.tick, set, state.short_range, work,
                     before_walk);
  state.work = std::move(work);
  state.particles.position = std::move(set.position);
  state.keys = std::move(set.keys);
}

// Long-range forces, in the current order of the particles.
void Stepper::long_range_forces(State& state, AccelerationArrays& found,
                                const LongRange::Hooks& hooks) {
  ScopedTimer mesh(counts_.mesh_seconds, trace_, mesh_track_, "mesh");
  const double exchanged = gravity_.exchange_seconds();
  gravity_.long_range(state.particles, found, num_threads_, hooks);
  counts_.mesh_exchange_seconds += gravity_.exchange_seconds() - exchanged;
}

// Sorts the particles by their current positions and sets both accelerations.
void Stepper::compute_forces(State& state) {
  const bool first = state.keys.empty() && state.boundaries.empty();
  if (has_ranks() && !first) return compute_forces_overlapped(state);
  std::vector<float> old_acceleration =
      first ? std::vector<float>() : total_accelerations(state, num_threads_);
  state.short_range = {};
  state.long_range = {};
  long_range_forces(state, state.long_range, {});
  const ParticleMigration migration = sort_and_migrate(state, old_acceleration);
  for (auto& axis : state.long_range) {
    if (has_ranks()) {
      ParticleMigration::PendingExchange pending = migration.start(*comm_, axis);
      migration.finish(pending, axis);
    } else {
      migration.reorder(axis);
    }
  }
  short_range_forces_of_all(state, std::move(old_acceleration));
  // Without old accelerations the first walk used the geometric opening criterion; walk again with
  // the relative one.
  if (first) {
    std::ranges::fill(state.work, 0.0f);
    short_range_forces_of_all(state, total_accelerations(state, num_threads_));
  }
}

// The same on several ranks, where the mesh runs concurrently with the sort and the short range.
// The mesh uses the particles in their order before the sort, which is the same order on any number
// of ranks, so it need not wait for the sort; its results migrate afterwards, axis by axis. If one
// rank owns the whole mesh, it waits only for the other ranks' positions, which are sent first. On
// that rank the short range starts after the mesh is done, since the other ranks wait for the mesh.
//
//   mesh         send | deposit, transforms | x, migrate | y, migrate | z, migrate |
//   this thread       | sort | ghosts | short range                                | finish
//   .. mesh owner     | sort | ghosts |                               | short range  | finish
void Stepper::compute_forces_overlapped(State& state) {
  Signal positions_released, accelerations_done;
  std::promise<const ParticleMigration*> migration_done;
  const std::shared_future<const ParticleMigration*> migrated = migration_done.get_future().share();
  AccelerationArrays found;
  std::future<void> mesh = std::async(std::launch::async, [&] {
    const core::BusyClock::Work work(busy_);
    try {
      ParticleMigration::PendingExchange pending;  // of the previous axis
      const auto finish = [&](int axis) { migrated.get()->finish(pending, found[axis]); };
      const auto send_axis = [&](int axis) {
        if (axis == 2) accelerations_done.notify();
        {
          const core::BusyClock::Rest rest;
          migrated.wait();
        }
        if (axis > 0) finish(axis - 1);
        pending = migrated.get()->start(*mesh_comm_, found[axis]);
      };
      long_range_forces(
          state, found,
          {.positions_released = [&] { positions_released.notify(); }, .axis_done = send_axis});
      finish(2);
    } catch (...) {
      positions_released.notify();
      accelerations_done.notify();
      throw;
    }
  });
  // Positions are sorted in place, so only after the mesh has copied them.
  positions_released.wait();
  ParticleMigration migration;
  std::vector<float> old_acceleration;
  try {
    old_acceleration = total_accelerations(state, num_threads_);
    state.short_range = {};
    state.long_range = {};
    migration = sort_and_migrate(state, old_acceleration);
  } catch (...) {
    migration_done.set_exception(std::current_exception());
    throw;
  }
  migration_done.set_value(&migration);
  const bool owns_mesh = gravity_.mesh_shares()[comm_->rank()] == 1;
  short_range_forces_of_all(state, std::move(old_acceleration), [&] {
    if (owns_mesh) accelerations_done.wait();
  });
  {
    const core::BusyClock::Rest rest;
    mesh.get();
  }
  state.long_range = std::move(found);
}

// The old_acceleration kicks of a step and the global sums for the next one, in one pass over the
// particles; and new work shares from the measured times. One collective for both: on a slow rank
// each costs as much time as all kicks and drifts.
void Stepper::finish_step(State& state, double long_kick, double short_kick,
                          std::optional<double> seconds) {
  const auto [sum, max_acceleration] = finish_kicks(state, static_cast<float>(long_kick),
                                                    static_cast<float>(short_kick), num_threads_);
  if (!has_ranks()) {
    state.global_sums = {state.particles.size(), sum, max_acceleration};
    return;
  }
  const int ranks = comm_->num_ranks(), rank = comm_->rank();
  std::vector<double> sums(2 + 2 * ranks);  // then one slot per rank: max acceleration; seconds
  sums[0] = static_cast<double>(state.particles.size());
  sums[1] = sum;
  sums[2 + rank] = max_acceleration;
  sums[2 + ranks + rank] = seconds.value_or(0);
  comm_->all_reduce(core::elements(sums), core::elements(sums), core::Reduction::kSum).wait();
  const std::span<const double> of_ranks = std::span(sums).subspan(2);
  state.global_sums = {
      .num_particles = static_cast<int64_t>(sums[0]),
      .momentum_square = sums[1],
      .max_acceleration = static_cast<float>(std::ranges::max(of_ranks.first(ranks)))};
  const auto all = of_ranks.last(ranks);
  if (seconds) update_balance({all.begin(), all.end()});
}

void Stepper::update_balance(const std::vector<double>& all) {
  double sum = 0;
  for (const double s : all) sum += s;
  counts_.slowest_seconds += std::ranges::max(all);
  counts_.mean_seconds += sum / static_cast<double>(all.size());
  if (!measured_) return;
  // The cost of a change is small: particles migrate after every step anyway.
  const core::Verdict verdict = core::observe(
      balance_, {.ratio = shares_, .seconds = all, .moving = {}, .steps_left = 100, .caps = {}});
  balance_ = verdict.balance;
  if (verdict.ratio) set_balance(*verdict.ratio, balance_);
}

void Stepper::set_balance(const core::Ratio& shares, const core::Balance& balance) {
  shares_ = shares;
  balance_ = balance;
  reassign_mesh();
}

// Redistributes the mesh by the current shares, unless it is close already; forces stay identical
// to the old_acceleration bit. Equal planes are given up only for clearly different speeds, since
// timings are noisy.
void Stepper::reassign_mesh() {
  constexpr double kNear = 0.1, kClearlyHeterogeneous = 1.25;
  const LongRangeSettings& mesh = gravity_.settings().mesh;
  const core::Ratio now = gravity_.mesh_shares();
  const bool is_equal = std::ranges::max(now) - std::ranges::min(now) < kNear;
  const double work = mesh_work(mesh);
  const double all = work + (particle_work_ > 0 ? particle_work_ : work);
  const core::Ratio target =
      mesh_shares(shares_, work / all, is_equal ? kClearlyHeterogeneous : kHeterogeneous);
  double moved = 0;
  for (size_t r = 0; r < now.size(); ++r) moved = std::max(moved, std::abs(target[r] - now[r]));
  if (moved > kNear) gravity_.set_mesh_shares(target);
}

}  // namespace motley::nbody
