// Runs a RankProgram on one rank of a job; ranks are threads or MPI processes (core/comm).
//
//   core::run_local(4, [&](core::Communicator& comm) {
//     RankExecutor step(rank_program(group, comm.rank(), local), comm, {.num_threads = 1});
//     step.argument(0) = ...;                     // this rank's shards
//     step.run();
//     step.result(0);                             // the loss
//   });
//
// Segments run on the cpu engine, on an accelerator, or, to check numerics, on the reference
// interpreter.
#pragma once

#include <functional>
#include <memory>
#include <optional>
#include <vector>

#include "core/comm/communicator.h"
#include "tensor/lower/rank_program.h"
#include "tensor/run/segment_runner.h"

namespace motley::tensor {

struct RankExecutorSettings {
  bool reference = false;  // instead of the cpu engine
  int num_threads = 1;
  std::optional<DeviceRunSettings> accelerator = {};
  std::vector<Update> updates = {};        // results that become arguments of the next run
  OnDeviceSegment on_device_segment = {};  // segment times as the accelerator reports them
  // Times by the steady clock. on_step: work of the rank's own thread, called after each step.
  // on_communication: a communication from issue to completion, called after its wait.
  std::function<void(const RankStep&, double begin, double end)> on_step = {};
  std::function<void(int communication, double begin, double end)> on_communication = {};
};

class RankExecutor {
 public:
  // Collective: all ranks must call it, since it splits the Communicator.
  RankExecutor(RankProgram program, core::Communicator& comm, RankExecutorSettings settings);
  // Compiles and allocates, on any thread; connect() comes before the first run and is collective.
  RankExecutor(RankProgram program, RankExecutorSettings settings);
  // `previous`: one that is not run again, whose Communicators may be taken over; null: none.
  void connect(core::Communicator& comm, RankExecutor* previous = nullptr);
  ~RankExecutor();
  RankExecutor(RankExecutor&&) noexcept;
  RankExecutor& operator=(RankExecutor&&) noexcept;

  const RankProgram& program() const;
  // Writable access; the current value.
  Literal& argument(int i);
  const Literal& current_argument(int i) const;
  const Literal& result(int i) const;
  void run();
  // Moves the results named by settings.updates into the arguments of the next run.
  void apply_updates();
  int64_t memory_bytes() const;  // host memory used by the rank
  // Of the last run: seconds in segments, and seconds blocked on communication.
  double compute_seconds() const;
  double wait_seconds() const;
  // Of the last run: seconds in which any communication was under way. The least of all ranks, that
  // of the rank which came last to most of them, is what they take once everybody is there.
  double communication_seconds() const;

 private:
  struct State;
  std::unique_ptr<State> state_;
};

}  // namespace motley::tensor
