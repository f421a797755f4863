#include "tensor/plan/schedule/choose/machine_table.h"

#include <algorithm>

namespace motley::tensor::schedule {

// For each count of `one`, the compatible counts of `other`: done items could end before undone
// items must start. The windows of a stream ascend, so two pointers suffice.
std::vector<MachineTable::Range> MachineTable::counts_beside(const Windows& windows,
                                                             const Stream& one,
                                                             const Stream& other) const {
  const int32_t M = count_;
  const auto first_end = [&](const Stream& s, int32_t n) {
    return windows.start[s.first_item + n] + s.duration;
  };
  const auto last_start = [&](const Stream& s, int32_t n) {
    return windows.end[s.first_item + n] - s.duration;
  };
  std::vector<Range> ranges(M + 1);
  int32_t low = 0, high = 0;
  for (int32_t n = 0; n <= M; ++n) {
    if (n > 0) {
      while (low < M && last_start(other, low) < first_end(one, n - 1)) ++low;
    }
    while (high < M && (n == M || first_end(other, high) <= last_start(one, n))) ++high;
    ranges[n] = {low, high};
  }
  return ranges;
}

bool MachineTable::lay_out(const StreamShop& shop, int32_t machine, const Windows& windows,
                           int64_t limit) {
  const int32_t M = count_ = shop.count, cap = shop.cap[machine];
  num_streams_ = static_cast<int32_t>(shop.streams_of[machine].size());
  for (int x = 0; x < num_streams_; ++x) {
    const int32_t s = shop.streams_of[machine][x];
    streams_[x] = {.first_item = s * M, .duration = shop.duration[s]};
  }
  of_first_ = counts_beside(windows, streams_[0], streams_[1]);
  std::vector<Range> third_of_first, third_of_second;
  if (num_streams_ == 3) {
    third_of_first = counts_beside(windows, streams_[0], streams_[2]);
    third_of_second = counts_beside(windows, streams_[1], streams_[2]);
  }
  rows_.clear();
  row_begin_.resize(M + 1);
  num_states_ = 0;
  for (int32_t i = 0; i <= M; ++i) {
    of_first_[i].high = std::min(of_first_[i].high, i);
    row_begin_[i] = static_cast<int64_t>(rows_.size()) - of_first_[i].low;
    for (int32_t j = of_first_[i].low; j <= of_first_[i].high; ++j) {
      Row row{.low = 0, .high = i - j <= cap ? 0 : -1};
      if (num_streams_ == 3) {
        row = {.low = std::max({i - cap, third_of_first[i].low, third_of_second[j].low}),
               .high = std::min({j, third_of_first[i].high, third_of_second[j].high})};
      }
      row.base = num_states_ - row.low;
      num_states_ += std::max(0, row.high - row.low + 1);
      rows_.push_back(row);
    }
    if (cost() > limit) return false;
  }
  return true;
}

bool MachineTable::fill(const Windows& windows) {
  free_.assign(num_states_, kNever);
  for (int32_t i = 0; i <= count_; ++i) {
    for (int32_t j = of_first_[i].low; j <= of_first_[i].high; ++j) {
      const Row& row = *find(i, j);
      if (i == 0 && row.has(0)) free_[row.base] = 0;
      if (const Row* from = find(i - 1, j)) arrive(*from, row, window(windows, 0, i - 1));
      if (const Row* from = find(i, j - 1)) arrive(*from, row, window(windows, 1, j - 1));
      for (int32_t k = row.low + 1; k <= row.high; ++k) {
        const Window item = window(windows, 2, k - 1);
        const Ticks end = std::max(free_[row.base + k - 1], item.start) + item.duration;
        if (end <= item.end) free_[row.base + k] = std::min(free_[row.base + k], end);
      }
    }
  }
  return num_states_ > 0 && find(count_, count_) && free_.back() < kNever;
}

// Forward transition from the states of `from` to those of `to` by running `item`.
void MachineTable::arrive(const Row& from, const Row& to, const Window& item) {
  const int32_t high = std::min(from.high, to.high);
  for (int32_t k = std::max(from.low, to.low); k <= high; ++k) {
    const Ticks end = std::max(free_[from.base + k], item.start) + item.duration;
    Ticks& best = free_[to.base + k];
    best = end <= item.end && end < best ? end : best;
  }
}

bool MachineTable::narrow(Windows& windows) {
  latest_.assign(num_states_, -1);
  for (auto& cuts : cuts_) cuts.assign(count_, {});
  latest_.back() = kNever;
  for (int32_t i = count_; i >= 0; --i) {
    for (int32_t j = of_first_[i].high; j >= of_first_[i].low; --j) {
      const Row& row = *find(i, j);
      if (const Row* to = find(i + 1, j)) leave(row, *to, window(windows, 0, i), cuts_[0][i]);
      if (const Row* to = find(i, j + 1)) leave(row, *to, window(windows, 1, j), cuts_[1][j]);
      for (int32_t k = row.high - 1; k >= row.low; --k) {
        leave(row.base + k, row.base + k + 1, window(windows, 2, k), cuts_[2][k]);
      }
    }
  }
  bool changed = false;
  for (int x = 0; x < num_streams_; ++x) {
    for (int32_t n = 0; n < count_; ++n) {
      const Cut& cut = cuts_[x][n];
      Ticks& start = windows.start[streams_[x].first_item + n];
      Ticks& end = windows.end[streams_[x].first_item + n];
      changed |= cut.start > start || cut.end < end;
      start = std::max(start, cut.start);
      end = std::min(end, cut.end);
    }
  }
  return changed;
}

// Backward transition; `cut` collects the window of the item over all feasible paths.
void MachineTable::leave(const Row& from, const Row& to, const Window& item, Cut& cut) {
  const int32_t high = std::min(from.high, to.high);
  Cut kept = cut;
  for (int32_t k = std::max(from.low, to.low); k <= high; ++k) {
    leave(from.base + k, to.base + k, item, kept);
  }
  cut = kept;
}

void MachineTable::leave(int64_t from, int64_t to, const Window& item, Cut& cut) {
  const Ticks first = std::max(free_[from], item.start);
  const Ticks last = std::min(latest_[to], item.end) - item.duration;
  if (first > last) return;
  latest_[from] = std::max(latest_[from], last);
  cut.start = std::min(cut.start, first);
  cut.end = std::max(cut.end, last + item.duration);
}

}  // namespace motley::tensor::schedule
