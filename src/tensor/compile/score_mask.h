// What masks the scores of an attention: any boolean tensors, or the comparison of positions that
// makes it causal.
#pragma once

#include <optional>
#include <vector>

#include "tensor/compile/origin.h"

namespace motley::tensor {

// Dimension of the scores along which each dimension of a value runs; -1 for extents of 1.
using Frame = Dims;
// That of an origin's source, from the frame of the value it was found for.
Frame frame_of(const Origin& origin, const Frame& value_frame);

// A key is seen where `source`, repeated over the scores, is `seen_when`.
struct MaskPart {
  ValueId source;
  Frame frame;
  bool seen_when = true;
};

// A key is seen where key position <= query position + offset.
struct CausalPart {
  int64_t query_dim = 0, key_dim = 0;  // of the scores
  int64_t offset = 0;
  MaskPart as_mask;
};

struct ScoreMask {
  std::vector<MaskPart> parts;  // a key is seen where all of them say so
  std::vector<CausalPart> causal;
};

// Adds what `value` masks: and, or, not and selects of truth values are taken apart.
void collect_masks(const Uses& uses, ValueId value, const Frame& frame, bool seen_when,
                   ScoreMask& mask);

}  // namespace motley::tensor
