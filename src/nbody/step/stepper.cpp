#include "nbody/step/stepper.h"

#include <fmt/format.h>

#include <algorithm>
#include <bit>
#include <cmath>
#include <numeric>

#include "core/base/clock.h"
#include "core/base/error.h"
#include "core/base/threads.h"
#include "core/comm/arrays.h"
#include "nbody/cosmology/kick_drift.h"
#include "nbody/device/device_tasks.h"
#include "nbody/step/device_steps.h"
#include "nbody/step/scoped_timer.h"
#include "nbody/step/step_engine.h"

namespace motley::nbody {
namespace {

// Forces between a particle with a short step and its neighbours with a long step kick with the
// long step, where Gadget-2 uses the short one. For the same accuracy at the same eta, steps are
// shorter by this factor.
constexpr double kStepFactor = 0.7;

// Sets of at most this many particles are replicated: each rank advances all of them. On 16 ranks
// of one host, counting a set and importing its ghosts takes 0.3 ms, about the time of the forces
// of 2000 particles on one of them; over a network the exchange takes longer.
constexpr int64_t kReplicatedLimit = 4096;

// Two half steps of S cost as many forces as one step of S plus the steps of F if F is a third of
// S: above this fraction all of S takes half steps.
constexpr double kHalveAllFraction = 1.0 / 3;

// The nearest integer, modulo 2^32: adding 1.5 * 2^52 moves it into the low bits of the double. For
// magnitudes below 2^51.
uint32_t nearest_integer_mod_2_32(double steps) {
  return static_cast<uint32_t>(std::bit_cast<uint64_t>(steps + 0x1.8p52));
}

// Seconds of everything but kicks and drifts.
double phase_seconds(const StepCounts& c) {
  return c.mesh_seconds + c.sort_seconds + c.short_range.tree_seconds + c.short_range.walk_seconds;
}

// A particle of a replicated set, as it is gathered: with its momentum, and the acceleration that
// selects its time bin. 32-bit words only.
struct PackedParticle {
  uint32_t position[3], key_low, key_high;
  float momentum[3], acceleration[3];
};

// A step of one tick cannot be halved. As in Gadget, the run ends: with 2^29 of them it would take
// for ever, and the orbits would be wrong.
core::UserError too_fast(double a, int64_t num_particles, double step_length) {
  return core::UserError(fmt::format(
      "at z = {:.4g} {} accelerated so much that time steps of 2^-29 of the run are too long: "
      "the softening ({:.3g}) is too small, or positions coincide",
      1 / a - 1,
      num_particles == 1 ? "1 particle is" : fmt::format("{} particles are", num_particles),
      step_length));
}

}  // namespace

// Particles that are kicked together: their indices in the State, increasing, and their
// accelerations.
struct Stepper::ActiveSet {
  std::vector<uint32_t> indices;    // empty for all particles
  AccelerationArrays internal;      // from the particles of the set
  AccelerationArrays external;      // from all others, as last computed
  std::vector<uint8_t> in_subset;   // in F, the extracted subset; empty if there is none
  bool is_global = false;           // all particles of the Box
  SubsetDistribution distribution;  // over the ranks; on one rank only its total

  int64_t size() const { return static_cast<int64_t>(external[0].size()); }
  uint32_t index(int64_t i) const { return is_global ? static_cast<uint32_t>(i) : indices[i]; }
  float total_acceleration(int64_t i) const {
    const bool known = !internal[0].empty();  // otherwise all of it is in `external`
    float sum = 0;
    for (int axis = 0; axis < 3; ++axis) {
      const float a = known ? internal[axis][i] + external[axis][i] : external[axis][i];
      sum += a * a;
    }
    return std::sqrt(sum);
  }

  // p += factor * acceleration
  void kick(State& state, const AccelerationArrays& acceleration, double factor,
            int num_threads) const {
    const auto f = static_cast<float>(factor);
    parallel_for(num_threads, [&](int64_t begin, int64_t end) {
      for (int axis = 0; axis < 3; ++axis) {
        float* p = state.particles.momentum[axis].data();
        const float* a = acceleration[axis].data();
        if (is_global) {
          for (int64_t i = begin; i < end; ++i) p[i] += f * a[i];
        } else {
          for (int64_t i = begin; i < end; ++i) p[indices[i]] += f * a[i];
        }
      }
    });
  }

