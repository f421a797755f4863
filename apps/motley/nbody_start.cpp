// The initial particles of a run: from the settings' file, or generated.
#include <fmt/format.h>

#include <algorithm>

#include "apps/motley/nbody.h"
#include "core/base/error.h"
#include "core/base/memory.h"
#include "core/comm/collective_error.h"
#include "nbody/analysis/halos.h"
#include "nbody/analysis/power_spectrum.h"
#include "nbody/ic/initial_conditions.h"
#include "nbody/mesh/mesh.h"
#include "nbody/run/simulation.h"
#include "nbody/snapshot/complete_settings.h"

namespace motley::apps {

int64_t memory_of_run(const nbody::Settings& settings, int num_ranks,
                      std::span<const double> speeds) {
  const int64_t n = settings.box.particles, count = n * n * n;
  int64_t output = 0;
  if (settings.output.spectrum) {
    const int mesh = nbody::fft_friendly_size(std::max<int64_t>(8, 2 * n));
    output = std::max(output, nbody::power_spectrum_bytes(count, mesh, num_ranks));
  }
  if (settings.output.halos) output = std::max(output, nbody::find_halos_bytes(count, num_ranks));
  if (settings.output.picture) {
    output =
        std::max(output, nbody::density_image_bytes(count, image_settings(settings, 1), num_ranks));
  }
  const int64_t run = nbody::Simulation::memory_bytes(settings, num_ranks, speeds, output);
  return settings.initial.file.empty()
             ? std::max(run, nbody::initial_conditions_bytes(settings, num_ranks))
             : run;
}

void check_memory_of_run(const nbody::Settings& settings, std::span<const double> speeds,
                         core::Communicator* comm) {
  const int64_t need = memory_of_run(settings, comm ? comm->num_ranks() : 1, speeds);
  check_memory(fmt::format("{}^3 particles, their meshes and outputs", settings.box.particles),
               need, comm);
}

namespace {

nbody::SnapshotReader open_start(nbody::SettingsFile& file) {
  auto snapshot = nbody::SnapshotReader::open(file.settings.initial.file, file.settings.units);
  const size_t printed = file.notes.size();
  nbody::complete_settings(file, snapshot.header());
  print_notes(std::span(file.notes).subspan(printed));
  return snapshot;
}

}  // namespace

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

nbody::Particles part_of(const nbody::SnapshotReader& snapshot, core::Communicator* comm) {
  const int rank = comm ? comm->rank() : 0, num_ranks = comm ? comm->num_ranks() : 1;
  const int64_t all = snapshot.header().num_particles, first = all * rank / num_ranks;
  nbody::Particles particles;
  std::string fault;
  try {
    particles = snapshot.read(first, all * (rank + 1) / num_ranks - first);
  } catch (const core::UserError& error) {
    fault = error.what();
  }
  core::throw_on_all_ranks(comm, fault);
  return particles;
}

nbody::Particles starting_particles(nbody::SettingsFile& file, int num_threads,
                                    core::Communicator* comm, std::span<const double> speeds) {
  const nbody::Settings& settings = file.settings;
  if (settings.initial.file.empty()) {
    check_memory_of_run(settings, speeds, comm);
    return nbody::initial_conditions(settings, num_threads, comm);
  }
  const nbody::SnapshotReader snapshot = open_start(file);
  check_memory_of_run(settings, speeds, comm);
  nbody::Particles particles = part_of(snapshot, comm);
  nbody::check_ids(settings.initial.file, particles, comm);
  return particles;
}

void complete_from_start(nbody::SettingsFile& file) {
  if (!file.settings.initial.file.empty()) open_start(file);
}

}  // namespace motley::apps
