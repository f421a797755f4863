#include "tensor/plan/search/groups.h"

#include <fmt/format.h>

#include <algorithm>
#include <numeric>
#include <set>

#include "core/balance/ratio.h"
#include "core/balance/speeds.h"

namespace motley::tensor::search {
namespace {

std::string text_of(const core::Ratio& ratio, size_t which) {
  const auto [least, most] = std::ranges::minmax(ratio);
  if (most - least < 1e-9) return "even shares";
  return which == 0 ? "shares by speed" : "shares between speed and even";
}

class Groups {
 public:
  Groups(const core::Cluster& cluster, GroupEffort effort, bool even)
      : cluster_(cluster),
        thorough_(effort == GroupEffort::kThorough),
        tries_hosts_(effort != GroupEffort::kQuick),
        even_(even),
        devices_(core::devices(cluster)),
        speeds_(core::described_speeds(cluster, core::SpeedFigure::kFlops)) {}

  std::vector<CandidateGroup> run() {
    const int n = static_cast<int>(devices_.size());
    std::vector<int> all(n);
    std::iota(all.begin(), all.end(), 0);
    add_row(all, fmt::format("all {} devices", n));
    add_fastest(1);
    if (!thorough_) {
      add_fastest_hosts();
      return std::move(groups_);
    }
    for (const double slowest : distinct_speeds()) {
      std::vector<int> fast;
      for (int d : all) {
        if (speeds_[d] >= slowest) fast.push_back(d);
      }
      add_row(fast, fmt::format("the {} fastest devices", fast.size()));
    }
    for (size_t h = 0; h < cluster_.hosts.size(); ++h) {
      std::vector<int> of_host;
      for (int d : all) {
        if (devices_[d].host == static_cast<int>(h)) of_host.push_back(d);
      }
      add_row(of_host, fmt::format("host {} alone", h));
    }
    add_fastest_hosts();
    add_grids(all);
    return std::move(groups_);
  }

 private:
  std::vector<double> speeds_of(const std::vector<int>& devices) const {
    std::vector<double> speeds;
    for (int d : devices) speeds.push_back(speeds_[d]);
    return speeds;
  }

  std::vector<core::Ratio> ratios_of(const std::vector<double>& speeds) const {
    const size_t n = speeds.size();
    if (even_) return {core::Ratio(n, 1.0 / static_cast<double>(n))};
    return core::clip_candidates(speeds);
  }

  std::vector<double> distinct_speeds() const {
    const std::set<double> all(speeds_.begin(), speeds_.end());
    return {all.rbegin(), all.rend()};
  }

  // Groups of the same devices at the same positions are duplicates.
  bool is_new(const DeviceGrid& grid, const std::vector<int>& devices) {
    std::vector<double> key;
    for (int size : grid.sizes) key.push_back(size);
    std::vector<int> hosts;
    for (int d : devices) {
      const auto at = std::ranges::find(hosts, devices_[d].host);
      const core::Host& host = cluster_.hosts[devices_[d].host];
      key.push_back(static_cast<double>(at - hosts.begin()));
      key.push_back(devices_[d].type);
      for (const auto& link : {host.link, core::port_of(cluster_, host)}) {
        key.push_back(link ? link->bandwidth_bytes_per_second : 0);
      }
      if (at == hosts.end()) hosts.push_back(devices_[d].host);
    }
    return known_.insert(key).second;
  }

  void add_row(const std::vector<int>& devices, std::string text) {
    const DeviceGrid grid{{static_cast<int>(devices.size())}};
    if (!is_new(grid, devices)) return;
    CandidateGroup group{.grid = grid, .devices = devices, .text = std::move(text)};
    GroupLevels together{.text = "several ratio levels"};
    for (core::Ratio& ratio : ratios_of(speeds_of(devices))) {
      GroupLevels one{.text = text_of(ratio, group.levels.size())};
      together.levels[0].push_back(ratio);
      one.levels[0] = {std::move(ratio)};
      group.levels.push_back(std::move(one));
    }
    const size_t count = together.levels[0].size();
    if (thorough_ && count > 1 && count <= kMostTogether)
      group.levels.push_back(std::move(together));
    groups_.push_back(std::move(group));
  }

