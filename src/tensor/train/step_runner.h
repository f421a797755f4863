// Runs a training step: in this process alone, or as one rank of many.
//
// Whoever fills in a batch fills in all of it, wherever its shards are; of parameters and state a
// rank asks for its own elements only.
#pragma once

#include <functional>
#include <memory>
#include <span>
#include <vector>

#include "core/comm/communicator.h"
#include "core/trace/trace.h"
#include "tensor/grad/train_step.h"
#include "tensor/pipeline/pipeline_executor.h"
#include "tensor/plan/planner/plan.h"
#include "tensor/plan/planner/staged_plan.h"
#include "tensor/run/open_device.h"
#include "tensor/run/rank_executor.h"

namespace motley::tensor {

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
  virtual int64_t memory_bytes() = 0;
  // Makes argument(i) the current parameters and state, on the rank that is_root at least.
  virtual void gather_to_root() {}
  // Whether this process writes files and prints.
  virtual bool is_root() const { return true; }
  // The root's decision, on all ranks.
  virtual uint8_t broadcast_decision(uint8_t ours) { return ours; }
  // Records the kernels of later runs, or the device's work. The trace must outlive the runner.
  virtual void write_to(core::Trace& trace) = 0;
};

std::unique_ptr<StepRunner> make_cpu_runner(const TrainStep& step, int num_threads);

// The step is one program of the device, and parameters and state stay in its memory. It is
// compiled while arguments are filled in, and the device may still be opening; errors are thrown
// when the first of its results is asked for.
std::unique_ptr<StepRunner> make_accelerator_runner(const TrainStep& step,
                                                    OpenedAccelerator opened);

// All ranks of a plan together. Parameters and state stay where their shards are.
std::unique_ptr<StepRunner> make_rank_runner(core::Communicator& comm, const planner::Plan& plan,
                                             RankProgram program, RankExecutorSettings settings);

// All ranks of a pipeline together. Every rank reads the whole batch, and holds the parameters and
// state of its stages.
std::unique_ptr<StepRunner> make_pipeline_runner(core::Communicator& comm,
                                                 planner::PipelineOfPlan pipeline,
                                                 PipelineExecutorSettings settings);

}  // namespace motley::tensor
