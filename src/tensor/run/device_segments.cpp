#include "tensor/run/device_segments.h"

#include <fmt/format.h>

#include <algorithm>
#include <chrono>
#include <condition_variable>
#include <mutex>
#include <optional>

#include "core/base/clock.h"
#include "core/base/error.h"
#include "core/trace/trace.h"
#include "tensor/run/segment_updates.h"

namespace motley::tensor {
namespace {

using core::pjrt::Buffer;
using core::pjrt::Event;

// Records segment times from the device's completion callbacks.
class SegmentClock {
 public:
  explicit SegmentClock(OnDeviceSegment callback) : callback_(std::move(callback)) {}

  void begin() {  // may run before or after the matching done()
    const std::lock_guard lock(mutex_);
    ++num_running_;
  }
  // Called on a thread of the plugin.
  void done(int segment, double begun) {
    const std::lock_guard lock(mutex_);
    const double now = core::now_seconds();
    if (callback_) callback_(segment, std::max(begun, last_end_), now);
    last_end_ = now;
    --num_running_;
    changed_.notify_all();
  }
  // Waits for all running segments, or until the limit; no callbacks after that.
  void end(double limit_seconds) {
    std::unique_lock lock(mutex_);
    changed_.wait_for(lock, std::chrono::duration<double>(limit_seconds),
                      [&] { return num_running_ == 0; });
    callback_ = {};
  }

 private:
  std::mutex mutex_;
  std::condition_variable changed_;
  int num_running_ = 0;
  double last_end_ = 0;
  OnDeviceSegment callback_;
};

class DeviceSegments : public SegmentRunner {
 public:
  DeviceSegments(const RankProgram& program, RankBuffers& buffers,
                 const std::vector<Update>& updates, const DeviceRunSettings& settings,
                 OnDeviceSegment on_segment)
      : program_(program), host_(buffers), settings_(settings), residency_(program.buffers.size()) {
    if (on_segment) clock_ = std::make_shared<SegmentClock>(std::move(on_segment));
    const auto donations = updates_by_segment(program, updates);
    std::vector<DeviceSource> sources;
    for (size_t i = 0; i < program.segments.size(); ++i) {
      sources.push_back({&program.segments[i].program, donations[i]});
      donated_.emplace_back();
      for (const Update& update : donations[i])
        donated_.back().push_back(program.segments[i].inputs[update.argument]);
    }
    compiled_ = compile_for_device(settings, sources);
    check_free_memory(settings, program.segments.empty() ? "" : sources[0].program->source,
                      peak_bytes());
    for (const Communication& communication : program.communications) {
      for (const CommunicatedTensor& tensor : communication.tensors) {
        residency_[tensor.input].host_reads = true;
        if (host_.data(tensor.input) == host_.data(tensor.output))
          residency_[tensor.input].written_over_by = tensor.output;
      }
    }
    pin();
  }

  // Pending device work reads and writes host memory and calls back.
  ~DeviceSegments() override {
    for (Residency& r : residency_)
      if (r.copying) r.copying->finish(settings_.stall_limit_seconds);
    const bool is_lost = settings_.device->plugin().has_lost_device();
    if (clock_) clock_->end(is_lost ? 0 : settings_.stall_limit_seconds);
  }
  DeviceSegments(const DeviceSegments&) = delete;
  DeviceSegments& operator=(const DeviceSegments&) = delete;

  void run(int index) override {
    const Segment& segment = program_.segments[index];
    std::vector<const Buffer*> arguments;
    for (int b : segment.inputs) {
      ensure_on_device(b);
      arguments.push_back(&residency_[b].buffer);
    }
    make_room(segment);
    const double begun = core::now_seconds();
    core::pjrt::Executable::Run run = compiled_.programs[index].run(arguments);
    if (clock_) {
      run.done.then([clock = clock_, index, begun] { clock->done(index, begun); });
      clock_->begin();
    }
    for (int b : donated_[index]) {
      finish_copy(residency_[b]);
      residency_[b].buffer = Buffer();
      residency_[b].on_host = residency_[b].on_device = false;
    }
    for (size_t i = 0; i < segment.outputs.size(); ++i) {
      Residency& r = residency_[segment.outputs[i]];
      r.buffer = std::move(run.outputs[i]);
      r.on_device = true;
      r.on_host = false;
      if (r.host_reads) begin_download(segment.outputs[i]);
    }
  }

  void sync_to_host(std::span<const int> buffers) override {
    for (int b : buffers) {
      if (!residency_[b].on_host && residency_[b].on_device && !residency_[b].copying)
        begin_download(b);
    }
    for (int b : buffers) {
      finish_copy(residency_[b]);
      residency_[b].on_host = true;
    }
  }

