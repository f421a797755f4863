#include <gtest/gtest.h>

#include "kernel_check.h"
#include "tensor/ir/precision.h"
#include "tensor/kernels/contraction.h"

namespace motley::tensor {
namespace {

// A layer in the usual layouts: [n, h, w, c], kernel [h, w, c / groups, o].
struct Layer {
  int64_t batch, extent, in, out, window, stride, pad;
  int64_t groups = 1, dilation = 1;

  int64_t outputs() const { return (extent + 2 * pad - (window - 1) * dilation - 1) / stride + 1; }
  Shape src() const { return {batch, extent, extent + 1, in}; }
  Shape weights() const { return {window, window, in / groups, out}; }
  int64_t columns() const {
    return (extent + 1 + 2 * pad - (window - 1) * dilation - 1) / stride + 1;
  }
  Shape dst() const { return {batch, outputs(), columns(), out}; }
  ConvolutionAttrs attrs() const {
    ConvolutionAttrs c;
    c.input_batch = 0, c.input_feature = 3, c.input_spatial = {1, 2};
    c.kernel_input_feature = 2, c.kernel_output_feature = 3, c.kernel_spatial = {0, 1};
    c.output_batch = 0, c.output_feature = 3, c.output_spatial = {1, 2};
    c.strides = {stride, stride}, c.pad_low = {pad, pad}, c.pad_high = {pad, pad};
    c.lhs_dilation = {1, 1}, c.rhs_dilation = {dilation, dilation}, c.reversal = {false, false};
    c.feature_group_count = groups;
    return c;
  }
};

const Layer kLayers[] = {
    {2, 13, 16, 32, 3, 1, 1},        // as most are
    {2, 14, 16, 32, 3, 2, 1},        // halving
    {1, 23, 3, 16, 7, 2, 3},         // the first of a ResNet
    {3, 9, 20, 12, 1, 1, 0},         // odd features
    {2, 12, 16, 48, 1, 2, 0},        // a shortcut
    {2, 5, 256, 272, 3, 1, 1},       // many features on few points
    {2, 16, 3, 32, 4, 4, 0},         // patches
    {2, 12, 32, 32, 3, 1, 1, 32},    // depthwise
    {2, 12, 32, 64, 3, 1, 1, 4},     // grouped
    {2, 15, 16, 16, 3, 1, 2, 1, 2},  // dilated
};

OpCase conv_case(const Shape& lhs, const Shape& rhs, const ConvolutionAttrs& attrs) {
  Random random(3);
  ProgramBuilder b("case");
  const TensorType l{ElementType::kF32, lhs}, r{ElementType::kF32, rhs};
  const std::vector<ValueId> arguments = {b.argument(l), b.argument(r)};
  const std::vector<ValueId> results = b.add(OpCode::kConvolution, arguments, attrs);
  return {std::move(b).finish(results), {draw_literal(random, l), draw_literal(random, r)}};
}

std::string name_of_kernel(const OpCase& op_case) {
  const auto kernel = fast_kernel(dense_request(op_case, 2));
  return kernel ? kernel->name : "none";
}

// The gradients as tensor/ir/ops/contraction_ops.cpp writes them; groups must be 1.
OpCase gradient_of_input(const Layer& layer) {
  ConvolutionAttrs t = layer.attrs();
  std::swap(t.kernel_input_feature, t.kernel_output_feature);
  std::swap(t.strides, t.lhs_dilation);
  const int64_t window = (layer.window - 1) * layer.dilation + 1;
  for (int i = 0; i < 2; ++i) {
    const int64_t to = (layer.dst()[1 + i] - 1) * layer.stride + 1;
    t.reversal[i] = true;
    t.pad_low[i] = window - layer.pad - 1;
    t.pad_high[i] = layer.src()[1 + i] + window - 1 - to - t.pad_low[i];
  }
  return conv_case(layer.dst(), layer.weights(), t);
}

OpCase gradient_of_kernel(const Layer& layer) {
  ConvolutionAttrs t = layer.attrs();
  t.input_batch = 3, t.input_feature = 0;
  t.kernel_input_feature = 0, t.kernel_output_feature = 3, t.kernel_spatial = {1, 2};
  t.output_batch = 2, t.output_feature = 3, t.output_spatial = {0, 1};
  std::swap(t.strides, t.rhs_dilation);
  std::swap(t.feature_group_count, t.batch_group_count);
  const int64_t window = (layer.window - 1) * layer.dilation + 1;
  for (int i = 0; i < 2; ++i) {
    const int64_t to = (layer.dst()[1 + i] - 1) * layer.stride + 1;
    t.pad_high[i] = to + window - layer.src()[1 + i] - 1 - layer.pad;
  }
  return conv_case(layer.src(), layer.dst(), t);
}

TEST(Convolution, LayersAndTheirGradients) {
  for (const Layer& layer : kLayers) {
    SCOPED_TRACE(layer.window);
    expect_fast_and_right(conv_case(layer.src(), layer.weights(), layer.attrs()));
    expect_fast_and_right(gradient_of_kernel(layer));
    if (layer.groups == 1) expect_fast_and_right(gradient_of_input(layer));
  }
}

TEST(Convolution, GradientsAreRecognized) {
  if (implementations(OpCode::kConvolution).size() < 4) GTEST_SKIP() << "built without oneDNN";
  for (const Layer& layer : kLayers) {
    SCOPED_TRACE(layer.window);
    const bool as_products = (layer.window == 1 && layer.stride == 1) || layer.in > 200;
    if (as_products) continue;
    EXPECT_EQ(name_of_kernel(conv_case(layer.src(), layer.weights(), layer.attrs())),
              "conv.forward");
    EXPECT_EQ(name_of_kernel(gradient_of_kernel(layer)), "conv.backward_weights");
    if (layer.groups > 1) continue;
    EXPECT_EQ(name_of_kernel(gradient_of_input(layer)), "conv.backward_data");
  }
}

// The same in bf16, with results in bf16 or f32.
OpCase in_bf16(OpCase c, ElementType result) {
  c.program = with_floats_as(c.program, ElementType::kBF16);
  for (ValueId v : c.program.body.results) c.program.values[v.index].element = result;
  for (Literal& value : c.arguments) value = with_floats_as(value, ElementType::kBF16);
  return c;
}

TEST(Convolution, InBf16IsThatOfTheLibrary) {
  const bool has_products =
      has_bf16_products() && implementations(OpCode::kConvolution).size() >= 4;
  for (const Layer& layer : kLayers) {
    SCOPED_TRACE(layer.window);
    std::vector<OpCase> cases = {conv_case(layer.src(), layer.weights(), layer.attrs()),
                                 gradient_of_kernel(layer)};
    if (layer.groups == 1) cases.push_back(gradient_of_input(layer));
    for (const OpCase& wide : cases) {
      for (const ElementType result : {ElementType::kBF16, ElementType::kF32}) {
        const OpCase c = in_bf16(wide, result);
        expect_fast_and_right(c, 1e-2);
        if (!has_products || layer.groups > 1) continue;
        EXPECT_TRUE(name_of_kernel(c).ends_with(".bf16")) << name_of_kernel(c);
      }
    }
  }
}

// JAX reverses the kernel by an op of its own, which the compiler makes a view: strides below zero.
TEST(Convolution, KernelThatRunsBackwards) {
  for (const Layer& layer : kLayers) {
    if (layer.groups > 1) continue;
    OpCase turned = gradient_of_input(layer);
    auto& attrs = std::get<ConvolutionAttrs>(turned.program.body.ops.back().attrs);
    attrs.reversal = {false, false};
    const std::vector<Literal> expected = reference_results(turned);
    for (const bool backwards : {false, true}) {
      KernelRequest request = dense_request(turned, 2);
      if (backwards) request.operands[1].strides[0] *= -1, request.operands[1].strides[1] *= -1;
      for (Implementation implementation : implementations(OpCode::kConvolution)) {
        const auto kernel = implementation(request);
        if (!kernel) continue;
        EXPECT_EQ(fault_of(*kernel, request, turned.arguments, expected), "") << kernel->name;
      }
    }
  }
}

}  // namespace
}  // namespace motley::tensor
