#include "tensor/kernels/tile_draft.h"

namespace motley::tensor {

std::optional<TilePlan> plan_tiles(const KernelRequest& request) {
  std::optional<TileDraft> draft = draft_tiles(request);
  if (!draft) return std::nullopt;
  tile_domain(*draft);
  place_registers(draft->plan, request);
  return std::move(draft->plan);
}

}  // namespace motley::tensor
