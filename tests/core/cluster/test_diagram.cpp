#include <algorithm>

#include "core/cluster/clusters.h"
#include "core/cluster/diagram.h"
#include "core/cluster/host_kinds.h"

namespace motley::core {
namespace {

TEST(ClusterDiagram, DrawsIdenticalHostsOnceAndTheirPortsIntoOneNetwork) {
  EXPECT_EQ("\n" + cluster_diagram(parse_cluster(kUnlike, "c.yaml")), R"(
+- host 0 (big) ----------+
| [v100][v100]            |
| [p100]                  |
|    '---130GB/s, 5us---' |---1.3GB/s, 30us---+
+-------------------------+                   |
                                              |
+- hosts 1-2: 2 alike ----+                   |
| [p100]                  |---1Gb/s, 50us-----+
+-------------------------+                   |
                                              |
+- hosts 3-4: 2 alike ----+                   |
| [p100][p100]            |                   |
|    '---16GB/s, 8us---'  |---5GB/s, 30us-----+
+-------------------------+                   |
                                           network
)");
}

TEST(ClusterDiagram, OfOneHostHasNoNetwork) {
  EXPECT_EQ("\n" + cluster_diagram(parse_cluster(
                       "hosts: [{name: größe, devices: {t4: 8, l4: 3}, link: {bandwidth: 16GB/s, "
                       "latency: 8us}}]",
                       "c.yaml")),
            R"(
+- host 0 (größe) -------+
| [t4][t4] .. [t4]  8    |
| [l4][l4][l4]           |
|    '---16GB/s, 8us---' |
+------------------------+
)");
}

TEST(ClusterDiagram, StaysSmallForManyKindsOfHostsTypesAndLongNames) {
  std::string text = "device_types:\n";
  for (int t = 0; t < 20; ++t) {
    text += fmt::format("  {}{}: {{flops: 1T, memory: 1GiB, memory_bandwidth: 50GB/s}}\n",
                        std::string(60, 'x'), t);
  }
  text += "hosts:\n  - {link: {bandwidth: 1GB/s, latency: 1us}, devices: {";
  for (int t = 0; t < 20; ++t) text += fmt::format("{}{}: 1, ", std::string(60, 'x'), t);
  text += "}}\n";
  for (int h = 2; h < 40; ++h) {
    text +=
        fmt::format("  - {{link: {{bandwidth: 1GB/s, latency: 1us}}, devices: {{t4: {}}}}}\n", h);
  }
  const std::string drawn =
      cluster_diagram(parse_cluster(text + "network: {bandwidth: 1GB/s, latency: 1us}", "c.yaml"));
  EXPECT_NE(drawn.find(".. 14 more types"), drawn.npos);
  EXPECT_NE(drawn.find(".. 27 more kinds of hosts"), drawn.npos);
  EXPECT_LT(std::ranges::count(drawn, '\n'), 80);
  for (size_t at = 0, end; (end = drawn.find('\n', at)) != drawn.npos; at = end + 1) {
    EXPECT_LE(end - at, 100u);
  }
}

TEST(HostKinds, GroupIdenticalHosts) {
  const Cluster cluster = parse_cluster(
      "hosts: [{devices: {t4: 1}}, {devices: {l4: 1}}, {name: a, devices: {t4: 1}},"
      "{devices: {t4: 1}, network: {bandwidth: 1GB/s, latency: 1us}},"
      "{devices: {t4: 1}, network: {bandwidth: 2GB/s, latency: 1us}}]\n"
      "network: {bandwidth: 1GB/s, latency: 1us}",
      "c.yaml");
  const std::vector<HostKind> kinds = host_kinds(cluster);
  ASSERT_EQ(kinds.size(), 3u);
  EXPECT_EQ(hosts_text(cluster, kinds[0]), "hosts 0, 2-3");
  EXPECT_EQ(hosts_text(cluster, kinds[1]), "host 1");
}

}  // namespace
}  // namespace motley::core
