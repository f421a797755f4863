// Where the first NaN of a run comes from.
#pragma once

#include <functional>
#include <string>
#include <vector>

#include "tensor/ir/program.h"

namespace motley::tensor {

bool has_nan(const Literal& value);

// The first op of the body from which a NaN in the results comes, itself without one in its inputs;
// or the argument with one: "stablehlo.log at loss.mlir:12:10 (%9) makes the first NaN". Empty if
// there is none. All values are kept at once. `source_of` gives the line of the user's program that
// an op comes from, where that is known; it is named as well.
std::string first_nan(const Program& program, const std::vector<Literal>& arguments,
                      const std::function<std::string(const Op&)>& source_of = {});

}  // namespace motley::tensor