  // Loops over the particles, with no more threads than are useful.
  template <class F>
  void parallel_for(int num_threads, const F& f) const {
    core::parallel_for(core::threads_for(num_threads, size(), 1024), size(),
                       [&](int64_t begin, int64_t end, int) { f(begin, end); });
  }
};

Stepper::Stepper(TreePm& gravity, const Cosmology& cosmology, const IntegerTimeline& timeline,
                 const StepSettings& settings, const Workers& workers)
    : gravity_(gravity),
      cosmology_(cosmology),
      timeline_(timeline),
      settings_(settings),
      num_threads_(workers.num_threads),
      comm_(workers.comm && workers.comm->num_ranks() > 1 ? workers.comm : nullptr),
      measured_(workers.measured),
      trace_(workers.trace) {
  if (trace_) {
    const std::string rank = fmt::format("rank {}", comm_ ? comm_->rank() : 0);
    walk_track_ = trace_->track(rank, "short range");
    mesh_track_ = trace_->track(rank, "mesh");
    exchange_track_ = trace_->track(rank, "exchange");
  }
  if (workers.device != "none") {
    if (comm_) {
      const std::span<const int> hosts = comm_->hosts();
      const int rank = comm_->rank();
      tasks_ = std::make_unique<DeviceTasks>(DeviceChoice{
          .name = workers.device,
          .number = static_cast<int>(std::ranges::count(hosts.first(rank), hosts[rank])),
          .num_threads = num_threads_});
    } else {
      device_ = std::make_unique<DeviceSteps>(gravity_, timeline_, workers.device, num_threads_);
    }
  }
  if (!comm_) return;
  mesh_comm_ = comm_->split(0, comm_->rank());
  std::vector<double> speeds = workers.speeds;
  if (speeds.empty()) speeds.assign(comm_->num_ranks(), 1.0);
  MOTLEY_CHECK(std::ssize(speeds) == comm_->num_ranks(), "{} speeds for {} ranks", speeds.size(),
               comm_->num_ranks());
  shares_ = core::proportional_ratio(speeds).value();
  balance_ = core::begin_balance(speeds, {});
}

double Stepper::kick(int64_t from, int64_t to) const {
  return kick_factor(cosmology_, timeline_.scale_factor(from), timeline_.scale_factor(to));
}

int64_t Stepper::sum_over_ranks(int64_t value) const {
  return comm_ ? core::reduced(*comm_, value, core::Reduction::kSum) : value;
}

State Stepper::start(Particles particles) {
  State state;
  state.tick = timeline_.tick(particles.scale_factor);
  state.particles = std::move(particles);
  if (device_) {
    device_->put(state);
    device_->forces(state.tick, true);
    device_->finish(state, 0, 0);
    state.on_device = {.version = ++device_version_, .is_newer = true};
    device_->count(counts_);
    fetch(state);
    return state;
  }
  compute_forces(state);
  finish_step(state, 0, 0, {});
  return state;
}

int64_t Stepper::next_step(const State& state) const {
  const double a = timeline_.scale_factor(state.tick), sum = state.global_sums.momentum_square;
  const int64_t all = state.global_sums.num_particles;
  const auto count = static_cast<double>(all);
  const double limit = std::min(mean_separation(state.particles.box, all), gravity_.split_length());
  double step = settings_.max_dlna;
  if (sum > 0) {
    // dx = p dt / a^2, dt = d ln a / H
    step = std::min(step, settings_.max_rms_displacement * limit * a * a * hubble(cosmology_, a) /
                              std::sqrt(sum / count));
  }
  if (step < timeline_.log_per_tick()) {
    throw core::UserError(
        fmt::format("at z = {:.4g} the particles move so fast that time steps of 2^-29 of the run "
                    "are too long: are their velocities in the units of the settings?",
                    1 / a - 1));
  }
  // As in Gadget: a power of two, aligned with the timeline.
  const auto ticks = static_cast<int64_t>(
      std::clamp(step / timeline_.log_per_tick(), 1.0, double{IntegerTimeline::kTicks}));
  int64_t power = static_cast<int64_t>(std::bit_floor(static_cast<uint64_t>(ticks)));
  while (state.tick % power != 0) power /= 2;
  return power;
}

void Stepper::drift(State& state, const ActiveSet& set, double factor) {
  // If all particles drift, which is the expensive case, the loop vectorizes.
  const bool all = set.is_global && set.in_subset.empty();
  set.parallel_for(num_threads_, [&](int64_t begin, int64_t end) {
    for (int axis = 0; axis < 3; ++axis) {
      uint32_t* x = state.particles.position[axis].data();
      const float* p = state.particles.momentum[axis].data();
      if (all) {
        for (int64_t i = begin; i < end; ++i) x[i] += nearest_integer_mod_2_32(p[i] * factor);
        continue;
      }
      for (int64_t i = begin; i < end; ++i) {
        if (!set.in_subset.empty() && set.in_subset[i]) continue;
        const uint32_t at = set.index(i);
        x[at] += nearest_integer_mod_2_32(p[at] * factor);
      }
    }
  });
}

// The forces within the set at the current positions.
void Stepper::evaluate(State& state, ActiveSet& set, int64_t tick) {
  const int64_t count = set.size();
  SubsetParticles particles;
  particles.old_acceleration.resize(count);
  set.parallel_for(num_threads_, [&](int64_t begin, int64_t end) {
    for (int64_t i = begin; i < end; ++i) particles.old_acceleration[i] = set.total_acceleration(i);
  });
  if (set.is_global) {  // moved, to avoid a copy
    particles.position = std::move(state.particles.position);
    particles.keys = std::move(state.keys);
    short_range_forces(state, set.distribution, tick, particles, set.internal, state.work);
    state.particles.position = std::move(particles.position);
    state.keys = std::move(particles.keys);
    return;
  }
  for (auto& axis : particles.position) axis.resize(count);
  particles.keys.resize(count);
  set.parallel_for(num_threads_, [&](int64_t begin, int64_t end) {
    for (int axis = 0; axis < 3; ++axis) {
      const std::vector<uint32_t>& all = state.particles.position[axis];
      for (int64_t i = begin; i < end; ++i) particles.position[axis][i] = all[set.indices[i]];
    }
    for (int64_t i = begin; i < end; ++i) particles.keys[i] = state.keys[set.indices[i]];
  });
  std::vector<float> work;
  short_range_forces(state, set.distribution, tick, particles, set.internal, work);
  for (int64_t i = 0; i < std::ssize(work); ++i) state.work[set.indices[i]] += work[i];
}

// The acceleration above which a particle needs a step below `ticks`.
float Stepper::acceleration_limit(int64_t tick, int64_t ticks) const {
  const double a = timeline_.scale_factor(tick), h = hubble(cosmology_, a);
  const double step = static_cast<double>(ticks) * timeline_.log_per_tick();
  // d ln a < step  <=>  |acceleration| > 2 eta a^3 eps H^2 / step^2; see kStepFactor
  return static_cast<float>(2 * kStepFactor * kStepFactor * settings_.eta * a * a * a *
                            gravity_.step_length(a) * h * h / (step * step));
}

// Members of the set with an acceleration above the limit, in increasing order.
std::vector<uint32_t> Stepper::select_active(const ActiveSet& set, float limit) const {
  std::vector<uint32_t> members;
  constexpr int64_t kBlock = 1024;
  std::vector<std::vector<uint32_t>> blocks((set.size() + kBlock - 1) / kBlock);
  const int num_threads = core::threads_for(num_threads_, set.size(), 1024);
  core::parallel_for(num_threads, std::ssize(blocks), [&](int64_t begin, int64_t end, int) {
    for (int64_t b = begin; b < end; ++b) {
      for (int64_t i = b * kBlock; i < std::min(set.size(), (b + 1) * kBlock); ++i) {
        if (set.total_acceleration(i) > limit) blocks[b].push_back(static_cast<uint32_t>(i));
      }
    }
  });
  for (const auto& block : blocks) members.insert(members.end(), block.begin(), block.end());
  return members;
}

SubsetDistribution Stepper::distribution_of_members(const State& state, const ActiveSet& set,
                                                    const std::vector<uint32_t>& members) {
  SubsetDistribution distribution{.total = std::ssize(members)};
  if (!has_ranks()) return distribution;
  std::vector<uint64_t> keys(members.size());
  for (size_t i = 0; i < keys.size(); ++i) keys[i] = state.keys[set.index(members[i])];
  return distribution_of(state, keys, kReplicatedLimit);
}

// The members as a set of their own; the forces among them are not computed yet.
Stepper::ActiveSet Stepper::extract_subset(ActiveSet& set, const std::vector<uint32_t>& members,
                                           SubsetDistribution distribution) {
  ActiveSet subset;
  subset.distribution = std::move(distribution);
  set.in_subset.assign(set.size(), 0);
  subset.indices.resize(members.size());
  for (auto& axis : subset.external) axis.resize(members.size());
  subset.parallel_for(num_threads_, [&](int64_t begin, int64_t end) {
    for (int64_t i = begin; i < end; ++i) {
      const uint32_t m = members[i];
      set.in_subset[m] = 1;
      subset.indices[i] = set.index(m);
      for (int axis = 0; axis < 3; ++axis) {
        subset.external[axis][i] = set.internal[axis][m] + set.external[axis][m];
      }
    }
  });
  return subset;
}

// The particles of this rank.
class Stepper::HostEngine final : public StepEngine {
 public:
  HostEngine(Stepper& stepper, State& state, ActiveSet first) : stepper_(stepper), state_(state) {
    sets_.push_back(std::move(first));
  }
  ActiveSet& set(int set) { return sets_[set]; }

