// The files of `motley nbody run` in its output folder: snapshots with their analysis, log.txt,
// run.json, and the names of stop and restart files.
#pragma once

#include <functional>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "core/comm/communicator.h"
#include "nbody/run/simulation.h"
#include "nbody/settings/settings_file.h"
#include "nbody/snapshot/snapshot.h"

namespace motley::nbody {

// The metadata of a snapshot of these settings, with every `auto` resolved. `commit` is that of the
// program.
SnapshotMetadata metadata_of(const Settings& settings, const std::string& commit);

// File name of output NNN: DIR/NAME_NNN.EXTENSION, without the dot if there is no extension.
std::string output_name(const Settings& settings, const std::string& name, int number,
                        const std::string& extension);

struct RunFilesOptions {
  std::string commit;                                       // of the program
  std::function<void(const std::string&)> on_warning = {};  // on rank 0
};

// On several ranks all call the same functions.
class RunFiles {
 public:
  RunFiles(const SettingsFile& file, int num_threads, core::Communicator* comm,
           RunFilesOptions options);
  ~RunFiles();

  std::string restart() const;
  std::string stop() const { return in_folder("stop"); }
  std::string record() const { return in_folder("run.json"); }
  bool is_root() const { return !comm_ || comm_->rank() == 0; }

  // Throws UserError if the folder holds a stopped or a finished run. `name` is the settings file.
  void reject_other_run(const std::string& name) const;

  // Removes what a run that was killed has left: unfinished files, and parts of restart files that
  // are not listed. The folder is locked.
  void remove_leftovers() const;

  // Keeps the outputs of run.json from before a restart, up to this number, and its warnings.
  void keep_outputs(int64_t count);

  // Writes the head of the log and run.json.
  void begin(int64_t memory_bytes, const std::optional<StartChecks>& checks, double scale_factor);
  void write_output(const Particles& particles, const PlannedOutput& output,
                    const RunChecks& checks);
  void end(const RunEnd& end);

  void log(const std::string& line);
  // Records warnings, and tells of them on rank 0.
  void warn(const std::vector<std::string>& warnings);
  // Names of the snapshots: of several files the first.
  const std::vector<std::string>& written() const { return written_; }

 private:
  std::string in_folder(const std::string& name) const;
  void write(const std::string& kind, const PlannedOutput& output, const std::string& extension,
             const std::string& text) const;
  void write_record();

  Settings settings_;
  std::vector<std::string> notes_;
  int num_threads_;
  core::Communicator* comm_;
  RunFilesOptions options_;
  struct Record;  // what run.json contains
  std::unique_ptr<Record> record_;
  std::vector<std::string> written_;
};

}  // namespace motley::nbody
