// One rank's part of a collective as data: the pieces it sends and receives, their order, and their
// dependencies.
//
//   all_gather_steps(...) on rank 1 of 3 hosts, counts {2, 1, 2}, one chunk per block:
//
//     receive  output[0,2) from 0                      (0)
//     receive  output[3,5) from 0                      (1)   forwarded by 0 from 2
//     send     input[0,1)  to 2
//     send     output[0,2) to 2, after 1 receive
//
// Every collective is a pure function that returns these lists (collective_steps.h); one executor
// runs them (core/comm/operation.h). So both backends, and tests that only inspect the lists, see
// the same.
//
// Sends are posted in order and complete in order, and so do receives. All lists are sorted by one
// logical time of the whole collective, and a step depends only on earlier times. This excludes
// deadlock, however few messages are in flight: of all pending messages, the earliest is at the
// head of its sender's and of its receiver's list.
#pragma once

#include <cstdint>
#include <vector>

#include "core/collective/algorithm/elements.h"

namespace motley::core {

// Maximum messages in flight per list: enough to continue for a time slice while the other side is
// not scheduled.
constexpr int64_t kInFlight = 64;

// Slots of one chunk each for data that is reduced on arrival: fewer, to stay in the caches.
constexpr int64_t kSlots = 4;

// Memory of an operation. Input, output and staging have the caller's element type, scratch has its
// accumulator_type: f32 for f16 and bf16.
enum class Space : uint8_t { kInput, kOutput, kStaging, kScratch };

struct Place {
  Space space = Space::kInput;
  int64_t at = 0;  // in elements
};

// Elements [at, at + count).
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
  int64_t after_sends = 0;     // posted after this many sends, which read what this overwrites,
  int64_t after_receives = 0;  // and this many receives, which used the same slot
  bool reduces = false;        // on arrival: result = received op local
  Place local, result;
};

struct CopyStep {
  Place from, to;
  int64_t count = 0;
};

struct Steps {
  // Before the first message; while the first ones are in flight; after the last one.
  std::vector<CopyStep> first, meanwhile, last;
  std::vector<SendStep> sends;
  std::vector<ReceiveStep> receives;
  int64_t scratch_count = 0, staging_count = 0;
  bool zeroed = false;  // scratch and staging start as zeros

  int64_t num_sends() const { return std::ssize(sends); }
  int64_t num_receives() const { return std::ssize(receives); }
  Place reserve_scratch(int64_t count) {
    scratch_count += count;
    return {Space::kScratch, scratch_count - count};
  }
  Place reserve_staging(int64_t count) {
    staging_count += count;
    return {Space::kStaging, staging_count - count};
  }
};

// Splits the range into pieces of at most `chunk` elements; an empty range gives none.
std::vector<Range> cut(Range range, int64_t chunk);

// {0, c0, c0 + c1, ...}: the start of each rank's block, then the sum.
std::vector<int64_t> offsets_of(const std::vector<int64_t>& counts);

// `count` elements in `num_blocks` blocks, block b starting at count * b / num_blocks.
std::vector<int64_t> even_counts(int64_t count, int num_blocks);

}  // namespace motley::core
