#include "tensor/pipeline/pipeline_executor.h"

#include <fmt/format.h>

#include <algorithm>
#include <atomic>
#include <cstring>
#include <deque>
#include <map>
#include <set>
#include <utility>

#include "core/base/clock.h"
#include "core/base/error.h"
#include "tensor/pipeline/own_stage.h"
#include "tensor/run/compute_device.h"

namespace motley::tensor {
namespace {

using Kind = PipelineAction::Kind;

constexpr double kCompileSeconds = 1200;

core::Elements raw_bytes(std::span<std::byte> bytes) {
  return {core::ElementType::kU8, bytes.data(), std::ssize(bytes)};
}

// A message under way. One that is not contiguous on both sides has memory of its own.
struct Message {
  core::Request request;
  PipelineAction action;
  double begin = 0;
  int64_t bytes = 0;  // of a receive
  std::vector<std::byte> packed = {};
  const std::vector<PieceRun>* runs = nullptr;  // of a receive: where `packed` goes
};

// A value that is to be sent once it is on the host.
struct PendingSend {
  PipelineAction action;
  DeviceMemory* memory = nullptr;
  int64_t phase = 0;  // the phases that were enqueued before it
};

// A phase that an accelerator has not been seen to have done. Times by the steady clock.
struct PhaseUnderWay {
  PipelineAction action;
  double begin = 0, waited = 0;                    // enqueued; for messages, until it was
  bool is_of_step = true;                          // not of an evaluation
  std::shared_ptr<std::atomic<double>> done = {};  // 0: not yet
};

int64_t count_of(const std::vector<PieceRun>& runs) {
  int64_t count = 0;
  for (const PieceRun& run : runs) count += run.count;
  return count;
}

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
  const StagedStep& step;
  PipelineProgram program;  // in use
  int rank;
  core::Communicator* comm = nullptr;  // once connected
  PipelineExecutorSettings settings;
  GroupedStep grouped;
  std::unique_ptr<Device> device;
  std::optional<core::Communicator> group;             // where our stages are shared
  std::vector<std::vector<core::Communicator>> lines;  // by stage: along the axes of its grid
  std::map<int, std::unique_ptr<OwnStage>> own;        // by stage
  std::vector<PipelineProgram> lists;                  // all that are ready
  std::map<std::pair<int, int>, std::vector<Message>> receives;  // by crossing and micro-batch
  std::map<const DeviceMemory*, std::vector<Message>> sends;     // by what is sent
  std::deque<PendingSend> pending;
  std::map<std::tuple<int, int, int>, std::vector<PieceRun>> runs;  // by crossing and members
  int64_t num_phases = 0;                                           // enqueued in this run
  std::deque<PhaseUnderWay> under_way;
  bool is_step = true;     // that runs, not an evaluation
  double device_free = 0;  // when the accelerator had done the phase before those
  double compute_seconds = 0, wait_seconds = 0;

  bool is_mine(int stage) const { return program.rank_of_stage[stage] == program.rank; }
  int64_t element_bytes(BufferPlace at) const { return byte_size(step.buffer(at).type.element); }

  void make_stages() {
    for (int s : program.stages) {
      own[s] = std::make_unique<OwnStage>(grouped, s, grouped.member(s, rank), *device);
    }
  }

  // There are not many Communicators to be had: those of an executor that this one takes the place
  // of are used again.
  void connect_group(State* previous) {
    const auto is_like = [&](const State& other) {
      const PipelineLayout &a = grouped.layout(), &b = other.grouped.layout();
      return a.ranks == b.ranks && a.grids == b.grids && program.stages == other.program.stages;
    };
    if (previous && is_like(*previous)) {
      group = std::move(previous->group);
      lines = std::move(previous->lines);
      return;
    }
    if (grouped.layout().has_groups()) {
      comm->barrier(kCompileSeconds).wait();  // some are still compiling
      core::Communicator made = comm->split(program.rank, rank);
      if (made.num_ranks() > 1) group.emplace(std::move(made));
    }
    lines.resize(step.num_stages());
    for (int s : program.stages) {
      const int member = own.at(s)->member;
      for (int axis = 0; group && axis < grouped.grid(s).num_axes(); ++axis) {
        lines[s].push_back(group->split(grouped.grid(s).line(member, axis)[0], member));
      }
    }
  }

