#include <set>

#include "core/cluster/clusters.h"
#include "core/cluster/device_library.h"

namespace motley::core {
namespace {

TEST(DeviceLibrary, NamesEachTypeOnceWithItsSource) {
  std::set<std::string> names;
  for (const LibraryDevice& known : device_library()) {
    EXPECT_TRUE(names.insert(known.type.name).second) << known.type.name;
    EXPECT_FALSE(known.source.empty()) << known.type.name;
    EXPECT_EQ(find_library_device(known.type.name), &known);
  }
  EXPECT_EQ(find_library_device("V100"), nullptr);
}

TEST(DeviceLibrary, HoldsPublishedFigures) {
  const auto type = [](const char* name) { return find_library_device(name)->type; };
  using enum NumberFormat;
  EXPECT_EQ(type("v100").flops_per_second, 15.7e12);
  EXPECT_EQ(type("v100").memory_bytes, int64_t{16} << 30);
  EXPECT_EQ(type("v100").memory_bytes_per_second, 900e9);
  EXPECT_EQ(product_flops(type("v100"), kF16), 125e12);
  EXPECT_EQ(product_flops(type("v100"), kBF16), 15.7e12);  // has no units for it
  EXPECT_EQ(type("h200").memory_bytes, int64_t{141} << 30);
  EXPECT_EQ(product_flops(type("h200"), kBF16), 989.4e12);
  EXPECT_EQ(product_flops(type("a100-80"), kTF32), 156e12);
  EXPECT_EQ(product_flops(type("tpu-v5p"), kTF32), product_flops(type("tpu-v5p"), kBF16));
  EXPECT_NEAR(type("epyc-7763").flops_per_second, 5.02e12, 0.01e12);
  // Both dies together make the card.
  EXPECT_EQ(2 * type("mi250x-gcd").flops_per_second, type("mi250x").flops_per_second);
  EXPECT_EQ(2 * type("mi250x-gcd").memory_bytes, type("mi250x").memory_bytes);
}

TEST(DeviceLibrary, StatesTheRateOfEveryFormatThatModelsUse) {
  for (const LibraryDevice& known : device_library()) {
    for (const NumberFormat f : {NumberFormat::kF32, NumberFormat::kBF16, NumberFormat::kF16}) {
      EXPECT_TRUE(states_product_flops(known.type, f)) << known.type.name << " " << name_of(f);
      EXPECT_GE(product_flops(known.type, f), known.type.flops_per_second) << known.type.name;
    }
    const bool is_cpu = known.source.find("cores") != known.source.npos;
    EXPECT_EQ(is_accelerator(known.type), !is_cpu) << known.type.name;
  }
}

TEST(DeviceLibrary, ProvidesTypesUsedByName) {
  const Cluster cluster = parse_cluster(
      "hosts:\n"
      "  - {devices: {v100: 8}, link: {bandwidth: 130GB/s, latency: 5us}}\n"
      "  - {count: 2, devices: {a10: 1, v100: 1}, link: {bandwidth: 16GB/s, latency: 8us}}\n"
      "network: {bandwidth: 25Gb/s, latency: 30us}\n",
      "c.yaml");
  ASSERT_EQ(cluster.device_types.size(), 2u);  // those in use, in the order of first use
  EXPECT_EQ(cluster.device_types[0], find_library_device("v100")->type);
  EXPECT_EQ(cluster.device_types[1], find_library_device("a10")->type);
  EXPECT_EQ(cluster.hosts[2].devices, (std::vector<DeviceCount>{{1, 1}, {0, 1}}));
  EXPECT_EQ(parse_cluster(print_cluster(cluster), "p.yaml"), cluster);
}

TEST(DeviceLibrary, IsOverriddenByTheFile) {
  const Cluster cluster = parse_cluster(
      "hosts: [{devices: {v100: 1}}]\n"
      "device_types: {v100: {flops: 14T, memory: 32GiB, memory_bandwidth: 800GB/s}}\n",
      "c.yaml");
  EXPECT_EQ(cluster.device_types,
            (std::vector<DeviceType>{{"v100", 14e12, int64_t{32} << 30, 800e9}}));
}

}  // namespace
}  // namespace motley::core
