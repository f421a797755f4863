#include "tensor/kernels/convolution.h"

#include <algorithm>
#include <cstdlib>

namespace motley::tensor {
namespace {

// The op's tensors, dimension by dimension.
struct ConvolutionRoles {
  const ConvolutionAttrs& c;
  const Layout &in, &kernel, &out;

  ConvolutionDim of(const Layout& layout, int64_t d) const {
    return {layout.type.shape[d], layout.strides[d]};
  }
  ConvolutionDim in_batch() const { return of(in, c.input_batch); }
  ConvolutionDim in_feature() const { return of(in, c.input_feature); }
  ConvolutionDim kernel_in() const { return of(kernel, c.kernel_input_feature); }
  ConvolutionDim kernel_out() const { return of(kernel, c.kernel_output_feature); }
  ConvolutionDim out_batch() const { return of(out, c.output_batch); }
  ConvolutionDim out_feature() const { return of(out, c.output_feature); }
};

ConvolutionTensor tensor_of(const Layout& layout, ConvolutionDim first, ConvolutionDim second,
                            const Dims& spatial) {
  ConvolutionTensor tensor{.element = layout.type.element, .dims = {first, second}};
  for (int64_t d : spatial) tensor.dims.push_back({layout.type.shape[d], layout.strides[d]});
  return tensor;
}

// {groups, o, c, spatial...}; the group is the major part of the output features (of the kernel or
// the result), `grouped`.
ConvolutionTensor weights_of(const Layout& layout, int64_t groups, ConvolutionDim grouped,
                             ConvolutionDim other, bool grouped_is_o, const Dims& spatial) {
  const ConvolutionDim part{grouped.extent / groups, grouped.stride};
  ConvolutionTensor tensor{.element = layout.type.element,
                           .dims = {{groups, part.extent * part.stride},
                                    grouped_is_o ? part : other,
                                    grouped_is_o ? other : part}};
  for (int64_t d : spatial) tensor.dims.push_back({layout.type.shape[d], layout.strides[d]});
  return tensor;
}

void reverse_weights(ConvolutionTensor& weights, size_t spatial) {
  ConvolutionDim& dim = weights.dims[3 + spatial];
  weights.offset += (dim.extent - 1) * dim.stride;
  dim.stride = -dim.stride;
}

bool all_ones(const Dims& dims) {
  return std::all_of(dims.begin(), dims.end(), [](int64_t n) { return n == 1; });
}

ConvolutionProblem forward(const ConvolutionRoles& r) {
  const ConvolutionAttrs& c = r.c;
  ConvolutionProblem p{.role = ConvolutionRole::kForward, .groups = c.feature_group_count};
  p.src = tensor_of(r.in, r.in_batch(), r.in_feature(), c.input_spatial);
  p.weights = weights_of(r.kernel, p.groups, r.kernel_out(), r.kernel_in(), true, c.kernel_spatial);
  p.dst = tensor_of(r.out, r.out_batch(), r.out_feature(), c.output_spatial);
  p.strides = c.strides, p.dilations = c.rhs_dilation, p.pad_low = c.pad_low;
  for (size_t i = 0; i < c.strides.size(); ++i)
    if (c.reversal[i]) reverse_weights(p.weights, i);
  return p;
}

// The op's row y reads input row q where S q = y + D (K - 1 - k) - pad, so y = S q + D k - P with
// P = D (K - 1) - pad.
ConvolutionProblem backward_data(const ConvolutionRoles& r) {
  const ConvolutionAttrs& c = r.c;
  ConvolutionProblem p{.role = ConvolutionRole::kBackwardData, .groups = c.feature_group_count};
  p.src = tensor_of(r.out, r.out_batch(), r.out_feature(), c.output_spatial);
  p.weights =
      weights_of(r.kernel, p.groups, r.kernel_out(), r.kernel_in(), false, c.kernel_spatial);
  p.dst = tensor_of(r.in, r.in_batch(), r.in_feature(), c.input_spatial);
  p.strides = c.lhs_dilation, p.dilations = c.rhs_dilation;
  for (size_t i = 0; i < c.strides.size(); ++i) {
    p.pad_low.push_back((p.weights.dims[3 + i].extent - 1) * c.rhs_dilation[i] - c.pad_low[i]);
    if (!c.reversal[i]) reverse_weights(p.weights, i);
  }
  return p;
}

ConvolutionProblem backward_weights(const ConvolutionRoles& r) {
  const ConvolutionAttrs& c = r.c;
  ConvolutionProblem p{.role = ConvolutionRole::kBackwardWeights, .groups = c.batch_group_count};
  p.src = tensor_of(r.in, r.in_feature(), r.in_batch(), c.input_spatial);
  p.weights = weights_of(r.out, p.groups, r.out_feature(), r.out_batch(), true, c.output_spatial);
  p.dst = tensor_of(r.kernel, r.kernel_in(), r.kernel_out(), c.kernel_spatial);
  p.strides = c.rhs_dilation, p.dilations = c.strides, p.pad_low = c.pad_low;
  return p;
}

int num_reversed(const ConvolutionTensor& weights) {
  return static_cast<int>(
      std::count_if(weights.dims.begin(), weights.dims.end(),
                    [](const ConvolutionDim& dim) { return dim.stride < 0 && dim.extent > 1; }));
}

bool is_reversed(const ConvolutionRoles& r) {
  for (size_t i = 0; i < r.c.reversal.size(); ++i)
    if (r.c.reversal[i] && r.kernel.type.shape[r.c.kernel_spatial[i]] > 1) return true;
  return false;
}

int64_t num_points(const Layout& layout, const Dims& spatial) {
  int64_t points = 1;
  for (int64_t d : spatial) points *= layout.type.shape[d];
  return points;
}

// What the op calls features is the batch of its forward convolution: it has the larger stride. If
// its extent is 1 this cannot be seen; then a kernel larger than the result decides.
bool sums_over_batch(const ConvolutionRoles& r) {
  if (r.in_batch().extent > 1 && r.in_feature().extent > 1)
    return std::abs(r.in_batch().stride) < std::abs(r.in_feature().stride);
  return num_points(r.kernel, r.c.kernel_spatial) > num_points(r.out, r.c.output_spatial);
}

// Rows of src that no window reaches, before the first and after the last, are cropped: then
// padding is never negative. If src is the result they must be zeroed, which this problem does not
// cover.
bool crop(ConvolutionProblem& p) {
  for (size_t i = 0; i < p.strides.size(); ++i) {
    ConvolutionDim& rows = p.src.dims[2 + i];
    const bool may_crop = p.role != ConvolutionRole::kBackwardData;
    if (p.pad_low[i] < 0) {
      if (!may_crop) return false;
      p.src.offset -= p.pad_low[i] * rows.stride;
      rows.extent += p.pad_low[i];
      p.pad_low[i] = 0;
    }
    const int64_t range = (p.weights.dims[3 + i].extent - 1) * p.dilations[i] + 1;
    const int64_t last = (p.dst.dims[2 + i].extent - 1) * p.strides[i] + range;
    int64_t high = last - rows.extent - p.pad_low[i];
    if (high <= -p.strides[i]) {
      if (!may_crop) return false;
      rows.extent += high;
      high = 0;
    }
    if (rows.extent <= 0) return false;
    p.pad_high.push_back(high);
  }
  return true;
}

}  // namespace

std::optional<ConvolutionProblem> convolution_problem(const KernelRequest& request,
                                                      ElementType operands) {
  const auto& c = request.view.get<ConvolutionAttrs>();
  const ConvolutionRoles r{c, request.operands[0], request.operands[1], request.results[0]};
  for (const Layout* layout : {&r.in, &r.kernel, &r.out}) {
    const ElementType element = layout->type.element;
    const bool is_wide_result = layout == &r.out && element == ElementType::kF32;
    if ((element != operands && !is_wide_result) || layout->type.num_elements() == 0)
      return std::nullopt;
  }
  std::optional<ConvolutionProblem> p;
  if (!all_ones(c.lhs_dilation)) {
    if (!all_ones(c.strides) || c.batch_group_count > 1) return std::nullopt;
    p = backward_data(r);
  } else if (c.batch_group_count > 1 ||
             (c.feature_group_count == 1 && !is_reversed(r) && sums_over_batch(r))) {
    if (is_reversed(r)) return std::nullopt;
    p = backward_weights(r);
  } else {
    // Without strides and dilation it is both; prefer the one that reads the kernel unreversed.
    p = forward(r);
    if (num_reversed(p->weights) > 0 && all_ones(c.strides)) {
      ConvolutionProblem other = backward_data(r);
      if (num_reversed(other.weights) == 0 && crop(other)) return other;
    }
  }
  if (!crop(*p)) return std::nullopt;
  return p;
}

WorkPart convolution_work(const ConvolutionProblem& p, const std::string& family) {
  const auto extents = [](const ConvolutionTensor& t, size_t first) {
    double product = 1;
    for (size_t d = first; d < t.dims.size(); ++d) product *= static_cast<double>(t.dims[d].extent);
    return product;
  };
  const char* roles[] = {"forward", "data", "weights"};
  const bool strided = std::ranges::any_of(p.strides, [](int64_t s) { return s > 1; });
  const auto in = static_cast<double>(p.weights.dims[2].extent),
             out = static_cast<double>(p.weights.dims[1].extent);
  const double points = static_cast<double>(p.dst.dims[0].extent) * extents(p.dst, 2);
  const double taps = extents(p.weights, 3);
  return {.kind = family + roles[static_cast<int>(p.role)] + (strided ? ".strided" : ".plain"),
          .amount = 2 * in * out * static_cast<double>(p.groups) * points * taps,
          .size = {in, out, points, taps}};
}

std::span<const Implementation> convolution_implementations() {
  static constexpr Implementation kList[] = {point_convolution, small_map_convolution,
#ifdef MOTLEY_HAS_DNNL
                                             dnnl_convolution,
#endif
                                             tap_convolution};
  return kList;
}

}  // namespace motley::tensor
