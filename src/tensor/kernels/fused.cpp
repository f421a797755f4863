// Ops that tensor/compile makes of several.
#include "tensor/kernels/attention.h"

namespace motley::tensor {
namespace {

constexpr Implementation kAttention[] = {attention_by_blocks};
constexpr Implementation kAttentionGradient[] = {attention_gradient_by_blocks};

constexpr KernelRow kRows[] = {
    {OpCode::kAttention, kAttention},
    {OpCode::kAttentionGradient, kAttentionGradient},
};

}  // namespace

std::span<const KernelRow> fused_kernels() { return kRows; }

}  // namespace motley::tensor
