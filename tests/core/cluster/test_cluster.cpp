#include <filesystem>

#include "core/cluster/clusters.h"
#include "core/cluster/device_library.h"
#include "core/io/files.h"

namespace motley::core {
namespace {

namespace fs = std::filesystem;

const fs::path kExamples = fs::path(MOTLEY_TEST_DATA) / "../../examples/clusters";

TEST(Cluster, IsParsed) {
  const Cluster cluster = parse_cluster(kUnlike, "c.yaml");
  EXPECT_EQ(cluster.name, "unlike");
  ASSERT_EQ(cluster.device_types.size(), 2u);
  EXPECT_EQ(cluster.device_types[0], (DeviceType{"v100", 15.7e12, int64_t{16} << 30, 900e9}));
  EXPECT_EQ(cluster.device_types[1].memory_bytes, 16'000'000'000);
  ASSERT_EQ(cluster.hosts.size(), 5u);
  EXPECT_EQ(cluster.hosts[0].devices, (std::vector<DeviceCount>{{0, 2}, {1, 1}}));
  EXPECT_EQ(cluster.hosts[0].link, (Link{130e9, 5e-6}));
  EXPECT_EQ(cluster.hosts[1], cluster.hosts[2]);
  EXPECT_EQ(cluster.network, (Link{1.3e9, 30e-6}));
}

TEST(Cluster, NumbersHostsOfOneNameAndDefaultsAPortsLatencyToTheNetworks) {
  const Cluster cluster = parse_cluster(kUnlike, "c.yaml");
  EXPECT_EQ(cluster.hosts[0].name, "big");
  EXPECT_EQ(cluster.hosts[1].name, "");
  EXPECT_EQ(cluster.hosts[3].name, "pair-0");
  EXPECT_EQ(cluster.hosts[4].name, "pair-1");
  EXPECT_EQ(cluster.hosts[4].network, (Link{5e9, 30e-6}));
}

TEST(Cluster, ListsDevicesInTheOrderOfTheFile) {
  const Cluster cluster = parse_cluster(kUnlike, "c.yaml");
  const std::vector<Device> expected = {{0, 0}, {0, 0}, {1, 0}, {1, 1}, {1, 2},
                                        {1, 3}, {1, 3}, {1, 4}, {1, 4}};
  EXPECT_EQ(devices(cluster), expected);
  EXPECT_EQ(num_devices(cluster), 9);
}

TEST(Cluster, LinksDevicesThroughTheirHostOrThroughTheSlowerPort) {
  const Cluster cluster = parse_cluster(kUnlike, "c.yaml");
  const std::vector<Device> ranks = devices(cluster);
  EXPECT_EQ(link_between(cluster, ranks[0], ranks[2]), (Link{130e9, 5e-6}));
  EXPECT_EQ(link_between(cluster, ranks[0], ranks[3]), (Link{0.125e9, 50e-6}));
  EXPECT_EQ(link_between(cluster, ranks[8], ranks[0]), (Link{1.3e9, 30e-6}));
  EXPECT_EQ(link_between(cluster, ranks[5], ranks[7]), (Link{5e9, 30e-6}));
  EXPECT_THROW(link_between(cluster, ranks[3], ranks[3]), InternalError);
}

TEST(Cluster, SumsItsDevices) {
  const ClusterTotals sum = totals(parse_cluster(kUnlike, "c.yaml"));
  EXPECT_EQ(sum.num_devices, 9);
  EXPECT_DOUBLE_EQ(sum.flops_per_second, 2 * 15.7e12 + 7 * 9.3e12);
  EXPECT_EQ(sum.memory_bytes, 2 * (int64_t{16} << 30) + 7 * 16'000'000'000);
}

TEST(Cluster, OfOneHostNeedsNoNetworkAndOfOneDeviceNoLink) {
  const Cluster cluster = parse_cluster(
      "device_types: {c: {flops: 1G, memory: 1GB, memory_bandwidth: 1GB/s}}\n"
      "hosts: [{devices: {c: 1}}]",
      "c.yaml");
  EXPECT_EQ(num_devices(cluster), 1);
  EXPECT_EQ(port_of(cluster, cluster.hosts[0]), std::nullopt);
  EXPECT_EQ(parse_cluster(print_cluster(cluster), "p"), cluster);
}

TEST(Cluster, PrintsCompactlyAndRoundTrips) {
  const Cluster cluster = parse_cluster(kUnlike, "c.yaml");
  EXPECT_EQ(print_cluster(cluster), R"(name: unlike
device_types:
  v100: {flops: 15.7T, memory: 16GiB, memory_bandwidth: 900GB/s}
  p100: {flops: 9.3T, memory: 16GB, memory_bandwidth: 732GB/s}
hosts:
  - {name: big, devices: {v100: 2, p100: 1}, link: {bandwidth: 130GB/s, latency: 5us}}
  - {count: 2, devices: {p100: 1}, network: {bandwidth: 1Gb/s, latency: 50us}}
  - {name: pair-0, devices: {p100: 2}, link: {bandwidth: 16GB/s, latency: 8us}, network: {bandwidth: 5GB/s, latency: 30us}}
  - {name: pair-1, devices: {p100: 2}, link: {bandwidth: 16GB/s, latency: 8us}, network: {bandwidth: 5GB/s, latency: 30us}}
network: {bandwidth: 1.3GB/s, latency: 30us}
)");
  EXPECT_EQ(parse_cluster(print_cluster(cluster), "p.yaml"), cluster);
}

TEST(Cluster, NamesThatLookLikeYamlRoundTrip) {
  Cluster cluster = parse_cluster(kUnlike, "c.yaml");
  for (const char* name :
       {"null", "~", "true", "12", "a: b", "# no", "\"x\\", "- a", "größe", "{"}) {
    cluster.name = cluster.device_types[1].name = cluster.hosts[0].name = name;
    EXPECT_EQ(parse_cluster(print_cluster(cluster), "p.yaml"), cluster) << name;
  }
}

TEST(Cluster, ExamplesAreReadAndPrinted) {
  const std::pair<const char*, int64_t> examples[] = {
      {"hap-64", 64}, {"dapple-a", 16}, {"dapple-b", 16}, {"dapple-c", 16}};
  for (const auto& [name, count] : examples) {
    const std::string file = (kExamples / name).string() + ".yaml";
    const Cluster cluster = read_cluster(file);
    EXPECT_EQ(cluster.name, name);
    EXPECT_EQ(num_devices(cluster), count);
    EXPECT_EQ(parse_cluster(print_cluster(cluster), file), cluster);
  }
}

TEST(Cluster, ExamplesInTheDocumentationAreRead) {
  const std::string text = read_text_file(std::string(MOTLEY_TEST_DATA) + "/../../docs/formats.md");
  std::vector<Cluster> clusters;
  for (size_t at = 0; (at = text.find("```yaml\n", at)) != text.npos;) {
    at += 8;
    clusters.push_back(parse_cluster(text.substr(at, text.find("```", at) - at), "docs"));
  }
  ASSERT_EQ(clusters.size(), 4u);
  EXPECT_EQ(clusters[0], read_cluster((kExamples / "hap-64.yaml").string()));
  Cluster named = read_cluster((kExamples / "dapple-a.yaml").string());
  named.name.clear();
  named.device_types[0].product_rates = find_library_device("v100")->type.product_rates;
  named.device_types[0].launch_seconds = find_library_device("v100")->type.launch_seconds;
  EXPECT_EQ(clusters[1].device_types[0].measured.size(), 2u);
  EXPECT_EQ(clusters[2].collectives[0].rows[1].factor, 1.04);
  EXPECT_EQ(clusters[2].hosts[0].network, (Link{118e6, 41e-6, 104e6}));
  EXPECT_EQ(clusters[3], named);  // v100 from the library
}

TEST(Cluster, ReadsAndPrintsRatesByNumberFormat) {
  const std::string text =
      "device_types:\n"
      "  gpu: {flops: {f32: 19.5T, tf32: 156T, bf16: 312T}, memory: 40GiB, memory_bandwidth: "
      "1555GB/s, launch: 2us}\n"
      "hosts:\n"
      "  - {devices: {gpu: 1}}\n";
  const Cluster cluster = parse_cluster(text, "c.yaml");
  const DeviceType& gpu = cluster.device_types[0];
  EXPECT_EQ(product_flops(gpu, NumberFormat::kF32), 19.5e12);
  EXPECT_EQ(product_flops(gpu, NumberFormat::kTF32), 156e12);
  EXPECT_EQ(product_flops(gpu, NumberFormat::kF16), 312e12);  // as bfloat16
  EXPECT_EQ(gpu.launch_seconds, 2e-6);
  EXPECT_TRUE(is_accelerator(gpu));
  EXPECT_EQ(parse_cluster(print_cluster(cluster), "p.yaml"), cluster);
  // One figure is float32, and nothing else is stated.
  const DeviceType scalar =
      parse_cluster(changed(text, "{f32: 19.5T, tf32: 156T, bf16: 312T}", "19.5T"), "c.yaml")
          .device_types[0];
  EXPECT_EQ(product_flops(scalar, NumberFormat::kBF16), 19.5e12);
  EXPECT_FALSE(states_product_flops(scalar, NumberFormat::kBF16));
  EXPECT_TRUE(states_product_flops(scalar, NumberFormat::kTF32));
}

TEST(Cluster, ReadsAndPrintsWhatAProbeMeasured) {
  const Cluster cluster = parse_cluster(kMeasured, "c.yaml");
  const DeviceType& cpu = cluster.device_types[0];
  EXPECT_EQ(cpu.threads, 2);
  ASSERT_EQ(cpu.measured.size(), 2u);
  EXPECT_EQ(cpu.measured[0], (MeasuredTable{"dispatch", {{{}, 19.9e6, 0.035}}}));
  EXPECT_EQ(cpu.measured[1].rows[1], (MeasuredRow{{64, 16, 64}, 31.25e9, 0}));
  EXPECT_EQ(print_cluster(cluster), kMeasured);
  Cluster other = cluster;
  other.device_types[0].measured[1].rows[0].rate *= 2;
  EXPECT_NE(other, cluster);
  EXPECT_EQ(parse_cluster(print_cluster(other), "c.yaml"), other);
}

TEST(Cluster, ReadsTheOldNamesOfContentionAndWritesTheNewOnes) {
  for (const std::string name : {"others", "communication", "compute"}) {
    const std::string text = changed(kMeasured, "dispatch", "contention." + name);
    const Cluster cluster =
        parse_cluster(changed(kMeasured, "dispatch", "beside." + name), "c.yaml");
    EXPECT_EQ(cluster.device_types[0].measured[0].kind, "contention." + name);
    EXPECT_EQ(cluster, parse_cluster(text, "c.yaml"));
    EXPECT_EQ(print_cluster(cluster), text);
  }
}

TEST(Cluster, ReadsTheOldNameOfHierarchicalCollectivesAndWritesTheNewOne) {
  for (const char* kind : {"all-reduce", "reduce-scatter", "all-gather"}) {
    const std::string text = std::string(kMeasured) + "collectives:\n  " + kind +
                             " two-level:\n    - {size: 1MiB, factor: 1.25, spread: 0}\n";
    const Cluster cluster = parse_cluster(text, "c.yaml");
    ASSERT_EQ(cluster.collectives.size(), 1u);
    EXPECT_EQ(name_of(cluster.collectives[0].kind), kind);
    EXPECT_EQ(cluster.collectives[0].algorithm, CollectiveAlgorithm::kHierarchical);
    EXPECT_EQ(print_cluster(cluster), changed(text, "two-level", "hierarchical"));
  }
}

TEST(Cluster, RanksNameTheirDevices) {
  const Cluster cluster = parse_cluster(R"(device_types:
  gpu: {flops: 60T, memory: 80GiB, memory_bandwidth: 3TB/s, device: cuda}
  old: {flops: 10T, memory: 16GiB, memory_bandwidth: 1TB/s, device: cuda:3}
  core: {flops: 1T, memory: 8GiB, memory_bandwidth: 50GB/s, device: cpu}
hosts:
  - {count: 2, devices: {gpu: 2, core: 1}, link: {bandwidth: 10GB/s, latency: 5us}}
  - {devices: {old: 1}}
network: {bandwidth: 10Gb/s, latency: 30us}
)",
                                        "c.yaml");
  const std::vector<std::string> want = {"cuda:0", "cuda:1", "cpu",   "cuda:0",
                                         "cuda:1", "cpu",    "cuda:3"};
  for (size_t i = 0; i < want.size(); ++i)
    EXPECT_EQ(device_of_rank(cluster, static_cast<int64_t>(i)), want[i]) << i;
  EXPECT_TRUE(has_accelerators(cluster));
  EXPECT_EQ(parse_cluster(print_cluster(cluster), "again"), cluster);
}

}  // namespace
}  // namespace motley::core
