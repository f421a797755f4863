#include <gtest/gtest.h>

#include "core/collective/collective.h"

namespace motley::core {
namespace {

using enum CollectiveKind;
using enum CollectiveAlgorithm;

TEST(Collective, NamesAreReadBack) {
  for (const CollectiveKind kind : kCollectiveKinds) {
    EXPECT_EQ(collective_kind(name_of(kind)), kind);
  }
  for (const CollectiveAlgorithm each : kCollectiveAlgorithms) {
    EXPECT_EQ(algorithm(name_of(each)), each);
  }
  EXPECT_EQ(collective_kind("all-reduced"), std::nullopt);
  EXPECT_EQ(algorithm("rings"), std::nullopt);
}

TEST(Collective, AnAlgorithmOfItsKindIsUsedAsRequested) {
  for (const CollectiveKind kind : kCollectiveKinds) {
    for (const CollectiveAlgorithm each : kCollectiveAlgorithms) {
      for (const bool is_half : {false, true}) {
        EXPECT_EQ(algorithm_used(kind, each, 0, is_half) == each, has_algorithm(kind, each))
            << name_of(kind) << " " << name_of(each);
      }
    }
  }
}

TEST(Collective, TheRingReplacesAlgorithmsThatAKindLacks) {
  EXPECT_EQ(algorithm_used(kAllReduce, kGrouped, 1e6), kRing);
  EXPECT_EQ(algorithm_used(kAllReduce, kPadded, 1e6), kRing);
  EXPECT_EQ(algorithm_used(kReduceScatter, kWhole, 1e3), kRing);
  EXPECT_EQ(algorithm_used(kAllGather, kWhole, 1e3), kRing);
  EXPECT_EQ(algorithm_used(kAllGather, kDirect, 1e3), kRing);
  EXPECT_EQ(algorithm_used(kAllToAll, kRing, 1e3), kAuto);
  EXPECT_EQ(algorithm_used(kBroadcast, kHierarchical, 1e3), kAuto);
}

TEST(Collective, WholeIsForShortAllReduces) {
  EXPECT_EQ(algorithm_used(kAllReduce, kAuto, kWholeBytes), kWhole);
  EXPECT_EQ(algorithm_used(kAllReduce, kAuto, kWholeBytes + 1), kRing);
  EXPECT_EQ(algorithm_used(kAllReduce, kWhole, kChunkBytes), kWhole);
  EXPECT_EQ(algorithm_used(kAllReduce, kWhole, kChunkBytes + 1), kRing);
}

TEST(Collective, AutoReducesHalfTypesDirectly) {
  EXPECT_EQ(algorithm_used(kReduceScatter, kAuto, 1e6, /*is_half=*/true), kDirect);
  EXPECT_EQ(algorithm_used(kAllReduce, kAuto, 1e6, /*is_half=*/true), kDirect);
  EXPECT_EQ(algorithm_used(kAllReduce, kAuto, 1e3, /*is_half=*/true), kWhole);
  EXPECT_EQ(algorithm_used(kAllGather, kAuto, 1e6, /*is_half=*/true), kRing);
  EXPECT_EQ(algorithm_used(kReduceScatter, kAuto, 1e6), kRing);
}

}  // namespace
}  // namespace motley::core
