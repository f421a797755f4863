// Which results of a segment take the memory of which of its arguments: the parameters and the
// state that a step updates, where the segment that writes the new value is the last to read the
// old one.
//
//   updates       result 1 of the step becomes argument 0
//   segment 2     inputs 0 7 -> outputs 9, which is that result: {result 0, argument 0} of segment
//   2
//
// What some other segment or some communication reads afterwards is not given away.
#pragma once

#include <vector>

#include "tensor/compile/compiled_program.h"
#include "tensor/lower/rank_program.h"

namespace motley::tensor {

std::vector<std::vector<Update>> updates_by_segment(const RankProgram& program,
                                                    const std::vector<Update>& updates);

}  // namespace motley::tensor
