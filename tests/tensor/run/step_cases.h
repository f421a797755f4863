// Training steps of small models with values for their arguments, and heterogeneous clusters to run
// them on: fixtures for tests of distributed steps.
#pragma once

#include <string>
#include <vector>

#include "core/cluster/cluster.h"
#include "tensor/grad/train_step.h"
#include "tensor/import/model.h"
#include "tensor/models/models.h"
#include "tensor/plan/strategy/sharding_strategies.h"

namespace motley::tensor {

inline constexpr uint64_t kStepSeed = 20261115;

TrainStep make_step(const Program& loss, const Signature& signature, const std::string& optimizer,
                    int64_t num_microbatches = 1);

struct Case {
  TrainStep step;
  std::vector<Literal> arguments;
};
// Without `arguments`: for what is planned and lowered, not run.
Case make_planned_case(const Program& loss, const Signature& signature,
                       const std::string& optimizer, int64_t num_microbatches = 1);
Case make_case(const Program& loss, const Signature& signature, const std::string& optimizer,
               int64_t num_microbatches = 1);

// Five clusters of 1 to 5 devices, on one or several hosts, all but the last heterogeneous.
const std::vector<core::Cluster>& clusters();

}  // namespace motley::tensor
