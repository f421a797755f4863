#include "nbody/workflow/run_estimate.h"

#include <fmt/format.h>
#include <nlohmann/json.hpp>

#include <algorithm>
#include <cmath>
#include <filesystem>
#include <numbers>

#include "core/base/json_text.h"
#include "core/base/memory.h"
#include "core/base/text.h"
#include "nbody/cosmology/growth.h"
#include "nbody/device/device_module.h"
#include "nbody/ic/initial_conditions.h"
#include "nbody/ic/linear_spectrum.h"
#include "nbody/run/simulation.h"
#include "nbody/workflow/run_start.h"
#include "nbody/workflow/run_text.h"

namespace motley::nbody {
namespace {

// Particles per axis of the trials.
constexpr int64_t kTrialSide = 16, kLargeTrialSide = 40;

// The rms displacement at z = 0 in linear theory, Mpc/h, of the modes in the box.
double linear_displacement(const Settings& s) {
  const LinearSpectrum spectrum(s.cosmology);
  const double fundamental = 2 * std::numbers::pi / s.box.size;
  const double begin = std::log(fundamental);
  const double end =
      std::log(fundamental * static_cast<double>(std::max<int64_t>(2, s.box.particles / 2)));
  constexpr int kSteps = 512;
  double sum = 0;
  for (int i = 0; i < kSteps; ++i) {
    const double k = std::exp(begin + (i + 0.5) * (end - begin) / kSteps);
    sum += k * spectrum.power(k);
  }
  return std::sqrt(sum * (end - begin) / kSteps / (2 * std::numbers::pi * std::numbers::pi));
}

// Global steps, with the rms momentum of linear theory: a lower limit, since halos are faster.
int64_t linear_steps(const Settings& s, double displacement) {
  const Cosmology& c = s.cosmology.background;
  const TreePmSettings gravity = tree_pm_settings(s);
  const double r_s = gravity.mesh.split * s.box.size / gravity.mesh.size;
  const double limit = std::min(s.box.size / static_cast<double>(s.box.particles), r_s);
  const Growth growth(c);
  double a = scale_factor_of(s.initial.z);
  const double a_end = scale_factor_of(s.output.redshifts.back());
  // Steps are powers of two of the time line.
  const double length = std::log(a_end / a);
  int64_t steps = 0;
  for (double at = 0; at < 1 - 1e-9; ++steps) {
    const GrowthFactors g = growth.at(std::min(a * std::exp(at * length), 4.0));
    // dx = p dt / a^2 = f D psi d ln a
    const double step = std::min(
        s.steps.max_dlna, s.steps.max_rms_displacement * limit / (g.f1 * g.d1 * displacement));
    double power = std::exp2(std::floor(std::log2(std::min(1.0, step / length))));
    while (std::fmod(at, power) != 0) power /= 2;
    at += power;
  }
  return steps;
}

// A small box with the same mean separation, so that its particles take similar steps.
Settings trial_settings(Settings s, int64_t side) {
  s.box.size *= static_cast<double>(side) / static_cast<double>(s.box.particles);
  s.box.particles = side;
  s.initial.file.clear();
  s.mesh.size.reset();
  s.picture = {};
  s.output.redshifts = {s.output.redshifts.back()};
  return s;
}

struct Trial {
  int64_t steps = 0;
  double forces_per_particle = 0, forces_per_second = 0, seconds = 0;
};

// Runs to the end, or up to `max_seconds`; the rest is extrapolated.
Trial trial_run(const Settings& settings, int num_threads, double max_seconds) {
  Particles particles = initial_conditions(settings, num_threads);
  const auto count = static_cast<double>(particles.size());
  Simulation simulation(settings, particles.box, particles.scale_factor,
                        {.num_threads = num_threads});
  simulation.begin(std::move(particles));
  const RunEnd end =
      simulation.run({.stop_requested = [&](double seconds) { return seconds > max_seconds; }});
  const auto forces = static_cast<double>(end.report.counts->short_range.particles);
  return {.steps = end.report.step,
          .forces_per_particle = forces / count / std::max(end.report.progress, 1e-9),
          .forces_per_second = end.report.particles_per_second,
          .seconds = end.report.wall_seconds};
}

// Free space where the output folder is or will be; empty if that is unknown.
std::string free_space(const std::string& folder) {
  std::filesystem::path path = std::filesystem::absolute(folder);
  std::error_code error;
  while (!std::filesystem::exists(path, error) && path.has_relative_path())
    path = path.parent_path();
  const std::filesystem::space_info space = std::filesystem::space(path, error);
  if (error) return "";
  return fmt::format("; {} are free there",
                     core::readable_bytes(static_cast<int64_t>(space.available)));
}

std::string device_text(const Settings& s, const RunEstimate& e) {
  if (e.device_memory == 0) return "";
  const std::string bytes = core::readable_bytes(e.device_memory);
  const std::string of_each = e.num_ranks > 1 ? " of each rank" : "";
  if (s.run.device == "twin") {
    return fmt::format("device  {} of this on the twin{}\n", bytes, of_each);
  }
  std::string more;
  if (const std::string problem = cuda_problem(); !problem.empty()) {
    more = "; it cannot run here: " + problem;
  } else if (e.largest_on_device > 0) {
    more = fmt::format("; at most about {}^3 particles with as fine a mesh fit into what is free",
                       e.largest_on_device);
  }
  return fmt::format("device  {} on the GPU{}{}\n", bytes, of_each, more);
}

}  // namespace

RunEstimate estimate_run(const Settings& s, int num_ranks, int num_threads) {
  const int64_t n = s.box.particles, count = n * n * n;
  RunEstimate e{.settings = resolved_settings(s),
                .num_ranks = num_ranks,
                .num_threads = num_threads,
                .memory = memory_of_run(s, num_ranks),
                .snapshot = snapshot_bytes(count, snapshot_options(s)),
                .restart = count * 84};
  e.settings.run.threads = num_threads;
  const DeviceNeed device = device_need(s, num_ranks);
  e.device_memory = device.bytes;
  e.largest_on_device = device.largest_box;
  const auto outputs = static_cast<int64_t>(s.output.redshifts.size());
  const int64_t picture = s.output.picture ? 2 * s.picture.pixels * s.picture.pixels : 0;
  // Two sets of restart files, while the newer one is written.
  e.disk = outputs * (e.snapshot + picture + 1'000'000) + 2 * e.restart;
  if (s.initial.file.empty()) checked_spectrum(s);
  // A spectrum in a file may not cover the boxes of the trials.
  Settings smooth = s;
  smooth.cosmology.spectrum = "eisenstein-hu-smooth";
  smooth.cosmology.omega_b = std::min(0.16 * s.cosmology.background.omega_m, 0.05);
  if (!smooth.cosmology.sigma8 && !smooth.cosmology.a_s) smooth.cosmology.sigma8 = 0.8;
  const double actual = linear_displacement(smooth);
  const Settings small = trial_settings(smooth, std::min(n, kTrialSide));
  const Trial whole = trial_run(small, num_threads, 10);
  // More particles use the machine better than the few of the first trial.
  const Trial large =
      trial_run(trial_settings(smooth, std::min(n, kLargeTrialSide)), num_threads, 3);
  e.steps = linear_steps(s, actual);
  const int64_t small_steps = std::max<int64_t>(1, linear_steps(small, linear_displacement(small)));
  const double more_steps = static_cast<double>(e.steps) / static_cast<double>(small_steps);
  const double forces =
      static_cast<double>(count) * whole.forces_per_particle * std::max(1.0, more_steps);
  e.seconds = forces / (large.forces_per_second * num_ranks);
  return e;
}

std::string estimate_text(const Settings& s, const RunEstimate& e) {
  const auto outputs = static_cast<int64_t>(s.output.redshifts.size());
  return fmt::format(
      "memory  {} on {}{}; this machine has {}\n"
      "{}"
      "disk    {}: {} of {}, and restart files of {}, twice while they are replaced{}\n"
      "steps   about {} global steps from z = {:g} to {:g}\n"
      "time    about {} on {} of {}, without outputs; from small trials, so within a factor "
      "of two or three\n\n{}{}\n",
      core::readable_bytes(e.memory), e.num_ranks > 1 ? "each of " : "",
      core::counted(e.num_ranks, "rank"), core::readable_bytes(core::machine_memory_bytes()),
      device_text(s, e), core::readable_bytes(e.disk), core::counted(outputs, "snapshot"),
      core::readable_bytes(e.snapshot), core::readable_bytes(e.restart), free_space(s.output.dir),
      e.steps, s.initial.z, s.output.redshifts.back(), readable_time(e.seconds),
      core::counted(e.num_ranks, "rank"), core::counted(e.num_threads, "thread"),
      print_settings(e.settings), derived_text(s));
}

std::string estimate_json(const RunEstimate& e) {
  const nlohmann::ordered_json json = {
      {"memory_bytes", e.memory},
      {"device_memory_bytes", e.device_memory},
      {"snapshot_bytes", e.snapshot},
      {"restart_bytes", e.restart},
      {"disk_bytes", e.disk},
      {"steps", e.steps},
      {"seconds", e.seconds},
      {"ranks", e.num_ranks},
      {"threads", e.num_threads},
      {"settings", nlohmann::ordered_json::parse(settings_json(e.settings))}};
  return core::json_text(json) + "\n";
}

}  // namespace motley::nbody
