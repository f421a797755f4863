// All ways to interleave the streams of one machine within given time windows, exactly. Items of a
// stream come in order, so what a machine has done is three counts (i, j, k), and of all ways to
// get there the one that ends first is the best to go on from: one number per state,
//
//   free(i, j, k) = min of max(free(i-1, j, k), earliest start of a) + duration of a
//                       and so for b, c: the last items of the three streams; only what ends
//                       within its window counts
//
// and from the end backwards latest(i, j, k): the last moment at which a machine in that state can
// still meet all windows. What no way from (0, 0, 0) to the end does is cut from the windows.
// With two streams k is always 0. Cost: the number of states, M^3 / 6 at most, far fewer where
// windows or cap are narrow.
#pragma once

#include <array>
#include <vector>

#include "tensor/plan/schedule/choose/stream_shop.h"

namespace motley::tensor {

// Per item.
struct Windows {
  std::vector<Ticks> start;  // no earlier start
  std::vector<Ticks> end;    // no later end
};

class MachineTable {
 public:
  // Which states the windows (narrowed along all arcs) and the cap allow; false where these cost
  // more than `limit`. `machine` is a stage.
  bool lay_out(const StreamShop& shop, int32_t machine, const Windows& windows, int64_t limit);
  // What fill and narrow cost, in states.
  int64_t cost() const { return num_states_ + static_cast<int64_t>(rows_.size()); }

  // False: there is no way to the end.
  bool fill(const Windows& windows);
  // Cuts what no way uses; true if anything was cut. After fill.
  bool narrow(Windows& windows);
  // Below zero where there is no way from here to the end, or none to here. After narrow.
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
  // What is left of an item's window.
  struct Cut {
    Ticks start = kNever, end = -1;
  };
  void arrive(const Row& from, const Row& to, const Window& item);
  void leave(const Row& from, const Row& to, const Window& item, Cut& cut);
  void leave(int64_t from, int64_t to, const Window& item, Cut& cut);

  int32_t count_ = 0;
  int32_t num_streams_ = 0;
  std::array<Stream, 3> streams_;
  std::vector<Range> of_first_;     // the j that go with each i
  std::vector<int64_t> row_begin_;  // rows_[row_begin_[i] + j]
  std::vector<Row> rows_;
  int64_t num_states_ = 0;
  std::vector<Ticks> free_, latest_;      // per state
  std::array<std::vector<Cut>, 3> cuts_;  // per stream and item
};

}  // namespace motley::tensor
