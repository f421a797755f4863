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

// What segments have done, as the device tells.
class SegmentClock {
 public:
  explicit SegmentClock(OnDeviceSegment callback) : callback_(std::move(callback)) {}

  void begin() {  // of what done() will be told, or was
    const std::lock_guard lock(mutex_);
    ++num_running_;
  }
  // On a thread of the plugin.
  void done(int segment, double begun) {
    const std::lock_guard lock(mutex_);
    const double now = core::now_seconds();
    if (callback_) callback_(segment, std::max(begun, last_end_), now);
    last_end_ = now;
    --num_running_;
    changed_.notify_all();
  }
  // After all that was begun, or the limit: nothing is told any more.
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
      : program_(program), host_(buffers), settings_(settings), places_(program.buffers.size()) {
    if (on_segment) clock_ = std::make_shared<SegmentClock>(std::move(on_segment));
    const auto given = updates_by_segment(program, updates);
    std::vector<DeviceSource> sources;
    for (size_t i = 0; i < program.segments.size(); ++i) {
      sources.push_back({&program.segments[i].program, given[i]});
      given_.emplace_back();
      for (const Update& update : given[i])
        given_.back().push_back(program.segments[i].inputs[update.argument]);
    }
    compiled_ = compile_for_device(settings, sources);
    check_free_memory(settings, program.segments.empty() ? "" : sources[0].program->source,
                      most_bytes());
    for (const Communication& communication : program.communications) {
      for (const CommunicatedTensor& tensor : communication.tensors) {
        places_[tensor.input].host_reads = true;
        if (host_.data(tensor.input) == host_.data(tensor.output))
          places_[tensor.input].written_over_by = tensor.output;
      }
    }
    pin();
  }

  // What the device still does reads and writes host memory, and is told of.
  ~DeviceSegments() override {
    for (Place& place : places_)
      if (place.copying) place.copying->finish(settings_.stall_limit_seconds);
    const bool is_lost = settings_.device->plugin().has_lost_device();
    if (clock_) clock_->end(is_lost ? 0 : settings_.stall_limit_seconds);
  }
  DeviceSegments(const DeviceSegments&) = delete;
  DeviceSegments& operator=(const DeviceSegments&) = delete;

  void run(int index) override {
    const Segment& segment = program_.segments[index];
    std::vector<const Buffer*> arguments;
    for (int b : segment.inputs) {
      bring(b);
      arguments.push_back(&places_[b].there);
    }
    make_room(segment);
    const double begun = core::now_seconds();
    core::pjrt::Executable::Run run = compiled_.programs[index].run(arguments);
    if (clock_) {
      run.done.then([clock = clock_, index, begun] { clock->done(index, begun); });
      clock_->begin();
    }
    for (int b : given_[index]) {
      settle(places_[b]);
      places_[b].there = Buffer();
      places_[b].is_here = places_[b].is_there = false;
    }
    for (size_t i = 0; i < segment.outputs.size(); ++i) {
      Place& place = places_[segment.outputs[i]];
      place.there = std::move(run.outputs[i]);
      place.is_there = true;
      place.is_here = false;
      if (place.host_reads) begin_download(segment.outputs[i]);
    }
  }

  void sync_to_host(std::span<const int> buffers) override {
    for (int b : buffers) {
      if (!places_[b].is_here && places_[b].is_there && !places_[b].copying) begin_download(b);
    }
    for (int b : buffers) {
      settle(places_[b]);
      places_[b].is_here = true;
    }
  }

  void mark_host_dirty(std::span<const int> buffers) override {
    for (int b : buffers) {
      settle(places_[b]);
      places_[b].is_here = true;
      places_[b].is_there = false;
    }
  }

  void move(int from, int to) override {
    settle(places_[from]);
    settle(places_[to]);
    std::swap(places_[to].there, places_[from].there);
    if (places_[from].is_here) std::ranges::copy(host_.bytes(from), host_.data(to));
    places_[to].is_here = places_[from].is_here;
    places_[to].is_there = places_[from].is_there;
    places_[from].is_there = false;
  }

  bool is_asynchronous() const override { return true; }

 private:
  // Where the value of a buffer is: here, in host memory; there, on the device.
  struct Place {
    bool host_reads = false;  // communication does
    // The buffer that communication writes to the same host memory.
    std::optional<int> written_over_by = {};
    bool is_here = true, is_there = false;
    Buffer there = {};
    std::optional<Event> copying = {};  // from or into host memory
  };

  // Buffers stay on the device until they are written again, or given away; beside them is room
  // for one segment that runs.
  int64_t most_bytes() const {
    std::vector<bool> is_there(program_.buffers.size(), false);
    int64_t bytes = 0, temporary = 0;
    for (size_t i = 0; i < program_.segments.size(); ++i) {
      for (const auto* list : {&program_.segments[i].inputs, &program_.segments[i].outputs})
        for (int b : *list) is_there[b] = true;
      for (int b : given_[i]) bytes -= program_.buffers[b].num_bytes();
      if (const auto memory = compiled_.programs[i].memory())
        temporary = std::max(temporary, memory->temporary_bytes);
    }
    for (size_t b = 0; b < is_there.size(); ++b)
      if (is_there[b]) bytes += program_.buffers[b].num_bytes();
    return bytes + temporary;
  }

  // Messages in one piece each, and what is copied into them and from them.
  void pin() {
    for (size_t c = 0; c < program_.communications.size(); ++c) {
      const auto& [sent, received] = host_.messages()[c];
      pinned_.emplace_back(settings_.device, sent);
      if (received.data() != sent.data()) pinned_.emplace_back(settings_.device, received);
      for (const CommunicatedTensor& tensor : program_.communications[c].tensors) {
        for (int b : {tensor.input, tensor.output}) {
          if (!host_.lies_in_message(b)) pinned_.emplace_back(settings_.device, host_.bytes(b));
        }
      }
    }
  }

  void settle(Place& place) {
    if (!place.copying) return;
    place.copying->wait(fmt::format("a step on {}", settings_.device->name().to_string()),
                        settings_.stall_limit_seconds);
    place.copying.reset();
  }

  // What a segment wrote before makes room for what it writes now: at the same place, most times
  // (device_executable.h).
  void make_room(const Segment& segment) {
    for (int b : segment.outputs) {
      settle(places_[b]);
      if (std::ranges::find(segment.inputs, b) == segment.inputs.end()) places_[b].there = Buffer();
    }
  }

  void bring(int b) {
    Place& place = places_[b];
    if (place.is_there) return;
    MOTLEY_CHECK(place.is_here, "buffer {} is nowhere", b);
    const TensorType& type = program_.buffers[b];
    settle(place);
    Event read;
    place.there = Buffer();  // room for
    place.there =
        settings_.device->upload(host_.bytes(b), buffer_type(type.element), type.shape, &read);
    place.copying = std::move(read);
    place.is_there = true;
  }

  void begin_download(int b) {
    settle(places_[b]);
    if (const auto other = places_[b].written_over_by) settle(places_[*other]);
    places_[b].copying =
        places_[b].there.download(host_.bytes(b), program_.buffers[b].shape.size());
  }

  const RankProgram& program_;
  RankBuffers& host_;
  DeviceRunSettings settings_;
  DeviceCompilation compiled_;
  std::vector<std::vector<int>> given_;  // by segment: buffers that are gone after it
  std::vector<Place> places_;            // by buffer
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
