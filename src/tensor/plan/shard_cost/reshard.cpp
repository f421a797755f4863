#include "tensor/plan/shard_cost/reshard.h"

#include <algorithm>
#include <map>
#include <optional>
#include <ranges>
#include <set>

#include "core/base/error.h"
#include "core/base/limits.h"
#include "core/collective/cost/collective_cost.h"
#include "tensor/sharding/rule.h"

namespace motley::tensor::shard_cost {
namespace {

using core::kInfinity;
// Slicing local data costs almost nothing: breaks ties.
constexpr double kLocalBytesPerSecond = 1e15;

std::optional<ReshardKind> kind_between(const AxisState& from, const AxisState& to) {
  if (from == to) return std::nullopt;
  if (from.is_replicated()) {
    return to.is_sharded() ? ReshardKind::kSlice : ReshardKind::kKeepOnFirst;
  }
  if (from.is_sharded()) {
    if (to.is_replicated()) return ReshardKind::kAllGather;
    if (to.is_sharded()) return ReshardKind::kAllToAll;
    // Padding uses zeros: valid contributions only to a sum.
    return to.reducer == Reducer::kSum ? std::optional(ReshardKind::kPad) : std::nullopt;
  }
  if (to.is_replicated()) return ReshardKind::kAllReduce;
  return to.is_sharded() ? std::optional(ReshardKind::kReduceScatter) : std::nullopt;
}

// Bytes held together by the devices of a line along `axis`: the largest over all lines.
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

// For two shardings of one dimension: the fraction of the whole in both shards of each device, from
// the first device on. Keeps the sum of the shares before: Shares::before adds them up each time.
class SharesThatStay {
 public:
  SharesThatStay(const Shares& from, const Shares& to) : from_(from), to_(to) {}

  double next() {
    const double first = begin_of(from_, from_units_), second = begin_of(to_, to_units_);
    const double end = std::min(first + share(from_, i_), second + share(to_, i_));
    from_units_ += from_[i_];
    to_units_ += to_[i_++];
    return std::max(0.0, end - std::max(first, second));
  }

 private:
  static double begin_of(const Shares& shares, int64_t units) {
    return static_cast<double>(units) / static_cast<double>(shares.total());
  }

