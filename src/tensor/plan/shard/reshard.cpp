#include "tensor/plan/shard/reshard.h"

#include <algorithm>
#include <limits>
#include <map>
#include <optional>

#include "core/base/error.h"
#include "tensor/plan/shard/rule.h"

namespace motley::tensor {
namespace {

constexpr double kInfinity = std::numeric_limits<double>::infinity();
// Moving or making values in place is not free: it breaks ties, in bytes of memory traffic.
constexpr double kLocalBytesPerSecond = 1e12;

std::optional<ReshardKind> kind_between(const AxisState& from, const AxisState& to) {
  if (from == to) return std::nullopt;
  if (from.is_replicated()) {
    return to.is_sharded() ? ReshardKind::kSlice : ReshardKind::kKeepOnFirst;
  }
  if (from.is_sharded()) {
    if (to.is_replicated()) return ReshardKind::kAllGather;
    if (to.is_sharded()) return ReshardKind::kAllToAll;
    // Padding is with zeros: contributions to a sum.
    return to.reducer == Reducer::kSum ? std::optional(ReshardKind::kPad) : std::nullopt;
  }
  if (to.is_replicated()) return ReshardKind::kAllReduce;
  return to.is_sharded() ? std::optional(ReshardKind::kReduceScatter) : std::nullopt;
}

// Bytes that the devices of a line along `axis` hold together: the largest line's.
double line_bytes(const Sharding& sharding, int axis, const TensorType& type,
                  const DeviceGrid& group) {
  double bytes = static_cast<double>(type.num_bytes());
  for (int a = 0; a < group.num_axes(); ++a) {
    if (a == axis || !sharding[a].is_sharded()) continue;
    const Shares& shares = sharding[a].cut.shares;
    int64_t most = 0;
    for (int i = 0; i < shares.num_devices(); ++i) most = std::max(most, shares[i]);
    bytes *= static_cast<double>(most) / static_cast<double>(shares.total());
  }
  return bytes;
}

double share(const Shares& shares, int i) {
  return static_cast<double>(shares[i]) / static_cast<double>(shares.total());
}

double smallest_share(const Shares& shares) {
  double least = 1;
  for (int i = 0; i < shares.num_devices(); ++i) least = std::min(least, share(shares, i));
  return least;
}

// The share of the whole that is in both the pieces of device i. Cuts of two dimensions are
// independent; so, as good as, are cuts of one dimension with different periods.
double share_that_stays(const DimCut& from, const DimCut& to, int i) {
  const double a = share(from.shares, i), b = share(to.shares, i);
  if (from.dim != to.dim || from.period != to.period) return a * b;
  const auto begin = [&](const Shares& s) {
    return static_cast<double>(s.before(i)) / static_cast<double>(s.total());
  };
  const double first = begin(from.shares), second = begin(to.shares);
  return std::max(0.0, std::min(first + a, second + b) - std::max(first, second));
}

// The share of the whole that the busiest device sends or receives.
double exchanged_share(const DimCut& from, const DimCut& to) {
  double most = 0;
  for (int i = 0; i < from.shares.num_devices(); ++i) {
    const double stays = share_that_stays(from, to, i);
    most = std::max({most, share(from.shares, i) - stays, share(to.shares, i) - stays});
  }
  return most;
}

}  // namespace

std::string_view name(ReshardKind kind) {
  constexpr std::string_view kNames[] = {
      "slice", "keep_on_first", "pad", "all_gather", "all_to_all", "all_reduce", "reduce_scatter"};
  return kNames[static_cast<int>(kind)];
}

bool communicates(ReshardKind kind) { return kind >= ReshardKind::kAllGather; }

GroupCosts group_costs(const core::Cluster& cluster, const DeviceGrid& group,
                       const std::vector<int>& members) {
  MOTLEY_CHECK(static_cast<int>(members.size()) == group.num_ranks(), "{} devices for {} ranks",
               members.size(), group.num_ranks());
  const std::vector<core::Device> all = core::devices(cluster);
  std::vector<core::Device> devices;
  for (int member : members) devices.push_back(all[member]);
  GroupCosts costs;
  for (int rank = 0; rank < group.num_ranks(); ++rank) {
    const core::DeviceType& type = cluster.device_types[devices[rank].type];
    const double bandwidth =
        type.memory_bytes_per_second > 0 ? type.memory_bytes_per_second : kInfinity;
    costs.ranks.push_back({type.flops_per_second, bandwidth});
  }
  for (int a = 0; a < group.num_axes(); ++a) {
    GroupCosts::Axis& axis = costs.axes[a];
    axis.bytes_per_second = kInfinity;
    // How many rings send out of a host at the same time share its port.
    std::map<int, int> leaving;
    for (int pass = 0; pass < 2; ++pass) {
      for (int rank = 0; rank < group.num_ranks(); ++rank) {
        const std::vector<int> line = group.line(rank, a);
        if (line.size() < 2) continue;
        const int next = line[(group.coordinate(rank, a) + 1) % group.sizes[a]];
        const core::Device &here = devices[rank], &there = devices[next];
        if (pass == 0) {
          leaving[here.host] += here.host != there.host;
          continue;
        }
        const core::Link link = core::link_between(cluster, here, there);
        const double sharing = here.host != there.host ? leaving[here.host] : 1;
        axis.bytes_per_second =
            std::min(axis.bytes_per_second, link.bandwidth_bytes_per_second / sharing);
        axis.latency_seconds = std::max(axis.latency_seconds, link.latency_seconds);
      }
    }
  }
  return costs;
}

double seconds_of(const ReshardStep& step, const TensorType& type, const DeviceGrid& group,
                  const GroupCosts& costs) {
  const int n = group.sizes[step.axis];
  const double bytes = line_bytes(step.from, step.axis, type, group);
  if (!communicates(step.kind)) return bytes / kLocalBytesPerSecond;
  if (n == 1) return 0;
  const GroupCosts::Axis& axis = costs.axes[step.axis];
  const AxisState &from = step.from[step.axis], &to = step.to[step.axis];
  double moved = 0, rounds = n - 1;
  switch (step.kind) {
    case ReshardKind::kAllGather:
      moved = bytes * (1 - smallest_share(from.cut.shares));
      break;
    case ReshardKind::kReduceScatter:
      moved = bytes * (1 - smallest_share(to.cut.shares));
      break;
    case ReshardKind::kAllReduce:
      moved = 2 * bytes * (n - 1) / n;
      rounds *= 2;
      break;
    default:
      moved = bytes * exchanged_share(from.cut, to.cut);
      break;
  }
  return moved / axis.bytes_per_second + rounds * axis.latency_seconds;
}

namespace {

// The states that an axis may pass through: before, after and whole; of two axes also partial and
// cut evenly anywhere. A reshard of one axis is cheaper while the other has the value in pieces.
std::vector<AxisState> stations(const AxisState& from, const AxisState& to, const TensorType& type,
                                int num_devices, bool has_other_axis) {
  std::vector<AxisState> states = {from};
  const auto add = [&](const AxisState& state) {
    if (std::find(states.begin(), states.end(), state) == states.end()) states.push_back(state);
  };
  add(to);
  add(replicated());
  if (!has_other_axis) return states;
  if (is_reducible(type.element, Reducer::kSum)) add(partial());
  for (int d = 0; d < type.num_dims(); ++d) {
    if (type.shape[d] == 0) continue;
    const core::Ratio even(num_devices, 1.0 / num_devices);
    add(sharded(
        {.dim = d, .period = type.shape[d], .shares = Shares(units_of(even, type.shape[d]))}));
  }
  return states;
}

}  // namespace

Reshard cheapest_reshard(const Sharding& from, const Sharding& to, const TensorType& type,
                         const DeviceGrid& group, const GroupCosts& costs) {
  if (from == to) return {};
  const bool two = group.num_axes() == 2;
  std::array<std::vector<AxisState>, kMaxGroupAxes> by_axis = {{{AxisState{}}, {AxisState{}}}};
  for (int a = 0; a < group.num_axes(); ++a) {
    by_axis[a] = stations(from[a], to[a], type, group.sizes[a], two);
  }
  // Nodes are pairs of stations, the first is `from`; relaxed until nothing changes.
  const int width = static_cast<int>(by_axis[0].size());
  const int num_nodes = width * static_cast<int>(by_axis[1].size());
  struct Arrival {
    double seconds = kInfinity;
    int before = -1;
    ReshardStep step;
  };
  std::vector<Sharding> states(num_nodes);
  std::vector<bool> legal(num_nodes);
  int goal = -1;
  for (int i = 0; i < num_nodes; ++i) {
    states[i][0] = by_axis[0][i % width];
    states[i][1] = by_axis[1][i / width];
    legal[i] = fault(states[i], type, group).empty();
    if (states[i] == to) goal = i;
  }
  std::vector<Arrival> best(num_nodes);
  best[0].seconds = 0;
  for (bool changed = true; changed;) {
    changed = false;
    for (int i = 0; i < num_nodes; ++i) {
      if (best[i].seconds == kInfinity) continue;
      for (int a = 0; a < group.num_axes(); ++a) {
        const int unit = a == 0 ? 1 : width;
        const int here = i / unit % static_cast<int>(by_axis[a].size());
        for (int other = 0; other < static_cast<int>(by_axis[a].size()); ++other) {
          const int j = i + (other - here) * unit;
          if (other == here || !legal[j]) continue;
          const auto kind = kind_between(states[i][a], states[j][a]);
          if (!kind) continue;
          const ReshardStep step{.kind = *kind, .axis = a, .from = states[i], .to = states[j]};
          const double seconds = best[i].seconds + seconds_of(step, type, group, costs);
          if (seconds < best[j].seconds) {
            best[j] = {seconds, i, step};
            changed = true;
          }
        }
      }
    }
  }
  MOTLEY_CHECK(goal >= 0 && best[goal].seconds < kInfinity, "no way from {} to {}",
               to_string(from, type.shape, group), to_string(to, type.shape, group));
  Reshard reshard{.seconds = best[goal].seconds};
  for (int at = goal; best[at].before >= 0; at = best[at].before) {
    reshard.steps.push_back(best[at].step);
  }
  std::reverse(reshard.steps.begin(), reshard.steps.end());
  return reshard;
}

}  // namespace motley::tensor
