#include "core/cluster/cluster_warnings.h"

#include <fmt/format.h>

#include <algorithm>
#include <limits>

#include "core/base/statistics.h"
#include "core/base/text.h"
#include "core/cluster/device_library.h"
#include "core/cluster/host_kinds.h"
#include "core/cluster/quantity.h"

namespace motley::core {
namespace {

constexpr int64_t kMinMemory = int64_t{256} << 20;  // any useful model needs more
constexpr double kSlowHost = 10;                    // times slower than the typical host
constexpr double kMaxLatency = 10e-3;               // that of a network across a country

constexpr double kUnlike = 4;  // a factor that no variant of a device explains

struct Range {
  double min = std::numeric_limits<double>::infinity(), max = 0;
};

// Bytes per flop of all known devices. A factor of 8 (Gb instead of GB) takes most of them below
// the minimum, so that has no slack; the maximum has some, since one core of a CPU has the
// bandwidth of many.
Range known_bytes_per_flop() {
  Range range;
  for (const LibraryDevice& known : device_library()) {
    const double ratio = known.type.memory_bytes_per_second / known.type.flops_per_second;
    range.min = std::min(range.min, ratio);
    range.max = std::max(range.max, ratio);
  }
  return range;
}

// A file's own entry under a name from the library that differs by a factor no variant of the
// device explains.
void add_unlike_known(const DeviceType& type, const DeviceType& known, const std::string& what,
                      std::vector<std::string>& warnings) {
  const auto compare = [&](const char* figure, double own, double published, Dimension dimension) {
    if (own < kUnlike * published && published < kUnlike * own) return;
    warnings.push_back(fmt::format("{}: {} of {}, published: {}; is it another unit or device?",
                                   what, figure, print_quantity(own, dimension),
                                   print_quantity(published, dimension)));
  };
  compare("flops", type.flops_per_second, known.flops_per_second, Dimension::kFlops);
  compare("a memory bandwidth", type.memory_bytes_per_second, known.memory_bytes_per_second,
          Dimension::kBandwidth);
}

void add_unlike_any(const DeviceType& type, const std::string& what,
                    std::vector<std::string>& warnings) {
  const Range known = known_bytes_per_flop();
  const double ratio = type.memory_bytes_per_second / type.flops_per_second;
  const bool low = ratio < known.min * (1 - 1e-9);
  if (!low && ratio <= kUnlike * known.max) return;
  warnings.push_back(fmt::format(
      "{}: {:.2g} bytes of memory bandwidth per flop, known devices have "
      "{:.2g} to {:.2g}; {}",
      what, ratio, known.min, known.max,
      low ? "is it Gb/s for GB/s, or flops of tensor cores?" : "is it G for T in the flops?"));
}

void add_type_warnings(const Cluster& cluster, std::vector<std::string>& warnings) {
  std::vector<bool> used(cluster.device_types.size());
  for (const Host& host : cluster.hosts) {
    for (const DeviceCount& row : host.devices) used[row.type] = true;
  }
  for (size_t t = 0; t < used.size(); ++t) {
    const DeviceType& type = cluster.device_types[t];
    const std::string what = "device type " + in_quotes(type.name);
    if (!used[t]) warnings.push_back(what + ": described, but no host has one");
    if (type.memory_bytes < kMinMemory) {
      warnings.push_back(
          fmt::format("{}: a memory of {} is very little; is its unit missing?", what,
                      print_quantity(static_cast<double>(type.memory_bytes), Dimension::kBytes)));
    }
    if (const LibraryDevice* known = find_library_device(type.name)) {
      add_unlike_known(type, known->type, what, warnings);
    } else {
      add_unlike_any(type, what, warnings);
    }
  }
}

double flops_of(const Cluster& cluster, const Host& host) {
  double sum = 0;
  for (const DeviceCount& row : host.devices) {
    sum += row.count * cluster.device_types[row.type].flops_per_second;
  }
  return sum;
}

double median_flops(const Cluster& cluster) {
  std::vector<double> all;
  for (const Host& host : cluster.hosts) all.push_back(flops_of(cluster, host));
  return median(std::move(all));
}

void add_host_warnings(const Cluster& cluster, std::vector<std::string>& warnings) {
  const double usual = median_flops(cluster);
  for (const HostKind& kind : host_kinds(cluster)) {
    const Host& host = cluster.hosts[kind.hosts[0]];
    const auto port = port_of(cluster, host);
    const std::string where = hosts_text(cluster, kind);
    if (port && num_devices(host) > 1 &&
        port->bandwidth_bytes_per_second > host.link->bandwidth_bytes_per_second) {
      warnings.push_back(fmt::format(
          "{}: the port ({}) is faster than the link inside ({})", where,
          print_quantity(port->bandwidth_bytes_per_second, Dimension::kBandwidth),
          print_quantity(host.link->bandwidth_bytes_per_second, Dimension::kBandwidth)));
    }
    if (const double flops = flops_of(cluster, host); flops * kSlowHost <= usual) {
      warnings.push_back(
          fmt::format("{}: {:.3g} times slower than the usual host", where, usual / flops));
    }
    if (host.link && host.link->latency_seconds > kMaxLatency) {
      warnings.push_back(fmt::format("{}: a link's latency of {} is very long; is it another unit?",
                                     where,
                                     print_quantity(host.link->latency_seconds, Dimension::kTime)));
    }
    if (host.network && host.network->latency_seconds > kMaxLatency) {
      warnings.push_back(
          fmt::format("{}: its port's latency of {} is very long; is it another unit?", where,
                      print_quantity(host.network->latency_seconds, Dimension::kTime)));
    }
  }
}

}  // namespace

std::vector<std::string> cluster_warnings(const Cluster& cluster) {
  std::vector<std::string> warnings;
  add_type_warnings(cluster, warnings);
  add_host_warnings(cluster, warnings);
  if (cluster.hosts.size() == 1 && port_of(cluster, cluster.hosts[0])) {
    warnings.push_back("network: there is one host, so nothing uses it");
  }
  if (cluster.network && cluster.network->latency_seconds > kMaxLatency) {
    warnings.push_back(
        fmt::format("network: a latency of {} is very long; is it another unit?",
                    print_quantity(cluster.network->latency_seconds, Dimension::kTime)));
  }
  return warnings;
}

}  // namespace motley::core
