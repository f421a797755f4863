#include "tensor/pipeline/rank_stages.h"

#include <utility>

#include "core/base/error.h"

namespace motley::tensor {
namespace {

constexpr double kCompileSeconds = 1200;

}  // namespace

RankStages::RankStages(const StagedStep& step, const PipelineProgram& list, PipelineLayout layout,
                       int rank, std::unique_ptr<Device> device)
    : step_(step),
      list_(list),
      rank_(rank),
      grouped_(step, std::move(layout)),
      device_(std::move(device)) {
  for (int i = 0; i < step.num_stages(); ++i) {
    MOTLEY_CHECK((grouped_.member(i, rank) >= 0) == is_mine(i), "rank {} runs the list of another",
                 rank);
  }
  for (int s : list.stages) {
    own_[s] = std::make_unique<OwnStage>(grouped_, s, grouped_.member(s, rank), *device_);
  }
  allocate(list);
  compile();
}

// All at once: a plugin compiles in parallel, and programs share their temporary memory.
void RankStages::compile() {
  std::vector<PhaseRunner*> runners;
  for (auto& [s, stage] : own_) {
    for (auto& phase : stage->phases) {
      if (phase) runners.push_back(phase.get());
    }
    if (stage->reduce) runners.push_back(stage->reduce.get());
  }
  std::vector<DeviceSource> sources;
  for (PhaseRunner* runner : runners) {
    for (DeviceSource& source : runner->sources()) sources.push_back(std::move(source));
  }
  const std::vector<int> numbers = device_->compile(sources);
  auto at = numbers.begin();
  for (PhaseRunner* runner : runners) {
    const auto count = static_cast<std::ptrdiff_t>(runner->sources().size());
    runner->use({at, at + count});
    at += count;
  }
}

bool RankStages::has_communicators_of(const RankStages& other) const {
  const PipelineLayout &a = grouped_.layout(), &b = other.grouped_.layout();
  return a.ranks == b.ranks && a.grids == b.grids && list_.stages == other.list_.stages;
}

void RankStages::connect(core::Communicator& comm, RankStages* previous) {
  MOTLEY_CHECK(comm.rank() == rank_, "rank {} runs the list of rank {}", comm.rank(), rank_);
  comm_ = &comm;
  if (previous && has_communicators_of(*previous)) {
    group_ = std::move(previous->group_);
    lines_ = std::move(previous->lines_);
  } else {
    if (grouped_.layout().has_groups()) {
      comm.barrier(kCompileSeconds).wait();  // some are still compiling
      core::Communicator made = comm.split(list_.rank, rank_);
      if (made.num_ranks() > 1) group_.emplace(std::move(made));
    }
    lines_.resize(step_.num_stages());
    for (int s : list_.stages) {
      for (int axis = 0; group_ && axis < grouped_.grid(s).num_axes(); ++axis) {
        lines_[s].push_back(group_->split(grouped_.grid(s).line(member(s), axis)[0], member(s)));
      }
    }
  }
  for (auto& [s, stage] : own_) stage->connect(lines_[s]);
}

void RankStages::allocate(const PipelineProgram& list) {
  for (int s : list.stages) own_.at(s)->memory.allocate(list.slots[s]);
}

int64_t RankStages::host_bytes() const {
  int64_t bytes = device_->host_bytes();
  for (const auto& [s, stage] : own_) {
    for (const auto& phase : stage->phases) bytes += phase ? phase->host_bytes() : 0;
    if (stage->reduce) bytes += stage->reduce->host_bytes();
  }
  return bytes;
}

DeviceMemory& RankStages::memory(BufferPlace at, int m) {
  return own(at.stage).memory.slot(at.buffer, list_.slots[at.stage][at.buffer].of(m));
}

DeviceMemory& RankStages::to_read(BufferPlace at, int m) {
  StageMemory& all = own(at.stage).memory;
  if (all.has_parts(at.buffer)) return all.to_read(at.buffer, m);
  if (at.buffer >= std::ssize(list_.slots[at.stage])) return all.slot(at.buffer, 0);
  return memory(at, m);
}

DeviceMemory& RankStages::to_write(BufferPlace at, int m) {
  StageMemory& all = own(at.stage).memory;
  return all.has_parts(at.buffer) ? all.to_write(at.buffer, m) : to_read(at, m);
}

std::optional<BufferPlace> RankStages::place_of(int argument) const {
  for (const BufferPlace& at : step_.held[argument]) {
    if (is_mine(at.stage)) return at;
  }
  return std::nullopt;
}

std::vector<Held> RankStages::piece(int argument, BufferPlace at, int member) const {
  return held(grouped_.state(at), step_.arguments[argument].type.shape, grouped_.grid(at.stage),
              member);
}

}  // namespace motley::tensor
