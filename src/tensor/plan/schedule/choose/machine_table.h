// Exact dynamic program over all interleavings of one machine's streams within given time windows.
// The items of a stream run in order, so a machine's state is three counts (i, j, k), and among all
// orders that reach it the one that ends first dominates: one number per state,
//
//   free(i, j, k) = min of max(free(i-1, j, k), earliest start of a) + duration of a
//                       and the same for b, c: the last items of the three streams; only items
//                       that end within their window count
//
// and backward from the end latest(i, j, k): the latest time at which a machine in that state can
// still meet all windows. Positions that no path from (0, 0, 0) to the end uses are cut from the
// windows. With two streams k is always 0. Cost: the number of states, at most M^3 / 6, far fewer
// if windows or cap are narrow.
#pragma once

#include <array>
#include <vector>

#include "tensor/plan/schedule/choose/stream_shop.h"

namespace motley::tensor::schedule {

// Per item.
struct Windows {
  std::vector<Ticks> start;  // earliest start
  std::vector<Ticks> end;    // latest end
};

class MachineTable {
 public:
  // Enumerates the states that the windows (narrowed along all arcs) and the cap allow; false if
  // they cost more than `limit`. `machine` is a stage.
  bool lay_out(const StreamShop& shop, int32_t machine, const Windows& windows, int64_t limit);
  // Cost of fill and narrow, in states.
  int64_t cost() const { return num_states_ + static_cast<int64_t>(rows_.size()); }

  // False if no order meets all windows.
  bool fill(const Windows& windows);
  // Cuts unused parts of the windows; true if anything was cut. Call after fill.
  bool narrow(Windows& windows);
  // Negative if the state is unreachable or cannot be completed. Call after narrow.
  Ticks latest(int32_t i, int32_t j, int32_t k) const {
    const Row* row = find(i, j);
    return row && row->has(k) ? latest_[row->base + k] : -1;
  }

 private:
  // The states (i, j, k) with k from `low` to `high`; (i, j, k) is at base + k.
  struct Row {
    int32_t low = 0, high = -1;
    int64_t base = 0;
    bool has(int32_t k) const { return low <= k && k <= high; }
  };
  struct Range {
    int32_t low = 0, high = -1;
  };
  struct Stream {
    int32_t first_item = 0;
    Ticks duration = 0;
  };

  const Row* find(int32_t i, int32_t j) const {
    if (i < 0 || i > count_ || j < of_first_[i].low || j > of_first_[i].high) return nullptr;
    return &rows_[row_begin_[i] + j];
  }
  std::vector<Range> counts_beside(const Windows& windows, const Stream& one,
                                   const Stream& other) const;
  struct Window {
    Ticks start = 0, end = 0, duration = 0;
  };
  Window window(const Windows& windows, int x, int32_t n) const {
    const auto& [first_item, duration] = streams_[x];
    return {windows.start[first_item + n], windows.end[first_item + n], duration};
  }
  // The remaining window of an item.
  struct Cut {
    Ticks start = kNever, end = -1;
  };
  void arrive(const Row& from, const Row& to, const Window& item);
  void leave(const Row& from, const Row& to, const Window& item, Cut& cut);
  void leave(int64_t from, int64_t to, const Window& item, Cut& cut);

  int32_t count_ = 0;
  int32_t num_streams_ = 0;
  std::array<Stream, 3> streams_;
  std::vector<Range> of_first_;     // range of j for each i
  std::vector<int64_t> row_begin_;  // rows_[row_begin_[i] + j]
  std::vector<Row> rows_;
  int64_t num_states_ = 0;
  std::vector<Ticks> free_, latest_;      // per state
  std::array<std::vector<Cut>, 3> cuts_;  // per stream and item
};

}  // namespace motley::tensor::schedule
