#include "core/cluster/cluster_text.h"

#include <fmt/format.h>
#include <fmt/ranges.h>
#include <nlohmann/json.hpp>

#include <algorithm>
#include <optional>
#include <vector>

#include "core/base/json_text.h"
#include "core/cluster/cluster_warnings.h"
#include "core/cluster/device_library.h"
#include "core/cluster/diagram.h"
#include "core/cluster/host_kinds.h"
#include "core/cluster/quantity.h"

namespace motley::core {
namespace {

using ClusterJson = nlohmann::ordered_json;

std::string link_cell(const std::optional<Link>& link) { return link ? link_text(*link) : "-"; }

std::string devices_text(const Cluster& cluster, const Host& host) {
  std::vector<std::string> parts;
  for (const DeviceCount& row : host.devices) {
    parts.push_back(fmt::format("{} x {}", row.count, cluster.device_types[row.type].name));
  }
  return fmt::format("{}", fmt::join(parts, ", "));
}

std::string counted(int64_t count, const char* what) {
  return fmt::format("{} {}{}", count, what, count == 1 ? "" : "s");
}

// "3", or "3-8": of the first and the last.
std::string range_text(int64_t first, int64_t last) {
  return first == last ? fmt::format("{}", first) : fmt::format("{}-{}", first, last);
}

// Columns as wide as their widest text, two spaces between.
std::string aligned(const std::vector<std::vector<std::string>>& rows) {
  std::vector<size_t> widths(rows.front().size());
  for (const auto& row : rows) {
    for (size_t c = 0; c < row.size(); ++c) widths[c] = std::max(widths[c], row[c].size());
  }
  std::string text;
  for (const auto& row : rows) {
    std::string line;
    for (size_t c = 0; c < row.size(); ++c) line += fmt::format("{:<{}}  ", row[c], widths[c]);
    text += line.substr(0, line.find_last_not_of(' ') + 1) + "\n";
  }
  return text;
}

// A rate in matrix products; "-" if the type does not state it.
std::string rate_cell(const DeviceType& type, NumberFormat format) {
  const double rate = type.product_rates[format];
  return rate > 0 ? print_quantity(rate, Dimension::kFlops) : "-";
}

std::vector<std::string> type_row(const DeviceType& type) {
  return {type.name,
          print_quantity(type.flops_per_second, Dimension::kFlops),
          rate_cell(type, NumberFormat::kTF32),
          rate_cell(type, NumberFormat::kBF16),
          print_quantity(static_cast<double>(type.memory_bytes), Dimension::kBytes),
          print_quantity(type.memory_bytes_per_second, Dimension::kBandwidth)};
}

std::string types_table(const Cluster& cluster) {
  std::vector<std::vector<std::string>> rows = {
      {"type", "flops", "tf32", "bf16", "memory", "memory bandwidth"}};
  for (const DeviceType& type : cluster.device_types) rows.push_back(type_row(type));
  return aligned(rows);
}

// Hosts that are alike and follow each other share a row.
std::string hosts_table(const Cluster& cluster) {
  std::vector<std::vector<std::string>> rows = {
      {"host", "ranks", "devices", "link inside", "port"}};
  int64_t rank = 0;
  for (size_t begin = 0, end; begin < cluster.hosts.size(); begin = end) {
    const Host& host = cluster.hosts[begin];
    end = begin + 1;
    while (end < cluster.hosts.size() && cluster.hosts[end] == host) ++end;
    const auto count = static_cast<int64_t>(end - begin);
    const int64_t next = rank + count * num_devices(host);
    const std::string number = range_text(begin, end - 1);
    rows.push_back({host.name.empty() ? number : number + " " + host.name,
                    range_text(rank, next - 1),
                    (count > 1 ? "each " : "") + devices_text(cluster, host), link_cell(host.link),
                    link_cell(port_of(cluster, host))});
    rank = next;
  }
  return aligned(rows);
}

ClusterJson type_json(const DeviceType& type) {
  ClusterJson products = ClusterJson::object();
  for (int f = 0; f < kNumNumberFormats; ++f) {
    const auto format = static_cast<NumberFormat>(f);
    if (type.product_rates[format] > 0)
      products[std::string(name_of(format))] = type.product_rates[format];
  }
  return {{"name", type.name},
          {"flops_per_second", type.flops_per_second},
          {"product_flops_per_second", products},
          {"memory_bytes", type.memory_bytes},
          {"memory_bytes_per_second", type.memory_bytes_per_second},
          {"launch_seconds", type.launch_seconds}};
}

ClusterJson link_json(const std::optional<Link>& link) {
  if (!link) return nullptr;
  return {{"bandwidth_bytes_per_second", link->bandwidth_bytes_per_second},
          {"latency_seconds", link->latency_seconds}};
}

ClusterJson hosts_json(const Cluster& cluster) {
  ClusterJson hosts = ClusterJson::array();
  for (const Host& host : cluster.hosts) {
    ClusterJson devices = ClusterJson::array();
    for (const DeviceCount& row : host.devices) {
      devices.push_back({{"type", cluster.device_types[row.type].name}, {"count", row.count}});
    }
    hosts.push_back({{"name", host.name},
                     {"devices", devices},
                     {"link", link_json(host.link)},
                     {"network", link_json(port_of(cluster, host))}});
  }
  return hosts;
}

}  // namespace

std::string cluster_text(const Cluster& cluster) {
  const ClusterTotals sum = totals(cluster);
  std::string text =
      fmt::format("{}{}, {}, {:.4g} Tflop/s, {:.4g} GiB\n\n{}\n{}\n{}",
                  cluster.name.empty() ? "" : cluster.name + ": ",
                  counted(cluster.hosts.size(), "host"), counted(sum.num_devices, "device"),
                  sum.flops_per_second / 1e12, static_cast<double>(sum.memory_bytes) / (1 << 30),
                  cluster_diagram(cluster), types_table(cluster), hosts_table(cluster));
  const std::vector<std::string> warnings = cluster_warnings(cluster);
  if (!warnings.empty()) text += "\n";
  for (const std::string& sentence : warnings) text += "warning: " + sentence + "\n";
  return text;
}

std::string cluster_json(const Cluster& cluster) {
  ClusterJson types = ClusterJson::array();
  for (const DeviceType& type : cluster.device_types) types.push_back(type_json(type));
  const ClusterTotals sum = totals(cluster);
  return json_text(ClusterJson{{"name", cluster.name},
                               {"num_hosts", cluster.hosts.size()},
                               {"num_devices", sum.num_devices},
                               {"flops_per_second", sum.flops_per_second},
                               {"memory_bytes", sum.memory_bytes},
                               {"device_types", types},
                               {"hosts", hosts_json(cluster)},
                               {"warnings", cluster_warnings(cluster)}},
                   2) +
         "\n";
}

std::string device_library_text() {
  std::vector<std::vector<std::string>> rows = {
      {"type", "flops", "tf32", "bf16", "memory", "memory bandwidth", "source"}};
  for (const LibraryDevice& known : device_library()) {
    rows.push_back(type_row(known.type));
    rows.back().emplace_back(known.source);
  }
  return aligned(rows) +
         "\nflops are dense float32 without tensor or matrix cores; tf32 (float32 products at the "
         "default precision) and bf16 are dense matrix products with them\n";
}

std::string device_library_json() {
  ClusterJson types = ClusterJson::array();
  for (const LibraryDevice& known : device_library()) {
    types.push_back(type_json(known.type));
    types.back()["source"] = known.source;
  }
  return json_text(ClusterJson{{"device_types", types}}, 2) + "\n";
}

}  // namespace motley::core
