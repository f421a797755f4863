#include "nbody/domain/leaves.h"

#include <algorithm>

#include "nbody/domain/hilbert.h"

namespace motley::nbody {

std::vector<Leaf> cut_leaves(std::span<const uint64_t> keys, int leaf_size,
                             std::span<const uint64_t> cuts) {
  struct Open {
    uint32_t first, end;
    int level;
  };
  std::vector<Leaf> leaves;
  std::vector<Open> open;
  if (!keys.empty()) open.push_back({0, static_cast<uint32_t>(keys.size()), 0});
  while (!open.empty()) {
    const Open cell = open.back();
    open.pop_back();
    const int shift = 3 * (kKeyLevels - cell.level);  // bits below this level
    const uint64_t start = keys[cell.first] >> shift << shift;
    const auto next_cut = std::ranges::upper_bound(cuts, start);
    const bool has_border = next_cut != cuts.end() && *next_cut - start < uint64_t{1} << shift;
    const bool small = cell.end - cell.first <= static_cast<uint32_t>(leaf_size);
    if (cell.level == kKeyLevels || (small && cell.level >= kMinLeafLevel && !has_border)) {
      leaves.push_back({cell.first, cell.end - cell.first, static_cast<uint8_t>(cell.level)});
      continue;
    }
    // Children from the last to the first, so that the first is taken next.
    for (uint32_t end = cell.end; end > cell.first;) {
      const uint64_t child = keys[end - 1] >> (shift - 3) << (shift - 3);
      const auto begin = static_cast<uint32_t>(
          std::lower_bound(keys.begin() + cell.first, keys.begin() + end, child) - keys.begin());
      open.push_back({begin, end, cell.level + 1});
      end = begin;
    }
  }
  return leaves;
}

}  // namespace motley::nbody
