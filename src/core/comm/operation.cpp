#include "core/comm/operation.h"

#include <algorithm>

#include "core/base/clock.h"
#include "core/base/error.h"
#include "core/base/memory.h"
#include "core/collective/algorithm/reduce.h"

namespace motley::core {

ScratchPool::Buffer ScratchPool::take(int64_t bytes) {
  Buffer buffer;
  const auto fits = [&](const Buffer& b) { return std::ssize(b) >= bytes; };
  const auto found = std::find_if(buffers_.begin(), buffers_.end(), fits);
  if (found != buffers_.end()) {
    buffer.swap(*found);
    buffers_.erase(found);
  } else {
    buffer.resize(static_cast<size_t>(bytes));
  }
  return buffer;
}

void ScratchPool::release(Buffer buffer) {
  constexpr size_t kMost = 8;
  constexpr int64_t kLargest = 8 << 20;
  if (buffer.empty() || std::ssize(buffer) > kLargest) return;
  if (buffers_.size() == kMost) buffers_.erase(buffers_.begin());
  buffers_.push_back(std::move(buffer));
}

Operation::Operation(const Setup& setup, Steps steps, Transport& transport)
    : setup_(setup), steps_(std::move(steps)), transport_(transport) {}

Elements Operation::at(Place place, int64_t count) const {
  ElementType type = setup_.output.type;
  const void* base = setup_.output.data;
  switch (place.space) {
    case Space::kInput:
      type = setup_.input.type;
      base = setup_.input.data;
      break;
    case Space::kStaging:
      base = staging_.data();
      break;
    case Space::kScratch:
      type = accumulator_type(type);
      base = scratch_.data();
      break;
    case Space::kOutput:
      break;
  }
  if (count == 0) return {type, nullptr, 0};
  auto* bytes = static_cast<std::byte*>(const_cast<void*>(base));  // input is only read
  return {type, bytes + place.at * element_bytes(type), count};
}

void Operation::copy(const std::vector<CopyStep>& copies) {
  for (const CopyStep& step : copies) convert(at(step.from, step.count), at(step.to, step.count));
}

void Operation::start(ScratchPool& pool) {
  const ElementType type = setup_.output.type;
  scratch_ = pool.take(steps_.scratch_count * element_bytes(accumulator_type(type)));
  staging_ = pool.take(steps_.staging_count * element_bytes(type));
  if (steps_.zeroed) {
    std::fill(scratch_.begin(), scratch_.end(), std::byte{0});
    std::fill(staging_.begin(), staging_.end(), std::byte{0});
  }
  copy(steps_.first);
  started_ = true;
}

void Operation::finish_receive(const ReceiveStep& step) {
  if (!step.reduces) return;
  reduce(setup_.reduction, at(step.to, step.count), at(step.local, step.count),
         at(step.result, step.count));
}

bool Operation::test_posted() {
  const int64_t before = sends_done_ + receives_done_;
  while (receives_done_ < receives_posted_ &&
         transport_.test(receive_numbers_[static_cast<size_t>(receives_done_ % kInFlight)])) {
    const ReceiveStep& step = steps_.receives[static_cast<size_t>(receives_done_)];
    finish_receive(step);
    if (receives_done_ == 0 && steps_.num_receives() > 1) {
      completion_->note_first(now_seconds(), step.count * element_bytes(setup_.output.type));
    }
    ++receives_done_;
    post_ready();  // forwards what has just arrived
  }
  while (sends_done_ < sends_posted_ &&
         transport_.test(send_numbers_[static_cast<size_t>(sends_done_ % kInFlight)])) {
    ++sends_done_;
  }
  return sends_done_ + receives_done_ > before;
}

bool Operation::post_ready() {
  const int64_t before = sends_posted_ + receives_posted_;
  while (receives_posted_ < steps_.num_receives() &&
         receives_posted_ - receives_done_ < kInFlight) {
    const ReceiveStep& step = steps_.receives[static_cast<size_t>(receives_posted_)];
    if (step.after_sends > sends_done_ || step.after_receives > receives_done_) break;
    const Elements to = at(step.to, step.count);
    receive_numbers_[static_cast<size_t>(receives_posted_++ % kInFlight)] =
        transport_.post_receive(step.peer, setup_.tag, to.data, to.count * element_bytes(to.type));
  }
  while (sends_posted_ < steps_.num_sends() && sends_posted_ - sends_done_ < kInFlight) {
    const SendStep& step = steps_.sends[static_cast<size_t>(sends_posted_)];
    if (step.after_receives > receives_done_) break;
    const Elements from = at(step.from, step.count);
    send_numbers_[static_cast<size_t>(sends_posted_++ % kInFlight)] = transport_.post_send(
        step.peer, setup_.tag, from.data, from.count * element_bytes(from.type));
  }
  return sends_posted_ + receives_posted_ > before;
}

bool Operation::all_posted() const {
  return sends_posted_ == steps_.num_sends() && receives_posted_ == steps_.num_receives();
}

bool Operation::advance(ScratchPool& pool) {
  if (before_) {
    if (!before_->all_posted()) return false;
    before_.reset();
  }
  if (!started_) {
    start(pool);
    post_ready();
    copy(steps_.meanwhile);
  }
  bool moved = test_posted();
  moved |= post_ready();
  if (sends_done_ == steps_.num_sends() && receives_done_ == steps_.num_receives()) {
    copy(steps_.last);
    pool.release(std::move(scratch_));
    pool.release(std::move(staging_));
    finished_ = moved = true;
  }
  return moved;
}

int Operation::awaited_peer() const {
  if (before_) return before_->awaited_peer();
  if (receives_done_ < receives_posted_) {
    return steps_.receives[static_cast<size_t>(receives_done_)].peer;
  }
  if (sends_done_ < sends_posted_) return steps_.sends[static_cast<size_t>(sends_done_)].peer;
  return -1;
}

bool Operation::awaits_same_host_peer() const {
  const int peer = awaited_peer();
  return peer >= 0 && transport_.is_same_host(peer);
}

int64_t Operation::bytes() const {
  return std::max(setup_.input.count * element_bytes(setup_.input.type),
                  setup_.output.count * element_bytes(setup_.output.type));
}

std::string Operation::describe() const {
  if (bytes() == 0) return setup_.name;
  return fmt::format("{} of {}", setup_.name, readable_bytes(bytes()));
}

}  // namespace motley::core
