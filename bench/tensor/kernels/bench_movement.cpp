// What the memory limits: copies, folds, windows and lookups, in bytes read and written per second.
#include <benchmark/benchmark.h>

#include <cstdlib>

#include "core/base/threads.h"
#include "tensor/ir/builder.h"
#include "tensor/kernels/kernel.h"
#include "tensor/kernels/movement.h"

namespace motley::tensor {
namespace {

constexpr ElementType kF = ElementType::kF32;

int num_threads() {
  const char* text = std::getenv("MOTLEY_BENCH_THREADS");
  return text ? std::atoi(text) : core::num_cores();
}

// Runs `kernel` on zeros (indices too) of these sizes.
void time_kernel(benchmark::State& state, const Kernel& kernel,
                 const std::vector<TensorType>& operands, const std::vector<TensorType>& results) {
  std::vector<std::vector<double>> memory;
  std::vector<const std::byte*> from;
  std::vector<std::byte*> to;
  int64_t bytes = 0;
  for (bool is_result : {false, true}) {
    for (const TensorType& type : is_result ? results : operands) {
      memory.emplace_back(type.num_bytes() / 8 + 1, 0.0);
      bytes += type.num_bytes();
      auto* data = reinterpret_cast<std::byte*>(memory.back().data());
      is_result ? to.push_back(data) : from.push_back(data);
    }
  }
  std::vector<double> scratch(kernel.scratch_bytes / 8 + 8);
  auto* aligned =
      reinterpret_cast<std::byte*>((reinterpret_cast<uintptr_t>(scratch.data()) + 63) / 64 * 64);
  for (auto _ : state) kernel.run({.operands = from, .results = to, .scratch = aligned});
  state.SetBytesProcessed(state.iterations() * bytes);
}

void copy(benchmark::State& state, const Shape& shape, const Dims& permutation) {
  Layout from = dense_layout({kF, shape}), to = from;
  Shape permuted;
  for (int64_t d : permutation) permuted.push_back(shape[d]);
  const std::vector<int64_t> strides = dense_strides(permuted);
  for (size_t i = 0; i < permutation.size(); ++i) to.strides[permutation[i]] = strides[i];
  time_kernel(state, copy_kernel(from, to, num_threads()), {from.type}, {to.type});
}
BENCHMARK_CAPTURE(copy, dense, Shape{2048, 2048}, Dims{0, 1})->UseRealTime();
BENCHMARK_CAPTURE(copy, transpose, Shape{2048, 2048}, Dims{1, 0})->UseRealTime();
BENCHMARK_CAPTURE(copy, transpose_odd, Shape{2047, 2049}, Dims{1, 0})->UseRealTime();
BENCHMARK_CAPTURE(copy, heads, Shape{4, 256, 8, 64}, Dims{0, 2, 1, 3})->UseRealTime();
BENCHMARK_CAPTURE(copy, nchw, Shape{4, 56, 56, 64}, Dims{0, 3, 1, 2})->UseRealTime();

using Regions = std::function<std::vector<Region>(ProgramBuilder&)>;

void op(benchmark::State& state, OpCode code, const std::vector<TensorType>& operands,
        const Attrs& attrs, const Regions& regions) {
  ProgramBuilder b("bench");
  std::vector<ValueId> arguments;
  for (const TensorType& type : operands) arguments.push_back(b.argument(type));
  const std::vector<ValueId> ids = b.add(code, arguments, attrs, regions(b));
  const Program program = std::move(b).finish(ids);
  KernelRequest request{.view = {program.values, program.body.ops.back()},
                        .num_threads = num_threads()};
  std::vector<TensorType> results;
  for (const TensorType& type : operands) request.operands.push_back(dense_layout(type));
  for (int i = 0; i < request.view.num_results(); ++i) {
    results.push_back(request.view.result(i));
    request.results.push_back(dense_layout(results.back()));
  }
  const std::optional<Kernel> kernel = fast_kernel(request);
  if (!kernel) return state.SkipWithError("declined");
  time_kernel(state, *kernel, operands, results);
}

std::vector<Region> none(ProgramBuilder&) { return {}; }
template <OpCode code>
std::vector<Region> body(ProgramBuilder& b) {
  std::vector<Region> regions;
  regions.push_back(binary_region(b, code, kF));
  return regions;
}
std::vector<Region> ge_and_add(ProgramBuilder& b) {
  const TensorType f{kF, {}};
  const auto a = b.begin_region({f, f});
  const ValueId ge = b.add_one(OpCode::kCompare, {a[0], a[1]},
                               CompareAttrs{CompareDirection::kGe, CompareKind::kFloat});
  std::vector<Region> regions;
  regions.push_back(b.end_region({ge}));
  regions.push_back(binary_region(b, OpCode::kAdd, kF));
  return regions;
}

const TensorType kScalar{kF, {}}, kMatrix{kF, {4096, 1024}}, kImages{kF, {4, 112, 112, 64}};
const Dims kOnes(4, 1), kZeros(4, 0);

BENCHMARK_CAPTURE(op, reduce_rows, OpCode::kReduce, {kMatrix, kScalar}, ReduceAttrs{{1}},
                  body<OpCode::kAdd>)
    ->UseRealTime();
BENCHMARK_CAPTURE(op, reduce_columns, OpCode::kReduce, {kMatrix, kScalar}, ReduceAttrs{{0}},
                  body<OpCode::kAdd>)
    ->UseRealTime();
BENCHMARK_CAPTURE(op, reduce_all_max, OpCode::kReduce, {kMatrix, kScalar}, ReduceAttrs{{0, 1}},
                  body<OpCode::kMaximum>)
    ->UseRealTime();
BENCHMARK_CAPTURE(op, max_pool, OpCode::kReduceWindow, {kImages, kScalar},
                  ReduceWindowAttrs{
                      {1, 3, 3, 1}, {1, 2, 2, 1}, kOnes, kOnes, {0, 1, 1, 0}, {0, 1, 1, 0}},
                  body<OpCode::kMaximum>)
    ->UseRealTime();
BENCHMARK_CAPTURE(op, max_pool_gradient, OpCode::kSelectAndScatter,
                  {kImages, {kF, {4, 56, 56, 64}}, kScalar},
                  SelectAndScatterAttrs{{1, 3, 3, 1}, {1, 2, 2, 1}, {0, 1, 1, 0}, {0, 1, 1, 0}},
                  ge_and_add)
    ->UseRealTime();
BENCHMARK_CAPTURE(op, cumulative_sum, OpCode::kReduceWindow, {kMatrix, kScalar},
                  ReduceWindowAttrs{{4096, 1}, {1, 1}, {1, 1}, {1, 1}, {4095, 0}, {0, 0}},
                  body<OpCode::kAdd>)
    ->UseRealTime();
BENCHMARK_CAPTURE(op, gather_rows, OpCode::kGather,
                  {{kF, {32000, 512}}, {ElementType::kI32, {4096, 1}}},
                  GatherAttrs{.offset_dims = {1},
                              .collapsed_slice_dims = {0},
                              .start_index_map = {0},
                              .index_vector_dim = 1,
                              .slice_sizes = {1, 512}},
                  none)
    ->UseRealTime();
BENCHMARK_CAPTURE(op, scatter_rows, OpCode::kScatter,
                  {{kF, {1024, 512}}, {ElementType::kI32, {4096, 1}}, {kF, {4096, 512}}},
                  ScatterAttrs{.update_window_dims = {1},
                               .inserted_window_dims = {0},
                               .scatter_dims_to_operand_dims = {0},
                               .index_vector_dim = 1},
                  body<OpCode::kAdd>)
    ->UseRealTime();

}  // namespace
}  // namespace motley::tensor
