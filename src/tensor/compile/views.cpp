#include "tensor/compile/views.h"

namespace motley::tensor {

namespace {

ViewOfOperand broadcast_view(const BroadcastAttrs& attrs, const Layout& operand) {
  Layout layout{operand.type.with_shape(attrs.shape), std::vector<int64_t>(attrs.shape.size(), 0)};
  for (size_t d = 0; d < attrs.dims.size(); ++d) {
    const int64_t to = attrs.dims[d];
    if (operand.extent(static_cast<int>(d)) == attrs.shape[to])
      layout.strides[to] = operand.strides[d];
  }
  return {std::move(layout)};
}

ViewOfOperand transpose_view(const TransposeAttrs& attrs, const Layout& operand) {
  Layout layout{operand.type, operand.strides};
  for (size_t d = 0; d < attrs.permutation.size(); ++d) {
    layout.type.shape[d] = operand.type.shape[attrs.permutation[d]];
    layout.strides[d] = operand.strides[attrs.permutation[d]];
  }
  return {std::move(layout)};
}

ViewOfOperand slice_view(const SliceAttrs& attrs, const TensorType& result, const Layout& operand) {
  ViewOfOperand view{{result, operand.strides}};
  if (result.num_elements() == 0) return view;
  for (size_t d = 0; d < attrs.start.size(); ++d) {
    view.offset += attrs.start[d] * operand.strides[d];
    view.layout.strides[d] *= attrs.stride[d];
  }
  return view;
}

}  // namespace

std::optional<Layout> reshaped(const Layout& layout, const Shape& shape) {
  Layout result{layout.type.with_shape(shape), std::vector<int64_t>(shape.size(), 0)};
  if (layout.type.num_elements() == 0) return dense_layout(result.type);
  // Both shapes are walked from the innermost dimension; runs of dimensions with equal products
  // correspond.
  int from = layout.num_dims() - 1, to = static_cast<int>(shape.size()) - 1;
  while (from >= 0 || to >= 0) {
    if (from >= 0 && layout.extent(from) == 1) {
      --from;
      continue;
    }
    if (to >= 0 && shape[to] == 1) {
      --to;
      continue;
    }
    // Old dimensions that are contiguous form one of `extent`, which the new ones split.
    const int64_t unit = layout.strides[from];
    int64_t extent = layout.extent(from), covered = 1;
    --from;
    while (covered < extent || (to >= 0 && shape[to] == 1)) {
      if (to < 0) return std::nullopt;
      result.strides[to] = unit * covered;
      covered *= shape[to--];
      while (covered > extent) {  // the new dimension extends into the next old one
        while (from >= 0 && layout.extent(from) == 1) --from;
        if (from < 0 || layout.strides[from] != unit * extent) return std::nullopt;
        extent *= layout.extent(from--);
      }
      if (covered > extent) return std::nullopt;
    }
    if (covered != extent) return std::nullopt;
  }
  return result;
}

std::optional<ViewOfOperand> view_of_operand(const OpView& view, const Layout& operand) {
  switch (view.op.code) {
    case OpCode::kBroadcastInDim:
      return broadcast_view(view.get<BroadcastAttrs>(), operand);
    case OpCode::kTranspose:
      return transpose_view(view.get<TransposeAttrs>(), operand);
    case OpCode::kSlice:
      return slice_view(view.get<SliceAttrs>(), view.result(0), operand);
    case OpCode::kReshape: {
      std::optional<Layout> layout = reshaped(operand, view.get<ReshapeAttrs>().shape);
      if (!layout) return std::nullopt;
      return ViewOfOperand{std::move(*layout)};
    }
    default:
      return std::nullopt;
  }
}

}  // namespace motley::tensor
