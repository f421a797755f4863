// Time windows of all items of a StreamShop under a deadline, tightened until they are consistent
// or contradictory. A contradiction proves that no schedule meets the deadline.
//
//   Windows w = windows_until(shop, 27);
//   WindowTightener(shop).tighten(w, effort)       // false: every schedule ends after 27
//
// docs/theory/schedules.md derives the rules.
#pragma once

#include <vector>

#include "tensor/plan/schedule/choose/machine_table.h"
#include "tensor/plan/schedule/choose/stream_shop.h"

namespace motley::tensor::schedule {

// Remaining effort, in units of one state of a MachineTable: 10 to 20 ns.
struct Effort {
  int64_t left = 0;
  bool spent() const { return left <= 0; }
  // A larger table does not pay off: each has to be filled many times.
  int64_t for_one_table() const { return left / 10; }
};

// All items between 0 and `deadline`.
Windows windows_until(const StreamShop& shop, Ticks deadline);

// Windows of mirrored(shop) from those of `shop`.
Windows mirrored(const StreamShop& shop, const Windows& windows, Ticks deadline);

// For one shop; reuses its memory between calls.
class WindowTightener {
 public:
  explicit WindowTightener(const StreamShop& shop)
      : shop_(shop), stale_(shop.num_machines(), true) {}

  // Narrows until a fixed point, or until the effort is spent. False: contradiction; `windows` are
  // then meaningless.
  bool tighten(Windows& windows, Effort& effort);
  // The same for windows that were tight except for `item`.
  bool tighten_after(Windows& windows, int32_t item, Effort& effort);

 private:
  bool narrow_until_stable(Windows& windows, Effort& effort);
  bool narrow_along_arcs(Windows& windows);

  const StreamShop& shop_;
  std::vector<bool> stale_;  // machines whose windows changed since their table was filled
  MachineTable table_;
};

}  // namespace motley::tensor::schedule
