#include "nbody/run/simulation.h"

#include <malloc.h>

#include <algorithm>

#include "core/base/clock.h"
#include "core/base/error.h"
#include "core/comm/arrays.h"
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
    if (a < line.a_begin * (1 - 1e-6)) {
      throw core::UserError(fmt::format(
          "an output at redshift {} is before the initial redshift {:.6g}; remove it from "
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
      stepper_(gravity_, settings.cosmology.background, timeline_, settings.steps, workers) {}

void Simulation::begin(Particles particles) {
  state_ = stepper_.start(std::move(particles));
  energy_.start(state_.particles.scale_factor, kinetic_energy(state_.particles, workers_.comm),
                potential_energy(state_, gravity_, workers_.num_threads, workers_.comm));
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
  std::vector<double> sums = {static_cast<double>(counts.short_range.particles),
                              asked(hooks.stop_requested), asked(hooks.restart_file_due)};
  if (comm) {
    comm->all_reduce(core::elements(sums), core::elements(sums), core::Reduction::kSum).wait();
  }
  return {.report = {.step = state_.num_steps,
                     .scale_factor = state_.particles.scale_factor,
                     .wall_seconds = seconds,
                     .particles_per_second = seconds > 0 ? sums[0] / seconds : 0,
                     .counts = &counts},
          .stops = sums[1] > 0,
          .writes_restart = sums[2] > 0};
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

// Writes the outputs before `step_end` and those at the current time.
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
  const double begin = core::now_seconds();
  while (state_.tick < IntegerTimeline::kTicks) {
    const int64_t ticks = stepper_.next_step(state_);
    write_outputs(state_.tick + ticks, hooks);
    stepper_.advance(state_, ticks);
    const StepEnd end = synchronized_end(begin, hooks);
    energy_.step(state_.particles.scale_factor, kinetic_energy(state_));
    if (hooks.report) hooks.report(end.report);
    if (state_.tick == IntegerTimeline::kTicks) break;
    if (end.stops) {
      if (hooks.write_restart_file) hooks.write_restart_file();
      return {.finished = false, .report = end.report};
    }
    if (end.writes_restart) hooks.write_restart_file();
  }
  write_outputs(IntegerTimeline::kTicks, hooks);
  return {.finished = true, .report = synchronized_end(begin, {}).report};
}

int64_t Simulation::memory_bytes(const Settings& settings, int num_ranks,
                                 std::span<const double> speeds) {
  const int64_t n = settings.box.particles, count = (n * n * n + num_ranks - 1) / num_ranks;
  const core::Ratio mesh = shares_of_mesh(settings, speeds);
  // With measured shares the whole mesh may move to one rank.
  const double max_share = settings.run.balance == "measured" ? 1.0
                           : mesh.empty()                     ? 1.0 / num_ranks
                                                              : std::ranges::max(mesh);
  // Particles 32, keys 8, both accelerations 24; and the temporary memory of a step, sorting by key
  // (32) or a tree and the sets of the global step: 36 is an estimate of the larger.
  constexpr int64_t kParticleBytes = 32 + 8 + 24 + 36;
  return count * kParticleBytes +
         LongRange::memory_bytes(tree_pm_settings(settings).mesh, max_share);
}

}  // namespace motley::nbody
