#include "nbody/domain/cuts.h"

#include <algorithm>
#include <bit>

#include "core/base/error.h"
#include "core/comm/arrays.h"
#include "nbody/domain/hilbert.h"

namespace motley::nbody {
namespace {

constexpr uint64_t kKeyEnd = uint64_t{1} << (3 * kKeyLevels);

int64_t place_of(std::span<const uint64_t> keys, uint64_t key) {
  return std::ranges::lower_bound(keys, key) - keys.begin();
}

uint64_t cell_keys(int level) { return uint64_t{1} << (3 * (kKeyLevels - level)); }

// A cut on its way from the root down to a cell of at most `cell_size` particles: the one in which
// the work before it reaches the target.
struct Search {
  double target = 0;
  uint64_t cell = 0;
  int level = 0;
  bool done = false;
};

// One round for all cuts: what lies before each of the cells three levels below, on all ranks
// together; then down, level by level.
void descend(core::Communicator& comm, std::span<const uint64_t> keys,
             const std::vector<double>& work_before, int64_t cell_size,
             std::vector<Search>& searches) {
  constexpr int kLevels = 3;
  constexpr int64_t kCells = int64_t{1} << (3 * kLevels);
  const auto num = static_cast<int64_t>(searches.size());
  std::vector<double> sums(2 * num * (kCells + 1));  // work and particles: exact in doubles
  for (int64_t i = 0; i < num; ++i) {
    for (int64_t c = 0; c <= kCells && !searches[i].done; ++c) {
      const uint64_t width = cell_keys(searches[i].level + kLevels);
      const int64_t place = place_of(keys, searches[i].cell + static_cast<uint64_t>(c) * width);
      sums[2 * (i * (kCells + 1) + c)] = work_before[place];
      sums[2 * (i * (kCells + 1) + c) + 1] = static_cast<double>(place);
    }
  }
  comm.all_reduce(core::elements(sums), core::elements(sums), core::Reduction::kSum).wait();
  for (int64_t i = 0; i < num; ++i) {
    Search& s = searches[i];
    if (s.done) continue;
    int64_t first = 0, cells = kCells;  // of the cell, among those
    const auto before = [&](int64_t cell, int what) {
      return sums[2 * (i * (kCells + 1) + cell) + what];
    };
    const auto is_large = [&] {
      return before(first + cells, 1) - before(first, 1) > static_cast<double>(cell_size);
    };
    while (cells > 1 && is_large()) {
      cells /= 8;
      ++s.level;
      uint64_t child = 0;
      while (child < 7 && before(first + static_cast<int64_t>(child + 1) * cells, 0) < s.target) {
        ++child;
      }
      first += static_cast<int64_t>(child) * cells;
      s.cell += child * cell_keys(s.level);
    }
    s.done = !is_large() || s.level == kKeyLevels;
  }
}

// Particles as words, one behind the other.
class Packed {
 public:
  explicit Packed(const std::vector<std::vector<float>*>& more) : more_(more) {}
  int64_t words() const { return 10 + static_cast<int64_t>(more_.size()); }

  void add(const Particles& p, const std::vector<uint64_t>& keys, int64_t i,
           std::vector<int32_t>& to) const {
    const auto put = [&](auto value) { to.push_back(std::bit_cast<int32_t>(value)); };
    const auto put_long = [&](uint64_t value) {
      to.push_back(static_cast<int32_t>(value));
      to.push_back(static_cast<int32_t>(value >> 32));
    };
    for (const auto& axis : p.position) put(axis[i]);
    for (const auto& axis : p.momentum) put(axis[i]);
    put_long(p.id[i]);
    put_long(keys[i]);
    for (const std::vector<float>* values : more_) put((*values)[i]);
  }

