// The argument of an evaluator, and the table of evaluators.
//
// An evaluator computes all results of one op from the literals of its operands. It is a free
// function; run state (bodies, captured values, checks) is accessed through `runner`.
#pragma once

#include <span>
#include <string>
#include <vector>

#include "tensor/ir/op_row.h"

namespace motley::tensor::reference {

class Runner;

struct Evaluation {
  Runner& runner;
  OpView view;
  std::vector<const Literal*> operands;
  const std::vector<bool>* dying = nullptr;  // operands not used afterwards

  const Literal& operand(int i) const { return *operands[i]; }
  // The operand as an owned value: moved if this is its last use, otherwise copied. Once each.
  Literal take(int i);
  // To be called before allocating scratch memory of about this many cells (cells.h).
  void check_scratch(int64_t num_cells) const;
  // "FILE:LINE:COL: stablehlo.sort: message"
  [[noreturn]] void fail(const std::string& message) const;
};

using Evaluator = std::vector<Literal> (*)(Evaluation&);

struct EvaluatorRow {
  OpCode code;
  Evaluator evaluate;
  // Results are forwarded operands or come out of regions: the op allocates nothing.
  bool forwards_operands = false;
};

// One list per family; evaluator_row finds the row of an op among them.
std::span<const EvaluatorRow> movement_evaluators();
std::span<const EvaluatorRow> indexing_evaluators();
std::span<const EvaluatorRow> contraction_evaluators();
std::span<const EvaluatorRow> reduction_evaluators();
std::span<const EvaluatorRow> fused_evaluators();
std::span<const EvaluatorRow> control_evaluators();
const EvaluatorRow& evaluator_row(OpCode code);

// A vector of one; an initializer list would copy the literal.
inline std::vector<Literal> one_result(Literal literal) {
  std::vector<Literal> results;
  results.push_back(std::move(literal));
  return results;
}

}  // namespace motley::tensor::reference
