#include "nbody/analysis/friends_of_friends.h"

#include <algorithm>
#include <atomic>
#include <cmath>
#include <numeric>

#include "core/base/error.h"
#include "core/base/threads.h"

namespace motley::nbody {
namespace {

// Disjoint-set forest (union-find) of particles, for several threads at once. The root of each set
// is its smallest index, so that the result does not depend on their order.
class DisjointSets {
 public:
  DisjointSets(uint32_t size, int num_threads) : parent_(size), num_threads_(num_threads) {
    std::iota(parent_.begin(), parent_.end(), 0u);
  }

  uint32_t root(uint32_t i) {
    while (true) {
      const uint32_t above = at(i).load(std::memory_order_relaxed);
      if (above == i) return i;
      // Another thread may have stored a higher ancestor meanwhile; any one will do.
      const uint32_t next = at(above).load(std::memory_order_relaxed);
      at(i).store(next, std::memory_order_relaxed);
      i = next;
    }
  }
  void join(uint32_t i, uint32_t j) {
    while (true) {
      i = root(i), j = root(j);
      if (i == j) return;
      if (j < i) std::swap(i, j);
      uint32_t expected = j;
      if (at(j).compare_exchange_strong(expected, i, std::memory_order_relaxed)) return;
    }
  }
  std::vector<uint32_t> roots() {
    core::parallel_for(num_threads_, std::ssize(parent_), [&](int64_t begin, int64_t end, int) {
      for (int64_t i = begin; i < end; ++i) {
        const uint32_t found = root(static_cast<uint32_t>(i));
        at(static_cast<uint32_t>(i)).store(found, std::memory_order_relaxed);
      }
    });
    return std::move(parent_);
  }

 private:
  std::atomic_ref<uint32_t> at(uint32_t i) { return std::atomic_ref(parent_[i]); }
  std::vector<uint32_t> parent_;
  int num_threads_;
};

// Particles binned by column of cells in x and y, sorted by cell of z within a column.
class Linker {
 public:
  Linker(const std::array<std::vector<uint32_t>, 3>& position, const Box& box, double link,
         int num_threads)
      : position_(position),
        num_threads_(num_threads),
        sets_(static_cast<uint32_t>(position[0].size()), num_threads),
        link_steps_(link / box.unit()),
        n_(static_cast<int64_t>(std::clamp(std::ceil(std::sqrt(3.) * box.size / link), 1.,
                                           max_cells(position[0].size())))),
        cells_are_linked_(box.size / n_ * std::sqrt(3.) <= link),
        reach_(static_cast<int64_t>(std::ceil(link * n_ / box.size))) {
    sort();
  }

  std::vector<uint32_t> link() {
    // Clusters are not spread evenly: threads take planes as they come.
    std::atomic<int64_t> next = 0;
    core::parallel_for(num_threads_, num_threads_, [&](int64_t, int64_t, int) {
      for (int64_t x = next++; x < n_; x = next++) {
        for (int64_t y = 0; y < n_; ++y) link_column(x, y);
      }
    });
    return sets_.roots();
  }

 private:
  struct Entry {
    uint32_t z_cell, particle;
  };
  // A cell is a range of entries.
  struct Cell {
    int64_t begin, end, z;
  };

  // Along an axis: bounds the memory for columns. At the usual linking length, a fifth of the mean
  // separation, it is 9 per particle along the axis.
  static double max_cells(size_t num_particles) {
    return std::min(8192., 4 + 16 * std::cbrt(static_cast<double>(num_particles)));
  }

  int64_t cell_of(uint32_t coordinate) const {
    return static_cast<int64_t>((uint64_t{coordinate} * static_cast<uint64_t>(n_)) >> 32);
  }
  int64_t column_of(uint32_t i) const {
    return cell_of(position_[0][i]) * n_ + cell_of(position_[1][i]);
  }

  void sort() {
    const auto count = static_cast<int64_t>(position_[0].size());
    const auto over_particles = [&](const auto& f) {
      core::parallel_for(num_threads_, count, [&](int64_t begin, int64_t end, int) {
        for (int64_t i = begin; i < end; ++i) f(static_cast<uint32_t>(i));
      });
    };
    const auto add_one = [](int64_t& value) {
      return std::atomic_ref(value).fetch_add(1, std::memory_order_relaxed);
    };
    begins_.assign(n_ * n_ + 1, 0);
    over_particles([&](uint32_t i) { add_one(begins_[column_of(i) + 1]); });
    std::partial_sum(begins_.begin(), begins_.end(), begins_.begin());
    entries_.resize(count);
    std::vector<int64_t> next(begins_.begin(), begins_.end() - 1);
    over_particles([&](uint32_t i) {
      entries_[add_one(next[column_of(i)])] = {static_cast<uint32_t>(cell_of(position_[2][i])), i};
    });
    core::parallel_for(num_threads_, n_ * n_, [&](int64_t first, int64_t last, int) {
      for (int64_t c = first; c < last; ++c) {
        std::sort(entries_.begin() + begins_[c], entries_.begin() + begins_[c + 1],
                  [](const Entry& a, const Entry& b) {
                    return a.z_cell != b.z_cell ? a.z_cell < b.z_cell : a.particle < b.particle;
                  });
      }
    });
  }

