// Brings the best timetable and the proven bound together, from both sides.
//
//   Bracket bracket = {.bound = 27, .best = timetable of 31};
//   improve(shop, proven.windows, bracket, effort);    // bound 28, best 28
//
// 1. Search a timetable that ends at the bound; most pipelines are done here.
// 2. Halve what is between: search at deadlines in the middle.
// 3. Probe the windows at the bound: suppose an item ran at one end of its window; where this
//    contradicts, cut it off. Either the windows empty, and the bound goes up, or what is left
//    leads the search.
// 4. With effort to spare, as small pipelines have it: search without limit.
#pragma once

#include "tensor/plan/schedule/choose/windows.h"

namespace motley::tensor {

struct Bracket {
  Ticks bound = 0;
  Timetable best;
  bool closed() const { return bound >= best.makespan; }
};

// `at_bound` are tight windows until bracket.bound.
void improve(const StreamShop& shop, Windows at_bound, Bracket& bracket, Effort& effort);

}  // namespace motley::tensor
