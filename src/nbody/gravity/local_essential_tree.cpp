#include "nbody/gravity/local_essential_tree.h"

#include <algorithm>
#include <bit>
#include <cmath>
#include <cstring>
#include <numeric>

#include "core/comm/arrays.h"
#include "nbody/domain/hilbert.h"
#include "nbody/gravity/short_range.h"

namespace motley::nbody {
namespace {

constexpr int kBoxes = 64;  // bounding boxes that describe the targets of a rank

uint64_t cell_start(uint64_t key, int depth) { return key & ~(keys_per_cell(depth) - 1); }

// Records as they are sent: 32-bit words only.
struct PackedGhost {
  uint32_t x, y, z, key_low, key_high;
  float old_acceleration;
  uint64_t key() const { return uint64_t{key_high} << 32 | key_low; }
};
struct PackedFarCell {
  uint32_t key_low, key_high;
  FarCell cell;
  uint64_t key() const { return uint64_t{key_high} << 32 | key_low; }
};

PackedGhost packed_ghost(const SubsetParticles& set, int64_t i) {
  return {set.position[0][i],
          set.position[1][i],
          set.position[2][i],
          static_cast<uint32_t>(set.keys[i]),
          static_cast<uint32_t>(set.keys[i] >> 32),
          set.old_acceleration.empty() ? 0.0f : set.old_acceleration[i]};
}

void append(SubsetParticles& set, const PackedGhost& m) {
  set.position[0].push_back(m.x);
  set.position[1].push_back(m.y);
  set.position[2].push_back(m.z);
  set.keys.push_back(m.key());
  set.old_acceleration.push_back(m.old_acceleration);
}

void reserve(SubsetParticles& set, int64_t count) {
  for (auto& axis : set.position) axis.reserve(count);
  set.keys.reserve(count);
  set.old_acceleration.reserve(count);
}

// Number of 32-bit words in a record.
template <class T>
constexpr int64_t num_words_of = sizeof(T) / sizeof(uint32_t);

template <class T>
void append_words(const std::vector<T>& values, std::vector<uint32_t>& words) {
  const auto* begin = reinterpret_cast<const uint32_t*>(values.data());
  words.insert(words.end(), begin, begin + std::ssize(values) * num_words_of<T>);
}
template <class T>
std::vector<T> unpack_words(std::span<const uint32_t>& words, int64_t count) {
  std::vector<T> values(count);
  const size_t used = static_cast<size_t>(count) * num_words_of<T>;
  if (count > 0) std::memcpy(static_cast<void*>(values.data()), words.data(), used * 4);
  words = words.subspan(used);
  return values;
}

// Describes where the targets of a rank are: the bounding box of some cells, in integer
// coordinates.
struct TargetBox {
  uint32_t center[3] = {};
  float half[3] = {-1, -1, -1};  // negative: empty
};

TargetBox bounding_box(const Tree& tree, std::span<const uint32_t> cells, double scale) {
  TargetBox box;
  const Cell& first = tree.cells[cells[0]];
  for (int axis = 0; axis < 3; ++axis) {
    double low = 0, high = 0;
    for (const uint32_t index : cells) {
      const Cell& cell = tree.cells[index];
      const auto at =
          static_cast<double>(static_cast<int32_t>(cell.center[axis] - first.center[axis]));
      const double half = cell.half[axis] / scale;
      low = std::min(low, at - half);
      high = std::max(high, at + half);
    }
    box.center[axis] =
        first.center[axis] + static_cast<uint32_t>(static_cast<int64_t>(0.5 * (low + high)));
    box.half[axis] = static_cast<float>((0.5 * (high - low) + 2) * (1 + 1e-6));
  }
  return box;
}

// Whether any point of the cell can be within `reach` of any point of the box.
bool is_within(const Cell& cell, const TargetBox& box, double scale, double reach) {
  if (box.half[0] < 0) return false;
  double square = 0;
  for (int axis = 0; axis < 3; ++axis) {
    const auto d = static_cast<double>(static_cast<int32_t>(cell.center[axis] - box.center[axis]));
    const double gap = std::max(0.0, std::abs(d) - box.half[axis] - cell.half[axis] / scale);
    square += gap * gap;
  }
  return square <= reach * reach;
}

// Concatenates three subsets; without old accelerations if `b` has none.
SubsetParticles concatenated(const SubsetParticles& a, const SubsetParticles& b,
                             const SubsetParticles& c) {
  const auto join = [](const auto& x, const auto& y, const auto& z) {
    std::remove_cvref_t<decltype(x)> all;
    all.reserve(x.size() + y.size() + z.size());
    for (const auto* piece : {&x, &y, &z}) all.insert(all.end(), piece->begin(), piece->end());
    return all;
  };
  SubsetParticles all;
  for (int axis = 0; axis < 3; ++axis) {
    all.position[axis] = join(a.position[axis], b.position[axis], c.position[axis]);
  }
  all.keys = join(a.keys, b.keys, c.keys);
  if (!b.old_acceleration.empty())
    all.old_acceleration = join(a.old_acceleration, b.old_acceleration, c.old_acceleration);
  return all;
}

// Inserts `before` and `after` around an array, and frees them.
template <class T>
void wrap_array(std::vector<T>& values, std::vector<T>& before, std::vector<T>& after) {
  if (before.empty() && after.empty()) return;
  std::vector<T> all;
  all.reserve(before.size() + values.size() + after.size());
  all.insert(all.end(), before.begin(), before.end());
  all.insert(all.end(), values.begin(), values.end());
  all.insert(all.end(), after.begin(), after.end());
  values.swap(all);
  before = {};
  after = {};
}

class GhostExporter {
 public:
  GhostExporter(const DomainBoundaries& boundaries, int rank,
                const SubsetDistribution& distribution, const LocalEssentialTreeSettings& settings)
      : own_{boundaries[rank], boundaries[rank + 1]},
        distribution_(distribution),
        settings_(settings) {}

