// What runs a training step: this process alone, or as one rank of many.
//
// Batches are whole to whoever fills them in, wherever their shards are; of parameters and state a
// rank asks for its own alone.
#pragma once

#include <functional>
#include <memory>
#include <span>
#include <vector>

#include "apps/motley/accelerator.h"
#include "core/comm/communicator.h"
#include "core/trace/trace.h"
#include "tensor/grad/train_step.h"
#include "tensor/plan/shard_cost/reshard.h"
#include "tensor/run/rank_executor.h"
#include "tensor/sharding/shard_plan.h"

namespace motley::apps {

class StepRunner {
 public:
  virtual ~StepRunner() = default;
  virtual std::span<std::byte> argument(int i) = 0;  // all of it
  // Its elements from the `first` on, row-major; from any thread.
  using Elements = std::function<void(int64_t first, std::span<std::byte> out)>;
  // Parameters and state: those of its elements that are needed here.
  virtual void fill(int i, const Elements& elements) { elements(0, argument(i)); }
  virtual void set_to_zero(int i);  // the same with zeros

  // A step is offered its batch, begun and ended; the next batch may be filled in and offered while
  // it goes on.
  virtual void offer_batch() {}  // it stands in its arguments
  virtual void begin() = 0;
  virtual void end() {}
  virtual double loss() const = 0;  // of the step that was ended last
  virtual int64_t memory_bytes() = 0;
  // Parameters and state, as they are now, are in argument(i): on the rank that is_root, at least.
  virtual void gather_to_root() {}
  // Whether this process writes and prints; what it decides for all.
  virtual bool is_root() const { return true; }
  virtual bool broadcast_decision(bool ours) { return ours; }
  // Whether other processes run the step with this one: a signal ends them all.
  virtual bool is_one_of_many() const { return false; }
  // What later runs are made of: kernels, or what an accelerator does. The trace has to stay.
  virtual void write_to(core::Trace& trace) = 0;
};

std::unique_ptr<StepRunner> make_cpu_runner(const tensor::TrainStep& step, int num_threads);

// The step is one program of the device, and parameters and state stay in its memory. It is
// compiled while arguments are filled in, and the device may still be being opened; what goes wrong
// is said when the first of its answers is asked for.
std::unique_ptr<StepRunner> make_accelerator_runner(const tensor::TrainStep& step,
                                                    OpenedAccelerator opened);

// All ranks together. The first of the step's arguments, as many as it updates, stay where their
// shards are from one step to the next.
std::unique_ptr<StepRunner> make_rank_runner(core::Communicator& comm,
                                             const tensor::TrainStep& step,
                                             const tensor::ShardPlan& plan,
                                             const tensor::shard_cost::GroupCosts& costs,
                                             tensor::RankExecutorSettings settings);

}  // namespace motley::apps
