// The initial particles of a run: from the settings' file, or generated.
#include <fmt/format.h>

#include <algorithm>

#include "apps/motley/nbody.h"
#include "core/base/error.h"
#include "core/base/memory.h"
#include "core/comm/collective_error.h"
#include "nbody/ic/initial_conditions.h"
#include "nbody/run/simulation.h"
#include "nbody/snapshot/complete_settings.h"

namespace motley::apps {

void check_memory_of_run(const nbody::Settings& settings, std::span<const double> speeds,
                         core::Communicator* comm) {
  const int num_ranks = comm ? comm->num_ranks() : 1;
  int64_t need = nbody::Simulation::memory_bytes(settings, num_ranks, speeds);
  if (settings.initial.file.empty()) {
    need = std::max(need, nbody::initial_conditions_bytes(settings, num_ranks));
  }
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
