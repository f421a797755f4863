#include "tensor/pipeline/pipeline_executor.h"

#include <fmt/format.h>

#include <algorithm>
#include <cstring>
#include <map>

#include "core/base/clock.h"
#include "core/base/error.h"
#include "tensor/compile/compiled_program.h"
#include "tensor/reference/interpreter.h"
#include "tensor/run/executable.h"

namespace motley::tensor {
namespace {

using Kind = PipelineAction::Kind;

constexpr std::align_val_t kAlignment{64};

struct FreeAligned {
  void operator()(std::byte* p) const { ::operator delete[](p, kAlignment); }
};
using Block = std::unique_ptr<std::byte[], FreeAligned>;

Block zeroed_block(int64_t bytes) {
  Block block(new (kAlignment) std::byte[static_cast<size_t>(std::max<int64_t>(bytes, 1))]);
  std::memset(block.get(), 0, static_cast<size_t>(bytes));
  return block;
}

core::Elements raw_bytes(std::byte* data, int64_t bytes) {
  return {core::ElementType::kU8, data, bytes};
}

// Sums of gradients and losses are of these types.
core::ElementType core_element(ElementType element) {
  MOTLEY_CHECK(element == ElementType::kF32 || element == ElementType::kF64,
               "sums of another type than float32 and float64");
  return element == ElementType::kF32 ? core::ElementType::kF32 : core::ElementType::kF64;
}

// A message under way. One that is not contiguous on both sides has memory of its own.
struct Message {
  core::Request request;
  PipelineAction action;
  double begin = 0;
  int64_t bytes = 0;  // of a receive
  Block packed;
  std::vector<PieceRun> runs;  // of a receive: where `packed` goes
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
  const StagedStep& step;
  PipelineProgram program;  // in use
  core::Communicator& comm;
  PipelineExecutorSettings settings;
  GroupedStep grouped;
  std::vector<int> member;                              // by stage: our place in its group; -1
  std::vector<Stage> local_stages;                      // by stage, of ours where there are groups
  std::optional<core::Communicator> group;              // where our stages are shared
  std::vector<std::vector<std::vector<Block>>> blocks;  // by stage, buffer and slot
  std::map<uint64_t, std::vector<std::pair<Program, std::shared_ptr<Executable>>>> compiled;
  std::map<const StagePhase*, std::shared_ptr<Executable>> engines;
  std::map<std::pair<int, int>, std::vector<Message>> receives;  // by crossing and micro-batch
  std::map<const std::byte*, std::vector<Message>> sends;        // by memory
  std::vector<PipelineProgram> lists;                            // all that are ready
  double compute_seconds = 0, wait_seconds = 0;

  bool is_mine(int stage) const { return program.rank_of_stage[stage] == program.rank; }
  const Stage& stage(int s) const {
    return local_stages.empty() ? step.stages[s] : local_stages[s];
  }
  const TensorType& type_of(BufferPlace at) const {
    return stage(at.stage).buffers[at.buffer].type;
  }
  int64_t bytes_of(BufferPlace at) const { return type_of(at).num_bytes(); }

  std::byte* memory(BufferPlace at, int m) {
    return blocks[at.stage][at.buffer][program.slots[at.stage][at.buffer].of(m)].get();
  }
  // What a phase of micro-batch m sees of a buffer, as a value of this many bytes.
  std::byte* seen(BufferPlace at, int m) {
    if (m < 0 || step.buffer(at).life != BufferLife::kRows) return memory(at, m);
    const int64_t first = grouped.first_element(at, member[at.stage]);
    return memory(at, 0) + m * (bytes_of(at) / step.num_microbatches) +
           first * byte_size(type_of(at).element);
  }

  // The slots of a list that are not there yet.
  void allocate(const PipelineProgram& list) {
    blocks.resize(step.num_stages());
    for (int s : list.stages) {
      blocks[s].resize(stage(s).buffers.size());
      for (size_t b = 0; b < blocks[s].size(); ++b) {
        while (std::ssize(blocks[s][b]) < list.slots[s][b].count) {
          blocks[s][b].push_back(zeroed_block(stage(s).buffers[b].type.num_bytes()));
        }
      }
    }
  }

