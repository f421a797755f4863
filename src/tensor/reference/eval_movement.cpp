// Constants, shape changes and data movement.
#include <algorithm>

#include "core/base/error.h"
#include "tensor/ir/precision.h"
#include "tensor/reference/cells.h"
#include "tensor/reference/evaluator.h"
#include "tensor/reference/index_iterator.h"
#include "tensor/reference/strided_copy.h"

namespace motley::tensor::reference {
namespace {

// The whole result, packed, from a strided view of the operand.
std::vector<Literal> strided_view(Evaluation& e, int64_t offset, std::vector<int64_t> strides) {
  Literal result = Literal::zeros(e.view.result(0));
  copy_strided(result.shape(),
               {.data = result.data(), .strides = row_major_strides(result.shape())},
               {.data = e.operand(0).data(), .offset = offset, .strides = std::move(strides)},
               byte_size(result.element()));
  return one_result(std::move(result));
}

// The bytes are unchanged, whether or not the element width changes.
std::vector<Literal> evaluate_bitcast_convert(Evaluation& e) {
  const auto& attrs = e.view.get<ConvertAttrs>();
  const TensorType& result = e.view.result(0);
  const Literal operand = with_floats_as(e.operand(0), attrs.bits_of(e.operand(0).element()));
  const TensorType bits = result.with_element(attrs.bits_of(result.element));
  return one_result(with_floats_as(Literal::from_bytes(bits, operand.bytes()), result.element));
}

std::vector<Literal> evaluate_broadcast_in_dim(Evaluation& e) {
  const Shape& shape = e.operand(0).shape();
  const std::vector<int64_t> from = row_major_strides(shape);
  const Dims& dims = e.view.get<BroadcastAttrs>().dims;
  std::vector<int64_t> strides(e.view.result(0).shape.size(), 0);
  for (size_t d = 0; d < shape.size(); ++d) {
    if (shape[d] != 1) strides[dims[d]] = from[d];
  }
  return strided_view(e, 0, std::move(strides));
}

std::vector<Literal> evaluate_concatenate(Evaluation& e) {
  const int64_t dim = e.view.get<ConcatenateAttrs>().dim;
  Literal result = Literal::zeros(e.view.result(0));
  const std::vector<int64_t> strides = row_major_strides(result.shape());
  int64_t position = 0;
  for (const Literal* operand : e.operands) {
    copy_strided(operand->shape(),
                 {.data = result.data(), .offset = position * strides[dim], .strides = strides},
                 {.data = operand->data(), .strides = row_major_strides(operand->shape())},
                 byte_size(result.element()));
    position += operand->shape()[dim];
  }
  return one_result(std::move(result));
}

std::vector<Literal> evaluate_constant(Evaluation& e) {
  const auto& attrs = e.view.get<ConstantAttrs>();
  return one_result(attrs.is_splat() ? Literal::filled(attrs.type, attrs.value) : attrs.value);
}

std::vector<Literal> evaluate_iota(Evaluation& e) {
  const auto& attrs = e.view.get<IotaAttrs>();
  Literal result = Literal::zeros(attrs.type);
  if (result.num_elements() == 0) return one_result(std::move(result));
  const int64_t extent = attrs.type.shape[attrs.dim];
  std::vector<Cell> numbers(extent);
  for (int64_t i = 0; i < extent; ++i) {
    if (is_float(result.element())) {
      numbers[i].f = static_cast<double>(i);
    } else {
      numbers[i].s = i;
    }
  }
  const Literal counted = literal_of({result.element(), {extent}}, numbers);
  std::vector<int64_t> strides(attrs.type.shape.size(), 0);
  strides[attrs.dim] = 1;
  copy_strided(
      result.shape(), {.data = result.data(), .strides = row_major_strides(result.shape())},
      {.data = counted.data(), .strides = std::move(strides)}, byte_size(result.element()));
  return one_result(std::move(result));
}

// Element i of a dimension moves to low + i * (interior + 1); elements outside are cut off.
std::vector<Literal> evaluate_pad(Evaluation& e) {
  const auto& attrs = e.view.get<PadAttrs>();
  const Literal& operand = e.operand(0);
  Literal result = Literal::zeros(e.view.result(0));
  fill_elements(result.data(), result.num_elements(), e.operand(1).data(),
                byte_size(result.element()));

  const std::vector<int64_t> from = row_major_strides(operand.shape());
  std::vector<int64_t> to = row_major_strides(result.shape());
  Shape kept = operand.shape();
  int64_t source_offset = 0, target_offset = 0;
  for (size_t d = 0; d < kept.size(); ++d) {
    const int64_t step = attrs.interior[d] + 1, low = attrs.low[d];
    const int64_t begin = low < 0 ? (-low + step - 1) / step : 0;
    const int64_t room = result.shape()[d] - 1 - low;
    const int64_t end = room < 0 ? 0 : std::min(operand.shape()[d], room / step + 1);
    kept[d] = end - begin;
    if (kept[d] <= 0) return one_result(std::move(result));
    source_offset += begin * from[d];
    target_offset += (low + begin * step) * to[d];
    to[d] *= step;
  }
  copy_strided(kept, {.data = result.data(), .offset = target_offset, .strides = std::move(to)},
               {.data = operand.data(), .offset = source_offset, .strides = from},
               byte_size(result.element()));
  return one_result(std::move(result));
}

std::vector<Literal> evaluate_reshape(Evaluation& e) {
  return one_result(e.take(0).reshaped(e.view.result(0).shape));
}

std::vector<Literal> evaluate_reverse(Evaluation& e) {
  const Shape& shape = e.operand(0).shape();
  std::vector<int64_t> strides = row_major_strides(shape);
  int64_t offset = 0;
  for (int64_t d : e.view.get<ReverseAttrs>().dims) {
    offset += (shape[d] - 1) * strides[d];
    strides[d] = -strides[d];
  }
  return strided_view(e, offset, std::move(strides));
}

std::vector<Literal> evaluate_slice(Evaluation& e) {
  const auto& attrs = e.view.get<SliceAttrs>();
  std::vector<int64_t> strides = row_major_strides(e.operand(0).shape());
  const int64_t offset = linear_offset(attrs.start, strides);
  for (size_t d = 0; d < strides.size(); ++d) strides[d] *= attrs.stride[d];
  return strided_view(e, offset, std::move(strides));
}

std::vector<Literal> evaluate_transpose(Evaluation& e) {
  return strided_view(
      e, 0,
      pick(row_major_strides(e.operand(0).shape()), e.view.get<TransposeAttrs>().permutation));
}

template <class T>
void select_elements(const Literal& predicate, const Literal& yes, Literal& result) {
  const auto chosen = predicate.values<uint8_t>();
  const auto from = yes.values<T>();
  const auto to = result.values<T>();
  const size_t step = predicate.type().is_scalar() ? 0 : 1;
  for (size_t i = 0; i < to.size(); ++i) {
    if (chosen[i * step] != 0) to[i] = from[i];
  }
}

// Elementwise, but its elements are only moved: bits are kept.
std::vector<Literal> evaluate_select(Evaluation& e) {
  Literal result = e.take(2);
  switch (byte_size(result.element())) {
    case 1:
      select_elements<uint8_t>(e.operand(0), e.operand(1), result);
      break;
    case 2:
      select_elements<uint16_t>(e.operand(0), e.operand(1), result);
      break;
    case 4:
      select_elements<uint32_t>(e.operand(0), e.operand(1), result);
      break;
    default:
      select_elements<uint64_t>(e.operand(0), e.operand(1), result);
      break;
  }
  return one_result(std::move(result));
}

constexpr EvaluatorRow kMovementRows[] = {
    {OpCode::kBitcastConvert, evaluate_bitcast_convert},
    {OpCode::kBroadcastInDim, evaluate_broadcast_in_dim},
    {OpCode::kConcatenate, evaluate_concatenate},
    {OpCode::kConstant, evaluate_constant},
    {OpCode::kIota, evaluate_iota},
    {OpCode::kPad, evaluate_pad},
    {OpCode::kReshape, evaluate_reshape, true},
    {OpCode::kReverse, evaluate_reverse},
    {OpCode::kSelect, evaluate_select},
    {OpCode::kSlice, evaluate_slice},
    {OpCode::kTranspose, evaluate_transpose},
};

}  // namespace

std::span<const EvaluatorRow> movement_evaluators() { return kMovementRows; }

}  // namespace motley::tensor::reference