  int64_t total(int set) const override { return sets_[set].distribution.total; }
  bool is_global(int set) const override { return sets_[set].is_global; }
  void kick(int set, Acceleration which, double factor) override {
    const ActiveSet& s = sets_[set];
    s.kick(state_, which == Acceleration::kNear ? s.internal : s.external, factor,
           stepper_.num_threads_);
  }
  void drift(int set, double factor) override { stepper_.drift(state_, sets_[set], factor); }
  void evaluate(int set, int64_t tick) override { stepper_.evaluate(state_, sets_[set], tick); }
  int64_t faster(int set, float limit) override {
    members_ = stepper_.select_active(sets_[set], limit);
    distribution_ = stepper_.distribution_of_members(state_, sets_[set], members_);
    return distribution_.total;
  }
  void extract_subset(int set) override {
    ActiveSet subset = stepper_.extract_subset(sets_[set], members_, std::move(distribution_));
    sets_.resize(set + 1);
    sets_.push_back(std::move(subset));
  }
  void put_back(int set) override { sets_[set].in_subset = {}; }
  void subtract(int set) override {
    ActiveSet& s = sets_[set];
    s.parallel_for(stepper_.num_threads_, [&](int64_t first, int64_t last) {
      for (int axis = 0; axis < 3; ++axis) {
        for (int64_t i = first; i < last; ++i) s.external[axis][i] -= s.internal[axis][i];
      }
    });
  }

