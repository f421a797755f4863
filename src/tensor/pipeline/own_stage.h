// A stage as one rank of its group runs it: its memory and its phases.
#pragma once

#include <memory>
#include <vector>

#include "tensor/pipeline/phase_runner.h"
#include "tensor/pipeline/stage_memory.h"

namespace motley::tensor {

struct OwnStage {
  OwnStage(const GroupedStep& grouped, int stage, int place, Device& device)
      : member(place),
        local(grouped.local(stage, place)),
        memory(grouped, stage, place, local, device) {
    for (const LocalPhase& phase : local.phases) {
      phases.push_back(phase.is_empty() ? nullptr : std::make_unique<PhaseRunner>(phase, device));
    }
    if (!local.reduce.is_empty()) reduce = std::make_unique<PhaseRunner>(local.reduce, device);
  }

  // `lines` are the Communicators along the axes of the stage's grid.
  void connect(std::vector<core::Communicator>& lines) {
    for (auto& phase : phases) {
      if (phase) phase->connect(lines);
    }
    if (reduce) reduce->connect(lines);
  }

  int member = 0;  // of its group
  LocalStage local;
  StageMemory memory;
  std::vector<std::unique_ptr<PhaseRunner>> phases;  // by kind; null where there is none
  std::unique_ptr<PhaseRunner> reduce;
};

}  // namespace motley::tensor
