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

// A message under way.
struct Message {
  core::Request request;
  PipelineAction action;
  double begin = 0;
};

}  // namespace

struct PipelineExecutor::State {
  const StagedStep& step;
  PipelineProgram program;
  core::Communicator& comm;
  PipelineExecutorSettings settings;
  std::vector<int> rank_of_stage;
  std::vector<std::vector<std::vector<Block>>> blocks;  // by stage, buffer and slot
  std::map<uint64_t, std::vector<std::pair<Program, std::shared_ptr<Executable>>>> compiled;
  std::map<const StagePhase*, std::shared_ptr<Executable>> engines;
  std::map<std::pair<int, int>, Message> receives;         // by crossing and micro-batch
  std::map<const std::byte*, std::vector<Message>> sends;  // by memory
  double compute_seconds = 0, wait_seconds = 0;

  bool is_mine(int stage) const { return rank_of_stage[stage] == program.rank; }
  int64_t bytes_of(BufferPlace at) const { return step.buffer(at).type.num_bytes(); }

  std::byte* memory(BufferPlace at, int m) {
    return blocks[at.stage][at.buffer][program.slots[at.stage][at.buffer].of(m)].get();
  }
  // What a phase of micro-batch m sees of a buffer, as a value of this many bytes.
  std::byte* seen(BufferPlace at, int m, int64_t bytes) {
    const bool is_part = m >= 0 && step.buffer(at).life == BufferLife::kRows;
    return is_part ? memory(at, 0) + m * bytes : memory(at, m);
  }

  void allocate() {
    blocks.resize(step.num_stages());
    for (int s : program.stages) {
      for (size_t b = 0; b < step.stages[s].buffers.size(); ++b) {
        auto& slots = blocks[s].emplace_back();
        for (int k = 0; k < program.slots[s][b].count; ++k) {
          slots.push_back(zeroed_block(step.stages[s].buffers[b].type.num_bytes()));
        }
      }
    }
  }

  // Equal phases are compiled once.
  void compile_phases() {
    for (int s : program.stages) {
      for (const StagePhase& phase : step.stages[s].phases) {
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
  }

  void run_phase(const PipelineAction& a) {
    const StagePhase& phase = step.stages[a.stage].phase(a.phase);
    const Region& body = phase.program.body;
    std::vector<std::byte*> inputs, outputs;
    for (size_t i = 0; i < phase.inputs.size(); ++i) {
      inputs.push_back(seen({a.stage, phase.inputs[i]}, a.microbatch,
                            phase.program.type(body.arguments[i]).num_bytes()));
    }
    for (size_t i = 0; i < phase.outputs.size(); ++i) {
      outputs.push_back(seen({a.stage, phase.outputs[i]}, a.microbatch,
                             phase.program.type(body.results[i]).num_bytes()));
      wait_for_sends(memory({a.stage, phase.outputs[i]}, a.microbatch));
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
    Message& message = receives[{a.crossing, a.microbatch}];
    message.action = a;
    message.begin = core::now_seconds();
    message.request = comm.receive(raw_bytes(memory(c.to, a.microbatch), bytes_of(c.to)),
                                   rank_of_stage[c.from.stage], tag_of(a));
  }

  void await(const PipelineAction& a) {
    const auto at = receives.find({a.crossing, a.microbatch});
    if (at == receives.end()) return;  // a new value before the first step
    const double begin = core::now_seconds();
    complete(at->second);
    receives.erase(at);
    wait_seconds += core::now_seconds() - begin;
  }

  void send(const PipelineAction& a) {
    const Crossing& c = step.crossings[a.crossing];
    std::byte* from = memory(c.from, a.microbatch);
    if (is_mine(c.to.stage)) {
      std::memcpy(memory(c.to, a.microbatch), from, static_cast<size_t>(bytes_of(c.from)));
      return;
    }
    Message message{.request = {}, .action = a, .begin = core::now_seconds()};
    message.request = comm.send({core::ElementType::kU8, from, bytes_of(c.from)},
                                rank_of_stage[c.to.stage], tag_of(a));
    sends[from].push_back(std::move(message));
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
    : state_(new State{.step = step,
                       .program = std::move(program),
                       .comm = comm,
                       .settings = std::move(settings),
                       .rank_of_stage = {}}) {
  State& s = *state_;
  MOTLEY_CHECK(comm.rank() == s.program.rank, "rank {} runs the program of rank {}", comm.rank(),
               s.program.rank);
  const auto num_tags =
      static_cast<int64_t>(step.crossings.size()) * std::max<int64_t>(1, step.num_microbatches);
  if (num_tags > core::Communicator::kNumTags) {
    throw core::UserError(fmt::format(
        "{} values cross between stages for each of {} micro-batches: {} messages a step, and "
        "there "
        "are tags for {}",
        step.crossings.size(), step.num_microbatches, num_tags, core::Communicator::kNumTags));
  }
  s.rank_of_stage = s.program.rank_of_stage;
  s.allocate();
  if (!s.settings.reference) s.compile_phases();
}

PipelineExecutor::~PipelineExecutor() = default;
PipelineExecutor::PipelineExecutor(PipelineExecutor&&) noexcept = default;

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
  for (auto& [key, message] : state_->receives) state_->complete(message);
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
  int64_t bytes = state_->program.buffer_bytes(state_->step);
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
