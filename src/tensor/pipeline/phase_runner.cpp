#include "tensor/pipeline/phase_runner.h"

#include <algorithm>
#include <cstring>

#include "core/base/clock.h"

namespace motley::tensor {
namespace {

// The last step of a program that reads a buffer; -1 if none does. A communication reads its inputs
// until it is done.
int last_read(const RankProgram& program, int b) {
  int last = -1;
  for (int i = 0; i < std::ssize(program.steps); ++i) {
    const RankStep& step = program.steps[i];
    if (step.kind == RankStep::Kind::kCompute) {
      const auto& inputs = program.segments[step.index].inputs;
      if (std::ranges::find(inputs, b) != inputs.end()) last = i;
    } else {
      for (const CommunicatedTensor& t : program.communications[step.index].tensors) {
        if (t.input == b) last = i;
      }
    }
  }
  return last;
}

// The step that writes a buffer; -1 for an argument.
int written_by(const RankProgram& program, int b) {
  for (int i = 0; i < std::ssize(program.steps); ++i) {
    const RankStep& step = program.steps[i];
    if (step.kind == RankStep::Kind::kCompute) {
      const auto& outputs = program.segments[step.index].outputs;
      if (std::ranges::find(outputs, b) != outputs.end()) return i;
    } else if (step.kind == RankStep::Kind::kWait) {
      for (const CommunicatedTensor& t : program.communications[step.index].tensors) {
        if (t.output == b) return i;
      }
    }
  }
  return -1;
}

void copy(DeviceMemory& from, DeviceMemory& to) {
  from.wait_for_host();
  to.begin_write();
  std::memcpy(to.host().data(), from.host().data(), from.host().size());
}

}  // namespace

PhaseRunner::PhaseRunner(const LocalPhase& phase, Device& device)
    : phase_(phase), device_(device), memory_(phase.program.buffers.size()) {
  const RankProgram& program = phase.program;
  updates_.resize(program.segments.size());
  find_updates();
  own_.resize(program.buffers.size());
  const bool is_one_segment = program.communications.empty() && program.segments.size() == 1;
  if (!is_one_segment) {
    host_ = std::make_unique<RankBuffers>(
        program, RankMemoryOptions{.is_shared = !device.is_asynchronous(), .ends_elsewhere = true});
    for (int b = 0; b < std::ssize(program.buffers); ++b) {
      const auto is_in = [&](const std::vector<int>& list) {
        return std::ranges::find(list, b) != list.end();
      };
      if (is_in(program.arguments) || is_in(program.results)) continue;
      own_[b] = device.around(program.buffers[b], host_->bytes(b));
    }
  }
  for (size_t r = 0; r < program.results.size(); ++r) {
    const int b = program.results[r];
    if (is_copied_[r] && !own_[b]) own_[b] = device.allocate(program.buffers[b]);
  }
}

void PhaseRunner::connect(std::vector<core::Communicator>& lines) {
  const RankProgram& program = phase_.program;
  for (size_t c = 0; c < program.communications.size(); ++c) {
    const Communication& communication = program.communications[c];
    collectives_.emplace_back(communication, lines[communication.axis],
                              static_cast<HostBuffers&>(*this), program.buffers,
                              host_->messages()[c]);
  }
}

// Results that are written where an argument is: by a segment that reads it last, or after all
// that read it. Others have memory of their own, and are copied at the end.
void PhaseRunner::find_updates() {
  const RankProgram& program = phase_.program;
  is_copied_.assign(program.results.size(), false);
  for (size_t r = 0; r < program.results.size(); ++r) {
    const int result = program.results[r];
    const bool is_argument =
        std::ranges::find(program.arguments, result) != program.arguments.end();
    const auto first = std::ranges::find(program.results, result);
    if (is_argument || first != program.results.begin() + static_cast<std::ptrdiff_t>(r)) {
      is_copied_[r] = true;
      continue;
    }
    const int written = written_by(program, result);
    for (size_t a = 0; a < phase_.inputs.size(); ++a) {
      if (phase_.inputs[a] != phase_.outputs[r]) continue;
      const int read = last_read(program, program.arguments[a]);
      if (read < written) continue;
      if (read > written) {
        is_copied_[r] = true;
        continue;
      }
      const RankStep& step = program.steps[written];
      if (step.kind != RankStep::Kind::kCompute) continue;  // a collective reads all, then writes
      const Segment& segment = program.segments[step.index];
      const auto at = [](const std::vector<int>& list, int b) {
        return static_cast<int>(std::ranges::find(list, b) - list.begin());
      };
      updates_[step.index].push_back(
          {at(segment.outputs, result), at(segment.inputs, program.arguments[a])});
    }
  }
}

std::vector<DeviceSource> PhaseRunner::sources() const {
  std::vector<DeviceSource> sources;
  for (size_t i = 0; i < phase_.program.segments.size(); ++i) {
    sources.push_back({&phase_.program.segments[i].program, updates_[i]});
  }
  return sources;
}

void PhaseRunner::bind(const std::vector<DeviceMemory*>& inputs,
                       const std::vector<DeviceMemory*>& outputs) {
  const RankProgram& program = phase_.program;
  for (size_t b = 0; b < own_.size(); ++b) memory_[b] = own_[b].get();
  for (size_t i = 0; i < inputs.size(); ++i) memory_[program.arguments[i]] = inputs[i];
  for (size_t i = 0; i < outputs.size(); ++i) {
    if (!is_copied_[i]) memory_[program.results[i]] = outputs[i];
  }
}

void PhaseRunner::run_segment(int index, std::function<void()> on_done) {
  const Segment& segment = phase_.program.segments[index];
  arguments_.clear();
  results_.clear();
  for (int b : segment.inputs) arguments_.push_back(memory_[b]);
  for (int b : segment.outputs) results_.push_back(memory_[b]);
  device_.run(programs_[index], arguments_, results_, std::move(on_done));
}

void PhaseRunner::start(int index) {
  const Communication& communication = phase_.program.communications[index];
  // Outputs may lie where inputs do: nothing reads what was there before.
  for (const CommunicatedTensor& t : communication.tensors) {
    if (memory_[t.output] != memory_[t.input]) memory_[t.output]->begin_write();
  }
  for (const CommunicatedTensor& t : communication.tensors) memory_[t.input]->fetch();
  for (const CommunicatedTensor& t : communication.tensors) memory_[t.input]->wait_for_host();
  collectives_[index].start();
}

void PhaseRunner::wait(int index) {
  const double begin = core::now_seconds();
  for (const CommunicatedTensor& t : phase_.program.communications[index].tensors) {
    memory_[t.output]->begin_write();
  }
  collectives_[index].wait();
  communication_seconds_ += core::now_seconds() - begin;
}

void PhaseRunner::copy_out(const std::vector<DeviceMemory*>& outputs) {
  for (size_t i = 0; i < outputs.size(); ++i) {
    DeviceMemory* from = memory_[phase_.program.results[i]];
    if (is_copied_[i] && from != outputs[i]) copy(*from, *outputs[i]);
  }
}

void PhaseRunner::run(const std::vector<DeviceMemory*>& inputs,
                      const std::vector<DeviceMemory*>& outputs, std::function<void()> on_done) {
  communication_seconds_ = 0;
  bind(inputs, outputs);
  auto segments_left = std::ssize(phase_.program.segments);
  for (const RankStep& step : phase_.program.steps) {
    if (step.kind == RankStep::Kind::kCompute) {
      run_segment(step.index, --segments_left == 0 ? std::move(on_done) : nullptr);
    }
    if (step.kind == RankStep::Kind::kStart) start(step.index);
    if (step.kind == RankStep::Kind::kWait) wait(step.index);
  }
  copy_out(outputs);
}

}  // namespace motley::tensor
