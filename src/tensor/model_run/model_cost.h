// What a model's step should take on each device type of a cluster, without running it.
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "core/cluster/cluster.h"
#include "tensor/cost/memory_cost.h"
#include "tensor/cost/program_cost.h"
#include "tensor/step/loaded_model.h"

namespace motley::tensor {

struct DeviceTypeCost {
  core::DeviceType type;
  int threads = 1;
  ProgramCost time;
  MemoryCost memory;
  double flops = 0, peak_seconds = 0;  // at the published rates, by number format

  bool fits() const { return memory.total_bytes() <= type.memory_bytes; }
  // How much of the time comes from tables.
  double measured_share() const;
};

// Of loss and gradients, or of the whole training step with an optimizer.
struct ModelCost {
  std::vector<DeviceTypeCost> types;
  std::vector<std::string> warnings;
};
ModelCost model_cost(const LoadedModel& model, const core::Cluster& cluster,
                     const std::optional<std::string>& optimizer, bool bf16_products = false);

}  // namespace motley::tensor