  // All at once: a plugin compiles in parallel, and programs share their temporary memory.
  void compile() {
    std::vector<PhaseRunner*> runners;
    for (auto& [s, stage] : own) {
      for (auto& phase : stage->phases) {
        if (phase) runners.push_back(phase.get());
      }
      if (stage->reduce) runners.push_back(stage->reduce.get());
    }
    std::vector<DeviceSource> sources;
    for (PhaseRunner* runner : runners) {
      for (DeviceSource& source : runner->sources()) sources.push_back(std::move(source));
    }
    const std::vector<int> numbers = device->compile(sources);
    auto at = numbers.begin();
    for (PhaseRunner* runner : runners) {
      const auto count = static_cast<std::ptrdiff_t>(runner->sources().size());
      runner->use({at, at + count});
      at += count;
    }
  }

  void allocate(const PipelineProgram& list) {
    for (int s : list.stages) own.at(s)->memory.allocate(list.slots[s]);
  }

  DeviceMemory& memory(BufferPlace at, int m) {
    return own.at(at.stage)->memory.slot(at.buffer, program.slots[at.stage][at.buffer].of(m));
  }
  // Partial sums have buffers beyond those of the list, which live for the step.
  DeviceMemory& to_read(BufferPlace at, int m) {
    StageMemory& all = own.at(at.stage)->memory;
    if (all.has_parts(at.buffer)) return all.to_read(at.buffer, m);
    if (at.buffer >= std::ssize(program.slots[at.stage])) return all.slot(at.buffer, 0);
    return memory(at, m);
  }
  DeviceMemory& to_write(BufferPlace at, int m) {
    StageMemory& all = own.at(at.stage)->memory;
    return all.has_parts(at.buffer) ? all.to_write(at.buffer, m) : to_read(at, m);
  }

  // What goes from member to member of the groups of a crossing; the same for all micro-batches.
  const std::vector<PieceRun>& runs_of(int crossing, int from, int to) {
    const auto [at, is_new] = runs.try_emplace({crossing, from, to});
    if (is_new) at->second = grouped.runs(step.crossings[crossing], from, to);
    return at->second;
  }

  // --- Sends ---------------------------------------------------------------------------------

  void complete(Message& message) {
    message.request.wait();
    if (settings.on_message) {
      settings.on_message(message.action, message.begin, message.request.done_seconds());
    }
    if (settings.on_rate && message.action.kind == Kind::kPost) {
      const double rate = message.request.received_rate(message.bytes);
      if (rate > 0) settings.on_rate(message.action.crossing, rate);
    }
  }

  // Sends from memory that is to be written are done, or nearly so.
  void wait_for_sends(const DeviceMemory& memory) {
    while (std::ranges::any_of(pending, [&](const auto& p) { return p.memory == &memory; })) {
      send_first_pending();
    }
    const auto at = sends.find(&memory);
    if (at == sends.end()) return;
    for (Message& message : at->second) complete(message);
    sends.erase(at);
  }

  void send(const PipelineAction& a) {
    const Crossing& c = step.crossings[a.crossing];
    DeviceMemory& from = memory(c.from, a.microbatch);
    if (is_mine(c.to.stage)) {  // by the same ranks, in the same shares
      DeviceMemory& to = memory(c.to, a.microbatch);
      from.wait_for_host();
      to.begin_write();
      std::ranges::copy(from.host(), to.host().data());
      return;
    }
    from.fetch();
    pending.push_back({a, &from, num_phases});
    if (!device->is_asynchronous()) send_first_pending();
  }

