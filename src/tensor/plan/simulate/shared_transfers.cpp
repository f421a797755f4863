#include "tensor/plan/simulate/shared_transfers.h"

#include <algorithm>
#include <cmath>

namespace motley::tensor::simulate {

using namespace schedule;

void SharedTransfers::begin(Key key, std::span<const int32_t> ports, Ticks busy, Ticks now) {
  advance(now);
  Active transfer{.key = key, .left = static_cast<double>(busy)};
  transfer.ports.assign(ports.begin(), ports.end());
  for (const int32_t port : ports) ++users_[port];
  active_.push_back(std::move(transfer));
  set_rates();
}

std::optional<Ticks> SharedTransfers::next_end() const {
  if (active_.empty()) return std::nullopt;
  return first_end_;
}

SharedTransfers::Key SharedTransfers::end(Ticks now) {
  advance(now);
  const Key key = active_[first_].key;
  for (const int32_t port : active_[first_].ports) --users_[port];
  active_.erase(active_.begin() + static_cast<std::ptrdiff_t>(first_));
  set_rates();
  return key;
}

void SharedTransfers::advance(Ticks now) {
  for (Active& a : active_) a.left -= a.rate * static_cast<double>(now - now_);
  now_ = now;
}

void SharedTransfers::set_rates() {
  double soonest = INFINITY;
  for (size_t i = 0; i < active_.size(); ++i) {
    int32_t most = 1;
    for (const int32_t port : active_[i].ports) most = std::max(most, users_[port]);
    active_[i].rate = 1.0 / most;
    const double left = std::max(0.0, active_[i].left) * most;
    if (left >= soonest) continue;
    soonest = left;
    first_ = i;
  }
  // To the nearest tick: compensates rounded thirds, so that an end on a tick is exact.
  if (!active_.empty()) first_end_ = now_ + std::llround(soonest);
}

}  // namespace motley::tensor::simulate
