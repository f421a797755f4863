#include "tensor/compile/recognize_attention.h"

#include <map>
#include <set>

#include "tensor/compile/attention_pattern.h"
#include "tensor/passes/pass.h"
#include "tensor/passes/rewrite.h"

namespace motley::tensor {
namespace {

// A mask or bias in the new Program: extents of 1 dropped, true where a score is kept.
ValueId add_operand(Rewrite& rewrite, const ScoreOperand& operand) {
  ProgramBuilder& b = rewrite.builder();
  ValueId v = rewrite(operand.source);
  if (b.type(v).num_dims() != static_cast<int64_t>(operand.letters.size())) {
    Shape shape;
    for (int64_t extent : b.type(v).shape) {
      if (extent != 1) shape.push_back(extent);
    }
    v = b.add_one(OpCode::kReshape, {v}, ReshapeAttrs{shape});
  }
  return operand.negated ? b.add_one(OpCode::kNot, {v}) : v;
}

// The value with the dimensions of `letters` in the order of `to`.
ValueId reordered(ProgramBuilder& b, ValueId v, const std::string& letters, const std::string& to) {
  if (letters == to) return v;
  Dims permutation;
  for (char c : to) permutation.push_back(static_cast<int64_t>(letters.find(c)));
  return b.add_one(OpCode::kTranspose, {v}, TransposeAttrs{permutation});
}

// Kernels read rows of features, and rows of keys in masks and biases: einsum("bhts,bshk,hkd->btd")
// gives [b, h, features, queries], which no kernel writes.
std::string with_last(std::string letters, char last) {
  const size_t at = letters.find(last);
  if (at == std::string::npos) return letters;
  letters.erase(at, 1);
  return letters + last;
}

ValueId add_attention(Rewrite& rewrite, const AttentionMatch& match, const Op& op) {
  ProgramBuilder& b = rewrite.builder();
  AttentionAttrs attrs = match.attrs;
  std::vector<ValueId> operands = rewrite({match.query, match.key, match.value});
  if (match.mask) operands.push_back(add_operand(rewrite, *match.mask));
  if (match.bias) operands.push_back(add_operand(rewrite, *match.bias));
  size_t next = 0;
  const auto reorder = [&](std::string& letters, char last) {
    const std::string to = with_last(letters, last);
    operands[next] = reordered(b, operands[next], letters, to);
    letters = to;
    ++next;
  };
  reorder(attrs.query, 'd');
  reorder(attrs.key, 'd');
  reorder(attrs.value, 'e');
  if (attrs.mask) reorder(*attrs.mask, 't');
  if (attrs.bias) reorder(*attrs.bias, 't');
  attrs.output = with_last(attrs.output, 'e');
  const ValueId output = b.add(OpCode::kAttention, operands, attrs, {}, {op.line, op.column})[0];
  return reordered(b, output, attrs.output, match.attrs.output);
}

}  // namespace

Program recognize_attention(const Program& program) {
  const Uses uses(program);
  std::map<int, AttentionMatch> matches;  // by the product they replace
  std::set<uint32_t> replaced;            // values produced by attention
  for (const Op& op : program.body.ops) {
    if (auto match = match_attention(uses, op)) {
      replaced.insert(match->result.index);
      matches.emplace(match->op, std::move(*match));
    }
  }
  if (matches.empty()) return program;
  Rewrite rewrite(program);
  for (size_t i = 0; i < program.body.ops.size(); ++i) {
    const Op& op = program.body.ops[i];
    const auto match = matches.find(static_cast<int>(i));
    if (match != matches.end()) {
      rewrite.replace(match->second.result, add_attention(rewrite, match->second, op));
    } else if (op.results.size() != 1 || !replaced.contains(op.results[0].index)) {
      rewrite.keep(op);  // ops used only by the scores are dead now
    }
  }
  return remove_dead(std::move(rewrite).finish());
}

}  // namespace motley::tensor
