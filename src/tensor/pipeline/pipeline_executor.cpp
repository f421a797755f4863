#include "tensor/pipeline/pipeline_executor.h"

#include <algorithm>
#include <atomic>
#include <deque>
#include <utility>

#include "core/base/clock.h"
#include "core/base/error.h"
#include "tensor/pipeline/crossing_messages.h"
#include "tensor/run/compute_device.h"

namespace motley::tensor {
namespace {

using Kind = PipelineAction::Kind;

// A phase that an accelerator has not been seen to have done. Times by the steady clock.
struct PhaseUnderWay {
  PipelineAction action;
  double begin = 0, waited = 0;                    // enqueued; for messages, until it was
  bool is_of_step = true;                          // not of an evaluation
  std::shared_ptr<std::atomic<double>> done = {};  // 0: not yet
};

// The rank of each stage, where no stage is shared.
PipelineLayout one_rank_each(const PipelineProgram& program) {
  PipelineLayout layout;
  for (int rank : program.rank_of_stage) {
    layout.ranks.push_back({rank});
    layout.samples.push_back({1});
  }
  return layout;
}

}  // namespace

struct PipelineExecutor::State {
  State(PipelineExecutorSettings given, const StagedStep& step, const PipelineProgram& list,
        PipelineLayout layout, int rank)
      : settings(std::move(given)),
        stages(step, list, std::move(layout), rank,
               open_compute_device({.reference = settings.reference,
                                    .num_threads = settings.num_threads,
                                    .accelerator = settings.accelerator})),
        messages(stages, settings.on_message, settings.on_rate) {}

  PipelineExecutorSettings settings;
  RankStages stages;
  CrossingMessages messages;
  std::vector<PipelineProgram> lists;  // all that are ready
  std::deque<PhaseUnderWay> under_way;
  bool is_step = true;     // that runs, not an evaluation
  double device_free = 0;  // when the accelerator had done the phase before those
  double compute_seconds = 0, wait_seconds = 0;

  const StagedStep& step() const { return stages.step(); }

  void run_on(PhaseRunner& runner, const PipelineAction& a) {
    const LocalStage& local = stages.own(a.stage).local;
    const bool reduces = a.kind == Kind::kReduce;
    const LocalPhase& phase = reduces ? local.reduce : local.phase(a.phase);
    const int stage = a.stage, m = reduces ? -1 : a.microbatch;
    std::vector<DeviceMemory*> inputs, outputs;
    for (int b : phase.inputs) inputs.push_back(&stages.to_read({stage, b}, m));
    for (int b : phase.outputs) {
      outputs.push_back(&stages.to_write({stage, b}, m));
      messages.wait_for_sends(*outputs.back());
    }
    messages.serve_sends();
    const double begin = core::now_seconds();
    if (is_timed_by_device(runner)) {
      const auto done = std::make_shared<std::atomic<double>>(0);
      runner.run(inputs, outputs, [done] { done->store(core::now_seconds()); });
      under_way.push_back({a, begin, runner.communication_seconds(), is_step, done});
    } else {
      runner.run(inputs, outputs);
      compute_seconds += core::now_seconds() - begin - runner.communication_seconds();
    }
    messages.note_phase();
    wait_seconds += runner.communication_seconds();
    tell_done_phases();
    for (size_t i = 0; i < outputs.size(); ++i) {
      // Losses are read with those of other micro-batches.
      if (m >= 0 && stages.own(stage).memory.has_parts(phase.outputs[i])) outputs[i]->fetch();
    }
  }

  // An accelerator returns before the work is done.
  bool is_timed_by_device(const PhaseRunner& runner) const {
    return stages.device().is_asynchronous() && runner.computes();
  }
  PhaseRunner* runner_of(const PipelineAction& a) {
    OwnStage& stage = stages.own(a.stage);
    return a.kind == Kind::kReduce ? stage.reduce.get()
                                   : stage.phases[static_cast<size_t>(a.phase)].get();
  }
  // Whether on_action hears of it later, from tell_done_phases.
  bool is_told_when_done(const PipelineAction& a) {
    if (a.kind != Kind::kPhase && a.kind != Kind::kReduce) return false;
    const PhaseRunner* runner = runner_of(a);
    return runner && is_timed_by_device(*runner);
  }

  // A device does one phase after the other.
  void tell_done_phases() {
    while (!under_way.empty() && under_way.front().done->load() > 0) {
      const PhaseUnderWay phase = std::move(under_way.front());
      under_way.pop_front();
      const double begin = std::max(phase.begin, device_free), end = phase.done->load();
      device_free = end;
      if (!phase.is_of_step) continue;
      compute_seconds += std::max(0.0, end - begin - phase.waited);
      if (settings.on_action) settings.on_action(phase.action, begin, end);
    }
  }

