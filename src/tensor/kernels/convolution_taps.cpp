// Convolutions as matrix products: for each point of the kernel (each tap), the input rows it
// reads, times its matrix of features, added to the result rows it contributes to.
//
//   result rows   . . . . . .        tap k applies to rows y with  0 <= S y + D k - P < extent,
//   input rows    p x x x x p        and reads every S-th row from there on
//
// For the gradient of a kernel the taps are the points of the result, and rows are summed over.
#include <algorithm>

#include "tensor/kernels/contraction.h"
#include "tensor/kernels/convolution.h"
#include "tensor/kernels/movement.h"

namespace motley::tensor {
namespace {

constexpr int64_t kMaxTaps = 1024;

// The points along one dimension that a tap applies to: `count` points from `first`, every
// `step`-th.
struct TapRange {
  int64_t src_first = 0, src_step = 1;
  int64_t other_first = 0;  // of dst
  int64_t count = 0;
};

TapRange tap_range(const ConvolutionProblem& p, size_t i, int64_t tap) {
  const int64_t stride = p.strides[i], shift = tap * p.dilations[i] - p.pad_low[i];
  const int64_t rows = p.src.dims[2 + i].extent, q_end = p.dst.dims[2 + i].extent;
  TapRange m{.src_step = stride};
  m.other_first = shift >= 0 ? 0 : (-shift + stride - 1) / stride;
  m.src_first = m.other_first * stride + shift;
  const int64_t room = rows - 1 - m.src_first;
  m.count = room < 0 ? 0 : std::min(q_end - m.other_first, room / stride + 1);
  m.count = std::max<int64_t>(0, m.count);
  return m;
}

struct Tap {
  int64_t src = 0, weights = 0, dst = 0;  // offsets in elements
  Contraction contraction;
};

// The contraction of one tap, in terms of the op: lhs and rhs are its operands.
struct Sides {
  int64_t src, weights, dst;
};
ContractionAxis axis_of(ConvolutionRole role, int64_t extent, Sides strides) {
  switch (role) {
    case ConvolutionRole::kForward:
      return {extent, strides.src, strides.weights, strides.dst};
    case ConvolutionRole::kBackwardData:
      return {extent, strides.dst, strides.weights, strides.src};
    case ConvolutionRole::kBackwardWeights:
      return {extent, strides.src, strides.dst, strides.weights};
  }
  return {};
}

// Axes of the lhs alone are m, of the rhs alone n, of both but not the result k.
void add_axis(Contraction& c, const ContractionAxis& axis) {
  if (axis.extent == 1) return;
  (axis.out == 0 ? c.k : axis.rhs == 0 ? c.m : axis.lhs == 0 ? c.n : c.batch).push_back(axis);
}

Tap tap_of(const ConvolutionProblem& p, const std::vector<int64_t>& point) {
  const auto& src = p.src.dims;
  const auto& w = p.weights.dims;
  const auto& dst = p.dst.dims;
  Tap tap{p.src.offset, p.weights.offset, p.dst.offset, {}};
  Contraction& c = tap.contraction;
  auto add = [&](int64_t extent, Sides strides) { add_axis(c, axis_of(p.role, extent, strides)); };
  add(p.groups, {w[2].extent * src[1].stride, w[0].stride, w[1].extent * dst[1].stride});
  add(src[0].extent, {src[0].stride, 0, dst[0].stride});  // n
  add(w[1].extent, {0, w[1].stride, dst[1].stride});      // o
  add(w[2].extent, {src[1].stride, w[2].stride, 0});      // c
  for (size_t i = 0; i < point.size(); ++i) {
    const TapRange m = tap_range(p, i, point[i]);
    tap.src += m.src_first * src[2 + i].stride;
    tap.dst += m.other_first * dst[2 + i].stride;
    tap.weights += point[i] * w[3 + i].stride;
    if (m.count == 0) c.m.push_back({.extent = 0});
    add(m.count, {m.src_step * src[2 + i].stride, 0, dst[2 + i].stride});
  }
  c = merged(c);
  return tap;
}

bool is_empty(const Contraction& c) {
  return volume(c.batch) * volume(c.m) * volume(c.n) * volume(c.k) == 0;
}

int64_t num_taps(const ConvolutionProblem& p) {
  int64_t count = 1;
  for (size_t i = 0; i < p.strides.size(); ++i) count *= p.weights.dims[3 + i].extent;
  return count;
}

// Whether every element of the result is written by a single tap: no zeroing, no accumulation.
bool covers_result(const Contraction& c, const Layout& result) {
  return volume(c.batch) * volume(c.m) * volume(c.n) == result.type.num_elements();
}

using Multiply = std::function<void(const void*, const void*, void*)>;
struct Step {
  int64_t operands[2], result;  // offsets in bytes
  Multiply multiply;
};

Step step_of(const ConvolutionProblem& p, const Tap& tap, bool adds, int num_threads) {
  MatrixProduct product = largest_product(tap.contraction);
  product.adds = adds;
  const int64_t size = sizeof(float);
  Step step{.multiply = product_runner(product, ElementType::kF32, num_threads)};
  const int64_t src = tap.src * size, weights = tap.weights * size, dst = tap.dst * size;
  switch (p.role) {
    case ConvolutionRole::kForward:
      step.operands[0] = src, step.operands[1] = weights, step.result = dst;
      break;
    case ConvolutionRole::kBackwardData:
      step.operands[0] = dst, step.operands[1] = weights, step.result = src;
      break;
    case ConvolutionRole::kBackwardWeights:
      step.operands[0] = src, step.operands[1] = dst, step.result = weights;
      break;
  }
  return step;
}

void run_steps(const std::vector<Step>& steps, const KernelCall& call) {
  for (const Step& step : steps) {
    step.multiply(call.operands[0] + step.operands[0], call.operands[1] + step.operands[1],
                  call.results[0] + step.result);
  }
}

}  // namespace

std::optional<Kernel> point_convolution(const KernelRequest& request) {
  const auto p = convolution_problem(request);
  if (!p || num_taps(*p) != 1) return std::nullopt;
  const Tap tap = tap_of(*p, std::vector<int64_t>(p->strides.size(), 0));
  if (is_empty(tap.contraction) || !covers_result(tap.contraction, request.results[0]))
    return std::nullopt;
  // Rows fragmented by strides, or thin ones, are left to the library.
  const MatrixProduct product = largest_product(tap.contraction);
  const Contraction& c = tap.contraction;
  if (product.volume() < volume(c.m) * volume(c.n) * volume(c.k)) return std::nullopt;
  return Kernel{.name = "conv.gemm",
                .run = [steps = std::vector<Step>{step_of(*p, tap, false, request.num_threads)}](
                           const KernelCall& call) { run_steps(steps, call); },
                .work = product_work(product, ElementType::kF32, request.num_threads)};
}

// Many features on few points: reordering the weights for oneDNN costs more than it saves. 512x7 to
// 512, 3x3, batch 4, on one core: forward 9.4 ms against 12.9, weights 13.6 against 18.9, but data
// 12.3 against 11.9.
std::optional<Kernel> small_map_convolution(const KernelRequest& request) {
  const auto p = convolution_problem(request);
  if (!p || p->role == ConvolutionRole::kBackwardData || p->groups > 1) return std::nullopt;
  int64_t points = 1;
  for (size_t d = 2; d < p->dst.dims.size(); ++d) points *= p->dst.dims[d].extent;
  const int64_t features = std::min(p->src.dims[1].extent, p->dst.dims[1].extent);
  if (points > 64 || features < 256 || p->src.dims[1].stride != 1 || p->dst.dims[1].stride != 1)
    return std::nullopt;
  return tap_convolution(request);
}

std::optional<Kernel> tap_convolution(const KernelRequest& request) {
  const auto p = convolution_problem(request);
  if (!p || num_taps(*p) > kMaxTaps) return std::nullopt;
  std::vector<Step> steps;
  std::vector<int64_t> point(p->strides.size(), 0);
  for (int64_t i = 0; i < num_taps(*p); ++i) {
    int64_t rest = i;
    for (size_t d = point.size(); d-- > 0;) {
      point[d] = rest % p->weights.dims[3 + d].extent;
      rest /= p->weights.dims[3 + d].extent;
    }
    const Tap tap = tap_of(*p, point);
    if (!is_empty(tap.contraction)) steps.push_back(step_of(*p, tap, true, request.num_threads));
  }
  const Layout& out = request.results[0];
  const CopyPlan clearing = plan_copy(out.type.shape, std::vector<int64_t>(out.strides.size(), 0),
                                      out.strides, sizeof(float), request.num_threads);
  return Kernel{.name = "conv.taps",
                .run =
                    [=](const KernelCall& call) {
                      const float zero = 0;
                      strided_copy(clearing, reinterpret_cast<const std::byte*>(&zero),
                                   call.results[0]);
                      run_steps(steps, call);
                    },
                .work = {convolution_work(*p, "taps.")}};
}

}  // namespace motley::tensor