  const Shares &from_, &to_;
  int i_ = 0;
  int64_t from_units_ = 0, to_units_ = 0;
};

// Identifies a line of devices: which are on which host, how hosts are connected, and the device
// types.
std::vector<double> description(const core::Cluster& cluster,
                                const std::vector<core::Device>& line) {
  std::vector<double> text;
  std::map<int, int> hosts;
  for (const core::Device& device : line) {
    const core::Host& host = cluster.hosts[device.host];
    text.push_back(hosts.try_emplace(device.host, static_cast<int>(hosts.size())).first->second);
    text.push_back(device.type);
    for (const auto& link : {host.link, core::port_of(cluster, host)}) {
      text.push_back(link ? link->bandwidth_bytes_per_second : 0);
      text.push_back(link ? link->shared_bandwidth_bytes_per_second : 0);
      text.push_back(link ? link->latency_seconds : 0);
    }
  }
  return text;
}

}  // namespace

GroupCosts group_costs(const core::Cluster& cluster, const DeviceGrid& group,
                       const std::vector<int>& members) {
  MOTLEY_CHECK(static_cast<int>(members.size()) == group.num_ranks(), "{} devices for {} ranks",
               members.size(), group.num_ranks());
  const std::vector<core::Device> all = core::devices(cluster);
  std::vector<core::Device> devices;
  for (int member : members) devices.push_back(all[member]);
  GroupCosts costs{.types = cluster.device_types};
  for (const core::Device& device : devices) costs.type_of.push_back(device.type);
  for (int a = 0; a < group.num_axes(); ++a) {
    const int num_lines = group.num_ranks() / group.sizes[a];
    std::set<std::vector<double>> known;
    for (int rank = 0; rank < group.num_ranks(); ++rank) {
      if (group.coordinate(rank, a) != 0) continue;
      std::vector<core::Device> line;
      for (int r : group.line(rank, a)) line.push_back(devices[r]);
      if (!known.insert(description(cluster, line)).second) continue;
      const bool leaves =
          std::ranges::any_of(line, [&](const core::Device& d) { return d.host != line[0].host; });
      costs.lines[a].push_back(
          core::group_links(cluster, line, {.groups_at_once = leaves ? num_lines : 1}));
    }
  }
  return costs;
}

bool axes_share_links(const GroupCosts& costs) {
  const auto num_hosts = [](const core::GroupLinks& line) { return std::ssize(line.hosts); };
  bool stays = false, leaves = false;  // an axis does, on all of its lines
  for (const std::vector<core::GroupLinks>& lines : costs.lines) {
    if (lines.empty()) continue;
    const auto [least, most] = std::ranges::minmax(lines | std::views::transform(num_hosts));
    stays = stays || most == 1;
    leaves = leaves || least > 1;
  }
  return !stays || !leaves;
}

bool is_half(const TensorType& type) {
  return type.element == ElementType::kF16 || type.element == ElementType::kBF16;
}

void add_to(Blocks& blocks, ReshardKind kind, double whole, const DimSharding& from,
            const DimSharding& to, int num_devices) {
  blocks.from.resize(num_devices);
  if (kind == ReshardKind::kAllToAll) blocks.to.resize(num_devices);
  SharesThatStay stay(from.shares, to.shares);
  for (int i = 0; i < num_devices; ++i) {
    switch (kind) {
      case ReshardKind::kAllReduce:
        blocks.from[i] += whole / num_devices;
        break;
      case ReshardKind::kReduceScatter:
        blocks.from[i] += whole * share(to.shares, i);
        break;
      case ReshardKind::kAllToAll: {
        // If the same dimension is sharded, overlapping parts stay; otherwise every device sends to
        // every other, which core/collective/cost handles.
        const bool same = from.dim == to.dim && from.period == to.period;
        const double stays = same ? stay.next() : 0;
        blocks.from[i] += whole * (share(from.shares, i) - stays);
        blocks.to[i] += whole * (share(to.shares, i) - stays);
        break;
      }
      default:
        blocks.from[i] += whole * share(from.shares, i);
        break;
    }
  }
}

Message best_message(const GroupCosts& costs, int axis, ReshardKind kind, const Blocks& blocks) {
  if (kind != ReshardKind::kAllToAll) {
    const core::CheapestCollective cheapest = core::cheapest_collective(
        costs.lines[axis], collective_of(kind).value(), blocks.from, blocks.is_half);
    return {cheapest.algorithm, cheapest.phases};
  }
  Message best;
  for (const core::GroupLinks& links : costs.lines[axis]) {
    best.phases.ports =
        std::max(best.phases.ports, core::all_to_all_seconds(links, blocks.from, blocks.to));
  }
  return best;
}

double seconds_of(const ReshardStep& step, const TensorType& type, const DeviceGrid& group,
                  const GroupCosts& costs) {
  const double bytes = line_bytes(step.from, step.axis, type, group);
  if (!communicates(step.kind)) return bytes / kLocalBytesPerSecond;
  if (group.sizes[step.axis] == 1) return 0;
  Blocks blocks{.is_half = is_half(type)};
  add_to(blocks, step.kind, bytes, step.from[step.axis].cut, step.to[step.axis].cut,
         group.sizes[step.axis]);
  return best_message(costs, step.axis, step.kind, blocks).phases.seconds();
}

namespace {

// The intermediate states of an axis: before, after and replicated; with two axes also partial and
// evenly sharded along any dimension. A reshard of one axis is cheaper while the other has the
// value sharded.
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
  // Nodes are pairs of intermediate states, the first is `from`; relaxed to a fixed point
  // (Bellman-Ford).
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
  MOTLEY_CHECK(goal >= 0 && best[goal].seconds < kInfinity, "no reshard from {} to {}",
               to_string(from, type.shape, group), to_string(to, type.shape, group));
  Reshard reshard{.seconds = best[goal].seconds};
  for (int at = goal; best[at].before >= 0; at = best[at].before) {
    reshard.steps.push_back(best[at].step);
  }
  std::reverse(reshard.steps.begin(), reshard.steps.end());
  return reshard;
}

}  // namespace motley::tensor::shard_cost
