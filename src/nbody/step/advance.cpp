#include "nbody/step/advance.h"

#include <algorithm>
#include <bit>
#include <chrono>
#include <cmath>
#include <numeric>

#include "core/base/error.h"
#include "core/base/threads.h"
#include "nbody/cosmology/factors.h"
#include "nbody/domain/hilbert.h"

namespace motley::nbody {
namespace {

double now_seconds() {
  return std::chrono::duration<double>(std::chrono::steady_clock::now().time_since_epoch()).count();
}

AccelerationSpans view(AccelerationArrays& a) { return {a[0], a[1], a[2]}; }

void resize(AccelerationArrays& a, int64_t count) {
  for (auto& axis : a) axis.resize(count);
}

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

// p += factor * acceleration of the particles at `places`.
void kick_set(State& state, const std::vector<uint32_t>& places,
              const AccelerationArrays& acceleration, double factor) {
  const auto f = static_cast<float>(factor);
  for (int axis = 0; axis < 3; ++axis) {
    float* p = state.particles.momentum[axis].data();
    const float* a = acceleration[axis].data();
    for (size_t i = 0; i < places.size(); ++i) p[places[i]] += f * a[i];
  }
}

// The forces between a fast particle and its slow neighbours kick with the slow ones' step, where
// Gadget-2 takes the fast one's; for the same accuracy at the same eta steps are this much shorter.
constexpr double kShorter = 0.7;

// Two halves cost as many forces as the whole and F's own ones where F is a third: from there on
// all go by halves.
constexpr double kAllFaster = 1.0 / 3;

}  // namespace

// Particles that are kicked together: their places in the State, rising, and what pulls them.
struct Stepper::ActiveSet {
  std::vector<uint32_t> places;
  AccelerationArrays own;    // by the particles of the set
  AccelerationArrays rest;   // all else, as last known
  std::vector<bool> leaves;  // in F, which goes its own way
  bool whole = false;        // all particles

