#include "core/collective/collective.h"

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

CollectiveAlgorithm algorithm_used(CollectiveKind kind, CollectiveAlgorithm requested, double bytes,
                                   bool is_half) {
  using enum CollectiveAlgorithm;
  if (has_algorithm(kind, kAuto)) return kAuto;
  if (requested == kAuto) {
    const bool is_short = bytes <= static_cast<double>(kWholeBytes);
    if (is_short && has_algorithm(kind, kWhole)) return kWhole;
    return is_half && has_algorithm(kind, kDirect) ? kDirect : kRing;
  }
  if (requested == kWhole && bytes > static_cast<double>(kChunkBytes)) return kRing;
  return has_algorithm(kind, requested) ? requested : kRing;
}

}  // namespace motley::core
