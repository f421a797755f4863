// Evaluators listed in eval_control.cpp but defined in other files.
#pragma once

#include "tensor/reference/evaluator.h"

namespace motley::tensor::reference {

std::vector<Literal> evaluate_custom_call(Evaluation& e);        // eval_checks.cpp
std::vector<Literal> evaluate_rng_bit_generator(Evaluation& e);  // eval_rng.cpp

}  // namespace motley::tensor::reference
