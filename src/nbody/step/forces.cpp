// The forces of a State: its order, its domains, mesh and short range side by side.
#include <algorithm>
#include <cmath>
#include <functional>
#include <future>
#include <numeric>
#include <optional>
#include <utility>

#include "core/base/error.h"
#include "core/base/threads.h"
#include "core/comm/arrays.h"
#include "nbody/domain/hilbert.h"
#include "nbody/step/advance.h"
#include "nbody/step/shares.h"
#include "nbody/step/stretch.h"

namespace motley::nbody {
namespace {

AccelerationSpans view(AccelerationArrays& a) { return {a[0], a[1], a[2]}; }

// |acceleration| of each particle.
std::vector<float> total_sizes(const State& state, int num_threads) {
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

// p += long_kick far + short_kick near; the sum of p^2, and the largest acceleration. By blocks, so
// that nothing depends on the number of threads.
struct Kicked {
  double momentum_square = 0;
  float largest = 0;
};
constexpr int64_t kBlock = 4096;

Kicked kick_block(State& state, int64_t begin, int64_t end, float long_kick, float short_kick) {
  constexpr int kLanes = 8;
  std::array<double, kLanes> sums = {};
  std::array<float, kBlock> squares = {};  // of the accelerations
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
    all.largest = std::max(all.largest, block.largest);
  }
  return all;
}

// From one thread to another, once; what is given again is not new.
class Signal {
 public:
  void give() {
    if (!std::exchange(given_, true)) promise_.set_value();
  }
  void wait() {
    const core::BusyClock::Rest rest;
    future_.wait();
  }

