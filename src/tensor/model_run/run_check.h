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

// loss with NNN.grad.NAME or NNN.state.NAME where the signature tells, NNN.result otherwise.
std::vector<std::string> result_names(const LoadedModel& loaded);

struct ExpectedResults {
  std::vector<NamedLiteral> of_results;  // in their order
  std::vector<std::string> others;       // tensors of the file that no result is compared with
};

// The tensors of a file that the results are to be compared with, by name, or in their order where
// the file has other names; none for an empty file name. A UserError where they do not fit.
ExpectedResults read_expected_results(const Program& program, const std::vector<std::string>& names,
                                      const std::string& file);

std::vector<ResultComparison> compare_results(const std::vector<Literal>& results,
                                              const std::vector<NamedLiteral>& expected,
                                              double tolerance);

}  // namespace motley::tensor
