#include "nbody/run/simulation.h"

#include <malloc.h>

#include <algorithm>
#include <chrono>

#include "core/base/error.h"
#include "core/comm/arrays.h"

namespace motley::nbody {
namespace {

constexpr int64_t kForceSamples = 64;

double now_seconds() {
  return std::chrono::duration<double>(std::chrono::steady_clock::now().time_since_epoch()).count();
}

TimeLine time_line(const Settings& settings, double a_begin) {
  if (settings.output.redshifts.empty()) {
    throw core::UserError("output.redshifts is empty: the run would have no end");
  }
  const double last = *std::ranges::min_element(settings.output.redshifts);
  const TimeLine line{.a_begin = a_begin, .a_end = scale_factor_of(last)};
  if (line.a_end <= line.a_begin) {
    throw core::UserError(
        fmt::format("the last of output.redshifts, {}, is not after the start at "
                    "redshift {:.6g}",
                    last, redshift_of(a_begin)));
  }
  return line;
}

core::Ratio shares_of(const Workers& workers) {
  return workers.speeds.empty() ? core::Ratio() : core::proportional_ratio(workers.speeds).value();
}

}  // namespace

std::vector<PlannedOutput> planned_outputs(const Settings& settings, const TimeLine& line) {
  std::vector<PlannedOutput> outputs;
  for (const double z : settings.output.redshifts) {
    const double a = scale_factor_of(z);
    // A thousandth of a step's tolerance: starts are written with rounded redshifts.
    if (a < line.a_begin * (1 - 1e-6)) {
      throw core::UserError(fmt::format(
          "an output at redshift {} is before the start at redshift {:.6g}; take it out of "
          "output.redshifts",
          z, redshift_of(line.a_begin)));
    }
    outputs.push_back({.scale_factor = a, .tick = line.tick(a)});
  }
  std::ranges::stable_sort(outputs, {}, &PlannedOutput::tick);
  for (size_t i = 0; i < outputs.size(); ++i) outputs[i].number = static_cast<int>(i);
  return outputs;
}

void return_freed_memory() {
#ifdef M_MMAP_THRESHOLD
  constexpr int kBytes = 1 << 18;  // set, it does not grow as it does by default
  ::mallopt(M_MMAP_THRESHOLD, kBytes);
#endif
}

Simulation::Simulation(const Settings& settings, const Box& box, double a_begin,
                       const Workers& workers)
    : settings_(settings),
      workers_(workers),
      line_(time_line(settings, a_begin)),
      outputs_(planned_outputs(settings, line_)),
      gravity_(gravity_settings(settings), box, workers.comm, shares_of(workers)),
      stepper_(gravity_, settings.cosmology.background, line_, settings.steps, workers) {}

void Simulation::begin(Particles particles) {
  state_ = stepper_.start(std::move(particles));
  energy_.start(state_.particles.scale_factor, kinetic_energy(state_.particles, workers_.comm),
                potential_energy(state_, gravity_, workers_.num_threads, workers_.comm));
}

bool Simulation::agreed(bool answer) const {
  if (!workers_.comm) return answer;
  const bool ours = workers_.comm->rank() == 0 && answer;
  return core::reduced(*workers_.comm, int64_t{ours}, core::Reduction::kMax) != 0;
}

RunReport Simulation::report(double begin_seconds) {
  const double seconds = now_seconds() - begin_seconds;
  const StepCounts& counts = stepper_.counts();
  auto forces = static_cast<double>(counts.short_range.particles);
  if (workers_.comm) forces = core::reduced(*workers_.comm, forces, core::Reduction::kSum);
  return {.step = state_.num_steps,
          .scale_factor = state_.particles.scale_factor,
          .wall_seconds = seconds,
          .particles_per_second = seconds > 0 ? forces / seconds : 0,
          .counts = &counts};
}

RunChecks Simulation::checks(State& state) {
  const double kinetic = kinetic_energy(state.particles, workers_.comm);
  return {.momentum = momentum_error(state.particles, workers_.comm),
          .layzer_irvine = energy_.residual(
              state.particles.scale_factor, kinetic,
              potential_energy(state, gravity_, workers_.num_threads, workers_.comm)),
          .force_errors = sampled_force_errors(state, gravity_, kForceSamples, workers_.num_threads,
                                               workers_.comm)};
}

// Those before `step_end`, and those at the State's own time.
void Simulation::write_outputs(int64_t step_end, const RunHooks& hooks) {
  while (next_output_ < static_cast<int>(outputs_.size())) {
    const PlannedOutput& output = outputs_[next_output_];
    if (output.tick > state_.tick && output.tick >= step_end) return;
    if (output.tick == state_.tick) {
      if (hooks.write_output) hooks.write_output(state_.particles, output, checks(state_));
    } else if (hooks.write_output) {
      State copy = state_;
      stepper_.advance(copy, output.tick - copy.tick);
      hooks.write_output(copy.particles, output, checks(copy));
    }
    ++next_output_;
  }
}

RunEnd Simulation::run(const RunHooks& hooks) {
  const double begin = now_seconds();
  while (state_.tick < TimeLine::kTicks) {
    const int64_t ticks = stepper_.next_step(state_);
    write_outputs(state_.tick + ticks, hooks);
    stepper_.advance(state_, ticks);
    energy_.step(state_.particles.scale_factor, kinetic_energy(state_.particles, workers_.comm));
    const RunReport now = report(begin);
    if (hooks.report) hooks.report(now);
    if (state_.tick == TimeLine::kTicks) break;
    if (agreed(hooks.wants_stop && hooks.wants_stop())) {
      if (hooks.write_restart_file) hooks.write_restart_file();
      return {.finished = false, .report = now};
    }
    if (agreed(hooks.wants_restart_file && hooks.wants_restart_file(now.wall_seconds))) {
      hooks.write_restart_file();
    }
  }
  write_outputs(TimeLine::kTicks, hooks);
  return {.finished = true, .report = report(begin)};
}

int64_t Simulation::memory_bytes(const Settings& settings, int num_ranks) {
  const int64_t n = settings.box.particles, count = (n * n * n + num_ranks - 1) / num_ranks;
  // Particles 32, keys 8, both accelerations 24; and what a step needs besides: sorting by key
  // (32), or a tree and the sets of the top step: 36 is an estimate of the largest of them.
  constexpr int64_t kParticleBytes = 32 + 8 + 24 + 36;
  return count * kParticleBytes +
         LongRange::memory_bytes(gravity_settings(settings).mesh, num_ranks);
}

}  // namespace motley::nbody
