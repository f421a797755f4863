#include "tensor/pipeline/crossing_messages.h"

#include <fmt/format.h>

#include <algorithm>
#include <cstring>
#include <set>

#include "core/base/clock.h"
#include "core/base/error.h"

namespace motley::tensor {
namespace {

core::Elements raw_bytes(std::span<std::byte> bytes) {
  return {core::ElementType::kU8, bytes.data(), std::ssize(bytes)};
}

int64_t count_of(const std::vector<PieceRun>& runs) {
  int64_t count = 0;
  for (const PieceRun& run : runs) count += run.count;
  return count;
}

}  // namespace

CrossingMessages::CrossingMessages(RankStages& stages, OnMessage on_message, OnRate on_rate)
    : stages_(stages), on_message_(std::move(on_message)), on_rate_(std::move(on_rate)) {}

void CrossingMessages::check(const StagedStep& step) {
  const auto num_tags =
      static_cast<int64_t>(step.crossings.size()) * std::max<int64_t>(1, step.num_microbatches);
  if (num_tags >= core::Communicator::kNumTags) {  // the last one is open_connections'
    throw core::UserError(fmt::format(
        "{} values cross between stages for each of {} micro-batches: {} messages a step, and "
        "there are tags for {}",
        step.crossings.size(), step.num_microbatches, num_tags, core::Communicator::kNumTags));
  }
}

// What goes from member to member of the groups of a crossing; the same for all micro-batches.
const std::vector<PieceRun>& CrossingMessages::runs_of(int crossing, int from, int to) {
  const auto [at, is_new] = runs_.try_emplace({crossing, from, to});
  if (is_new) at->second = stages_.grouped().runs(stages_.step().crossings[crossing], from, to);
  return at->second;
}

void CrossingMessages::open_connections() {
  std::set<int> peers;
  for (const Crossing& c : stages_.step().crossings) {
    for (const auto& [here, there] :
         {std::pair(c.from.stage, c.to.stage), std::pair(c.to.stage, c.from.stage)}) {
      if (!stages_.is_mine(here) || stages_.is_mine(there)) continue;
      const auto& ranks = stages_.grouped().layout().ranks[there];
      peers.insert(ranks.begin(), ranks.end());
    }
  }
  constexpr int kTag = core::Communicator::kNumTags - 1;
  std::vector<uint8_t> in(peers.size()), out(peers.size());
  std::vector<core::Request> requests;
  size_t i = 0;
  for (int peer : peers) {
    requests.push_back(stages_.comm().receive({core::ElementType::kU8, &in[i], 1}, peer, kTag));
    requests.push_back(stages_.comm().send({core::ElementType::kU8, &out[i], 1}, peer, kTag));
    ++i;
  }
  for (core::Request& request : requests) request.wait();
}

void CrossingMessages::complete(Message& message) {
  message.request.wait();
  if (on_message_) on_message_(message.action, message.begin, message.request.done_seconds());
  if (on_rate_ && message.action.kind == PipelineAction::Kind::kPost) {
    const double rate = message.request.received_rate(message.bytes);
    if (rate > 0) on_rate_(message.action.crossing, rate);
  }
}

void CrossingMessages::wait_for_sends(const DeviceMemory& memory) {
  while (std::ranges::any_of(pending_, [&](const auto& p) { return p.memory == &memory; })) {
    send_first_pending();
  }
  const auto at = sends_.find(&memory);
  if (at == sends_.end()) return;
  for (Message& message : at->second) complete(message);
  sends_.erase(at);
}

void CrossingMessages::send(const PipelineAction& a) {
  const Crossing& c = crossing(a);
  DeviceMemory& from = stages_.memory(c.from, a.microbatch);
  if (stages_.is_mine(c.to.stage)) {  // by the same ranks, in the same shares
    DeviceMemory& to = stages_.memory(c.to, a.microbatch);
    from.wait_for_host();
    to.begin_write();
    std::ranges::copy(from.host(), to.host().data());
    return;
  }
  from.fetch();
  pending_.push_back({a, &from, num_phases_});
  if (!stages_.device().is_asynchronous()) send_first_pending();
}

void CrossingMessages::send_first_pending() {
  const PendingSend next = pending_.front();
  pending_.pop_front();
  next.memory->wait_for_host();
  const Crossing& c = crossing(next.action);
  const int member = stages_.member(c.from.stage);
  const auto& receivers = stages_.grouped().layout().ranks[c.to.stage];
  const int64_t size = element_bytes(c.from);
  const std::byte* from = next.memory->host().data();
  for (size_t j = 0; j < receivers.size(); ++j) {
    const auto& runs = runs_of(next.action.crossing, member, static_cast<int>(j));
    if (runs.empty()) continue;
    Message message{.request = {}, .action = next.action, .begin = core::now_seconds()};
    const std::byte* data = from + runs[0].from * size;
    const int64_t bytes = size * count_of(runs);
    if (runs.size() > 1) {
      message.packed.resize(static_cast<size_t>(bytes));
      std::byte* to = message.packed.data();
      for (const PieceRun& run : runs) {
        std::memcpy(to, from + run.from * size, static_cast<size_t>(run.count * size));
        to += run.count * size;
      }
      data = message.packed.data();
    }
    message.request = stages_.comm().send({core::ElementType::kU8, data, bytes}, receivers[j],
                                          tag_of(next.action));
    sends_[next.memory].push_back(std::move(message));
  }
}

void CrossingMessages::serve_sends() {
  while (!pending_.empty() &&
         (pending_.front().memory->is_fetched() || pending_.front().phase + 1 < num_phases_)) {
    send_first_pending();
  }
}
void CrossingMessages::send_all() {
  while (!pending_.empty()) send_first_pending();
}

int CrossingMessages::tag_of(const PipelineAction& a) const {
  const int64_t per_crossing = stages_.step().num_microbatches;
  return static_cast<int>(a.crossing * per_crossing + std::max(a.microbatch, 0));
}

void CrossingMessages::post(const PipelineAction& a) {
  const Crossing& c = crossing(a);
  const auto& senders = stages_.grouped().layout().ranks[c.from.stage];
  const int64_t size = element_bytes(c.to);
  DeviceMemory& to = stages_.memory(c.to, a.microbatch);
  to.begin_write();
  std::vector<Message>& messages = receives_[{a.crossing, a.microbatch}];
  for (size_t i = 0; i < senders.size(); ++i) {
    const auto& runs = runs_of(a.crossing, static_cast<int>(i), stages_.member(c.to.stage));
    if (runs.empty()) continue;
    Message& message = messages.emplace_back();
    message.action = a;
    message.begin = core::now_seconds();
    message.bytes = size * count_of(runs);
    const auto bytes = static_cast<size_t>(message.bytes);
    std::span<std::byte> into = to.host().subspan(static_cast<size_t>(runs[0].to * size));
    if (runs.size() > 1) {
      message.packed.resize(bytes);
      message.runs = &runs;
      into = message.packed;
    }
    message.request = stages_.comm().receive(raw_bytes(into.first(bytes)), senders[i], tag_of(a));
  }
}

void CrossingMessages::take(Message& message) {
  complete(message);
  if (!message.runs) return;
  const BufferPlace to = crossing(message.action).to;
  const int64_t size = element_bytes(to);
  const std::byte* from = message.packed.data();
  for (const PieceRun& run : *message.runs) {
    std::memcpy(stages_.memory(to, message.action.microbatch).host().data() + run.to * size, from,
                static_cast<size_t>(run.count * size));
    from += run.count * size;
  }
}

void CrossingMessages::await(const PipelineAction& a) {
  const auto at = receives_.find({a.crossing, a.microbatch});
  if (at == receives_.end()) return;  // a new value before the first step
  const bool has_come =
      std::ranges::all_of(at->second, [](const Message& m) { return m.request.done(); });
  if (!has_come) send_all();  // others may need it to go on
  for (Message& message : at->second) take(message);
  receives_.erase(at);
}

void CrossingMessages::finish_all() {
  for (auto& [key, messages] : receives_) {
    for (Message& message : messages) take(message);
  }
  receives_.clear();
  for (auto& [memory, messages] : sends_) {
    for (Message& message : messages) complete(message);
  }
  sends_.clear();
}

}  // namespace motley::tensor
