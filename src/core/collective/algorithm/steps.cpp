#include "core/collective/algorithm/steps.h"

#include <algorithm>

namespace motley::core {

std::vector<Range> cut(Range range, int64_t chunk) {
  std::vector<Range> pieces;
  for (int64_t done = 0; done < range.count; done += chunk) {
    pieces.push_back({range.at + done, std::min(chunk, range.count - done)});
  }
  return pieces;
}

std::vector<int64_t> offsets_of(const std::vector<int64_t>& counts) {
  std::vector<int64_t> offsets = {0};
  for (int64_t count : counts) offsets.push_back(offsets.back() + count);
  return offsets;
}

std::vector<int64_t> even_counts(int64_t count, int num_blocks) {
  // count * b / n without the product, which may overflow.
  const auto begin = [&](int64_t b) {
    return count / num_blocks * b + count % num_blocks * b / num_blocks;
  };
  std::vector<int64_t> counts;
  for (int64_t b = 0; b < num_blocks; ++b) counts.push_back(begin(b + 1) - begin(b));
  return counts;
}

}  // namespace motley::core
