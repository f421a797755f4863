#include "tensor/run/executable.h"

#include <fmt/format.h>

#include <algorithm>
#include <chrono>
#include <cstring>
#include <memory>
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
  std::unique_ptr<std::byte> truth = nullptr;  // what the condition of a loop computes
};

// Operands: carried values, then captured ones; bodies: condition, body. A turn updates the carried
// values in the memory of the loop's results; those that no turn changes are where they were.
void run_while(BoundStep& step) {
  Executable &condition = step.bodies[0], &body = step.bodies[1];
  for (size_t i = 0; i < step.results.size(); ++i) {
    if (step.results[i] == step.operands[i]) continue;
    std::memcpy(step.results[i], step.operands[i], body.argument(static_cast<int>(i)).size());
  }
  while (true) {
    condition.run();
    if (*step.truth == std::byte{0}) break;
    body.run();
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
  step.bodies[index].run();
}

}  // namespace

struct Executable::State {
  CompiledProgram program;
  std::shared_ptr<std::byte[]> arena;
  std::vector<Memory> owned;                     // arguments, unless the caller provides them
  std::vector<std::byte*> arguments, results{};  // results: set if the caller provides them
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
    bound.scratch = arena.get() + step.scratch_offset;
    for (CompiledProgram& body : step.bodies) bound.bodies.emplace_back(std::move(body));
    if (is_loop(step)) bound.truth = std::make_unique<std::byte>();
    return bound;
  }

  bool is_loop(const KernelStep& step) const {
    return step.op >= 0 && program.program.body.ops[step.op].code == OpCode::kWhile;
  }

  void set_addresses() {
    for (size_t i = 0; i < steps.size(); ++i) {
      const KernelStep& step = program.steps[i];
      steps[i].operands.clear();
      steps[i].results.clear();
      for (const Place& place : step.operands) steps[i].operands.push_back(address(place));
      for (const Place& place : step.results) steps[i].results.push_back(address(place));
      if (!steps[i].bodies.empty()) set_addresses_of_bodies(i);
    }
  }

  // Bodies work in the memory of the step.
  void set_addresses_of_bodies(size_t i) {
    BoundStep& step = steps[i];
    const bool loops = is_loop(program.steps[i]);
    std::vector<std::byte*> values = loops ? step.results : std::vector<std::byte*>();
    for (size_t k = loops ? values.size() : 1; k < program.steps[i].operands.size(); ++k)
      values.push_back(address(program.steps[i].operands[k]));
    for (size_t b = 0; b < step.bodies.size(); ++b) {
      const bool is_condition = loops && b == 0;
      step.bodies[b].use_memory(values,
                                is_condition ? std::vector{step.truth.get()} : step.results);
    }
  }

  void run_step(size_t i) {
    const KernelStep& step = program.steps[i];
    BoundStep& bound = steps[i];
    if (bound.bodies.empty()) {
      step.kernel.run({bound.operands, bound.results, bound.scratch});
    } else {
      const OpCode code = program.program.body.ops[step.op].code;
      is_loop(step) ? run_while(bound) : run_branch(bound, code == OpCode::kIf);
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
  use_memory(arguments, results);
  run();
}

void Executable::use_memory(std::span<std::byte* const> arguments,
                            std::span<std::byte* const> results) {
  State& s = *state_;
  MOTLEY_CHECK(s.program.is_memory_given && arguments.size() == s.program.arguments.size() &&
                   results.size() == s.program.results.size(),
               "got memory for {} arguments and {} results", arguments.size(), results.size());
  if (std::ranges::equal(arguments, s.arguments) && std::ranges::equal(results, s.results)) return;
  s.arguments.assign(arguments.begin(), arguments.end());
  s.results.assign(results.begin(), results.end());
  s.set_addresses();
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
