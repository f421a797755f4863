#include "core/base/names.h"

#include <algorithm>

namespace motley::core {
namespace {

// Letters to change, add, drop or swap with their neighbour.
size_t num_edits(const std::string& a, const std::string& b) {
  std::vector edits(a.size() + 1, std::vector<size_t>(b.size() + 1));  // from i letters to j
  for (size_t i = 0; i <= a.size(); ++i) {
    for (size_t j = 0; j <= b.size(); ++j) {
      size_t& least = edits[i][j] = std::max(i, j);
      if (i == 0 || j == 0) continue;
      least = std::min(
          {edits[i - 1][j - 1] + (a[i - 1] != b[j - 1]), edits[i - 1][j] + 1, edits[i][j - 1] + 1});
      const bool swapped = i > 1 && j > 1 && a[i - 1] == b[j - 2] && a[i - 2] == b[j - 1];
      if (swapped) least = std::min(least, edits[i - 2][j - 2] + 1);
    }
  }
  return edits[a.size()][b.size()];
}

}  // namespace

std::string nearest_name(const std::string& name, const std::vector<std::string>& names) {
  const auto nearest = std::ranges::min_element(
      names, {}, [&](const std::string& other) { return num_edits(name, other); });
  return nearest == names.end() ? "" : *nearest;
}

}  // namespace motley::core
