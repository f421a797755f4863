// The stages that one rank of a pipeline runs: their memory, phases and communicators.
#pragma once

#include <map>
#include <memory>
#include <optional>
#include <vector>

#include "tensor/pipeline/own_stage.h"
#include "tensor/pipeline/pipeline_program.h"

namespace motley::tensor {

class RankStages {
 public:
  // `step` must outlive it. Compiles all phases.
  RankStages(const StagedStep& step, const PipelineProgram& list, PipelineLayout layout, int rank,
             std::unique_ptr<Device> device);

  // Once, a collective where stages are shared. There are not many Communicators to be had: those
  // of `previous`, which this takes the place of, are used again.
  void connect(core::Communicator& comm, RankStages* previous);
  // Memory for the slots of a list, which is then in use.
  void allocate(const PipelineProgram& list);
  void use(const PipelineProgram& list) { list_ = list; }

  const StagedStep& step() const { return step_; }
  const GroupedStep& grouped() const { return grouped_; }
  const PipelineProgram& list() const { return list_; }  // the one in use
  int rank() const { return rank_; }
  Device& device() const { return *device_; }
  core::Communicator& comm() { return *comm_; }  // of all ranks
  bool is_mine(int stage) const { return list_.rank_of_stage[stage] == list_.rank; }
  OwnStage& own(int stage) { return *own_.at(stage); }
  int member(int stage) const { return own_.at(stage)->member; }
  int64_t host_bytes() const;

  // A buffer for micro-batch `m` by the slots of the list in use.
  DeviceMemory& memory(BufferPlace at, int m);
  // Partial sums have buffers beyond those of the list, which live for the step.
  DeviceMemory& to_read(BufferPlace at, int m);
  DeviceMemory& to_write(BufferPlace at, int m);

  // Where this rank holds an argument, if it does, and which elements of it.
  std::optional<BufferPlace> place_of(int argument) const;
  std::vector<Held> piece(int argument, BufferPlace at, int member) const;
  std::vector<Held> piece(int argument, BufferPlace at) const {
    return piece(argument, at, member(at.stage));
  }

 private:
  void compile();
  bool has_communicators_of(const RankStages& other) const;

  const StagedStep& step_;
  PipelineProgram list_;
  int rank_;
  GroupedStep grouped_;
  std::unique_ptr<Device> device_;
  core::Communicator* comm_ = nullptr;
  std::optional<core::Communicator> group_;             // where our stages are shared
  std::vector<std::vector<core::Communicator>> lines_;  // by stage: along the axes of its grid
  std::map<int, std::unique_ptr<OwnStage>> own_;        // by stage
};

}  // namespace motley::tensor