  void send_first_pending() {
    const PendingSend next = pending.front();
    pending.pop_front();
    next.memory->wait_for_host();
    const Crossing& c = step.crossings[next.action.crossing];
    const int member = own.at(c.from.stage)->member;
    const auto& receivers = grouped.layout().ranks[c.to.stage];
    const int64_t size = element_bytes(c.from);
    const std::byte* from = next.memory->host().data();
    for (size_t j = 0; j < receivers.size(); ++j) {
      const auto& runs = runs_of(next.action.crossing, member, static_cast<int>(j));
      if (runs.empty()) continue;
      Message message{.request = {}, .action = next.action, .begin = core::now_seconds()};
      const std::byte* data = from + runs[0].from * size;
      const int64_t bytes = size * count_of(runs);
      if (runs.size() > 1) {
        message.packed.resize(static_cast<size_t>(bytes));
        std::byte* to = message.packed.data();
        for (const PieceRun& run : runs) {
          std::memcpy(to, from + run.from * size, static_cast<size_t>(run.count * size));
          to += run.count * size;
        }
        data = message.packed.data();
      }
      message.request =
          comm->send({core::ElementType::kU8, data, bytes}, receivers[j], tag_of(next.action));
      sends[next.memory].push_back(std::move(message));
    }
  }

  // What has come from the device goes out; a rank enqueues no more than one phase beyond what it
  // has sent.
  void serve_sends() {
    while (!pending.empty() &&
           (pending.front().memory->is_fetched() || pending.front().phase + 1 < num_phases)) {
      send_first_pending();
    }
  }
  void send_all() {
    while (!pending.empty()) send_first_pending();
  }

  // --- Receives ------------------------------------------------------------------------------

  int tag_of(const PipelineAction& a) const {
    const int64_t per_crossing = step.num_microbatches;
    return static_cast<int>(a.crossing * per_crossing + std::max(a.microbatch, 0));
  }

  void post(const PipelineAction& a) {
    const Crossing& c = step.crossings[a.crossing];
    const auto& senders = grouped.layout().ranks[c.from.stage];
    const int64_t size = element_bytes(c.to);
    DeviceMemory& to = memory(c.to, a.microbatch);
    to.begin_write();
    std::vector<Message>& messages = receives[{a.crossing, a.microbatch}];
    for (size_t i = 0; i < senders.size(); ++i) {
      const auto& runs = runs_of(a.crossing, static_cast<int>(i), own.at(c.to.stage)->member);
      if (runs.empty()) continue;
      Message& message = messages.emplace_back();
      message.action = a;
      message.begin = core::now_seconds();
      message.bytes = size * count_of(runs);
      const auto bytes = static_cast<size_t>(message.bytes);
      std::span<std::byte> into = to.host().subspan(static_cast<size_t>(runs[0].to * size));
      if (runs.size() > 1) {
        message.packed.resize(bytes);
        message.runs = &runs;
        into = message.packed;
      }
      message.request = comm->receive(raw_bytes(into.first(bytes)), senders[i], tag_of(a));
    }
  }

  void take(Message& message) {
    complete(message);
    if (!message.runs) return;
    const BufferPlace to = step.crossings[message.action.crossing].to;
    const int64_t size = element_bytes(to);
    const std::byte* from = message.packed.data();
    for (const PieceRun& run : *message.runs) {
      std::memcpy(memory(to, message.action.microbatch).host().data() + run.to * size, from,
                  static_cast<size_t>(run.count * size));
      from += run.count * size;
    }
  }

  void await(const PipelineAction& a) {
    const auto at = receives.find({a.crossing, a.microbatch});
    if (at == receives.end()) return;  // a new value before the first step
    const double begin = core::now_seconds();
    const bool has_come =
        std::ranges::all_of(at->second, [](const Message& m) { return m.request.done(); });
    if (!has_come) send_all();  // others may need it to go on
    for (Message& message : at->second) take(message);
    receives.erase(at);
    wait_seconds += core::now_seconds() - begin;
  }

  // --- Work ----------------------------------------------------------------------------------