  Cell cell_at(int64_t begin, int64_t column_end) const {
    int64_t end = begin + 1;
    while (end < column_end && entries_[end].z_cell == entries_[begin].z_cell) ++end;
    return {begin, end, entries_[begin].z_cell};
  }

  void link_column(int64_t x, int64_t y) {
    const int64_t column = x * n_ + y;
    for (int64_t begin = begins_[column]; begin < begins_[column + 1];) {
      const Cell cell = cell_at(begin, begins_[column + 1]);
      begin = cell.end;
      link_inside(cell);
      // Half of the neighbouring cells: the others find this one.
      for (int64_t dx = 0; dx <= reach_; ++dx) {
        for (int64_t dy = dx == 0 ? 0 : -reach_; dy <= reach_; ++dy) {
          const int64_t other = wrapped(x + dx) * n_ + wrapped(y + dy);
          const bool own = dx == 0 && dy == 0;
          link_range(cell, other, own ? cell.z + 1 : cell.z - reach_, cell.z + reach_);
        }
      }
    }
  }

  int64_t wrapped(int64_t i) const { return ((i % n_) + n_) % n_; }

  void link_inside(const Cell& cell) {
    for (int64_t a = cell.begin + 1; a < cell.end; ++a) {
      if (cells_are_linked_) {
        sets_.join(entries_[a].particle, entries_[cell.begin].particle);
        continue;
      }
      for (int64_t b = cell.begin; b < a; ++b) link_pair(a, b);
    }
  }

  void link_pair(int64_t a, int64_t b) {
    const uint32_t i = entries_[a].particle, j = entries_[b].particle;
    if (are_friends(position_, i, j, link_steps_)) sets_.join(i, j);
  }

  // Joins the cell to those of a column from z_first to z_last, which may lie across the periodic
  // border.
  void link_range(const Cell& cell, int64_t column, int64_t z_first, int64_t z_last) {
    if (z_last - z_first >= n_) z_first = 0, z_last = n_ - 1;
    if (z_first < 0) {
      link_range(cell, column, z_first + n_, n_ - 1);
      z_first = 0;
    }
    if (z_last >= n_) {
      link_range(cell, column, 0, z_last - n_);
      z_last = n_ - 1;
    }
    const int64_t end = begins_[column + 1];
    const auto first =
        std::lower_bound(entries_.begin() + begins_[column], entries_.begin() + end, z_first,
                         [](const Entry& entry, int64_t value) { return entry.z_cell < value; });
    for (int64_t at = first - entries_.begin(); at < end && entries_[at].z_cell <= z_last;) {
      const Cell other = cell_at(at, end);
      at = other.end;
      link_cells(cell, other);
    }
  }

  void link_cells(const Cell& cell, const Cell& other) {
    if (other.begin == cell.begin) return;
    if (!cells_are_linked_) {
      for (int64_t a = cell.begin; a < cell.end; ++a) {
        for (int64_t b = other.begin; b < other.end; ++b) link_pair(a, b);
      }
      return;
    }
    if (sets_.root(entries_[cell.begin].particle) == sets_.root(entries_[other.begin].particle)) {
      return;
    }
    for (int64_t a = cell.begin; a < cell.end; ++a) {
      for (int64_t b = other.begin; b < other.end; ++b) {
        const uint32_t i = entries_[a].particle, j = entries_[b].particle;
        if (are_friends(position_, i, j, link_steps_)) return sets_.join(i, j);
      }
    }
  }

  const std::array<std::vector<uint32_t>, 3>& position_;
  int num_threads_;
  DisjointSets sets_;
  double link_steps_;
  int64_t n_;              // cells along each axis
  bool cells_are_linked_;  // all particles of a cell are linked; false only for a very short link
  int64_t reach_;          // of the link, in cells
  std::vector<int64_t> begins_;
  std::vector<Entry> entries_;
};

}  // namespace

std::vector<uint32_t> friends_of_friends(const std::array<std::vector<uint32_t>, 3>& position,
                                         const Box& box, double link, int num_threads) {
  MOTLEY_CHECK(link > 0 && position[0].size() < UINT32_MAX, "linking length {} for {} particles",
               link, position[0].size());
  return Linker(position, box, link, num_threads).link();
}

}  // namespace motley::nbody
