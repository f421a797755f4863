#include "nbody/run/simulation.h"

#include <malloc.h>

#include <algorithm>
#include <cmath>

#include "core/base/clock.h"
#include "core/base/error.h"
#include "core/comm/arrays.h"
#include "nbody/device/device_module.h"
#include "nbody/step/work_shares.h"

namespace motley::nbody {
namespace {

constexpr int64_t kForceSamples = 64;

IntegerTimeline run_timeline(const Settings& settings, double a_begin) {
  if (settings.output.redshifts.empty()) {
    throw core::UserError("output.redshifts is empty, so the run would have no end");
  }
  const double last = *std::ranges::min_element(settings.output.redshifts);
  const IntegerTimeline line{.a_begin = a_begin, .a_end = scale_factor_of(last)};
  if (line.a_end <= line.a_begin) {
    throw core::UserError(
        fmt::format("the last of output.redshifts, {}, is not after the initial "
                    "redshift {:.6g}",
                    last, redshift_of(a_begin)));
  }
  return line;
}

// Shares of the mesh, for ranks of these speeds; empty: equal.
core::Ratio shares_of_mesh(const Settings& settings, std::span<const double> speeds) {
  if (speeds.empty()) return {};
  const LongRangeSettings mesh = tree_pm_settings(settings).mesh;
  const int64_t n = settings.box.particles;
  const double work = mesh_work(mesh), all = work + initial_short_range_work(mesh, n * n * n);
  return mesh_shares(core::proportional_ratio(speeds).value(), work / all);
}

}  // namespace

std::vector<PlannedOutput> planned_outputs(const Settings& settings, const IntegerTimeline& line) {
  std::vector<PlannedOutput> outputs;
  for (const double z : settings.output.redshifts) {
    const double a = scale_factor_of(z);
    // A tolerance of a thousandth of a step: initial conditions have rounded redshifts.
    const bool is_before = a < line.a_begin * (1 - 1e-6);
    outputs.push_back({.scale_factor = a, .tick = is_before ? -1 : line.tick(a)});
  }
  std::ranges::stable_sort(outputs, {}, &PlannedOutput::tick);
  for (size_t i = 0; i < outputs.size(); ++i) outputs[i].number = static_cast<int>(i);
  return outputs;
}

void return_freed_memory() {
#ifdef M_MMAP_THRESHOLD
  // An explicit threshold does not grow, as the default one does. Smaller arrays stay with the
  // allocator: a step frees and reallocates the same ones, and new pages from the system cost a
  // tenth of its time.
  constexpr int kBytes = 12 << 20;
  ::mallopt(M_MMAP_THRESHOLD, kBytes);
  ::mallopt(M_TRIM_THRESHOLD, kBytes);
  ::mallopt(M_ARENA_MAX, 1);  // memory freed by one thread is available to the others
#endif
}

Simulation::Simulation(const Settings& settings, const Box& box, double a_begin,
                       const Workers& workers)
    : settings_(settings),
      workers_(workers),
      timeline_(run_timeline(settings, a_begin)),
      outputs_(planned_outputs(settings, timeline_)),
      gravity_(tree_pm_settings(settings), box, workers.comm,
               shares_of_mesh(settings, workers.speeds)),
      stepper_(gravity_, settings.cosmology.background, timeline_, settings.steps, workers) {
  if (workers.device != "none" && !workers.comm) queue_ = std::make_unique<OutputQueue>();
}

void Simulation::begin(Particles particles) {
  if (!outputs_.empty() && outputs_[0].tick < 0) {
    throw core::UserError(fmt::format(
        "an output at redshift {:.6g} is before the initial redshift {:.6g}; remove it from "
        "output.redshifts",
        redshift_of(outputs_[0].scale_factor), redshift_of(timeline_.a_begin)));
  }
  state_ = stepper_.start(std::move(particles));
  energy_.start(state_.particles.scale_factor, kinetic_energy(state_.particles, workers_.comm),
                potential_energy(state_, gravity_, workers_.num_threads, workers_.comm));
  if (const std::string error = finite_error(); !error.empty()) throw core::UserError(error);
}

StartChecks Simulation::start_checks() const {
  return {.momentum = momentum_error(state_.particles, workers_.comm),
          .growing_mode_ratio =
              growing_mode_ratio(state_, settings_.cosmology.background, workers_.comm)};
}

// The momenta contain every acceleration so far, and their sum all momenta of all ranks.
std::string Simulation::finite_error() const {
  if (std::isfinite(state_.global_sums.momentum_square)) return "";
  return fmt::format(
      "at a = {:.6g} (step {}) a momentum or an acceleration is not a number any more; do "
      "particles "
      "coincide without softening, or are steps.eta or velocities far too large?",
      state_.particles.scale_factor, state_.num_steps);
}

// Global information after a step, from one all-reduce.
struct Simulation::StepEnd {
  RunReport report;
  bool stops = false, writes_restart = false;  // decided by rank 0
};

Simulation::StepEnd Simulation::synchronized_end(double begin_seconds,
                                                 const RunHooks& hooks) const {
  const double seconds = core::now_seconds() - begin_seconds;
  const StepCounts& counts = stepper_.counts();
  core::Communicator* comm = workers_.comm;
  const auto asked = [&](const auto& hook) {
    return (!comm || comm->rank() == 0) && hook && hook(seconds) ? 1.0 : 0.0;
  };
  const double interrupted = hooks.interrupted && hooks.interrupted() ? 1.0 : 0.0;
  std::vector<double> sums = {static_cast<double>(counts.short_range.particles),
                              asked(hooks.stop_requested) + interrupted,
                              asked(hooks.restart_file_due)};
  if (comm) {
    comm->all_reduce(core::elements(sums), core::elements(sums), core::Reduction::kSum).wait();
  }
  return {.report = {.step = state_.num_steps,
                     .scale_factor = state_.particles.scale_factor,
                     .progress = static_cast<double>(state_.tick) / IntegerTimeline::kTicks,
                     .wall_seconds = seconds,
                     .particles_per_second = seconds > 0 ? sums[0] / seconds : 0,
                     .counts = &counts,
                     .device = stepper_.device_name()},
          .stops = sums[1] > 0,
          .writes_restart = sums[2] > 0};
}

RunChecks Simulation::checks(State& state, const EnergyBalance& energy) {
  const double kinetic = kinetic_energy(state.particles, workers_.comm);
  return {.momentum = momentum_error(state.particles, workers_.comm),
          .layzer_irvine = energy.residual(
              state.particles.scale_factor, kinetic,
              potential_energy(state, gravity_, workers_.num_threads, workers_.comm)),
          .force_errors = sampled_force_errors(state, gravity_, kForceSamples, workers_.num_threads,
                                               workers_.comm)};
}

// Writes the outputs before `step_end` and those at the current time.
void Simulation::write_outputs(int64_t step_end, const RunHooks& hooks) {
  while (next_output_ < static_cast<int>(outputs_.size())) {
    const PlannedOutput& output = outputs_[next_output_];
    if (output.tick > state_.tick && output.tick >= step_end) return;
    stepper_.fetch(state_);
    if (queue_) {
      write_beside(output, hooks);
    } else if (output.tick == state_.tick) {
      if (hooks.write_output) hooks.write_output(state_.particles, output, checks(state_, energy_));
    } else if (hooks.write_output) {
      State copy = state_;
      stepper_.advance(copy, output.tick - copy.tick);
      stepper_.fetch(copy);
      hooks.write_output(copy.particles, output, checks(copy, energy_));
    }
    ++next_output_;
  }
}

// If the output fails, the run is taken back to its time, as if it had waited for it.
void Simulation::write_beside(const PlannedOutput& output, const RunHooks& hooks) {
  if (!hooks.write_output) return;
  const auto before = std::make_shared<State>(state_);
  before->on_device = {};
  auto at = before;
  if (output.tick != state_.tick) {
    at = std::make_shared<State>(state_);
    stepper_.advance(*at, output.tick - at->tick);
    stepper_.fetch(*at);
  }
  queue_->add({.write =
                   [this, at, output, &hooks, energy = energy_] {
                     hooks.write_output(at->particles, output, checks(*at, energy));
                   },
               .undo =
                   [this, before, number = next_output_, energy = energy_] {
                     state_ = *before;
                     next_output_ = number;
                     energy_ = energy;
                   }});
}

void Simulation::finish_outputs() {
  if (!queue_) return;
  queue_->finish();
  if (queue_->failed()) queue_->undo_and_throw();
}

// Calls f, which writes outputs. One that fails, e.g. on a full disk, should not cost what has been
// computed: restart files are written before the error is thrown. All ranks throw the same errors.
template <class F>
void Simulation::or_restart(const RunHooks& hooks, const F& f) {
  try {
    f();
  } catch (const core::UserError& error) {
    if (!hooks.write_restart_file) throw;
    try {
      hooks.write_restart_file();
    } catch (const core::UserError&) {
      throw error;  // restart files from before, if there are any, are intact
    }
    throw core::UserError(fmt::format("{}; restart files at z = {:.4g} were written", error.what(),
                                      redshift_of(state_.particles.scale_factor)));
  }
}

void Simulation::write_outputs_or_restart(int64_t step_end, const RunHooks& hooks) {
  const double begin = core::now_seconds();
  or_restart(hooks, [&] {
    if (queue_ && queue_->failed()) queue_->undo_and_throw();
    write_outputs(step_end, hooks);
    if (state_.tick == IntegerTimeline::kTicks) finish_outputs();
  });
  output_seconds_ += core::now_seconds() - begin;
}

void Simulation::timed_restart(const RunHooks& hooks) {
  if (!hooks.write_restart_file) return;
  const double begin = core::now_seconds();
  or_restart(hooks, [&] { finish_outputs(); });  // the file counts on all outputs before it
  hooks.write_restart_file();
  restart_redshift_ = redshift_of(state_.particles.scale_factor);
  restart_seconds_ += core::now_seconds() - begin;
}

std::vector<PhaseSeconds> Simulation::phases() const {
  const StepCounts& c = stepper_.counts();
  const PhaseSeconds own{.mesh = c.mesh_seconds,
                         .tree = c.short_range.tree_seconds,
                         .short_range = c.short_range.walk_seconds,
                         .sort = c.sort_seconds,
                         .kick_drift = c.kick_drift_seconds,
                         .exchange = c.exchange_seconds,
                         .output = output_seconds_,
                         .restart = restart_seconds_,
                         .output_beside = queue_ ? queue_->seconds() : 0};
  if (!workers_.comm) return {own};
  return core::gathered(*workers_.comm, own);
}

RunEnd Simulation::run(const RunHooks& hooks) {
  try {
    return run_steps(hooks);
  } catch (const DeviceError& error) {
    if (queue_) queue_->finish();
    throw DeviceError(
        restart_redshift_
            ? fmt::format(
                  "{}; the restart files at z = {:.4g} are intact, `--restart` resumes from "
                  "them",
                  error.what(), *restart_redshift_)
            : fmt::format("{}; there are no restart files yet", error.what()));
  } catch (...) {
    if (queue_) queue_->finish();  // its job uses the hooks
    throw;
  }
}

RunEnd Simulation::run_steps(const RunHooks& hooks) {
  const double begin = core::now_seconds();
  while (state_.tick < IntegerTimeline::kTicks) {
    const int64_t ticks = stepper_.next_step(state_);
    write_outputs_or_restart(state_.tick + ticks, hooks);
    stepper_.advance(state_, ticks);
    if (const std::string error = finite_error(); !error.empty()) throw core::UserError(error);
    const StepEnd end = synchronized_end(begin, hooks);
    energy_.step(state_.particles.scale_factor, kinetic_energy(state_));
    if (hooks.report) hooks.report(end.report);
    if (state_.tick == IntegerTimeline::kTicks) break;
    if (end.stops) {
      timed_restart(hooks);
      return {.finished = false, .report = end.report, .phases = phases(), .restart_error = ""};
    }
    if (end.writes_restart) timed_restart(hooks);
  }
  write_outputs_or_restart(IntegerTimeline::kTicks, hooks);
  RunEnd end{.finished = true, .report = {}, .phases = {}, .restart_error = ""};
  try {
    timed_restart(hooks);
  } catch (const core::UserError& error) {
    end.restart_error = error.what();
  }
  end.report = synchronized_end(begin, {}).report;
  end.phases = phases();
  return end;
}

std::vector<std::string> warnings_of(const StartChecks& checks, double scale_factor) {
  std::vector<std::string> warnings;
  if (checks.momentum > 0.01) {
    warnings.push_back(fmt::format(
        "the particles drift together: |sum p| / sum |p| is {:.2g} at the start, and nearly 0 in a "
        "periodic box; is a mean velocity or part of the particles missing?",
        checks.momentum));
  }
  // Later, velocities are not those of linear theory.
  const double ratio = checks.growing_mode_ratio;
  if (scale_factor < 0.2 && !(ratio > 0.6 && ratio < 1.6)) {
    warnings.push_back(fmt::format(
        "the velocities at the start are {:.3g} times those of the growing mode of linear theory; "
        "check units.velocity, their convention (a Gadget file stores peculiar velocity / "
        "sqrt(a)), "
        "and the redshift",
        ratio));
  }
  return warnings;
}

std::vector<std::string> warnings_of(const RunChecks& checks) {
  std::vector<std::string> warnings;
  if (checks.momentum > 0.01) {
    warnings.push_back(fmt::format(
        "|sum p| / sum |p| is {:.2g}: forces do not add up to zero, or the initial conditions "
        "drift; check the force errors, tree.tolerance and mesh.size",
        checks.momentum));
  }
  if (checks.layzer_irvine.value_or(0) > 0.1) {
    warnings.push_back(
        fmt::format("energy is not conserved: the Layzer-Irvine equation is violated by {:.2g} of "
                    "its integral; "
                    "reduce steps.eta or steps.max_dlna, increase the softening, or check the "
                    "velocities of the "
                    "initial conditions",
                    *checks.layzer_irvine));
  }
  if (checks.force_errors.median > 0.05) {
    warnings.push_back(
        fmt::format("the median force error is {:.2g}; reduce tree.tolerance or use a finer mesh",
                    checks.force_errors.median));
  }
  return warnings;
}

int64_t Simulation::memory_bytes(const Settings& settings, int num_ranks,
                                 std::span<const double> speeds, int64_t output_bytes) {
  const int64_t n = settings.box.particles, count = (n * n * n + num_ranks - 1) / num_ranks;
  const core::Ratio mesh = shares_of_mesh(settings, speeds);
  // With measured shares the whole mesh may move to one rank.
  const double max_share = settings.run.balance == "measured" ? 1.0
                           : mesh.empty()                     ? 1.0 / num_ranks
                                                              : std::ranges::max(mesh);
  // Particles 32, keys 8, both accelerations 24; twice while an output between two steps is
  // written, i.e. any but the last.
  const int64_t state = count * (32 + 8 + 24);
  // On a device: one more, that of the run while an output is written beside it.
  const bool on_device = settings.run.device != "none";
  const int64_t states = settings.output.redshifts.size() > 1 ? (on_device ? 3 : 2) * state : state;
  // The temporary memory of a step: sorting by key (32) or a tree and the sets of the global step;
  // of an output also the check of energy and forces. The accelerations are freed meanwhile, so
  // that the copy needs less. On several ranks also ghosts and particles that move.
  const int64_t step = count * (states > state ? 14 : 36) + (num_ranks > 1 ? 64 * count : 0);
  // The program, its libraries and the tables of the Ewald sum.
  const int64_t program = num_ranks > 1 ? 64'000'000 : 36'000'000;
  return program + states + std::max(step, output_bytes) +
         LongRange::memory_bytes(tree_pm_settings(settings).mesh, max_share);
}

}  // namespace motley::nbody
