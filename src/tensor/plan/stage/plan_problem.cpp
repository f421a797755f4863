#include "tensor/plan/stage/plan_problem.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <map>

#include "core/base/error.h"
#include "core/collective/cost/collective_cost.h"
#include "tensor/sharding/sharding.h"

namespace motley::tensor::stage {

using namespace schedule;

namespace {

// Sums of times and of bytes are exact as long as they stay below.
constexpr double kMostTicks = 1e18, kMostSummedBytes = 4e18;

// A bound on the times of all transfers and all-reduces of a step, one after another over the
// slowest link; and on the bytes that a device may hold.
void check_transfers(const PlanProblem& problem, double samples) {
  double latency = 0, bandwidth = INFINITY;
  const bool has_network = problem.cluster.hosts.size() > 1;
  for (const core::Host& host : problem.cluster.hosts) {
    const auto inside = core::num_devices(host) > 1 ? host.link : std::nullopt;
    const auto port = has_network ? core::port_of(problem.cluster, host) : std::nullopt;
    for (const auto& link : {inside, port}) {
      if (!link) continue;
      latency = std::max(latency, link->latency_seconds);
      bandwidth = std::min(bandwidth, link->bandwidth_bytes_per_second);
    }
  }
  double activations = 0, kept = 0;
  for (const ProfileLayer& layer : problem.profile.layers) {
    activations += static_cast<double>(layer.activation_bytes) * samples;
    kept += static_cast<double>(layer.parameter_bytes) * problem.bytes_per_parameter_byte +
            static_cast<double>(layer.saved_bytes) * samples;
  }
  const double num_messages =
      2.0 * static_cast<double>(problem.profile.layers.size()) *
      (std::ranges::max(problem.microbatches) + 2.0 * core::num_devices(problem.cluster));
  const double seconds = latency * num_messages + 2 * (activations + kept) / bandwidth;
  if (!(seconds * kTicksPerSecond < kMostTicks)) {
    throw core::UserError(fmt::format(
        "the activations and parameters of the layers would take {:.3g} s on the slowest link "
        "({:.3g} B/s, {:.3g} s of latency): such times cannot be summed exactly",
        seconds, bandwidth, latency));
  }
  if (!(activations + kept < kMostSummedBytes)) {
    throw core::UserError("the bytes of the layers are too many to be summed exactly");
  }
}

}  // namespace

void check_problem(const PlanProblem& problem) {
  if (problem.profile.layers.empty()) throw core::UserError("the profile has no layers");
  if (core::num_devices(problem.cluster) == 0) throw core::UserError("the cluster has no devices");
  if (problem.batch < 1) throw core::UserError("a step needs at least one sample");
  if (problem.microbatches.empty()) throw core::UserError("a step needs at least one micro-batch");
  double sum = 0;  // sequential, on the slowest device
  for (const ProfileLayer& layer : problem.profile.layers) {
    sum += layer.forward_seconds + layer.backward_seconds;
  }
  double least = INFINITY, most = 0;
  for (const core::DeviceType& type : problem.cluster.device_types) {
    least = std::min(least, type.flops_per_second);
    most = std::max(most, type.flops_per_second);
  }
  const double samples =
      static_cast<double>(problem.batch) / static_cast<double>(problem.profile.batch);
  if (!(sum > 0)) throw core::UserError("the layers of the profile take no time");
  if (!(sum * samples * most / least * kTicksPerSecond < kMostTicks)) {
    throw core::UserError("the times of the profile are too long to be summed exactly");
  }
  check_transfers(problem, samples);
  const auto& types = problem.cluster.device_types;
  if (!problem.profile_type.empty() &&
      std::ranges::find(types, problem.profile_type, &core::DeviceType::name) == types.end()) {
    throw core::UserError(
        fmt::format("the cluster has no device type `{}`, on which the profile was measured",
                    problem.profile_type));
  }
  const auto num_layers = std::ssize(problem.profile.layers);
  if (problem.even_stages > num_layers) {
    throw core::UserError(fmt::format("{} stages are more than the {} layers of the profile",
                                      problem.even_stages, num_layers));
  }
  if (problem.even_stages > core::num_devices(problem.cluster)) {
    throw core::UserError(fmt::format("{} stages are more than the {} devices of the cluster",
                                      problem.even_stages, core::num_devices(problem.cluster)));
  }
  for (const int32_t m : problem.microbatches) {
    if (m < 1 || m > problem.batch) {
      throw core::UserError(
          fmt::format("a batch of {} cannot be split into {} micro-batches", problem.batch, m));
    }
  }
}

namespace {

// The type with that name; if there is none, the fastest type that a host has.
const core::DeviceType& measured_type(const PlanProblem& problem,
                                      std::span<const core::Device> devices) {
  const auto& types = problem.cluster.device_types;
  const auto named = std::ranges::find(types, problem.profile_type, &core::DeviceType::name);
  if (named != types.end()) return *named;
  const core::Device& fastest = *std::ranges::max_element(
      devices, {}, [&](const core::Device& d) { return types[d.type].flops_per_second; });
  return types[fastest.type];
}

}  // namespace

PlanCosts::PlanCosts(const PlanProblem& problem)
    : problem_(problem),
      devices_(core::devices(problem.cluster)),
      profile_type_(&measured_type(problem, devices_)) {
  const auto& types = problem.cluster.device_types;
  const double reference = profile_type_->flops_per_second;
  for (const core::Device& device : devices_) {
    speeds_.push_back(problem.type_speeds.empty() ? types[device.type].flops_per_second / reference
                                                  : problem.type_speeds[device.type]);
  }
  const auto& hosts = problem.cluster.hosts;
  for (const core::Host& host : hosts) {
    const auto first = std::ranges::find_if(hosts, [&](const core::Host& other) {
      return other.link == host.link &&
             core::port_of(problem.cluster, other) == core::port_of(problem.cluster, host);
    });
    connection_of_host_.push_back(static_cast<int32_t>(first - hosts.begin()));
  }
}

int64_t PlanCosts::memory_bytes(int32_t index) const {
  return problem_.cluster.device_types[devices_[index].type].memory_bytes;
}

double PlanCosts::total_speed(std::span<const int32_t> group) const {
  double total = 0;
  for (const int32_t device : group) total += speeds_[device];
  return total;
}

int64_t PlanCosts::samples(int32_t microbatches) const {
  return (problem_.batch + microbatches - 1) / microbatches;
}

std::vector<int64_t> PlanCosts::samples(std::span<const int32_t> group,
                                        int32_t microbatches) const {
  const double total = total_speed(group);
  core::Ratio ratio;
  for (const int32_t device : group) ratio.push_back(speeds_[device] / total);
  return units_of(ratio, samples(microbatches));
}

double PlanCosts::speed(std::span<const int32_t> group, int32_t microbatches) const {
  const std::vector<int64_t> shared = samples(group, microbatches);
  double longest = 0;
  for (size_t i = 0; i < group.size(); ++i) {
    longest = std::max(longest, static_cast<double>(shared[i]) / speeds_[group[i]]);
  }
  return static_cast<double>(samples(microbatches)) / longest;
}

double PlanCosts::scale(int32_t microbatches) const {
  return static_cast<double>(samples(microbatches)) / static_cast<double>(problem_.profile.batch);
}

Ticks PlanCosts::compute(double profile_seconds, double speed, int32_t microbatches) const {
  return to_ticks(profile_seconds * scale(microbatches) / speed);
}

TransferCost PlanCosts::transfer(int64_t profile_bytes, std::span<const int32_t> from,
                                 std::span<const int32_t> to, int32_t microbatches) const {
  if (problem_.boundary == BoundaryRule::kPorts) {
    return transfer_by_ports(profile_bytes, from, to, microbatches);
  }
  return transfer_whole(static_cast<double>(profile_bytes) * scale(microbatches), from, to);
}

// Each group divides the samples of a micro-batch in its own way; a device sends another those that
// both have.
//
//   from  |  0  |  1  |  2  |        2 samples each: 0 sends 3 both, 1 sends one to 3 and one to 4
//   to    |    3   |   4    |        3 samples each
TransferCost PlanCosts::transfer_by_ports(int64_t profile_bytes, std::span<const int32_t> from,
                                          std::span<const int32_t> to, int32_t microbatches) const {
  std::vector<int64_t> left = samples(from, microbatches), wanted = samples(to, microbatches);
  const double sample_bytes =
      static_cast<double>(profile_bytes) / static_cast<double>(problem_.profile.batch);
  std::map<int32_t, double> out, in;  // bytes through the port of each host
  double inside = 0, latency = 0;     // seconds within a host
  for (size_t x = 0, y = 0; x < from.size() && y < to.size();) {
    const int64_t both = std::min(left[x], wanted[y]);
    const core::Device &a = devices_[from[x]], &b = devices_[to[y]];
    if (both > 0 && from[x] != to[y]) {  // what stays on a device is not sent
      const double bytes = sample_bytes * static_cast<double>(both);
      const core::Link link = core::link_between(problem_.cluster, a, b);
      latency = std::max(latency, link.latency_seconds);
      if (a.host == b.host) {
        inside = std::max(inside, bytes / link.bandwidth_bytes_per_second);
      } else {
        out[a.host] += bytes;
        in[b.host] += bytes;
      }
    }
    if ((left[x] -= both) == 0) ++x;
    if ((wanted[y] -= both) == 0) ++y;
  }
  TransferCost cost{.latency = to_ticks(latency)};
  double slowest = inside;
  const auto through = [&](const std::map<int32_t, double>& ports, std::vector<int32_t>& hosts) {
    for (const auto& [host, amount] : ports) {
      const auto port = core::port_of(problem_.cluster, problem_.cluster.hosts[host]);
      slowest = std::max(slowest, amount / port->bandwidth_bytes_per_second);
      hosts.push_back(host);
    }
  };
  through(out, cost.out_hosts);
  through(in, cost.in_hosts);
  cost.busy = to_ticks(slowest);
  return cost;
}

TransferCost PlanCosts::transfer_whole(double bytes, std::span<const int32_t> from,
                                       std::span<const int32_t> to) const {
  TransferCost cost;
  double bandwidth = INFINITY, latency = 0;  // infinite: everything stays on its device
  for (const int32_t x : from) {
    for (const int32_t y : to) {
      if (x == y) continue;
      const core::Device &a = devices_[x], &b = devices_[y];
      const core::Link link = core::link_between(problem_.cluster, a, b);
      bandwidth = std::min(bandwidth, link.bandwidth_bytes_per_second);
      latency = std::max(latency, link.latency_seconds);
      if (a.host == b.host) continue;
      cost.out_hosts.push_back(a.host);
      cost.in_hosts.push_back(b.host);
    }
  }
  for (auto* hosts : {&cost.out_hosts, &cost.in_hosts}) {
    std::ranges::sort(*hosts);
    hosts->erase(std::unique(hosts->begin(), hosts->end()), hosts->end());
  }
  cost.busy = to_ticks(bytes / bandwidth);
  cost.latency = to_ticks(latency);
  return cost;
}

// Equal devices have equal samples, or some one more: a host's devices have the fewest of them, or
// the most.
std::map<int32_t, PlanCosts::HostSamples> PlanCosts::host_samples(std::span<const int32_t> group,
                                                                  int32_t microbatches) const {
  const std::vector<int64_t> shared = samples(group, microbatches);
  std::map<double, std::vector<int64_t>> of_speed;  // ascending
  std::map<std::pair<int32_t, double>, size_t> devices_on;
  for (size_t i = 0; i < group.size(); ++i) {
    of_speed[speeds_[group[i]]].push_back(shared[i]);
    ++devices_on[{devices_[group[i]].host, speeds_[group[i]]}];
  }
  for (auto& [speed, list] : of_speed) std::ranges::sort(list);
  std::map<int32_t, HostSamples> result;
  for (const auto& [host_and_speed, count] : devices_on) {
    const std::vector<int64_t>& list = of_speed[host_and_speed.second];
    HostSamples& host = result[host_and_speed.first];
    for (size_t i = 0; i < count; ++i) {
      host.fewest += list[i];
      host.most += list[list.size() - 1 - i];
    }
  }
  return result;
}

// Of a host's samples, those stay that its devices in the other group have room for.
TransferCost PlanCosts::least_transfer(int64_t profile_bytes, std::span<const int32_t> from,
                                       std::span<const int32_t> to, int32_t microbatches) const {
  if (problem_.boundary == BoundaryRule::kWhole) {
    return transfer(profile_bytes, from, to, microbatches);
  }
  const auto sent = host_samples(from, microbatches), received = host_samples(to, microbatches);
  const double sample_bytes =
      static_cast<double>(profile_bytes) / static_cast<double>(problem_.profile.batch);
  double slowest = 0, latency = 0;
  const auto through = [&](const std::map<int32_t, HostSamples>& these,
                           const std::map<int32_t, HostSamples>& others) {
    for (const auto& [host, count] : these) {
      const auto other = others.find(host);
      const int64_t crossing = count.fewest - (other == others.end() ? 0 : other->second.most);
      if (crossing <= 0) continue;
      const auto port = core::port_of(problem_.cluster, problem_.cluster.hosts[host]);
      slowest = std::max(
          slowest, sample_bytes * static_cast<double>(crossing) / port->bandwidth_bytes_per_second);
      latency = std::max(latency, port->latency_seconds);
    }
  };
  through(sent, received);
  through(received, sent);
  return {.busy = to_ticks(slowest), .latency = to_ticks(latency), .out_hosts = {}, .in_hosts = {}};
}

const core::GroupLinks& PlanCosts::links_of(std::span<const int32_t> group) const {
  std::vector<int32_t> key;
  std::vector<core::Device> members;
  for (const int32_t device : group) {
    const int32_t host = devices_[device].host;
    if (members.empty() || members.back().host != host) {
      key.insert(key.end(), {connection_of_host_[host], 0});
    }
    ++key.back();
    members.push_back(devices_[device]);
  }
  const auto found = links_.find(key);
  if (found != links_.end()) return found->second;
  return links_.emplace(std::move(key), core::group_links(problem_.cluster, members)).first->second;
}

Ticks PlanCosts::all_reduce(int64_t bytes, std::span<const int32_t> group) const {
  if (bytes == 0) return 0;
  double slowest = 0;
  for (const int32_t device : group) slowest = std::max(slowest, 1 / speeds_[device]);
  const Ticks update =
      to_ticks(static_cast<double>(bytes) * problem_.update_seconds_per_byte * slowest);
  if (group.size() < 2) return update;
  const double block = static_cast<double>(bytes) / static_cast<double>(group.size());
  const std::vector<double> blocks(group.size(), block);
  return update + to_ticks(core::cheapest_collective(std::span(&links_of(group), 1),
                                                     core::CollectiveKind::kAllReduce, blocks)
                               .phases.seconds());
}

}  // namespace motley::tensor::stage