  void run_on(PhaseRunner& runner, const PipelineAction& a) {
    const LocalStage& local = own.at(a.stage)->local;
    const bool reduces = a.kind == Kind::kReduce;
    const LocalPhase& phase = reduces ? local.reduce : local.phase(a.phase);
    const int stage = a.stage, m = reduces ? -1 : a.microbatch;
    std::vector<DeviceMemory*> inputs, outputs;
    for (int b : phase.inputs) inputs.push_back(&to_read({stage, b}, m));
    for (int b : phase.outputs) {
      outputs.push_back(&to_write({stage, b}, m));
      wait_for_sends(*outputs.back());
    }
    serve_sends();
    const double begin = core::now_seconds();
    if (is_timed_by_device(runner)) {
      const auto done = std::make_shared<std::atomic<double>>(0);
      runner.run(inputs, outputs, [done] { done->store(core::now_seconds()); });
      under_way.push_back({a, begin, runner.communication_seconds(), is_step, done});
    } else {
      runner.run(inputs, outputs);
      compute_seconds += core::now_seconds() - begin - runner.communication_seconds();
    }
    ++num_phases;
    wait_seconds += runner.communication_seconds();
    tell_done_phases();
    for (size_t i = 0; i < outputs.size(); ++i) {
      // Losses are read with those of other micro-batches.
      if (m >= 0 && own.at(stage)->memory.has_parts(phase.outputs[i])) outputs[i]->fetch();
    }
  }

  // An accelerator returns before the work is done.
  bool is_timed_by_device(const PhaseRunner& runner) const {
    return device->is_asynchronous() && runner.computes();
  }
  PhaseRunner* runner_of(const PipelineAction& a) {
    OwnStage& stage = *own.at(a.stage);
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
        post(a);
        break;
      case Kind::kAwait:
        await(a);
        break;
      case Kind::kSend:
        send(a);
        break;
    }
  }

  // New state of the model takes the place of the old one before it is sent to others.
  void replace_state() {
    for (const StateReplacement& r : step.replacements) {
      if (!is_mine(r.stage)) continue;
      DeviceMemory& from = memory({r.stage, r.new_buffer}, -1);
      DeviceMemory& to = memory({r.stage, r.buffer}, -1);
      wait_for_sends(to);
      from.wait_for_host();
      to.begin_write();
      std::ranges::copy(from.host(), to.host().data());
    }
  }

