#include <filesystem>

#include "core/cluster/cluster_warnings.h"
#include "core/cluster/clusters.h"
#include "core/cluster/device_library.h"

namespace motley::core {
namespace {

using Sentences = std::vector<std::string>;

constexpr const char* kPlain = R"(device_types:
  mine: {flops: 10T, memory: 16GiB, memory_bandwidth: 600GB/s}
hosts:
  - {count: 3, devices: {mine: 8}, link: {bandwidth: 130GB/s, latency: 5us}}
  - {devices: {v100: 4}, link: {bandwidth: 16GB/s, latency: 8us}}
network: {bandwidth: 25Gb/s, latency: 30us}
)";

Sentences warnings_with(const std::string& what, const std::string& by) {
  return cluster_warnings(parse_cluster(changed(kPlain, what, by), "c.yaml"));
}

TEST(ClusterWarnings, ThereAreNoneForPlausibleClusters) {
  EXPECT_EQ(cluster_warnings(parse_cluster(kPlain, "c.yaml")), Sentences{});
  const auto folder = std::filesystem::path(MOTLEY_TEST_DATA) / "../../examples/clusters";
  for (const auto& entry : std::filesystem::directory_iterator(folder)) {
    if (entry.path().extension() != ".yaml") continue;
    EXPECT_EQ(cluster_warnings(read_cluster(entry.path().string())), Sentences{}) << entry.path();
  }
}

TEST(ClusterWarnings, ThereAreNoneForTheLibrary) {
  for (const LibraryDevice& known : device_library()) {
    EXPECT_EQ(warnings_with("v100: 4", known.type.name + ": 4"), Sentences{}) << known.type.name;
  }
}

TEST(ClusterWarnings, BitsForBytesAndTensorCoreFlopsAreDetectedByBytesPerFlop) {
  const Sentences low = {
      "device type `mine`: 0.0075 bytes of memory bandwidth per flop, known devices have 0.0094 to "
      "0.1; is it Gb/s for GB/s, or flops of tensor cores?"};
  EXPECT_EQ(warnings_with("600GB/s", "600Gb/s"), low);
  EXPECT_EQ(warnings_with("10T", "80T")[0], low[0]);
  EXPECT_EQ(warnings_with("10T", "1T"),
            Sentences{"device type `mine`: 0.6 bytes of memory bandwidth per flop, known devices "
                      "have 0.0094 to 0.1; is it G for T in the flops?"});
}

TEST(ClusterWarnings, AKnownNameIsComparedWithItsPublishedFigures) {
  EXPECT_EQ(warnings_with(
                "device_types:",
                "device_types:\n  v100: {flops: 125T, memory: 16GiB, memory_bandwidth: 900Gb/s}"),
            (Sentences{"device type `v100`: flops of 125T, published: 15.7T; is it another unit "
                       "or device?",
                       "device type `v100`: a memory bandwidth of 900Gb/s, published: 900GB/s; "
                       "is it another unit or device?"}));
}

TEST(ClusterWarnings, MemoryWithoutItsUnitIsVeryLittle) {
  EXPECT_EQ(warnings_with("16GiB", "16"),
            Sentences{"device type `mine`: a memory of 16B is very little; is its unit missing?"});
}

TEST(ClusterWarnings, ATypeThatNoHostHasIsNamed) {
  EXPECT_EQ(warnings_with("mine: 8", "p100: 8"),
            Sentences{"device type `mine`: described, but no host has one"});
}

TEST(ClusterWarnings, APortFasterThanTheLinkInsideIsReportedOncePerKindOfHost) {
  EXPECT_EQ(warnings_with("25Gb/s", "250GB/s"),
            (Sentences{"hosts 0-2: the port (250GB/s) is faster than the link inside (130GB/s)",
                       "host 3: the port (250GB/s) is faster than the link inside (16GB/s)"}));
}

TEST(ClusterWarnings, AHostTenTimesSlowerThanTheUsualOneIsNamed) {
  EXPECT_EQ(warnings_with("{devices: {v100: 4}", "{name: old, devices: {t4: 1}"),
            Sentences{});  // 80 to 8.1 Tflop/s
  EXPECT_EQ(warnings_with("{devices: {v100: 4}, link: {bandwidth: 16GB/s, latency: 8us}}",
                          "{name: old, devices: {epyc-7763: 1}}"),
            Sentences{"host 3 (old): 15.9 times slower than the usual host"});
}

TEST(ClusterWarnings, LatenciesAboveTenMillisecondsAreNamed) {
  EXPECT_EQ(warnings_with("30us", "30ms"),
            Sentences{"network: a latency of 30ms is very long; is it another unit?"});
  EXPECT_EQ(warnings_with("5us", "5s"),
            Sentences{"hosts 0-2: a link's latency of 5s is very long; is it another unit?"});
  EXPECT_EQ(
      warnings_with("latency: 8us}", "latency: 8us}, network: {bandwidth: 1GB/s, latency: 1s}"),
      Sentences{"host 3: its port's latency of 1s is very long; is it another unit?"});
}

TEST(ClusterWarnings, ASingleHostNeedsNoNetwork) {
  EXPECT_EQ(cluster_warnings(parse_cluster("hosts: [{devices: {t4: 1}}]\n"
                                           "network: {bandwidth: 1GB/s, latency: 1us}",
                                           "c.yaml")),
            Sentences{"network: there is one host, so nothing uses it"});
}

}  // namespace
}  // namespace motley::core
