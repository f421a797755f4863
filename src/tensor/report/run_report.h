// The outcome of a run, as `motley run` prints it.
#pragma once

#include <string>

#include "tensor/model_run/run_model.h"

namespace motley::tensor {

std::string run_report(const ModelRunReport& report);
// One JSON object; infinities and NaN become null.
std::string run_report_json(const ModelRunReport& report);

}  // namespace motley::tensor
