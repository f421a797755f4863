// Runs the segments of a RankProgram on a rank's Device. Communication reads and writes the rank's
// buffers in host memory, and a device with its own memory is told when; there, values stay in
// device memory across segments and steps.
//
//   runner.run(0);                           enqueued, in order
//   runner.sync_to_host({3, 4});             a bucket: copied to host memory
//   ... start 0 ...
//   runner.run(1);
//   runner.mark_host_dirty({5, 6});          before wait 0 writes them
//   ... wait 0 ...
#pragma once

#include <functional>
#include <memory>
#include <span>
#include <vector>

#include "tensor/lower/rank_program.h"
#include "tensor/run/compute_device.h"
#include "tensor/run/rank_buffers.h"

namespace motley::tensor {

// One segment's execution on an asynchronous device, by the steady clock: from when it was issued,
// or from the end of the previous segment if that is later, to its end.
using OnDeviceSegment = std::function<void(int segment, double begin, double end)>;

class SegmentRunner {
 public:
  // `program` and `buffers` must outlive it. `updates`: results of a step that become arguments of
  // the next; such an argument is donated to the segment that reads it last.
  SegmentRunner(const RankProgram& program, RankBuffers& buffers,
                const std::vector<Update>& updates, std::unique_ptr<Device> device,
                OnDeviceSegment on_segment = {});
  SegmentRunner(const SegmentRunner&) = delete;
  SegmentRunner& operator=(const SegmentRunner&) = delete;

  void run(int segment);
  // Before host code reads the buffers; before host code writes them.
  void sync_to_host(std::span<const int> buffers);
  void mark_host_dirty(std::span<const int> buffers);
  // Buffer `to` takes the value of `from`, which is not read again.
  void move(int from, int to);
  // Whether run() returns before the segment is done, so that later segments should be enqueued
  // early.
  bool is_asynchronous() const { return device_->is_asynchronous(); }
  // Host memory used in addition to the buffers.
  int64_t memory_bytes() const { return device_->host_bytes(); }

 private:
  DeviceMemory& memory(int b);
  void fetch(int b);
  int64_t peak_bytes() const;
  void pin_messages();

  const RankProgram& program_;
  RankBuffers& buffers_;
  std::vector<std::vector<Update>> updates_;  // by segment
  std::vector<bool> is_sent_;                 // by buffer: communication reads it
  std::vector<int> written_over_by_;          // by buffer: an output in its host memory, or -1
  OnDeviceSegment on_segment_;
  double last_end_ = 0;  // of a segment, for on_segment_
  std::unique_ptr<Device> device_;
  std::vector<int> programs_;                            // by segment
  std::vector<std::unique_ptr<DeviceMemory>> memories_;  // by buffer
  std::vector<DeviceMemory*> arguments_, results_;       // of a segment
};

}  // namespace motley::tensor
