// Closes the gap between incumbent and lower bound, from both sides.
//
//   Bracket bracket = {.bound = 27, .best = timetable of 31};
//   improve(shop, proven.windows, bracket, effort);    // bound 28, best 28
//
// 1. Search for a timetable that ends at the bound; most pipelines are solved here.
// 2. Bisect the gap: search at intermediate deadlines.
// 3. Probe the windows at the bound: assume that an item runs at one end of its window; on a
//    contradiction, cut that end off. Either a window becomes empty, which raises the bound, or the
//    tighter windows guide the search.
// 4. With effort left, as on small pipelines: search without a step limit.
#pragma once

#include "tensor/plan/schedule/choose/windows.h"

namespace motley::tensor::schedule {

struct Bracket {
  Ticks bound = 0;
  Timetable best;
  bool closed() const { return bound >= best.makespan; }
};

// `at_bound` are tight windows for the deadline bracket.bound.
void improve(const StreamShop& shop, Windows at_bound, Bracket& bracket, Effort& effort);

}  // namespace motley::tensor::schedule
