// What runs a training step: this process alone, or as one rank of many.
//
// Arguments are whole to whoever fills them, wherever their shards are.
#pragma once

#include <memory>
#include <span>
#include <vector>

#include "core/comm/communicator.h"
#include "core/trace/trace.h"
#include "tensor/grad/train_step.h"
#include "tensor/plan/shard/shard_plan.h"
#include "tensor/run/device_compile.h"

namespace motley::apps {

class StepRunner {
 public:
  virtual ~StepRunner() = default;
  virtual std::span<std::byte> argument(int i) = 0;
  virtual void run() = 0;
  virtual double loss() const = 0;
  virtual int64_t memory_bytes() const = 0;
  // Parameters and state, as they are now, are in argument(i): on the rank that speaks, at least.
  virtual void bring_back() {}
  // Whether this process writes and prints; what it decides for all.
  virtual bool speaks() const { return true; }
  virtual bool agree(bool ours) { return ours; }
  // Whether other processes run the step with this one: a signal ends them all.
  virtual bool is_one_of_many() const { return false; }
  // What later runs are made of: kernels, or what an accelerator does. The trace has to stay.
  virtual void write_to(core::Trace& trace) = 0;
};

std::unique_ptr<StepRunner> run_here(const tensor::TrainStep& step, int num_threads);

// The step is one program of the device, and parameters and state stay in its memory.
std::unique_ptr<StepRunner> run_on_accelerator(const tensor::TrainStep& step,
                                               const tensor::DeviceRunSettings& settings);

// All ranks together. The first of the step's arguments, as many as it updates, stay where their
// shards are from one step to the next.
std::unique_ptr<StepRunner> run_as_rank(core::Communicator& comm, const tensor::TrainStep& step,
                                        const tensor::ShardPlan& plan,
                                        const tensor::GroupCosts& costs, int num_threads);

}  // namespace motley::apps
