// Shapes and strides of one attention op, prepared for its kernels.
#pragma once

#include <optional>
#include <vector>

#include "tensor/ir/attention.h"
#include "tensor/kernels/attention_vectors.h"
#include "tensor/kernels/kernel.h"

namespace motley::tensor {

// One tensor as a stack of matrices. Rows are queries or keys, columns features; for a mask or
// bias, queries and keys. A stride of 0 broadcasts.
struct MatrixStack {
  std::vector<int64_t> batch;  // one stride per batch subscript
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

  // The multi-index of the n-th element of `extents`, in row-major order.
  static std::vector<int64_t> index_of(int64_t n, const std::vector<int64_t>& extents);
  // The number of keys visible to some query before `end`.
  int64_t keys_seen(int64_t end) const;
  // Row `s` of the scores against keys [first, first + count).
  ScoreRow score_row(const KernelCall& call, const std::vector<int64_t>& index, int64_t s,
                     int64_t first, int64_t count) const;
};

// Flops of all scores and values, including masked ones; the gradient has five products instead of
// two.
WorkPart attention_work(const AttentionPlan& plan, bool gradient);

// nullopt if the matrices do not have BLAS's layout with contiguous features.
std::optional<AttentionPlan> plan_attention(const KernelRequest& request);

// Block sizes, chosen so that the scores of a block fit in a core's cache with the keys and values.
struct AttentionBlocks {
  int64_t queries = 0, keys = 0, stride = 0;  // stride: of a row in scratch memory
};
AttentionBlocks attention_blocks(const AttentionPlan& plan, int64_t max_queries, int64_t max_keys);

// Whether keys masked for all rows of a block cannot change these rows, each of which has a running
// maximum: relative to it, a masked score underflows to zero.
bool masked_keys_vanish(float fill, const float* maxima, int64_t count, int64_t stride);

}  // namespace motley::tensor
