// The tree walk of gravity/walk.h on a device: a warp per task, the same descent, decisions and
// lists as the host's, in the same order.
//
// A list holds, for one leaf, the runs of particles that are summed one by one and the cells that
// are summed by their moments. Its place in the pools depends on which warp was first; its contents
// do not. What does not fit is counted, and the caller repeats the walk with more memory.
#pragma once

#include "nbody/device/kernel_phases.h"
#include "nbody/device/kernels/tree_kernels.h"

namespace motley::nbody::device {

// Adjacent particles; `before`: particles of the list's runs before.
struct Run {
  alignas(8) uint32_t first;
  uint32_t before;
};

struct LeafList {
  uint32_t cell;                 // the leaf
  uint32_t num_runs, num_cells;  // and what acts on it
  uint32_t num_candidates;       // particles of the runs
  uint64_t runs, cells;          // first in the pools
  // Once it is summed: sources within the cut-off of the leaf's box, and evaluated pairs.
  uint64_t num_packed, num_summed;
};

// Targets of a leaf that are summed together: those from `first` on.
struct SumItem {
  static constexpr uint32_t kTargets = 64, kWhole = 8;  // at most, and in multiples of
  uint32_t list, first;

  // As many for each item of a leaf.
  MOTLEY_HOST_DEVICE static uint32_t size(uint32_t leaf_count) {
    const uint32_t items = (leaf_count + kTargets - 1) / kTargets;
    return ((leaf_count + items - 1) / items + kWhole - 1) / kWhole * kWhole;
  }
  MOTLEY_HOST_DEVICE static int targets_of(uint32_t leaf_count, uint32_t first) {
    const uint32_t left = leaf_count - first, all = size(leaf_count);
    return static_cast<int>(left < all ? left : all);
  }
  // How many items there may be.
  static int64_t most(int64_t num_cells, int64_t num_particles) {
    return num_cells + num_particles / (kTargets / 2) + 1;
  }
};

struct WalkCounters {
  uint32_t next_task;
  uint32_t num_lists;
  uint32_t num_heavy, num_light;  // items, from the front and from the end
  uint32_t overflow;              // warps whose stack was too small
  uint64_t runs, cells;           // wanted so far, also beyond the pools
};

struct WalkKernel {
  static constexpr int kThreads = kWarp, kMaxLevels = 24;
  // Source cells times targets of an item that is not left to the end, when processors run idle.
  static constexpr uint32_t kHeavy = 1 << 12;
  static constexpr uint64_t kCellStride = sizeof(Cell) / sizeof(float);
  struct Frame {
    uint32_t cell, next_child, end, accepted;
  };
  struct Shared {
    Frame frame[kMaxLevels];
    uint32_t task;
    uint64_t runs, cells;
    uint32_t list, item;
  };

  const CellBox* boxes;
  const CellLinks* links;
  const float* min_acceleration;  // of the first cell; kCellStride apart
  const uint32_t* tasks;
  uint32_t num_tasks;
  WalkCounters* counters;
  uint32_t* stacks;     // per block: candidates, accepted, opened, children (8 times as many)
  uint32_t stack_size;  // entries of candidates, accepted and opened
  Run* runs;
  uint64_t max_runs;
  uint32_t* taken;  // cells
  uint64_t max_taken;
  LeafList* lists;
  SumItem* items;  // those with most work first
  uint32_t max_items;
  int64_t own_begin, own_end;  // targets
  bool has_ghosts;             // not all particles are
  float scale, support;
  float tolerance, angle;
  bool relative;

  MOTLEY_HOST_DEVICE static uint64_t stack_words(uint32_t stack_size) {
    return uint64_t{stack_size} * 11;
  }

  struct Target {
    uint32_t x, y, z;
    float half_x, half_y, half_z;
    float open_width, relative, angular;
  };
  struct Stack {
    uint32_t *candidates, *accepted, *opened, *children;
    uint32_t num_candidates, num_accepted;
    bool overflowed;
  };
  enum Decision { kDrop, kAccept, kOpen, kKeep };

  MOTLEY_KERNEL Target target_of(uint32_t index) const {
    const CellBox& box = boxes[index];
    Target t{box.x, box.y, box.z, box.half_x, box.half_y, box.half_z, 0, -1, -1};
    t.open_width = box.width < 0 ? 0.0f : box.width * 0.999f;
    const float least_acceleration = min_acceleration[uint64_t{index} * kCellStride];
    const float limit = tolerance * least_acceleration;
    if (relative && least_acceleration > 0) {
      t.relative = limit * limit;
    } else {
      t.angular = angle * angle;
    }
    return t;
  }

