#include "tensor/run/segment_updates.h"

#include <algorithm>
#include <map>

namespace motley::tensor {

namespace {

// Whether the result takes the argument's memory as a whole, and nobody else's.
bool may_take(const RankProgram& program, int from, int to) {
  return from != to && program.buffers[from] == program.buffers[to] &&
         std::ranges::count(program.results, from) == 1 &&
         std::ranges::count(program.results, to) == 0;
}

}  // namespace

std::vector<std::vector<Update>> updates_by_segment(const RankProgram& program,
                                                    const std::vector<Update>& updates) {
  std::map<int, int> last_read;                // of a buffer: position in the list of steps
  std::map<int, std::pair<int, int>> written;  // buffer -> segment, result
  for (size_t i = 0; i < program.steps.size(); ++i) {
    const RankStep& step = program.steps[i];
    if (step.kind == RankStep::Kind::kCompute) {
      const Segment& segment = program.segments[step.index];
      for (int b : segment.inputs) last_read[b] = static_cast<int>(i);
      for (size_t r = 0; r < segment.outputs.size(); ++r)
        written[segment.outputs[r]] = {static_cast<int>(i), static_cast<int>(r)};
    } else if (step.kind == RankStep::Kind::kStart) {
      for (const CommunicatedTensor& tensor : program.communications[step.index].tensors)
        last_read[tensor.input] = static_cast<int>(i);
    }
  }
  std::vector<std::vector<Update>> by_segment(program.segments.size());
  for (const Update& update : updates) {
    const int to = program.arguments[update.argument], from = program.results[update.result];
    const auto at = written.find(from);
    if (at == written.end() || last_read[to] != at->second.first) continue;
    if (!may_take(program, from, to)) continue;
    const int segment = program.steps[at->second.first].index;
    const std::vector<int>& inputs = program.segments[segment].inputs;
    const auto input = std::ranges::find(inputs, to);
    if (input == inputs.end() || std::ranges::count(inputs, to) > 1) continue;
    by_segment[segment].push_back({at->second.second, static_cast<int>(input - inputs.begin())});
  }
  return by_segment;
}

std::vector<std::vector<ReceivedUpdate>> updates_by_communication(
    const RankProgram& program, const std::vector<Update>& updates) {
  std::map<int, int> last_read;
  std::map<int, int> received;  // buffer -> position of the wait
  for (int i = 0; i < std::ssize(program.steps); ++i) {
    const RankStep& step = program.steps[i];
    if (step.kind == RankStep::Kind::kCompute) {
      for (int b : program.segments[step.index].inputs) last_read[b] = i;
      continue;
    }
    // Inputs are read until the collective is done.
    for (const CommunicatedTensor& tensor : program.communications[step.index].tensors) {
      last_read[tensor.input] = i;
      if (step.kind == RankStep::Kind::kWait) received[tensor.output] = i;
    }
  }
  std::vector<std::vector<ReceivedUpdate>> by_communication(program.communications.size());
  for (const Update& update : updates) {
    const int to = program.arguments[update.argument], from = program.results[update.result];
    const auto at = received.find(from);
    const auto read = last_read.find(to);
    if (at == received.end() || (read != last_read.end() && read->second >= at->second)) continue;
    if (!may_take(program, from, to)) continue;
    by_communication[program.steps[at->second].index].push_back({from, to});
  }
  return by_communication;
}

}  // namespace motley::tensor
