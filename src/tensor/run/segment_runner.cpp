#include "tensor/run/segment_runner.h"

#include <algorithm>
#include <numeric>
#include <utility>

#include "core/base/clock.h"
#include "tensor/run/segment_updates.h"

namespace motley::tensor {

SegmentRunner::SegmentRunner(const RankProgram& program, RankBuffers& buffers,
                             const std::vector<Update>& updates, std::unique_ptr<Device> device,
                             OnDeviceSegment on_segment)
    : program_(program),
      buffers_(buffers),
      updates_(updates_by_segment(program, updates)),
      is_sent_(program.buffers.size()),
      written_over_by_(program.buffers.size(), -1),
      on_segment_(std::move(on_segment)),
      device_(std::move(device)) {
  std::vector<DeviceSource> sources;
  for (size_t i = 0; i < program.segments.size(); ++i) {
    sources.push_back({&program.segments[i].program, updates_[i]});
    // An output that overwrites its old value needs no memory of its own.
    for (const Update& update : updates_[i])
      buffers_.release(program.segments[i].outputs[update.result]);
  }
  programs_ = device_->compile(sources);
  if (!sources.empty()) device_->check_room(peak_bytes(), sources[0].program->source);
  for (const Communication& communication : program.communications) {
    for (const CommunicatedTensor& tensor : communication.tensors) {
      is_sent_[tensor.input] = true;
      if (buffers.is_in_message(tensor.input) &&
          buffers.data(tensor.input) == buffers.data(tensor.output)) {
        written_over_by_[tensor.input] = tensor.output;
      }
    }
  }
  pin_messages();
  for (int b = 0; b < std::ssize(program.buffers); ++b)
    memories_.push_back(device_->around(program.buffers[b], buffers.bytes(b)));
}

// The memory of a buffer. Whoever has written an argument may have given it other memory.
DeviceMemory& SegmentRunner::memory(int b) {
  if (memories_[b]->host().data() != buffers_.data(b))
    memories_[b] = device_->around(program_.buffers[b], buffers_.bytes(b));
  return *memories_[b];
}

void SegmentRunner::run(int index) {
  const Segment& segment = program_.segments[index];
  arguments_.clear();
  results_.clear();
  for (int b : segment.inputs) arguments_.push_back(&memory(b));
  for (int b : segment.outputs) results_.push_back(&memory(b));
  for (const Update& update : updates_[index])
    results_[update.result] = arguments_[update.argument];
  std::function<void()> on_done;
  if (on_segment_ && is_asynchronous()) {
    on_done = [this, index, begun = core::now_seconds()] {
      const double now = core::now_seconds();
      on_segment_(index, std::max(begun, last_end_), now);
      last_end_ = now;
    };
  }
  device_->run(programs_[index], arguments_, results_, std::move(on_done));
  for (const Update& update : updates_[index])
    move(segment.inputs[update.argument], segment.outputs[update.result]);
  for (int b : segment.outputs) {
    if (is_sent_[b]) fetch(b);
  }
}

// What lies in the same host memory from the last step on, nobody reads again.
void SegmentRunner::fetch(int b) {
  if (written_over_by_[b] >= 0) memory(written_over_by_[b]).begin_write();
  memory(b).fetch();
}

void SegmentRunner::sync_to_host(std::span<const int> buffers) {
  for (int b : buffers) memory(b).fetch();
  for (int b : buffers) memory(b).wait_for_host();
}

void SegmentRunner::mark_host_dirty(std::span<const int> buffers) {
  for (int b : buffers) memory(b).begin_write();
}

void SegmentRunner::move(int from, int to) {
  buffers_.swap(from, to);
  std::swap(memories_[from], memories_[to]);
}

// Upper bound: buffers stay on the device until they are overwritten or donated.
int64_t SegmentRunner::peak_bytes() const {
  std::vector<bool> on_device(program_.buffers.size(), false);
  int64_t bytes = 0;
  for (size_t i = 0; i < program_.segments.size(); ++i) {
    const Segment& segment = program_.segments[i];
    for (const auto* list : {&segment.inputs, &segment.outputs})
      for (int b : *list) on_device[b] = true;
    for (const Update& update : updates_[i])
      bytes -= program_.buffers[segment.inputs[update.argument]].num_bytes();
  }
  for (size_t b = 0; b < on_device.size(); ++b)
    if (on_device[b]) bytes += program_.buffers[b].num_bytes();
  return bytes;
}

// Whole messages, and the buffers that are copied into and out of them; an updated one is in the
// memory of its old value.
void SegmentRunner::pin_messages() {
  std::vector<int> home(program_.buffers.size());
  std::iota(home.begin(), home.end(), 0);
  for (size_t i = 0; i < program_.segments.size(); ++i) {
    for (const Update& update : updates_[i])
      home[program_.segments[i].outputs[update.result]] =
          program_.segments[i].inputs[update.argument];
  }
  for (size_t c = 0; c < program_.communications.size(); ++c) {
    const auto& [sent, received] = buffers_.messages()[c];
    const ReshardKind kind = program_.communications[c].kind;
    if (is_sent_in_place(kind)) device_->pin(sent);
    if (is_received_in_place(kind) && received.data() != sent.data()) device_->pin(received);
    for (const CommunicatedTensor& tensor : program_.communications[c].tensors) {
      for (int b : {tensor.input, tensor.output})
        if (!buffers_.is_in_message(b)) device_->pin(buffers_.bytes(home[b]));
    }
  }
}

}  // namespace motley::tensor