  std::vector<Held> piece_of(int argument, BufferPlace at) const {
    return held(grouped.state(at), step.arguments[argument].type.shape, grouped.grid(at.stage),
                own.at(at.stage)->member);
  }
  std::optional<BufferPlace> place_of(int argument) const {
    for (const BufferPlace& at : step.held[argument]) {
      if (is_mine(at.stage)) return at;
    }
    return std::nullopt;
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
                                   PipelineExecutorSettings settings)
    : state_(new State{.step = step,
                       .program = std::move(program),
                       .rank = rank,
                       .settings = std::move(settings),
                       .grouped = GroupedStep(step, std::move(layout))}) {
  State& s = *state_;
  const auto num_tags =
      static_cast<int64_t>(step.crossings.size()) * std::max<int64_t>(1, step.num_microbatches);
  if (num_tags >= core::Communicator::kNumTags) {  // the last one is open_connections'
    throw core::UserError(fmt::format(
        "{} values cross between stages for each of {} micro-batches: {} messages a step, and "
        "there are tags for {}",
        step.crossings.size(), step.num_microbatches, num_tags, core::Communicator::kNumTags));
  }
  for (int i = 0; i < step.num_stages(); ++i) {
    MOTLEY_CHECK((s.grouped.member(i, rank) >= 0) == s.is_mine(i),
                 "rank {} runs the list of another", rank);
  }
  s.device = open_compute_device({.reference = s.settings.reference,
                                  .num_threads = s.settings.num_threads,
                                  .accelerator = s.settings.accelerator});
  s.make_stages();
  s.allocate(s.program);
  s.lists = {s.program};
  s.compile();
}

void PipelineExecutor::connect(core::Communicator& comm, PipelineExecutor* previous) {
  State& s = *state_;
  MOTLEY_CHECK(comm.rank() == s.rank, "rank {} runs the list of rank {}", comm.rank(), s.rank);
  s.comm = &comm;
  s.connect_group(previous ? previous->state_.get() : nullptr);
  for (auto& [stage, own] : s.own) own->connect(s.lines[stage]);
}

PipelineExecutor::~PipelineExecutor() = default;
PipelineExecutor::PipelineExecutor(PipelineExecutor&&) noexcept = default;

int PipelineExecutor::add_list(PipelineProgram program) {
  State& s = *state_;
  MOTLEY_CHECK(program.rank == s.program.rank && program.rank_of_stage == s.program.rank_of_stage,
               "a list for other stages");
  s.allocate(program);
  s.lists.push_back(std::move(program));
  return static_cast<int>(s.lists.size()) - 1;
}

void PipelineExecutor::use_list(int list) {
  MOTLEY_CHECK(list >= 0 && list < std::ssize(state_->lists), "list {} of {}", list,
               state_->lists.size());
  state_->program = state_->lists[list];
}

const PipelineProgram& PipelineExecutor::program() const { return state_->program; }

bool PipelineExecutor::holds(int argument) const { return state_->place_of(argument).has_value(); }
bool PipelineExecutor::owns(int argument) const {
  const auto& held = state_->step.held[argument];
  return !held.empty() && state_->is_mine(held[0].stage);
}

std::vector<Held> PipelineExecutor::piece(int argument) const {
  const auto at = state_->place_of(argument);
  MOTLEY_CHECK(at, "rank {} does not hold argument {}", state_->program.rank, argument);
  return state_->piece_of(argument, *at);
}

std::vector<Held> PipelineExecutor::owned_piece(int argument, int rank) const {
  return piece_at(argument, state_->step.held[argument].at(0), rank);
}

std::vector<Held> PipelineExecutor::piece_at(int argument, BufferPlace at, int rank) const {
  const GroupedStep& grouped = state_->grouped;
  return held(grouped.state(at), state_->step.arguments[argument].type.shape,
              grouped.grid(at.stage), grouped.member(at.stage, rank));
}

std::span<const std::byte> PipelineExecutor::argument(int argument) const {
  const auto at = state_->place_of(argument);
  MOTLEY_CHECK(at, "rank {} does not hold argument {}", state_->program.rank, argument);
  DeviceMemory& memory = state_->memory(*at, -1);
  memory.wait_for_host();
  return memory.host();
}

void PipelineExecutor::set_argument(int argument, std::span<const std::byte> whole) {
  State& s = *state_;
  const TensorType& type = s.step.arguments[argument].type;
  MOTLEY_CHECK(std::ssize(whole) == type.num_bytes(), "{} bytes for argument {} of {}",
               whole.size(), argument, type.num_bytes());
  for (const BufferPlace& at : s.step.held[argument]) {
    if (!s.is_mine(at.stage)) continue;
    const std::span<std::byte> mine = s.own.at(at.stage)->memory.begin_write(at.buffer);
    if (mine.size() == whole.size()) {  // every rank has all of the batch
      std::ranges::copy(whole, mine.data());
    } else {
      copy_shard(CopyDirection::kOut, const_cast<std::byte*>(whole.data()), type.shape,
                 s.piece_of(argument, at), mine.data(), byte_size(type.element));
    }
  }
}

void PipelineExecutor::copy_argument(int index, std::span<std::byte> whole) const {
  const TensorType& type = state_->step.arguments[index].type;
  const std::span<const std::byte> mine = argument(index);
  if (mine.size() == whole.size()) {
    std::ranges::copy(mine, whole.data());
    return;
  }
  copy_shard(CopyDirection::kIn, whole.data(), type.shape, piece(index),
             const_cast<std::byte*>(mine.data()), byte_size(type.element));
}

void PipelineExecutor::open_connections() {
  State& s = *state_;
  std::set<int> peers;
  for (const Crossing& c : s.step.crossings) {
    for (const auto& [here, there] :
         {std::pair(c.from.stage, c.to.stage), std::pair(c.to.stage, c.from.stage)}) {
      if (!s.is_mine(here) || s.is_mine(there)) continue;
      const auto& ranks = s.grouped.layout().ranks[there];
      peers.insert(ranks.begin(), ranks.end());
    }
  }
  constexpr int kTag = core::Communicator::kNumTags - 1;
  std::vector<uint8_t> in(peers.size()), out(peers.size());
  std::vector<core::Request> requests;
  size_t i = 0;
  for (int peer : peers) {
    requests.push_back(s.comm->receive({core::ElementType::kU8, &in[i], 1}, peer, kTag));
    requests.push_back(s.comm->send({core::ElementType::kU8, &out[i], 1}, peer, kTag));
    ++i;
  }
  for (core::Request& request : requests) request.wait();
}

void PipelineExecutor::run() {
  State& s = *state_;
  s.compute_seconds = s.wait_seconds = 0;
  s.num_phases = 0;
  bool is_replaced = false, is_loss_told = !s.settings.on_loss || !has_loss();
  const auto tell_loss = [&] {
    if (!std::exchange(is_loss_told, true)) s.settings.on_loss(loss());
  };
  for (const PipelineAction& a : s.program.actions) {
    const bool sends_new =
        a.kind == Kind::kSend && s.step.crossings[a.crossing].when == Crossing::When::kNewValue;
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
    if (has_it && !s.device->is_asynchronous()) tell_loss();
  }
  if (!is_replaced) s.replace_state();
  s.send_all();
  tell_loss();
}

// One micro-batch after the other; each value is received when its turn has come.
void PipelineExecutor::run_forward() {
  State& s = *state_;
  finish_step();
  s.num_phases = 0;
  s.is_step = false;
  const auto run_phases = [&](StagePhaseKind kind, int m) {
    for (int stage : s.program.stages) {
      if (!s.step.stages[stage].phase(kind).is_empty()) {
        s.act({.kind = Kind::kPhase, .stage = stage, .phase = kind, .microbatch = m});
      }
    }
  };
  const auto act_on_crossings = [&](Kind kind, int stage, int m) {
    for (int i = 0; i < std::ssize(s.step.crossings); ++i) {
      const Crossing& c = s.step.crossings[i];
      if (c.when != Crossing::When::kForward) continue;
      const bool is_here = kind == Kind::kSend ? c.from.stage == stage
                                               : c.to.stage == stage && !s.is_mine(c.from.stage);
      if (is_here) s.act({.kind = kind, .crossing = i, .microbatch = m});
    }
  };
  run_phases(StagePhaseKind::kPrologue, -1);
  run_phases(StagePhaseKind::kOnce, -1);
  for (int m = 0; m < s.step.num_microbatches; ++m) {
    for (int stage : s.program.stages) {
      act_on_crossings(Kind::kPost, stage, m);
      act_on_crossings(Kind::kAwait, stage, m);
      s.act({.kind = Kind::kPhase,
             .stage = stage,
             .phase = StagePhaseKind::kForward,
             .microbatch = m});
      act_on_crossings(Kind::kSend, stage, m);
    }
  }
  for (int stage : s.program.stages) s.act({.kind = Kind::kReduce, .stage = stage});
  if (has_loss()) run_phases(StagePhaseKind::kLoss, -1);
  s.send_all();
  finish_step();
  s.is_step = true;
}

void PipelineExecutor::finish_step() {
  for (auto& [key, messages] : state_->receives) {
    for (Message& message : messages) state_->take(message);
  }
  state_->receives.clear();
  for (auto& [memory, messages] : state_->sends) {
    for (Message& message : messages) state_->complete(message);
  }
  state_->sends.clear();
  state_->tell_done_phases();
}

bool PipelineExecutor::has_loss() const { return state_->is_mine(state_->step.loss.stage); }

double PipelineExecutor::loss() const {
  const BufferPlace at = state_->step.loss;
  DeviceMemory& memory = state_->memory(at, -1);
  memory.wait_for_host();
  return Literal::from_bytes(state_->step.buffer(at).type, memory.host()).as_double(0);
}

int64_t PipelineExecutor::memory_bytes() const {
  int64_t bytes = state_->device->host_bytes();
  for (const auto& [s, stage] : state_->own) {
    for (const auto& phase : stage->phases) bytes += phase ? phase->host_bytes() : 0;
    if (stage->reduce) bytes += stage->reduce->host_bytes();
  }
  return bytes;
}
double PipelineExecutor::compute_seconds() const { return state_->compute_seconds; }
double PipelineExecutor::wait_seconds() const { return state_->wait_seconds; }

}  // namespace motley::tensor
