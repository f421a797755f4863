// Which outputs of a segment may overwrite which of its inputs (buffer donation): parameters and
// optimizer state updated by the step, if the segment that writes the new value is the last to read
// the old one.
//
//   updates       result 1 of the step becomes argument 0
//   segment 2     inputs 0 7 -> outputs 9, which is that result:
//                 {result 0, argument 0} of segment 2
//
// An input that another segment or a communication reads later is not donated.
#pragma once

#include <vector>

#include "tensor/compile/compiled_program.h"
#include "tensor/lower/rank_program.h"

namespace motley::tensor {

std::vector<std::vector<Update>> updates_by_segment(const RankProgram& program,
                                                    const std::vector<Update>& updates);

// Results that a collective gives and that overwrite an argument: its old value is not read once
// the collective is done. By communication.
struct ReceivedUpdate {
  int result = 0, argument = 0;  // buffers
};
std::vector<std::vector<ReceivedUpdate>> updates_by_communication(
    const RankProgram& program, const std::vector<Update>& updates);

}  // namespace motley::tensor
