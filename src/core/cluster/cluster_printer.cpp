#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <cctype>

#include "core/cluster/cluster_file.h"
#include "core/cluster/quantity.h"

namespace motley::core {
namespace {

// A YAML scalar: plain if that is unambiguous, else in double quotes.
std::string name_text(const std::string& name) {
  static constexpr std::string_view kWords[] = {"null", "true", "false", "yes", "no",
                                                "on",   "off",  "y",     "n"};
  const auto is_letter = [](unsigned char c) { return c < 0x80 && std::isalpha(c); };
  const auto is_simple = [&](unsigned char c) {
    return is_letter(c) || (c >= '0' && c <= '9') || c == '-' || c == '_';
  };
  std::string lower = name;
  for (char& c : lower) c = static_cast<char>(std::tolower(static_cast<unsigned char>(c)));
  if (!name.empty() && is_letter(name[0]) && std::ranges::all_of(name, is_simple) &&
      std::ranges::find(kWords, lower) == std::end(kWords)) {
    return name;
  }
  std::string text = "\"";
  for (const char c : name) {
    if (c == '"' || c == '\\') text += '\\';
    text += c;
  }
  return text + "\"";
}

std::string link_yaml(const Link& link) {
  std::string text =
      fmt::format("{{bandwidth: {}, latency: {}",
                  print_quantity(link.bandwidth_bytes_per_second, Dimension::kBandwidth),
                  print_quantity(link.latency_seconds, Dimension::kTime));
  if (link.shared_bandwidth_bytes_per_second > 0) {
    text +=
        fmt::format(", shared_bandwidth: {}",
                    print_quantity(link.shared_bandwidth_bytes_per_second, Dimension::kBandwidth));
  }
  return text + "}";
}

std::string collective_text(const MeasuredCollective& measured) {
  std::string text = fmt::format("  {} {}:\n", name_of(measured.kind), name_of(measured.algorithm));
  for (const CollectiveRow& row : measured.rows) {
    text += fmt::format("    - {{size: {}, factor: {}, spread: {}}}\n",
                        print_quantity(row.bytes, Dimension::kBytes), row.factor, row.spread);
  }
  return text;
}

// Numbers that parse to the same values.
std::string measured_text(const MeasuredTable& table) {
  std::string text = fmt::format("      {}:\n", table.kind);
  for (const MeasuredRow& row : table.rows) {
    text +=
        fmt::format("        - {{size: [{}], rate: {}, spread: {}}}\n", fmt::join(row.size, ", "),
                    print_quantity(row.rate, Dimension::kFlops), row.spread);
  }
  return text;
}

// One figure if only float32 is stated.
std::string flops_text(const DeviceType& type) {
  const std::string f32 = print_quantity(type.flops_per_second, Dimension::kFlops);
  if (type.product_rates == ProductRates{}) return f32;
  std::vector<std::string> rates = {"f32: " + f32};
  for (int f = 0; f < kNumNumberFormats; ++f) {
    const auto format = static_cast<NumberFormat>(f);
    if (const double rate = type.product_rates[format]; rate > 0)
      rates.push_back(
          fmt::format("{}: {}", name_of(format), print_quantity(rate, Dimension::kFlops)));
  }
  return fmt::format("{{{}}}", fmt::join(rates, ", "));
}

std::string type_text(const DeviceType& type) {
  std::vector<std::string> fields = {
      "flops: " + flops_text(type),
      "memory: " + print_quantity(static_cast<double>(type.memory_bytes), Dimension::kBytes),
      "memory_bandwidth: " + print_quantity(type.memory_bytes_per_second, Dimension::kBandwidth)};
  if (type.launch_seconds > 0)
    fields.push_back("launch: " + print_quantity(type.launch_seconds, Dimension::kTime));
  const bool short_form = type.measured.empty() && type.threads == 0 && type.device.empty();
  if (short_form) return fmt::format(" {{{}}}", fmt::join(fields, ", "));
  if (type.threads > 0) fields.push_back(fmt::format("threads: {}", type.threads));
  if (!type.device.empty()) fields.push_back("device: " + type.device);
  std::string text = fmt::format("\n    {}", fmt::join(fields, "\n    "));
  if (!type.measured.empty()) text += "\n    measured:\n";
  for (const MeasuredTable& table : type.measured) text += measured_text(table);
  while (text.ends_with('\n')) text.pop_back();
  return text;
}

std::string host_text(const Cluster& cluster, const Host& host, size_t count) {
  std::vector<std::string> fields, devices;
  if (!host.name.empty()) fields.push_back("name: " + name_text(host.name));
  if (count > 1) fields.push_back(fmt::format("count: {}", count));
  for (const DeviceCount& row : host.devices) {
    const std::string& type = cluster.device_types.at(row.type).name;
    devices.push_back(fmt::format("{}: {}", name_text(type), row.count));
  }
  fields.push_back(fmt::format("devices: {{{}}}", fmt::join(devices, ", ")));
  if (host.link) fields.push_back("link: " + link_yaml(*host.link));
  if (host.network) fields.push_back("network: " + link_yaml(*host.network));
  return fmt::format("  - {{{}}}\n", fmt::join(fields, ", "));
}

}  // namespace

std::string print_cluster(const Cluster& cluster) {
  std::string text;
  if (!cluster.name.empty()) text += fmt::format("name: {}\n", name_text(cluster.name));
  text += "device_types:\n";
  for (const DeviceType& type : cluster.device_types) {
    text += fmt::format("  {}:{}\n", name_text(type.name), type_text(type));
  }
  text += "hosts:\n";
  for (size_t begin = 0, end; begin < cluster.hosts.size(); begin = end) {
    end = begin + 1;
    while (end < cluster.hosts.size() && cluster.hosts[end] == cluster.hosts[begin]) ++end;
    text += host_text(cluster, cluster.hosts[begin], end - begin);
  }
  if (cluster.network) text += fmt::format("network: {}\n", link_yaml(*cluster.network));
  if (!cluster.collectives.empty()) text += "collectives:\n";
  for (const MeasuredCollective& each : cluster.collectives) text += collective_text(each);
  return text;
}

}  // namespace motley::core
