// The subcommands of `motley nbody`, one file each: `motley nbody ic` is nbody_ic.cpp.
#pragma once

#include <functional>
#include <span>
#include <string>
#include <vector>

#include "apps/motley/commands.h"
#include "core/comm/communicator.h"
#include "core/comm/engine.h"
#include "nbody/analysis/density_image.h"
#include "nbody/settings/settings_file.h"
#include "nbody/snapshot/snapshot.h"

namespace motley::apps {

Command add_nbody_example(CLI::App& nbody);
Command add_nbody_ic(CLI::App& nbody);
Command add_nbody_run(CLI::App& nbody);
Command add_nbody_forces(CLI::App& nbody);
Command add_nbody_spectrum(CLI::App& nbody);
Command add_nbody_halos(CLI::App& nbody);

// Particles [N r / P, N (r + 1) / P) of a snapshot on rank r. Collective: if one rank throws, all
// do.
nbody::Particles part_of(const nbody::SnapshotReader& snapshot, core::Communicator* comm);

// Reads settings and prints their notes to standard error.
nbody::SettingsFile settings_from(const std::string& file);

// Prints notes to standard error, on rank 0 only.
void print_notes(std::span<const std::string> notes);

// "1 rank", "2 ranks".
std::string counted(int64_t count, const std::string& noun);
// "3 s", "4 min", "2.5 h".
std::string readable_time(double seconds);

// Calls f on each rank of mpirun or srun, or once with null if the program was started by neither.
// Returns the Outcome of rank 0; the others are silent. A rank may compute for minutes while others
// wait: it is considered lost only after half an hour. A rank that has exited is noticed at once,
// by the launcher.
Outcome on_ranks(const std::function<Outcome(core::Communicator*)>& f,
                 core::Trace* trace = nullptr);

// Threads of this rank: as set, or its part of the cores of its host.
int threads_of(const nbody::Settings& settings, core::Communicator* comm = nullptr);

// Throws UserError if `what` needs more bytes per rank than its host has or its process may use.
void check_memory(const std::string& what, int64_t need, core::Communicator* comm);

// The metadata of a snapshot of these settings, with every `auto` resolved.
nbody::SnapshotMetadata metadata_of(const nbody::Settings& settings);
nbody::SnapshotOptions snapshot_options(const nbody::Settings& settings);

// The pictures of these settings.
nbody::DensityImageSettings image_settings(const nbody::Settings& settings, int num_threads);

// File name of output NNN: DIR/NAME_NNN.EXTENSION, without the dot if there is no extension.
std::string output_name(const nbody::Settings& settings, const std::string& name, int number,
                        const std::string& extension);

// The initial particles of a run, this rank's part of them: from the settings' file, which also
// completes the settings, or generated. Throws UserError if the run would not fit into memory.
nbody::Particles starting_particles(nbody::SettingsFile& file, int num_threads,
                                    core::Communicator* comm = nullptr,
                                    std::span<const double> speeds = {});
// Completes the settings only, for a restart.
void complete_from_start(nbody::SettingsFile& file);
// Peak memory of a run on a rank, including its outputs and, if they are generated, its initial
// conditions.
int64_t memory_of_run(const nbody::Settings& settings, int num_ranks,
                      std::span<const double> speeds = {});
// Throws UserError if the run would not fit into memory.
void check_memory_of_run(const nbody::Settings& settings, std::span<const double> speeds,
                         core::Communicator* comm);

// `motley nbody spectrum` and `halos`: the arguments, the result for one snapshot, and the driver,
// on ranks that each read a part of the particles.
struct AnalysisArguments {
  std::vector<std::string> inputs, pictures;
  std::string output;
  bool json = false;
};
struct AnalysisResult {
  std::string text, json;  // on rank 0; `json` is an object
};
struct AnalysedSnapshot {
  std::string file;
  std::string picture;  // the file for it; empty: none
};
using Analysis = std::function<AnalysisResult(const nbody::Particles&, const nbody::Settings&,
                                              const AnalysedSnapshot&, core::Communicator*)>;
// `key` names the list of objects in JSON.
Outcome analyse_snapshots(const AnalysisArguments& arguments, const std::string& key,
                          const Analysis& analysis);
void add_analysis_arguments(CLI::App& parser, AnalysisArguments& arguments);

}  // namespace motley::apps
