// Looks for a timetable within given windows: depth first, in the order of time, and never where a
// machine's table says that no way leads to the end.
//
//   DeadlineSearch search(shop, windows, effort);
//   if (search.run(SearchRule::kMostRoom, 10'000, effort) == SearchResult::kFound) {
//     use(search.timetable());
//   }
//
// The machine that could finish an item first decides what it runs next: that item, or one that
// starts before it would end (Giffler and Thompson: some best timetable is made so). At most three
// branches, each with a check of constant cost.
#pragma once

#include <array>
#include <vector>

#include "tensor/plan/schedule/choose/machine_table.h"
#include "tensor/plan/schedule/choose/stream_shop.h"
#include "tensor/plan/schedule/choose/windows.h"

namespace motley::tensor {

enum class SearchResult : uint8_t {
  kFound,
  kNone,     // all was tried: there is none
  kUnknown,  // the limit was reached
};

// Which branch is tried first.
enum class SearchRule : uint8_t {
  kMostRoom,     // after which the machine has most time to spare, by its table
  kLatestStart,  // whose latest start, plus the time that the machine waits for it, comes first
};

class DeadlineSearch {
 public:
  // `windows` are tight, and outlive the search. Machines too large for a table do without one.
  DeadlineSearch(const StreamShop& shop, const Windows& windows, Effort& effort);

  SearchResult run(SearchRule rule, int64_t max_steps, Effort& effort);
  // By the rule alone, over the deadline where it leads there. Cost: that of as many steps as
  // items.
  void dispatch(SearchRule rule, Effort& effort);
  const Timetable& timetable() const { return timetable_; }

 private:
  struct Choice {
    int32_t stream = 0;
    Ticks rank = 0;
  };
  // One decision: what was chosen, and what else could be.
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
  std::vector<Ticks> ready_;   // per stream: when its next item could start, kNever if unknown
  std::vector<Ticks> free_;    // per machine
  std::vector<Level> levels_;
  Timetable timetable_;
};

}  // namespace motley::tensor
