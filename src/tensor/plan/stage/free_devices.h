// Tracks unassigned devices and enumerates the groups worth trying for a stage. Which of identical
// neighbouring hosts of one device are chosen does not matter: one choice is tried. With too many
// groups (kRepresentatives), the same for all identical neighbouring hosts that are equally free;
// then the groups left out may have shorter transfers, because the order of devices decides which
// sample is where. With still more (kPlacements), only the placements of published planners.
//
//   2 hosts of 4, device 0 taken, 3 needed:   fresh {4,5,6}   append {1,2,3}   scatter {1,2,4}
#pragma once

#include <cstdint>
#include <optional>
#include <span>
#include <vector>

#include "tensor/plan/stage/plan_problem.h"

namespace motley::tensor::stage {

enum class GroupChoice : uint8_t { kEvery, kRepresentatives, kPlacements };

// Devices assigned so far, per host and type.
using Occupancy = std::vector<int16_t>;

class FreeDevices {
 public:
  explicit FreeDevices(const PlanProblem& problem);

  Occupancy none_taken() const { return Occupancy(slots_.size(), 0); }
  int32_t num_free(const Occupancy& taken) const;
  // After assigning `group`, which must be free.
  Occupancy after(const Occupancy& taken, std::span<const int32_t> group) const;

  // All groups if they are few, else the placements below for every size.
  std::vector<DeviceGroup> groups(const Occupancy& taken) const;
  // What groups() returns at least.
  GroupChoice choice() const { return choice_; }

  // DAPPLE's placements of `count` devices. Empty if there are not enough such devices.
  DeviceGroup fresh(const Occupancy& taken, int32_t count) const;    // unused hosts
  DeviceGroup append(const Occupancy& taken, int32_t count) const;   // partly used hosts
  DeviceGroup scatter(const Occupancy& taken, int32_t count) const;  // one from each host in turn

 private:
  // Devices of one type in one host.
  struct Slot {
    int32_t host, type;
    std::vector<int32_t> devices;
  };

  int32_t free_in(const Occupancy& taken, size_t slot) const {
    return static_cast<int32_t>(slots_[slot].devices.size()) - taken[slot];
  }
  DeviceGroup group_of(const Occupancy& taken, const Occupancy& counts) const;
  DeviceGroup from_hosts(const Occupancy& taken, int32_t count, bool fresh) const;
  std::vector<DeviceGroup> every_group(const Occupancy& taken) const;
  std::span<const int16_t> of_host(const Occupancy& all, size_t host) const {
    return std::span(all).subspan(first_slot_[host], first_slot_[host + 1] - first_slot_[host]);
  }
  std::optional<size_t> twin_before(const Occupancy& taken, size_t host) const;
  bool add_groups(const Occupancy& taken, size_t host, Occupancy& counts,
                  std::vector<DeviceGroup>& groups) const;

  std::vector<Slot> slots_;
  std::vector<int32_t> first_slot_;  // per host, and the end
  std::vector<int32_t> class_of_host_;
  GroupChoice choice_ = GroupChoice::kEvery;
};

}  // namespace motley::tensor::stage
