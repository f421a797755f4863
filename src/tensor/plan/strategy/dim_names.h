// What a dimension of a step's argument stands for, derived from the graph: batch, sequence, heads,
// hidden, vocabulary, experts, channels.
//
//   const DimNames dims(step);
//   dims.name(0, 1)          "heads" of a query projection [hidden, heads * features]
#pragma once

#include <string>
#include <vector>

#include "tensor/grad/train_step.h"

namespace motley::tensor::strategy {

class DimNames {
 public:
  explicit DimNames(const TrainStep& step);

  const std::string& name(int argument, int dim) const { return names_[argument][dim]; }

 private:
  std::vector<std::vector<std::string>> names_;  // by argument and dimension
};

}  // namespace motley::tensor::strategy
