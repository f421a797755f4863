// What runs the segments of a RankProgram on a rank's device. Communication reads and writes the
// rank's buffers in host memory; where the device has a memory of its own, it is told so.
//
//   runner->run(0);                          begun, in order
//   runner->sync_to_host({3, 4});               a bucket: now they are in host memory
//   ... start 0 ...
//   runner->run(1);
//   ... wait 0: mark_host_dirty({5, 6}) before ...
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
  // By host code, from now on.
  virtual void sync_to_host(std::span<const int>) {}
  virtual void mark_host_dirty(std::span<const int>) {}
  // Buffer `to` gets what `from` has, which is not read any more.
  virtual void move(int from, int to) = 0;
  // Whether run() returns before the segment is done, so that later ones should be begun early.
  virtual bool is_asynchronous() const { return false; }
  // In host memory, beside the buffers.
  virtual int64_t memory_bytes() const { return 0; }
};

// `buffers` are the rank's, as long as the runner lives.
std::unique_ptr<SegmentRunner> run_segments_on_reference(const RankProgram& program,
                                                         RankBuffers& buffers);
// `updates` are the step's: what they replace is written over where nobody reads it any more.
std::unique_ptr<SegmentRunner> run_segments_on_cpu(const RankProgram& program, RankBuffers& buffers,
                                                   const std::vector<Update>& updates,
                                                   int num_threads);

}  // namespace motley::tensor
