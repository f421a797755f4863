// The outcome of a training, as `motley train` prints it.
#pragma once

#include <string>

#include "tensor/train/session.h"

namespace motley::tensor {

std::string train_report(const TrainSummary& summary);
// One JSON object; infinities and NaN become null.
std::string train_report_json(const TrainSummary& summary);

// "training gpt: 1.2 M parameters (drawn with seed 0), 3.4 Gflop a step, 1.1 GB; data: ..."
std::string train_begin_text(const TrainFacts& facts);

// Line-delimited JSON events of a run (docs/formats.md), each one line without its newline.
std::string begin_event(const TrainFacts& facts, int64_t steps);
std::string step_event(const TrainProgress& progress);
std::string adaptation_event(const Adaptation& adaptation);
std::string checkpoint_event(const std::string& folder, int64_t step);
std::string note_event(const std::string& note);
std::string end_event(const TrainSummary& summary);

}  // namespace motley::tensor
