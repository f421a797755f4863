#include "tensor/plan/schedule/validate.h"

#include <fmt/format.h>

#include <algorithm>
#include <numeric>
#include <vector>

namespace motley::tensor::schedule {
namespace {

using enum ActionKind;

// Position of an action: its device and the index in that device's list.
struct Place {
  int32_t device = -1, position = -1;
  bool known() const { return device >= 0; }
};

// Index of the schedule's actions.
class Places {
 public:
  explicit Places(const Schedule& schedule)
      : num_microbatches_(schedule.num_microbatches),
        places_(size_t{4} * schedule.num_stages * schedule.num_microbatches) {}

  Place& operator()(ActionKind pass, int32_t stage, int32_t microbatch) {
    return places_[(size_t{4} * stage + static_cast<size_t>(pass)) * num_microbatches_ +
                   microbatch];
  }
  // The action of stage s that produces the gradient sent to the previous stage.
  Place& gradient(int32_t stage, int32_t microbatch) {
    Place& whole = (*this)(kBackward, stage, microbatch);
    return whole.known() ? whole : (*this)(kInputGradient, stage, microbatch);
  }

 private:
  size_t num_microbatches_;
  std::vector<Place> places_;
};

// -- each action once, on its device -----------------------------------------------------------

std::string fault_of_shape(const Schedule& s) {
  if (s.num_stages < 1 || s.num_microbatches < 1)
    return "a schedule needs stages and micro-batches";
  if (std::ssize(s.device_of_stage) != s.num_stages) return "not every stage has a device";
  for (const int32_t device : s.device_of_stage) {
    if (device < 0 || device >= s.num_devices()) return "a stage is on a device that has no list";
  }
  return "";
}

std::string fill_places(const Schedule& s, Places& places) {
  for (int32_t d = 0; d < s.num_devices(); ++d) {
    for (size_t i = 0; i < s.lists[d].size(); ++i) {
      const Action& a = s.lists[d][i];
      if (a.stage < 0 || a.stage >= s.num_stages || a.microbatch < 0 ||
          a.microbatch >= s.num_microbatches) {
        return fmt::format("{} is outside this pipeline of {} stages and {} micro-batches",
                           to_string(a), s.num_stages, s.num_microbatches);
      }
      if (s.device_of_stage[a.stage] != d) {
        return fmt::format("{} is on device {}, but stage {} is on device {}", to_string(a), d,
                           a.stage, s.device_of_stage[a.stage]);
      }
      Place& place = places(a.pass, a.stage, a.microbatch);
      if (place.known()) return fmt::format("{} appears twice", to_string(a));
      place = {d, static_cast<int32_t>(i)};
    }
  }
  return "";
}

std::string fault_of_passes(const Schedule& s, Places& places) {
  for (int32_t stage = 0; stage < s.num_stages; ++stage) {
    for (int32_t m = 0; m < s.num_microbatches; ++m) {
      const auto missing = [&](ActionKind pass) {
        return fmt::format("{} is missing", to_string({pass, stage, m}));
      };
      const bool whole = places(kBackward, stage, m).known();
      const bool input = places(kInputGradient, stage, m).known();
      const bool weight = places(kWeightGradient, stage, m).known();
      if (!places(kForward, stage, m).known()) return missing(kForward);
      if (whole && (input || weight)) {
        return fmt::format("{} appears both whole and split", to_string({kBackward, stage, m}));
      }
      if (!whole && !input && !weight) return missing(kBackward);
      if (!whole && !input) return missing(kInputGradient);
      if (!whole && !weight) return missing(kWeightGradient);
    }
  }
  return "";
}

// -- producers before consumers ----------------------------------------------------------------

// Dependencies of `action`, besides the order on its own device.
struct Needs {
  Action actions[2];
  int count = 0;
  void add(Action a) { actions[count++] = a; }
};

Needs needs_of(const Schedule& s, const Action& a, Places& places) {
  Needs needs;
  if (a.pass == kForward && a.stage > 0) needs.add({kForward, a.stage - 1, a.microbatch});
  if (a.pass == kWeightGradient) needs.add({kInputGradient, a.stage, a.microbatch});
  if (a.pass == kBackward || a.pass == kInputGradient) {
    needs.add({kForward, a.stage, a.microbatch});
    if (a.stage + 1 < s.num_stages) {
      const bool whole = places(kBackward, a.stage + 1, a.microbatch).known();
      needs.add({whole ? kBackward : kInputGradient, a.stage + 1, a.microbatch});
    }
  }
  return needs;
}

Place place_of(Places& places, const Action& a) { return places(a.pass, a.stage, a.microbatch); }

std::string fault_of_order(const Schedule& s, Places& places) {
  for (int32_t d = 0; d < s.num_devices(); ++d) {
    for (size_t i = 0; i < s.lists[d].size(); ++i) {
      const Needs needs = needs_of(s, s.lists[d][i], places);
      for (int n = 0; n < needs.count; ++n) {
        const Place place = place_of(places, needs.actions[n]);
        if (place.device == d && place.position > static_cast<int32_t>(i)) {
          return fmt::format("device {} runs {} before {}, which it needs", d,
                             to_string(s.lists[d][i]), to_string(needs.actions[n]));
        }
      }
    }
  }
  return "";
}

// The order in which a stage runs forwards or backwards, as micro-batches.
std::vector<int32_t> order_of(const Schedule& s, int32_t stage, bool forward) {
  std::vector<int32_t> order;
  for (const Action& a : s.lists[s.device_of_stage[stage]]) {
    const bool wanted =
        forward ? a.pass == kForward : a.pass == kBackward || a.pass == kInputGradient;
    if (a.stage == stage && wanted) order.push_back(a.microbatch);
  }
  return order;
}

std::string fault_of_messages(const Schedule& s) {
  for (const bool forward : {true, false}) {
    std::vector<int32_t> before = order_of(s, 0, forward);
    for (int32_t stage = 1; stage < s.num_stages; ++stage) {
      std::vector<int32_t> order = order_of(s, stage, forward);
      const auto [a, b] = std::ranges::mismatch(before, order);
      if (a != before.end()) {
        return fmt::format(
            "stages {} and {} disagree about the order of {}: micro-batch {} is next at one end, "
            "{} at the other",
            stage - 1, stage, forward ? "activations" : "gradients", *a, *b);
      }
      before = std::move(order);
    }
  }
  return "";
}

// -- no deadlock -------------------------------------------------------------------------------

// Follows the dependencies of a blocked device until a device repeats, and describes the cycle.
std::string describe_cycle(const Schedule& s, Places& places, const std::vector<size_t>& next,
                           int32_t device) {
  std::vector<int32_t> path;
  std::vector<Action> missing;  // the action that each device of the path waits for
  while (std::ranges::find(path, device) == path.end()) {
    const Needs needs = needs_of(s, s.lists[device][next[device]], places);
    for (int n = 0; n < needs.count; ++n) {
      const Place place = place_of(places, needs.actions[n]);
      if (static_cast<size_t>(place.position) < next[place.device]) continue;
      path.push_back(device);
      missing.push_back(needs.actions[n]);
      device = place.device;
      break;
    }
  }
  const auto first = static_cast<size_t>(std::ranges::find(path, device) - path.begin());
  std::string text = "deadlock: ";
  for (size_t i = first; i < path.size(); ++i) {
    text +=
        fmt::format("{}{} on device {} waits for {}", i == first ? "" : ", which is queued behind ",
                    to_string(s.lists[path[i]][next[path[i]]]), path[i], to_string(missing[i]));
  }
  return text +
         fmt::format(", which is queued behind {}", to_string(s.lists[device][next[device]]));
}

// Time: proportional to the number of actions.
std::string fault_of_waiting(const Schedule& s, Places& places) {
  constexpr int32_t kNone = -1;
  std::vector<size_t> next(s.num_devices(), 0);
  const auto waits_for = [&](int32_t d) {  // a device
    const Needs needs = needs_of(s, s.lists[d][next[d]], places);
    for (int n = 0; n < needs.count; ++n) {
      const Place place = place_of(places, needs.actions[n]);
      if (static_cast<size_t>(place.position) >= next[place.device]) return place.device;
    }
    return kNone;
  };
  // Devices are looked at again only when the one that they wait for has moved: of a long pipeline,
  // looking at all of them would take the square of its length.
  std::vector<std::vector<int32_t>> waiting(s.num_devices());
  std::vector<int32_t> ready(s.num_devices());
  std::iota(ready.rbegin(), ready.rend(), 0);
  while (!ready.empty()) {
    const int32_t d = ready.back();
    ready.pop_back();
    const size_t before = next[d];
    int32_t other = kNone;
    while (next[d] < s.lists[d].size() && (other = waits_for(d)) == kNone) ++next[d];
    if (other != kNone) waiting[other].push_back(d);
    if (next[d] == before) continue;
    ready.insert(ready.end(), waiting[d].begin(), waiting[d].end());
    waiting[d].clear();
  }
  for (int32_t d = 0; d < s.num_devices(); ++d) {
    if (next[d] < s.lists[d].size()) return describe_cycle(s, places, next, d);
  }
  return "";
}

}  // namespace

std::string fault_of(const Schedule& schedule) {
  std::string fault = fault_of_shape(schedule);
  if (!fault.empty()) return fault;
  Places places(schedule);
  if (fault.empty()) fault = fill_places(schedule, places);
  if (fault.empty()) fault = fault_of_passes(schedule, places);
  if (fault.empty()) fault = fault_of_order(schedule, places);
  if (fault.empty()) fault = fault_of_messages(schedule);
  if (fault.empty()) fault = fault_of_waiting(schedule, places);
  return fault;
}

std::string cap_violation(const Schedule& schedule, std::span<const int32_t> cap) {
  if (cap.empty()) return "";
  const std::vector<int64_t> peaks = peak_live(schedule);
  for (size_t d = 0; d < peaks.size(); ++d) {
    if (peaks[d] <= cap[d]) continue;
    return fmt::format("{} {} holds {} micro-batches, {} more than its cap of {}",
                       schedule.num_stages == schedule.num_devices() ? "stage" : "device", d,
                       peaks[d], peaks[d] - cap[d], cap[d]);
  }
  return "";
}

}  // namespace motley::tensor::schedule
