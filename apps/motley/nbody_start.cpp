// Where a box begins: particles from the settings' file, or generated.
#include <fmt/format.h>

#include "apps/motley/nbody.h"
#include "core/base/error.h"
#include "core/base/memory.h"
#include "nbody/ic/initial_conditions.h"
#include "nbody/run/simulation.h"
#include "nbody/snapshot/complete.h"

namespace motley::apps {

namespace {

void check_memory(const nbody::Settings& settings) {
  const int64_t need = nbody::Simulation::memory_bytes(settings);
  const int64_t there = core::machine_memory_bytes();
  if (need <= there) return;
  throw core::UserError(fmt::format(
      "{}^3 particles and their meshes need {}, but this machine has {}; take fewer particles or a "
      "smaller mesh.size",
      settings.box.particles, core::readable_bytes(need), core::readable_bytes(there)));
}

nbody::SnapshotReader open_start(nbody::SettingsFile& file) {
  auto snapshot = nbody::SnapshotReader::open(file.settings.initial.file, file.settings.units);
  nbody::complete_settings(file, snapshot.header());
  nbody::check_settings(file);
  return snapshot;
}

}  // namespace

nbody::Particles starting_particles(nbody::SettingsFile& file, int num_threads) {
  const nbody::Settings& settings = file.settings;
  if (settings.initial.file.empty()) {
    check_memory(settings);
    return nbody::initial_conditions(settings, {0, settings.box.particles}, num_threads);
  }
  const nbody::SnapshotReader snapshot = open_start(file);
  check_memory(settings);
  return snapshot.read();
}

void complete_from_start(nbody::SettingsFile& file) {
  if (!file.settings.initial.file.empty()) open_start(file);
}

}  // namespace motley::apps
