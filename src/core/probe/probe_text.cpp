#include "core/probe/probe_text.h"

#include <fmt/format.h>
#include <nlohmann/json.hpp>

#include <optional>

#include "core/base/json_text.h"

namespace motley::core {
namespace {

nlohmann::json measured_link_json(const std::optional<Link>& link) {
  if (!link) return nullptr;
  nlohmann::json json = {{"bandwidth_bytes_per_second", link->bandwidth_bytes_per_second},
                         {"latency_seconds", link->latency_seconds}};
  if (link->shared_bandwidth_bytes_per_second > 0)
    json["shared_bandwidth_bytes_per_second"] = link->shared_bandwidth_bytes_per_second;
  return json;
}

}  // namespace

std::string probe_text(const Cluster& cluster, double seconds) {
  std::string text;
  for (const DeviceType& type : cluster.device_types) {
    size_t num_rows = 0;
    for (const MeasuredTable& table : type.measured) num_rows += table.rows.size();
    text += fmt::format(
        "{}: {}, {:.1f} Gflop/s, {:.1f} GB/s, {:.1f} GiB; {} rows of {} kinds\n", type.name,
        type.device.empty() ? fmt::format("{} thread{}", type.threads, type.threads == 1 ? "" : "s")
                            : type.device,
        type.flops_per_second * 1e-9, type.memory_bytes_per_second * 1e-9,
        static_cast<double>(type.memory_bytes) / (1 << 30), num_rows, type.measured.size());
  }
  return text + fmt::format("{} hosts, {} devices in {:.0f} s; `motley cluster` draws the file\n",
                            cluster.hosts.size(), num_devices(cluster), seconds);
}

std::string probe_json(const Cluster& cluster, const std::string& output, double seconds) {
  nlohmann::json types = nlohmann::json::array(), hosts = nlohmann::json::array();
  for (const DeviceType& type : cluster.device_types) {
    nlohmann::json kinds = nlohmann::json::object();
    for (const MeasuredTable& table : type.measured) kinds[table.kind] = table.rows.size();
    types.push_back({{"name", type.name},
                     {"threads", type.threads},
                     {"device", type.device.empty() ? "cpu" : type.device},
                     {"flops_per_second", type.flops_per_second},
                     {"memory_bytes", type.memory_bytes},
                     {"memory_bytes_per_second", type.memory_bytes_per_second},
                     {"measured_rows", kinds}});
  }
  for (const Host& host : cluster.hosts) {
    hosts.push_back({{"name", host.name},
                     {"num_devices", num_devices(host)},
                     {"link", measured_link_json(host.link)},
                     {"network", measured_link_json(host.network)}});
  }
  return json_text(nlohmann::json{{"output", output},
                                  {"device_types", types},
                                  {"hosts", hosts},
                                  {"measured_collectives", cluster.collectives.size()},
                                  {"probe_seconds", seconds}},
                   2) +
         "\n";
}

std::string pair_rates_text(const std::vector<PairRate>& rates) {
  std::string text;
  for (const PairRate& r : rates) {
    text += fmt::format("{} {} - {} {}: {:.4g} MB/s, spread {:.0f} %\n", r.a, r.host_a, r.b,
                        r.host_b, r.bytes_per_second * 1e-6, 100 * r.spread);
  }
  return text;
}

std::string pair_rates_json(const std::vector<PairRate>& rates) {
  nlohmann::json pairs = nlohmann::json::array();
  for (const PairRate& r : rates) {
    pairs.push_back({{"ranks", {r.a, r.b}},
                     {"hosts", {r.host_a, r.host_b}},
                     {"bandwidth_bytes_per_second", r.bytes_per_second},
                     {"spread", r.spread}});
  }
  return json_text(nlohmann::json{{"pairs", pairs}}, 2) + "\n";
}

}  // namespace motley::core
