#include "core/comm/local_transport.h"

#include <algorithm>
#include <cstring>

#include "core/base/clock.h"
#include "core/base/error.h"

namespace motley::core {

class LocalWires::Endpoint : public Transport {
 public:
  Endpoint(LocalWires& wires, int rank) : wires_(wires), rank_(rank) {}

  int64_t post_send(int to, int tag, const void* data, int64_t bytes) override {
    return wires_.post(rank_, to, tag, true, const_cast<void*>(data), bytes);
  }
  int64_t post_receive(int from, int tag, void* data, int64_t bytes) override {
    return wires_.post(from, rank_, tag, false, data, bytes);
  }
  bool test(int64_t posted) override { return wires_.test(posted); }
  bool polls() const override { return wires_.delay_.has_value(); }
  bool is_same_host(int) const override { return true; }

 private:
  LocalWires& wires_;
  int rank_;
};

LocalWires::LocalWires(int num_ranks, std::optional<MessageDelay> delay)
    : delay_(delay), random_(delay ? delay->seed : 0) {
  for (int rank = 0; rank < num_ranks; ++rank) {
    endpoints_.push_back(std::make_unique<Endpoint>(*this, rank));
  }
}

LocalWires::~LocalWires() = default;

Transport& LocalWires::transport(int rank) { return *endpoints_[static_cast<size_t>(rank)]; }

int64_t LocalWires::post(int from, int to, int tag, bool is_send, void* data, int64_t bytes) {
  if (free_.empty()) {
    free_.push_back(std::ssize(done_));
    done_.push_back(false);
  }
  const Message message = {free_.back(), data, bytes};
  free_.pop_back();
  done_[static_cast<size_t>(message.number)] = false;

  const auto found = queues_.try_emplace({from, to, tag}).first;
  Queue& queue = found->second;
  auto& others = is_send ? queue.receives : queue.sends;
  if (others.empty()) {
    (is_send ? queue.sends : queue.receives).push_back(message);
    return message.number;
  }
  const Message other = others.front();
  others.pop_front();
  MOTLEY_CHECK(other.bytes == bytes, "rank {} sends {} bytes to rank {}, which expects {}", from,
               is_send ? bytes : other.bytes, to, is_send ? other.bytes : bytes);
  const Message &source = is_send ? message : other, &target = is_send ? other : message;
  if (delay_) {
    double due = now_seconds() + delay();
    for (const Flight& before : flights_) {
      if (before.queue == found->first) due = std::max(due, before.due_seconds);
    }
    flights_.push_back({found->first, source, target, due});
  } else {
    deliver(source, target);
  }
  if (queue.sends.empty() && queue.receives.empty()) queues_.erase(found);
  return message.number;
}

void LocalWires::deliver(const Message& from, const Message& to) {
  if (from.bytes > 0) std::memcpy(to.data, from.data, static_cast<size_t>(from.bytes));
  done_[static_cast<size_t>(from.number)] = done_[static_cast<size_t>(to.number)] = true;
}

double LocalWires::delay() {
  const double share = std::uniform_real_distribution<double>(0, 1)(random_);
  return share * delay_->longest_seconds / (random_() % 8 == 0 ? 1 : 8);
}

// In the order of their posting: those of one queue are due in that order.
void LocalWires::deliver_due() {
  const double now = now_seconds();
  std::erase_if(flights_, [&](const Flight& flight) {
    if (flight.due_seconds > now) return false;
    deliver(flight.from, flight.to);
    return true;
  });
}

bool LocalWires::test(int64_t number) {
  if (!flights_.empty()) deliver_due();
  if (!done_[static_cast<size_t>(number)]) return false;
  free_.push_back(number);
  return true;
}

}  // namespace motley::core
