// Products and convolutions in Gflop/s, by every implementation that takes them as they lie, first
// the one that is used. On all cores; MOTLEY_BENCH_THREADS says how many instead.
#include <benchmark/benchmark.h>
#include <fmt/format.h>

#include <algorithm>
#include <cstdlib>

#include "core/base/threads.h"
#include "tensor/ir/builder.h"
#include "tensor/kernels/kernel.h"

namespace motley::tensor {
namespace {

constexpr ElementType kF = ElementType::kF32;

int num_threads() {
  const char* text = std::getenv("MOTLEY_BENCH_THREADS");
  return text ? std::atoi(text) : core::num_cores();
}

struct Case {
  std::string name;
  Shape lhs, rhs;
  OpCode code;
  Attrs attrs;
};

Program program_of(const Case& c) {
  ProgramBuilder b("bench");
  const std::vector<ValueId> arguments = {b.argument({kF, c.lhs}), b.argument({kF, c.rhs})};
  const std::vector<ValueId> results = b.add(c.code, arguments, c.attrs);
  return std::move(b).finish(results);
}

KernelRequest request_of(const Program& program) {
  const OpView view{program.values, program.body.ops[0]};
  return {.view = view,
          .operands = {dense_layout(view.operand(0)), dense_layout(view.operand(1))},
          .results = {dense_layout(view.result(0))},
          .num_threads = num_threads()};
}

void time_kernel(benchmark::State& state, const Case& c, size_t implementation) {
  const Program program = program_of(c);
  const KernelRequest request = request_of(program);
  const std::optional<Kernel> kernel = implementations(c.code)[implementation](request);
  std::vector<std::vector<float>> memory;
  for (const TensorType& type :
       {request.view.operand(0), request.view.operand(1), request.view.result(0)})
    memory.emplace_back(type.num_elements(), 1.0F);
  std::vector<std::byte> scratch(kernel->scratch_bytes + 64);
  const std::byte* operands[] = {reinterpret_cast<std::byte*>(memory[0].data()),
                                 reinterpret_cast<std::byte*>(memory[1].data())};
  std::byte* results[] = {reinterpret_cast<std::byte*>(memory[2].data())};
  auto* aligned =
      reinterpret_cast<std::byte*>((reinterpret_cast<uintptr_t>(scratch.data()) + 63) / 64 * 64);
  for (auto _ : state) kernel->run({.operands = operands, .results = results, .scratch = aligned});
  const double flops = work(request.view).flops;
  state.counters["Gflop/s"] = benchmark::Counter(
      flops * 1e-9 * static_cast<double>(state.iterations()), benchmark::Counter::kIsRate);
}

// --- Cases -----------------------------------------------------------------------------------

Case product(std::string name, Shape lhs, Shape rhs, DotAttrs attrs) {
  return {"dot " + name, std::move(lhs), std::move(rhs), OpCode::kDotGeneral, std::move(attrs)};
}

// [n, h, w, c] at batch 4, kernel [h, w, c, o], and both gradients.
struct Layer {
  int64_t extent, in, out, window, stride;
};

ConvolutionAttrs forward(const Layer& layer) {
  const int64_t pad = layer.window / 2;
  ConvolutionAttrs c;
  c.input_batch = 0, c.input_feature = 3, c.input_spatial = {1, 2};
  c.kernel_input_feature = 2, c.kernel_output_feature = 3, c.kernel_spatial = {0, 1};
  c.output_batch = 0, c.output_feature = 3, c.output_spatial = {1, 2};
  c.strides = {layer.stride, layer.stride}, c.lhs_dilation = c.rhs_dilation = {1, 1};
  c.pad_low = c.pad_high = {pad, pad}, c.reversal = {false, false};
  return c;
}

std::vector<Case> layer_cases(const Layer& layer) {
  const int64_t pad = layer.window / 2,
                rows = (layer.extent + 2 * pad - layer.window) / layer.stride + 1;
  const Shape src = {4, layer.extent, layer.extent, layer.in}, dst = {4, rows, rows, layer.out},
              weights = {layer.window, layer.window, layer.in, layer.out};
  const std::string name = fmt::format("conv {}x{} to {}, {}x{} by {}: ", layer.in, layer.extent,
                                       layer.out, layer.window, layer.window, layer.stride);
  ConvolutionAttrs data = forward(layer), kernel = forward(layer);
  const int64_t reach = (rows - 1) * layer.stride + 1;
  std::swap(data.kernel_input_feature, data.kernel_output_feature);
  std::swap(data.strides, data.lhs_dilation);
  data.reversal = {true, true};
  const int64_t low = layer.window - pad - 1, high = layer.extent + layer.window - 1 - reach - low;
  data.pad_low = {low, low}, data.pad_high = {high, high};
  kernel.input_batch = 3, kernel.input_feature = 0;
  kernel.kernel_input_feature = 0, kernel.kernel_spatial = {1, 2};
  kernel.output_batch = 2, kernel.output_spatial = {0, 1};
  std::swap(kernel.strides, kernel.rhs_dilation);
  const int64_t behind = reach + layer.window - layer.extent - 1 - pad;
  kernel.pad_high = {behind, behind};
  std::vector<Case> cases = {
      {name + "forward", src, weights, OpCode::kConvolution, forward(layer)}};
  if (layer.in > 3) cases.push_back({name + "data", dst, weights, OpCode::kConvolution, data});
  cases.push_back({name + "weights", src, dst, OpCode::kConvolution, kernel});
  return cases;
}

std::vector<Case> cases() {
  const DotAttrs plain{{}, {}, {1}, {0}}, rows{{}, {}, {0}, {0}}, columns{{}, {}, {1}, {1}};
  std::vector<Case> all = {
      product("1024x512x512", {1024, 512}, {512, 512}, plain),
      product("1024x2048x512", {1024, 512}, {512, 2048}, plain),
      product("512x2048x1024 TN", {1024, 512}, {1024, 2048}, rows),
      product("1024x512x2048 NT", {1024, 2048}, {512, 2048}, columns),
      product("64x64x64", {64, 64}, {64, 64}, plain),
      product("1x1024x1024", {1, 1024}, {1024, 1024}, plain),
      product("4x4096x4096", {4, 4096}, {4096, 4096}, plain),
      product("heads q k", {4, 256, 8, 64}, {4, 256, 8, 64}, {{0, 2}, {0, 2}, {3}, {3}}),
      product("heads p v", {4, 8, 256, 256}, {4, 256, 8, 64}, {{0, 1}, {0, 2}, {3}, {1}}),
      product("dots of rows", {4096, 256}, {4096, 256}, {{0}, {0}, {1}, {1}}),
  };
  const Layer layers[] = {{224, 3, 64, 7, 2},   {56, 64, 64, 1, 1},    {56, 64, 64, 3, 1},
                          {56, 256, 64, 1, 1},  {56, 64, 256, 1, 1},   {56, 256, 512, 1, 2},
                          {28, 128, 128, 3, 1}, {14, 256, 1024, 1, 1}, {14, 256, 256, 3, 1},
                          {7, 512, 512, 3, 1},  {7, 2048, 512, 1, 1},  {112, 128, 128, 3, 1}};
  for (const Layer& layer : layers)
    for (Case& c : layer_cases(layer)) all.push_back(std::move(c));
  return all;
}

const int kRegistered = [] {
  for (const Case& c : cases()) {
    const Program program = program_of(c);
    for (size_t i = 0; i < implementations(c.code).size(); ++i) {
      const auto kernel = implementations(c.code)[i](request_of(program));
      if (!kernel) continue;
      benchmark::RegisterBenchmark((c.name + " " + kernel->name).c_str(),
                                   [c, i](benchmark::State& state) { time_kernel(state, c, i); })
          ->Unit(benchmark::kMicrosecond)
          ->UseRealTime();
    }
  }
  return 0;
}();

}  // namespace
}  // namespace motley::tensor
