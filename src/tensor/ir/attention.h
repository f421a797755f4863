// motley.attention: definition, operands and dimensions.
//
//   score[.., s, t]  = scale * sum over d of query[.., s, d] key[.., t, d]  + bias[.., s, t]
//   score            = fill where the mask is false or, with `causal`, where t > s + query_offset
//   maximum[.., s]   = max over t of score[.., s, t]
//   sum[.., s]       = sum over t of exp(score[.., s, t] - maximum[.., s])
//   output[.., s, e] = sum over t of (exp(score - maximum) / sum)[.., s, t] value[.., t, e]
//
//   operands: query, key, value, mask (i1), bias         results: output, maximum, sum
//
// The scores [.., s, t] are far larger than every operand and result and are never stored; the
// gradient recomputes them from maximum and sum. (The log-sum-exp, maximum + log(sum), would
// suffice except in rows masked entirely by a large finite fill: next to -1e9 the logarithm is
// lost to rounding.)
//
//   operands: query, key, value, mask, bias, output, maximum, sum, d_output
//   results:  d_query, d_key, d_value, d_bias
//
// Mask and bias are present if the attributes give their subscripts, d_bias if it is requested. A
// row in which every score is -infinity gives NaN, as an explicit softmax does.
#pragma once

#include <string>

#include "tensor/ir/op_row.h"

namespace motley::tensor {

inline bool is_attention(OpCode code) {
  return code == OpCode::kAttention || code == OpCode::kAttentionGradient;
}

// Positions in the operand list; -1 if absent.
struct AttentionOperands {
  int mask = -1, bias = -1, output = -1, maximum = -1, sum = -1, d_output = -1;
};
AttentionOperands attention_operands(const Op& op);

// Einsum subscripts of every operand and result of an op, in order.
struct AttentionLetters {
  std::vector<std::string> operands, results;
};
AttentionLetters attention_letters(const Op& op);

// Subscripts of the batch dimensions, in the order of the query's.
std::string batch_letters(const AttentionAttrs& attrs);
// The batch subscripts, then s: the rows of scores, which are the dimensions of maximum and sum.
std::string row_letters(const AttentionAttrs& attrs);

// The extent of the dimension labelled `letter` in a well-formed op.
int64_t extent_of(const OpView& view, char letter);

}  // namespace motley::tensor
