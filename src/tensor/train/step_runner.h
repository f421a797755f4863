// Runs a training step: in this process alone, or as one rank of many.
//
// Whoever fills in a batch fills in all of it, wherever its shards are; of parameters and state a
// rank asks for its own elements only.
#pragma once

#include <functional>
#include <memory>
#include <optional>
#include <span>
#include <vector>

#include "core/comm/communicator.h"
#include "core/io/checkpoint.h"
#include "core/trace/trace.h"
#include "tensor/grad/train_step.h"
#include "tensor/pipeline/pipeline_executor.h"
#include "tensor/plan/planner/plan.h"
#include "tensor/plan/planner/staged_plan.h"
#include "tensor/run/move_state.h"
#include "tensor/run/open_device.h"
#include "tensor/run/rank_executor.h"

namespace motley::tensor {

// What the last step took on this rank.
struct StepFigures {
  double compute_seconds = 0, wait_seconds = 0;
  double communication_seconds = 0;  // in which any was under way (rank_executor.h)
  // Of a pipeline: medians over micro-batches; 0 where this rank has none.
  std::vector<double> phase_seconds = {};  // F, I and W of each stage
  std::vector<double> link_rates = {};     // bytes per second received, by pair of stages
};

// A sharded plan that is ready to run on this rank: compiled, and without values.
struct PreparedRank {
  planner::Plan plan;
  RankExecutor executor;
  std::optional<RankExecutor> evaluator;
  uint64_t communications_hash = 0;  // the same on all ranks
};
// On any thread; not a collective.
PreparedRank prepare_rank(planner::Plan plan, int rank, const RankExecutorSettings& settings,
                          bool evaluates);

// A pipeline that is ready to run on this rank: compiled, and not connected to the others.
class PreparedPipeline {
 public:
  // On any thread; not a collective. `also`: lists of other schedules, which are kept ready; the
  // pipeline's own has number 0. With `is_measured`, figures() has those of its phases and
  // messages.
  PreparedPipeline(planner::PipelineOfPlan pipeline, int rank, PipelineExecutorSettings settings,
                   const std::vector<PipelineProgram>& also = {}, bool is_measured = false);
  ~PreparedPipeline();
  PreparedPipeline(PreparedPipeline&&) noexcept;
  PreparedPipeline& operator=(PreparedPipeline&&) noexcept;

  struct Rank;
  std::unique_ptr<Rank> take() &&;

 private:
  std::unique_ptr<Rank> rank_;
};

class StepRunner {
 public:
  virtual ~StepRunner() = default;
  virtual std::span<std::byte> argument(int i) = 0;  // all of it
  // Elements of an argument from `first` on, row-major; called from any thread.
  using Elements = std::function<void(int64_t first, std::span<std::byte> out)>;
  // Fills in a parameter or a piece of state: the elements that are held here.
  virtual void fill(int i, const Elements& elements) { elements(0, argument(i)); }
  virtual void set_to_zero(int i);

  // A step is given its batch, begun and ended; the next batch may be filled in and offered while
  // it runs.
  virtual void offer_batch() {}  // the batch arguments have been filled in
  virtual void begin() = 0;
  virtual void end() {}
  virtual double loss() const = 0;  // of the last step that has ended
  // What this process computed in that step, where it also waits for others.
  virtual std::optional<double> compute_seconds() const { return std::nullopt; }
  // The loss of a batch with the parameters and state as they are, which stay so: no step is in
  // progress, and the next one is offered its batch again. `fill` fills in the batch arguments.
  virtual double evaluate(const std::function<void()>& fill);  // if not overridden: a UserError
  virtual int64_t memory_bytes() = 0;
  virtual StepFigures figures() const { return {}; }
  // Goes on with another plan, between two steps: parameters and state are moved to where it wants
  // them. A collective. If not overridden, an InternalError.
  virtual MoveTotals adopt(PreparedRank prepared);
  virtual MoveTotals adopt(PreparedPipeline prepared);
  // Goes on with another of the schedules that it was made with. On all ranks before one step. If
  // not overridden, an InternalError.
  virtual void use_schedule(int number);

  // A part of a parameter or of state that this process writes into checkpoints: those of all
  // ranks together are everything, once. Valid until the next step.
  struct Piece {
    int argument = 0;
    core::Box box;
    std::span<const std::byte> bytes;
  };
  // Of the first `num_kept` arguments. A collective. If not overridden, the root writes everything.
  virtual std::vector<Piece> pieces_to_write(int num_kept);
  // Makes argument(i) the current parameters and state, on the rank that is_root at least.
  virtual void gather_to_root() {}
  // Fills in a parameter or a piece of state by boxes of the whole: those that are held here.
  using ReadBox = std::function<void(const core::Box& box, std::span<std::byte> out)>;
  virtual void fill_boxes(int i, const TensorType& type, const ReadBox& read);
  // Whether this process writes files and prints.
  virtual bool is_root() const { return true; }
  // The root's decision, on all ranks.
  virtual uint8_t broadcast_decision(uint8_t ours) { return ours; }
  // The ranks of the run, null where this process is alone.
  virtual core::Communicator* communicator() { return nullptr; }
  // Records the kernels of later runs, or the device's work. The trace must outlive the runner.
  virtual void write_to(core::Trace& trace) = 0;
};

std::unique_ptr<StepRunner> make_cpu_runner(const ModelStep& step, int num_threads);

// The step is one program of the device, and parameters and state stay in its memory. It is
// compiled while arguments are filled in, and the device may still be opening; errors are thrown
// when the first of its results is asked for.
std::unique_ptr<StepRunner> make_accelerator_runner(const ModelStep& step,
                                                    OpenedAccelerator opened);

// All ranks of a plan together. Parameters and state stay where their shards are.
// `loss_program` is needed for evaluation only.
std::unique_ptr<StepRunner> make_rank_runner(core::Communicator& comm, const planner::Plan& plan,
                                             RankProgram program, RankExecutorSettings settings,
                                             std::optional<RankProgram> loss_program = {});

// What an evaluation runs: the arguments of the step, and one result, the loss.
Program loss_program(const ModelStep& step);

// All ranks of a pipeline together. Every rank reads the whole batch, and holds the parameters and
// state of its stages.
std::unique_ptr<StepRunner> make_pipeline_runner(core::Communicator& comm,
                                                 PreparedPipeline prepared);

}  // namespace motley::tensor
