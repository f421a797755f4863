// Runs a RankProgram: one rank of a job, whose ranks are threads or MPI processes (core/comm).
//
//   core::run_local(4, [&](core::Communicator& comm) {
//     RankExecutor step(rank_program(group, comm.rank(), local), comm, {.num_threads = 1});
//     step.argument(0) = ...;                     // this rank's shards
//     step.run();
//     step.result(0);                             // the loss
//   });
//
// Segments run on the cpu engine, or on the reference interpreter where numbers are to be checked.
#pragma once

#include <functional>
#include <memory>
#include <vector>

#include "core/comm/communicator.h"
#include "tensor/lower/rank_program.h"

namespace motley::tensor {

struct RankExecutorSettings {
  bool reference = false;  // else the cpu engine
  int num_threads = 1;
};

class RankExecutor {
 public:
  // All ranks together: it makes Communicators.
  RankExecutor(RankProgram program, core::Communicator& comm, RankExecutorSettings settings);
  ~RankExecutor();
  RankExecutor(RankExecutor&&) noexcept;

  const RankProgram& program() const;
  Literal& argument(int i);
  const Literal& result(int i) const;
  void run();
  // Of the last run: seconds spent in segments, and waiting for communication.
  double compute_seconds() const;
  double wait_seconds() const;
  // After each step of later runs: which, and when by the steady clock.
  void on_step(std::function<void(const RankStep&, double begin, double end)> callback);

 private:
  struct State;
  std::unique_ptr<State> state_;
};

}  // namespace motley::tensor
