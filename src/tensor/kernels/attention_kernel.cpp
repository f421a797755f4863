// Attention by blocks of queries against blocks of keys (as FlashAttention); the scores of a block
// stay in scratch memory, between two BLAS products:
//
//            keys ->                    per block of queries, from left to right:
//   queries  | S S S . |                  S = scale Q K^T, bias, mask
//      |     | S S S S |   . skipped:     running maximum and sum of each row; O and the sum are
//      v                     causal       rescaled when the maximum grows; O += exp(S) V
//
// Threads divide batches and blocks of queries; each row is computed by one thread in a fixed
// order, so the result is bitwise independent of the number of threads.
#include "tensor/kernels/attention_kernel.h"

#include <algorithm>
#include <cmath>
#include <memory>

#include "core/base/held_signals.h"
#include "core/base/threads.h"
#include "tensor/kernels/attention_plan.h"
#include "tensor/kernels/gemm.h"

namespace motley::tensor {
namespace {

// Size of a block of scores: 128 x 1024 are 512 KiB. Causal blocks have fewer rows, since the upper
// triangle of their diagonal block is wasted work.
constexpr int64_t kMaxQueries = 128, kMaxCausalQueries = 64, kMaxKeys = 1024;

struct Forward {
  AttentionPlan plan;
  AttentionBlocks blocks;
  const AttentionVectors& vectors = *MOTLEY_PICK_VECTOR_ISA(attention_vectors);

  int64_t blocks_per_batch() const { return (plan.queries + blocks.queries - 1) / blocks.queries; }
  int64_t scratch_floats() const { return blocks.queries * blocks.stride; }

  // Queries [begin, end) of one batch.
  struct Rows {
    const std::vector<int64_t>& index;
    int64_t begin, end;
    const float *query, *key, *value;
    float *output, *maximum, *sum;
    float* scores;
    int64_t count() const { return end - begin; }
  };

  void run(const KernelCall& call) const {
    int64_t num_batches = 1;
    for (int64_t extent : plan.batch) num_batches *= extent;
    core::parallel_for(plan.num_threads, num_batches * blocks_per_batch(),
                       [&](int64_t begin, int64_t end, int thread) {
                         const core::HeldSignals held;  // once for all products, see gemm.cpp
                         float* scratch =
                             reinterpret_cast<float*>(call.scratch) + thread * scratch_floats();
                         for (int64_t i = begin; i < end; ++i) run_block(call, i, scratch);
                       });
  }

  void run_block(const KernelCall& call, int64_t block, float* scratch) const {
    const std::vector<int64_t> index =
        AttentionPlan::index_of(block / blocks_per_batch(), plan.batch);
    // First, last, second, last but one, ...: causal blocks grow, so this balances the threads.
    const int64_t number = block % blocks_per_batch();
    const int64_t place = number % 2 ? blocks_per_batch() - 1 - number / 2 : number / 2;
    const int64_t begin = place * blocks.queries;
    auto operand = [&](int i) {
      return reinterpret_cast<const float*>(call.operands[i]) + plan.operands[i].offset(index);
    };
    auto result = [&](int i) {
      return reinterpret_cast<float*>(call.results[i]) + plan.results[i].offset(index) +
             begin * plan.results[i].row;
    };
    const Rows rows{.index = index,
                    .begin = begin,
                    .end = std::min(begin + blocks.queries, plan.queries),
                    .query = operand(0) + begin * plan.operands[0].row,
                    .key = operand(1),
                    .value = operand(2),
                    .output = result(0),
                    .maximum = result(1),
                    .sum = result(2),
                    .scores = scratch};
    int64_t end = plan.keys_seen(rows.end);
    for (int64_t key = 0; key < end; key += blocks.keys) {
      add_keys(call, rows, key, std::min(blocks.keys, end - key));
      // Rows that see almost nothing also need the keys that are masked for all.
      if (key + blocks.keys >= end && end < plan.keys && !others_vanish(rows)) {
        add_keys_from(call, rows, end);
        break;
      }
    }
    finish(rows);
  }

  bool others_vanish(const Rows& rows) const {
    return masked_keys_vanish(static_cast<float>(plan.attrs.fill), rows.maximum, rows.count(),
                              plan.results[1].row);
  }

  void add_keys_from(const KernelCall& call, const Rows& rows, int64_t first) const {
    for (int64_t key = first; key < plan.keys; key += blocks.keys)
      add_keys(call, rows, key, std::min(blocks.keys, plan.keys - key));
  }

  void add_keys(const KernelCall& call, const Rows& rows, int64_t first, int64_t count) const {
    const MatrixStack &q = plan.operands[0], &k = plan.operands[1], &v = plan.operands[2];
    gemm({.b_transposed = true,
          .m = rows.count(),
          .n = count,
          .k = plan.depth,
          .lda = q.row,
          .ldb = k.row,
          .ldc = blocks.stride,
          .alpha = plan.attrs.scale},
         rows.query, rows.key + first * k.row, rows.scores);
    for (int64_t r = 0; r < rows.count(); ++r) take_softmax(call, rows, r, first, count);
    gemm({.m = rows.count(),
          .n = plan.value_depth,
          .k = count,
          .lda = blocks.stride,
          .ldb = v.row,
          .ldc = plan.results[0].row,
          .beta = first == 0 ? 0.0 : 1.0},
         rows.scores, rows.value + first * v.row, rows.output);
  }

  void take_softmax(const KernelCall& call, const Rows& rows, int64_t r, int64_t first,
                    int64_t count) const {
    float* scores = rows.scores + r * blocks.stride;
    float &maximum = rows.maximum[r * plan.results[1].row],
          &sum = rows.sum[r * plan.results[2].row];
    const float largest = vectors.finish_scores(
        plan.score_row(call, rows.index, rows.begin + r, first, count), scores);
    const float before = first == 0 ? -INFINITY : maximum;
    maximum = std::max(before, largest);
    // A row that is -infinity so far adds zeros; later keys may still change it.
    const float shift = maximum == -INFINITY ? 0 : maximum;
    const float added = vectors.exponentiate(scores, count, shift);
    if (first == 0) {
      sum = added;
      return;
    }
    const float shrink = std::exp(before - shift);
    sum = sum * shrink + added;
    if (shrink != 1) vectors.scale(rows.output + r * plan.results[0].row, plan.value_depth, shrink);
  }

  void finish(const Rows& rows) const {
    for (int64_t r = 0; r < rows.count(); ++r) {
      vectors.scale(rows.output + r * plan.results[0].row, plan.value_depth,
                    1 / rows.sum[r * plan.results[2].row]);
    }
  }
};

}  // namespace

std::optional<Kernel> attention_by_blocks(const KernelRequest& request) {
  std::optional<AttentionPlan> plan = plan_attention(request);
  if (!plan) return std::nullopt;
  const AttentionBlocks blocks =
      attention_blocks(*plan, plan->attrs.causal ? kMaxCausalQueries : kMaxQueries, kMaxKeys);
  auto forward = std::make_shared<const Forward>(Forward{std::move(*plan), blocks});
  return Kernel{.name = "attention.blocks",
                .scratch_bytes = forward->scratch_floats() * forward->plan.num_threads *
                                 static_cast<int64_t>(sizeof(float)),
                .run = [forward](const KernelCall& call) { forward->run(call); },
                .work = {attention_work(forward->plan, false)}};
}

}  // namespace motley::tensor
