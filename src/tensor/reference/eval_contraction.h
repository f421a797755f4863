// Shared by the evaluators of contractions.
#pragma once

#include <vector>

#include "tensor/reference/cells.h"
#include "tensor/reference/evaluator.h"

namespace motley::tensor::reference {

// The elements at base + each offset, as cells in the compute type of `result`: products of a float
// result are taken in double, those of an integer result modulo 2^64.
void pack_cells(const Literal& literal, int64_t base, const std::vector<int64_t>& offsets,
                ElementType result, Cell* cells);

// Whether a sum of products is accumulated in f32 step by step, as XLA does: a short reduction
// (reduce_cells.h) whose result is f32 or narrower. Others accumulate in the compute type.
bool sums_in_float(ElementType result, int64_t terms);

std::vector<Literal> evaluate_cholesky(Evaluation& e);
std::vector<Literal> evaluate_convolution(Evaluation& e);
std::vector<Literal> evaluate_triangular_solve(Evaluation& e);

}  // namespace motley::tensor::reference
