// Lower bound on the makespan: the first deadline whose time windows are consistent.
//
//   ProvenBound proven = proven_bound(shop, effort);
//   // proven.bound 27: no schedule is shorter; proven.windows: for makespan 27
#pragma once

#include "tensor/plan/schedule/choose/windows.h"

namespace motley::tensor::schedule {

struct ProvenBound {
  Ticks bound = 0;
  Windows windows;
};

// Cost: about ten times that of tightening, or the effort; with less effort the bound is weaker.
ProvenBound proven_bound(const StreamShop& shop, Effort& effort);

}  // namespace motley::tensor::schedule
