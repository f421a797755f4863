#include "tensor/reference/evaluator.h"

#include <array>

#include "core/base/error.h"
#include "tensor/reference/eval_elementwise.h"

namespace motley::tensor::reference {
namespace {

// By OpCode; null for an op without an evaluator.
std::array<EvaluatorRow, kNumOpCodes> all_rows() {
  std::array<EvaluatorRow, kNumOpCodes> rows{};
  for (int i = 0; i < kNumOpCodes; ++i) {
    const auto code = static_cast<OpCode>(i);
    rows[i] = {code, is_elementwise(code) ? evaluate_elementwise : nullptr};
  }
  for (auto family : {movement_evaluators(), indexing_evaluators(), contraction_evaluators(),
                      reduction_evaluators(), fused_evaluators(), control_evaluators()}) {
    for (const EvaluatorRow& row : family) rows[static_cast<size_t>(row.code)] = row;
  }
  return rows;
}

}  // namespace

const EvaluatorRow& evaluator_row(OpCode code) {
  static const std::array<EvaluatorRow, kNumOpCodes> rows = all_rows();
  const EvaluatorRow& row = rows[static_cast<size_t>(code)];
  MOTLEY_CHECK(row.evaluate != nullptr, "{} has no evaluator", name(code));
  return row;
}

}  // namespace motley::tensor::reference
