#include "tensor/plan/stage/down_sets.h"

#include <algorithm>
#include <map>

namespace motley::tensor::stage {
namespace {

constexpr size_t kMostCutsInOrder = 200;

}  // namespace

DownSets::DownSets(const Profile& profile, size_t limit)
    : profile_(profile), needs_(profile.layers.size()), users_(profile.layers.size()) {
  for (const ProfileEdge& edge : profile.edges) {
    needs_[edge.to].push_back(edge.from);
    users_[edge.from].push_back(edge.to);
  }
  all_ = enumerate(limit);
  if (!all_) follow_order();
}

DownSets::Set DownSets::with(const Set& set, int32_t layer) const {
  Set larger = set;
  const ProfileLayer& l = profile_.layers[layer];
  larger.bits[layer / 64] |= uint64_t{1} << (layer % 64);
  ++larger.num_layers;
  larger.forward_seconds += l.forward_seconds;
  larger.backward_seconds += l.backward_seconds;
  larger.weight_seconds += l.weight_seconds;
  larger.parameter_bytes += l.parameter_bytes;
  larger.saved_bytes += l.saved_bytes;
  return larger;
}

// By size: each set of n layers from those of n - 1. False if there are too many.
bool DownSets::enumerate(size_t limit) {
  const auto num_layers = static_cast<int32_t>(profile_.layers.size());
  sets_ = {Set{.bits = Bits((profile_.layers.size() + 63) / 64, 0)}};
  size_t begin = 0;
  for (int32_t n = 0; n < num_layers; ++n) {
    const size_t end = sets_.size();
    std::map<Bits, Set> level;
    for (size_t i = begin; i < end; ++i) {
      for (int32_t layer = 0; layer < num_layers; ++layer) {
        const auto in_set = [&](int32_t l) { return has(static_cast<int32_t>(i), l); };
        if (in_set(layer) || !std::ranges::all_of(needs_[layer], in_set)) continue;
        Set larger = with(sets_[i], layer);
        level.try_emplace(larger.bits, larger);
        if (end + level.size() > limit) return false;
      }
    }
    for (auto& [bits, set] : level) sets_.push_back(std::move(set));
    begin = end;
  }
  return true;
}

// At most kMostCutsInOrder cuts, as evenly spaced in time as the layers allow.
void DownSets::follow_order() {
  sets_ = {Set{.bits = Bits((profile_.layers.size() + 63) / 64, 0)}};
  const ProfileTotals sum = totals(profile_);
  const double step = (sum.forward_seconds + sum.backward_seconds) / kMostCutsInOrder;
  const bool few = profile_.layers.size() <= kMostCutsInOrder;
  Set next = sets_.back();
  for (size_t layer = 0; layer < profile_.layers.size(); ++layer) {
    next = with(next, static_cast<int32_t>(layer));
    const double passed = next.forward_seconds + next.backward_seconds;
    const double before = sets_.back().forward_seconds + sets_.back().backward_seconds;
    if (few || passed - before >= step || layer + 1 == profile_.layers.size())
      sets_.push_back(next);
  }
}

bool DownSets::contains(int32_t larger, int32_t smaller) const {
  const Bits &a = sets_[larger].bits, &b = sets_[smaller].bits;
  for (size_t i = 0; i < a.size(); ++i) {
    if (b[i] & ~a[i]) return false;
  }
  return true;
}

std::vector<int32_t> DownSets::layers(int32_t smaller, int32_t larger) const {
  std::vector<int32_t> layers;
  for (int32_t l = 0; l < static_cast<int32_t>(profile_.layers.size()); ++l) {
    if (has(larger, l) && !has(smaller, l)) layers.push_back(l);
  }
  return layers;
}

int64_t DownSets::bytes_between(int32_t first, int32_t second, int32_t third) const {
  int64_t bytes = 0;
  for (const int32_t layer : layers(first, second)) {
    const bool needed = std::ranges::any_of(
        users_[layer], [&](int32_t user) { return has(third, user) && !has(second, user); });
    if (needed) bytes += profile_.layers[layer].activation_bytes;
  }
  return bytes;
}

}  // namespace motley::tensor::stage
