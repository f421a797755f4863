// The results of a run: their names, and how far they are from expected ones.
#pragma once

#include <string>
#include <vector>

#include "tensor/import/tensor_file.h"
#include "tensor/step/loaded_model.h"

namespace motley::tensor {

struct ResultComparison {
  std::string name, type;
  double error;
  bool passed;
};

// loss and NNN.grad.NAME where the signature tells, NNN.result otherwise.
std::vector<std::string> result_names(const LoadedModel& loaded);

// The tensors of a file that the results are to be compared with; none for an empty name. A
// UserError where they do not fit the results.
std::vector<NamedLiteral> read_expected_results(const Program& program, const std::string& file);

std::vector<ResultComparison> compare_results(const std::vector<Literal>& results,
                                              const std::vector<NamedLiteral>& expected,
                                              double tolerance);

}  // namespace motley::tensor
