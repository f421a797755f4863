#include "tensor/plan/propagate/rule_text.h"

#include <fmt/format.h>

#include <algorithm>
#include <sstream>

#include "core/base/error.h"

namespace motley::tensor::propagate {
namespace {

// The op's rules on one axis with these states, among those found from any of the states.
std::vector<AxisRule> rules_with(const OpRules& rules, const OpShardings& states, int axis) {
  std::vector<AxisRule> found = {{}};
  const auto add = [&](const std::vector<AxisRule>& more) {
    found.insert(found.end(), more.begin(), more.end());
  };
  for (size_t k = 0; k < states.operands.size(); ++k) {
    if (!states.operands[k][axis].is_replicated())
      add(rules.taking(static_cast<int>(k), states.operands[k][axis]));
  }
  for (size_t k = 0; k < states.results.size(); ++k) {
    if (!states.results[k][axis].is_replicated())
      add(rules.giving(static_cast<int>(k), states.results[k][axis]));
  }
  return found;
}

bool same(const OpShardings& a, const OpShardings& b) {
  return a.operands == b.operands && a.results == b.results;
}

}  // namespace

std::string rule_text(const ShardingProblem& problem, int op, const OpRule& rule) {
  const Op& of = problem.graph().ops[op];
  const OpShardings* states = problem.shardings(op, rule);
  MOTLEY_CHECK(states, "op {}: not a rule of this op", op);
  std::string text;
  const auto add = [&](ValueId v, const Sharding& state) {
    text += to_string(state, problem.program().type(v).shape, problem.group()) + " ";
  };
  for (size_t k = 0; k < of.operands.size(); ++k) add(of.operands[k], states->operands[k]);
  text += "->";
  for (size_t k = 0; k < of.results.size(); ++k) {
    text += " ";
    add(of.results[k], states->results[k]);
    text.pop_back();
  }
  return text;
}

ParsedRule parse_rule(const ShardingProblem& problem, int op, const std::string& text) {
  const Op& of = problem.graph().ops[op];
  std::vector<std::string> words;
  std::istringstream in(text);
  for (std::string word; in >> word;) words.push_back(word);
  ParsedRule out;
  const size_t arrow = static_cast<size_t>(std::ranges::find(words, "->") - words.begin());
  if (arrow != of.operands.size() || words.size() != arrow + 1 + of.results.size()) {
    out.fault = fmt::format("`{}` must name {} operands, `->` and {} results", text,
                            of.operands.size(), of.results.size());
    return out;
  }
  OpShardings wanted;
  for (size_t i = 0; i < words.size(); ++i) {
    if (i == arrow) continue;
    const bool is_operand = i < arrow;
    const ValueId v = is_operand ? of.operands[i] : of.results[i - arrow - 1];
    const ParsedSharding state =
        parse_sharding(words[i], problem.program().type(v), problem.group());
    if (!state.fault.empty()) {
      out.fault = fmt::format("`{}`: {}", words[i], state.fault);
      return out;
    }
    (is_operand ? wanted.operands : wanted.results).push_back(state.sharding);
  }
  const OpRules& rules = problem.rules(op);
  for (const AxisRule& first : rules_with(rules, wanted, 0)) {
    for (const AxisRule& second : rules_with(rules, wanted, 1)) {
      const OpRule rule = {first, second};
      const OpShardings* states = problem.shardings(op, rule);
      if (!states || !same(*states, wanted)) continue;
      out.rule = rule;
      return out;
    }
  }
  out.fault = fmt::format("`{}` is not a rule of this op", text);
  return out;
}

}  // namespace motley::tensor::propagate
