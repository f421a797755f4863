// The stages of a pipeline as ranks run them, with the time and memory that they need. Planning
// compares many plans that differ in one stage: the others are lowered, compiled and priced once.
//
//   const auto lock = priced.on(cluster);
//   PricedStage& stage = priced.at(grouped, 0, 1);    the first stage, as the second of its ranks
//   stage.seconds(StagePhaseKind::kForward, type), stage.memory(threads)
//
// One for all plans that cut a step alike. Several threads may price plans at once; each holds the
// lock while it does.
#pragma once

#include <cstdint>
#include <deque>
#include <map>
#include <mutex>
#include <utility>
#include <vector>

#include "core/cluster/cluster.h"
#include "tensor/pipeline/grouped_step.h"

namespace motley::tensor::planner {

// Memory of the Programs of a stage besides their arguments and results.
struct StageMemory {
  int64_t temporary = 0;                                // while the largest of them runs
  std::vector<std::pair<uint64_t, int64_t>> constants;  // by Program: its hash, bytes
};

class PricedStages;

class PricedStage {
 public:
  PricedStage(LocalStage local, PricedStages& all) : local_(std::move(local)), all_(all) {}

  const LocalStage& local() const { return local_; }
  // The segments of a phase, without communication, on a device of a type by itself.
  double seconds(StagePhaseKind kind, int32_t type);
  const StageMemory& memory(int threads);

 private:
  friend class PricedStages;
  LocalStage local_;
  PricedStages& all_;
  std::map<std::pair<StagePhaseKind, int32_t>, double> seconds_;
  std::map<int, StageMemory> memory_;  // by threads
};

class PricedStages {
 public:
  // Locks them for pricing on the devices of this cluster.
  std::unique_lock<std::mutex> on(const core::Cluster& cluster);

  // A stage as one of its ranks runs it. Ranks with equal shares are alike.
  PricedStage& at(const GroupedStep& grouped, int stage, int member);

 private:
  friend class PricedStage;
  struct ProgramMemory {
    int64_t temporary = 0, constants = 0;
  };
  const ProgramMemory& memory_of(const Program& program, uint64_t hash, int threads);

  struct Known {
    GroupedStep::StageStates states;
    bool are_columns_alike = false;
    std::map<std::pair<int64_t, int>, PricedStage> ranks;  // by row's samples and column
  };
  Known& known(const GroupedStep& grouped, int stage);

  std::mutex mutex_;
  std::vector<core::DeviceType> types_;  // of the cluster that prices are for
  std::map<int, std::deque<Known>> by_stage_;
  std::map<std::pair<uint64_t, int>, ProgramMemory> programs_;  // by hash and threads
};

}  // namespace motley::tensor::planner
