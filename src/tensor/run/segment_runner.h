// Runs the segments of a RankProgram on a rank's device. Communication reads and writes the rank's
// buffers in host memory; a device with its own memory is told when.
//
//   runner->run(0);                          enqueued, in order
//   runner->sync_to_host({3, 4});            a bucket: copied to host memory
//   ... start 0 ...
//   runner->run(1);
//   runner->mark_host_dirty({5, 6});         before wait 0 writes them
//   ... wait 0 ...
#pragma once

#include <memory>
#include <span>
#include <vector>

#include "tensor/compile/compiled_program.h"
#include "tensor/lower/rank_program.h"
#include "tensor/run/rank_buffers.h"

namespace motley::tensor {

class SegmentRunner {
 public:
  virtual ~SegmentRunner() = default;

  virtual void run(int segment) = 0;
  // Before host code reads the buffers; before host code writes them.
  virtual void sync_to_host(std::span<const int>) {}
  virtual void mark_host_dirty(std::span<const int>) {}
  // Buffer `to` takes the value of `from`, which is not read again.
  virtual void move(int from, int to) = 0;
  // Whether run() returns before the segment is done, so that later segments should be enqueued
  // early.
  virtual bool is_asynchronous() const { return false; }
  // Host memory used in addition to the buffers.
  virtual int64_t memory_bytes() const { return 0; }
};

// `buffers` must outlive the runner.
std::unique_ptr<SegmentRunner> run_segments_on_reference(const RankProgram& program,
                                                         RankBuffers& buffers);
// `updates` are the step's: a new value overwrites the old one if nothing reads the old one later.
std::unique_ptr<SegmentRunner> run_segments_on_cpu(const RankProgram& program, RankBuffers& buffers,
                                                   const std::vector<Update>& updates,
                                                   int num_threads);

}  // namespace motley::tensor
