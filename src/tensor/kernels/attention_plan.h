// The shapes and strides of one attention, ready for its kernels.
#pragma once

#include <optional>
#include <vector>

#include "tensor/ir/attention.h"
#include "tensor/kernels/attention_vectors.h"
#include "tensor/kernels/kernel.h"

namespace motley::tensor {

// One tensor as a stack of matrices. Rows are queries or keys, columns features; of a mask or bias,
// queries and keys. A stride of 0 repeats.
struct MatrixStack {
  std::vector<int64_t> batch;  // a stride per batch letter
  int64_t row = 0, column = 0;

  int64_t offset(const std::vector<int64_t>& index) const {
    int64_t sum = 0;
    for (size_t i = 0; i < batch.size(); ++i) sum += index[i] * batch[i];
    return sum;
  }
};

struct AttentionPlan {
  AttentionAttrs attrs;
  AttentionOperands at;
  std::vector<int64_t> batch;  // extents, in the order of batch_letters
  int64_t queries = 0, keys = 0, depth = 0, value_depth = 0;
  std::vector<MatrixStack> operands, results;
  int num_threads = 1;

  // The index of the n-th of `extents`.
  static std::vector<int64_t> index_of(int64_t n, const std::vector<int64_t>& extents);
  // The number of keys that some of the queries up to `end` see.
  int64_t keys_seen(int64_t end) const;
  // Row `s` of the scores against keys [first, first + count).
  ScoreRow score_row(const KernelCall& call, const std::vector<int64_t>& index, int64_t s,
                     int64_t first, int64_t count) const;
};

// Flops of all scores and values, masked ones too; the gradient has five products for two.
WorkPart attention_work(const AttentionPlan& plan, bool gradient);

// Nothing where the matrices do not lie as BLAS wants them, features side by side.
std::optional<AttentionPlan> plan_attention(const KernelRequest& request);

// Rows of scores are cut so that a block stays in a core's cache beside the keys and values.
struct AttentionBlocks {
  int64_t queries = 0, keys = 0, stride = 0;  // stride: of a row in scratch memory
};
AttentionBlocks attention_blocks(const AttentionPlan& plan, int64_t max_queries, int64_t max_keys);

// Whether keys that all rows of a block mask cannot change these rows, each of which has a maximum
// so far: next to it, a masked score comes to nothing.
bool masked_keys_vanish(float fill, const float* maxima, int64_t count, int64_t stride);

}  // namespace motley::tensor
