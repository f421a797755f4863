#include "motley/cluster.h"

#include <nanobind/stl/optional.h>
#include <nanobind/stl/string.h>
#include <nanobind/stl/vector.h>

#include "motley/error.h"
#include "motley/report.h"
#include "python/bindings/bindings.h"

namespace motley::bindings {

namespace nb = nanobind;
using namespace nb::literals;

namespace {

std::vector<std::string> device_names(const Cluster& cluster) {
  std::vector<std::string> names;
  for (const core::Device& device : core::devices(cluster)) {
    names.push_back(cluster.device_types[device.type].name);
  }
  return names;
}

void change(Link& link, std::optional<double> bandwidth, std::optional<double> latency) {
  if (bandwidth && link.shared_bandwidth_bytes_per_second > 0) {
    link.shared_bandwidth_bytes_per_second *= *bandwidth / link.bandwidth_bytes_per_second;
  }
  if (bandwidth) link.bandwidth_bytes_per_second = *bandwidth;
  if (latency) link.latency_seconds = *latency;
}

// Measured collectives belong to the links as they were.
Cluster with_network(Cluster cluster, std::optional<double> bandwidth,
                     std::optional<double> latency) {
  for (const std::optional<double>& value : {bandwidth, latency}) {
    if (value && !(*value > 0)) throw UserError("a bandwidth or latency must be more than zero");
  }
  if (!cluster.network && core::num_devices(cluster) > core::num_devices(cluster.hosts[0])) {
    cluster.network.emplace();
  }
  if (cluster.network) change(*cluster.network, bandwidth, latency);
  for (Host& host : cluster.hosts) {
    if (host.network) change(*host.network, bandwidth, latency);
  }
  cluster.collectives.clear();
  return cluster;
}

Cluster with_links(Cluster cluster, std::optional<double> bandwidth,
                   std::optional<double> latency) {
  for (Host& host : cluster.hosts) {
    if (host.link) change(*host.link, bandwidth, latency);
  }
  cluster.collectives.clear();
  return cluster;
}

}  // namespace

void add_cluster(nb::module_& module) {
  nb::class_<Cluster>(module, "Cluster")
      .def_static("read", &read_cluster, "file"_a)
      .def_static("parse", &parse_cluster, "text"_a, "file"_a)
      .def_prop_ro("name", [](const Cluster& c) { return c.name; })
      .def_prop_ro("num_devices", [](const Cluster& c) { return core::num_devices(c); })
      .def_prop_ro("num_hosts", [](const Cluster& c) { return c.hosts.size(); })
      .def_prop_ro("devices", &device_names)
      .def_prop_ro("network_bandwidth",
                   [](const Cluster& c) {
                     return c.network ? std::optional(c.network->bandwidth_bytes_per_second)
                                      : std::nullopt;
                   })
      .def_prop_ro("network_latency",
                   [](const Cluster& c) {
                     return c.network ? std::optional(c.network->latency_seconds) : std::nullopt;
                   })
      .def("with_network", &with_network, "bandwidth"_a.none(), "latency"_a.none())
      .def("with_links", &with_links, "bandwidth"_a.none(), "latency"_a.none())
      .def("yaml", &print_cluster)
      .def("text", &cluster_text)
      .def("json", &cluster_json)
      .def("__eq__", [](const Cluster& a, const Cluster& b) { return a == b; });
  module.def("device_types_json", &device_library_json);
  module.def("device_types_text", &device_library_text);
}

}  // namespace motley::bindings
