// Runs a StagedStep on one device, one phase after the other: all stages of a micro-batch forward,
// then all stages backward. What a pipeline of these stages is compared with, bit for bit.
//
//   run_in_sequence(step, arguments, [](const Program& p, std::vector<Literal> in) {
//     return interpret(p, std::move(in)).results;
//   });
#pragma once

#include <functional>
#include <vector>

#include "tensor/ir/literal.h"
#include "tensor/staged/staged_step.h"

namespace motley::tensor {

using RunPhase = std::function<std::vector<Literal>(const Program&, std::vector<Literal>)>;

// `arguments` are those of the step. The results are those of train_step: the loss, then new
// parameters and state.
std::vector<Literal> run_in_sequence(const StagedStep& step, const std::vector<Literal>& arguments,
                                     const RunPhase& run);

}  // namespace motley::tensor
