// Constants, shape changes and data movement: each is one or two strided copies.
#include "tensor/kernels/movement.h"

#include <algorithm>
#include <memory>

namespace motley::tensor {
namespace {

Kernel copying(const char* name, const CopyPlan& plan, int64_t from_bytes = 0) {
  return {.name = name,
          .run =
              [plan, from_bytes](const KernelCall& call) {
                strided_copy(plan, call.operands[0] + from_bytes, call.results[0]);
              },
          .work = {copy_work(plan)}};
}

// The result is operand 0 read with other strides, starting at element `offset`.
Kernel strided_view(const char* name, const KernelRequest& request, int64_t offset,
                    const std::vector<int64_t>& strides) {
  const Layout& to = request.results[0];
  const int64_t size = byte_size(to.type.element);
  return copying(name, plan_copy(to.type.shape, strides, to.strides, size, request.num_threads),
                 offset * size);
}

std::optional<Kernel> broadcast_in_dim(const KernelRequest& request) {
  const Layout& from = request.operands[0];
  const Dims& dims = request.view.get<BroadcastAttrs>().dims;
  std::vector<int64_t> strides(request.results[0].strides.size(), 0);
  for (int d = 0; d < from.num_dims(); ++d)
    if (from.extent(d) != 1) strides[dims[d]] = from.strides[d];
  return strided_view("broadcast", request, 0, strides);
}

std::optional<Kernel> reverse(const KernelRequest& request) {
  const Layout& from = request.operands[0];
  std::vector<int64_t> strides = from.strides;
  int64_t offset = 0;
  for (int64_t d : request.view.get<ReverseAttrs>().dims) {
    if (from.type.shape[d] == 0) continue;
    offset += (from.type.shape[d] - 1) * strides[d];
    strides[d] = -strides[d];
  }
  return strided_view("reverse", request, offset, strides);
}

std::optional<Kernel> slice(const KernelRequest& request) {
  const auto& attrs = request.view.get<SliceAttrs>();
  std::vector<int64_t> strides = request.operands[0].strides;
  int64_t offset = 0;
  for (size_t d = 0; d < strides.size(); ++d) {
    offset += attrs.start[d] * strides[d];
    strides[d] *= attrs.stride[d];
  }
  return strided_view("slice", request, offset, strides);
}

std::optional<Kernel> transpose(const KernelRequest& request) {
  std::vector<int64_t> strides;
  for (int64_t d : request.view.get<TransposeAttrs>().permutation)
    strides.push_back(request.operands[0].strides[d]);
  return strided_view("transpose", request, 0, strides);
}

// --- reshape, bitcast_convert ----------------------------------------------------------------

// The stride of dimensions [begin, end) of a layout as one merged dimension, if they can be merged.
std::optional<int64_t> merged_stride(const Layout& layout, int begin, int end) {
  std::optional<int64_t> stride;  // of the whole
  int64_t next = 0;               // required stride of the next outer dimension
  for (int d = end - 1; d >= begin; --d) {
    if (layout.extent(d) == 1) continue;
    if (stride && layout.strides[d] != next) return std::nullopt;
    if (!stride) stride = layout.strides[d];
    next = layout.strides[d] * layout.extent(d);
  }
  return stride.value_or(0);
}

struct CommonShape {
  Shape shape;
  std::vector<int64_t> from, to;
};

// Appends dimensions [begin, end) of `layout`, and for the other side the strides that split one
// dimension in the same way.
void append_split(CommonShape& common, const Layout& layout, int begin, int end, int64_t stride,
                  std::vector<int64_t>& own, std::vector<int64_t>& other) {
  int64_t inner = stride;
  std::vector<int64_t> split(end - begin);
  for (int d = end - 1; d >= begin; --d) {
    split[d - begin] = inner;
    inner *= layout.extent(d);
  }
  for (int d = begin; d < end; ++d) {
    common.shape.push_back(layout.extent(d));
    own.push_back(layout.strides[d]);
    other.push_back(split[d - begin]);
  }
}

// A shape for which both layouts are strided: runs of dimensions with equal products, each of which
// is a single dimension on one of the sides.
std::optional<CommonShape> common_shape(const Layout& from, const Layout& to) {
  CommonShape common;
  int i = 0, j = 0;
  while (i < from.num_dims() || j < to.num_dims()) {
    const int i_begin = i, j_begin = j;
    int64_t left = i < from.num_dims() ? from.extent(i++) : 1;
    int64_t right = j < to.num_dims() ? to.extent(j++) : 1;
    while (left != right) {
      if (left < right) {
        left *= from.extent(i++);
      } else {
        right *= to.extent(j++);
      }
    }
    if (const auto stride = merged_stride(from, i_begin, i)) {
      append_split(common, to, j_begin, j, *stride, common.to, common.from);
    } else if (const auto target = merged_stride(to, j_begin, j)) {
      append_split(common, from, i_begin, i, *target, common.from, common.to);
    } else {
      return std::nullopt;
    }
  }
  return common;
}

std::optional<Kernel> reshape(const KernelRequest& request) {
  const Layout &from = request.operands[0], &to = request.results[0];
  if (from.type.num_elements() == 0) return Kernel{.name = "reshape", .run = [](const auto&) {}};
  const auto common = common_shape(from, to);
  if (!common) return std::nullopt;
  const CopyPlan plan = plan_copy(common->shape, common->from, common->to,
                                  byte_size(from.type.element), request.num_threads);
  return copying("reshape", plan);
}

std::optional<Kernel> bitcast_convert(const KernelRequest& request) {
  const Layout &from = request.operands[0], &to = request.results[0];
  if (from.type.shape == to.type.shape) return strided_view("bitcast", request, 0, from.strides);
  if (!is_dense(from) || !is_dense(to)) return std::nullopt;
  const CopyPlan plan = plan_copy({from.type.num_bytes()}, {1}, {1}, 1, request.num_threads);
  return copying("bitcast", plan);
}

// --- concatenate, pad ------------------------------------------------------------------------

std::optional<Kernel> concatenate(const KernelRequest& request) {
  const auto dim = static_cast<size_t>(request.view.get<ConcatenateAttrs>().dim);
  const Layout& to = request.results[0];
  const int64_t size = byte_size(to.type.element);
  struct Part {
    CopyPlan plan;
    int64_t offset;  // bytes
  };
  std::vector<Part> parts;
  int64_t position = 0;
  for (const Layout& from : request.operands) {
    parts.push_back(
        {plan_copy(from.type.shape, from.strides, to.strides, size, request.num_threads),
         position * to.strides[dim] * size});
    position += from.type.shape[dim];
  }
  std::vector<WorkPart> work;
  for (const Part& part : parts) add_part(work, copy_work(part.plan));
  return Kernel{.name = "concatenate",
                .run =
                    [parts](const KernelCall& call) {
                      for (size_t i = 0; i < parts.size(); ++i) {
                        strided_copy(parts[i].plan, call.operands[i],
                                     call.results[0] + parts[i].offset);
                      }
                    },
                .work = std::move(work)};
}

// The whole result is first filled with the padding value; then element i of a dimension is copied
// to low + i * (interior + 1), and elements outside are cut off.
std::optional<Kernel> pad(const KernelRequest& request) {
  const auto& attrs = request.view.get<PadAttrs>();
  const Layout &from = request.operands[0], &to = request.results[0];
  const int64_t size = byte_size(to.type.element);
  const std::vector<int64_t> zeros(to.strides.size(), 0);
  const CopyPlan filling = plan_copy(to.type.shape, zeros, to.strides, size, request.num_threads);
  Shape kept = from.type.shape;
  std::vector<int64_t> target = to.strides;
  int64_t from_offset = 0, to_offset = 0;
  bool covers = true;  // no padding remains visible
  for (size_t d = 0; d < kept.size(); ++d) {
    const int64_t step = attrs.interior[d] + 1, low = attrs.low[d];
    const int64_t begin = low < 0 ? (-low + step - 1) / step : 0;
    const int64_t room = to.type.shape[d] - 1 - low;
    const int64_t end = room < 0 ? 0 : std::min(from.type.shape[d], room / step + 1);
    kept[d] = std::max<int64_t>(0, end - begin);
    covers = covers && kept[d] == to.type.shape[d];
    from_offset += begin * from.strides[d] * size;
    to_offset += (low + begin * step) * to.strides[d] * size;
    target[d] *= step;
  }
  const CopyPlan moving = plan_copy(kept, from.strides, target, size, request.num_threads);
  std::vector<WorkPart> work = {copy_work(moving)};
  if (!covers) add_part(work, copy_work(filling));
  return Kernel{.name = "pad",
                .run =
                    [=](const KernelCall& call) {
                      if (!covers) strided_copy(filling, call.operands[1], call.results[0]);
                      if (moving.is_empty) return;
                      strided_copy(moving, call.operands[0] + from_offset,
                                   call.results[0] + to_offset);
                    },
                .work = std::move(work)};
}

// --- Constants -------------------------------------------------------------------------------

// The result is a tensor computed here, read with `strides`.
Kernel constant_result(const char* name, const KernelRequest& request, Literal values,
                       const std::vector<int64_t>& strides) {
  const Layout& to = request.results[0];
  const CopyPlan plan = plan_copy(to.type.shape, strides, to.strides, byte_size(to.type.element),
                                  request.num_threads);
  return {
      .name = name,
      .run = [values = std::make_shared<Literal>(std::move(values)), plan](
                 const KernelCall& call) { strided_copy(plan, values->data(), call.results[0]); },
      .work = {copy_work(plan)}};
}

std::optional<Kernel> constant(const KernelRequest& request) {
  const auto& attrs = request.view.get<ConstantAttrs>();
  return constant_result("constant", request, attrs.value,
                         attrs.is_splat() ? std::vector<int64_t>(attrs.type.shape.size(), 0)
                                          : row_major_strides(attrs.type.shape));
}

std::optional<Kernel> iota(const KernelRequest& request) {
  const auto& attrs = request.view.get<IotaAttrs>();
  Literal numbers = Literal::zeros({attrs.type.element, {attrs.type.shape[attrs.dim]}});
  for (int64_t i = 0; i < numbers.num_elements(); ++i) {
    switch (compute_type(attrs.type.element)) {
      case ComputeType::kFloat:
        numbers.set_float(i, static_cast<double>(i));
        break;
      case ComputeType::kSigned:
        numbers.set_signed(i, i);
        break;
      case ComputeType::kUnsigned:
        numbers.set_unsigned(i, static_cast<uint64_t>(i));
        break;
    }
  }
  std::vector<int64_t> strides(attrs.type.shape.size(), 0);
  strides[attrs.dim] = 1;
  return constant_result("iota", request, std::move(numbers), strides);
}

constexpr Implementation kBitcastConvert[] = {bitcast_convert};
constexpr Implementation kBroadcastInDim[] = {broadcast_in_dim};
constexpr Implementation kConcatenate[] = {concatenate};
constexpr Implementation kConstant[] = {constant};
constexpr Implementation kIota[] = {iota};
constexpr Implementation kPad[] = {pad};
constexpr Implementation kReshape[] = {reshape};
constexpr Implementation kReverse[] = {reverse};
constexpr Implementation kSlice[] = {slice};
constexpr Implementation kTranspose[] = {transpose};

constexpr KernelRow kMovementKernels[] = {
    {OpCode::kBitcastConvert, kBitcastConvert},
    {OpCode::kBroadcastInDim, kBroadcastInDim},
    {OpCode::kConcatenate, kConcatenate},
    {OpCode::kConstant, kConstant},
    {OpCode::kIota, kIota},
    {OpCode::kPad, kPad},
    {OpCode::kReshape, kReshape},
    {OpCode::kReverse, kReverse},
    {OpCode::kSlice, kSlice},
    {OpCode::kTranspose, kTranspose},
};

}  // namespace

std::span<const KernelRow> movement_kernels() { return kMovementKernels; }

}  // namespace motley::tensor
