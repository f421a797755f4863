#include "tensor/plan/planner/priced_stages.h"

#include <algorithm>

#include "tensor/compile/compiled_program.h"
#include "tensor/ir/program.h"
#include "tensor/plan/predict/staging.h"
#include "tensor/plan/shard_cost/op_time.h"

namespace motley::tensor::planner {
namespace {

// Along the second axis, where all that is sharded is so in equal parts.
bool are_columns_alike(const GroupedStep::StageStates& stage) {
  return std::ranges::all_of(stage.states, [](const Sharding& state) {
    return !state[1].is_sharded() || state[1].cut.shares.is_even();
  });
}

}  // namespace

double PricedStage::seconds(StagePhaseKind kind, int32_t type) {
  const auto [at, is_new] = seconds_.try_emplace({kind, type});
  if (!is_new) return at->second;
  const core::DeviceType& on = all_.types_[type];
  const predict::Staging staging(on);
  for (const Segment& segment : local_.phase(kind).program.segments) {
    at->second += staging.launch();
    for (const shard_cost::OpWork& work : shard_cost::stored_work(segment.program).ops) {
      at->second += shard_cost::seconds_of(work, on);
    }
  }
  return at->second;
}

const StageMemory& PricedStage::memory(int threads) {
  const auto [at, is_new] = memory_.try_emplace(threads);
  if (!is_new) return at->second;
  for (const LocalPhase& phase : local_.phases) {
    for (const Segment& segment : phase.program.segments) {
      const uint64_t hash = structural_hash(segment.program);
      const auto& memory = all_.memory_of(segment.program, hash, threads);
      at->second.temporary = std::max(at->second.temporary, memory.temporary);
      at->second.constants.emplace_back(hash, memory.constants);
    }
  }
  return at->second;
}

std::unique_lock<std::mutex> PricedStages::on(const core::Cluster& cluster) {
  std::unique_lock lock(mutex_);
  if (types_ == cluster.device_types) return lock;
  types_ = cluster.device_types;
  for (auto& [stage, all] : by_stage_) {
    for (Known& known : all) {
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
  const bool alike = are_columns_alike(states);
  all.push_back({.states = std::move(states), .are_columns_alike = alike, .ranks = {}});
  return all.back();
}

PricedStage& PricedStages::at(const GroupedStep& grouped, int stage, int member) {
  Known& known = this->known(grouped, stage);
  const DeviceGrid grid = grouped.grid(stage);
  const int64_t share = grouped.layout().samples[stage][grid.coordinate(member, 0)];
  const bool differs = grid.num_axes() > 1 && !known.are_columns_alike;
  const int column = differs ? grid.coordinate(member, 1) : 0;
  const auto at = known.ranks.find({share, column});
  if (at != known.ranks.end()) return at->second;
  return known.ranks.try_emplace({share, column}, grouped.local(stage, member), *this)
      .first->second;
}

}  // namespace motley::tensor::planner
