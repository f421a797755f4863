// Evaluators listed in control.cpp that stand in files of their own.
#pragma once

#include "tensor/reference/evaluator.h"

namespace motley::tensor::reference {

std::vector<Literal> evaluate_custom_call(Evaluation& e);        // checks.cpp
std::vector<Literal> evaluate_rng_bit_generator(Evaluation& e);  // rng.cpp

}  // namespace motley::tensor::reference