  // Builds the tree of our particles and the shared ones; ours are [own_begin, own_end).
  void build_tree(const SubsetParticles& set, int64_t own_begin, int64_t own_end) {
    set_ = &set;
    own_begin_ = own_begin;
    own_end_ = own_end;
    tree_ = make_tree(set.keys, spans(set.position), {},
                      {.leaf_size = settings_.leaf_size,
                       .forced_splits = distribution_.forced_splits,
                       .scale = settings_.scale,
                       .boxes_only = true},
                      settings_.num_threads);
  }

  std::vector<TargetBox> boxes() const {
    std::vector<uint32_t> targets, open;
    if (own_begin_ < own_end_) open.push_back(0);
    while (!open.empty()) {
      const uint32_t index = open.back();
      open.pop_back();
      const Cell& cell = tree_.cells[index];
      if (!has_own(cell)) continue;
      if (cell.is_leaf() || cell.total <= kTaskParticles) {
        targets.push_back(index);
        continue;
      }
      for (uint32_t c = cell.num_children; c-- > 0;) open.push_back(cell.child + c);
    }
    std::vector<TargetBox> boxes(kBoxes);
    const size_t n = targets.size();
    for (size_t b = 0; b < kBoxes; ++b) {
      const size_t begin = n * b / kBoxes, end = n * (b + 1) / kBoxes;
      if (begin < end) {
        boxes[b] =
            bounding_box(tree_, std::span(targets).subspan(begin, end - begin), settings_.scale);
      }
    }
    return boxes;
  }

  // Selects what a rank with these targets receives.
  void select(std::span<const TargetBox> targets, std::vector<PackedGhost>& ghosts,
              std::vector<PackedFarCell>& far) const {
    const double reach =
        std::sqrt(settings_.cutoff_square) / settings_.scale * (1 + 1e-4);  // margin for rounding
    export_cell(0, 0, targets, reach, ghosts, far);
  }

 private:
  bool has_own(const Cell& cell) const {
    return int64_t{cell.first} + cell.count > own_begin_ && cell.first < own_end_;
  }
  bool is_shared(uint64_t start, uint64_t end) const {
    return std::ranges::any_of(distribution_.shared, [&](const SubsetDistribution::KeyRange& s) {
      return s.begin <= start && end <= s.end;
    });
  }

  void export_cell(uint32_t index, int depth, std::span<const TargetBox> targets, double reach,
                   std::vector<PackedGhost>& ghosts, std::vector<PackedFarCell>& far) const {
    const Cell& cell = tree_.cells[index];
    if (!has_own(cell)) return;
    const uint64_t start = cell_start(set_->keys[cell.first], depth);
    const uint64_t end = start + keys_per_cell(depth);
    bool is_exported = is_shared(start, end);
    if (!is_exported && start >= own_.begin && end <= own_.end) {
      if (std::ranges::none_of(targets, [&](const TargetBox& box) {
            return is_within(cell, box, settings_.scale, reach);
          })) {
        PackedFarCell record{
            static_cast<uint32_t>(start),
            static_cast<uint32_t>(start >> 32),
            {.index = 0, .depth = depth, .total = cell.total, .center = {}, .half = {}}};
        std::ranges::copy(cell.center, record.cell.center);
        std::ranges::copy(cell.half, record.cell.half);
        far.push_back(record);
        return;
      }
      is_exported = cell.is_leaf();
    }
    if (is_exported) {
      const int64_t begin = std::max<int64_t>(own_begin_, cell.first);
      const int64_t stop = std::min<int64_t>(own_end_, int64_t{cell.first} + cell.count);
      for (int64_t i = begin; i < stop; ++i) ghosts.push_back(packed_ghost(*set_, i));
      return;
    }
    for (uint32_t c = 0; c < cell.num_children; ++c) {
      export_cell(cell.child + c, depth + 1, targets, reach, ghosts, far);
    }
  }