 private:
  bool given_ = false;
  std::promise<void> promise_;
  std::future<void> future_ = promise_.get_future();
};

}  // namespace

// By key, with `last` alongside; on several ranks, each particle at its owner.
Route Stepper::sort(State& state, std::vector<float>& last) {
  Stretch all(counts_.sort_seconds, trace_, walk_track_, "sort");
  const bool known = !state.cuts.empty();  // what `last` is
  state.keys = {};
  KeyOrder sorted = hilbert_order(spans(state.particles.position), num_threads_);
  if (!has_ranks()) {
    reorder(state.particles, sorted.order, num_threads_);
    reorder(last, sorted.order);
    state.keys = std::move(sorted.keys);
    return Route(std::move(sorted.order));
  }
  const double begin = now_seconds();
  cut(state, sorted.keys, sorted.order);
  std::vector<std::vector<float>*> more;
  if (known) more.push_back(&last);
  const Route route =
      move_particles(*comm_, state.cuts, sorted, state.particles, more, num_threads_);
  state.keys = std::move(sorted.keys);
  state.spread = spread_of(*comm_, state.cuts, state.keys);
  state.work.assign(state.particles.size(), 0.0f);
  counts_.exchange_seconds += now_seconds() - begin;
  counts_.sort_seconds -= now_seconds() - begin;
  return route;
}

// Domains by the work that is known, of mesh and particles; of the particles that lie in this
// order.
void Stepper::cut(State& state, std::span<const uint64_t> keys, std::span<const uint32_t> order) {
  state.work.resize(keys.size());
  const LongRangeSettings& mesh = gravity_.settings().mesh;
  const auto shares_of = [&](double all) {
    if (all == 0) all = first_work(mesh, sum_over_ranks(std::ssize(keys)));
    particle_work_ = all;
    return particle_shares(shares_, gravity_.mesh_shares(), mesh_work(mesh), all);
  };
  state.cuts = balanced_cuts(*comm_, keys, {state.work, order}, shares_of, kTaskParticles);
}

void Stepper::spread(State& state) {
  if (!has_ranks()) return close(state, 0, 0, {});
  if (std::ssize(state.cuts) != comm_->num_ranks() + 1) cut(state, state.keys, {});
  std::vector<std::vector<float>*> more = {&state.work};
  for (auto& axis : state.long_range) more.push_back(&axis);
  for (auto& axis : state.short_range) more.push_back(&axis);
  KeyOrder sorted{.order = std::vector<uint32_t>(state.keys.size()), .keys = {}};
  std::iota(sorted.order.begin(), sorted.order.end(), 0u);
  sorted.keys = std::move(state.keys);
  move_particles(*comm_, state.cuts, sorted, state.particles, more, num_threads_);
  state.keys = std::move(sorted.keys);
  state.spread = spread_of_set(state, state.keys);
  close(state, 0, 0, {});
}

SetSpread Stepper::spread_of_set(const State& state, std::span<const uint64_t> keys,
                                 int64_t only_counted) {
  Stretch exchange(counts_.exchange_seconds, trace_, exchange_track_, "count");
  return spread_of(*comm_, state.cuts, keys, only_counted);
}

// The short range among the particles of a set, which come back as they were. On several ranks the
// pairs of each are added to `work`. `before_walk` is called when all that others wait for is sent.
void Stepper::pull(State& state, const SetSpread& spread, int64_t tick, SetParticles& set,
                   AccelerationArrays& acceleration, std::vector<float>& work,
                   const std::function<void()>& before_walk) {
  const auto own = std::ssize(set.keys);
  const int num_threads = core::threads_for(num_threads_, own, 128);
  Surroundings around{.own_begin = 0, .own_end = own, .far = {}};
  if (has_ranks()) {
    Stretch exchange(counts_.exchange_seconds, trace_, exchange_track_, "ghosts");
    around = add_ghosts(*comm_, state.cuts, spread, set,
                        gravity_.surroundings(state.particles.box, num_threads));
    work.resize(own);
  }
  if (before_walk) before_walk();
  for (auto& axis : acceleration) axis.resize(own);
  if (own > 0) {
    const core::ScopedSpan span(trace_, walk_track_, "short range");
    ShortRangeCounts done =
        gravity_.short_range(line_.scale_factor(tick),
                             {.keys = set.keys,
                              .position = spans(set.position),
                              .last_acceleration = set.last,
                              .far = around.far,
                              .own_begin = around.own_begin,
                              .own_end = around.own_end,
                              .work = work},
                             state.particles.mass, view(acceleration), num_threads);
    // What all do is done once; their time is each one's.
    if (is_alone_ && comm_->rank() > 0) {
      done = {.tree_seconds = done.tree_seconds, .walk_seconds = done.walk_seconds};
    }
    counts_.short_range += done;
  }
  ++counts_.sub_steps;
  if (!has_ranks()) return;
  counts_.num_ghosts = std::max(counts_.num_ghosts, std::ssize(set.keys) - own);
  remove_ghosts(around, set);
}

// The short range of all particles.
void Stepper::pull_all(State& state, std::vector<float> last,
                       const std::function<void()>& before_walk) {
  SetParticles set;
  set.position = std::move(state.particles.position);
  set.keys = std::move(state.keys);
  set.last = std::move(last);
  std::vector<float> work = std::move(state.work);
  pull(state, state.spread, state.tick, set, state.short_range, work, before_walk);
  state.work = std::move(work);
  state.particles.position = std::move(set.position);
  state.keys = std::move(set.keys);
}

// The long range, of particles as they lie.
void Stepper::find_long_range(State& state, AccelerationArrays& found,
                              const LongRange::Hooks& hooks) {
  Stretch mesh(counts_.mesh_seconds, trace_, mesh_track_, "mesh");
  const double exchanged = gravity_.exchange_seconds();
  gravity_.long_range(state.particles, found, num_threads_, hooks);
  counts_.mesh_exchange_seconds += gravity_.exchange_seconds() - exchanged;
}

// Sorts the particles by where they are now, and sets both accelerations.
void Stepper::find_forces(State& state) {
  const bool first = state.keys.empty() && state.cuts.empty();
  if (has_ranks() && !first) return find_forces_together(state);
  std::vector<float> last = first ? std::vector<float>() : total_sizes(state, num_threads_);
  state.short_range = {};
  state.long_range = {};
  find_long_range(state, state.long_range, {});
  const Route route = sort(state, last);
  for (auto& axis : state.long_range) {
    if (has_ranks()) {
      Route::Carried carried = route.send(*comm_, axis);
      route.finish(carried, axis);
    } else {
      route.finish(axis);
    }
  }
  pull_all(state, std::move(last));
  // Where no accelerations were known yet, cells were opened by angle, to know them.
  if (first) {
    std::ranges::fill(state.work, 0.0f);
    pull_all(state, total_sizes(state, num_threads_));
  }
}

// The same on several ranks, where the mesh works beside the sort and the short range. It takes the
// particles as they lay before, which is one order on all ranks too, so it need not wait for the
// sort; what it finds takes their way, axis after axis. Where one rank has the mesh, it waits for
// nothing but the others' positions: these go first. There the short range stands back until the
// mesh is done, for which the others wait.
//
//   mesh         send | deposit, transforms | x, its way | y, its way | z, its way |
//   this thread       | sort | ghosts | short range                                | close
//   .. the owner's    | sort | ghosts |                               | short range  | close
void Stepper::find_forces_together(State& state) {
  Signal sent, found_all;
  std::promise<const Route*> routed;
  const std::shared_future<const Route*> way = routed.get_future().share();
  AccelerationArrays found;
  std::future<void> mesh = std::async(std::launch::async, [&] {
    const core::BusyClock::Work work(busy_);
    try {
      Route::Carried carried;  // of the axis before
      const auto finish = [&](int axis) { way.get()->finish(carried, found[axis]); };
      const auto carry = [&](int axis) {
        if (axis == 2) found_all.give();
        {
          const core::BusyClock::Rest rest;
          way.wait();
        }
        if (axis > 0) finish(axis - 1);
        carried = way.get()->send(*mesh_comm_, found[axis]);
      };
      find_long_range(state, found, {.sent = [&] { sent.give(); }, .found = carry});
      finish(2);
    } catch (...) {
      sent.give();
      found_all.give();
      throw;
    }
  });
  // Positions are sorted where they are, so when the mesh has taken them.
  sent.wait();
  Route route;
  std::vector<float> last;
  try {
    last = total_sizes(state, num_threads_);
    state.short_range = {};
    state.long_range = {};
    route = sort(state, last);
  } catch (...) {
    routed.set_exception(std::current_exception());
    throw;
  }
  routed.set_value(&route);
  const bool has_mesh = gravity_.mesh_shares()[comm_->rank()] == 1;
  pull_all(state, std::move(last), [&] {
    if (has_mesh) found_all.wait();
  });
  {
    const core::BusyClock::Rest rest;
    mesh.get();
  }
  state.long_range = std::move(found);
}

// The last kicks of a step, and what the next one depends on, in one pass over the particles; and
// with what this one has taken, shares for the next ones. One collective for both: on a slow rank
// each costs as long as a push.
void Stepper::close(State& state, double long_kick, double short_kick,
                    std::optional<double> seconds) {
  const auto [sum, most] = finish_kicks(state, static_cast<float>(long_kick),
                                        static_cast<float>(short_kick), num_threads_);
  if (!has_ranks()) {
    state.agreed = {state.particles.size(), sum, most};
    return;
  }
  const int ranks = comm_->num_ranks(), rank = comm_->rank();
  std::vector<double> sums(2 + 2 * ranks);  // and a place for each rank's own
  sums[0] = static_cast<double>(state.particles.size());
  sums[1] = sum;
  sums[2 + rank] = most;
  sums[2 + ranks + rank] = seconds.value_or(0);
  comm_->all_reduce(core::elements(sums), core::elements(sums), core::Reduction::kSum).wait();
  const std::span<const double> of_ranks = std::span(sums).subspan(2);
  state.agreed = {.num_particles = static_cast<int64_t>(sums[0]),
                  .momentum_square = sums[1],
                  .largest = static_cast<float>(std::ranges::max(of_ranks.first(ranks)))};
  const auto all = of_ranks.last(ranks);
  if (seconds) balance_step({all.begin(), all.end()});
}

void Stepper::balance_step(const std::vector<double>& all) {
  double sum = 0;
  for (const double s : all) sum += s;
  counts_.slowest_seconds += std::ranges::max(all);
  counts_.mean_seconds += sum / static_cast<double>(all.size());
  if (!measured_) return;
  // What a move takes is small: particles move after every step.
  const core::Verdict verdict = core::observe(
      balance_, {.ratio = shares_, .seconds = all, .moving = {}, .steps_left = 100, .caps = {}});
  balance_ = verdict.balance;
  if (verdict.ratio) set_balance(*verdict.ratio, balance_);
}

void Stepper::set_balance(const core::Ratio& shares, const core::Balance& balance) {
  shares_ = shares;
  balance_ = balance;
  share_mesh();
}

// The mesh goes where these shares want it, unless it is nearly there; forces stay the same to the
// last bit. Equal planes are given up for speeds that differ clearly: clocks are not exact.
void Stepper::share_mesh() {
  constexpr double kNear = 0.1, kClearlyUnlike = 1.25;
  const LongRangeSettings& mesh = gravity_.settings().mesh;
  const core::Ratio now = gravity_.mesh_shares();
  const bool is_equal = std::ranges::max(now) - std::ranges::min(now) < kNear;
  const double work = mesh_work(mesh);
  const double all = work + (particle_work_ > 0 ? particle_work_ : work);
  const core::Ratio wanted = mesh_shares(shares_, work / all, is_equal ? kClearlyUnlike : kUnlike);
  double moved = 0;
  for (size_t r = 0; r < now.size(); ++r) moved = std::max(moved, std::abs(wanted[r] - now[r]));
  if (moved > kNear) gravity_.set_mesh_shares(wanted);
}

}  // namespace motley::nbody