  // The same operations as classify_cells (gravity/walk_vectors.cpp).
  MOTLEY_KERNEL Decision decide(const Target& t, const CellBox& c) const {
    const float dx = std::fabs(static_cast<float>(static_cast<int32_t>(c.x - t.x))) * scale,
                dy = std::fabs(static_cast<float>(static_cast<int32_t>(c.y - t.y))) * scale,
                dz = std::fabs(static_cast<float>(static_cast<int32_t>(c.z - t.z))) * scale;
    const float rx = c.half_x + t.half_x, ry = c.half_y + t.half_y, rz = c.half_z + t.half_z;
    const float gx = largest(dx - rx, 0.0f), gy = largest(dy - ry, 0.0f),
                gz = largest(dz - rz, 0.0f);
    const float nearest = fused(gx, gx, fused(gy, gy, gz * gz));
    if (!(nearest < kCutoffSquare)) return kDrop;
    const float fx = dx + rx, fy = dy + ry, fz = dz + rz;
    const float farthest = fused(fx, fx, fused(fy, fy, fz * fz));
    const auto mass = static_cast<float>(c.count);
    const float w2 = c.width * c.width, r4 = nearest * nearest;
    const float moment = mass * mass * (w2 * w2 * w2);
    const bool small_enough =
        (moment < t.relative * (r4 * r4 * nearest) || w2 < t.angular * nearest) && w2 < nearest;
    if (farthest < kCutoffSquare && small_enough && support * support < nearest &&
        kMinCellMass < mass) {
      return kAccept;
    }
    return t.open_width < c.width ? kOpen : kKeep;
  }

  // Decides about `count` cells of `from`; returns how many are opened.
  template <class B>
  MOTLEY_KERNEL uint32_t classify(B& block, const Target& target, const uint32_t* from,
                                  uint32_t count, Stack& stack) const {
    uint32_t num_opened = 0;
    PerThread<uint32_t, kThreads> index;
    PerThread<int, kThreads> decision;
    PerThread<bool, kThreads> flag;
    for (uint32_t i = 0; i < count; i += kWarp) {
      block.for_threads([&](int t) {
        index[t] = 0;
        decision[t] = kDrop;
        if (i + t < count) {
          index[t] = from[i + t];
          decision[t] = decide(target, boxes[index[t]]);
        }
      });
      const auto append = [&](Decision which, uint32_t* to, uint32_t& size) {
        block.for_threads([&](int t) { flag[t] = decision[t] == which; });
        const uint32_t bits = block.ballot(flag);
        if (bits == 0) return;
        if (size + kWarp > stack_size) {
          stack.overflowed = true;
          return;
        }
        block.for_threads([&](int t) {
          if (flag[t]) to[size + count_bits(bits & bits_before(t))] = index[t];
        });
        size += count_bits(bits);
      };
      append(kAccept, stack.accepted, stack.num_accepted);
      append(kOpen, stack.opened, num_opened);
      append(kKeep, stack.candidates, stack.num_candidates);
    }
    block.sync();
    return num_opened;
  }

  template <class B>
  MOTLEY_KERNEL uint32_t children_of_opened(B& block, uint32_t num_opened, Stack& stack) const {
    uint32_t size = 0;
    PerThread<uint32_t, kThreads> first, number, before;
    for (uint32_t i = 0; i < num_opened; i += kWarp) {
      block.for_threads([&](int t) {
        const bool is_one = i + t < num_opened;
        const CellLinks c = links[is_one ? stack.opened[i + t] : 0];
        first[t] = c.child;
        before[t] = number[t] = is_one ? c.num_children : 0;
      });
      const uint32_t sum = block.exclusive_sums(before);
      block.for_threads([&](int t) {
        for (uint32_t c = 0; c < number[t]; ++c) {
          stack.children[size + before[t] + c] = first[t] + c;
        }
      });
      size += sum;
    }
    block.sync();
    return size;
  }

  // Decides about the candidates [from, now) for this target; what stays undecided follows them.
  template <class B>
  MOTLEY_KERNEL void visit(B& block, uint32_t cell, uint32_t from, Stack& stack) const {
    const Target target = target_of(cell);
    const uint32_t end = stack.num_candidates;
    uint32_t num_opened = classify(block, target, stack.candidates + from, end - from, stack);
    while (num_opened > 0 && !stack.overflowed) {
      const uint32_t num_children = children_of_opened(block, num_opened, stack);
      num_opened = classify(block, target, stack.children, num_children, stack);
    }
  }