  // Takes what is left of our own and what came, those of lower ranks before and others behind.
  void join(std::span<const int32_t> before, std::span<const int32_t> behind, int64_t own_begin,
            int64_t own_end, Particles& p, std::vector<uint64_t>& keys) const {
    const auto rebuild = [&](auto& values, int word, int num_words) {
      using T = std::remove_reference_t<decltype(values)>::value_type;
      std::remove_reference_t<decltype(values)> all;
      all.reserve((before.size() + behind.size()) / words() + (own_end - own_begin));
      const auto unpack = [&](std::span<const int32_t> from) {
        for (size_t at = word; at < from.size(); at += words()) {
          if constexpr (sizeof(T) == 8) {
            all.push_back(static_cast<uint32_t>(from[at]) |
                          uint64_t{static_cast<uint32_t>(from[at + num_words - 1])} << 32);
          } else {
            all.push_back(std::bit_cast<T>(from[at]));
          }
        }
      };
      unpack(before);
      all.insert(all.end(), values.begin() + own_begin, values.begin() + own_end);
      unpack(behind);
      values.swap(all);
    };
    for (int axis = 0; axis < 3; ++axis) rebuild(p.position[axis], axis, 1);
    for (int axis = 0; axis < 3; ++axis) rebuild(p.momentum[axis], 3 + axis, 1);
    rebuild(p.id, 6, 2);
    rebuild(keys, 8, 2);
    for (size_t i = 0; i < more_.size(); ++i) rebuild(*more_[i], 10 + static_cast<int>(i), 1);
  }

 private:
  const std::vector<std::vector<float>*>& more_;
};

}  // namespace

int rank_of(const Cuts& cuts, uint64_t key) {
  return static_cast<int>(std::ranges::upper_bound(cuts, key) - cuts.begin()) - 1;
}

Cuts balanced_cuts(core::Communicator& comm, std::span<const uint64_t> keys,
                   std::span<const float> work, std::span<const double> shares,
                   int64_t cell_size) {
  MOTLEY_CHECK(std::ssize(shares) == comm.num_ranks(), "{} shares", shares.size());
  const auto sums_of = [&](const auto& work_of) {
    std::vector<double> before(keys.size() + 1);
    for (size_t i = 0; i < keys.size(); ++i) before[i + 1] = before[i] + work_of(i);
    return before;
  };
  std::vector<double> before =
      sums_of([&](size_t i) { return work.empty() ? 0.0 : static_cast<double>(work[i]); });
  double all = core::reduced(comm, before.back(), core::Reduction::kSum);
  if (all == 0) {  // nothing is known
    before = sums_of([](size_t) { return 1.0; });
    all = core::reduced(comm, before.back(), core::Reduction::kSum);
  }
  std::vector<Search> searches;
  double share = 0;
  for (int r = 0; r + 1 < comm.num_ranks(); ++r) {
    share += shares[r];
    searches.push_back({.target = all * share});
  }
  while (!std::ranges::all_of(searches, &Search::done)) {
    descend(comm, keys, before, cell_size, searches);
  }
  Cuts cuts = {0};
  for (const Search& s : searches) cuts.push_back(std::max(s.cell, cuts.back()));
  cuts.push_back(kKeyEnd);
  return cuts;
}

bool move_particles(core::Communicator& comm, const Cuts& cuts, Particles& particles,
                    std::vector<uint64_t>& keys, const std::vector<std::vector<float>*>& more) {
  const int rank = comm.rank();
  const Packed packed(more);
  std::vector<int32_t> words;
  std::vector<int64_t> send(comm.num_ranks());
  for (int r = 0; r < comm.num_ranks(); ++r) {
    const int64_t begin = place_of(keys, cuts[r]), end = place_of(keys, cuts[r + 1]);
    for (int64_t i = begin; i < end && r != rank; ++i) packed.add(particles, keys, i, words);
    if (r != rank) send[r] = (end - begin) * packed.words();
  }
  const std::vector<int64_t> receive = core::exchanged_counts(comm, send);
  const bool leaves = !words.empty();
  core::exchange(comm, words, send, receive);
  if (!leaves && words.empty()) return false;
  int64_t lower = 0;
  for (int r = 0; r < rank; ++r) lower += receive[r];
  packed.join(std::span(words).first(lower), std::span(words).subspan(lower),
              place_of(keys, cuts[rank]), place_of(keys, cuts[rank + 1]), particles, keys);
  return !words.empty();
}

}  // namespace motley::nbody