  void mark_host_dirty(std::span<const int> buffers) override {
    for (int b : buffers) {
      finish_copy(residency_[b]);
      residency_[b].on_host = true;
      residency_[b].on_device = false;
    }
  }

  void move(int from, int to) override {
    finish_copy(residency_[from]);
    finish_copy(residency_[to]);
    std::swap(residency_[to].buffer, residency_[from].buffer);
    if (residency_[from].on_host) std::ranges::copy(host_.bytes(from), host_.data(to));
    residency_[to].on_host = residency_[from].on_host;
    residency_[to].on_device = residency_[from].on_device;
    residency_[from].on_device = false;
  }

  bool is_asynchronous() const override { return true; }

 private:
  // Where the current value of a buffer is: host memory, device memory or both.
  struct Residency {
    bool host_reads = false;  // communication reads it from host memory
    // The communication output that shares this buffer's host memory.
    std::optional<int> written_over_by = {};
    bool on_host = true, on_device = false;
    Buffer buffer = {};
    std::optional<Event> copying = {};  // a copy from or to host memory in progress
  };

  // Upper bound: buffers stay on the device until they are overwritten or donated; one segment at a
  // time needs temporary memory.
  int64_t peak_bytes() const {
    std::vector<bool> on_device(program_.buffers.size(), false);
    int64_t bytes = 0, temporary = 0;
    for (size_t i = 0; i < program_.segments.size(); ++i) {
      for (const auto* list : {&program_.segments[i].inputs, &program_.segments[i].outputs})
        for (int b : *list) on_device[b] = true;
      for (int b : donated_[i]) bytes -= program_.buffers[b].num_bytes();
      if (const auto memory = compiled_.programs[i].memory())
        temporary = std::max(temporary, memory->temporary_bytes);
    }
    for (size_t b = 0; b < on_device.size(); ++b)
      if (on_device[b]) bytes += program_.buffers[b].num_bytes();
    return bytes + temporary;
  }

  // Pins whole messages, and the buffers that are copied into and out of them.
  void pin() {
    for (size_t c = 0; c < program_.communications.size(); ++c) {
      const auto& [sent, received] = host_.messages()[c];
      pinned_.emplace_back(settings_.device, sent);
      if (received.data() != sent.data()) pinned_.emplace_back(settings_.device, received);
      for (const CommunicatedTensor& tensor : program_.communications[c].tensors) {
        for (int b : {tensor.input, tensor.output}) {
          if (!host_.is_in_message(b)) pinned_.emplace_back(settings_.device, host_.bytes(b));
        }
      }
    }
  }

  void finish_copy(Residency& r) {
    if (!r.copying) return;
    r.copying->wait(fmt::format("a step on {}", settings_.device->name().to_string()),
                    settings_.stall_limit_seconds);
    r.copying.reset();
  }

  // Frees a segment's previous outputs before it runs, so that the new ones usually get the same
  // addresses (device_executable.h).
  void make_room(const Segment& segment) {
    for (int b : segment.outputs) {
      finish_copy(residency_[b]);
      if (std::ranges::find(segment.inputs, b) == segment.inputs.end())
        residency_[b].buffer = Buffer();
    }
  }

  void ensure_on_device(int b) {
    Residency& r = residency_[b];
    if (r.on_device) return;
    MOTLEY_CHECK(r.on_host, "buffer {} has no valid copy", b);
    const TensorType& type = program_.buffers[b];
    finish_copy(r);
    Event read;
    r.buffer = Buffer();  // frees the old allocation first
    r.buffer =
        settings_.device->upload(host_.bytes(b), buffer_type(type.element), type.shape, &read);
    r.copying = std::move(read);
    r.on_device = true;
  }

  void begin_download(int b) {
    finish_copy(residency_[b]);
    if (const auto other = residency_[b].written_over_by) finish_copy(residency_[*other]);
    residency_[b].copying =
        residency_[b].buffer.download(host_.bytes(b), program_.buffers[b].shape.size());
  }

  const RankProgram& program_;
  RankBuffers& host_;
  DeviceRunSettings settings_;
  DeviceCompilation compiled_;
  std::vector<std::vector<int>> donated_;  // by segment: input buffers donated to it
  std::vector<Residency> residency_;       // by buffer
  std::vector<core::pjrt::Pinned> pinned_;
  std::shared_ptr<SegmentClock> clock_;
};

}  // namespace

std::unique_ptr<SegmentRunner> run_segments_on_device(const RankProgram& program,
                                                      RankBuffers& buffers,
                                                      const std::vector<Update>& updates,
                                                      const DeviceRunSettings& settings,
                                                      OnDeviceSegment on_segment) {
  return std::make_unique<DeviceSegments>(program, buffers, updates, settings,
                                          std::move(on_segment));
}

}  // namespace motley::tensor
