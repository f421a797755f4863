#include "core/collective/algorithm/ring.h"

#include <algorithm>
#include <tuple>

#include "core/base/integer.h"

namespace motley::core {
namespace {

// One message of a ring: its round, and the chunk of that round's block.
struct RingMessage {
  int64_t round = 0, chunk = 0;
  Range range;
};

// The messages received at `position`, in order: in round k the chunks of block position-lag-k.
std::vector<RingMessage> incoming(const Ring& ring, const Blocks& blocks, int position, int lag,
                                  int64_t stride) {
  std::vector<RingMessage> messages;
  for (int64_t round = 0; round + 1 < ring.size(); ++round) {
    const auto& chunks = blocks[static_cast<size_t>(ring.at(position - lag - round))];
    for (int64_t c = 0; c < std::ssize(chunks); ++c) {
      messages.push_back({round, c, chunks[static_cast<size_t>(c)]});
    }
  }
  const auto time = [stride](const RingMessage& m) {
    return std::tuple(m.round + stride * m.chunk, m.chunk);
  };
  std::sort(messages.begin(), messages.end(),
            [&](const auto& a, const auto& b) { return time(a) < time(b); });
  return messages;
}

// The index of message (round, chunk) in its list.
class MessageIndex {
 public:
  MessageIndex(const Ring& ring, const std::vector<RingMessage>& messages)
      : index_(static_cast<size_t>(ring.size())) {
    for (size_t i = 0; i < messages.size(); ++i) {
      auto& row = index_[static_cast<size_t>(messages[i].round)];
      const auto chunk = static_cast<size_t>(messages[i].chunk);
      if (row.size() <= chunk) row.resize(chunk + 1);
      row[chunk] = static_cast<int64_t>(i);
    }
  }
  int64_t of(int64_t round, int64_t chunk) const {
    return index_[static_cast<size_t>(round)][static_cast<size_t>(chunk)];
  }

 private:
  std::vector<std::vector<int64_t>> index_;
};

int64_t longest_chunk(const Blocks& blocks) {
  int64_t longest = 0;
  for (const auto& chunks : blocks) {
    for (const Range& chunk : chunks) longest = std::max(longest, chunk.count);
  }
  return longest;
}

// Where the first block we send can be read as partial results: in place, or a widened copy.
int64_t shift_of_first_block(Steps& steps, const CollectiveSetup& setup,
                             const std::vector<Range>& block, Space& own) {
  if (!setup.widened() || own == Space::kScratch || block.empty()) return 0;
  const int64_t begin = block.front().at, end = block.back().at + block.back().count;
  const Place copy = steps.reserve_scratch(end - begin);
  for (const Range& chunk : block) {
    steps.first.push_back(
        {{own, chunk.at}, {Space::kScratch, copy.at + chunk.at - begin}, chunk.count});
  }
  own = Space::kScratch;
  return copy.at - begin;
}

}  // namespace

Blocks blocks_of(const std::vector<int64_t>& counts, int64_t chunk) {
  Blocks blocks;
  const std::vector<int64_t> offsets = offsets_of(counts);
  for (size_t p = 0; p < counts.size(); ++p) blocks.push_back(cut({offsets[p], counts[p]}, chunk));
  return blocks;
}

int64_t pipelined_stride(const Ring& ring) {
  constexpr int64_t kAtOnce = 3;  // one being received, one reduced, one sent
  return std::max<int64_t>(1, ceil_divide(ring.size() - 1, kAtOnce));
}

// Partial chunks are held in slots of scratch, receive i in slot i modulo their number. A slot is
// reused after its content was forwarded. That send belongs to the next round of its chunk, at most
// 2 * (chunks at once) messages later: with more slots than that a receive depends only on earlier
// times.
ReducedBlock append_ring_reduce_scatter(Steps& steps, const CollectiveSetup& setup,
                                        const Ring& ring, const Blocks& blocks, Space own,
                                        Place result, int64_t stride) {
  const int64_t last_round = ring.size() - 2;
  const int64_t first_receive = steps.num_receives(), first_send = steps.num_sends();
  const auto receives = incoming(ring, blocks, ring.position, 2, stride);
  const auto sends = incoming(ring, blocks, ring.position + 1, 2, stride);
  const MessageIndex receive_of(ring, receives), send_of(ring, sends);

  const int64_t num_slots =
      std::min<int64_t>(std::ssize(receives), std::max(2 * (last_round / stride + 1), kSlots) + 1);
  const int64_t slot_count = longest_chunk(blocks);
  const Place slots = steps.reserve_scratch(num_slots * slot_count);
  const auto slot = [&](int64_t receive) {
    return Place{Space::kScratch, slots.at + receive % num_slots * slot_count};
  };

  Space sent = own;
  const auto& first_block = blocks[static_cast<size_t>(ring.at(ring.position - 1))];
  const int64_t shift = shift_of_first_block(steps, setup, first_block, sent);
  for (const RingMessage& m : sends) {
    if (m.round == 0) {
      steps.sends.push_back(
          {ring.right(), {sent, m.range.at + shift}, m.range.count, first_receive});
    } else {
      const int64_t receive = receive_of.of(m.round - 1, m.chunk);
      steps.sends.push_back(
          {ring.right(), slot(receive), m.range.count, first_receive + receive + 1});
    }
  }

  ReducedBlock reduced;
  for (int64_t i = 0; i < std::ssize(receives); ++i) {
    const RingMessage& m = receives[static_cast<size_t>(i)];
    ReceiveStep step = {.peer = ring.left(), .to = slot(i), .count = m.range.count};
    if (i >= num_slots) {
      step.after_receives = first_receive + i - num_slots + 1;
      const RingMessage& before = receives[static_cast<size_t>(i - num_slots)];
      if (before.round < last_round) {
        step.after_sends = first_send + send_of.of(before.round + 1, before.chunk) + 1;
      }
    }
    step.reduces = true;
    step.local = {own, m.range.at};
    step.result = m.round < last_round ? slot(i) : Place{result.space, result.at + m.range.at};
    steps.receives.push_back(step);
    if (m.round == last_round) reduced.ready.push_back(steps.num_receives());
  }
  for (int64_t c = 0; c < std::ssize(first_block); ++c) {
    reduced.unread.push_back(first_send + send_of.of(0, c) + 1);
  }
  return reduced;
}

void append_ring_all_gather(Steps& steps, const Ring& ring, const Blocks& blocks, Space space,
                            Place own, int64_t stride, const ReducedBlock& block,
                            int64_t after_sends) {
  const int64_t first_receive = steps.num_receives();
  const auto receives = incoming(ring, blocks, ring.position, 1, stride);
  const auto sends = incoming(ring, blocks, ring.position + 1, 1, stride);
  const MessageIndex receive_of(ring, receives);

  for (const RingMessage& m : sends) {
    int64_t after = first_receive;
    if (m.round > 0) after += receive_of.of(m.round - 1, m.chunk) + 1;
    if (m.round == 0 && !block.ready.empty()) after = block.ready[static_cast<size_t>(m.chunk)];
    const Place from =
        m.round == 0 ? Place{own.space, own.at + m.range.at} : Place{space, m.range.at};
    steps.sends.push_back({ring.right(), from, m.range.count, after});
  }
  for (const RingMessage& m : receives) {
    int64_t after = after_sends;
    if (m.round == 0 && !block.unread.empty()) {
      after = std::max(after, block.unread[static_cast<size_t>(m.chunk)]);
    }
    steps.receives.push_back({.peer = ring.left(),
                              .to = {space, m.range.at},
                              .count = m.range.count,
                              .after_sends = after});
  }
}

}  // namespace motley::core
