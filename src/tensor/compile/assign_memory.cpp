// From buffer views to addresses: in-place updates, shared buffers, offsets in the arena.
#include <algorithm>

#include "tensor/compile/layout_plan.h"
#include "tensor/compile/memory_plan.h"
#include "tensor/kernels/movement.h"

namespace motley::tensor {

namespace {

constexpr int kNever = -1;

// The steps in which a buffer is first written, and last read or written.
struct Life {
  int first = kNever, last = kNever;
};

std::vector<Life> lives(const LayoutPlan& plan) {
  std::vector<Life> lives(plan.buffers.size());
  for (int s = 0; s < static_cast<int>(plan.steps.size()); ++s) {
    for (const Spot& spot : plan.steps[s].operands) lives[spot.buffer].last = s;
    for (const Spot& spot : plan.steps[s].results) {
      Life& life = lives[spot.buffer];
      if (life.first == kNever) life.first = s;
      life.last = s;
    }
  }
  for (const Spot& spot : plan.results)
    lives[spot.buffer].last = static_cast<int>(plan.steps.size());
  return lives;
}

bool fills_buffer(const LayoutPlan& plan, const Spot& spot) {
  return spot.offset == 0 && is_dense(spot.layout) &&
         plan.buffers[spot.buffer].bytes == spot.layout.type.num_bytes();
}

// Whether the kernel of this step allows the new value to overwrite the old one.
bool may_overwrite(const LayoutPlan& plan, const PlannedStep& step, int old_buffer,
                   int new_buffer) {
  for (const InPlace& pair : step.kernel.in_place) {
    const Spot &operand = step.operands[pair.operand], &result = step.results[pair.result];
    if (operand.buffer != old_buffer || result.buffer != new_buffer) continue;
    const auto reads_old = [&](const Spot& s) { return s.buffer == old_buffer; };
    return fills_buffer(plan, operand) && fills_buffer(plan, result) &&
           operand.layout.type.num_bytes() == result.layout.type.num_bytes() &&
           std::count_if(step.operands.begin(), step.operands.end(), reads_old) == 1;
  }
  return false;
}

void replace_buffers(LayoutPlan& plan, const std::vector<int>& by) {
  for (PlannedStep& step : plan.steps) {
    for (Spot& spot : step.operands) spot.buffer = by[spot.buffer];
    for (Spot& spot : step.results) spot.buffer = by[spot.buffer];
  }
  for (Spot& spot : plan.results) spot.buffer = by[spot.buffer];
}

void add_copy(LayoutPlan& plan, const Spot& from, const Spot& to, int num_threads) {
  plan.steps.push_back({copy_kernel(from.layout, to.layout, num_threads), {from}, {to}, -1});
}

// A value that overwrites one at its last use shares its buffer.
std::vector<int> shared_buffers(const LayoutPlan& plan, std::vector<Life>& lives) {
  std::vector<int> root(plan.buffers.size());
  for (size_t i = 0; i < root.size(); ++i) root[i] = static_cast<int>(i);
  for (int s = 0; s < static_cast<int>(plan.steps.size()); ++s) {
    const PlannedStep& step = plan.steps[s];
    for (const InPlace& pair : step.kernel.in_place) {
      const int old_buffer = step.operands[pair.operand].buffer;
      const int new_buffer = step.results[pair.result].buffer;
      const auto in_arena = [&](int b) { return plan.buffers[b].kind == Place::Kind::kArena; };
      if (!in_arena(old_buffer) || !in_arena(new_buffer) || root[new_buffer] != new_buffer ||
          lives[new_buffer].first != s || lives[root[old_buffer]].last != s)
        continue;
      if (!may_overwrite(plan, step, old_buffer, new_buffer)) continue;
      root[new_buffer] = root[old_buffer];
      lives[root[old_buffer]].last = lives[new_buffer].last;
    }
  }
  return root;
}

}  // namespace

void place_updates(LayoutPlan& plan, const CompileOptions& options) {
  std::vector<Life> life = lives(plan);
  std::vector<int> replacement(plan.buffers.size());
  for (size_t i = 0; i < replacement.size(); ++i) replacement[i] = static_cast<int>(i);
  std::vector<Update> copies;
  for (const Update& update : options.updates) {
    const int argument = plan.argument_buffers[update.argument];
    const int buffer = plan.results[update.result].buffer;
    const int written = life[buffer].first, read = life[argument].last;
    const bool free_by_then =
        read < written ||
        (read == written && may_overwrite(plan, plan.steps[written], argument, buffer));
    if (free_by_then && plan.buffers[buffer].kind == Place::Kind::kArena) {
      replacement[buffer] = argument;
      life[argument].last = life[buffer].last;
    } else {
      copies.push_back(update);
    }
  }
  replace_buffers(plan, replacement);
  for (const Update& update : copies) {
    Spot& result = plan.results[update.result];
    const Spot to{plan.argument_buffers[update.argument], 0, result.layout};
    add_copy(plan, result, to, options.num_threads);
    result = to;
  }
}

void give_results(LayoutPlan& plan) {
  for (size_t i = 0; i < plan.results.size(); ++i) {
    Buffer& buffer = plan.buffers[plan.results[i].buffer];
    if (buffer.kind == Place::Kind::kArena) {  // a buffer of its own: ensured by plan_layouts
      buffer = {Place::Kind::kResult, static_cast<int>(i), buffer.bytes};
    }
  }
}

void assign_memory(LayoutPlan&& plan, CompiledProgram& compiled) {
  std::vector<Life> life = lives(plan);
  const std::vector<int> root = shared_buffers(plan, life);
  // One entry per buffer, then one per step for its scratch.
  std::vector<BufferLife> entries;
  const int end = static_cast<int>(plan.steps.size());
  for (size_t b = 0; b < plan.buffers.size(); ++b) {
    const bool arena =
        plan.buffers[b].kind == Place::Kind::kArena && root[b] == static_cast<int>(b);
    const bool used = life[b].first != kNever;
    entries.push_back({arena && used ? plan.buffers[b].bytes : 0, used ? life[b].first : end,
                       used ? life[b].last : end});
  }
  for (int s = 0; s < end; ++s) entries.push_back({plan.steps[s].kernel.scratch_bytes, s, s});
  const MemoryPlan memory = plan_memory(entries);
  compiled.arena_bytes = memory.arena_bytes;
  compiled.live_bytes_peak = memory.live_bytes_peak;

  const auto place = [&](const Spot& spot) {
    const Buffer& buffer = plan.buffers[spot.buffer];
    const int64_t begin =
        buffer.kind == Place::Kind::kArena ? memory.offsets[root[spot.buffer]] : 0;
    return Place{buffer.kind, buffer.index, begin + spot.offset, spot.layout.type.num_bytes()};
  };
  for (int s = 0; s < end; ++s) {
    PlannedStep& planned = plan.steps[s];
    KernelStep step{.kernel = std::move(planned.kernel), .op = planned.op};
    step.bodies = std::move(planned.bodies);
    for (const Spot& spot : planned.operands) step.operands.push_back(place(spot));
    for (const Spot& spot : planned.results) step.results.push_back(place(spot));
    step.scratch_offset = memory.offsets[plan.buffers.size() + s];
    compiled.steps.push_back(std::move(step));
  }
  for (const Spot& spot : plan.results) compiled.results.push_back({place(spot), spot.layout.type});
  compiled.constants = std::move(plan.constants);
}

}  // namespace motley::tensor
