// Branches and loops, and ops that only forward their operands.
#include "tensor/reference/eval_control.h"

#include "tensor/reference/runner.h"

namespace motley::tensor::reference {
namespace {

// An out-of-range index selects the last branch.
std::vector<Literal> evaluate_case(Evaluation& e) {
  const int64_t index = e.operand(0).as_int(0);
  const auto num_branches = static_cast<int64_t>(e.view.op.regions.size());
  const bool in_range = index >= 0 && index < num_branches;
  return e.runner.run(e.view.region(static_cast<int>(in_range ? index : num_branches - 1)), {});
}

std::vector<Literal> evaluate_if(Evaluation& e) {
  return e.runner.run(e.view.region(e.operand(0).get_unsigned(0) != 0 ? 0 : 1), {});
}

std::vector<Literal> evaluate_fusion(Evaluation& e) {
  std::vector<Slot> operands;
  for (int i = 0; i < e.view.num_operands(); ++i) operands.push_back(Slot::borrowed(e.operand(i)));
  return e.runner.run(e.view.region(0), std::move(operands));
}

// The condition borrows the carried values, the body owns them: values whose last use is in the
// body may be updated in place.
std::vector<Literal> evaluate_while(Evaluation& e) {
  const Region &condition = e.view.region(0), &body = e.view.region(1);
  std::vector<Literal> carried;
  for (int i = 0; i < e.view.num_operands(); ++i) carried.push_back(e.take(i));
  while (true) {
    std::vector<Slot> borrowed;
    for (const Literal& value : carried) borrowed.push_back(Slot::borrowed(value));
    const std::vector<Literal> answer = e.runner.run(condition, std::move(borrowed));
    if (answer[0].get_unsigned(0) == 0) return carried;
    std::vector<Slot> owned;
    for (Literal& value : carried) owned.push_back(Slot::owned(std::move(value)));
    carried = e.runner.run(body, std::move(owned));
    e.runner.report_progress();
  }
}

std::vector<Literal> evaluate_optimization_barrier(Evaluation& e) {
  std::vector<Literal> results;
  for (int i = 0; i < e.view.num_operands(); ++i) results.push_back(e.take(i));
  return results;
}

std::vector<Literal> evaluate_mark(Evaluation& e) { return one_result(e.take(0)); }

constexpr EvaluatorRow kControlRows[] = {
    {OpCode::kCase, evaluate_case, true},
    {OpCode::kCustomRule, evaluate_mark, true},
    {OpCode::kCustomCall, evaluate_custom_call},
    {OpCode::kFusion, evaluate_fusion, true},
    {OpCode::kIf, evaluate_if, true},
    {OpCode::kOptimizationBarrier, evaluate_optimization_barrier, true},
    {OpCode::kRngBitGenerator, evaluate_rng_bit_generator},
    {OpCode::kStopGradient, evaluate_mark, true},
    {OpCode::kWhile, evaluate_while, true},
    {OpCode::kWithGradient, evaluate_mark, true},
};

}  // namespace

std::span<const EvaluatorRow> control_evaluators() { return kControlRows; }

}  // namespace motley::tensor::reference
