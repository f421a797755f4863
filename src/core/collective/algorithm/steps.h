// What one rank does in a collective, as data: which pieces it sends and receives, in which order,
// and what has to be done before.
//
//   all_gather_steps(...) on rank 1 of 3 hosts, counts {2, 1, 2}, one chunk a block:
//
//     receive  output[0,2) from 0                      (0)
//     receive  output[3,5) from 0                      (1)   what 0 has had from 2
//     send     input[0,1)  to 2
//     send     output[0,2) to 2, after 1 receive
//
// Every collective is a pure function that gives these lists (collective_steps.h); one executor
// runs them (operation.h). So both backends, and a test that only looks, see the same.
//
// Sends are posted in order and counted as done in order, and so are receives. All lists are
// sorted by one logical time of the whole collective, and a step waits for earlier times only.
// Then nothing can lock up, however few are in flight: of all messages under way, the earliest is
// at the head of its sender's and of its receiver's list.
#pragma once

#include <cstdint>
#include <vector>

#include "core/collective/algorithm/elements.h"

namespace motley::core {

// Messages that a list has in flight at most, in each direction: enough to go on for a time slice
// while the other side does not run.
constexpr int64_t kInFlight = 64;

// Slots, of a chunk each, for what is reduced when it is there: fewer, to stay in the caches.
constexpr int64_t kSlots = 4;

// Memory of an operation. Input, output and landing have the caller's element type, scratch has
// its accumulator_type: f32 for f16 and bf16.
enum class Space : uint8_t { kInput, kOutput, kLanding, kScratch };

struct Place {
  Space space = Space::kInput;
  int64_t at = 0;  // in elements
};

// Elements [at, at + count) of something.
struct Range {
  int64_t at = 0, count = 0;
};

struct SendStep {
  int peer = 0;
  Place from;
  int64_t count = 0;
  int64_t after_receives = 0;  // posted when this many receives are done
};

struct ReceiveStep {
  int peer = 0;
  Place to;
  int64_t count = 0;
  int64_t after_sends = 0;  // posted when this many sends are done: they read what this overwrites,
  int64_t after_receives = 0;  // and this many receives, which used the same slot
  bool reduces = false;        // then, when it is there: result = what came op local
  Place local, result;
};

struct CopyStep {
  Place from, to;
  int64_t count = 0;
};

struct Steps {
  // Before the first message; when the first ones are on their way; after the last one.
  std::vector<CopyStep> first, meanwhile, last;
  std::vector<SendStep> sends;
  std::vector<ReceiveStep> receives;
  int64_t scratch_count = 0, landing_count = 0;
  bool zeroed = false;  // scratch and landing begin as zeros

  int64_t num_sends() const { return std::ssize(sends); }
  int64_t num_receives() const { return std::ssize(receives); }
  Place reserve_scratch(int64_t count) {
    scratch_count += count;
    return {Space::kScratch, scratch_count - count};
  }
  Place reserve_landing(int64_t count) {
    landing_count += count;
    return {Space::kLanding, landing_count - count};
  }
};

// The range in pieces of at most `chunk` elements; none for an empty one.
std::vector<Range> cut(Range range, int64_t chunk);

// {0, c0, c0 + c1, ...}: where each rank's block begins, and at the end the sum.
std::vector<int64_t> offsets_of(const std::vector<int64_t>& counts);

// `count` elements in `num_blocks` blocks, block b from count * b / num_blocks on.
std::vector<int64_t> even_counts(int64_t count, int num_blocks);

}  // namespace motley::core
