// Fused attention on NVIDIA GPUs: motley.attention in bfloat16 as the custom calls of cuDNN's flash
// attention that XLA's CUDA plugin understands, instead of products, a softmax and stored scores.
//
//   %7:3 = call @attention_0(%q, %k, %v) : ...
//   ...
//   func.func private @attention_0(...) { convert, transpose; custom_call @__cudnn$fmhaSoftmax; ...
//   }
//
// cuDNN takes bfloat16 [batch, position, head, feature] and returns the output and one statistic a
// row, the log-sum-exp of the scores. With maximum := log-sum-exp and sum := 1 the op's definition
// (tensor/ir/attention.h) holds as well.
#pragma once

#include <map>
#include <string>

#include "tensor/ir/op_row.h"
#include "tensor/ir/printer.h"

namespace motley::tensor {

class CudnnAttention {
 public:
  // Operands are bfloat16, or float32 in a Program whose products are all bfloat16.
  explicit CudnnAttention(const Program& program);

  // Whether cuDNN has a kernel for this op: no mask or bias, positions in multiples of 64, at most
  // 128 features, key and value heads as the query's or shared by groups of them.
  bool takes(const OpView& op) const;

  // Makes the ops that are left in a Program calls; it must outlive the options. False if there are
  // none.
  bool add_calls(const Program& program, PrintOptions& options);

 private:
  // Its name; ops with equal attributes and types share it.
  std::string function_of(const OpView& op);

  bool bf16_products_;
  std::map<std::string, std::string> names_;  // by attributes and types
  std::string texts_;
};

}  // namespace motley::tensor