  void add_fastest(int count) {
    std::vector<int> order(devices_.size());
    std::iota(order.begin(), order.end(), 0);
    std::ranges::stable_sort(order, std::greater(), [&](int d) { return speeds_[d]; });
    order.resize(count);
    add_row(order, "the fastest device alone");
  }

  // Each further host adds compute and communication: 1, 2, ... of them, with strides if there are
  // many.
  void add_fastest_hosts() {
    std::vector<std::vector<int>> hosts(cluster_.hosts.size());
    for (size_t d = 0; d < devices_.size(); ++d) {
      hosts[static_cast<size_t>(devices_[d].host)].push_back(static_cast<int>(d));
    }
    std::ranges::stable_sort(hosts, std::greater(), [&](const std::vector<int>& devices) {
      const auto speeds = speeds_of(devices);
      return std::reduce(speeds.begin(), speeds.end());
    });
    const size_t stride = (hosts.size() + kMostPrefixes - 1) / kMostPrefixes;
    std::vector<int> fastest;
    const size_t most = tries_hosts_ ? hosts.size() : std::min<size_t>(2, hosts.size());
    for (size_t count = 1; count < most; ++count) {
      const auto& next = hosts[count - 1];
      fastest.insert(fastest.end(), next.begin(), next.end());
      const bool is_power = (count & (count - 1)) == 0;
      if (thorough_ ? count % stride != 0 : !is_power) continue;
      const size_t before = groups_.size();
      add_row(fastest,
              count == 1 ? "the fastest host alone" : fmt::format("the {} fastest hosts", count));
      if (groups_.size() == before) continue;
      groups_.back().is_unlikely = true;
      // Batch by speed and parameters evenly: both at once, if that is tried at all.
      auto& levels = groups_.back().levels;
      if (levels.size() > 1)
        levels = {levels[levels[levels.size() - 1].levels[0].size() > 1 ? levels.size() - 1 : 0]};
    }
  }

  // One row per host, if all hosts have the same number of devices.
  void add_grids(const std::vector<int>& all) {
    const auto per_host = core::num_devices(cluster_.hosts[0]);
    for (const core::Host& host : cluster_.hosts) {
      if (core::num_devices(host) != per_host) return;
    }
    const int n = static_cast<int>(all.size());
    int columns = static_cast<int>(per_host);
    if (columns == n) columns = n % 2 == 0 ? n / 2 : 1;  // one host: two halves
    if (columns > 1) add_grid(all, {{n / columns, columns}});
  }

  void add_grid(const std::vector<int>& all, const DeviceGrid& grid) {
    if (!is_new(grid, all)) return;
    CandidateGroup group{.grid = grid,
                         .devices = all,
                         .text = fmt::format("{} x {} devices", grid.sizes[0], grid.sizes[1])};
    // A row is as fast as its slowest device times the columns.
    std::vector<double> rows(grid.sizes[0]);
    for (int rank = 0; rank < grid.num_ranks(); ++rank) {
      double& row = rows[grid.coordinate(rank, 0)];
      row = row == 0 ? speeds_[rank] : std::min(row, speeds_[rank]);
    }
    for (core::Ratio& ratio : ratios_of(rows)) {
      GroupLevels one{.text = text_of(ratio, group.levels.size())};
      one.levels[0] = {std::move(ratio)};
      one.levels[1] = {core::Ratio(grid.sizes[1], 1.0 / grid.sizes[1])};
      group.levels.push_back(std::move(one));
    }
    groups_.push_back(std::move(group));
  }

  static constexpr size_t kMostTogether = 3;
  static constexpr size_t kMostPrefixes = 8;
  const core::Cluster& cluster_;
  bool thorough_, tries_hosts_, even_;
  std::vector<core::Device> devices_;
  std::vector<double> speeds_;
  std::set<std::vector<double>> known_;
  std::vector<CandidateGroup> groups_;
};

}  // namespace

std::vector<CandidateGroup> candidate_groups(const core::Cluster& cluster, GroupEffort effort,
                                             bool even) {
  return Groups(cluster, effort, even).run();
}

}  // namespace motley::tensor::search
