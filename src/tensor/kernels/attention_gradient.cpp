// The gradient of attention, by the same blocks as attention_kernel.cpp with recomputed weights:
//
//   P = exp(scale Q K^T ... - maximum) / sum         dV += P^T dO
//   dS = P (dO V^T - rowsum(dO O))                   dQ += scale dS K        dK += scale dS^T Q
//
// dQ accumulates over all keys, dK and dV over all queries and over every batch dimension they are
// broadcast along. Threads divide the remaining batch dimensions: one thread computes a dK and dV
// from start to end, always in the same order.
#include <algorithm>
#include <cstring>
#include <memory>

#include "core/base/held_signals.h"
#include "core/base/threads.h"
#include "tensor/kernels/attention_kernel.h"
#include "tensor/kernels/attention_plan.h"
#include "tensor/kernels/gemm.h"

namespace motley::tensor {
namespace {

// Two blocks of scores: 512 KiB together. Smaller blocks spend more on accumulating dK and dV.
constexpr int64_t kMaxGradientQueries = 256, kMaxGradientKeys = 256;

struct GradientPlan {
  AttentionPlan plan;
  AttentionBlocks blocks;
  const AttentionVectors& vectors = *MOTLEY_PICK_VECTOR_ISA(attention_vectors);

  bool has_bias_gradient() const { return plan.results.size() > 3; }
  // Weights, their gradients, and one number per query.
  int64_t scratch_floats() const {
    return blocks.queries * (2 * blocks.stride) +
           (blocks.queries + kRowPadding - 1) / kRowPadding * kRowPadding;
  }

  // One batch, and queries [begin, end) of it.
  struct Matrices {
    std::vector<int64_t> index;
    const float *query, *key, *value, *output, *d_output, *maximum, *sum;
    float *d_query, *d_key, *d_value, *d_bias;
    float *weights, *d_weights, *means;
  };
  struct Rows {
    int64_t begin, end;
    int count() const { return static_cast<int>(end - begin); }
  };

  // Batch dimensions that each of dK, dV and d_bias has; the others are accumulated together.
  std::vector<int64_t> owned(bool inner) const {
    std::vector<int64_t> extents = plan.batch;
    for (size_t d = 0; d < extents.size(); ++d) {
      bool outer = true;
      for (size_t r = 1; r < plan.results.size(); ++r)
        outer = outer && plan.results[r].batch[d] != 0;
      if (outer == inner) extents[d] = 1;
    }
    return extents;
  }

  static int64_t product(const std::vector<int64_t>& extents) {
    int64_t n = 1;
    for (int64_t extent : extents) n *= extent;
    return n;
  }

  void run(const KernelCall& call) const {
    const std::vector<int64_t> outer = owned(false), inner = owned(true);
    core::parallel_for(
        plan.num_threads, product(outer), [&](int64_t begin, int64_t end, int thread) {
          const core::HeldSignals held;  // once for all products, see gemm.cpp
          float* scratch = reinterpret_cast<float*>(call.scratch) + thread * scratch_floats();
          for (int64_t o = begin; o < end; ++o) {
            for (int64_t i = 0; i < product(inner); ++i)
              run_batch(call, o, outer, i, inner, scratch);
          }
        });
  }

  void run_batch(const KernelCall& call, int64_t o, const std::vector<int64_t>& outer, int64_t i,
                 const std::vector<int64_t>& inner, float* scratch) const {
    std::vector<int64_t> index = AttentionPlan::index_of(o, outer);
    const std::vector<int64_t> rest = AttentionPlan::index_of(i, inner);
    for (size_t d = 0; d < index.size(); ++d) index[d] += rest[d];
    const Matrices m = matrices(call, index, scratch);
    if (is_first(1, index)) clear(m.d_key, plan.results[1].row, plan.keys, plan.depth);
    if (is_first(2, index)) clear(m.d_value, plan.results[2].row, plan.keys, plan.value_depth);
    if (has_bias_gradient() && is_first(3, index))
      clear(m.d_bias, plan.results[3].row, plan.queries, plan.keys);
    for (int64_t begin = 0; begin < plan.queries; begin += blocks.queries)
      run_rows(call, m, {begin, std::min(begin + blocks.queries, plan.queries)});
  }

  // Whether this batch is the first contribution to the result.
  bool is_first(int result, const std::vector<int64_t>& index) const {
    for (size_t d = 0; d < index.size(); ++d) {
      if (plan.results[result].batch[d] == 0 && index[d] != 0) return false;
    }
    return true;
  }

  static void clear(float* x, int64_t row, int64_t rows, int64_t columns) {
    for (int64_t r = 0; r < rows; ++r)
      std::memset(x + r * row, 0, static_cast<size_t>(columns) * sizeof(float));
  }

  Matrices matrices(const KernelCall& call, const std::vector<int64_t>& index,
                    float* scratch) const {
    auto operand = [&](int i) {
      return reinterpret_cast<const float*>(call.operands[i]) + plan.operands[i].offset(index);
    };
    auto result = [&](int i) {
      return reinterpret_cast<float*>(call.results[i]) + plan.results[i].offset(index);
    };
    float* const d_weights = scratch + blocks.queries * blocks.stride;
    return {.index = index,
            .query = operand(0),
            .key = operand(1),
            .value = operand(2),
            .output = operand(plan.at.output),
            .d_output = operand(plan.at.d_output),
            .maximum = operand(plan.at.maximum),
            .sum = operand(plan.at.sum),
            .d_query = result(0),
            .d_key = result(1),
            .d_value = result(2),
            .d_bias = has_bias_gradient() ? result(3) : nullptr,
            .weights = scratch,
            .d_weights = d_weights,
            .means = d_weights + blocks.queries * blocks.stride};
  }

