// A step compiled and priced for one device type: the one prediction that `motley cost` prints and
// that planning is calibrated by.
#pragma once

#include <memory>
#include <vector>

#include "tensor/cost/program_cost.h"

namespace motley::tensor {

struct StepCost {
  int threads = 1;
  std::shared_ptr<const CompiledProgram> compiled;
  ProgramCost time;
};

// Prices one step on several types. Types that run the same kernels share one compilation.
class StepPricing {
 public:
  StepPricing(const Program& step, std::vector<Update> updates)
      : step_(step), updates_(std::move(updates)) {}

  StepCost on(const core::DeviceType& type);

 private:
  // By number of threads; 0 stands for accelerators, for which attention is expanded, and
  // kCudnn for those that run it in fused kernels.
  static constexpr int kCudnn = -1;
  std::shared_ptr<const CompiledProgram> compiled_for(int threads);

  const Program& step_;
  std::vector<Update> updates_;
  std::vector<std::pair<int, std::shared_ptr<const CompiledProgram>>> known_;
};

// A sentence for each type that computes the step's products in a format whose rate the cluster
// file does not state: they are priced as float32.
std::vector<std::string> unstated_rates(const Program& step, const core::Cluster& cluster);

}  // namespace motley::tensor
