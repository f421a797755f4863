// The memory of a stage on one rank: each of its buffers in all its slots, on the rank's device.
//
//   memory.of(buffer, 3)                     the slot of a buffer, as phases see it
//   memory.part(buffer, m), whole(buffer)    of one whose parts belong to micro-batches
#pragma once

#include <memory>
#include <vector>

#include "tensor/pipeline/grouped_step.h"
#include "tensor/run/compute_device.h"

namespace motley::tensor {

class StageMemory {
 public:
  // `member` is the rank's place in the group of the stage.
  StageMemory(const GroupedStep& grouped, int stage, int member, const LocalStage& local,
              Device& device);

  // Makes slots that are not there yet.
  void allocate(const std::vector<BufferSlots>& slots);

  DeviceMemory& slot(int buffer, int k) { return *slots_[buffer][k]; }
  bool has_parts(int buffer) const { return !rows_[buffer].parts.empty(); }
  // What a phase of micro-batch m reads or writes of a buffer with parts; of m = -1, all of it.
  DeviceMemory& to_read(int buffer, int m);
  DeviceMemory& to_write(int buffer, int m);
  // Before the host writes all of it.
  std::span<std::byte> begin_write(int buffer);

  int num_slots(int buffer) const { return static_cast<int>(slots_[buffer].size()); }

 private:
  // One value on the host; on the device, copies of all of it and of each part.
  struct Rows {
    std::vector<std::unique_ptr<DeviceMemory>> parts;
    enum class Last : uint8_t { kHost, kWhole, kParts } written = Last::kHost;
  };
  void add_parts(int buffer, const GroupedStep& grouped, int stage, int member);

  const LocalStage& local_;
  Device& device_;
  std::vector<std::vector<std::unique_ptr<DeviceMemory>>> slots_;  // by buffer
  std::vector<Rows> rows_;                                         // by buffer
};

}  // namespace motley::tensor
