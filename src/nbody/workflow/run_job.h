// `motley nbody run` as a function: from settings to the end of a run, with the files of its output
// folder.
//
//   SettingsFile file = read_settings("box.yaml");
//   const RunDone done = run_job({.file = file, .settings_name = "box.yaml"}, {}, nullptr,
//   nullptr); done.snapshots
//
// On several ranks all call it, with the same job.
#pragma once

#include <functional>
#include <memory>
#include <string>
#include <vector>

#include "core/comm/communicator.h"
#include "nbody/run/simulation.h"
#include "nbody/settings/settings_file.h"

namespace motley::nbody {

struct RunJob {
  SettingsFile file;
  std::string settings_name;   // its file, as messages name it
  std::string commit;          // of the program
  bool restart = false;        // resume or extend the run in its folder
  int num_threads = 1;         // of this rank
  std::vector<double> speeds;  // of the ranks; empty: equal
};

// What a run tells; each may be missing.
struct RunListener {
  std::function<void(const std::string&)> on_note;     // on every rank; print those of rank 0
  std::function<void(const std::string&)> on_warning;  // on rank 0
  // After a step, on rank 0: the line for people, formatted only when asked for.
  std::function<void(const std::function<std::string()>&)> on_step;
  std::function<void(const std::string&)> on_end;  // the last of these lines
  // On rank 0, a line of JSON (docs/formats.md), never two at once.
  std::function<void(const std::string&)> on_event;
  std::function<bool()> is_interrupted;  // asked on every rank after each step
};

struct RunDone {
  RunEnd end;                                // its counts are those that follow
  std::shared_ptr<const StepCounts> counts;  // of this rank
  int64_t first_step = 0;                    // steps before this run
  std::vector<std::string> snapshots;
};

// `trace` may be null. Throws UserError where the folder belongs to another run, or the run would
// not fit into memory.
RunDone run_job(RunJob job, const RunListener& listener, core::Communicator* comm,
                core::Trace* trace);

// The end as text: speed, snapshots, and how to resume a stopped run.
std::string run_done_text(const RunDone& done, const std::string& settings_name);

// Replaces `auto` of run.device by a GPU, if every rank has one, or the host; returns a note of
// what it chose, or nothing. All ranks call it.
std::string choose_device(Settings& settings, core::Communicator* comm);

}  // namespace motley::nbody
