#include "tensor/run/executable.h"

#include <fmt/format.h>

#include <algorithm>
#include <chrono>
#include <cstring>
#include <new>

#include "core/base/clock.h"
#include "core/base/error.h"
#include "core/base/integer.h"
#include "core/base/memory.h"
#include "core/base/threads.h"
#include "tensor/run/checked_executable.h"

namespace motley::tensor {

namespace {

struct FreeAligned {
  void operator()(std::byte* p) const { ::operator delete[](p, std::align_val_t{64}); }
};
using Memory = std::unique_ptr<std::byte[], FreeAligned>;

Memory allocate(int64_t bytes) {
  const size_t size = static_cast<size_t>(std::max<int64_t>(bytes, 64));
  return Memory(static_cast<std::byte*>(::operator new[](size, std::align_val_t{64})));
}

int64_t required_bytes(const CompiledProgram& program) {
  int64_t bytes = program.arena_bytes;
  const auto add = [&](int64_t more) {
    bytes = core::checked_add(bytes, more).value_or(INT64_MAX);
  };
  if (!program.is_memory_given)
    for (const TensorType& type : program.arguments) add(type.num_bytes());
  for (const Literal& constant : program.constants) add(constant.num_bytes());
  for (const KernelStep& step : program.steps) {
    for (const CompiledProgram& body : step.bodies) add(required_bytes(body));
  }
  return bytes;
}

void check_memory(const CompiledProgram& program) {
  const int64_t need = required_bytes(program), limit = core::machine_memory_bytes();
  if (need <= limit) return;
  throw core::UserError({program.program.source},
                        fmt::format("running this needs {} of memory; this machine has {}",
                                    core::readable_bytes(need), core::readable_bytes(limit)));
}

// A step with its operands, results and scratch resolved to addresses.
struct BoundStep {
  std::vector<const std::byte*> operands;
  std::vector<std::byte*> results;
  std::byte* scratch = nullptr;
  std::vector<Executable> bodies;
};

void copy_in(Executable& body, int argument, const std::byte* from) {
  const std::span<std::byte> to = body.argument(argument);
  std::memcpy(to.data(), from, to.size());
}

void copy_results(const Executable& body, const BoundStep& step) {
  for (size_t i = 0; i < step.results.size(); ++i) {
    const std::span<const std::byte> from = body.result(static_cast<int>(i));
    std::memcpy(step.results[i], from.data(), from.size());
  }
}

bool truth(const Executable& condition) { return condition.result(0)[0] != std::byte{0}; }

// Operands: carried values, then captured ones; bodies: condition, body.
void run_while(BoundStep& step) {
  Executable &condition = step.bodies[0], &body = step.bodies[1];
  const size_t num_carried = step.results.size();
  for (size_t i = 0; i < step.operands.size(); ++i) {
    copy_in(body, static_cast<int>(i), step.operands[i]);
    if (i >= num_carried) copy_in(condition, static_cast<int>(i), step.operands[i]);
  }
  while (true) {
    for (size_t i = 0; i < num_carried; ++i) {
      const int at = static_cast<int>(i);
      if (condition.reads_argument(at)) copy_in(condition, at, body.argument(at).data());
    }
    condition.run();
    if (!truth(condition)) break;
    body.run();
  }
  for (size_t i = 0; i < num_carried; ++i) {
    const std::span<const std::byte> value = body.argument(static_cast<int>(i));
    std::memcpy(step.results[i], value.data(), value.size());
  }
}

// Operands: the index or predicate, then captured values. An out-of-range index selects the last
// branch.
void run_branch(BoundStep& step, bool is_if) {
  int64_t index = 0;
  if (is_if) {
    index = step.operands[0][0] != std::byte{0} ? 0 : 1;
  } else {
    int32_t chosen = 0;
    std::memcpy(&chosen, step.operands[0], sizeof chosen);
    const auto count = static_cast<int64_t>(step.bodies.size());
    index = chosen >= 0 && chosen < count ? chosen : count - 1;
  }
  Executable& branch = step.bodies[index];
  for (size_t i = 1; i < step.operands.size(); ++i)
    copy_in(branch, static_cast<int>(i) - 1, step.operands[i]);
  branch.run();
  copy_results(branch, step);
}

}  // namespace

struct Executable::State {
  CompiledProgram program;
  std::shared_ptr<std::byte[]> arena;
  std::vector<Memory> owned;                     // arguments, unless the caller provides them
  std::vector<std::byte*> arguments, results{};  // results: set if the caller provides them
  std::vector<bool> argument_is_read;
  std::vector<BoundStep> steps;
  std::function<void(const KernelSpan&)> on_kernel;
  int64_t memory_bytes = 0;

