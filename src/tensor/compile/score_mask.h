// The mask of the scores of an attention: any boolean tensors, or the comparison of positions that
// makes it causal.
#pragma once

#include <optional>
#include <vector>

#include "tensor/compile/origin.h"

namespace motley::tensor {

// For each dimension of a value, the dimension of the scores it corresponds to; -1 for extents of
// 1.
using Frame = Dims;
// The frame of an origin's source, from that of the value.
Frame frame_of(const Origin& origin, const Frame& value_frame);

// A key is visible where `source`, broadcast to the scores, equals `seen_when`.
struct MaskPart {
  ValueId source;
  Frame frame;
  bool seen_when = true;
};

// A key is visible if key position <= query position + offset.
struct CausalPart {
  int64_t query_dim = 0, key_dim = 0;  // of the scores
  int64_t offset = 0;
  MaskPart as_mask;
};

struct ScoreMask {
  std::vector<MaskPart> parts;  // a key is visible if all of them agree
  std::vector<CausalPart> causal;
};

// Adds the masks that `value` consists of: and, or, not and boolean selects are decomposed.
void collect_masks(const Uses& uses, ValueId value, const Frame& frame, bool seen_when,
                   ScoreMask& mask);

}  // namespace motley::tensor
