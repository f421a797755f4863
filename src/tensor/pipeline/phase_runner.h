// Runs a phase of a stage on a rank's device, on the memory of a micro-batch: the segments of its
// RankProgram, and the collectives between them.
//
//   PhaseRunner forward(stage.phase(StagePhaseKind::kForward), device);
//   forward.use(device.compile(forward.sources()));
//   forward.connect(lines);                       where it communicates
//   forward.run({x, w}, {y});                     DeviceMemory of the phase's inputs and outputs
//
// An output may be an input, too: it is updated in place where nothing reads the old value later.
#pragma once

#include <functional>
#include <memory>
#include <vector>

#include "core/comm/communicator.h"
#include "tensor/pipeline/grouped_step.h"
#include "tensor/run/collective_runner.h"
#include "tensor/run/compute_device.h"

namespace motley::tensor {

class PhaseRunner : private HostBuffers {
 public:
  PhaseRunner(const PhaseRunner&) = delete;
  PhaseRunner& operator=(const PhaseRunner&) = delete;
  // Both must outlive it.
  PhaseRunner(const LocalPhase& phase, Device& device);

  // The segments as Programs to compile, and what the device calls them.
  std::vector<DeviceSource> sources() const;
  void use(std::vector<int> programs) { programs_ = std::move(programs); }
  // `lines` are the Communicators along the axes of the group, which must outlive it.
  void connect(std::vector<core::Communicator>& lines);

  // `on_done` is called once the last segment is done, which on accelerators is after the return,
  // on any thread; not where there are no segments.
  void run(const std::vector<DeviceMemory*>& inputs, const std::vector<DeviceMemory*>& outputs,
           std::function<void()> on_done = {});
  bool computes() const { return !phase_.program.segments.empty(); }
  double communication_seconds() const { return communication_seconds_; }  // of the last run: waits
  int64_t host_bytes() const { return host_ ? host_->memory_bytes() : 0; }

 private:
  std::span<std::byte> bytes(int b) override { return memory_[b]->host(); }
  void find_updates();
  void bind(const std::vector<DeviceMemory*>& inputs, const std::vector<DeviceMemory*>& outputs);
  void run_segment(int segment, std::function<void()> on_done);
  void start(int communication);
  void wait(int communication);
  void copy_out(const std::vector<DeviceMemory*>& outputs);

  const LocalPhase& phase_;
  Device& device_;
  std::vector<int> programs_;                       // by segment
  std::vector<std::vector<Update>> updates_;        // by segment
  std::vector<bool> is_copied_;                     // by result: from memory of this phase
  std::unique_ptr<RankBuffers> host_;               // of what is neither input nor output
  std::vector<std::unique_ptr<DeviceMemory>> own_;  // by buffer, of these
  std::vector<DeviceMemory*> memory_;               // by buffer, of this run
  std::vector<CollectiveRunner> collectives_;       // by communication
  std::vector<DeviceMemory*> arguments_, results_;  // of a segment
  double communication_seconds_ = 0;
};

}  // namespace motley::tensor
