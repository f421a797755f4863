// Matrix products of bf16 by oneDNN, on CPUs with bf16 products (AVX-512 BF16 or AMX): sums in f32,
// rounded once. bench/tensor/kernels/cases.txt has cases beside float32's.
#include "tensor/kernels/contraction.h"

#ifdef MOTLEY_HAS_DNNL

#include <oneapi/dnnl/dnnl.hpp>

#include <algorithm>
#include <map>
#include <memory>

#include "core/base/threads.h"

namespace motley::tensor {

bool has_bf16_products() {
#if defined(__x86_64__)
  static const bool has = [] {
    const auto isa = dnnl::get_effective_cpu_isa();
    return (static_cast<int>(isa) & static_cast<int>(dnnl::cpu_isa::avx512_core_bf16)) ==
           static_cast<int>(dnnl::cpu_isa::avx512_core_bf16);
  }();
  return has;
#else
  return false;
#endif
}

namespace {

using dnnl::memory;

const dnnl::engine& bf16_engine() {
  static const dnnl::engine engine(dnnl::engine::kind::cpu, 0);
  return engine;
}

constexpr int64_t kLeastVolume = 32 << 10;  // below, setting up a primitive's call costs more

// Pieces of one product: its rows divided among threads.
struct Pieces {
  int64_t count = 1, rows = 0;
};
Pieces pieces_of(const MatrixProduct& p, int num_threads) {
  const int64_t products = volume(p.outer);
  if (products >= 4 * num_threads || products % num_threads == 0) return {1, p.m.extent};
  const int64_t rows = (p.m.extent + num_threads - 1) / num_threads;
  const int64_t even = std::min(p.m.extent, (rows + 15) / 16 * 16);
  return {(p.m.extent + even - 1) / even, even};
}

// The primitive for a number of rows, and its memory formats.
struct Bf16Product {
  memory::desc a, b, c, scratch;
  dnnl::matmul primitive;
};

memory::desc matrix(int64_t rows, int64_t columns, int64_t distance, bool transposed,
                    memory::data_type type) {
  return {memory::dims{rows, columns}, type,
          transposed ? memory::dims{1, distance} : memory::dims{distance, 1}};
}

std::optional<Bf16Product> bf16_product(const MatrixProduct& p, int64_t rows, ElementType result) {
  const auto bf16 = memory::data_type::bf16;
  const auto to = result == ElementType::kBF16 ? bf16 : memory::data_type::f32;
  try {
    Bf16Product made{.a = matrix(rows, p.k.extent, p.lda, p.a_transposed, bf16),
                     .b = matrix(p.k.extent, p.n.extent, p.ldb, p.b_transposed, bf16),
                     .c = matrix(rows, p.n.extent, p.ldc, false, to),
                     .scratch = {},
                     .primitive = {}};
    dnnl::primitive_attr attr;
    attr.set_scratchpad_mode(dnnl::scratchpad_mode::user);
    const dnnl::matmul::primitive_desc chosen({made.a, made.b, made.c}, attr, bf16_engine());
    made.scratch = chosen.scratchpad_desc();
    made.primitive = dnnl::matmul(chosen);
    return made;
  } catch (const dnnl::error&) {
    return std::nullopt;
  }
}

struct Bf16Plan {
  MatrixProduct product;
  Pieces pieces;
  Bf16Product whole, last;  // of `pieces.rows` rows, and of what remains for the last piece
  int64_t result_size = 2, scratch_per_thread = 0;
  int num_threads = 1;
};

int64_t offset_along(const ContractionAxes& axes, int64_t index, int64_t ContractionAxis::*stride) {
  int64_t offset = 0;
  for (size_t d = axes.size(); d-- > 0;) {
    offset += index % axes[d].extent * axes[d].*stride;
    index /= axes[d].extent;
  }
  return offset;
}

void run_bf16(const Bf16Plan& plan, const KernelCall& call) {
  const MatrixProduct& p = plan.product;
  core::set_library_threads(1);
  const int64_t count = volume(p.outer) * plan.pieces.count;
  core::parallel_for(plan.num_threads, count, [&](int64_t begin, int64_t end, int thread) {
    dnnl::stream stream(bf16_engine());
    std::byte* scratch = call.scratch + thread * plan.scratch_per_thread;
    for (int64_t i = begin; i < end; ++i) {
      const int64_t which = i / plan.pieces.count, piece = i % plan.pieces.count;
      const Bf16Product& one = piece == plan.pieces.count - 1 ? plan.last : plan.whole;
      const std::byte* lhs =
          call.operands[0] + 2 * offset_along(p.outer, which, &ContractionAxis::lhs);
      const std::byte* rhs =
          call.operands[1] + 2 * offset_along(p.outer, which, &ContractionAxis::rhs);
      const int64_t row = piece * plan.pieces.rows;
      const std::byte* a = (p.swapped ? rhs : lhs) + 2 * row * (p.a_transposed ? 1 : p.lda);
      const std::byte* b = p.swapped ? lhs : rhs;
      std::byte* c =
          call.results[0] +
          plan.result_size * (offset_along(p.outer, which, &ContractionAxis::out) + row * p.ldc);
      const auto at = [&](const memory::desc& desc, const std::byte* data) {
        return memory(desc, bf16_engine(), const_cast<std::byte*>(data));
      };
      one.primitive.execute(stream, {{DNNL_ARG_SRC, at(one.a, a)},
                                     {DNNL_ARG_WEIGHTS, at(one.b, b)},
                                     {DNNL_ARG_DST, at(one.c, c)},
                                     {DNNL_ARG_SCRATCHPAD, at(one.scratch, scratch)}});
    }
    stream.wait();
  });
}

}  // namespace

std::optional<Kernel> bf16_dot(const KernelRequest& request) {
  const ElementType result = request.results[0].type.element;
  if (!has_bf16_products() || request.operands[0].type.element != ElementType::kBF16 ||
      request.operands[1].type.element != ElementType::kBF16 ||
      (result != ElementType::kBF16 && result != ElementType::kF32))
    return std::nullopt;
  const Contraction c = contraction_of(request);
  const MatrixProduct p = largest_product(c);
  if (volume(p.outer_k) != 1 || p.adds || p.volume() < kLeastVolume) return std::nullopt;
  auto plan = std::make_shared<Bf16Plan>();
  const int64_t work = p.volume() * volume(p.outer);
  plan->num_threads = static_cast<int>(
      std::clamp<int64_t>(work / kLeastVolume, 1, std::max(1, request.num_threads)));
  plan->product = p;
  plan->pieces = pieces_of(p, plan->num_threads);
  // oneDNN specializes primitives for the number of threads at their creation.
  core::set_library_threads(1);
  const int64_t rest = p.m.extent - (plan->pieces.count - 1) * plan->pieces.rows;
  auto whole = bf16_product(p, plan->pieces.rows, result), last = bf16_product(p, rest, result);
  core::set_library_threads(request.num_threads);
  if (!whole || !last) return std::nullopt;
  plan->whole = std::move(*whole), plan->last = std::move(*last);
  plan->result_size = byte_size(result);
  const auto scratch =
      static_cast<int64_t>(std::max(plan->whole.scratch.get_size(), plan->last.scratch.get_size()));
  plan->scratch_per_thread = (scratch + 63) / 64 * 64;
  std::string kind = "product.";
  kind += p.a_transposed ? 't' : 'n';
  kind += p.b_transposed ? 't' : 'n';
  const int64_t num_pieces = volume(p.outer) * plan->pieces.count;
  const double flops = 2.0 * static_cast<double>(work) / static_cast<double>(num_pieces) *
                       static_cast<double>(num_pieces) *
                       share_of_busiest(num_pieces, plan->num_threads, request.num_threads);
  return Kernel{.name = "dot.bf16",
                .scratch_bytes = plan->scratch_per_thread * plan->num_threads,
                .run = [plan](const KernelCall& call) { run_bf16(*plan, call); },
                .work = {{kind + ".bf16",
                          flops,
                          {static_cast<double>(plan->pieces.rows), static_cast<double>(p.n.extent),
                           static_cast<double>(p.k.extent)}}}};
}

}  // namespace motley::tensor

#else

namespace motley::tensor {

bool has_bf16_products() { return false; }
std::optional<Kernel> bf16_dot(const KernelRequest&) { return std::nullopt; }

}  // namespace motley::tensor

#endif
