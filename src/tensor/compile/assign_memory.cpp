// From buffer views to addresses: in-place updates, shared buffers, offsets in the arena.
#include <algorithm>

#include "core/base/memory_plan.h"
#include "tensor/compile/layout_plan.h"
#include "tensor/kernels/movement.h"

namespace motley::tensor {

namespace {

constexpr int kNever = -1;

// The steps in which a buffer is first written, and last read or written.
struct Lifetime {
  int first = kNever, last = kNever;
};

std::vector<Lifetime> lifetimes(const LayoutPlan& plan) {
  std::vector<Lifetime> lifetimes(plan.buffers.size());
  for (int s = 0; s < static_cast<int>(plan.steps.size()); ++s) {
    for (const BufferView& view : plan.steps[s].operands) lifetimes[view.buffer].last = s;
    for (const BufferView& view : plan.steps[s].results) {
      Lifetime& lifetime = lifetimes[view.buffer];
      if (lifetime.first == kNever) lifetime.first = s;
      lifetime.last = s;
    }
  }
  for (const BufferView& view : plan.results)
    lifetimes[view.buffer].last = static_cast<int>(plan.steps.size());
  return lifetimes;
}

bool fills_buffer(const LayoutPlan& plan, const BufferView& view) {
  return view.offset == 0 && is_dense(view.layout) &&
         plan.buffers[view.buffer].bytes == view.layout.type.num_bytes();
}

// Whether the kernel of this step allows the new value to overwrite the old one.
bool may_overwrite(const LayoutPlan& plan, const PlannedStep& step, int old_buffer,
                   int new_buffer) {
  for (const InPlace& pair : step.kernel.in_place) {
    const BufferView &operand = step.operands[pair.operand], &result = step.results[pair.result];
    if (operand.buffer != old_buffer || result.buffer != new_buffer) continue;
    const auto reads_old = [&](const BufferView& s) { return s.buffer == old_buffer; };
    return fills_buffer(plan, operand) && fills_buffer(plan, result) &&
           operand.layout.type.num_bytes() == result.layout.type.num_bytes() &&
           std::count_if(step.operands.begin(), step.operands.end(), reads_old) == 1;
  }
  return false;
}

void replace_buffers(LayoutPlan& plan, const std::vector<int>& by) {
  for (PlannedStep& step : plan.steps) {
    for (BufferView& view : step.operands) view.buffer = by[view.buffer];
    for (BufferView& view : step.results) view.buffer = by[view.buffer];
  }
  for (BufferView& view : plan.results) view.buffer = by[view.buffer];
}

void add_copy(LayoutPlan& plan, const BufferView& from, const BufferView& to, int num_threads) {
  plan.steps.push_back({copy_kernel(from.layout, to.layout, num_threads), {from}, {to}, -1});
}

// A value that overwrites one at its last use shares its buffer.
std::vector<int> shared_buffers(const LayoutPlan& plan, std::vector<Lifetime>& lifetimes) {
  std::vector<int> root(plan.buffers.size());
  for (size_t i = 0; i < root.size(); ++i) root[i] = static_cast<int>(i);
  for (int s = 0; s < static_cast<int>(plan.steps.size()); ++s) {
    const PlannedStep& step = plan.steps[s];
    for (const InPlace& pair : step.kernel.in_place) {
      const int old_buffer = step.operands[pair.operand].buffer;
      const int new_buffer = step.results[pair.result].buffer;
      const auto in_arena = [&](int b) { return plan.buffers[b].kind == Place::Kind::kArena; };
      if (!in_arena(old_buffer) || !in_arena(new_buffer) || root[new_buffer] != new_buffer ||
          lifetimes[new_buffer].first != s || lifetimes[root[old_buffer]].last != s)
        continue;
      if (!may_overwrite(plan, step, old_buffer, new_buffer)) continue;
      root[new_buffer] = root[old_buffer];
      lifetimes[root[old_buffer]].last = lifetimes[new_buffer].last;
    }
  }
  return root;
}

}  // namespace

void place_updates(LayoutPlan& plan, const CompileOptions& options) {
  std::vector<Lifetime> lifetime = lifetimes(plan);
  std::vector<int> replacement(plan.buffers.size());
  for (size_t i = 0; i < replacement.size(); ++i) replacement[i] = static_cast<int>(i);
  std::vector<Update> copies;
  for (const Update& update : options.updates) {
    const int argument = plan.argument_buffers[update.argument];
    const int buffer = plan.results[update.result].buffer;
    if (buffer == argument) continue;  // as it was
    const int written = lifetime[buffer].first, read = lifetime[argument].last;
    const bool free_by_then =
        read < written ||
        (read == written && may_overwrite(plan, plan.steps[written], argument, buffer));
    if (free_by_then && plan.buffers[buffer].kind == Place::Kind::kArena) {
      replacement[buffer] = argument;
      lifetime[argument].last = lifetime[buffer].last;
    } else {
      copies.push_back(update);
    }
  }
  replace_buffers(plan, replacement);
  for (const Update& update : copies) {
    BufferView& result = plan.results[update.result];
    const BufferView to{plan.argument_buffers[update.argument], 0, result.layout};
    add_copy(plan, result, to, options.num_threads);
    result = to;
  }
}

void provide_results(LayoutPlan& plan) {
  for (size_t i = 0; i < plan.results.size(); ++i) {
    Buffer& buffer = plan.buffers[plan.results[i].buffer];
    if (buffer.kind == Place::Kind::kArena) {  // a buffer of its own: ensured by plan_layouts
      buffer = {Place::Kind::kResult, static_cast<int>(i), buffer.bytes};
    }
  }
}

void assign_memory(LayoutPlan&& plan, CompiledProgram& compiled) {
  std::vector<Lifetime> lifetime = lifetimes(plan);
  const std::vector<int> root = shared_buffers(plan, lifetime);
  // One entry per buffer, then one per step for its scratch.
  std::vector<core::BufferLifetime> entries;
  const int end = static_cast<int>(plan.steps.size());
  for (size_t b = 0; b < plan.buffers.size(); ++b) {
    const bool arena =
        plan.buffers[b].kind == Place::Kind::kArena && root[b] == static_cast<int>(b);
    const bool used = lifetime[b].first != kNever;
    entries.push_back({arena && used ? plan.buffers[b].bytes : 0, used ? lifetime[b].first : end,
                       used ? lifetime[b].last : end});
  }
  for (int s = 0; s < end; ++s) entries.push_back({plan.steps[s].kernel.scratch_bytes, s, s});
  const core::MemoryPlan memory = core::plan_memory(entries);
  compiled.arena_bytes = memory.arena_bytes;
  compiled.live_bytes_peak = memory.live_bytes_peak;

  const auto place = [&](const BufferView& view) {
    const Buffer& buffer = plan.buffers[view.buffer];
    const int64_t begin =
        buffer.kind == Place::Kind::kArena ? memory.offsets[root[view.buffer]] : 0;
    return Place{buffer.kind, buffer.index, begin + view.offset, view.layout.type.num_bytes()};
  };
  for (int s = 0; s < end; ++s) {
    PlannedStep& planned = plan.steps[s];
    KernelStep step{.kernel = std::move(planned.kernel), .op = planned.op};
    step.bodies = std::move(planned.bodies);
    for (const BufferView& view : planned.operands) step.operands.push_back(place(view));
    for (const BufferView& view : planned.results) step.results.push_back(place(view));
    step.scratch_offset = memory.offsets[plan.buffers.size() + s];
    compiled.steps.push_back(std::move(step));
  }
  for (const BufferView& view : plan.results)
    compiled.results.push_back({place(view), view.layout.type});
  compiled.constants = std::move(plan.constants);
}

}  // namespace motley::tensor
