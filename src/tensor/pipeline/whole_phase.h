// A Program without communication as the only segment of a RankProgram.
#pragma once

#include "tensor/lower/rank_program.h"

namespace motley::tensor {

inline RankProgram whole_phase(const Program& program, const DeviceGrid& group, int rank) {
  RankProgram result{.group = group, .rank = rank};
  Segment segment{.program = program, .inputs = {}, .outputs = {}};
  const auto add = [&](ValueId v, std::vector<int>& list, std::vector<int>& of_segment) {
    list.push_back(static_cast<int>(result.buffers.size()));
    of_segment.push_back(list.back());
    result.buffers.push_back(program.type(v));
  };
  for (ValueId v : program.body.arguments) add(v, result.arguments, segment.inputs);
  for (ValueId v : program.body.results) add(v, result.results, segment.outputs);
  result.segments.push_back(std::move(segment));
  result.steps.push_back({RankStep::Kind::kCompute, 0});
  return result;
}

}  // namespace motley::tensor
