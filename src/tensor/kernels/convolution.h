// Convolutions of f32 and bf16: which of oneDNN's three problems a convolution op is, and how to
// run it.
//
// The gradient of a convolution is again a convolution, with unusual dimension numbers; so one op
// may be any of three problems around the same equation, in which the forward convolution is
//
//   dst[n, o, q] = sum over c, k of src[n, c, S q + D k - P] * weights[o, c, k]
//
//   the op                                                   the problem       its result
//   no input dilation, features contiguous                   forward           dst
//   input dilation S, kernel reversed                        backward data     src
//   no input dilation, batch contiguous: D and S, and        backward weights  weights
//     features and batch, are exchanged
#pragma once

#include "tensor/kernels/kernel.h"

namespace motley::tensor {

enum class ConvolutionRole : uint8_t { kForward, kBackwardData, kBackwardWeights };

struct ConvolutionDim {
  int64_t extent = 1, stride = 1;
};

// One of the three tensors: {n, c, spatial...}, {n, o, spatial...} or, for weights,
// {groups, o, c, spatial...} per group.
struct ConvolutionTensor {
  ElementType element = ElementType::kF32;
  std::vector<ConvolutionDim> dims;
  int64_t offset = 0;  // in elements, of the element with index zero
};

struct ConvolutionProblem {
  ConvolutionRole role = ConvolutionRole::kForward;
  ConvolutionTensor src, weights, dst;
  int64_t groups = 1;
  Dims strides, dilations, pad_low, pad_high;  // S, D and P of the equation
};

// The problem the op corresponds to; nullopt if it is none of the three, or if its operands are of
// another type, or its result neither of that nor f32.
std::optional<ConvolutionProblem> convolution_problem(const KernelRequest& request,
                                                      ElementType operands = ElementType::kF32);

// Flops of the forward convolution, padding included, by features, points and taps:
// `conv.data.plain` with the family `conv.`.
WorkPart convolution_work(const ConvolutionProblem& p, const std::string& family);

std::optional<Kernel> dnnl_convolution(const KernelRequest& request);
// As matrix products: a single one if the kernel is one point, otherwise one per point. The second
// handles the cases in which the third is faster than oneDNN.
std::optional<Kernel> point_convolution(const KernelRequest& request);
std::optional<Kernel> small_map_convolution(const KernelRequest& request);
std::optional<Kernel> tap_convolution(const KernelRequest& request);

std::span<const Implementation> convolution_implementations();

}  // namespace motley::tensor
