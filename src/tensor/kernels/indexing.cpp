// Ops with data-dependent indices.
#include "tensor/kernels/indexing.h"

#include <algorithm>
#include <cstring>

#include "core/base/threads.h"
#include "tensor/kernels/movement.h"

namespace motley::tensor {
namespace {

// --- dynamic_slice, dynamic_update_slice -----------------------------------------------------

// Start of a slice: the scalar operands from `first` on, each clamped so that the slice is in
// bounds.
struct Corner {
  struct Dim {
    int64_t last, stride;  // the largest valid start; bytes
    ElementType element;
  };
  std::vector<Dim> dims;
  int first = 0;

  int64_t offset(const KernelCall& call) const {
    int64_t bytes = 0;
    for (size_t d = 0; d < dims.size(); ++d) {
      const int64_t start = load_index(dims[d].element, call.operands[first + d], 0);
      bytes += std::clamp<int64_t>(start, 0, dims[d].last) * dims[d].stride;
    }
    return bytes;
  }
};

Corner corner_of(const KernelRequest& request, const Layout& whole, const Shape& sizes, int first) {
  Corner corner{.first = first};
  for (int d = 0; d < whole.num_dims(); ++d) {
    corner.dims.push_back({whole.extent(d) - sizes[d],
                           whole.strides[d] * byte_size(whole.type.element),
                           request.operands[first + d].type.element});
  }
  return corner;
}

std::optional<Kernel> dynamic_slice(const KernelRequest& request) {
  const Layout &from = request.operands[0], &to = request.results[0];
  const CopyPlan plan = plan_copy(to.type.shape, from.strides, to.strides,
                                  byte_size(to.type.element), request.num_threads);
  return Kernel{
      .name = "dynamic_slice",
      .run =
          [corner = corner_of(request, from, to.type.shape, 1), plan](const KernelCall& call) {
            if (plan.is_empty) return;
            strided_copy(plan, call.operands[0] + corner.offset(call), call.results[0]);
          },
      .work = {copy_work(plan)}};
}

std::optional<Kernel> dynamic_update_slice(const KernelRequest& request) {
  const Layout &from = request.operands[0], &update = request.operands[1], &to = request.results[0];
  const int64_t size = byte_size(to.type.element);
  const CopyPlan whole =
      plan_copy(to.type.shape, from.strides, to.strides, size, request.num_threads);
  const CopyPlan part =
      plan_copy(update.type.shape, update.strides, to.strides, size, request.num_threads);
  Kernel kernel{.name = "dynamic_update_slice",
                .run = [whole, part, corner = corner_of(request, to, update.type.shape, 2)](
                           const KernelCall& call) {
                  // In place only the update is copied.
                  if (call.operands[0] != call.results[0])
                    strided_copy(whole, call.operands[0], call.results[0]);
                  if (part.is_empty) return;
                  strided_copy(part, call.operands[1], call.results[0] + corner.offset(call));
                }};
  kernel.work = {copy_work(part)};
  if (from.strides == to.strides) kernel.in_place = {{.operand = 0, .result = 0}};
  return kernel;
}

// --- gather ----------------------------------------------------------------------------------

std::optional<Kernel> gather(const KernelRequest& request) {
  const auto& attrs = request.view.get<GatherAttrs>();
  const Layout &from = request.operands[0], &to = request.results[0];
  const int64_t size = byte_size(to.type.element);
  if (to.type.num_elements() == 0) return Kernel{.name = "gather", .run = [](const KernelCall&) {}};
  Lookup lookup = lookup_of({.operand = from,
                             .indices = request.operands[1],
                             .windows = to,
                             .index_vector_dim = attrs.index_vector_dim,
                             .mapped = attrs.start_index_map,
                             .operand_batching = attrs.operand_batching_dims,
                             .indices_batching = attrs.start_indices_batching_dims,
                             .collapsed = attrs.collapsed_slice_dims,
                             .window_dims = attrs.offset_dims});
  if (lookup.batch.size() > kMaxLookupDims || lookup.mapped.size() > kMaxLookupDims)
    return std::nullopt;
  const CopyPlan window =
      plan_copy(lookup.window_shape, lookup.window_operand, lookup.window_strides, size);
  const int num_threads = to.type.num_bytes() < 64 << 10 ? 1 : std::max(1, request.num_threads);
  const auto bytes = static_cast<double>(to.type.num_bytes());
  const double busiest = share_of_busiest(lookup.num_windows, num_threads, request.num_threads);
  return Kernel{
      .name = "gather",
      .run =
          [=](const KernelCall& call) {
            core::parallel_for(num_threads, lookup.num_windows,
                               [&](int64_t begin, int64_t end, int) {
                                 for (int64_t i = begin; i < end; ++i) {
                                   const LookupPlace place = lookup.at(i, call.operands[1]);
                                   strided_copy(window, call.operands[0] + place.operand * size,
                                                call.results[0] + place.window * size);
                                 }
                               });
          },
      .work = {
          {"gather", bytes * busiest, {bytes / static_cast<double>(lookup.num_windows)}, true}}};
}

constexpr Implementation kDynamicSlice[] = {dynamic_slice};
constexpr Implementation kDynamicUpdateSlice[] = {dynamic_update_slice};
constexpr Implementation kGather[] = {gather};
constexpr Implementation kScatter[] = {scatter_kernel};

constexpr KernelRow kIndexingKernels[] = {
    {OpCode::kDynamicSlice, kDynamicSlice},
    {OpCode::kDynamicUpdateSlice, kDynamicUpdateSlice},
    {OpCode::kGather, kGather},
    {OpCode::kScatter, kScatter},
};

}  // namespace

std::span<const KernelRow> indexing_kernels() { return kIndexingKernels; }

}  // namespace motley::tensor
