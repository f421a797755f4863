#include "tensor/plan/planner/priced_stages.h"

#include <algorithm>

#include "tensor/compile/compiled_program.h"
#include "tensor/ir/program.h"
#include "tensor/plan/predict/staging.h"
#include "tensor/plan/shard_cost/op_time.h"

namespace motley::tensor::planner {
namespace {

// Columns of the grid are alike where every value is shared equally between them.
std::vector<int> first_alike(const GroupedStep::StageStates& stage) {
  const int columns = stage.grid.num_axes() > 1 ? stage.grid.sizes[1] : 1;
  std::map<std::vector<int64_t>, int> first_with;  // these amounts
  std::vector<int> first;
  for (int column = 0; column < columns; ++column) {
    std::vector<int64_t> amounts;
    for (const Sharding& state : stage.states) {
      if (state[1].is_sharded()) amounts.push_back(state[1].cut.shares[column]);
    }
    first.push_back(first_with.try_emplace(std::move(amounts), column).first->second);
  }
  return first;
}

}  // namespace

double PricedPhase::seconds(int32_t type) {
  const auto [at, is_new] = seconds_.try_emplace(type);
  if (!is_new) return at->second;
  const core::DeviceType& on = all_.types_[type];
  const predict::Staging staging(on);
  for (const Segment& segment : program_.segments) {
    at->second += staging.launch();
    for (const shard_cost::OpWork& work : shard_cost::stored_work(segment.program).ops) {
      at->second += shard_cost::seconds_of(work, on);
    }
  }
  return at->second;
}

const StageMemory& PricedPhase::memory(int threads) {
  const auto [at, is_new] = memory_.try_emplace(threads);
  if (!is_new) return at->second;
  for (const Segment& segment : program_.segments) {
    const uint64_t hash = structural_hash(segment.program);
    const auto& memory = all_.memory_of(segment.program, hash, threads);
    at->second.temporary = std::max(at->second.temporary, memory.temporary);
    at->second.constants.emplace_back(hash, memory.constants);
  }
  return at->second;
}

const StageMemory& PricedStage::memory(int threads) {
  const auto [at, is_new] = memory_.try_emplace(threads);
  if (!is_new) return at->second;
  for (PricedPhase* phase : phases_) {
    const StageMemory& memory = phase->memory(threads);
    at->second.temporary = std::max(at->second.temporary, memory.temporary);
    at->second.constants.insert(at->second.constants.end(), memory.constants.begin(),
                                memory.constants.end());
  }
  return at->second;
}

std::unique_lock<std::mutex> PricedStages::on(const core::Cluster& cluster) {
  std::unique_lock lock(mutex_);
  if (types_ == cluster.device_types) return lock;
  types_ = cluster.device_types;
  for (auto& [phase, all] : phases_) {
    for (KnownPhase& known : all) {
      for (auto& [place, priced] : known.ranks) priced.seconds_.clear();
    }
  }
  return lock;
}

const PricedStages::ProgramMemory& PricedStages::memory_of(const Program& program, uint64_t hash,
                                                           int threads) {
  const auto [at, is_new] = programs_.try_emplace({hash, threads});
  if (!is_new) return at->second;
  const CompiledProgram compiled =
      compile(program, {.num_threads = threads, .is_memory_given = true});
  at->second.temporary = compiled.arena_bytes;
  for (const Literal& constant : compiled.constants) at->second.constants += constant.num_bytes();
  return at->second;
}

PricedStages::Known& PricedStages::known(const GroupedStep& grouped, int stage) {
  GroupedStep::StageStates states = grouped.stage_states(stage);
  std::deque<Known>& all = by_stage_[stage];
  const auto at = std::ranges::find(all, states, &Known::states);
  if (at != all.end()) return *at;
  std::vector<int> alike = first_alike(states);
  all.push_back({.states = std::move(states), .first_alike = std::move(alike), .ranks = {}});
  return all.back();
}

int PricedStages::first_with(const StagedStep& step, int stage, StagePhaseKind kind) {
  const auto [at, is_new] = first_with_.try_emplace({stage, kind}, stage);
  if (!is_new) return at->second;
  const Program& program = step.stages[stage].phase(kind).program;
  for (int other = 0; other < stage; ++other) {
    if (step.stages[other].phase(kind).program == program) return at->second = other;
  }
  return stage;
}

PricedPhase& PricedStages::phase(const GroupedStep& grouped, int stage, StagePhaseKind kind,
                                 int member, const Place& place) {
  std::deque<KnownPhase>& all = phases_[{first_with(grouped.step(), stage, kind), kind}];
  GroupedStep::PhaseStates states = grouped.phase_states(stage, kind);
  auto known = std::ranges::find(all, states, &KnownPhase::states);
  if (known == all.end()) {
    all.push_back({.states = std::move(states), .ranks = {}});
    known = std::prev(all.end());
  }
  const auto at = known->ranks.find(place);
  if (at != known->ranks.end()) return at->second;
  return known->ranks.try_emplace(place, grouped.local_program(stage, kind, member), *this)
      .first->second;
}

PricedStage& PricedStages::at(const GroupedStep& grouped, int stage, int member) {
  Known& known = this->known(grouped, stage);
  const DeviceGrid grid = grouped.grid(stage);
  const int64_t share = grouped.layout().samples[stage][grid.coordinate(member, 0)];
  const int column = grid.num_axes() > 1 ? grid.coordinate(member, 1) : 0;
  const Place place(share, known.first_alike[column]);
  const auto [at, is_new] = known.ranks.try_emplace(place);
  PricedStage& priced = at->second;
  if (!is_new) return priced;
  for (int k = 0; k < kNumStagePhases; ++k) {
    priced.phases_[k] = &phase(grouped, stage, static_cast<StagePhaseKind>(k), member, place);
  }
  if (grouped.group_size(stage) > 1) {
    priced.reduction_ = grouped.reduction(stage, member).program;
  }
  for (const StageBuffer& buffer : grouped.local_buffers(stage, member)) {
    priced.buffer_bytes_.push_back(buffer.type.num_bytes());
  }
  return priced;
}

}  // namespace motley::tensor::planner
