#include "tensor/kernels/reduction.h"

#include "tensor/kernels/window_kernel.h"

namespace motley::tensor {
namespace {

constexpr Implementation kReduce[] = {fold_reduce};
constexpr Implementation kReduceWindow[] = {cumulative_window, fold_window};
constexpr Implementation kSelectAndScatter[] = {select_window};
constexpr Implementation kSort[] = {compare_sort};
constexpr Implementation kTopK[] = {top_k_sort};

constexpr KernelRow kReductionKernels[] = {
    {OpCode::kReduce, kReduce},
    {OpCode::kReduceWindow, kReduceWindow},
    {OpCode::kSelectAndScatter, kSelectAndScatter},
    {OpCode::kSort, kSort},
    {OpCode::kTopK, kTopK},
};

}  // namespace

std::span<const KernelRow> reduction_kernels() { return kReductionKernels; }

}  // namespace motley::tensor