  // Equal phases are compiled once.
  void compile_phases() {
    for (int s : program.stages) {
      for (const StagePhase& phase : stage(s).phases) {
        if (phase.is_empty()) continue;
        std::vector<Update> updates;
        for (size_t r = 0; r < phase.outputs.size(); ++r) {
          const auto at = std::ranges::find(phase.inputs, phase.outputs[r]);
          if (at == phase.inputs.end()) continue;
          updates.push_back({static_cast<int>(r), static_cast<int>(at - phase.inputs.begin())});
        }
        engines[&phase] = engine_of(phase.program, updates);
      }
    }
  }
  std::shared_ptr<Executable> engine_of(const Program& phase, const std::vector<Update>& updates) {
    auto& same = compiled[structural_hash(phase)];
    for (const auto& [other, engine] : same) {
      if (updates.empty() && other == phase) return engine;
    }
    auto engine = std::make_shared<Executable>(compile(
        phase, {.num_threads = settings.num_threads, .updates = updates, .is_memory_given = true}));
    if (updates.empty()) same.emplace_back(phase, engine);
    return engine;
  }

  // Sends from memory that is to be written are done, or nearly so.
  void wait_for_sends(const std::byte* memory) {
    const auto at = sends.find(memory);
    if (at == sends.end()) return;
    for (Message& message : at->second) complete(message);
    sends.erase(at);
  }
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

  void run_phase(const PipelineAction& a) {
    const StagePhase& phase = stage(a.stage).phase(a.phase);
    std::vector<std::byte*> inputs, outputs;
    for (int b : phase.inputs) inputs.push_back(seen({a.stage, b}, a.microbatch));
    for (int b : phase.outputs) {
      outputs.push_back(seen({a.stage, b}, a.microbatch));
      wait_for_sends(memory({a.stage, b}, a.microbatch));
    }
    const double begin = core::now_seconds();
    if (settings.reference) {
      interpret_phase(phase.program, inputs, outputs);
    } else {
      engines.at(&phase)->run(inputs, outputs);
    }
    compute_seconds += core::now_seconds() - begin;
  }

  static void interpret_phase(const Program& program, const std::vector<std::byte*>& inputs,
                              const std::vector<std::byte*>& outputs) {
    std::vector<Literal> arguments;
    for (size_t i = 0; i < inputs.size(); ++i) {
      const TensorType& type = program.type(program.body.arguments[i]);
      arguments.push_back(
          Literal::from_bytes(type, {inputs[i], static_cast<size_t>(type.num_bytes())}));
    }
    const std::vector<Literal> results = interpret(program, std::move(arguments)).results;
    for (size_t i = 0; i < results.size(); ++i) {
      std::ranges::copy(results[i].bytes(), outputs[i]);
    }
  }

  int tag_of(const PipelineAction& a) const {
    const int64_t per_crossing = step.num_microbatches;
    return static_cast<int>(a.crossing * per_crossing + std::max(a.microbatch, 0));
  }

  void post(const PipelineAction& a) {
    const Crossing& c = step.crossings[a.crossing];
    const auto& senders = grouped.layout().ranks[c.from.stage];
    const int64_t size = byte_size(type_of(c.to).element);
    std::vector<Message>& messages = receives[{a.crossing, a.microbatch}];
    for (size_t i = 0; i < senders.size(); ++i) {
      std::vector<PieceRun> runs = grouped.runs(c, static_cast<int>(i), member[c.to.stage]);
      if (runs.empty()) continue;
      Message& message = messages.emplace_back();
      message.action = a;
      message.begin = core::now_seconds();
      std::byte* to = memory(c.to, a.microbatch) + runs[0].to * size;
      const int64_t bytes = message.bytes = size * count_of(runs);
      if (runs.size() > 1) {
        message.packed = zeroed_block(bytes);
        to = message.packed.get();
        message.runs = std::move(runs);
      }
      message.request = comm.receive(raw_bytes(to, bytes), senders[i], tag_of(a));
    }
  }

  static int64_t count_of(const std::vector<PieceRun>& runs) {
    int64_t count = 0;
    for (const PieceRun& run : runs) count += run.count;
    return count;
  }

  void unpack(const Message& message) {
    const BufferPlace to = step.crossings[message.action.crossing].to;
    const auto size = static_cast<size_t>(byte_size(type_of(to).element));
    const std::byte* from = message.packed.get();
    for (const PieceRun& run : message.runs) {
      std::memcpy(memory(to, message.action.microbatch) + run.to * size, from, run.count * size);
      from += run.count * size;
    }
  }

