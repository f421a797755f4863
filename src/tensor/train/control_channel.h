// Figures from all ranks to rank 0, and its message back, once a step.
//
//   end of step t     all: figures of t on their way to rank 0
//                     rank 0: reads those of t - 1, which have come meanwhile, and decides
//                     all: read its message of step t
//
// Nobody waits for figures. A message or figures of another step are an InternalError.
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "core/comm/communicator.h"
#include "tensor/adapt/switch_message.h"

namespace motley::tensor {

// The figures of all ranks of one step, on rank 0.
struct FiguresOfStep {
  int64_t step = -1;
  double step_seconds = 0;                   // on rank 0
  std::vector<std::vector<double>> of_rank;  // of equal length
};

class ControlChannel {
 public:
  // A collective.
  explicit ControlChannel(core::Communicator& comm);

  bool is_root() const { return comm_.rank() == 0; }
  int rank() const { return comm_.rank(); }
  int num_ranks() const { return comm_.num_ranks(); }

  // The figures of the step before, on rank 0; none before the first.
  std::optional<FiguresOfStep> take_in();
  // Sends this rank's figures of a step: as many numbers on all ranks.
  void send(int64_t step, std::vector<double> figures, double step_seconds);
  // Rank 0's message of this step, on all ranks; `text` goes with a message of kind kPrepare.
  SwitchMessage exchange(SwitchMessage message, int64_t step, std::string& text);

 private:
  core::Communicator comm_;  // of its own: messages mix with nothing else
  std::vector<double> sent_;
  core::Request sending_;
  std::optional<FiguresOfStep> coming_;  // rank 0
  std::vector<core::Request> receiving_;
};

}  // namespace motley::tensor
