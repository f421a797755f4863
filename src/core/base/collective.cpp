#include "core/base/collective.h"

#include <iterator>

namespace motley::core {
namespace {

constexpr std::string_view kKindNames[] = {"all-reduce", "reduce-scatter", "all-gather",
                                           "all-to-all", "broadcast"};
constexpr std::string_view kCollectiveAlgorithmNames[] = {
    "auto", "ring", "grouped", "padded", "direct", "whole", "hierarchical"};
static_assert(std::size(kKindNames) == std::size(kCollectiveKinds));
static_assert(std::size(kCollectiveAlgorithmNames) == std::size(kCollectiveAlgorithms));

}  // namespace

std::string_view name_of(CollectiveKind kind) { return kKindNames[static_cast<size_t>(kind)]; }
std::string_view name_of(CollectiveAlgorithm algorithm) {
  return kCollectiveAlgorithmNames[static_cast<size_t>(algorithm)];
}

std::optional<CollectiveKind> collective_kind(std::string_view name) {
  for (const CollectiveKind kind : kCollectiveKinds) {
    if (name_of(kind) == name) return kind;
  }
  return std::nullopt;
}

std::optional<CollectiveAlgorithm> algorithm(std::string_view name) {
  for (const CollectiveAlgorithm each : kCollectiveAlgorithms) {
    if (name_of(each) == name) return each;
  }
  return std::nullopt;
}

CollectiveAlgorithm algorithm_used(CollectiveKind kind, CollectiveAlgorithm asked, double bytes,
                                   bool is_half) {
  switch (kind) {
    case CollectiveKind::kAllToAll:
    case CollectiveKind::kBroadcast:
      return CollectiveAlgorithm::kAuto;
    case CollectiveKind::kAllGather:
      if (asked == CollectiveAlgorithm::kGrouped || asked == CollectiveAlgorithm::kPadded)
        return asked;
      break;
    case CollectiveKind::kReduceScatter:
      if (asked == CollectiveAlgorithm::kGrouped || asked == CollectiveAlgorithm::kPadded)
        return asked;
      if (asked == CollectiveAlgorithm::kAuto && is_half) return CollectiveAlgorithm::kDirect;
      if (asked == CollectiveAlgorithm::kDirect) return asked;
      break;
    case CollectiveKind::kAllReduce: {
      const auto longest =
          static_cast<double>(asked == CollectiveAlgorithm::kWhole ? kChunkBytes : kWholeBytes);
      const bool automatic = asked == CollectiveAlgorithm::kAuto;
      if ((automatic || asked == CollectiveAlgorithm::kWhole) && bytes <= longest) {
        return CollectiveAlgorithm::kWhole;
      }
      if (asked == CollectiveAlgorithm::kDirect || (automatic && is_half))
        return CollectiveAlgorithm::kDirect;
      break;
    }
  }
  return asked == CollectiveAlgorithm::kHierarchical ? asked : CollectiveAlgorithm::kRing;
}

}  // namespace motley::core
