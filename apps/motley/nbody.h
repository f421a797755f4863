// The subcommands of `motley nbody`, one file each: `motley nbody ic` is nbody_ic.cpp.
#pragma once

#include <string>
#include <vector>

#include "apps/motley/commands.h"
#include "nbody/settings/settings_file.h"
#include "nbody/snapshot/snapshot.h"

namespace motley::apps {

Command add_nbody_example(CLI::App& nbody);
Command add_nbody_ic(CLI::App& nbody);
Command add_nbody_run(CLI::App& nbody);
Command add_nbody_forces(CLI::App& nbody);
Command add_nbody_spectrum(CLI::App& nbody);
Command add_nbody_halos(CLI::App& nbody);

// Settings from a file, with its notes on standard error.
nbody::SettingsFile settings_from(const std::string& file);

// Threads of this rank: as the settings say, or the cores it may use.
int threads_of(const nbody::Settings& settings);

// What a snapshot of these settings carries besides its particles.
nbody::SnapshotFacts facts_of(const nbody::Settings& settings);
nbody::SnapshotStyle style_of(const nbody::Settings& settings);

// Of snapshot NNN in the output folder: DIR/NAME_NNN.EXTENSION, without the dot for no extension.
std::string output_name(const nbody::Settings& settings, const std::string& name, int number,
                        const std::string& extension);

// The particles that a box begins with: of the settings' file, which also completes the settings,
// or generated. A UserError where the run would not fit into memory.
nbody::Particles starting_particles(nbody::SettingsFile& file, int num_threads);
// The same without the particles, for a restart.
void complete_from_start(nbody::SettingsFile& file);

// What an analysis works on: the snapshots named, or those of the settings' output folder, or the
// file that the settings start from. `names` may begin with a settings file.
struct AnalysisInput {
  nbody::Settings settings;
  std::vector<std::string> snapshots;
};
AnalysisInput analysis_input(const std::vector<std::string>& names);

}  // namespace motley::apps