  void await(const PipelineAction& a) {
    const auto at = receives.find({a.crossing, a.microbatch});
    if (at == receives.end()) return;  // a new value before the first step
    const double begin = core::now_seconds();
    for (Message& message : at->second) {
      complete(message);
      unpack(message);
    }
    receives.erase(at);
    wait_seconds += core::now_seconds() - begin;
  }

  void send(const PipelineAction& a) {
    const Crossing& c = step.crossings[a.crossing];
    std::byte* from = memory(c.from, a.microbatch);
    if (is_mine(c.to.stage)) {  // by the same ranks, in the same shares
      std::memcpy(memory(c.to, a.microbatch), from, static_cast<size_t>(bytes_of(c.from)));
      return;
    }
    const auto& receivers = grouped.layout().ranks[c.to.stage];
    const int64_t size = byte_size(type_of(c.from).element);
    for (size_t j = 0; j < receivers.size(); ++j) {
      const auto runs = grouped.runs(c, member[c.from.stage], static_cast<int>(j));
      if (runs.empty()) continue;
      Message message{.request = {}, .action = a, .begin = core::now_seconds()};
      std::byte* data = from + runs[0].from * size;
      const int64_t bytes = size * count_of(runs);
      if (runs.size() > 1) {
        message.packed = zeroed_block(bytes);
        data = message.packed.get();
        std::byte* to = data;
        for (const PieceRun& run : runs) {
          std::memcpy(to, from + run.from * size, static_cast<size_t>(run.count * size));
          to += run.count * size;
        }
      }
      message.request = comm.send({core::ElementType::kU8, data, bytes}, receivers[j], tag_of(a));
      sends[from].push_back(std::move(message));
    }
  }

  // The ranks of a stage add up the parts that they have summed.
  void reduce(int s) {
    if (!group) return;
    std::vector<core::Request> requests;
    for (size_t b = 0; b < stage(s).buffers.size(); ++b) {
      const BufferPlace at{s, static_cast<int>(b)};
      if (step.buffer(at).life == BufferLife::kMicrobatch || !grouped.is_partial(at)) continue;
      wait_for_sends(memory(at, -1));
      const core::Elements all{core_element(type_of(at).element), memory(at, -1),
                               type_of(at).num_elements()};
      requests.push_back(
          group->all_reduce({all.type, all.data, all.count}, all, core::Reduction::kSum));
    }
    const double begin = core::now_seconds();
    for (core::Request& request : requests) request.wait();
    wait_seconds += core::now_seconds() - begin;
  }

  void act(const PipelineAction& a) {
    switch (a.kind) {
      case Kind::kPhase:
        run_phase(a);
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
      case Kind::kReduce:
        reduce(a.stage);
        break;
    }
  }

