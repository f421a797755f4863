// The initial particles of a run, from the settings' file or generated, and the memory it needs.
#pragma once

#include <cstdint>
#include <optional>
#include <span>
#include <string>

#include "core/comm/communicator.h"
#include "nbody/analysis/density_image.h"
#include "nbody/settings/settings_file.h"
#include "nbody/snapshot/snapshot.h"

namespace motley::nbody {

// Particles [N r / P, N (r + 1) / P) of a snapshot on rank r. Collective: if one rank throws, all
// do.
Particles rank_part_of(const SnapshotReader& snapshot, core::Communicator* comm);

// Opens the settings' file of initial particles and completes the settings from it, which adds to
// their notes. Nothing if the particles are generated.
std::optional<SnapshotReader> open_start(SettingsFile& file);

// This rank's part of the initial particles: of the opened file, or generated. Throws UserError if
// the run would not fit into memory.
Particles starting_particles(const Settings& settings, const std::optional<SnapshotReader>& start,
                             int num_threads, core::Communicator* comm,
                             std::span<const double> speeds);

// What a run takes on its device, of each rank; all zero without one. Free memory is that of a GPU
// here, if there is one.
struct DeviceNeed {
  int64_t bytes = 0;
  int64_t largest_box = 0;  // particles along an axis that fit into what is free; 0: unknown
};
DeviceNeed device_need(const Settings& settings, int num_ranks);

// Peak memory of a run on a rank, including its outputs, its initial conditions if they are
// generated, and a twin, whose memory is the host's.
int64_t memory_of_run(const Settings& settings, int num_ranks, std::span<const double> speeds = {});

// Throws UserError if `what` needs more bytes per rank than its host has or its process may use.
void check_memory(const std::string& what, int64_t need, core::Communicator* comm);
// Throws UserError if the run would not fit into memory.
void check_memory_of_run(const Settings& settings, std::span<const double> speeds,
                         core::Communicator* comm);

// The pictures of these settings.
DensityImageSettings image_settings(const Settings& settings, int num_threads);
SnapshotOptions snapshot_options(const Settings& settings);

}  // namespace motley::nbody
