#include "tensor/sharding/sharding.h"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <numeric>
#include <queue>

#include "core/base/error.h"

namespace motley::tensor {

Shares::Shares(std::vector<int64_t> units) {
  int64_t divisor = 0;
  for (int64_t n : units) {
    MOTLEY_CHECK(n >= 0, "{} units", n);
    divisor = std::gcd(divisor, n);
  }
  MOTLEY_CHECK(divisor > 0, "no device has a share");
  for (int64_t& n : units) total_ += n /= divisor;
  units_ = std::make_shared<const std::vector<int64_t>>(std::move(units));
}

int64_t Shares::before(int device) const {
  return std::accumulate(units_->begin(), units_->begin() + device, int64_t{0});
}

bool Shares::is_even() const { return total_ == num_devices() && (*this)[0] == 1; }

int Shares::first_owner() const {
  return static_cast<int>(
      std::find_if(units_->begin(), units_->end(), [](int64_t n) { return n > 0; }) -
      units_->begin());
}

Shares even_shares(int num_devices) { return Shares(std::vector<int64_t>(num_devices, 1)); }

std::vector<int64_t> units_of(const core::Ratio& ratio, int64_t num_units) {
  // Greedy: each unit goes to the device with the least units / share after receiving it, which is
  // optimal.
  struct Next {
    double load;
    int device;
    bool operator>(const Next& other) const {
      return load != other.load ? load > other.load : device > other.device;
    }
  };
  std::vector<int64_t> units(ratio.size());
  // Equal shares, the common case: the remainder goes to the first devices.
  if (!ratio.empty() && ratio[0] > 0 && std::ranges::count(ratio, ratio[0]) == std::ssize(ratio)) {
    const int64_t each = num_units / std::ssize(ratio), rest = num_units % std::ssize(ratio);
    for (int64_t i = 0; i < std::ssize(units); ++i) units[i] = each + (i < rest ? 1 : 0);
    return units;
  }
  // Units with a load of at most num_units come first, and all of them are assigned: ratio times
  // num_units of each device, rounded down. The margin guards against rounding.
  constexpr double kMargin = 1e-9;
  std::vector<Next> heads;
  heads.reserve(ratio.size());
  int64_t left = num_units;
  for (int i = 0; i < static_cast<int>(ratio.size()); ++i) {
    if (ratio[i] <= 0) continue;
    const double share = ratio[i] * static_cast<double>(num_units);
    units[i] = std::max<int64_t>(0, static_cast<int64_t>(share - kMargin * (1 + share)));
    left -= units[i];
    heads.push_back({static_cast<double>(units[i] + 1) / ratio[i], i});
  }
  MOTLEY_CHECK(!heads.empty() && left >= 0, "a ratio without shares");
  std::priority_queue<Next, std::vector<Next>, std::greater<>> next({}, std::move(heads));
  for (; left > 0; --left) {
    const int i = next.top().device;
    next.pop();
    ++units[i];
    next.push({static_cast<double>(units[i] + 1) / ratio[i], i});
  }
  return units;
}

bool operator==(const AxisState& a, const AxisState& b) {
  if (a.kind != b.kind) return false;
  if (a.is_sharded()) return a.cut == b.cut;
  return a.is_replicated() || a.reducer == b.reducer;
}

AxisState replicated() { return {}; }
AxisState sharded(DimSharding cut) {
  return {.kind = AxisState::Kind::kSharded, .cut = std::move(cut)};
}
AxisState partial(Reducer reducer) {
  return {.kind = AxisState::Kind::kPartial, .reducer = reducer};
}

bool is_replicated(const Sharding& sharding) {
  return std::all_of(sharding.axes.begin(), sharding.axes.end(),
                     [](const AxisState& s) { return s.is_replicated(); });
}

bool is_nested(const DimSharding& inner, const DimSharding& outer) {
  if (inner.dim != outer.dim || !outer.shares.is_even()) return false;
  if (inner.period * outer.shares.total() != outer.period) return false;
  for (int i = 0; i < inner.shares.num_devices(); ++i) {
    if (inner.shares[i] == 0) return false;
  }
  return true;
}

DimSharding cut_of_line(const Sharding& sharding, int axis, const DeviceGrid& group, int rank) {
  DimSharding cut = sharding[axis].cut;
  if (!sharding[axis].is_sharded()) return cut;
  for (int a = 0; a < group.num_axes(); ++a) {
    const AxisState& other = sharding[a];
    if (a == axis || !other.is_sharded() || !is_nested(other.cut, cut)) continue;
    // Of each run, the line holds a part; within the equal shards of an outer axis, all of it.
    cut.period =
        cut.period / other.cut.shares.total() * other.cut.shares[group.coordinate(rank, a)];
  }
  return cut;
}

namespace {

std::string fault_of_cut(const DimSharding& cut, const TensorType& type, int num_devices) {
  if (cut.dim < 0 || cut.dim >= type.num_dims()) {
    return fmt::format("{} has no dimension {}", type.to_string(), cut.dim);
  }
  const int64_t extent = type.shape[cut.dim];
  if (cut.shares.num_devices() != num_devices) {
    return fmt::format("{} shares for {} devices", cut.shares.num_devices(), num_devices);
  }
  if (cut.period <= 0 || extent % cut.period != 0) {
    return fmt::format("runs of {} do not divide dimension {} of {}", cut.period, cut.dim,
                       type.to_string());
  }
  if (cut.period % cut.shares.total() != 0) {
    return fmt::format("{} along dimension {} of {} cannot be split into {} equal units",
                       cut.period, cut.dim, type.to_string(), cut.shares.total());
  }
  return {};
}

}  // namespace

std::string fault(const Sharding& sharding, const TensorType& type, const DeviceGrid& group) {
  for (int a = 0; a < kMaxGroupAxes; ++a) {
    const AxisState& state = sharding[a];
    if (a >= group.num_axes()) {
      if (!state.is_replicated()) return fmt::format("the group has no axis {}", a);
      continue;
    }
    for (int b = 0; b < a; ++b) {
      const bool both = sharding[b].is_partial() && state.is_partial();
      if (both && sharding[b].reducer != state.reducer) {
        return "the two axes have different reducers";
      }
    }
    if (!state.is_sharded()) continue;
    if (auto wrong = fault_of_cut(state.cut, type, group.sizes[a]); !wrong.empty()) return wrong;
    for (int b = 0; b < a; ++b) {
      if (!sharding[b].is_sharded() || sharding[b].cut.dim != state.cut.dim) continue;
      if (is_nested(state.cut, sharding[b].cut) || is_nested(sharding[b].cut, state.cut)) continue;
      return fmt::format(
          "dimension {} is sharded on both axes, and neither shards the equal shards of the other",
          state.cut.dim);
    }
  }
  return {};
}

Held held(const DimSharding& cut, int64_t extent, int device) {
  const int64_t unit = cut.period / cut.shares.total();
  return {.begin = cut.shares.before(device) * unit,
          .length = cut.shares[device] * unit,
          .period = cut.period,
          .num_periods = extent / cut.period};
}

Held in_both(const Held& a, const Held& b) {
  if (a.is_whole()) return b;
  if (b.is_whole()) return a;
  const Held& outer = a.length == b.period ? a : b;
  const Held& inner = a.length == b.period ? b : a;
  MOTLEY_CHECK(outer.length == inner.period, "runs of {} in shards of {}", inner.period,
               outer.length);
  return {.begin = outer.begin + inner.begin,
          .length = inner.length,
          .period = outer.period,
          .num_periods = outer.num_periods};
}

std::vector<Held> held(const Sharding& sharding, const Shape& shape, const DeviceGrid& group,
                       int rank) {
  std::vector<Held> dims;
  for (int64_t extent : shape) dims.push_back({.length = extent, .period = extent});
  for (int a = 0; a < group.num_axes(); ++a) {
    const AxisState& state = sharding[a];
    if (!state.is_sharded()) continue;
    Held& dim = dims[state.cut.dim];
    dim = in_both(dim, held(state.cut, shape[state.cut.dim], group.coordinate(rank, a)));
  }
  return dims;
}

Shape local_shape(const Sharding& sharding, const Shape& shape, const DeviceGrid& group, int rank) {
  Shape local = shape;
  for (int a = 0; a < group.num_axes(); ++a) {
    const AxisState& state = sharding[a];
    if (!state.is_sharded()) continue;
    const Shares& shares = state.cut.shares;
    local[state.cut.dim] =
        local[state.cut.dim] / shares.total() * shares[group.coordinate(rank, a)];
  }
  return local;
}

}  // namespace motley::tensor
