// What runs a training step: this process alone, or as one rank of many.
//
// Arguments are whole to whoever fills them, wherever their shards are.
#pragma once

#include <memory>
#include <span>
#include <vector>

#include "core/comm/communicator.h"
#include "tensor/grad/train_step.h"
#include "tensor/plan/shard/shard_plan.h"
#include "tensor/run/executable.h"
#include "tensor/run/rank_executor.h"

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
  virtual tensor::Executable* engine() { return nullptr; }  // for traces of kernels
};

std::unique_ptr<StepRunner> run_here(const tensor::TrainStep& step, int num_threads);

// All ranks together. The first of the step's arguments, as many as it updates, stay where their
// shards are from one step to the next.
std::unique_ptr<StepRunner> run_as_rank(core::Communicator& comm, const tensor::TrainStep& step,
                                        const tensor::ShardPlan& plan,
                                        const tensor::GroupCosts& costs, int num_threads);

}  // namespace motley::apps
