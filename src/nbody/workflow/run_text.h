// Durations, steps and settings of a run as text.
#pragma once

#include <cstdint>
#include <deque>
#include <string>
#include <utility>
#include <vector>

#include "nbody/run/simulation.h"

namespace motley::nbody {

// "3 s", "4 min", "2.5 h".
std::string readable_time(double seconds);

// The fraction of the step time that the mean rank waits for the slowest.
double imbalance(const StepCounts& counts);

// A step, as the log has it: time, number, speed, and the fraction of each part.
std::string step_line(const RunReport& report);

// The time to the end, from the speed of the last steps in ln a.
class TimeLeft {
 public:
  // "3 min left", or nothing yet.
  std::string after(const RunReport& report);

 private:
  static constexpr size_t kSteps = 32;
  std::deque<std::pair<double, double>> last_;
};

// What the settings amount to, as a comment: particle mass, mean separation, softening, mesh, r_s.
std::string derived_text(const Settings& settings);
// The same as the text of a JSON object.
std::string derived_json(const Settings& settings);

// Settings as the text of a JSON object: {"box": {"size": 50, ..}, ..}.
std::string settings_json(const Settings& settings);
// Seconds of the phases of a run, mean and maximum over the ranks, and of each
// where there are several, as the text of a JSON object.
std::string phases_json(const std::vector<PhaseSeconds>& ranks);
// The end of a run, as `motley nbody run --json` prints it.
std::string run_end_json(const RunEnd& end, const std::vector<std::string>& snapshots,
                         int num_ranks);

// Line-delimited JSON events of a run (docs/formats.md), each one line without its newline.
std::string begin_event(const Settings& settings, int num_ranks);
std::string step_event(const RunReport& report);
std::string output_event(const std::string& snapshot);
std::string end_event(const RunEnd& end);

}  // namespace motley::nbody
