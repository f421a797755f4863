// Classifies candidate cells for a target cell, one vector of candidates at a time.
//
// Candidates are stored as arrays, one per quantity that the decision needs, so that up to sixteen
// are examined at once. Each is dropped, accepted as a multipole, opened, or left undecided for the
// target's children (picture in short_range.h).
#pragma once

#include <cstdint>

#include "core/base/vector_isa.h"

namespace motley::nbody {

// Arrays of equal length, with room for kSourcePadding more elements at the end.
struct CandidateArrays {
  uint32_t* index;                  // of the cell
  uint32_t *x, *y, *z;              // its centre
  float *half_x, *half_y, *half_z;  // units of l
  float* width;                     // units of l; negative for a leaf, which cannot be opened
  float* mass;                      // in particles

  CandidateArrays from(int64_t i) const {
    return {index + i,  x + i,      y + i,     z + i,   half_x + i,
            half_y + i, half_z + i, width + i, mass + i};
  }
};

struct ClassifySettings {
  uint32_t center[3];
  float half[3];
  float scale;  // l per coordinate
  float cutoff_square;
  float support_square;  // a cell nearer than this is not accepted
  float min_mass;        // nor a lighter one
  float open_width;      // a wider cell that is not accepted is opened
  // A cell of mass m and width w at distance r is accepted if m^2 w^6 <= relative * r^10, or if
  // w^2 <= angular * r^2; the criterion that is not used is negative.
  float relative, angular;
};

struct ClassifiedCounts {
  int undecided, accepted, opened;
};

MOTLEY_DECLARE_VECTOR_ISA(
    // `undecided` may not overlap with the candidates, unless it ends where they begin.
    ClassifiedCounts classify_cells(const ClassifySettings& settings,
                                    const CandidateArrays& candidates, int count,
                                    const CandidateArrays& undecided, uint32_t* accepted,
                                    uint32_t* opened))

}  // namespace motley::nbody
