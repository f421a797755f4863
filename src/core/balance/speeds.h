// Device speeds from a Cluster's description, for Ratios before anything is measured.
//
//   described_speeds(cluster, SpeedFigure::kFlops)      {15.7e12, 15.7e12, .., 9.3e12, ..}, by rank
//   memory_caps(cluster, 40e9, 2e9)                {0.38, ..}: (16 GiB - 2 GB) / 40 GB; at most 1
#pragma once

#include <cstdint>
#include <vector>

#include "core/cluster/cluster.h"

namespace motley::core {

enum class SpeedFigure { kFlops, kMemoryBandwidth };

// One per device, by rank.
std::vector<double> described_speeds(const Cluster& cluster, SpeedFigure figure);

// The fraction of `whole_bytes` that fits into each device next to `other_bytes`.
std::vector<double> memory_caps(const Cluster& cluster, int64_t whole_bytes, int64_t other_bytes);

}  // namespace motley::core
