// What the tests of clusters share.
#pragma once

#include <gtest/gtest.h>

#include <string>

#include "core/base/error.h"
#include "core/cluster/cluster_file.h"

namespace motley::core {

inline constexpr const char* kUnlike = R"(name: unlike
device_types:
  v100: {flops: 15.7T, memory: 16GiB, memory_bandwidth: 900GB/s}
  p100: {flops: 9.3T, memory: 16GB, memory_bandwidth: 732GB/s}
hosts:
  - {name: big, devices: {v100: 2, p100: 1}, link: {bandwidth: 130GB/s, latency: 5us}}
  - {count: 2, devices: {p100: 1}, network: {bandwidth: 1Gb/s, latency: 50us}}
  - {name: pair, count: 2, devices: {p100: 2}, link: {bandwidth: 16GB/s, latency: 8us}, network: {bandwidth: 40Gb/s}}
network: {bandwidth: 10.4Gb/s, latency: 30us}
)";

inline constexpr const char* kMeasured = R"(name: probed
device_types:
  cpu:
    flops: 230G
    memory: 24GiB
    memory_bandwidth: 30GB/s
    threads: 2
    measured:
      dispatch:
        - {size: [], rate: 19.9M, spread: 0.035}
      product.nn:
        - {size: [16, 16, 64], rate: 12.5G, spread: 0.02}
        - {size: [64, 16, 64], rate: 31.25G, spread: 0}
hosts:
  - {devices: {cpu: 1}}
)";

// The text with the first `what` in it replaced.
inline std::string changed(std::string text, const std::string& what, const std::string& by) {
  const size_t at = text.find(what);
  EXPECT_NE(at, text.npos) << what;
  return text.replace(at, what.size(), by);
}

}  // namespace motley::core
