// The bound that no schedule passes: the first deadline whose windows do not contradict each other.
//
//   ProvenBound proven = proven_bound(shop, effort);
//   // proven.bound 27: nothing ends before; proven.windows: where all that ends at 27 must lie
#pragma once

#include "tensor/plan/schedule/choose/windows.h"

namespace motley::tensor {

struct ProvenBound {
  Ticks bound = 0;
  Windows windows;
};

// Cost: some ten times that of tightening, or the effort; with less effort the bound is lower.
ProvenBound proven_bound(const StreamShop& shop, Effort& effort);

}  // namespace motley::tensor
