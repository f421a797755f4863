// Searches for a timetable within given time windows: depth first, in order of time, pruning where
// a machine's table shows that no completion exists.
//
//   DeadlineSearch search(shop, windows, effort);
//   if (search.run(SearchRule::kMostRoom, 10'000, effort) == DeadlineSearchResult::kFound) {
//     use(search.timetable());
//   }
//
// Giffler-Thompson branching: the machine that could finish an item first decides what it runs
// next: that item, or one that starts before it would end (some optimal timetable is generated this
// way). At most three branches, each with a constant-time check.
#pragma once

#include <array>
#include <vector>

#include "tensor/plan/schedule/choose/machine_table.h"
#include "tensor/plan/schedule/choose/stream_shop.h"
#include "tensor/plan/schedule/choose/windows.h"

namespace motley::tensor::schedule {

enum class DeadlineSearchResult : uint8_t {
  kFound,
  kNone,     // search space exhausted: there is none
  kUnknown,  // step limit reached
};

// Branching order.
enum class SearchRule : uint8_t {
  kMostRoom,     // most slack left on the machine, by its table
  kLatestStart,  // smallest latest start plus the machine's idle time before it
};

class DeadlineSearch {
 public:
  // `windows` must be tight and outlive the search. Machines too large for a table are not pruned.
  DeadlineSearch(const StreamShop& shop, const Windows& windows, Effort& effort);

  DeadlineSearchResult run(SearchRule rule, int64_t max_steps, Effort& effort);
  // Follows the rule without backtracking, even past the deadline. Cost: one step per item.
  void dispatch(SearchRule rule, Effort& effort);
  const Timetable& timetable() const { return timetable_; }

 private:
  struct Choice {
    int32_t stream = 0;
    Ticks rank = 0;
  };
  // One decision: the choice taken and its alternatives.
  struct Level {
    std::array<Choice, 3> choices;
    int32_t num_choices = 0, next = 0;
    Ticks machine_free = 0;  // before the decision
  };

  int64_t effort_of_step() const { return 8 + shop_.num_streams() / 4; }
  void restart();
  Level decide(SearchRule rule, bool strict) const;
  int32_t next_machine(Ticks* end) const;
  bool take(Level& level);
  void place(int32_t stream);
  void undo(const Level& level);
  void update_ready(int32_t stream);
  bool has_way(int32_t machine) const;
  Ticks room_after(int32_t machine, int place, Ticks start) const;

  const StreamShop& shop_;
  const Windows& windows_;
  std::vector<MachineTable> tables_;
  std::vector<bool> has_table_;
  std::vector<int32_t> done_;  // per stream
  std::vector<Ticks> ready_;   // per stream: earliest start of its next item, kNever if unknown
  std::vector<Ticks> free_;    // per machine
  std::vector<Level> levels_;
  Timetable timetable_;
};

}  // namespace motley::tensor::schedule
