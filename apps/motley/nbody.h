// The subcommands of `motley nbody`, one file each: `motley nbody ic` is nbody_ic.cpp.
#pragma once

#include <functional>
#include <string>
#include <vector>

#include "apps/motley/commands.h"
#include "core/comm/communicator.h"
#include "core/comm/engine.h"
#include "nbody/settings/settings_file.h"
#include "nbody/snapshot/snapshot.h"

namespace motley::apps {

Command add_nbody_example(CLI::App& nbody);
Command add_nbody_ic(CLI::App& nbody);
Command add_nbody_run(CLI::App& nbody);
Command add_nbody_forces(CLI::App& nbody);
Command add_nbody_spectrum(CLI::App& nbody);
Command add_nbody_halos(CLI::App& nbody);

// Particles [N r / P, N (r + 1) / P) of a snapshot at rank r. A collective: all throw where one
// does.
nbody::Particles part_of(const nbody::SnapshotReader& snapshot, core::Communicator* comm);

// Settings from a file, with its notes on standard error.
nbody::SettingsFile settings_from(const std::string& file);

// Calls f as each rank of mpirun or srun, or once with null where neither has started this program.
// The Outcome is that of rank 0, others say nothing. A rank may compute for minutes while others
// wait for it: only after half an hour is it taken for lost. One that has ended is noticed at once,
// by the launcher.
Outcome on_ranks(const std::function<Outcome(core::Communicator*)>& f,
                 core::Trace* trace = nullptr);

// Threads of this rank: as the settings say, or its part of the cores of its host.
int threads_of(const nbody::Settings& settings, core::Communicator* comm = nullptr);

// A UserError where `what` would need more bytes on each rank than its host, or it, may have.
void check_memory(const std::string& what, int64_t need, core::Communicator* comm);

// What a snapshot of these settings carries besides its particles.
nbody::SnapshotMetadata metadata_of(const nbody::Settings& settings);
nbody::SnapshotOptions snapshot_options(const nbody::Settings& settings);

// Of snapshot NNN in the output folder: DIR/NAME_NNN.EXTENSION, without the dot for no extension.
std::string output_name(const nbody::Settings& settings, const std::string& name, int number,
                        const std::string& extension);

// The particles that a box begins with, a rank's part of them: of the settings' file, which also
// completes the settings, or generated. A UserError where the run would not fit into memory.
nbody::Particles starting_particles(nbody::SettingsFile& file, int num_threads,
                                    core::Communicator* comm = nullptr);
// The same without the particles, for a restart.
void complete_from_start(nbody::SettingsFile& file);

// `motley nbody spectrum` and `halos`: what is asked for, what is found in one snapshot, and the
// way from one to the other, on ranks that each read a part of the particles.
struct AnalysisArguments {
  std::vector<std::string> inputs;
  std::string output;
  bool json = false;
};
struct AnalysisResult {
  std::string text, json;  // at rank 0; the JSON is an object
};
using Analysis = std::function<AnalysisResult(const nbody::Particles&, const nbody::Settings&,
                                              const std::string& file, core::Communicator*)>;
// `key` names the list of objects in JSON.
Outcome analyse_snapshots(const AnalysisArguments& arguments, const std::string& key,
                          const Analysis& analysis);
void add_analysis_arguments(CLI::App& parser, AnalysisArguments& arguments);

}  // namespace motley::apps
