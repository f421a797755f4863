#include "core/base/collective.h"

#include <iterator>

namespace motley::core {
namespace {

constexpr std::string_view kKindNames[] = {"all-reduce", "reduce-scatter", "all-gather",
                                           "all-to-all", "broadcast"};
constexpr std::string_view kRealisationNames[] = {"auto",   "ring",  "grouped",  "padded",
                                                  "direct", "whole", "two-level"};
static_assert(std::size(kKindNames) == std::size(kCollectiveKinds));
static_assert(std::size(kRealisationNames) == std::size(kRealisations));

}  // namespace

std::string_view name_of(CollectiveKind kind) { return kKindNames[static_cast<size_t>(kind)]; }
std::string_view name_of(Realisation realisation) {
  return kRealisationNames[static_cast<size_t>(realisation)];
}

std::optional<CollectiveKind> collective_kind(std::string_view name) {
  for (const CollectiveKind kind : kCollectiveKinds) {
    if (name_of(kind) == name) return kind;
  }
  return std::nullopt;
}

std::optional<Realisation> realisation(std::string_view name) {
  for (const Realisation each : kRealisations) {
    if (name_of(each) == name) return each;
  }
  return std::nullopt;
}

Realisation realisation_taken(CollectiveKind kind, Realisation asked, double bytes, bool is_half) {
  switch (kind) {
    case CollectiveKind::kAllToAll:
    case CollectiveKind::kBroadcast:
      return Realisation::kAuto;
    case CollectiveKind::kAllGather:
      if (asked == Realisation::kGrouped || asked == Realisation::kPadded) return asked;
      break;
    case CollectiveKind::kReduceScatter:
      if (asked == Realisation::kGrouped || asked == Realisation::kPadded) return asked;
      if (asked == Realisation::kAuto && is_half) return Realisation::kDirect;
      if (asked == Realisation::kDirect) return asked;
      break;
    case CollectiveKind::kAllReduce: {
      const auto longest =
          static_cast<double>(asked == Realisation::kWhole ? kChunkBytes : kWholeBytes);
      const bool automatic = asked == Realisation::kAuto;
      if ((automatic || asked == Realisation::kWhole) && bytes <= longest) {
        return Realisation::kWhole;
      }
      if (asked == Realisation::kDirect || (automatic && is_half)) return Realisation::kDirect;
      break;
    }
  }
  return asked == Realisation::kTwoLevel ? asked : Realisation::kRing;
}

}  // namespace motley::core
