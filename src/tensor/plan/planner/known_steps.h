// Steps that were planned lately, and what planning derives from each. The parts of a cluster are
// planned with the same steps in the same micro-batches, and several strategies in a row plan one:
// each is built, compiled and priced once.
//
//   step_cut_into(step, {.count = 4})     the second time, the one that is known
//   facts_of(it), with_shares_of(it, cluster)
#pragma once

#include <memory>

#include "tensor/plan/propagate/program_facts.h"
#include "tensor/step/model_step.h"

namespace motley::core {
struct Cluster;
}

namespace motley::tensor::planner {

// The step cut otherwise; nothing where its samples interact.
ModelStepPtr step_cut_into(const ModelStepPtr& step, const Microbatches& microbatches);

std::shared_ptr<const propagate::ProgramFacts> facts_of(const ModelStepPtr& step);

// One micro-batch of a step as a step of its own.
struct OneMicrobatch {
  TrainStep step;
  std::shared_ptr<const propagate::ProgramFacts> facts;
};
std::shared_ptr<const OneMicrobatch> one_microbatch(const ModelStepPtr& step);

// The cluster with the shares of its figures that the step reaches (predict/measured_shares.h).
core::Cluster with_shares_of(const ModelStepPtr& step, core::Cluster cluster);

}  // namespace motley::tensor::planner
