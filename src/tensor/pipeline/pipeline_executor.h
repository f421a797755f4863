// Runs a PipelineProgram on one rank of a job; ranks are threads or MPI processes (core/comm).
//
//   core::run_local(2, [&](core::Communicator& comm) {
//     PipelineExecutor rank(step, programs[comm.rank()], comm, {.num_threads = 1});
//     rank.set_argument(0, w);               // every rank is given all, and keeps its own
//     rank.run();
//     rank.loss();                           // on the rank of the last stage
//   });
//
// A rank executes its list on its device, this machine's cores or an accelerator. Receives and
// sends progress in the background; it waits only for what it needs and has not received.
#pragma once

#include <functional>
#include <memory>
#include <optional>
#include <vector>

#include "core/comm/communicator.h"
#include "tensor/ir/literal.h"
#include "tensor/pipeline/grouped_step.h"
#include "tensor/pipeline/pipeline_program.h"
#include "tensor/run/device_compile.h"

namespace motley::tensor {

struct PipelineExecutorSettings {
  bool reference = false;  // the interpreter instead of the cpu engine
  int num_threads = 1;
  std::optional<DeviceRunSettings> accelerator = {};  // instead of both
  // Times by the steady clock, called after each action: phases, and waits of `await`. Of a phase
  // on an accelerator when it is seen to be done, in this step or the next.
  std::function<void(const PipelineAction&, double begin, double end)> on_action = {};
  // A send or receive from its start to its completion, called where that is noticed.
  std::function<void(const PipelineAction&, double begin, double end)> on_message = {};
  // The loss of the step, on the ranks that have it, as soon as it is known.
  std::function<void(double loss)> on_loss = {};
  // The bytes per second of a message that came in several pieces, from the first to the last.
  std::function<void(int crossing, double rate)> on_rate = {};
};

class PipelineExecutor {
 public:
  // `step` must outlive it. One rank for each program; not a collective.
  PipelineExecutor(const StagedStep& step, PipelineProgram program, core::Communicator& comm,
                   PipelineExecutorSettings settings);
  // Groups of ranks share the stages; `program` is that of this rank's group. A collective.
  PipelineExecutor(const StagedStep& step, PipelineProgram program, PipelineLayout layout,
                   core::Communicator& comm, PipelineExecutorSettings settings);
  // The same, without a connection; not a collective, on any thread.
  PipelineExecutor(const StagedStep& step, PipelineProgram program, PipelineLayout layout, int rank,
                   PipelineExecutorSettings settings);
  ~PipelineExecutor();
  PipelineExecutor(PipelineExecutor&&) noexcept;

  // Before it runs, once. A collective where stages are shared. `previous`: the executor of the
  // same ranks that this one takes the place of.
  void connect(core::Communicator& comm, PipelineExecutor* previous = nullptr);

  // Lists of other schedules of the same step can be kept ready: micro-batches of all of them live
  // in the same slots, as many as the largest needs. Between steps all slots are empty, so a switch
  // moves and compiles nothing. All ranks switch before the same step.
  int add_list(PipelineProgram program);  // its number; that of the constructor is 0
  void use_list(int list);
  const PipelineProgram& program() const;  // the one in use

  // Arguments of the step; whether this rank holds one, or a part of it, and whether its value
  // counts.
  bool holds(int argument) const;
  bool owns(int argument) const;
  // The elements of an argument that this rank holds, or another rank of its owner's stage.
  std::vector<Held> piece(int argument) const;
  std::vector<Held> owned_piece(int argument, int rank) const;
  // What a rank holds of it in one of its stages.
  std::vector<Held> piece_at(int argument, BufferPlace at, int rank) const;
  std::span<const std::byte> argument(int argument) const;
  // All of its elements are given; where several stages of this rank hold it, they all are set.
  void set_argument(int argument, std::span<const std::byte> whole);
  // Puts the elements that are held here into the whole.
  void copy_argument(int argument, std::span<std::byte> whole) const;

  // One message each way between this rank and all that it will talk to, so that no connection is
  // made in the midst of a step. All ranks together.
  void open_connections();
  void run();
  // New values of parameters that other ranks own have come. Before arguments are read or set.
  void finish_step();

  // Forward passes alone: the loss of the batch with parameters and state as they are, which stay
  // so. Between steps, all ranks together.
  void run_forward();

  bool has_loss() const;
  double loss() const;             // of the last run, forward or whole
  int64_t memory_bytes() const;    // host memory: buffers in all their slots, and what phases need
  double compute_seconds() const;  // of the last run: in phases
  double wait_seconds() const;     // and waiting for messages

 private:
  struct State;
  std::unique_ptr<State> state_;
};

}  // namespace motley::tensor
