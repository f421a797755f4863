// Time windows of all items of a StreamShop under a deadline, and how they are narrowed until they
// hold or contradict each other. A contradiction is a proof that no schedule meets the deadline.
//
//   Windows w = windows_until(shop, 27);
//   WindowTightener(shop).tighten(w, effort)       // false: every schedule ends after 27
//
// docs/theory/schedules.md derives the rules.
#pragma once

#include <vector>

#include "tensor/plan/schedule/choose/machine_table.h"
#include "tensor/plan/schedule/choose/stream_shop.h"

namespace motley::tensor {

// How much may still be tried, in units of one state of a MachineTable: 10 to 20 ns.
struct Effort {
  int64_t left = 0;
  bool spent() const { return left <= 0; }
  // A table that takes more is not worth it: each has to be filled many times.
  int64_t for_one_table() const { return left / 10; }
};

// All items between 0 and `deadline`.
Windows windows_until(const StreamShop& shop, Ticks deadline);

// Windows of mirrored(shop) from those of `shop`.
Windows mirrored(const StreamShop& shop, const Windows& windows, Ticks deadline);

// Of one shop; keeps its memory from call to call.
class WindowTightener {
 public:
  explicit WindowTightener(const StreamShop& shop)
      : shop_(shop), stale_(shop.num_machines(), true) {}

  // Narrows until nothing changes or the effort is spent. False: contradiction, and `windows` are
  // of no more use.
  bool tighten(Windows& windows, Effort& effort);
  // The same for windows that were tight but for `item`.
  bool tighten_after(Windows& windows, int32_t item, Effort& effort);

 private:
  bool narrow_until_stable(Windows& windows, Effort& effort);
  bool narrow_along_arcs(Windows& windows);

  const StreamShop& shop_;
  std::vector<bool> stale_;  // machines with windows that changed since their table was filled
  MachineTable table_;
};

}  // namespace motley::tensor
