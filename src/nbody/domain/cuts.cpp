#include "nbody/domain/cuts.h"

#include <algorithm>

#include "core/base/error.h"
#include "core/comm/arrays.h"
#include "nbody/domain/hilbert.h"

namespace motley::nbody {
namespace {

constexpr uint64_t kKeyEnd = uint64_t{1} << (3 * kKeyLevels);

int64_t place_of(std::span<const uint64_t> keys, uint64_t key) {
  return std::ranges::lower_bound(keys, key) - keys.begin();
}

// The keys below which the given amounts of work lie, on all ranks at once: from the root down, the
// child of the cell in which the work is found.
std::vector<uint64_t> keys_of_work(core::Communicator& comm, std::span<const uint64_t> keys,
                                   const std::vector<double>& work_before,
                                   const std::vector<double>& targets) {
  constexpr int kInner = 7;  // borders between eight children
  std::vector<uint64_t> cell(targets.size());
  std::vector<double> below(targets.size() * kInner);
  for (int level = 1; level <= kKeyLevels; ++level) {
    const uint64_t width = uint64_t{1} << (3 * (kKeyLevels - level));
    for (size_t i = 0; i < targets.size(); ++i) {
      for (uint64_t c = 0; c < kInner; ++c) {
        below[i * kInner + c] = work_before[place_of(keys, cell[i] + (c + 1) * width)];
      }
    }
    comm.all_reduce(core::elements(below), core::elements(below), core::Reduction::kSum).wait();
    for (size_t i = 0; i < targets.size(); ++i) {
      uint64_t child = 0;
      while (child < kInner && below[i * kInner + child] < targets[i]) ++child;
      cell[i] += child * width;
    }
  }
  return cell;
}

// The begin of the largest cell of at most `cell_size` particles that holds each key.
void move_to_cells(core::Communicator& comm, std::span<const uint64_t> keys, int64_t cell_size,
                   std::vector<uint64_t>& cuts) {
  constexpr int kLevels = kKeyLevels + 1;
  const auto start = [](uint64_t key, int level) {
    const int shift = 3 * (kKeyLevels - level);
    return key >> shift << shift;
  };
  std::vector<int64_t> counts;
  for (const uint64_t cut : cuts) {
    for (int level = 0; level <= kKeyLevels; ++level) {
      const uint64_t begin = start(cut, level);
      const uint64_t end = begin + (uint64_t{1} << (3 * (kKeyLevels - level)));
      counts.push_back(place_of(keys, end) - place_of(keys, begin));
    }
  }
  comm.all_reduce(core::elements(counts), core::elements(counts), core::Reduction::kSum).wait();
  for (size_t i = 0; i < cuts.size(); ++i) {
    int level = 0;
    while (level < kKeyLevels && counts[i * kLevels + level] > cell_size) ++level;
    cuts[i] = start(cuts[i], level);
  }
}

}  // namespace

int rank_of(const Cuts& cuts, uint64_t key) {
  return static_cast<int>(std::ranges::upper_bound(cuts, key) - cuts.begin()) - 1;
}

Cuts balanced_cuts(core::Communicator& comm, std::span<const uint64_t> keys,
                   std::span<const float> work, std::span<const double> shares, int64_t cell_size) {
  MOTLEY_CHECK(std::ssize(shares) == comm.num_ranks(), "{} shares", shares.size());
  std::vector<double> work_before(keys.size() + 1);
  for (size_t i = 0; i < keys.size(); ++i) {
    work_before[i + 1] = work_before[i] + (work.empty() ? 1.0 : static_cast<double>(work[i]));
  }
  std::vector<double> all = {work_before.back()};
  comm.all_reduce(core::elements(all), core::elements(all), core::Reduction::kSum).wait();
  std::vector<double> targets;
  double share = 0;
  for (int r = 0; r + 1 < comm.num_ranks(); ++r) targets.push_back(all[0] * (share += shares[r]));
  Cuts cuts = {0};
  if (!targets.empty()) {
    std::vector<uint64_t> inner = keys_of_work(comm, keys, work_before, targets);
    move_to_cells(comm, keys, cell_size, inner);
    cuts.insert(cuts.end(), inner.begin(), inner.end());
  }
  cuts.push_back(kKeyEnd);
  return cuts;
}

void move_particles(core::Communicator& comm, const Cuts& cuts, Particles& particles,
                    std::vector<uint64_t>& keys, const std::vector<std::vector<float>*>& more) {
  std::vector<int64_t> send(comm.num_ranks());
  for (int r = 0; r < comm.num_ranks(); ++r) {
    send[r] = place_of(keys, cuts[r + 1]) - place_of(keys, cuts[r]);
  }
  const std::vector<int64_t> receive = core::exchanged_counts(comm, send);
  for (auto& axis : particles.position) core::exchange(comm, axis, send, receive);
  for (auto& axis : particles.momentum) core::exchange(comm, axis, send, receive);
  core::exchange(comm, particles.id, send, receive);
  core::exchange(comm, keys, send, receive);
  for (std::vector<float>* values : more) core::exchange(comm, *values, send, receive);
}

}  // namespace motley::nbody
