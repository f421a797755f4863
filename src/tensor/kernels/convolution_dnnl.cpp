// Convolutions by oneDNN; those of bf16 on CPUs with bf16 products. Source and result keep their
// layout in memory, features innermost; weights are reordered into the blocked layout of its
// kernels, in scratch memory.
//
// Plain features-innermost layouts against blocked ones (measured with oneDNN 2.6 on one core of an
// EPYC 9xx4, batch 4, Gflop/s of the convolution and in brackets the milliseconds of all reorders;
// forward / backward data / backward weights):
//
//   layer                     plain                            blocked
//   3x224 -> 64, 7x7 by 2     110       / 108 (0.0)            111       / 104 (0.6)
//   64x56 -> 64, 3x3          115 / 108 / 102 (0.0)            114 / 112 /  98 (0.2)
//   256x56 -> 64, 1x1         112 /  94 / 106 (0.0)            114 / 109 / 106 (0.8)
//   128x28 -> 128, 3x3        115 / 103 / 103 (0.0)            111 / 110 / 100 (0.1)
//   256x14 -> 256, 3x3         97 / 118 / 104 (0.1)            120 / 123 /  96 (0.2)
//   512x7 -> 512, 3x3          94 / 138 /  66 (2.0)            134 / 132 /  59 (1.5)
//   64x224 -> 64, 3x3         110 / 109 / 106 (0.0)            104 /  92 /  96 (9.0)
//   128x112 -> 128, 3x3       109 / 112 / 107 (0.0)            107 /  98 /  93 (4.5)
//
// They are equally fast, and plain ones need no reorder next to other ops. There is one exception,
// the gradient of many features on large maps, whose plain kernel exceeds the caches (two threads,
// backward data, reorders included):
//
//   512x28 -> 512, 3x3        100 plain, 197 blocked
//   256x28 -> 512, 3x3         99 plain, 179 blocked
//   512x14 -> 512, 3x3        192 plain, 176 blocked
#ifdef MOTLEY_HAS_DNNL

#include <oneapi/dnnl/dnnl.hpp>

#include <memory>
#include <string_view>

#include "core/base/threads.h"
#include "tensor/kernels/contraction.h"
#include "tensor/kernels/convolution.h"
#include "tensor/kernels/movement.h"