  std::byte* address(const Place& place) {
    switch (place.kind) {
      case Place::Kind::kArena:
        return arena.get() + place.offset;
      case Place::Kind::kArgument:
        return arguments[place.index] + place.offset;
      case Place::Kind::kResult:
        return results[place.index] + place.offset;
      case Place::Kind::kConstant:
        return program.constants[place.index].data() + place.offset;
    }
    return nullptr;
  }

  BoundStep bind(KernelStep& step) {
    BoundStep bound;
    for (const Place& place : step.operands)
      if (place.kind == Place::Kind::kArgument) argument_is_read[place.index] = true;
    bound.scratch = arena.get() + step.scratch_offset;
    for (CompiledProgram& body : step.bodies) bound.bodies.emplace_back(std::move(body));
    return bound;
  }

  void set_addresses() {
    for (size_t i = 0; i < steps.size(); ++i) {
      const KernelStep& step = program.steps[i];
      steps[i].operands.clear();
      steps[i].results.clear();
      for (const Place& place : step.operands) steps[i].operands.push_back(address(place));
      for (const Place& place : step.results) steps[i].results.push_back(address(place));
    }
  }

  void run_step(size_t i) {
    const KernelStep& step = program.steps[i];
    BoundStep& bound = steps[i];
    if (bound.bodies.empty()) {
      step.kernel.run({bound.operands, bound.results, bound.scratch});
    } else {
      const OpCode code = program.program.body.ops[step.op].code;
      code == OpCode::kWhile ? run_while(bound) : run_branch(bound, code == OpCode::kIf);
    }
  }
};

std::shared_ptr<std::byte[]> Executable::make_arena(int64_t bytes) { return allocate(bytes); }

Executable::Executable(CompiledProgram program) : Executable(std::move(program), nullptr) {}

Executable::Executable(CompiledProgram program, std::shared_ptr<std::byte[]> arena)
    : state_(std::make_unique<State>()) {
  check_memory(program);
  State& s = *state_;
  s.memory_bytes = required_bytes(program) - (arena ? program.arena_bytes : 0);
  s.program = std::move(program);
  s.arena = arena ? std::move(arena) : make_arena(s.program.arena_bytes);
  s.argument_is_read.resize(s.program.arguments.size(), false);
  for (KernelStep& step : s.program.steps) s.steps.push_back(s.bind(step));
  if (s.program.is_memory_given) return;
  for (const TensorType& type : s.program.arguments) {
    s.owned.push_back(allocate(type.num_bytes()));
    s.arguments.push_back(s.owned.back().get());
  }
  s.set_addresses();
}

Executable::~Executable() = default;
Executable::Executable(Executable&&) noexcept = default;
Executable& Executable::operator=(Executable&&) noexcept = default;

const CompiledProgram& Executable::compiled() const { return state_->program; }
bool Executable::reads_argument(int i) const { return state_->argument_is_read[i]; }

std::span<std::byte> Executable::argument(int i) {
  return {state_->arguments[i], static_cast<size_t>(state_->program.arguments[i].num_bytes())};
}
std::span<const std::byte> Executable::argument(int i) const {
  return {state_->arguments[i], static_cast<size_t>(state_->program.arguments[i].num_bytes())};
}
std::span<const std::byte> Executable::result(int i) const {
  const CompiledResult& result = state_->program.results[i];
  return {state_->address(result.place), static_cast<size_t>(result.type.num_bytes())};
}

void Executable::run() {
  State& s = *state_;
  MOTLEY_CHECK(s.arguments.size() == s.program.arguments.size(), "no argument memory was provided");
  core::set_library_threads(s.program.num_threads);
  for (size_t i = 0; i < s.steps.size(); ++i) {
    if (!s.on_kernel) {
      s.run_step(i);
      continue;
    }
    KernelSpan span{.step = static_cast<int>(i), .begin_seconds = core::now_seconds()};
    s.run_step(i);
    span.end_seconds = core::now_seconds();
    s.on_kernel(span);
  }
}

void Executable::run(std::span<std::byte* const> arguments, std::span<std::byte* const> results) {
  State& s = *state_;
  MOTLEY_CHECK(s.program.is_memory_given && arguments.size() == s.program.arguments.size() &&
                   results.size() == s.program.results.size(),
               "got memory for {} arguments and {} results", arguments.size(), results.size());
  if (!std::ranges::equal(arguments, s.arguments) || !std::ranges::equal(results, s.results)) {
    s.arguments.assign(arguments.begin(), arguments.end());
    s.results.assign(results.begin(), results.end());
    s.set_addresses();
  }
  run();
}

void Executable::on_kernel(std::function<void(const KernelSpan&)> callback) {
  state_->on_kernel = std::move(callback);
}

int64_t Executable::memory_bytes() const { return state_->memory_bytes; }

std::vector<Literal> run_on_cpu(const Program& program, const std::vector<Literal>& arguments,
                                int num_threads) {
  CheckedExecutable executable(program, num_threads);
  executable.set_arguments(arguments);
  executable.run();
  return executable.results().results;
}

}  // namespace motley::tensor
