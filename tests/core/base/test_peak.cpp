#include <gtest/gtest.h>

#include "core/base/peak.h"
#include "core/base/threads.h"

namespace motley::core {
namespace {

// Generous bounds that every current machine meets.
TEST(Peak, IsPlausible) {
  const double flops = measure_peak_flops(1, 0.01);
  EXPECT_GT(flops, 1e8);
  EXPECT_LT(flops, 1e13);
  const double bandwidth = measure_copy_bandwidth(1, 0.01);
  EXPECT_GT(bandwidth, 1e7);
  EXPECT_LT(bandwidth, 1e13);
  EXPECT_FALSE(peak_instructions().empty());
}

TEST(Peak, DoesNotGrowWithThreadsBeyondTheCores) {
  const int cores = num_cores();
  EXPECT_LT(measure_peak_flops(8 * cores, 0.02), 3 * measure_peak_flops(cores, 0.02));
}

}  // namespace
}  // namespace motley::core