  // Writes the list of a leaf: candidates from `begin` on, and the accepted cells.
  template <class B>
  MOTLEY_KERNEL void emit(B& block, Shared& shared, uint32_t leaf, uint32_t begin,
                          const Stack& stack) const {
    const uint32_t count = stack.num_candidates - begin;
    const uint32_t* candidate = stack.candidates + begin;
    PerThread<bool, kThreads> starts;
    const auto find_starts = [&](uint32_t i) {
      block.for_threads([&](int t) {
        starts[t] = false;
        if (i + t >= count) return;
        starts[t] = i + t == 0;
        if (i + t > 0) {
          const CellLinks before = links[candidate[i + t - 1]];
          starts[t] = links[candidate[i + t]].first != before.first + before.count;
        }
      });
      return block.ballot(starts);
    };
    uint32_t num_runs = 0;
    for (uint32_t i = 0; i < count; i += kWarp) num_runs += count_bits(find_starts(i));
    const uint32_t targets = links[leaf].count, size = SumItem::size(targets);
    const uint32_t num_items = (targets + size - 1) / size;
    const bool is_heavy = count * size > kHeavy;
    block.for_threads([&](int t) {
      if (t != 0) return;
      shared.runs = fetch_add(&counters->runs, uint64_t{num_runs});
      shared.cells = fetch_add(&counters->cells, uint64_t{stack.num_accepted});
      shared.list = fetch_add(&counters->num_lists, 1u);
      shared.item = fetch_add(is_heavy ? &counters->num_heavy : &counters->num_light, num_items);
    });
    block.sync();
    const uint64_t first_run = shared.runs, first_cell = shared.cells;
    const uint32_t list = shared.list, first_item = shared.item;
    block.sync();
    if (first_run + num_runs > max_runs || first_cell + stack.num_accepted > max_taken) return;
    PerThread<uint32_t, kThreads> before;
    uint32_t num_before = 0, next_run = 0;
    for (uint32_t i = 0; i < count; i += kWarp) {
      const uint32_t bits = find_starts(i);
      block.for_threads(
          [&](int t) { before[t] = i + t < count ? links[candidate[i + t]].count : 0; });
      const uint32_t sum = block.exclusive_sums(before);
      block.for_threads([&](int t) {
        if (!starts[t]) return;
        runs[first_run + next_run + count_bits(bits & bits_before(t))] = {
            links[candidate[i + t]].first, num_before + before[t]};
      });
      num_before += sum;
      next_run += count_bits(bits);
    }
    block.for_threads([&](int t) {
      for (uint32_t i = t; i < stack.num_accepted; i += kWarp) {
        taken[first_cell + i] = stack.accepted[i];
      }
      if (t == 0) {
        lists[list] = {leaf, num_runs, stack.num_accepted, num_before, first_run, first_cell, 0, 0};
      }
    });
    block.for_threads([&](int t) {
      for (uint32_t k = t; k < num_items; k += kWarp) {
        items[is_heavy ? first_item + k : max_items - 1 - (first_item + k)] = {list, k * size};
      }
    });
    block.sync();
  }

  MOTLEY_KERNEL bool has_targets(uint32_t cell) const {
    const CellLinks c = links[cell];
    return int64_t{c.first} + c.count > own_begin && c.first < own_end;
  }

  template <class B>
  MOTLEY_KERNEL void walk(B& block, Shared& shared, uint32_t task, Stack& stack) const {
    block.for_threads([&](int t) {
      if (t == 0) stack.candidates[0] = 0;
    });
    block.sync();
    stack.num_candidates = 1;
    stack.num_accepted = 0;
    int level = 0;  // frames in use
    uint32_t cell = task, from = 0;
    while (true) {
      const uint32_t end = stack.num_candidates, accepted = stack.num_accepted;
      visit(block, cell, from, stack);
      if (stack.overflowed) return;
      if (links[cell].num_children == 0) {
        emit(block, shared, cell, end, stack);
        stack.num_candidates = end;
        stack.num_accepted = accepted;
      } else {
        block.for_threads([&](int t) {
          if (t == 0) shared.frame[level] = {cell, 0, end, accepted};
        });
        block.sync();
        ++level;
      }
      // The next child of the deepest frame that has one.
      while (level > 0) {
        const Frame frame = shared.frame[level - 1];
        const CellLinks parent = links[frame.cell];
        block.sync();
        uint32_t next = frame.next_child;
        while (has_ghosts && next < parent.num_children && !has_targets(parent.child + next))
          ++next;
        if (next < parent.num_children) {
          block.for_threads([&](int t) {
            if (t == 0) shared.frame[level - 1].next_child = next + 1;
          });
          block.sync();
          cell = parent.child + next;
          from = frame.end;
          break;
        }
        stack.num_candidates = frame.end;
        stack.num_accepted = frame.accepted;
        --level;
      }
      if (level == 0) return;
    }
  }

  template <class B>
  MOTLEY_KERNEL void operator()(B& block, Shared& shared) const {
    uint32_t* own = stacks + block.index() * stack_words(stack_size);
    Stack stack{own,
                own + stack_size,
                own + 2 * uint64_t{stack_size},
                own + 3 * uint64_t{stack_size},
                0,
                0,
                false};
    while (true) {
      block.for_threads([&](int t) {
        if (t == 0) shared.task = fetch_add(&counters->next_task, 1u);
      });
      block.sync();
      const uint32_t task = shared.task;
      block.sync();
      if (task >= num_tasks) return;
      walk(block, shared, tasks[task], stack);
      if (stack.overflowed) {
        block.for_threads([&](int t) {
          if (t == 0) fetch_add(&counters->overflow, 1u);
        });
        return;
      }
    }
  }
};

}  // namespace motley::nbody::device