  SubsetDistribution::KeyRange own_;
  const SubsetDistribution& distribution_;
  LocalEssentialTreeSettings settings_;
  const SubsetParticles* set_ = nullptr;
  int64_t own_begin_ = 0, own_end_ = 0;
  Tree tree_;
};

// The particles of shared cells, gathered from all ranks.
std::vector<PackedGhost> shared_ghosts(core::Communicator& comm,
                                       const SubsetDistribution& distribution,
                                       const SubsetParticles& set) {
  std::vector<PackedGhost> mine;
  for (const SubsetDistribution::KeyRange& s : distribution.shared) {
    for (int64_t i = first_index_of(set.keys, s.begin), end = first_index_of(set.keys, s.end);
         i < end; ++i) {
      mine.push_back(packed_ghost(set, i));
    }
  }
  return core::gathered(comm, mine, distribution.num_shared);
}

// Merges the ghosts and far cells of one rank, both sorted by key.
void merge(std::span<const PackedGhost> ghosts, std::span<const PackedFarCell> far,
           SubsetParticles& to, std::vector<FarCell>& far_cells) {
  size_t f = 0;
  const auto append_far = [&] {
    FarCell cell = far[f].cell;
    cell.index = static_cast<uint32_t>(to.keys.size());
    append(to,
           {cell.center[0], cell.center[1], cell.center[2], far[f].key_low, far[f].key_high, 0});
    far_cells.push_back(cell);
    ++f;
  };
  for (const PackedGhost& m : ghosts) {
    while (f < far.size() && far[f].key() < m.key()) append_far();
    append(to, m);
  }
  while (f < far.size()) append_far();
}

}  // namespace

SubsetDistribution subset_distribution(core::Communicator& comm, const DomainBoundaries& boundaries,
                                       std::span<const uint64_t> keys, int64_t only_counted) {
  SubsetDistribution distribution;
  const int ranks = comm.num_ranks();
  std::vector<int64_t> counts(ranks);  // per rank, then per cell at each boundary
  counts[comm.rank()] = std::ssize(keys);
  for (int r = 1; r < ranks; ++r) {
    for (int depth = 0; depth <= kKeyDepth; ++depth) {
      const uint64_t start = cell_start(std::min(boundaries[r], kKeyEnd - 1), depth);
      counts.push_back(first_index_of(keys, start + keys_per_cell(depth)) -
                       first_index_of(keys, start));
    }
  }
  comm.all_reduce(core::elements(counts), core::elements(counts), core::Reduction::kSum).wait();
  distribution.counts.assign(counts.begin(), counts.begin() + ranks);
  distribution.total =
      std::accumulate(distribution.counts.begin(), distribution.counts.end(), int64_t{0});
  if (distribution.total <= only_counted) return distribution;
  for (int r = 1; r < ranks; ++r) {
    if (boundaries[r] >= kKeyEnd) continue;
    int depth = 0;
    const auto count = [&] { return counts[ranks + (r - 1) * (kKeyDepth + 1) + depth]; };
    const auto is_split = [&] { return cell_start(boundaries[r], depth) < boundaries[r]; };
    while (is_split() && count() > int64_t{kTaskParticles}) ++depth;
    distribution.forced_splits.push_back({boundaries[r], depth});
    const uint64_t start = cell_start(boundaries[r], depth);
    if (is_split() && count() > 0 &&
        (distribution.shared.empty() || distribution.shared.back().begin != start)) {
      distribution.shared.push_back({start, start + keys_per_cell(depth)});
    }
  }
  int64_t mine = 0;
  for (const SubsetDistribution::KeyRange& s : distribution.shared) {
    mine += first_index_of(keys, s.end) - first_index_of(keys, s.begin);
  }
  if (distribution.shared.empty()) {
    distribution.num_shared.assign(ranks, 0);
  } else {
    distribution.num_shared = core::gathered(comm, mine);
  }
  return distribution;
}

LocalEssentialTree add_ghosts(core::Communicator& comm, const DomainBoundaries& boundaries,
                              const SubsetDistribution& distribution, SubsetParticles& set,
                              const LocalEssentialTreeSettings& settings) {
  const int ranks = comm.num_ranks(), rank = comm.rank();
  LocalEssentialTree let;
  const auto own_count = std::ssize(set.keys);
  std::vector<PackedGhost> shared;
  if (!distribution.shared.empty()) shared = shared_ghosts(comm, distribution, set);
  // Ghosts of lower ranks, and of higher ranks.
  SubsetParticles before, after;
  GhostExporter sender(boundaries, rank, distribution, settings);
  SubsetParticles with_shared;
  if (distribution.shared.empty()) {
    sender.build_tree(set, 0, own_count);
  } else {
    int64_t i = 0;
    for (int r = 0; r < ranks; ++r) {
      for (const int64_t end = i + distribution.num_shared[r]; i < end; ++i) {
        if (r != rank) append(r < rank ? before : after, shared[i]);
      }
    }
    with_shared = concatenated(before, set, after);
    sender.build_tree(with_shared, std::ssize(before.keys), std::ssize(before.keys) + own_count);
    before = after = {};
  }
  std::vector<TargetBox> mine = sender.boxes();
  const std::vector<TargetBox> boxes =
      core::gathered(comm, mine, std::vector<int64_t>(ranks, kBoxes));
  std::vector<uint32_t> words;  // per rank: ghosts, then far cells
  std::vector<int64_t> num_words(ranks), counts(2 * ranks);
  for (int r = 0; r < ranks; ++r) {
    const auto targets = std::span(boxes).subspan(size_t(r) * kBoxes, kBoxes);
    const bool has_targets =
        r != rank && std::ranges::any_of(targets, [](const auto& b) { return b.half[0] >= 0; });
    std::vector<PackedGhost> ghosts;
    std::vector<PackedFarCell> far;
    if (has_targets && own_count > 0) sender.select(targets, ghosts, far);
    counts[2 * r] = std::ssize(ghosts);
    counts[2 * r + 1] = std::ssize(far);
    const auto before_rank = std::ssize(words);
    words.reserve(words.size() + ghosts.size() * num_words_of<PackedGhost> +
                  far.size() * num_words_of<PackedFarCell>);
    append_words(ghosts, words);
    append_words(far, words);
    num_words[r] = std::ssize(words) - before_rank;
  }
  std::vector<int64_t> received(2 * ranks), from_words(ranks);
  const std::vector<int64_t> twos(ranks, 2);
  comm.all_to_all(core::elements(counts), twos, core::elements(received), twos).wait();
  for (int r = 0; r < ranks; ++r) {
    from_words[r] = received[2 * r] * num_words_of<PackedGhost> +
                    received[2 * r + 1] * num_words_of<PackedFarCell>;
  }
  core::exchange(comm, words, num_words, from_words);
  std::vector<FarCell> far_after;
  int64_t num_before = 0, num_after = 0;
  for (int r = 0; r < ranks; ++r) {
    (r < rank ? num_before : num_after) += received[2 * r] + received[2 * r + 1];
  }
  reserve(before, num_before);
  reserve(after, num_after);
  std::span<const uint32_t> left = words;
  for (int r = 0; r < ranks; ++r) {
    const auto ghosts = unpack_words<PackedGhost>(left, received[2 * r]);
    const auto far = unpack_words<PackedFarCell>(left, received[2 * r + 1]);
    if (r + 1 == ranks) words = {};
    merge(ghosts, far, r < rank ? before : after, r < rank ? let.far : far_after);
  }
  const auto shift = static_cast<uint32_t>(std::ssize(before.keys) + own_count);
  for (FarCell& cell : far_after) {
    cell.index += shift;
    let.far.push_back(cell);
  }
  let.own_begin = std::ssize(before.keys);
  let.own_end = let.own_begin + own_count;
  for (int axis = 0; axis < 3; ++axis) {
    wrap_array(set.position[axis], before.position[axis], after.position[axis]);
  }
  wrap_array(set.keys, before.keys, after.keys);
  if (!set.old_acceleration.empty() || own_count == 0)
    wrap_array(set.old_acceleration, before.old_acceleration, after.old_acceleration);
  return let;
}

void remove_ghosts(const LocalEssentialTree& let, SubsetParticles& set) {
  const auto keep = [&](auto& values) {
    if (values.empty()) return;
    values.erase(values.begin() + let.own_end, values.end());
    values.erase(values.begin(), values.begin() + let.own_begin);
  };
  for (auto& axis : set.position) keep(axis);
  keep(set.keys);
  keep(set.old_acceleration);
}

}  // namespace motley::nbody
