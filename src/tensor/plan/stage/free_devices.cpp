#include "tensor/plan/stage/free_devices.h"

#include <algorithm>

namespace motley::tensor::stage {
namespace {

// With more groups than this for one stage, only the placements are tried.
constexpr size_t kMostGroups = 256;

bool alike(const core::Cluster& cluster, const core::Host& a, const core::Host& b) {
  return a.devices == b.devices && a.link == b.link &&
         core::port_of(cluster, a) == core::port_of(cluster, b);
}

}  // namespace

FreeDevices::FreeDevices(const PlanProblem& problem) {
  const core::Cluster& cluster = problem.cluster;
  const std::vector<core::Device> devices = core::devices(cluster);
  for (size_t d = 0; d < devices.size(); ++d) {
    if (slots_.empty() || slots_.back().host != devices[d].host ||
        slots_.back().type != devices[d].type) {
      slots_.push_back({.host = devices[d].host, .type = devices[d].type, .devices = {}});
    }
    slots_.back().devices.push_back(static_cast<int32_t>(d));
  }
  for (size_t host = 0; host < cluster.hosts.size(); ++host) {
    const auto first = std::ranges::find(slots_, static_cast<int32_t>(host), &Slot::host);
    first_slot_.push_back(static_cast<int32_t>(first - slots_.begin()));
    size_t twin = 0;
    while (!alike(cluster, cluster.hosts[twin], cluster.hosts[host])) ++twin;
    class_of_host_.push_back(static_cast<int32_t>(twin));
  }
  first_slot_.push_back(static_cast<int32_t>(slots_.size()));
  for (const GroupChoice choice : {GroupChoice::kEvery, GroupChoice::kRepresentatives}) {
    choice_ = choice;
    if (!every_group(none_taken()).empty()) return;
  }
  choice_ = GroupChoice::kPlacements;
}

int32_t FreeDevices::num_free(const Occupancy& taken) const {
  int32_t count = 0;
  for (size_t s = 0; s < slots_.size(); ++s) count += free_in(taken, s);
  return count;
}

Occupancy FreeDevices::after(const Occupancy& taken, std::span<const int32_t> group) const {
  Occupancy next = taken;
  for (const int32_t device : group) {
    for (size_t s = 0; s < slots_.size(); ++s) {
      if (slots_[s].devices.front() <= device && device <= slots_[s].devices.back()) ++next[s];
    }
  }
  return next;
}

DeviceGroup FreeDevices::group_of(const Occupancy& taken, const Occupancy& counts) const {
  DeviceGroup group;
  for (size_t s = 0; s < slots_.size(); ++s) {
    const auto first = slots_[s].devices.begin() + taken[s];
    group.insert(group.end(), first, first + counts[s]);
  }
  return group;
}

// The previous host that is interchangeable with `host`, if any.
std::optional<size_t> FreeDevices::twin_before(const Occupancy& taken, size_t host) const {
  const int32_t slot = first_slot_[host];
  const bool is_single = first_slot_[host + 1] - slot == 1 && slots_[slot].devices.size() == 1;
  if (choice_ == GroupChoice::kEvery && !is_single) return std::nullopt;
  for (size_t other = host; other-- > 0;) {
    if (class_of_host_[other] != class_of_host_[host]) break;
    if (std::ranges::equal(of_host(taken, other), of_host(taken, host))) return other;
  }
  return std::nullopt;
}

// Chooses device counts per slot, host by host; a host gives no more than its previous twin, which
// breaks the symmetry between twins. False if there are too many groups.
bool FreeDevices::add_groups(const Occupancy& taken, size_t host, Occupancy& counts,
                             std::vector<DeviceGroup>& groups) const {
  if (groups.size() > kMostGroups) return false;
  if (host == class_of_host_.size()) {
    if (std::ranges::any_of(counts, [](int16_t count) { return count > 0; })) {
      groups.push_back(group_of(taken, counts));
    }
    return true;
  }
  const std::optional<size_t> twin = twin_before(taken, host);
  while (true) {
    if (twin &&
        std::ranges::lexicographical_compare(of_host(counts, *twin), of_host(counts, host))) {
      break;
    }
    if (!add_groups(taken, host + 1, counts, groups)) return false;
    // Counts up, the last slot fastest: in the order of lexicographical_compare.
    int32_t s = first_slot_[host + 1] - 1;
    while (s >= first_slot_[host] && counts[s] == free_in(taken, s)) counts[s--] = 0;
    if (s < first_slot_[host]) break;
    ++counts[s];
  }
  for (int32_t s = first_slot_[host]; s < first_slot_[host + 1]; ++s) counts[s] = 0;
  return true;
}

// Empty if there are too many.
std::vector<DeviceGroup> FreeDevices::every_group(const Occupancy& taken) const {
  std::vector<DeviceGroup> groups;
  Occupancy counts(slots_.size(), 0);
  if (!add_groups(taken, 0, counts, groups) || groups.size() > kMostGroups) return {};
  return groups;
}

std::vector<DeviceGroup> FreeDevices::groups(const Occupancy& taken) const {
  std::vector<DeviceGroup> groups = every_group(taken);
  if (!groups.empty()) return groups;
  for (int32_t count = 1; count <= num_free(taken); ++count) {
    for (DeviceGroup group : {fresh(taken, count), append(taken, count), scatter(taken, count)}) {
      if (!group.empty()) groups.push_back(std::move(group));
    }
  }
  std::ranges::sort(groups);
  groups.erase(std::unique(groups.begin(), groups.end()), groups.end());
  return groups;
}

// -- placements -------------------------------------------------------------------------------

DeviceGroup FreeDevices::from_hosts(const Occupancy& taken, int32_t count, bool fresh) const {
  Occupancy counts(slots_.size(), 0);
  for (size_t host = 0; host < class_of_host_.size() && count > 0; ++host) {
    int32_t used = 0;
    for (int32_t s = first_slot_[host]; s < first_slot_[host + 1]; ++s) used += taken[s];
    if ((used == 0) != fresh) continue;
    for (int32_t s = first_slot_[host]; s < first_slot_[host + 1]; ++s) {
      counts[s] = static_cast<int16_t>(std::min(count, free_in(taken, s)));
      count -= counts[s];
    }
  }
  return count > 0 ? DeviceGroup{} : group_of(taken, counts);
}

DeviceGroup FreeDevices::fresh(const Occupancy& taken, int32_t count) const {
  return from_hosts(taken, count, true);
}

DeviceGroup FreeDevices::append(const Occupancy& taken, int32_t count) const {
  return from_hosts(taken, count, false);
}

DeviceGroup FreeDevices::scatter(const Occupancy& taken, int32_t count) const {
  if (count > num_free(taken)) return {};
  Occupancy counts(slots_.size(), 0);
  while (count > 0) {
    for (size_t host = 0; host < class_of_host_.size() && count > 0; ++host) {
      for (int32_t s = first_slot_[host]; s < first_slot_[host + 1]; ++s) {
        if (counts[s] == free_in(taken, s)) continue;
        ++counts[s];
        --count;
        break;
      }
    }
  }
  return group_of(taken, counts);
}

}  // namespace motley::tensor::stage