  // New state of the model takes the place of the old one before it is sent to others.
  void replace_state() {
    for (const StateReplacement& r : step.replacements) {
      if (!is_mine(r.stage)) continue;
      const BufferPlace at{r.stage, r.buffer};
      wait_for_sends(memory(at, -1));
      std::memcpy(memory(at, -1), memory({r.stage, r.new_buffer}, -1),
                  static_cast<size_t>(bytes_of(at)));
    }
  }
};

PipelineExecutor::PipelineExecutor(const StagedStep& step, PipelineProgram program,
                                   core::Communicator& comm, PipelineExecutorSettings settings)
    : PipelineExecutor(step, program, one_rank_each(program), comm, std::move(settings)) {}

PipelineExecutor::PipelineExecutor(const StagedStep& step, PipelineProgram program,
                                   PipelineLayout layout, core::Communicator& comm,
                                   PipelineExecutorSettings settings)
    : state_(new State{.step = step,
                       .program = std::move(program),
                       .comm = comm,
                       .settings = std::move(settings),
                       .grouped = GroupedStep(step, std::move(layout))}) {
  State& s = *state_;
  const auto num_tags =
      static_cast<int64_t>(step.crossings.size()) * std::max<int64_t>(1, step.num_microbatches);
  if (num_tags > core::Communicator::kNumTags) {
    throw core::UserError(fmt::format(
        "{} values cross between stages for each of {} micro-batches: {} messages a step, and "
        "there "
        "are tags for {}",
        step.crossings.size(), step.num_microbatches, num_tags, core::Communicator::kNumTags));
  }
  for (int i = 0; i < step.num_stages(); ++i) {
    s.member.push_back(s.grouped.member(i, comm.rank()));
    MOTLEY_CHECK((s.member[i] >= 0) == s.is_mine(i), "rank {} runs the list of another",
                 comm.rank());
  }
  if (s.grouped.layout().has_groups()) {
    core::Communicator group = comm.split(s.program.rank, comm.rank());
    if (group.num_ranks() > 1) s.group.emplace(std::move(group));
    s.local_stages.resize(step.num_stages());
    for (int i : s.program.stages) s.local_stages[i] = s.grouped.local(i, s.member[i]);
  }
  s.allocate(s.program);
  s.lists = {s.program};
  if (!s.settings.reference) s.compile_phases();
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

bool PipelineExecutor::holds(int argument) const {
  return std::ranges::any_of(state_->step.held[argument],
                             [&](const BufferPlace& at) { return state_->is_mine(at.stage); });
}
bool PipelineExecutor::owns(int argument) const {
  const auto& held = state_->step.held[argument];
  return !held.empty() && state_->is_mine(held[0].stage);
}

std::span<const std::byte> PipelineExecutor::argument(int argument) const {
  for (const BufferPlace& at : state_->step.held[argument]) {
    if (state_->is_mine(at.stage)) {
      return {state_->memory(at, -1), static_cast<size_t>(state_->bytes_of(at))};
    }
  }
  MOTLEY_CHECK(false, "rank {} does not hold argument {}", state_->program.rank, argument);
}

void PipelineExecutor::set_argument(int argument, std::span<const std::byte> bytes) {
  for (const BufferPlace& at : state_->step.held[argument]) {
    if (!state_->is_mine(at.stage)) continue;
    MOTLEY_CHECK(std::ssize(bytes) == state_->bytes_of(at), "{} bytes for argument {} of {}",
                 bytes.size(), argument, state_->bytes_of(at));
    std::ranges::copy(bytes, state_->memory(at, -1));
  }
}

void PipelineExecutor::run() {
  State& s = *state_;
  s.compute_seconds = s.wait_seconds = 0;
  bool is_replaced = false;
  for (const PipelineAction& a : s.program.actions) {
    const bool sends_new =
        a.kind == Kind::kSend && s.step.crossings[a.crossing].when == Crossing::When::kNewValue;
    if (sends_new && !is_replaced) {
      s.replace_state();
      is_replaced = true;
    }
    const double begin = core::now_seconds();
    s.act(a);
    if (s.settings.on_action) s.settings.on_action(a, begin, core::now_seconds());
  }
  if (!is_replaced) s.replace_state();
}

void PipelineExecutor::finish_step() {
  for (auto& [key, messages] : state_->receives) {
    for (Message& message : messages) {
      state_->complete(message);
      state_->unpack(message);
    }
  }
  state_->receives.clear();
  for (auto& [memory, messages] : state_->sends) {
    for (Message& message : messages) state_->complete(message);
  }
  state_->sends.clear();
}

bool PipelineExecutor::has_loss() const { return state_->is_mine(state_->step.loss.stage); }

double PipelineExecutor::loss() const {
  const BufferPlace at = state_->step.loss;
  const TensorType& type = state_->step.buffer(at).type;
  return Literal::from_bytes(type, {state_->memory(at, -1), static_cast<size_t>(type.num_bytes())})
      .as_double(0);
}

int64_t PipelineExecutor::memory_bytes() const {
  int64_t bytes = 0;
  for (int s : state_->program.stages) {
    for (size_t b = 0; b < state_->blocks[s].size(); ++b) {
      bytes += std::ssize(state_->blocks[s][b]) * state_->stage(s).buffers[b].type.num_bytes();
    }
  }
  std::vector<const Executable*> seen;
  for (const auto& [phase, engine] : state_->engines) {
    if (std::ranges::find(seen, engine.get()) != seen.end()) continue;
    seen.push_back(engine.get());
    bytes += engine->memory_bytes();
  }
  return bytes;
}
double PipelineExecutor::compute_seconds() const { return state_->compute_seconds; }
double PipelineExecutor::wait_seconds() const { return state_->wait_seconds; }

}  // namespace motley::tensor