  void run_rows(const KernelCall& call, const Matrices& m, Rows rows) const {
    const int64_t output = plan.operands[plan.at.output].row,
                  d_output = plan.operands[plan.at.d_output].row,
                  maximum = plan.operands[plan.at.maximum].row;
    for (int64_t s = rows.begin; s < rows.end; ++s) {
      m.means[s - rows.begin] =
          vectors.dot(m.d_output + s * d_output, m.output + s * output, plan.value_depth);
    }
    int64_t end = plan.keys_seen(rows.end);
    if (!masked_keys_vanish(static_cast<float>(plan.attrs.fill), m.maximum + rows.begin * maximum,
                            rows.count(), maximum))
      end = plan.keys;
    for (int64_t key = 0; key < end; key += blocks.keys)
      run_block(call, m, rows, key, std::min(blocks.keys, end - key));
  }

  void run_block(const KernelCall& call, const Matrices& m, Rows rows, int64_t first,
                 int64_t count) const {
    const int64_t stride = blocks.stride, depth = plan.depth, width = plan.value_depth;
    const double scale = plan.attrs.scale;
    const int64_t q = plan.operands[0].row, k = plan.operands[1].row, v = plan.operands[2].row,
                  g = plan.operands[plan.at.d_output].row, dq = plan.results[0].row,
                  dk = plan.results[1].row, dv = plan.results[2].row;
    const float* const query = m.query + rows.begin * q;
    const float* const d_output = m.d_output + rows.begin * g;
    // Scores, or the gradients of weights: a row per query.
    const auto by_query = [&](double alpha, int64_t terms, const float* a, int64_t lda,
                              const float* b, int64_t ldb, float* c) {
      gemm({.b_transposed = true,
            .m = rows.count(),
            .n = count,
            .k = terms,
            .lda = lda,
            .ldb = ldb,
            .ldc = stride,
            .alpha = alpha},
           a, b, c);
    };
    // Contributions of these queries to the keys or values.
    const auto by_key = [&](double alpha, int64_t columns, const float* a, const float* b,
                            int64_t ldb, float* c, int64_t ldc) {
      gemm({.a_transposed = true,
            .m = count,
            .n = columns,
            .k = rows.count(),
            .lda = stride,
            .ldb = ldb,
            .ldc = ldc,
            .alpha = alpha,
            .beta = 1},
           a, b, c);
    };
    by_query(scale, depth, query, q, m.key + first * k, k, m.weights);
    make_weights(call, m, rows, first, count);
    by_key(1, width, m.weights, d_output, g, m.d_value + first * dv, dv);
    by_query(1, width, d_output, g, m.value + first * v, v, m.d_weights);
    make_score_gradients(call, m, rows, first, count);
    gemm({.m = rows.count(),
          .n = depth,
          .k = count,
          .lda = stride,
          .ldb = k,
          .ldc = dq,
          .alpha = scale,
          .beta = first == 0 ? 0.0 : 1.0},
         m.d_weights, m.key + first * k, m.d_query + rows.begin * dq);
    by_key(scale, depth, m.d_weights, query, q, m.d_key + first * dk, dk);
  }

  void make_weights(const KernelCall& call, const Matrices& m, Rows rows, int64_t first,
                    int64_t count) const {
    for (int64_t s = rows.begin; s < rows.end; ++s) {
      float* weights = m.weights + (s - rows.begin) * blocks.stride;
      vectors.finish_scores(plan.score_row(call, m.index, s, first, count), weights);
      vectors.weigh(weights, count, m.maximum[s * plan.operands[plan.at.maximum].row],
                    1 / m.sum[s * plan.operands[plan.at.sum].row]);
    }
  }

  void make_score_gradients(const KernelCall& call, const Matrices& m, Rows rows, int64_t first,
                            int64_t count) const {
    for (int64_t s = rows.begin; s < rows.end; ++s) {
      const int64_t r = s - rows.begin;
      float* d_weights = m.d_weights + r * blocks.stride;
      vectors.pull_back(plan.score_row(call, m.index, s, first, count),
                        m.weights + r * blocks.stride, m.means[r], d_weights);
      if (has_bias_gradient())
        vectors.add(d_weights, count, m.d_bias + s * plan.results[3].row + first);
    }
  }
};

// The bias gradient is a row of keys for each query.
bool takes_bias_gradient(const AttentionPlan& plan) {
  if (plan.results.size() <= 3) return true;
  const std::string& letters = *plan.attrs.bias;
  return letters.find('s') != std::string::npos && letters.find('t') != std::string::npos;
}

}  // namespace

std::optional<Kernel> attention_gradient_by_blocks(const KernelRequest& request) {
  std::optional<AttentionPlan> plan = plan_attention(request);
  if (!plan || !takes_bias_gradient(*plan)) return std::nullopt;
  const AttentionBlocks blocks = attention_blocks(*plan, kMaxGradientQueries, kMaxGradientKeys);
  auto gradient = std::make_shared<const GradientPlan>(GradientPlan{std::move(*plan), blocks});
  return Kernel{.name = "attention_gradient.blocks",
                .scratch_bytes = gradient->scratch_floats() * gradient->plan.num_threads *
                                 static_cast<int64_t>(sizeof(float)),
                .run = [gradient](const KernelCall& call) { gradient->run(call); },
                .work = {attention_work(gradient->plan, true)}};
}

}  // namespace motley::tensor
