// Runs a RankProgram: one rank of a job, whose ranks are threads or MPI processes (core/comm).
//
//   core::run_local(4, [&](core::Communicator& comm) {
//     RankExecutor step(rank_program(group, comm.rank(), local), comm, {.num_threads = 1});
//     step.argument(0) = ...;                     // this rank's shards
//     step.run();
//     step.result(0);                             // the loss
//   });
//
// Segments run on the cpu engine, on an accelerator, or on the reference interpreter where numbers
// are to be checked.
#pragma once

#include <functional>
#include <memory>
#include <optional>
#include <vector>

#include "core/comm/communicator.h"
#include "tensor/lower/rank_program.h"
#include "tensor/run/device_segments.h"

namespace motley::tensor {

struct RankExecutorSettings {
  bool reference = false;  // else the cpu engine
  int num_threads = 1;
  std::optional<DeviceRunSettings> accelerator = {};
  std::vector<Update> updates = {};        // results that become arguments of the next run
  OnDeviceSegment on_device_segment = {};  // what an accelerator does, as it tells
  // By the steady clock: what the rank's own thread did, after each step of a run, and how long a
  // communication was under way, when it has been waited for.
  std::function<void(const RankStep&, double begin, double end)> on_step = {};
  std::function<void(int communication, double begin, double end)> on_communication = {};
};

class RankExecutor {
 public:
  // All ranks together: it makes Communicators.
  RankExecutor(RankProgram program, core::Communicator& comm, RankExecutorSettings settings);
  ~RankExecutor();
  RankExecutor(RankExecutor&&) noexcept;

  const RankProgram& program() const;
  // To be filled in; to be read.
  Literal& argument(int i);
  const Literal& argument_now(int i) const;
  const Literal& result(int i) const;
  void run();
  // Makes the results that settings.updates names the arguments of the next run.
  void apply_updates();
  int64_t memory_bytes() const;  // that the rank takes of its host's
  // Of the last run: seconds spent in segments, and waiting for communication.
  double compute_seconds() const;
  double wait_seconds() const;

 private:
  struct State;
  std::unique_ptr<State> state_;
};

}  // namespace motley::tensor