namespace motley::tensor {
namespace {

using dnnl::memory;

const dnnl::engine& cpu() {
  static const dnnl::engine engine(dnnl::engine::kind::cpu, 0);
  return engine;
}

// --- Descriptions ----------------------------------------------------------------------------

memory::dims extents_of(const std::vector<ConvolutionDim>& dims) {
  memory::dims extents;
  for (const ConvolutionDim& dim : dims) extents.push_back(dim.extent);
  return extents;
}

// Strides of extents of 1 may be anything; the library needs consistent ones to recognize a layout.
// `order` lists dimensions, outermost first.
std::optional<memory::dims> strides_in_order(const std::vector<ConvolutionDim>& dims,
                                             const std::vector<int>& order) {
  memory::dims strides(dims.size());
  int64_t stride = 1;
  for (size_t i = order.size(); i-- > 0;) {
    const ConvolutionDim& dim = dims[order[i]];
    if (dim.extent > 1 && dim.stride != stride) return std::nullopt;
    strides[order[i]] = stride;
    stride *= dim.extent;
  }
  return strides;
}

std::vector<int> features_last(size_t num_dims) {
  std::vector<int> order = {0};
  for (size_t d = 2; d < num_dims; ++d) order.push_back(static_cast<int>(d));
  order.push_back(1);
  return order;
}

memory::dims dense_in_order(const std::vector<ConvolutionDim>& dims,
                            const std::vector<int>& order) {
  memory::dims strides(dims.size());
  int64_t stride = 1;
  for (size_t i = order.size(); i-- > 0;) {
    strides[order[i]] = stride;
    stride *= dims[order[i]].extent;
  }
  return strides;
}

memory::data_type type_of(ElementType element) {
  return element == ElementType::kBF16 ? memory::data_type::bf16 : memory::data_type::f32;
}

memory::desc described(ElementType element, const std::vector<ConvolutionDim>& dims,
                       const memory::dims& strides) {
  return {extents_of(dims), type_of(element), strides};
}

memory::desc activations(const ConvolutionTensor& tensor) {
  const std::vector<int> last = features_last(tensor.dims.size());
  std::vector<int> plain(tensor.dims.size());
  for (size_t d = 0; d < plain.size(); ++d) plain[d] = static_cast<int>(d);
  for (const std::vector<int>& order : {last, plain})
    if (const auto strides = strides_in_order(tensor.dims, order))
      return described(tensor.element, tensor.dims, *strides);
  memory::dims strides;
  for (const ConvolutionDim& dim : tensor.dims) strides.push_back(dim.stride);
  return described(tensor.element, tensor.dims, strides);
}

// Without the group dimension if there is only one group.
std::vector<ConvolutionDim> weight_dims(const ConvolutionProblem& p) {
  std::vector<ConvolutionDim> dims = p.weights.dims;
  if (p.groups == 1) dims.erase(dims.begin());
  return dims;
}

bool has_negative(const std::vector<ConvolutionDim>& dims) {
  for (const ConvolutionDim& dim : dims)
    if (dim.stride < 0 && dim.extent > 1) return true;
  return false;
}

// --- Primitives ------------------------------------------------------------------------------

struct Chosen {
  dnnl::primitive primitive;
  memory::desc src, weights, dst, scratch;
  std::string name;
};

struct Formats {
  memory::desc src, weights, dst;
};

// The forward convolution that a gradient is one of: in the type of the operands throughout.
Formats forward_formats(const ConvolutionProblem& p, Formats f) {
  const bool is_bf16 = p.src.element == ElementType::kBF16 || p.dst.element == ElementType::kBF16;
  for (memory::desc* desc : {&f.src, &f.weights, &f.dst}) {
    if (is_bf16 && p.role != ConvolutionRole::kForward) desc->data.data_type = dnnl_bf16;
  }
  return f;
}

template <class Descriptor>
bool is_slow(const Descriptor& descriptor) {
  return std::string_view(descriptor.impl_info_str()).find("ref") != std::string_view::npos;
}

// nullopt if only the library's reference implementation would run it.
std::optional<Chosen> choose(const ConvolutionProblem& p, const Formats& f) {
  const auto algorithm = dnnl::algorithm::convolution_direct;
  memory::dims dilations;
  for (int64_t d : p.dilations) dilations.push_back(d - 1);
  dnnl::primitive_attr attr;
  attr.set_scratchpad_mode(dnnl::scratchpad_mode::user);
  const Formats of_forward = forward_formats(p, f);
  const dnnl::convolution_forward::desc forward(dnnl::prop_kind::forward_training, algorithm,
                                                of_forward.src, of_forward.weights, of_forward.dst,
                                                p.strides, dilations, p.pad_low, p.pad_high);
  const dnnl::convolution_forward::primitive_desc hint(forward, attr, cpu(), true);
  if (!hint.get(true)) return std::nullopt;
  if (p.role == ConvolutionRole::kForward) {
    if (is_slow(hint)) return std::nullopt;
    return Chosen{
        dnnl::convolution_forward(hint), hint.src_desc(),     hint.weights_desc(), hint.dst_desc(),
        hint.scratchpad_desc(),          hint.impl_info_str()};
  }
  if (p.role == ConvolutionRole::kBackwardData) {
    const dnnl::convolution_backward_data::primitive_desc data(
        {algorithm, f.src, f.weights, f.dst, p.strides, dilations, p.pad_low, p.pad_high}, attr,
        cpu(), hint, true);
    if (!data.get(true) || is_slow(data)) return std::nullopt;
    return Chosen{dnnl::convolution_backward_data(data),
                  data.diff_src_desc(),
                  data.weights_desc(),
                  data.diff_dst_desc(),
                  data.scratchpad_desc(),
                  data.impl_info_str()};
  }
  const dnnl::convolution_backward_weights::primitive_desc weights(
      {algorithm, f.src, f.weights, f.dst, p.strides, dilations, p.pad_low, p.pad_high}, attr,
      cpu(), hint, true);
  if (!weights.get(true) || is_slow(weights)) return std::nullopt;
  return Chosen{dnnl::convolution_backward_weights(weights),
                weights.src_desc(),
                weights.diff_weights_desc(),
                weights.diff_dst_desc(),
                weights.scratchpad_desc(),
                weights.impl_info_str()};
}

// See the measurements at the top of this file.
bool wants_blocks(const ConvolutionProblem& p) {
  int64_t points = 1;
  for (size_t d = 2; d < p.dst.dims.size(); ++d) points *= p.dst.dims[d].extent;
  return p.role == ConvolutionRole::kBackwardData && p.groups == 1 && p.dst.dims[1].extent >= 512 &&
         points > 400;
}

// Sizes that the library rejects are not handled here either.
std::optional<Chosen> try_choose(const ConvolutionProblem& p, const Formats& f) {
  try {
    return choose(p, f);
  } catch (const dnnl::error&) {
    return std::nullopt;
  }
}

// --- The kernel ------------------------------------------------------------------------------

// One of the three tensors, staged between the op's memory and the primitive's.
struct StagedTensor {
  memory::desc outside, inside;
  int argument = 0;            // of the primitive
  int64_t offset = 0;          // bytes in the op's memory
  int64_t scratch = -1;        // its offset in scratch memory; -1: used in place
  dnnl::reorder reorder = {};  // into scratch memory; for the result, out of it
  int64_t reversed = -1;       // reversed weights are first copied here
  CopyPlan reversal_copy = {};
};

struct Plan {
  dnnl::primitive primitive;
  StagedTensor tensors[3];  // operand 0, operand 1, result
  memory::desc scratch, reorder_scratch;
  int64_t scratch_at = 0, reorder_scratch_at = 0, bytes = 0;
  int num_threads = 1;
};

int64_t take(int64_t& bytes, int64_t more) {
  const int64_t at = bytes;
  bytes += (more + 63) / 64 * 64;
  return at;
}

void plan_reorder(Plan& plan, StagedTensor& staged, bool is_result) {
  if (staged.outside == staged.inside) return;
  staged.scratch = take(plan.bytes, static_cast<int64_t>(staged.inside.get_size()));
  const memory::desc& from = is_result ? staged.inside : staged.outside;
  const memory::desc& to = is_result ? staged.outside : staged.inside;
  dnnl::primitive_attr attr;
  attr.set_scratchpad_mode(dnnl::scratchpad_mode::user);
  const dnnl::reorder::primitive_desc descriptor(cpu(), from, cpu(), to, attr);
  if (!plan.reorder_scratch ||
      descriptor.scratchpad_desc().get_size() > plan.reorder_scratch.get_size())
    plan.reorder_scratch = descriptor.scratchpad_desc();
  staged.reorder = dnnl::reorder(descriptor);
}

void run_reorder(const Plan& plan, const StagedTensor& staged, std::byte* from, std::byte* to,
                 std::byte* scratch, dnnl::stream& stream, bool is_result) {
  const memory source(is_result ? staged.inside : staged.outside, cpu(), from);
  const memory target(is_result ? staged.outside : staged.inside, cpu(), to);
  staged.reorder.execute(
      stream, {{DNNL_ARG_FROM, source},
               {DNNL_ARG_TO, target},
               {DNNL_ARG_SCRATCHPAD,
                memory(plan.reorder_scratch, cpu(), scratch + plan.reorder_scratch_at)}});
}

void run(const Plan& plan, const KernelCall& call) {
  core::set_library_threads(plan.num_threads);
  dnnl::stream stream(cpu());
  std::unordered_map<int, memory> arguments;
  for (int i = 0; i < 3; ++i) {
    const StagedTensor& staged = plan.tensors[i];
    const std::byte* given = i < 2 ? call.operands[i] : call.results[0];
    auto* at = const_cast<std::byte*>(given) + staged.offset;
    if (staged.reversed >= 0) {
      strided_copy(staged.reversal_copy, at, call.scratch + staged.reversed);
      at = call.scratch + staged.reversed;
    }
    if (staged.scratch >= 0) {
      std::byte* inside = call.scratch + staged.scratch;
      if (i < 2) run_reorder(plan, staged, at, inside, call.scratch, stream, false);
      at = inside;
    }
    arguments.emplace(staged.argument, memory(staged.inside, cpu(), at));
  }
  arguments.emplace(DNNL_ARG_SCRATCHPAD,
                    memory(plan.scratch, cpu(), call.scratch + plan.scratch_at));
  plan.primitive.execute(stream, arguments);
  const StagedTensor& result = plan.tensors[2];
  if (result.scratch >= 0) {
    run_reorder(plan, result, call.scratch + result.scratch, call.results[0] + result.offset,
                call.scratch, stream, true);
  }
  stream.wait();
}

// The kernel is reversed: makes a forward copy, features innermost.
void plan_reversal(Plan& plan, StagedTensor& staged, ElementType element,
                   const std::vector<ConvolutionDim>& dims, bool has_group, int num_threads) {
  std::vector<int> order;
  for (size_t d = has_group ? 3 : 2; d < dims.size(); ++d) order.push_back(static_cast<int>(d));
  if (has_group) order.push_back(0);
  order.push_back(has_group ? 2 : 1);
  order.push_back(has_group ? 1 : 0);
  const memory::dims strides = dense_in_order(dims, order);
  Shape shape;
  std::vector<int64_t> from;
  for (const ConvolutionDim& dim : dims) {
    shape.push_back(dim.extent);
    from.push_back(dim.stride);
  }
  staged.reversal_copy = plan_copy(shape, from, strides, byte_size(element), num_threads);
  staged.outside = described(element, dims, strides);
  staged.reversed = take(plan.bytes, static_cast<int64_t>(staged.outside.get_size()));
}

}  // namespace

std::optional<Kernel> dnnl_convolution(const KernelRequest& request) {
  const ElementType operands = request.operands[0].type.element;
  const bool is_native =
      operands == ElementType::kF32 || (operands == ElementType::kBF16 && has_bf16_products());
  if (!is_native) return std::nullopt;
  const auto p = convolution_problem(request, operands);
  if (!p || p->strides.empty() || p->strides.size() > 3 || has_negative(p->src.dims) ||
      has_negative(p->dst.dims))
    return std::nullopt;
  const std::vector<ConvolutionDim> weights = weight_dims(*p);
  const bool weights_reversed = has_negative(weights);
  if (weights_reversed && p->role == ConvolutionRole::kBackwardWeights) return std::nullopt;

  const memory::desc src = activations(p->src), dst = activations(p->dst);
  const memory::desc any_weights(extents_of(weights), type_of(p->weights.element),
                                 memory::format_tag::any);
  const auto any = [](const ConvolutionTensor& t) {
    return memory::desc(extents_of(t.dims), type_of(t.element), memory::format_tag::any);
  };
  auto chosen =
      wants_blocks(*p) ? try_choose(*p, {any(p->src), any_weights, any(p->dst)}) : std::nullopt;
  if (!chosen) chosen = try_choose(*p, {src, any_weights, dst});
  if (!chosen) {
    const auto last = [](const ConvolutionTensor& t) {
      return described(t.element, t.dims, dense_in_order(t.dims, features_last(t.dims.size())));
    };
    chosen = try_choose(*p, {last(p->src), any_weights, last(p->dst)});
  }
  if (!chosen) return std::nullopt;

  auto plan = std::make_shared<Plan>();
  plan->primitive = chosen->primitive;
  plan->num_threads = request.num_threads;
  memory::dims strides;
  for (const ConvolutionDim& dim : weights) strides.push_back(dim.stride);
  const ElementType of_weights = p->weights.element;
  const auto offset = [](const ConvolutionTensor& t) { return t.offset * byte_size(t.element); };
  StagedTensor s{src, chosen->src, DNNL_ARG_SRC, offset(p->src)};
  StagedTensor w{weights_reversed ? any_weights : described(of_weights, weights, strides),
                 chosen->weights, DNNL_ARG_WEIGHTS, offset(p->weights)};
  StagedTensor d{dst, chosen->dst, DNNL_ARG_DST, offset(p->dst)};
  if (weights_reversed) {
    plan_reversal(*plan, w, of_weights, weights, p->groups > 1, request.num_threads);
  }
  plan_reorder(*plan, s, p->role == ConvolutionRole::kBackwardData);
  plan_reorder(*plan, w, p->role == ConvolutionRole::kBackwardWeights);
  plan_reorder(*plan, d, p->role == ConvolutionRole::kForward);
  switch (p->role) {
    case ConvolutionRole::kForward:
      plan->tensors[0] = s, plan->tensors[1] = w, plan->tensors[2] = d;
      break;
    case ConvolutionRole::kBackwardData:
      s.argument = DNNL_ARG_DIFF_SRC, d.argument = DNNL_ARG_DIFF_DST;
      plan->tensors[0] = d, plan->tensors[1] = w, plan->tensors[2] = s;
      break;
    case ConvolutionRole::kBackwardWeights:
      w.argument = DNNL_ARG_DIFF_WEIGHTS, d.argument = DNNL_ARG_DIFF_DST;
      plan->tensors[0] = s, plan->tensors[1] = d, plan->tensors[2] = w;
      break;
  }
  plan->scratch = chosen->scratch;
  plan->scratch_at = take(plan->bytes, static_cast<int64_t>(chosen->scratch.get_size()));
  if (plan->reorder_scratch)
    plan->reorder_scratch_at =
        take(plan->bytes, static_cast<int64_t>(plan->reorder_scratch.get_size()));
  const char* names[] = {"conv.forward", "conv.backward_data", "conv.backward_weights"};
  const std::string type = operands == ElementType::kBF16 ? ".bf16" : "";
  WorkPart work = convolution_work(*p, "conv.");
  work.kind += type;
  return Kernel{.name = names[static_cast<int>(p->role)] + type,
                .scratch_bytes = plan->bytes,
                .run = [plan](const KernelCall& call) { run(*plan, call); },
                .work = {std::move(work)}};
}

}  // namespace motley::tensor

#endif
