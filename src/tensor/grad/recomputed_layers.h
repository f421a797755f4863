// How many layers are recomputed in the backward pass, and how much of each (recompute.h).
#pragma once

#include <cstdint>

namespace motley::tensor {

struct RecomputedLayers {
  int64_t whole = 0;      // the first layers: everything
  int64_t selective = 0;  // those after them: all but products; the rest is kept

  friend bool operator==(const RecomputedLayers&, const RecomputedLayers&) = default;
};

}  // namespace motley::tensor
