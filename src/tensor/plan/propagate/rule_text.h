// Rules of ops as text: the states of operands and results.
//
//   S(0) R -> S(0)          a product sharded by rows
//   S(1) S(0) -> P          by the contracted dimension
#pragma once

#include <string>

#include "tensor/plan/propagate/sharding_problem.h"

namespace motley::tensor::propagate {

std::string rule_text(const ShardingProblem& problem, int op, const OpRule& rule);

struct ParsedRule {
  OpRule rule;
  std::string fault;  // one sentence if the text is invalid
};
ParsedRule parse_rule(const ShardingProblem& problem, int op, const std::string& text);

}  // namespace motley::tensor::propagate