  void act(const PipelineAction& a) {
    switch (a.kind) {
      case Kind::kPhase:
      case Kind::kReduce:
        if (PhaseRunner* runner = runner_of(a)) run_on(*runner, a);
        break;
      case Kind::kPost:
        messages.post(a);
        break;
      case Kind::kAwait: {
        const double begin = core::now_seconds();
        messages.await(a);
        wait_seconds += core::now_seconds() - begin;
        break;
      }
      case Kind::kSend:
        messages.send(a);
        break;
    }
  }

  // New state of the model takes the place of the old one before it is sent to others.
  void replace_state() {
    for (const StateReplacement& r : step().replacements) {
      if (!stages.is_mine(r.stage)) continue;
      DeviceMemory& from = stages.memory({r.stage, r.new_buffer}, -1);
      DeviceMemory& to = stages.memory({r.stage, r.buffer}, -1);
      messages.wait_for_sends(to);
      from.wait_for_host();
      to.begin_write();
      std::ranges::copy(from.host(), to.host().data());
    }
  }
};

PipelineExecutor::PipelineExecutor(const StagedStep& step, PipelineProgram program,
                                   core::Communicator& comm, PipelineExecutorSettings settings)
    : PipelineExecutor(step, program, one_rank_each(program), comm, std::move(settings)) {}

PipelineExecutor::PipelineExecutor(const StagedStep& step, PipelineProgram program,
                                   PipelineLayout layout, core::Communicator& comm,
                                   PipelineExecutorSettings settings)
    : PipelineExecutor(step, std::move(program), std::move(layout), comm.rank(),
                       std::move(settings)) {
  connect(comm);
}

PipelineExecutor::PipelineExecutor(const StagedStep& step, PipelineProgram program,
                                   PipelineLayout layout, int rank,
                                   PipelineExecutorSettings settings) {
  CrossingMessages::check(step);
  state_ = std::make_unique<State>(std::move(settings), step, program, std::move(layout), rank);
  state_->lists = {std::move(program)};
}

void PipelineExecutor::connect(core::Communicator& comm, PipelineExecutor* previous) {
  state_->stages.connect(comm, previous ? &previous->state_->stages : nullptr);
}

PipelineExecutor::~PipelineExecutor() = default;
PipelineExecutor::PipelineExecutor(PipelineExecutor&&) noexcept = default;

int PipelineExecutor::add_list(PipelineProgram program) {
  State& s = *state_;
  const PipelineProgram& used = s.stages.list();
  MOTLEY_CHECK(program.rank == used.rank && program.rank_of_stage == used.rank_of_stage,
               "a list for other stages");
  s.stages.allocate(program);
  s.lists.push_back(std::move(program));
  return static_cast<int>(s.lists.size()) - 1;
}

void PipelineExecutor::use_list(int list) {
  MOTLEY_CHECK(list >= 0 && list < std::ssize(state_->lists), "list {} of {}", list,
               state_->lists.size());
  state_->stages.use(state_->lists[list]);
}

const PipelineProgram& PipelineExecutor::program() const { return state_->stages.list(); }

bool PipelineExecutor::holds(int argument) const {
  return state_->stages.place_of(argument).has_value();
}
bool PipelineExecutor::owns(int argument) const {
  const auto& held = state_->step().held[argument];
  return !held.empty() && state_->stages.is_mine(held[0].stage);
}

std::vector<Held> PipelineExecutor::piece(int argument) const {
  const auto at = state_->stages.place_of(argument);
  MOTLEY_CHECK(at, "rank {} does not hold argument {}", state_->stages.rank(), argument);
  return state_->stages.piece(argument, *at);
}

std::vector<Held> PipelineExecutor::owned_piece(int argument, int rank) const {
  return piece_at(argument, state_->step().held[argument].at(0), rank);
}

std::vector<Held> PipelineExecutor::piece_at(int argument, BufferPlace at, int rank) const {
  const RankStages& stages = state_->stages;
  return stages.piece(argument, at, stages.grouped().member(at.stage, rank));
}

std::span<const std::byte> PipelineExecutor::argument(int argument) const {
  const auto at = state_->stages.place_of(argument);
  MOTLEY_CHECK(at, "rank {} does not hold argument {}", state_->stages.rank(), argument);
  DeviceMemory& memory = state_->stages.memory(*at, -1);
  memory.wait_for_host();
  return memory.host();
}

void PipelineExecutor::set_argument(int argument, std::span<const std::byte> whole) {
  State& s = *state_;
  const TensorType& type = s.step().arguments[argument].type;
  MOTLEY_CHECK(std::ssize(whole) == type.num_bytes(), "{} bytes for argument {} of {}",
               whole.size(), argument, type.num_bytes());
  for (const BufferPlace& at : s.step().held[argument]) {
    if (!s.stages.is_mine(at.stage)) continue;
    const std::span<std::byte> mine = s.stages.own(at.stage).memory.begin_write(at.buffer);
    if (mine.size() == whole.size()) {  // every rank has all of the batch
      std::ranges::copy(whole, mine.data());
    } else {
      copy_shard(CopyDirection::kOut, const_cast<std::byte*>(whole.data()), type.shape,
                 s.stages.piece(argument, at), mine.data(), byte_size(type.element));
    }
  }
}

void PipelineExecutor::copy_argument(int index, std::span<std::byte> whole) const {
  const TensorType& type = state_->step().arguments[index].type;
  const std::span<const std::byte> mine = argument(index);
  if (mine.size() == whole.size()) {
    std::ranges::copy(mine, whole.data());
    return;
  }
  copy_shard(CopyDirection::kIn, whole.data(), type.shape, piece(index),
             const_cast<std::byte*>(mine.data()), byte_size(type.element));
}

void PipelineExecutor::open_connections() { state_->messages.open_connections(); }

void PipelineExecutor::run() {
  State& s = *state_;
  s.compute_seconds = s.wait_seconds = 0;
  s.messages.begin_run();
  bool is_replaced = false, is_loss_told = !s.settings.on_loss || !has_loss();
  const auto tell_loss = [&] {
    if (!std::exchange(is_loss_told, true)) s.settings.on_loss(loss());
  };
  for (const PipelineAction& a : s.stages.list().actions) {
    const bool sends_new =
        a.kind == Kind::kSend && s.step().crossings[a.crossing].when == Crossing::When::kNewValue;
    if (sends_new && !is_replaced) {
      s.replace_state();
      is_replaced = true;
    }
    const double begin = core::now_seconds();
    s.act(a);
    if (s.settings.on_action && !s.is_told_when_done(a)) {
      s.settings.on_action(a, begin, core::now_seconds());
    }
    // A phase of an accelerator is only enqueued here, and nothing waits for it.
    const bool has_it = a.kind == Kind::kPhase && a.phase == StagePhaseKind::kLoss;
    if (has_it && !s.stages.device().is_asynchronous()) tell_loss();
  }
  if (!is_replaced) s.replace_state();
  s.messages.send_all();
  tell_loss();
}

// One micro-batch after the other; each value is received when its turn has come.
void PipelineExecutor::run_forward() {
  State& s = *state_;
  finish_step();
  s.messages.begin_run();
  s.is_step = false;
  const auto run_phases = [&](StagePhaseKind kind, int m) {
    for (int stage : s.stages.list().stages) {
      if (!s.step().stages[stage].phase(kind).is_empty()) {
        s.act({.kind = Kind::kPhase, .stage = stage, .phase = kind, .microbatch = m});
      }
    }
  };
  const auto act_on_crossings = [&](Kind kind, int stage, int m) {
    for (int i = 0; i < std::ssize(s.step().crossings); ++i) {
      const Crossing& c = s.step().crossings[i];
      if (c.when != Crossing::When::kForward) continue;
      const bool is_here = kind == Kind::kSend
                               ? c.from.stage == stage
                               : c.to.stage == stage && !s.stages.is_mine(c.from.stage);
      if (is_here) s.act({.kind = kind, .crossing = i, .microbatch = m});
    }
  };
  run_phases(StagePhaseKind::kPrologue, -1);
  run_phases(StagePhaseKind::kOnce, -1);
  for (int m = 0; m < s.step().num_microbatches; ++m) {
    for (int stage : s.stages.list().stages) {
      act_on_crossings(Kind::kPost, stage, m);
      act_on_crossings(Kind::kAwait, stage, m);
      s.act({.kind = Kind::kPhase,
             .stage = stage,
             .phase = StagePhaseKind::kForward,
             .microbatch = m});
      act_on_crossings(Kind::kSend, stage, m);
    }
  }
  for (int stage : s.stages.list().stages) s.act({.kind = Kind::kReduce, .stage = stage});
  if (has_loss()) run_phases(StagePhaseKind::kLoss, -1);
  s.messages.send_all();
  finish_step();
  s.is_step = true;
}

void PipelineExecutor::finish_step() {
  state_->messages.finish_all();
  state_->tell_done_phases();
}

bool PipelineExecutor::has_loss() const {
  return state_->stages.is_mine(state_->step().loss.stage);
}

double PipelineExecutor::loss() const {
  const BufferPlace at = state_->step().loss;
  DeviceMemory& memory = state_->stages.memory(at, -1);
  memory.wait_for_host();
  return Literal::from_bytes(state_->step().buffer(at).type, memory.host()).as_double(0);
}

int64_t PipelineExecutor::memory_bytes() const { return state_->stages.host_bytes(); }
double PipelineExecutor::compute_seconds() const { return state_->compute_seconds; }
double PipelineExecutor::wait_seconds() const { return state_->wait_seconds; }

}  // namespace motley::tensor
