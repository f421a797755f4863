// Attention and its gradient in flops of their products, beside the same products alone: what BLAS
// gives on whole heads, [sequence, heads * 64] as they lie in a model.
#include <benchmark/benchmark.h>
#include <cblas.h>

#include <cmath>

#include "core/base/threads.h"
#include "tensor/ir/builder.h"
#include "tensor/kernels/kernel.h"

namespace motley::tensor {
namespace {

constexpr int64_t kDepth = 64;

struct Heads {
  int64_t batch, heads, positions;
  double product_flops() const {
    return 2.0 * static_cast<double>(batch * heads * positions * positions * kDepth);
  }
};

Heads heads_of(const benchmark::State& state) {
  return {state.range(0), state.range(1), state.range(2)};
}

std::vector<float> waves(int64_t count) {
  std::vector<float> x(static_cast<size_t>(count));
  for (size_t i = 0; i < x.size(); ++i) x[i] = std::sin(static_cast<float>(i));
  return x;
}

// An op on dense tensors, ready to run.
struct Prepared {
  Program program;
  Kernel kernel;
  std::vector<std::vector<float>> operands, results;
  std::vector<std::byte> scratch;

  void run() {
    std::vector<const std::byte*> in;
    std::vector<std::byte*> out;
    for (auto& x : operands) in.push_back(reinterpret_cast<const std::byte*>(x.data()));
    for (auto& x : results) out.push_back(reinterpret_cast<std::byte*>(x.data()));
    const auto address = reinterpret_cast<uintptr_t>(scratch.data());
    kernel.run({in, out, scratch.data() + (64 - address % 64) % 64});
  }
};

Prepared prepare(OpCode code, const Heads& heads, bool causal, int num_threads) {
  const TensorType matrix{ElementType::kF32, {heads.batch, heads.positions, heads.heads, kDepth}};
  const TensorType rows{ElementType::kF32, {heads.batch, heads.heads, heads.positions}};
  std::vector<TensorType> types(3, matrix);
  if (code == OpCode::kAttentionGradient) types.insert(types.end(), {matrix, rows, rows, matrix});
  ProgramBuilder b("bench");
  std::vector<ValueId> arguments;
  for (const TensorType& type : types) arguments.push_back(b.argument(type));
  const AttentionAttrs attrs{.query = "bshd",
                             .key = "bthd",
                             .value = "bthe",
                             .output = "bshe",
                             .scale = 0.125,
                             .causal = causal};
  const std::vector<ValueId> results = b.add(code, arguments, attrs);
  Prepared p{.program = std::move(b).finish(results)};
  KernelRequest request{.view = {p.program.values, p.program.body.ops[0]},
                        .num_threads = num_threads};
  for (const TensorType& type : types) {
    request.operands.push_back(dense_layout(type));
    p.operands.push_back(waves(type.num_elements()));
  }
  for (ValueId v : results) {
    request.results.push_back(dense_layout(p.program.type(v)));
    p.results.push_back(waves(p.program.type(v).num_elements()));
  }
  p.kernel = *fast_kernel(request);
  p.scratch.resize(static_cast<size_t>(p.kernel.scratch_bytes) + 64);
  return p;
}

void report(benchmark::State& state, double flops) {
  state.counters["flops"] =
      benchmark::Counter(flops, benchmark::Counter::kIsIterationInvariantRate);
}

void attention(benchmark::State& state) {
  const Heads heads = heads_of(state);
  Prepared p = prepare(OpCode::kAttention, heads, state.range(3), static_cast<int>(state.range(4)));
  for (auto _ : state) p.run();
  report(state, 2 * heads.product_flops());
}

// On what attention gives, so that the weights are weights.
void attention_gradient(benchmark::State& state) {
  const Heads heads = heads_of(state);
  const int threads = static_cast<int>(state.range(4));
  Prepared forward = prepare(OpCode::kAttention, heads, state.range(3), threads);
  forward.run();
  Prepared p = prepare(OpCode::kAttentionGradient, heads, state.range(3), threads);
  for (int i = 0; i < 3; ++i) p.operands[3 + i] = forward.results[i];
  for (auto _ : state) p.run();
  report(state, 5 * heads.product_flops());
}

// q k^T, head by head: the rate to compare with.
void products_alone(benchmark::State& state) {
  const Heads heads = heads_of(state);
  const int64_t row = heads.heads * kDepth, n = heads.positions;
  const std::vector<float> q = waves(heads.batch * n * row), k = q;
  std::vector<float> scores(static_cast<size_t>(state.range(4) * n * n));
  for (auto _ : state) {
    core::parallel_for(static_cast<int>(state.range(4)), heads.batch * heads.heads,
                       [&](int64_t begin, int64_t end, int thread) {
                         for (int64_t i = begin; i < end; ++i) {
                           const int64_t at = i / heads.heads * n * row + i % heads.heads * kDepth;
                           const auto size = static_cast<int>(n), stride = static_cast<int>(row);
                           cblas_sgemm(CblasRowMajor, CblasNoTrans, CblasTrans, size, size, kDepth,
                                       1, q.data() + at, stride, k.data() + at, stride, 0,
                                       scores.data() + thread * n * n, size);
                         }
                       });
  }
  report(state, heads.product_flops());
}

// batch, heads, positions, causal, threads
void cases(benchmark::internal::Benchmark* b) {
  for (int64_t threads : {1, 2}) {
    b->Args({4, 8, 256, 0, threads});   // GPT-like
    b->Args({4, 12, 128, 0, threads});  // BERT
    b->Args({4, 12, 197, 0, threads});  // ViT
    b->Args({1, 12, 1024, 1, threads});
  }
  b->Unit(benchmark::kMillisecond)->UseRealTime();
}

BENCHMARK(products_alone)->Apply(cases);
BENCHMARK(attention)->Apply(cases);
BENCHMARK(attention_gradient)->Apply(cases);

}  // namespace
}  // namespace motley::tensor
