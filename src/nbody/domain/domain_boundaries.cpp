#include "nbody/domain/domain_boundaries.h"

#include <algorithm>

#include "core/base/error.h"
#include "core/comm/arrays.h"
#include "nbody/domain/hilbert.h"

namespace motley::nbody {
namespace {

// A boundary during the search from the root down to a cell of at most `cell_size` particles: the
// cell in which the cumulative work reaches the target.
struct Search {
  double target = 0;
  uint64_t cell = 0;
  int depth = 0;
  bool done = false;
};

// Prefix sums of the work: stored for every kBlock-th index, summed from there on the fly. Work is
// whole numbers, whose sums are exact in doubles.
class WorkBefore {
 public:
  WorkBefore(const ParticleWork& work, int64_t count) : work_(work) {
    if (work.of.empty()) return;
    for (int64_t i = 0; i <= count; i += kBlock) {
      blocks_.push_back(i == 0 ? 0 : blocks_.back() + sum(i - kBlock, i));
    }
  }
  // Without measured work: from now on each particle counts as one.
  void count_particles() { unit_work_ = true; }
  double operator()(int64_t index) const {
    if (unit_work_) return static_cast<double>(index);
    if (blocks_.empty()) return 0;
    return blocks_[index / kBlock] + sum(index / kBlock * kBlock, index);
  }

 private:
  static constexpr int64_t kBlock = 256;
  double sum(int64_t begin, int64_t end) const {
    double sum = 0;
    for (int64_t i = begin; i < end; ++i) {
      sum += static_cast<double>(work_.of[work_.order.empty() ? i : work_.order[i]]);
    }
    return sum;
  }

  ParticleWork work_;
  std::vector<double> blocks_;
  bool unit_work_ = false;
};

constexpr int kDepthPerRound = 3;  // depths that one round of the search descends
constexpr int64_t kCells = int64_t{1} << (3 * kDepthPerRound);

// Work and particles before each of the cells kDepthPerRound below the cell of a search, and before
// its end, summed over all ranks; exact in doubles.
using Sums = std::vector<double>;
constexpr int64_t kSums = 2 * (kCells + 1);  // per search

Sums sums_below(core::Communicator& comm, std::span<const uint64_t> keys,
                const WorkBefore& work_before, const std::vector<Search>& searches) {
  Sums sums(std::ssize(searches) * kSums);
  auto at = sums.begin();
  for (const Search& search : searches) {
    for (int64_t c = 0; c <= kCells; ++c, at += 2) {
      if (search.done) continue;
      const uint64_t width = keys_per_cell(search.depth + kDepthPerRound);
      const int64_t index = first_index_of(keys, search.cell + static_cast<uint64_t>(c) * width);
      at[0] = work_before(index);
      at[1] = static_cast<double>(index);
    }
  }
  comm.all_reduce(core::elements(sums), core::elements(sums), core::Reduction::kSum).wait();
  return sums;
}

// Descends, one depth at a time, as far as the sums reach.
void descend(const double* sums, int64_t cell_size, Search& s) {
  if (s.done) return;
  int64_t first = 0, cells = kCells;  // range of the cell in the sums
  const auto work_before = [&](int64_t cell) { return sums[2 * cell]; };
  const auto is_large = [&] {
    return sums[2 * (first + cells) + 1] - sums[2 * first + 1] > static_cast<double>(cell_size);
  };
  while (cells > 1 && is_large()) {
    cells /= 8;
    ++s.depth;
    uint64_t child = 0;
    while (child < 7 && work_before(first + static_cast<int64_t>(child + 1) * cells) < s.target) {
      ++child;
    }
    first += static_cast<int64_t>(child) * cells;
    s.cell += child * keys_per_cell(s.depth);
  }
  s.done = !is_large() || s.depth == kKeyDepth;
}

}  // namespace

int rank_of(const DomainBoundaries& boundaries, uint64_t key) {
  return static_cast<int>(std::ranges::upper_bound(boundaries, key) - boundaries.begin()) - 1;
}

DomainBoundaries balanced_boundaries(core::Communicator& comm, std::span<const uint64_t> keys,
                                     const ParticleWork& work, const SharesOfWork& shares_of,
                                     int64_t cell_size) {
  WorkBefore before(work, std::ssize(keys));
  const auto total_of = [](const Sums& sums) { return sums[2 * kCells]; };
  Sums sums = sums_below(comm, keys, before, {Search()});  // every search starts at the root
  const std::vector<double> shares = shares_of(total_of(sums));
  MOTLEY_CHECK(std::ssize(shares) == comm.num_ranks(), "{} shares", shares.size());
  if (total_of(sums) == 0) {  // no work measured yet
    before.count_particles();
    sums = sums_below(comm, keys, before, {Search()});
  }
  std::vector<Search> searches;
  double share = 0;
  for (int r = 0; r + 1 < comm.num_ranks(); ++r) {
    share += shares[r];
    searches.push_back({.target = total_of(sums) * share});
    descend(sums.data(), cell_size, searches.back());
  }
  while (!std::ranges::all_of(searches, &Search::done)) {
    sums = sums_below(comm, keys, before, searches);
    for (size_t i = 0; i < searches.size(); ++i) {
      descend(sums.data() + static_cast<int64_t>(i) * kSums, cell_size, searches[i]);
    }
  }
  DomainBoundaries boundaries = {0};
  for (const Search& s : searches) boundaries.push_back(std::max(s.cell, boundaries.back()));
  boundaries.push_back(kKeyEnd);
  return boundaries;
}

}  // namespace motley::nbody
