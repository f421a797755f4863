// What a tuner saw and said, as lines of JSON: a trace keeps them, and the tuner can be run on them
// again.
//
//   {"use":{"units":[6,6,6,6],"speeds":[..],"fixed":[..],"moving":[0.1,0.4]}}
//   {"step":12,"compute_seconds":[0.21,0.41,0.2,0.21],"step_seconds":0.5,"steps_left":87,
//    "proposal":[7,3,7,7]}
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "tensor/adapt/adaptation.h"
#include "tensor/adapt/schedule_tuner.h"
#include "tensor/adapt/share_tuner.h"

namespace motley::tensor {

std::string log_line(const ShareTuning& tuning);
std::string log_line(const ShareRecord& record, const std::optional<ShareProposal>& proposal);

// What was changed; not replayed, but read again by logged_changes, with lines of other kinds
// passed over.
std::string log_line(const Adaptation& change);
std::vector<Adaptation> logged_changes(const std::vector<std::string>& lines);

// A decision as recorded, and as the tuner makes it now.
struct ReplayedShares {
  int64_t step = 0;
  std::optional<std::vector<int64_t>> recorded, replayed;
};
// Lines of other kinds are passed over. A UserError for a line that is no JSON.
std::vector<ReplayedShares> replay_shares(const std::vector<std::string>& lines);

// The same of schedules: the candidates with their lists, then a line for each step.
std::string log_line(const ScheduleChoice& choice, const std::string& policy);
std::string log_line(const ScheduleRecord& record, int chosen);

struct ReplayedSchedule {
  int64_t step = 0;
  int recorded = 0, replayed = 0;  // candidates
};
std::vector<ReplayedSchedule> replay_schedules(const std::vector<std::string>& lines);

}  // namespace motley::tensor
