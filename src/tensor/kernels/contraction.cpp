// dot_general of f32, f64 and bf16, and the list of convolution kernels.
#include "tensor/kernels/contraction.h"

#include <algorithm>
#include <array>

#include "tensor/kernels/convolution.h"
#include "tensor/kernels/movement.h"

namespace motley::tensor {
namespace {

bool is_contraction_supported(const KernelRequest& request) {
  const ElementType element = request.results[0].type.element;
  return (element == ElementType::kF32 || element == ElementType::kF64) &&
         request.operands[0].type.element == element && request.operands[1].type.element == element;
}

int64_t work_of(const Contraction& c) {
  return volume(c.batch) * volume(c.m) * volume(c.n) * volume(c.k);
}

// If two of the three extents are 1, nothing is read twice and a library cannot help.
bool has_matrices(int64_t m, int64_t n, int64_t k) { return (m > 1) + (n > 1) + (k > 1) >= 2; }

constexpr int64_t kTinyProduct = 512;  // below, a library call costs more than it saves

// Rough single-thread time of a product, in nanoseconds: short sides leave a library's kernels half
// empty, and a sum of products reads and writes the result once for each. Only differences between
// ways to run the same contraction matter.
constexpr double kMultiply = 0.02, kMove = 0.8;  // per element
double cost_of(const MatrixProduct& p) {
  const auto side = [](int64_t extent) { return 1.0 + 24.0 / static_cast<double>(extent); };
  const auto outer = static_cast<double>(volume(p.outer)),
             sums = static_cast<double>(volume(p.outer_k));
  const auto multiplications = static_cast<double>(p.volume()) * outer * sums;
  const double result = static_cast<double>(p.m.extent * p.n.extent) * outer;
  return multiplications * kMultiply * side(p.m.extent) * side(p.n.extent) * side(p.k.extent) +
         (sums - 1) * result * kMove;
}

bool suits_loops(const Contraction& c) {
  const int64_t m = volume(c.m), n = volume(c.n), k = volume(c.k);
  return !has_matrices(m, n, k) || m * n * k < kTinyProduct;
}

// --- No summation ----------------------------------------------------------------------------

std::optional<Kernel> empty_dot(const KernelRequest& request) {
  if (!is_contraction_supported(request)) return std::nullopt;
  const Layout& out = request.results[0];
  if (out.type.num_elements() > 0 && request.operands[0].type.num_elements() > 0)
    return std::nullopt;
  const int64_t size = byte_size(out.type.element);
  const CopyPlan plan = plan_copy(out.type.shape, std::vector<int64_t>(out.strides.size(), 0),
                                  out.strides, size, request.num_threads);
  return Kernel{.name = "dot.empty", .run = [plan](const KernelCall& call) {
                  const double zero = 0;
                  strided_copy(plan, reinterpret_cast<const std::byte*>(&zero), call.results[0]);
                }};
}

// --- In the given layout ---------------------------------------------------------------------

Kernel kernel_of(std::string name, std::function<void(const void*, const void*, void*)> multiply,
                 std::vector<WorkPart> work) {
  return {.name = std::move(name),
          .run =
              [multiply = std::move(multiply)](const KernelCall& call) {
                multiply(call.operands[0], call.operands[1], call.results[0]);
              },
          .work = std::move(work)};
}

std::optional<Kernel> loop_dot(const KernelRequest& request) {
  if (!is_contraction_supported(request)) return std::nullopt;
  const Contraction c = contraction_of(request);
  if (!suits_loops(c) || work_of(c) == 0) return std::nullopt;
  auto multiply = loop_runner(c, request.results[0].type.element, request.num_threads);
  if (!multiply) return std::nullopt;
  const auto flops = 2 * static_cast<double>(work_of(c));
  return kernel_of("dot.loops", std::move(multiply), {{"loops", flops, {}, true}});
}

// --- By a library, in the given layout or packed first ---------------------------------------

// An operand whose matrix dimensions are not adjacent in memory may be copied first, so that they
// are.
struct Packed {
  Layout layout;  // dense up to the order of its dimensions
  CopyPlan copy;
  int64_t bytes = 0;
};

Packed packed(const Layout& layout, const Dims& order, int num_threads) {
  Packed p{.layout = layout};
  int64_t stride = 1;
  for (size_t i = order.size(); i-- > 0;) {
    p.layout.strides[order[i]] = stride;
    stride *= layout.type.shape[order[i]];
  }
  const int64_t size = byte_size(layout.type.element);
  p.copy = plan_copy(layout.type.shape, layout.strides, p.layout.strides, size, num_threads);
  p.bytes = (stride * size + 63) / 64 * 64;
  return p;
}

Dims batch_free_contracting(const Layout& layout, const Dims& batch, const Dims& contracting) {
  Dims order = batch;
  for (int64_t d = 0; d < layout.num_dims(); ++d) {
    const bool other = std::find(batch.begin(), batch.end(), d) == batch.end() &&
                       std::find(contracting.begin(), contracting.end(), d) == contracting.end();
    if (other) order.push_back(d);
  }
  order.insert(order.end(), contracting.begin(), contracting.end());
  return order;
}

// One way to run a contraction.
struct ContractionVariant {
  std::array<bool, 2> packs;
  MatrixProduct product;
  double cost;
};

ContractionVariant cheapest_variant(const KernelRequest& request,
                                    const std::array<Packed, 2>& sides) {
  std::optional<ContractionVariant> best;
  for (const std::array<bool, 2> packs :
       {std::array{false, false}, {true, false}, {false, true}, {true, true}}) {
    KernelRequest inner = request;
    double cost = 0;
    for (int i = 0; i < 2; ++i) {
      if (!packs[i]) continue;
      inner.operands[i] = sides[i].layout;
      cost += kMove * static_cast<double>(request.operands[i].type.num_elements());
    }
    const MatrixProduct product = largest_product(contraction_of(inner));
    cost += cost_of(product);
    if (!best || cost < best->cost) best = ContractionVariant{packs, product, cost};
  }
  return *best;
}

std::optional<Kernel> library_dot(const KernelRequest& request) {
  if (!is_contraction_supported(request) || work_of(contraction_of(request)) == 0)
    return std::nullopt;
  const auto& attrs = request.view.get<DotAttrs>();
  const std::array<Packed, 2> sides = {
      packed(request.operands[0],
             batch_free_contracting(request.operands[0], attrs.lhs_batch, attrs.lhs_contracting),
             request.num_threads),
      packed(request.operands[1],
             batch_free_contracting(request.operands[1], attrs.rhs_batch, attrs.rhs_contracting),
             request.num_threads)};
  const ContractionVariant variant = cheapest_variant(request, sides);
  const ElementType element = request.results[0].type.element;
  auto multiply = product_runner(variant.product, element, request.num_threads);
  std::vector<WorkPart> work = product_work(variant.product, element, request.num_threads);
  if (!variant.packs[0] && !variant.packs[1])
    return kernel_of("dot.gemm", std::move(multiply), std::move(work));
  for (int i = 0; i < 2; ++i)
    if (variant.packs[i]) add_part(work, copy_work(sides[i].copy));
  const int64_t first = variant.packs[0] ? sides[0].bytes : 0;
  return Kernel{.name = "dot.packed",
                .scratch_bytes = first + (variant.packs[1] ? sides[1].bytes : 0),
                .run =
                    [packs = variant.packs, first, lhs = sides[0].copy, rhs = sides[1].copy,
                     multiply = std::move(multiply)](const KernelCall& call) {
                      const std::byte *left = call.operands[0], *right = call.operands[1];
                      if (packs[0]) strided_copy(lhs, left, call.scratch), left = call.scratch;
                      if (packs[1])
                        strided_copy(rhs, right, call.scratch + first),
                            right = call.scratch + first;
                      multiply(left, right, call.results[0]);
                    },
                .work = std::move(work)};
}

constexpr Implementation kDot[] = {empty_dot, loop_dot, library_dot, bf16_dot};

}  // namespace

std::span<const KernelRow> contraction_kernels() {
  static const KernelRow rows[] = {{OpCode::kDotGeneral, kDot},
                                   {OpCode::kConvolution, convolution_implementations()}};
  return rows;
}

}  // namespace motley::tensor
