#include "tensor/adapt/measured_cluster.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>

#include "core/base/error.h"
#include "core/base/statistics.h"

namespace motley::tensor {
namespace {

// Devices that differ by less are of one type.
constexpr double kSameSpeed = 0.03;

core::DeviceType slowed(core::DeviceType type, double slowdown) {
  type.name = fmt::format("{}-at-{:.0f}%", type.name, 100 / slowdown);
  type.flops_per_second /= slowdown;
  type.memory_bytes_per_second /= slowdown;
  type.launch_seconds *= slowdown;
  for (double& flops : type.product_rates.flops) flops /= slowdown;
  for (core::MeasuredTable& table : type.measured) {
    // Factors, and copies between memories, are no speeds of the processor.
    if (table.kind.starts_with("contention.") || table.kind.starts_with("transfer.")) continue;
    for (core::MeasuredRow& row : table.rows) row.rate /= slowdown;
  }
  return type;
}

// Types of the measured cluster, each from a described one.
class Types {
 public:
  explicit Types(const core::Cluster& described) : described_(described) {}

  int32_t of(int32_t type, double slowdown) {
    for (size_t i = 0; i < known_.size(); ++i) {
      if (known_[i].from == type && std::abs(std::log(known_[i].slowdown / slowdown)) < kSameSpeed)
        return static_cast<int32_t>(i);
    }
    const core::DeviceType& from = described_.device_types[type];
    const bool is_same = std::abs(std::log(slowdown)) < kSameSpeed;
    known_.push_back({type, is_same ? 1 : slowdown, is_same ? from : slowed(from, slowdown)});
    // Two slowdowns may round to one name.
    core::DeviceType& made = known_.back().made;
    const auto is_taken = [&](const std::string& name) {
      return std::any_of(known_.begin(), known_.end() - 1,
                         [&](const Known& k) { return k.made.name == name; });
    };
    const std::string name = made.name;
    for (int i = 2; is_taken(made.name); ++i) made.name = fmt::format("{}-{}", name, i);
    return static_cast<int32_t>(known_.size() - 1);
  }
  std::vector<core::DeviceType> all() const {
    std::vector<core::DeviceType> types;
    for (const Known& known : known_) types.push_back(known.made);
    return types;
  }

 private:
  struct Known {
    int32_t from = 0;
    double slowdown = 1;
    core::DeviceType made;
  };
  const core::Cluster& described_;
  std::vector<Known> known_;
};

}  // namespace

core::Cluster as_measured(const core::Cluster& cluster, const MeasuredRates& rates) {
  MOTLEY_CHECK(std::ssize(rates.slowdown) == core::num_devices(cluster),
               "{} slowdowns for {} devices", rates.slowdown.size(), core::num_devices(cluster));
  core::Cluster result = cluster;
  Types types(cluster);
  size_t next = 0;
  for (core::Host& host : result.hosts) {
    std::vector<core::DeviceCount> devices;
    for (const core::DeviceCount& some : host.devices) {
      for (int32_t i = 0; i < some.count; ++i) {
        const int32_t type = types.of(some.type, rates.slowdown[next++]);
        if (!devices.empty() && devices.back().type == type) {
          ++devices.back().count;
        } else {
          devices.push_back({type, 1});
        }
      }
    }
    host.devices = std::move(devices);
  }
  result.device_types = types.all();
  const auto slow = [&](std::optional<core::Link>& link) {
    if (!link) return;
    link->bandwidth_bytes_per_second /= rates.network_slowdown;
    link->shared_bandwidth_bytes_per_second /= rates.network_slowdown;
  };
  slow(result.network);
  for (core::Host& host : result.hosts) slow(host.network);
  for (size_t h = 0; h < rates.port_rates.size(); ++h) {
    const auto port = core::port_of(result, result.hosts[h]);
    if (rates.port_rates[h] <= 0 || !port) continue;
    result.hosts[h].network = port;
    result.hosts[h].network->bandwidth_bytes_per_second = rates.port_rates[h];
  }
  return result;
}

std::vector<double> port_rates(int num_hosts, const std::vector<HostRate>& messages) {
  std::vector<double> rates(num_hosts, 0.0);
  for (const HostRate& message : messages) {
    if (message.from == message.to) continue;
    for (const int host : {message.from, message.to}) {
      rates[host] = std::max(rates[host], message.rate);
    }
  }
  return rates;
}

double slowest_port(const core::Cluster& cluster) {
  double least = 0;
  for (const core::Host& host : cluster.hosts) {
    auto port = core::port_of(cluster, host);
    if (cluster.hosts.size() == 1) port = host.link;
    if (!port) continue;
    const double rate = port->bandwidth_bytes_per_second;
    least = least == 0 ? rate : std::min(least, rate);
  }
  return least;
}

void RecentValues::add(double value) {
  values_.push_back(value);
  if (std::ssize(values_) > window_) values_.erase(values_.begin());
}

double RecentValues::median() const { return core::midpoint_median(values_); }

}  // namespace motley::tensor
