#include "nbody/domain/hilbert.h"

#include <algorithm>
#include <bit>
#include <numeric>
#include <tuple>

#include "core/base/threads.h"

namespace motley::nbody {
namespace {

// An orientation of the curve within a cell: the corner where it enters and the axis along which it
// leaves, encoded as 3 * corner + axis.
constexpr int kNumStates = 24;

struct Step {
  uint8_t digit, next;  // curve digit (in the inverse table: octant) and next state
};
using StepTable = std::array<std::array<Step, 8>, kNumStates>;

constexpr uint32_t rotated_left(uint32_t bits, int by) {
  by %= 3;
  return ((bits << by) | (bits >> (3 - by))) & 7;
}
constexpr uint32_t gray(uint32_t i) { return i ^ (i >> 1); }
constexpr uint32_t gray_inverse(uint32_t g) { return g ^ (g >> 1) ^ (g >> 2); }
constexpr int trailing_ones(uint32_t i) { return std::countr_one(i); }

// The corner by which the curve enters the w-th cell, and the axis along which it leaves.
constexpr uint32_t entry_corner(uint32_t w) { return w == 0 ? 0 : gray(2 * ((w - 1) / 2)); }
constexpr int leaving_axis(uint32_t w) {
  if (w == 0) return 0;
  return trailing_ones(w % 2 == 0 ? w - 1 : w) % 3;
}

constexpr StepTable make_steps() {
  StepTable table = {};
  for (int state = 0; state < kNumStates; ++state) {
    const uint32_t corner = state / 3;
    const int axis = state % 3;
    for (uint32_t octant = 0; octant < 8; ++octant) {
      const uint32_t w = gray_inverse(rotated_left(octant ^ corner, 3 - (axis + 1) % 3));
      const uint32_t next_corner = corner ^ rotated_left(entry_corner(w), axis + 1);
      const int next_axis = (axis + leaving_axis(w) + 1) % 3;
      table[state][octant] = {static_cast<uint8_t>(w),
                              static_cast<uint8_t>(3 * next_corner + next_axis)};
    }
  }
  return table;
}

constexpr StepTable make_inverse_steps(const StepTable& steps) {
  StepTable table = {};
  for (int state = 0; state < kNumStates; ++state) {
    for (uint32_t octant = 0; octant < 8; ++octant) {
      const Step step = steps[state][octant];
      table[state][step.digit] = {static_cast<uint8_t>(octant), step.next};
    }
  }
  return table;
}

constexpr StepTable kSteps = make_steps();
constexpr StepTable kInverseSteps = make_inverse_steps(kSteps);

// Three depths per lookup: the table of 24 KiB stays in the L1 cache, and a key takes seven
// dependent lookups rather than 21.
constexpr int kDepthsPerLookup = 3;
constexpr int kOctants = 1 << (3 * kDepthsPerLookup);
static_assert(kKeyDepth % kDepthsPerLookup == 0);

// Indexed by state and octants, coarsest first: the digits, and the next state in the bits above.
using LookupTable = std::array<std::array<uint16_t, kOctants>, kNumStates>;

constexpr LookupTable make_lookup_table() {
  LookupTable table = {};
  for (uint32_t first = 0; first < kNumStates; ++first) {
    for (uint32_t octants = 0; octants < kOctants; ++octants) {
      uint32_t digits = 0, state = first;
      for (int depth = kDepthsPerLookup - 1; depth >= 0; --depth) {
        const Step step = kSteps[state][(octants >> (3 * depth)) & 7];
        digits = digits << 3 | step.digit;
        state = step.next;
      }
      table[first][octants] = static_cast<uint16_t>(state * kOctants + digits);
    }
  }
  return table;
}

constexpr LookupTable kLookup = make_lookup_table();

// Interleaves the upper 21 bits of a coordinate with two zeros after each.
uint64_t interleaved_bits(uint32_t coordinate) {
  uint64_t x = coordinate >> (32 - kKeyDepth);
  x = (x | x << 32) & 0x001f00000000ffff;
  x = (x | x << 16) & 0x001f0000ff0000ff;
  x = (x | x << 8) & 0x100f00f00f00f00f;
  x = (x | x << 4) & 0x10c30c30c30c30c3;
  return (x | x << 2) & 0x1249249249249249;
}

// One pass of a stable radix sort by the `kDigitBits` bits of the key at `shift`.
constexpr int kDigitBits = 11;
constexpr int kNumDigits = 1 << kDigitBits;

void sort_by_digit(const KeyOrder& from, KeyOrder& to, int shift, int num_threads) {
  const auto count = std::ssize(from.keys);
  const auto digit_of = [shift](uint64_t key) { return (key >> shift) & (kNumDigits - 1); };
  std::vector<std::vector<uint32_t>> next(num_threads, std::vector<uint32_t>(kNumDigits));
  core::parallel_for(num_threads, count, [&](int64_t begin, int64_t end, int thread) {
    for (int64_t i = begin; i < end; ++i) ++next[thread][digit_of(from.keys[i])];
  });
  uint32_t begin_index = 0;
  for (int digit = 0; digit < kNumDigits; ++digit) {
    for (auto& of_thread : next) {
      const uint32_t in_chunk = of_thread[digit];
      of_thread[digit] = begin_index;
      begin_index += in_chunk;
    }
  }
  core::parallel_for(num_threads, count, [&](int64_t begin, int64_t end, int thread) {
    for (int64_t i = begin; i < end; ++i) {
      const uint32_t to_index = next[thread][digit_of(from.keys[i])]++;
      to.keys[to_index] = from.keys[i];
      to.order[to_index] = from.order[i];
    }
  });
}

// The radix passes leave elements with equal bits from kFirstBit up unsorted by their lower bits.
// Such a cell is 2^-11 of the Box wide; it rarely holds two particles, and half of those are
// already in order.
constexpr int kFirstBit = 3 * kKeyDepth - 3 * kDigitBits;

void sort_run(KeyOrder& sorted, int64_t begin, int64_t end) {
  std::vector<std::pair<uint64_t, uint32_t>> run;
  for (int64_t i = begin; i < end; ++i) run.emplace_back(sorted.keys[i], sorted.order[i]);
  std::ranges::stable_sort(run, {}, &std::pair<uint64_t, uint32_t>::first);
  for (int64_t i = begin; i < end; ++i) std::tie(sorted.keys[i], sorted.order[i]) = run[i - begin];
}

void sort_equal_runs(KeyOrder& sorted, int num_threads) {
  const std::vector<uint64_t>& keys = sorted.keys;
  const auto count = std::ssize(keys);
  const auto begins_run = [&](int64_t i) {
    return i == 0 || keys[i] >> kFirstBit != keys[i - 1] >> kFirstBit;
  };
  std::vector<int64_t> chunks = {0};  // each of whole runs
  for (int t = 1; t <= num_threads; ++t) {
    int64_t end = count * t / num_threads;
    while (end < count && !begins_run(end)) ++end;
    chunks.push_back(end);
  }
  core::parallel_for(num_threads, num_threads, [&](int64_t first, int64_t last, int) {
    for (int64_t begin = chunks[first], next; begin < chunks[last]; begin = next) {
      bool is_sorted = true;
      for (next = begin + 1; next < chunks[last] && !begins_run(next); ++next) {
        is_sorted &= keys[next] >= keys[next - 1];
      }
      if (!is_sorted) sort_run(sorted, begin, next);
    }
  });
}

// Merges the runs [first, last), which are adjacent in `order`.
void merge_runs(std::span<const uint64_t> keys, std::span<const int64_t> begins, size_t first,
                size_t last, std::vector<uint32_t>& order) {
  if (last - first < 2) return;
  const size_t middle = (first + last) / 2;
  merge_runs(keys, begins, first, middle, order);
  merge_runs(keys, begins, middle, last, order);
  std::inplace_merge(order.begin() + begins[first], order.begin() + begins[middle],
                     order.begin() + begins[last],
                     [&](uint32_t a, uint32_t b) { return keys[a] < keys[b]; });
}

}  // namespace

std::span<const uint16_t> hilbert_table() { return {kLookup[0].data(), kNumStates * kOctants}; }

uint64_t hilbert_key(uint32_t x, uint32_t y, uint32_t z) {
  const uint64_t octants =
      interleaved_bits(z) << 2 | interleaved_bits(y) << 1 | interleaved_bits(x);
  uint64_t key = 0;
  uint32_t state = 0;
  for (int shift = 3 * (kKeyDepth - kDepthsPerLookup); shift >= 0; shift -= 3 * kDepthsPerLookup) {
    const uint32_t step = kLookup[state][(octants >> shift) % kOctants];
    key = key << (3 * kDepthsPerLookup) | step % kOctants;
    state = step / kOctants;
  }
  return key;
}

std::array<uint32_t, 3> hilbert_cell(uint64_t key) {
  std::array<uint32_t, 3> cell = {};
  uint32_t state = 0;
  for (int depth = kKeyDepth - 1; depth >= 0; --depth) {
    const Step step = kInverseSteps[state][(key >> (3 * depth)) & 7];
    for (int axis = 0; axis < 3; ++axis) cell[axis] = cell[axis] << 1 | ((step.digit >> axis) & 1);
    state = step.next;
  }
  for (uint32_t& x : cell) x <<= 32 - kKeyDepth;
  return cell;
}

KeyOrder hilbert_order(const std::array<std::span<const uint32_t>, 3>& position, int num_threads) {
  const auto count = static_cast<int64_t>(position[0].size());
  const auto make = [&] {
    return KeyOrder{std::vector<uint32_t>(count), std::vector<uint64_t>(count)};
  };
  KeyOrder sorted = make(), scratch = make();  // the memory peak of a step
  core::parallel_for(num_threads, count, [&](int64_t begin, int64_t end, int) {
    for (int64_t i = begin; i < end; ++i) {
      sorted.keys[i] = hilbert_key(position[0][i], position[1][i], position[2][i]);
      sorted.order[i] = static_cast<uint32_t>(i);
    }
  });
  for (int shift = kFirstBit; shift < 3 * kKeyDepth; shift += kDigitBits) {
    sort_by_digit(sorted, scratch, shift, num_threads);
    std::swap(sorted, scratch);
  }
  sort_equal_runs(sorted, num_threads);
  return sorted;
}

KeyOrder merged_order(std::span<const uint64_t> keys, std::span<const int64_t> begins) {
  KeyOrder merged{std::vector<uint32_t>(keys.size()), {}};
  std::iota(merged.order.begin(), merged.order.end(), 0u);
  merge_runs(keys, begins, 0, begins.size() - 1, merged.order);
  merged.keys.reserve(keys.size());
  for (const uint32_t i : merged.order) merged.keys.push_back(keys[i]);
  return merged;
}

}  // namespace motley::nbody