  int64_t size() const { return static_cast<int64_t>(places.size()); }
  float total(int64_t i) const {
    float sum = 0;
    for (int axis = 0; axis < 3; ++axis) {
      const float a = own[axis][i] + rest[axis][i];
      sum += a * a;
    }
    return std::sqrt(sum);
  }
};

Stepper::Stepper(Gravity& gravity, const Cosmology& cosmology, const TimeLine& line,
                 const StepSettings& settings, int num_threads)
    : gravity_(gravity),
      cosmology_(cosmology),
      line_(line),
      settings_(settings),
      num_threads_(num_threads) {}

double Stepper::kick(int64_t from, int64_t to) const {
  return kick_factor(cosmology_, line_.scale_factor(from), line_.scale_factor(to));
}

State Stepper::start(Particles particles) {
  State state;
  state.tick = line_.tick(particles.scale_factor);
  state.particles = std::move(particles);
  find_forces(state);
  return state;
}

// Sorts the particles by where they are now, and sets both accelerations.
void Stepper::find_forces(State& state) {
  Particles& particles = state.particles;
  const int64_t count = particles.size();
  const bool first = state.keys.empty();
  double begin = now_seconds();
  std::vector<float> last = first ? std::vector<float>() : total_sizes(state, num_threads_);
  KeyOrder sorted = hilbert_order(spans(particles.position), num_threads_);
  reorder(particles, sorted.order, num_threads_);
  if (!first) {
    std::vector<float> by_key(count);
    for (int64_t i = 0; i < count; ++i) by_key[i] = last[sorted.order[i]];
    last.swap(by_key);
  }
  state.keys = std::move(sorted.keys);
  counts_.sort_seconds += now_seconds() - begin;

  resize(state.long_range, count);
  resize(state.short_range, count);
  begin = now_seconds();
  gravity_.long_range(particles, view(state.long_range), num_threads_);
  counts_.mesh_seconds += now_seconds() - begin;
  // Where no accelerations are known yet, cells are opened by angle, to know them.
  for (int round = first ? 0 : 1; round < 2; ++round) {
    counts_.short_range += gravity_.short_range(
        line_.scale_factor(state.tick),
        {.keys = state.keys, .position = spans(particles.position), .last_acceleration = last},
        particles.mass, view(state.short_range), num_threads_);
    ++counts_.sub_steps;
    if (round == 0) last = total_sizes(state, num_threads_);
  }
}

int64_t Stepper::next_step(const State& state) const {
  const double a = line_.scale_factor(state.tick);
  double sum = 0;
  for (const auto& axis : state.particles.momentum) {
    for (float p : axis) sum += static_cast<double>(p) * p;
  }
  const auto count = static_cast<double>(state.particles.size());
  const double limit = std::min(mean_separation(state.particles.box, state.particles.size()),
                                gravity_.split_length());
  double step = settings_.max_dlna;
  if (sum > 0) {
    // dx = p dt / a^2, dt = d ln a / H
    step = std::min(step, settings_.max_rms_displacement * limit * a * a * hubble(cosmology_, a) /
                              std::sqrt(sum / count));
  }
  // As Gadget's: a power of two, and in step with the time line.
  const auto ticks = std::max<int64_t>(1, static_cast<int64_t>(step / line_.log_per_tick()));
  int64_t power = static_cast<int64_t>(std::bit_floor(static_cast<uint64_t>(ticks)));
  while (state.tick % power != 0) power /= 2;
  return power;
}

void Stepper::drift(State& state, const ActiveSet& set, int64_t from, int64_t to) {
  const double factor = drift_factor(cosmology_, line_.scale_factor(from), line_.scale_factor(to)) /
                        state.particles.box.unit();
  core::parallel_for(
      set.size() < 4096 ? 1 : num_threads_, set.size(), [&](int64_t begin, int64_t end, int) {
        for (int axis = 0; axis < 3; ++axis) {
          uint32_t* x = state.particles.position[axis].data();
          const float* p = state.particles.momentum[axis].data();
          for (int64_t i = begin; i < end; ++i) {
            if (set.leaves[i]) continue;
            const uint32_t at = set.places[i];
            x[at] += static_cast<uint32_t>(static_cast<int64_t>(std::llrint(p[at] * factor)));
          }
        }
      });
}

// The set's own forces, where its particles are now.
void Stepper::evaluate(State& state, ActiveSet& set, int64_t tick) {
  const int64_t count = set.size();
  std::array<std::vector<uint32_t>, 3> position;
  std::vector<uint64_t> keys(count);
  std::vector<float> last(count);
  for (int axis = 0; axis < 3; ++axis) {
    position[axis].resize(count);
    for (int64_t i = 0; i < count; ++i) {
      position[axis][i] = state.particles.position[axis][set.places[i]];
    }
  }
  const bool known = !set.own[0].empty();
  for (int64_t i = 0; i < count; ++i) {
    keys[i] = state.keys[set.places[i]];
    last[i] = known ? set.total(i) : 0.0f;
  }
  resize(set.own, count);
  counts_.short_range +=
      gravity_.short_range(line_.scale_factor(tick),
                           {.keys = keys, .position = spans(position), .last_acceleration = last},
                           state.particles.mass, view(set.own), count < 1024 ? 1 : num_threads_);
  ++counts_.sub_steps;
}

// Which of the set want steps below `ticks`.
std::vector<uint32_t> Stepper::faster(const ActiveSet& set, int64_t tick, int64_t ticks) const {
  std::vector<uint32_t> members;
  if (ticks < 2) return members;
  const double a = line_.scale_factor(tick), h = hubble(cosmology_, a);
  const double step = static_cast<double>(ticks) * line_.log_per_tick();
  // d ln a < step  <=>  |acceleration| > 2 eta a^3 eps H^2 / step^2; see kShorter
  const auto limit = static_cast<float>(2 * kShorter * kShorter * settings_.eta * a * a * a *
                                        gravity_.epsilon(a) * h * h / (step * step));
  for (int64_t i = 0; i < set.size(); ++i) {
    if (set.total(i) > limit) members.push_back(static_cast<uint32_t>(i));
  }
  return members;
}

// The members as a set of their own, with the forces among them at `tick`.
Stepper::ActiveSet Stepper::take_out(State& state, ActiveSet& set,
                                     const std::vector<uint32_t>& members, int64_t tick) {
  ActiveSet fast;
  const auto count = static_cast<int64_t>(members.size());
  resize(fast.rest, count);
  for (int64_t i = 0; i < count; ++i) {
    const uint32_t m = members[i];
    set.leaves[m] = true;
    fast.places.push_back(set.places[m]);
    for (int axis = 0; axis < 3; ++axis) {
      fast.rest[axis][i] = set.own[axis][m] + set.rest[axis][m];
    }
  }
  for (auto& axis : fast.own) axis.assign(count, 0.0f);  // so far the total is in `rest`
  evaluate(state, fast, tick);
  for (int axis = 0; axis < 3; ++axis) {
    for (int64_t i = 0; i < count; ++i) fast.rest[axis][i] -= fast.own[axis][i];
  }
  return fast;
}

// Takes the set over `ticks`. Its own forces are those at `tick` on entry and those at the end on
// return; at the end of the top step they are left to find_forces, as the last kick is.
void Stepper::advance_set(State& state, ActiveSet& set, int64_t tick, int64_t ticks, int depth) {
  const int64_t middle = tick + ticks / 2, end = tick + ticks;
  counts_.deepest = std::max(counts_.deepest, depth);
  const std::vector<uint32_t> members = faster(set, tick, ticks);
  if (static_cast<double>(members.size()) > kAllFaster * static_cast<double>(set.size())) {
    advance_set(state, set, tick, middle - tick, depth + 1);
    advance_set(state, set, middle, end - middle, depth + 1);
    return;
  }
  set.leaves.assign(set.size(), false);
  kick_set(state, set.places, set.own, kick(tick, middle));
  if (members.empty()) {
    drift(state, set, tick, end);
  } else {
    ActiveSet fast = take_out(state, set, members, tick);
    kick_set(state, fast.places, fast.own, -kick(tick, middle));
    drift(state, set, tick, end);
    advance_set(state, fast, tick, middle - tick, depth + 1);
    advance_set(state, fast, middle, end - middle, depth + 1);
    kick_set(state, fast.places, fast.own, -kick(middle, end));
  }
  if (set.whole && end == top_end_) {
    last_kick_ = kick(middle, end);
    return;
  }
  evaluate(state, set, end);
  kick_set(state, set.places, set.own, kick(middle, end));
}

void Stepper::advance(State& state, int64_t ticks) {
  MOTLEY_CHECK(ticks > 0 && state.tick + ticks <= TimeLine::kTicks, "a step of {} ticks", ticks);
  const int64_t middle = state.tick + ticks / 2, end = state.tick + ticks;
  const double begin = now_seconds();
  const ShortRangeCounts before = counts_.short_range;
  ActiveSet all;
  all.places.resize(state.particles.size());
  std::iota(all.places.begin(), all.places.end(), 0u);
  all.own = state.short_range;
  all.rest = state.long_range;
  all.whole = true;
  top_end_ = end;
  kick_set(state, all.places, state.long_range, kick(state.tick, middle));
  advance_set(state, all, state.tick, ticks, 0);
  const double push = now_seconds() - begin;
  counts_.push_seconds += push - (counts_.short_range.tree_seconds - before.tree_seconds) -
                          (counts_.short_range.walk_seconds - before.walk_seconds);
  state.tick = end;
  state.particles.scale_factor = line_.scale_factor(end);
  ++state.num_steps;
  ++counts_.top_steps;
  find_forces(state);
  kick_set(state, all.places, state.long_range, kick(middle, end));
  kick_set(state, all.places, state.short_range, last_kick_);
}

}  // namespace motley::nbody
