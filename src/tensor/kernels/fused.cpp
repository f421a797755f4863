// Ops created by tensor/compile: fusion and attention.
#include <memory>

#include "tensor/kernels/attention_kernel.h"
#include "tensor/kernels/tile_program.h"

namespace motley::tensor {
namespace {

std::optional<Kernel> tile_fusion(const KernelRequest& request) {
  std::optional<TilePlan> found = plan_tiles(request);
  if (!found) return std::nullopt;
  auto plan = std::make_shared<const TilePlan>(std::move(*found));
  return Kernel{.name = "fusion",
                .scratch_bytes = scratch_bytes(*plan),
                .in_place = plan->in_place,
                .run = [plan](const KernelCall& call) { run_tiles(*plan, call); },
                .work = tile_work(*plan, request.num_threads)};
}

constexpr Implementation kAttention[] = {attention_by_blocks};
constexpr Implementation kAttentionGradient[] = {attention_gradient_by_blocks};
constexpr Implementation kFusion[] = {tile_fusion};

constexpr KernelRow kFusedKernels[] = {
    {OpCode::kAttention, kAttention},
    {OpCode::kAttentionGradient, kAttentionGradient},
    {OpCode::kFusion, kFusion},
};

}  // namespace

std::span<const KernelRow> fused_kernels() { return kFusedKernels; }

}  // namespace motley::tensor
