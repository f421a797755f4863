// The files of `motley nbody run` in its output folder: snapshots with their analysis, log.txt,
// run.json, and the names of stop and restart files.
#pragma once

#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "apps/motley/nbody.h"
#include "nbody/run/simulation.h"

namespace motley::apps {

// The fraction of the step time that the mean rank waits for the slowest.
double imbalance(const nbody::StepCounts& counts);

// Settings as the text of a JSON object: {"box": {"size": 50, ..}, ..}.
std::string json_of_settings(const nbody::Settings& settings);

// What the settings amount to, as a comment: particle mass, mean separation, softening, mesh, r_s.
std::string derived_text(const nbody::Settings& settings);

// Seconds of the phases of a run, mean and maximum over the ranks, as the text of a JSON object.
std::string json_of_phases(const std::vector<nbody::PhaseSeconds>& ranks);

// On several ranks all call the same functions.
class RunFiles {
 public:
  RunFiles(const nbody::SettingsFile& file, int num_threads, core::Communicator* comm);
  ~RunFiles();

  std::string restart() const;
  std::string stop() const { return in_folder("stop"); }
  std::string record() const { return in_folder("run.json"); }
  bool is_root() const { return !comm_ || comm_->rank() == 0; }

  // Throws UserError if the folder holds a stopped or a finished run. `name` is the settings file.
  void reject_other_run(const std::string& name) const;

  // Keeps the outputs of run.json from before a restart, up to this number, and its warnings.
  void keep_outputs(int64_t count);

  // Writes the head of the log and run.json.
  void begin(int64_t memory_bytes, const std::optional<nbody::StartChecks>& checks,
             double scale_factor);
  void write_output(const nbody::Particles& particles, const nbody::PlannedOutput& output,
                    const nbody::RunChecks& checks);
  void end(const nbody::RunEnd& end);

  void log(const std::string& line);
  // Prints and records warnings.
  void warn(const std::vector<std::string>& warnings);
  // Names of the snapshots: of several files the first.
  const std::vector<std::string>& written() const { return written_; }

 private:
  std::string in_folder(const std::string& name) const;
  void write(const std::string& kind, const nbody::PlannedOutput& output,
             const std::string& extension, const std::string& text) const;
  void write_record();

  nbody::Settings settings_;
  std::vector<std::string> notes_;
  int num_threads_;
  core::Communicator* comm_;
  struct Record;  // what run.json contains
  std::unique_ptr<Record> record_;
  std::vector<std::string> written_;
};

}  // namespace motley::apps