  std::unique_ptr<StepEngine> replica(int set) override;
  void take_back(int set, StepEngine& copy) override;

 private:
  Stepper& stepper_;
  State& state_;
  State copy_;  // of a replica: its particles
  std::vector<ActiveSet> sets_;
  std::vector<uint32_t> members_;    // that faster() found
  SubsetDistribution distribution_;  // of them
};

// Gathers a small set on all ranks, each of which then advances it without communication.
std::unique_ptr<StepEngine> Stepper::HostEngine::replica(int index) {
  const ActiveSet& subset = sets_[index];
  if (!stepper_.has_ranks() || subset.distribution.total > kReplicatedLimit) return nullptr;
  const Particles& from = state_.particles;
  std::vector<PackedParticle> packed(subset.size());
  for (int64_t i = 0; i < subset.size(); ++i) {
    const uint32_t at = subset.indices[i];
    PackedParticle& t = packed[i];
    t.key_low = static_cast<uint32_t>(state_.keys[at]);
    t.key_high = static_cast<uint32_t>(state_.keys[at] >> 32);
    for (int axis = 0; axis < 3; ++axis) {
      t.position[axis] = from.position[axis][at];
      t.momentum[axis] = from.momentum[axis][at];
      t.acceleration[axis] = subset.external[axis][i];
    }
  }
  {
    ScopedTimer exchange(stepper_.counts_.exchange_seconds, stepper_.trace_,
                         stepper_.exchange_track_, "small set");
    packed = core::gathered(*stepper_.comm_, packed, subset.distribution.counts);
  }
  const auto count = static_cast<int64_t>(packed.size());
  State small;
  small.particles = {.box = from.box, .mass = from.mass, .scale_factor = from.scale_factor};
  resize(small.particles, count);
  small.keys.resize(count);
  ActiveSet set;
  set.distribution.total = count;
  set.indices.resize(count);
  std::iota(set.indices.begin(), set.indices.end(), 0u);
  for (auto& axis : set.external) axis.resize(count);
  for (int64_t i = 0; i < count; ++i) {
    const PackedParticle& t = packed[i];
    small.keys[i] = uint64_t{t.key_high} << 32 | t.key_low;
    for (int axis = 0; axis < 3; ++axis) {
      small.particles.position[axis][i] = t.position[axis];
      small.particles.momentum[axis][i] = t.momentum[axis];
      set.external[axis][i] = t.acceleration[axis];
    }
  }
  copy_ = std::move(small);
  stepper_.is_replicated_ = true;
  return std::make_unique<HostEngine>(stepper_, copy_, std::move(set));
}

void Stepper::HostEngine::take_back(int index, StepEngine&) {
  stepper_.is_replicated_ = false;
  const ActiveSet& subset = sets_[index];
  const auto first =
      std::accumulate(subset.distribution.counts.begin(),
                      subset.distribution.counts.begin() + stepper_.comm_->rank(), int64_t{0});
  for (int64_t i = 0; i < subset.size(); ++i) {
    for (int axis = 0; axis < 3; ++axis) {
      state_.particles.position[axis][subset.indices[i]] =
          copy_.particles.position[axis][first + i];
      state_.particles.momentum[axis][subset.indices[i]] =
          copy_.particles.momentum[axis][first + i];
    }
  }
}

// Advances an extracted subset by two half steps over the step of its parent set. Forces of the
// subset on itself, by which the parent kicks it too, belong to the half steps alone.
void Stepper::advance_subset(StepEngine& engine, int subset, int64_t tick, int64_t ticks,
                             int time_bin) {
  const int64_t middle = tick + ticks / 2, end = tick + ticks;
  engine.evaluate(subset, tick);
  engine.subtract(subset);
  engine.kick(subset, Acceleration::kNear, -kick(tick, middle));
  advance_set(engine, subset, tick, middle - tick, time_bin);
  advance_set(engine, subset, middle, end - middle, time_bin);
  engine.kick(subset, Acceleration::kNear, -kick(middle, end));
}

// Advances the set over `ticks`. Its internal forces are those at `tick` on entry and those at the
// end on return; at the end of the global step they are left to compute_forces, as is the last
// kick.
void Stepper::advance_set(StepEngine& engine, int set, int64_t tick, int64_t ticks, int time_bin) {
  const int64_t middle = tick + ticks / 2, end = tick + ticks;
  counts_.deepest_time_bin = std::max(counts_.deepest_time_bin, time_bin);
  const float limit = acceleration_limit(tick, ticks);
  // Usually no particle needs a shorter step at the start of a global step, and all ranks know it.
  const bool none_active = tick == global_begin_ && time_bin == 0 && begin_acceleration_ <= limit;
  const int64_t num_members = none_active ? 0 : engine.faster(set, limit);
  if (num_members > 0 && ticks < 2) {
    const double a = timeline_.scale_factor(tick);
    throw too_fast(a, num_members, gravity_.step_length(a));
  }
  if (static_cast<double>(num_members) >
      kHalveAllFraction * static_cast<double>(engine.total(set))) {
    advance_set(engine, set, tick, middle - tick, time_bin + 1);
    advance_set(engine, set, middle, end - middle, time_bin + 1);
    return;
  }
  engine.kick(set, Acceleration::kNear, kick(tick, middle));
  engine.put_back(set);
  if (num_members > 0) {
    engine.extract_subset(set);
    if (const auto small = engine.replica(set + 1)) {
      advance_subset(*small, 0, tick, ticks, time_bin + 1);
      engine.take_back(set + 1, *small);
    } else {
      advance_subset(engine, set + 1, tick, ticks, time_bin + 1);
    }
  }
  engine.drift(set,
               drift_factor(cosmology_, timeline_.scale_factor(tick), timeline_.scale_factor(end)) /
                   box_unit_);
  engine.put_back(set);
  if (engine.is_global(set) && end == global_end_) {
    last_kick_ = kick(middle, end);
    return;
  }
  engine.evaluate(set, end);
  engine.kick(set, Acceleration::kNear, kick(middle, end));
}

void Stepper::advance(State& state, int64_t ticks) {
  MOTLEY_CHECK(ticks > 0 && state.tick + ticks <= IntegerTimeline::kTicks, "step of {} ticks",
               ticks);
  global_begin_ = state.tick;
  global_end_ = state.tick + ticks;
  begin_acceleration_ = state.global_sums.max_acceleration;
  box_unit_ = state.particles.box.unit();
  if (device_) {
    advance_on_device(state, ticks);
  } else {
    advance_on_host(state, ticks);
  }
  ++counts_.global_steps;
}

void Stepper::advance_on_host(State& state, int64_t ticks) {
  const int64_t middle = state.tick + ticks / 2, end = state.tick + ticks;
  const double begin = core::now_seconds();
  const StepCounts before = counts_;
  const double busy_before = busy_.seconds();
  const core::BusyClock::Work work(busy_);
  const auto short_seconds = [](const StepCounts& c) {
    return c.short_range.tree_seconds + c.short_range.walk_seconds;
  };
  ActiveSet all;
  all.is_global = true;
  all.internal = std::move(state.short_range);
  all.external = std::move(state.long_range);
  all.distribution = state.distribution;
  if (!has_ranks()) all.distribution.total = all.size();
  HostEngine engine(*this, state, std::move(all));
  engine.kick(0, Acceleration::kFar, kick(state.tick, middle));
  advance_set(engine, 0, state.tick, ticks, 0);
  counts_.kick_drift_seconds += core::now_seconds() - begin -
                                (short_seconds(counts_) - short_seconds(before)) -
                                (counts_.exchange_seconds - before.exchange_seconds);
  state.short_range = std::move(engine.set(0).internal);
  state.long_range = std::move(engine.set(0).external);
  end_step(state, end);
  compute_forces(state);
  finish_step(state, kick(middle, end), last_kick_, busy_.seconds() - busy_before);
}

void Stepper::end_step(State& state, int64_t end) const {
  state.tick = end;
  state.particles.scale_factor = timeline_.scale_factor(end);
  ++state.num_steps;
}

void Stepper::advance_on_device(State& state, int64_t ticks) {
  const int64_t middle = state.tick + ticks / 2, end = state.tick + ticks;
  const double begin = core::now_seconds();
  const double measured = phase_seconds(counts_);
  if (state.on_device.version == 0 || state.on_device.version != device_version_) {
    MOTLEY_CHECK(!state.on_device.is_newer, "a State whose particles are on the device no more");
    device_->put(state);
  }
  device_->kick(0, Acceleration::kFar, kick(state.tick, middle));
  advance_set(*device_, 0, state.tick, ticks, 0);
  end_step(state, end);
  device_->forces(end, false);
  device_->finish(state, kick(middle, end), last_kick_);
  state.on_device = {.version = ++device_version_, .is_newer = true};
  device_->count(counts_);
  counts_.kick_drift_seconds +=
      std::max(0.0, core::now_seconds() - begin - (phase_seconds(counts_) - measured));
}

void Stepper::fetch(State& state) {
  if (!state.on_device.is_newer) return;
  MOTLEY_CHECK(state.on_device.version == device_version_, "a State that the device has left");
  device_->get(state);
  state.on_device.is_newer = false;
}

std::string Stepper::device_name() const {
  if (tasks_) return tasks_->name();
  return device_ ? device_->name() : "";
}

Stepper::~Stepper() = default;

}  // namespace motley::nbody
