// Evaluators listed in eval_reduction.cpp but defined in eval_window.cpp and eval_sort.cpp.
#pragma once

#include "tensor/reference/evaluator.h"

namespace motley::tensor::reference {

std::vector<Literal> evaluate_reduce_window(Evaluation& e);
std::vector<Literal> evaluate_select_and_scatter(Evaluation& e);
std::vector<Literal> evaluate_sort(Evaluation& e);
std::vector<Literal> evaluate_top_k(Evaluation& e);

}  // namespace motley::tensor::reference
