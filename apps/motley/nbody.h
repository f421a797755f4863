// The subcommands of `motley nbody`, one file each: `motley nbody ic` is nbody_ic.cpp.
#pragma once

#include <functional>
#include <optional>
#include <span>
#include <string>
#include <vector>

#include "apps/motley/commands.h"
#include "motley/nbody.h"
#include "motley/ranks.h"
#include "nbody/workflow/run_text.h"

namespace motley::apps {

Command add_nbody_example(CLI::App& nbody);
Command add_nbody_ic(CLI::App& nbody);
Command add_nbody_run(CLI::App& nbody);
Command add_nbody_forces(CLI::App& nbody);
Command add_nbody_spectrum(CLI::App& nbody);
Command add_nbody_halos(CLI::App& nbody);
Command add_nbody_report(CLI::App& nbody);

// Reads settings and prints their notes to standard error.
nbody::SettingsFile settings_from(const std::string& file);

// Prints notes to standard error, on rank 0 only.
void print_notes(std::span<const std::string> notes);

// A rank of a large box may be busy for long before the others hear of it.
inline constexpr double kStallSeconds = 1800;

// Calls f on each rank of mpirun or srun, or once with null if the program was started by neither.
// Returns the Outcome of rank 0; the others are silent. A rank may compute for minutes while others
// wait: it is considered lost only after half an hour. A rank that has exited is noticed at once,
// by the launcher.
Outcome on_ranks(const std::function<Outcome(core::Communicator*)>& f, core::Trace* trace = nullptr,
                 double stall_limit_seconds = kStallSeconds);

// Threads of this rank: as set, or its part of the cores of its host.
int threads_of(const nbody::Settings& settings, core::Communicator* comm = nullptr);

// --device; `what` begins its help.
void nbody_device_option(CLI::App& parser, std::string& device, const std::string& what);

// nbody::open_start; prints the notes that it adds.
std::optional<nbody::SnapshotReader> open_start_with_notes(nbody::SettingsFile& file);

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
