#include "nbody/workflow/run_start.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>

#include "core/base/error.h"
#include "core/base/memory.h"
#include "core/comm/collective_error.h"
#include "nbody/analysis/halos.h"
#include "nbody/analysis/power_spectrum.h"
#include "nbody/device/device_module.h"
#include "nbody/ic/initial_conditions.h"
#include "nbody/mesh/mesh.h"
#include "nbody/run/simulation.h"
#include "nbody/snapshot/complete_settings.h"

namespace motley::nbody {
namespace {

// Particles of a rank with its ghosts: a cube of the Box, and what is within the cut-off of it.
int64_t particles_with_ghosts(const Settings& s, const LongRangeSettings& mesh, int num_ranks) {
  const auto n = static_cast<double>(s.box.particles);
  const double side = n / std::cbrt(static_cast<double>(num_ranks));
  const double cutoff = mesh.split * mesh.cutoff * n / mesh.size;  // mean separations
  return std::llround(std::pow(std::min(side + 2 * cutoff, n), 3));
}

}  // namespace

DeviceNeed device_need(const Settings& s, int num_ranks) {
  if (s.run.device == "none") return {};
  const int64_t n = s.box.particles;
  const TreePmSettings gravity = tree_pm_settings(s);
  const int64_t unused = s.run.device == "twin" ? kWalkStackBytes : 0;
  if (num_ranks > 1) {
    return {.bytes =
                device_memory_bytes({.count = particles_with_ghosts(s, gravity.mesh, num_ranks),
                                     .is_resident = false,
                                     .leaf_size = gravity.leaf_size}) -
                unused};
  }
  DeviceSetup setup{.count = n * n * n,
                    .leaf_size = gravity.leaf_size,
                    .mesh_size = gravity.mesh.size,
                    .interlaced = gravity.mesh.interlaced};
  if (s.run.device == "twin") {  // transforms a copy
    const int64_t mesh = setup.mesh_size;
    setup.transform_bytes = 4 * mesh * mesh * (mesh + 2);
    return {.bytes = device_memory_bytes(setup) - unused};
  }
  const std::optional<CudaMemory> memory = cuda_memory(setup.mesh_size);
  if (!memory) return {.bytes = device_memory_bytes(setup)};
  setup.transform_bytes = memory->transform_bytes;
  return {.bytes = device_memory_bytes(setup),
          .largest_box = largest_box(setup, memory->free_bytes)};
}

int64_t memory_of_run(const Settings& settings, int num_ranks, std::span<const double> speeds) {
  const int64_t n = settings.box.particles, count = n * n * n;
  int64_t output = 0;
  if (settings.output.spectrum) {
    const int mesh = fft_friendly_size(std::max<int64_t>(8, 2 * n));
    output = std::max(output, power_spectrum_bytes(count, mesh, num_ranks));
  }
  if (settings.output.halos) output = std::max(output, find_halos_bytes(count, num_ranks));
  if (settings.output.picture) {
    output = std::max(output, density_image_bytes(count, image_settings(settings, 1), num_ranks));
  }
  const int64_t twin =
      settings.run.device == "twin" ? device_need(settings, num_ranks).bytes : int64_t{0};
  const int64_t run = Simulation::memory_bytes(settings, num_ranks, speeds, output) + twin;
  return settings.initial.file.empty()
             ? std::max(run, initial_conditions_bytes(settings, num_ranks))
             : run;
}

void check_memory_of_run(const Settings& settings, std::span<const double> speeds,
                         core::Communicator* comm) {
  const int64_t need = memory_of_run(settings, comm ? comm->num_ranks() : 1, speeds);
  check_memory(fmt::format("{}^3 particles, their meshes and outputs", settings.box.particles),
               need, comm);
}

void check_memory(const std::string& what, int64_t need, core::Communicator* comm) {
  const int64_t here =
      comm ? std::ranges::count(comm->hosts(), comm->hosts()[comm->rank()]) : int64_t{1};
  const int64_t machine = core::machine_memory_bytes(), process = core::process_memory_bytes();
  if (need * here <= machine && need <= process) return;
  const bool is_machine = need * here > machine;
  throw core::UserError(
      fmt::format("{} need {}, but {} {}; use fewer particles or a smaller mesh.size", what,
                  core::readable_bytes(is_machine ? need * here : need),
                  is_machine ? "this machine has" : "a process may have",
                  core::readable_bytes(is_machine ? machine : process)));
}

Particles rank_part_of(const SnapshotReader& snapshot, core::Communicator* comm) {
  const int rank = comm ? comm->rank() : 0, num_ranks = comm ? comm->num_ranks() : 1;
  const int64_t all = snapshot.header().num_particles, first = all * rank / num_ranks;
  Particles particles;
  std::string fault;
  try {
    particles = snapshot.read(first, all * (rank + 1) / num_ranks - first);
  } catch (const core::UserError& error) {
    fault = error.what();
  }
  core::throw_on_all_ranks(comm, fault);
  return particles;
}

std::optional<SnapshotReader> open_start(SettingsFile& file) {
  if (file.settings.initial.file.empty()) return std::nullopt;
  auto snapshot = SnapshotReader::open(file.settings.initial.file, file.settings.units);
  complete_settings(file, snapshot.header());
  return snapshot;
}

Particles starting_particles(const Settings& settings, const std::optional<SnapshotReader>& start,
                             int num_threads, core::Communicator* comm,
                             std::span<const double> speeds) {
  check_memory_of_run(settings, speeds, comm);
  if (!start) return initial_conditions(settings, num_threads, comm);
  Particles particles = rank_part_of(*start, comm);
  check_ids(settings.initial.file, particles, comm);
  return particles;
}

SnapshotOptions snapshot_options(const Settings& s) {
  return {.format = s.output.format, .num_files = s.output.files, .units = s.units};
}

DensityImageSettings image_settings(const Settings& s, int num_threads) {
  const double slab = s.picture.slab.value_or(s.box.size);
  return {.size = static_cast<int>(s.picture.pixels),
          .axis = s.picture.axis[0] - 'x',
          .thickness = slab,
          .center = s.picture.center.value_or(slab / 2),
          .colors = s.picture.colors,
          .labels = s.picture.labels,
          .num_threads = num_threads};
}

}  // namespace motley::nbody
