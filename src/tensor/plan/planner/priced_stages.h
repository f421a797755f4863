// The stages of a pipeline as ranks run them, with the time and memory that they need. Planning
// compares many plans that differ in one stage, and most stages are the same layers again: each
// phase is lowered, compiled and priced once, for all plans and all stages that have it.
//
//   const auto lock = priced.on(cluster);
//   PricedStage& stage = priced.at(grouped, 0, 1);    the first stage, as the second of its ranks
//   stage.seconds(StagePhaseKind::kForward, type), stage.memory(threads)
//
// One for all plans that cut a step alike. Several threads may price plans at once; each holds the
// lock while it does.
#pragma once

#include <array>
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

// A phase as one rank runs it.
class PricedPhase {
 public:
  PricedPhase(RankProgram program, PricedStages& all) : program_(std::move(program)), all_(all) {}

  const RankProgram& program() const { return program_; }
  // Its segments, without communication, on a device of a type by itself.
  double seconds(int32_t type);
  const StageMemory& memory(int threads);

 private:
  friend class PricedStages;
  RankProgram program_;
  PricedStages& all_;
  std::map<int32_t, double> seconds_;  // by type
  std::map<int, StageMemory> memory_;  // by threads
};

class PricedStage {
 public:
  const RankProgram& program(StagePhaseKind kind) const { return at(kind).program(); }
  const RankProgram& reduction() const { return reduction_; }
  const std::vector<int64_t>& buffer_bytes() const { return buffer_bytes_; }
  double seconds(StagePhaseKind kind, int32_t type) { return at(kind).seconds(type); }
  const StageMemory& memory(int threads);

 private:
  friend class PricedStages;
  PricedPhase& at(StagePhaseKind kind) const { return *phases_[static_cast<size_t>(kind)]; }

  std::array<PricedPhase*, kNumStagePhases> phases_ = {};
  RankProgram reduction_;
  std::vector<int64_t> buffer_bytes_;
  std::map<int, StageMemory> memory_;  // by threads
};

class PricedStages {
 public:
  // Locks them for pricing on the devices of this cluster.
  std::unique_lock<std::mutex> on(const core::Cluster& cluster);

  // A stage as one of its ranks runs it. Ranks with equal shares are alike.
  PricedStage& at(const GroupedStep& grouped, int stage, int member);

 private:
  friend class PricedPhase;
  struct ProgramMemory {
    int64_t temporary = 0, constants = 0;
  };
  const ProgramMemory& memory_of(const Program& program, uint64_t hash, int threads);

  using Place = std::pair<int64_t, int>;  // of a rank in its grid: row's samples and column
  struct Known {
    GroupedStep::StageStates states;
    std::vector<int> first_alike;  // by column: the first one with as much of every value
    std::map<Place, PricedStage> ranks;
  };
  Known& known(const GroupedStep& grouped, int stage);
  struct KnownPhase {
    GroupedStep::PhaseStates states;
    std::map<Place, PricedPhase> ranks;
  };
  PricedPhase& phase(const GroupedStep& grouped, int stage, StagePhaseKind kind, int member,
                     const Place& place);
  // The first stage whose phase is the same Program.
  int first_with(const StagedStep& step, int stage, StagePhaseKind kind);

  std::mutex mutex_;
  std::vector<core::DeviceType> types_;  // of the cluster that prices are for
  std::map<int, std::deque<Known>> by_stage_;
  std::map<std::pair<int, StagePhaseKind>, int> first_with_;                 // by stage
  std::map<std::pair<int, StagePhaseKind>, std::deque<KnownPhase>> phases_;  // by that
  std::map<std::pair<uint64_t, int>, ProgramMemory> programs_;               // by hash and threads
};

}  // namespace motley::tensor::planner
