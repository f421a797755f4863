#include "tensor/sharding/reshard_step.h"

namespace motley::tensor {

std::string_view name(ReshardKind kind) {
  constexpr std::string_view kNames[] = {
      "slice", "keep_on_first", "pad", "all_gather", "all_to_all", "all_reduce", "reduce_scatter"};
  return kNames[static_cast<int>(kind)];
}

std::optional<core::CollectiveKind> collective_of(ReshardKind kind) {
  switch (kind) {
    case ReshardKind::kSlice:
    case ReshardKind::kKeepOnFirst:
    case ReshardKind::kPad:
      break;
    case ReshardKind::kAllGather:
      return core::CollectiveKind::kAllGather;
    case ReshardKind::kAllToAll:
      return core::CollectiveKind::kAllToAll;
    case ReshardKind::kAllReduce:
      return core::CollectiveKind::kAllReduce;
    case ReshardKind::kReduceScatter:
      return core::CollectiveKind::kReduceScatter;
  }
  return std::nullopt;
}

}  // namespace motley::tensor
