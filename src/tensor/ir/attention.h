// motley.attention: what it computes, and where its operands and dimensions stand.
//
//   score[.., s, t]  = scale * sum over d of query[.., s, d] key[.., t, d]  + bias[.., s, t]
//   score            = fill where the mask is false or, with `causal`, where t > s + query_offset
//   maximum[.., s]   = max over t of score[.., s, t]
//   sum[.., s]       = sum over t of exp(score[.., s, t] - maximum[.., s])
//   output[.., s, e] = sum over t of (exp(score - maximum) / sum)[.., s, t] value[.., t, e]
//
//   operands: query, key, value, mask (i1), bias         results: output, maximum, sum
//
// The scores are never stored: they are [.., s, t], far larger than all that is. The gradient makes
// them anew from maximum and sum. (One number, maximum + log(sum), would do but for rows in which
// all is masked by a large number: next to -1e9, the logarithm is lost.)
//
//   operands: query, key, value, mask, bias, output, maximum, sum, d_output
//   results:  d_query, d_key, d_value, d_bias
//
// Mask and bias are there where the attributes name their letters, d_bias where it is asked for. A
// row in which every score is -infinity is NaN, as softmax written out has it.
#pragma once

#include <string>

#include "tensor/ir/op_row.h"

namespace motley::tensor {

// Positions in the list of operands; -1 where there is none.
struct AttentionOperands {
  int mask = -1, bias = -1, output = -1, maximum = -1, sum = -1, d_output = -1;
};
AttentionOperands attention_operands(const Op& op);

// The letters of every operand and result of an op, in order.
struct AttentionLetters {
  std::vector<std::string> operands, results;
};
AttentionLetters attention_letters(const Op& op);

// Letters of the batch dimensions, in the order of the queries'.
std::string batch_letters(const AttentionAttrs& attrs);
// Those, then s: the rows of scores, as maximum and sum have them.
std::string row_letters(const AttentionAttrs& attrs);

// The extent that goes by this letter among the operands of a well-formed op.
int64_t extent_of(const OpView& view, char letter);

}  // namespace motley::tensor
