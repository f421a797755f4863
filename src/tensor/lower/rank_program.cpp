#include "tensor/lower/rank_program.h"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <array>
#include <deque>
#include <unordered_set>
#include <utility>

#include "core/base/error.h"
#include "tensor/ir/op_row.h"
#include "tensor/passes/pass.h"
#include "tensor/passes/rewrite.h"

namespace motley::tensor {
namespace {

using namespace shard_cost;

constexpr int kNone = -1;

// Cuts a local Program at its collectives.
//
// Collectives are *urgent* if the step needs them soon and *deferrable* otherwise: gradients and
// prefetched arguments. Both are started in buckets; deferrable buckets are held back while an
// urgent collective is about to start, so that it need not queue behind them. Where the axes of a
// grid do not share links, each has its own queue, and urgent collectives of one axis hold back
// nothing of the other.
class StepScheduler {
 public:
  StepScheduler(const LocalCommunication& local, const RankSettings& settings)
      : local_(local),
        settings_(settings),
        has_two_queues_(settings.costs && !axes_share_links(*settings.costs)) {
    const size_t count = local.collectives.size();
    state_.assign(count, State::kNotIssued);
    communication_of_.assign(count, kNone);
    is_prefetchable_.assign(count, false);
    is_urgent_.assign(count, false);
    std::vector<int> issued_at(count);
    for (const CollectiveEvent& event : local.events) {
      const int c = event.collective;
      if (event.kind == CollectiveEvent::Kind::kBegin) {
        issued_at[c] = event.num_products;
        is_prefetchable_[c] = local.collectives[c].is_early;
        if (is_prefetchable_[c]) prefetchable_.push_back(c);
      } else {
        is_urgent_[c] = !is_prefetchable_[c] && event.num_products - issued_at[c] <= kUrgentWithin;
      }
    }
    for (const CollectiveEvent& event : local.events) {
      if (event.kind == CollectiveEvent::Kind::kBegin && is_urgent_[event.collective])
        queue_of(event.collective).urgent_begins.push_back(event.num_products);
    }
  }

  StepSchedule run() && {
    auto event = local_.events.begin();
    for (int i = 0; i <= local_.num_ops; ++i) {
      if (i == local_.num_early_ops) begin_prefetch();
      for (; event != local_.events.end() && event->after_op == i; ++event) handle(*event);
      if (i < local_.num_ops) segment_.push_back(i);
    }
    for (Queue& queue : queues_) {
      flush(queue.urgent);
      flush(queue.deferrable);
    }
    for (int c = 0; c < std::ssize(out_.communications); ++c) wait(c);
    end_segment();
    return std::move(out_);
  }

 private:
  enum class State : uint8_t { kNotIssued, kPending, kStarted, kDone };
  struct Bucket {
    std::vector<int> collectives;
    int64_t bytes = 0;
  };
  // Collectives that run one after the other.
  struct Queue {
    Bucket urgent, deferrable;
    std::vector<int> urgent_begins;  // matrix products before each, ascending
    size_t next_urgent = 0;
    // Reduce-scatters of gradients that are not known to be done, with their bytes.
    std::deque<std::pair<int, int64_t>> reducing;
    int64_t reducing_bytes = 0;
  };
  // In matrix products of the step: a collective needed within kUrgentWithin is urgent; deferrable
  // buckets are held back if an urgent one starts within kDeferWithin.
  static constexpr int kUrgentWithin = 1, kDeferWithin = 2;

  void handle(const CollectiveEvent& event) {
    const int c = event.collective;
    now_ = event.num_products;
    if (event.kind == CollectiveEvent::Kind::kBegin) {
      while (state_[c] == State::kNotIssued)
        begin(is_prefetchable_[c] ? prefetchable_[next_prefetchable_++] : c);
      if (is_urgent_[c]) ++queue_of(c).next_urgent;
      return;
    }
    if (state_[c] == State::kPending) flush(bucket_of(c));
    // After the last matrix product only updates are left: pending buckets do not grow any more.
    if (now_ == local_.events.back().num_products) {
      for (Queue& queue : queues_) {
        flush(queue.deferrable);
        flush(queue.urgent);
      }
    }
    if (is_urgent_[c]) flush_if_full(queue_of(c));
    if (state_[c] != State::kDone) wait(communication_of_[c]);
    if (!is_prefetchable_[c]) return;
    prefetched_bytes_ -= local_.collectives[c].value_bytes;
    begin_prefetch();
  }

  Queue& queue_of(int c) { return queues_[has_two_queues_ ? local_.collectives[c].axis : 0]; }
  Bucket& bucket_of(int c) { return is_urgent_[c] ? queue_of(c).urgent : queue_of(c).deferrable; }

  void begin(int c) {
    Bucket& bucket = bucket_of(c);
    bucket.collectives.push_back(c);
    bucket.bytes += local_.collectives[c].value_bytes;
    state_[c] = State::kPending;
    if (is_prefetchable_[c]) prefetched_bytes_ += local_.collectives[c].value_bytes;
    flush_if_full(queue_of(c));
  }

  void flush_if_full(Queue& queue) {
    if (queue.urgent.bytes >= settings_.bucket_bytes) flush(queue.urgent);
    const bool defer = queue.next_urgent < queue.urgent_begins.size() &&
                       queue.urgent_begins[queue.next_urgent] - now_ <= kDeferWithin;
    if (queue.deferrable.bytes >= settings_.bucket_bytes && !defer) flush(queue.deferrable);
  }

  // All-gathers of the step's arguments are issued before they are needed.
  void begin_prefetch() {
    const int64_t limit = std::max(settings_.prefetch_bytes, settings_.bucket_bytes);
    while (next_prefetchable_ < prefetchable_.size() && prefetched_bytes_ < limit) {
      begin(prefetchable_[next_prefetchable_++]);
    }
  }

  void wait(int communication) {
    if (waited_[communication]) return;
    waited_[communication] = true;
    end_segment();
    out_.steps.push_back({RankStep::Kind::kWait, communication});
    for (int c : out_.communications[communication]) state_[c] = State::kDone;
  }

  void end_segment() {
    if (segment_.empty()) return;
    out_.steps.push_back({RankStep::Kind::kCompute, static_cast<int>(out_.segments.size())});
    out_.segments.push_back(std::move(segment_));
    segment_.clear();
  }

  bool is_gradient(int c) const {
    return local_.collectives[c].kind == ReshardKind::kReduceScatter && !is_urgent_[c];
  }

  // Before a gradient is reduced, so many are that there is memory for it.
  void make_room_for(int c) {
    if (!is_gradient(c)) return;
    Queue& queue = queue_of(c);
    while (!queue.reducing.empty() && queue.reducing_bytes > settings_.reducing_bytes) {
      const auto [communication, bytes] = queue.reducing.front();
      queue.reducing.pop_front();
      queue.reducing_bytes -= bytes;
      wait(communication);
    }
  }

  // Starts everything in the bucket: one communication per kind of collective.
  void flush(Bucket& bucket) {
    std::vector<int>& pending = bucket.collectives;
    if (pending.empty()) return;
    end_segment();
    while (!pending.empty()) {
      const Collective& first = local_.collectives[pending.front()];
      const auto same_kind = [&](int c) {
        const Collective& other = local_.collectives[c];
        return other.kind == first.kind && other.axis == first.axis &&
               other.reducer == first.reducer && other.whole.element == first.whole.element;
      };
      make_room_for(pending.front());
      const int index = static_cast<int>(out_.communications.size());
      auto& collectives = out_.communications.emplace_back();
      int64_t bytes = 0;
      for (int c : pending) {
        if (!same_kind(c)) continue;
        collectives.push_back(c);
        communication_of_[c] = index;
        state_[c] = State::kStarted;
        bytes += local_.collectives[c].value_bytes;
      }
      if (is_gradient(collectives[0])) {
        Queue& queue = queue_of(collectives[0]);
        queue.reducing.emplace_back(index, bytes);
        queue.reducing_bytes += bytes;
      }
      std::erase_if(pending, [&](int c) { return communication_of_[c] != kNone; });
      waited_.push_back(false);
      out_.steps.push_back({RankStep::Kind::kStart, index});
    }
    bucket.bytes = 0;
  }

  const LocalCommunication& local_;
  RankSettings settings_;
  StepSchedule out_;
  std::vector<int> segment_;
  std::vector<State> state_;  // by collective
  std::vector<int> communication_of_;
  std::vector<bool> waited_;
  bool has_two_queues_ = false;
  std::array<Queue, kMaxGroupAxes> queues_;
  std::vector<bool> is_urgent_;  // by collective
  int now_ = 0;                  // matrix products so far
  // Collectives that read the step's arguments, in order, and how many of them were issued.
  std::vector<int> prefetchable_;
  std::vector<bool> is_prefetchable_;
  size_t next_prefetchable_ = 0;
  int64_t prefetched_bytes_ = 0;  // issued and not yet needed
};

// Whether every segment that reads the op's result computes it again, instead of reading a buffer:
// kernels are fused around constants that they know. So are constants and what costs no kernel or
// only a cast; the operands have to be repeated themselves.
bool is_repeated(const Op& op) {
  constexpr int64_t kMostBytes = 4096;
  if (const auto* constant = std::get_if<ConstantAttrs>(&op.attrs)) {
    return constant->value.num_bytes() <= kMostBytes;  // of a splat: one element
  }
  const OpRow& about = row(op.code);
  return about.recompute != Recompute::kNever &&
         (about.work_class == WorkClass::kFree || about.layer == LayerKind::kCast);
}

// Builds the Programs of the segments; values used across segments live in buffers, but for
// constants.
class SegmentBuilder {
 public:
  SegmentBuilder(const DeviceGrid& group, int rank, const LocalProgram& local,
                 const RankSettings& settings)
      : local_(local),
        ops_(local.program.body.ops),
        costs_(settings.costs),
        schedule_(schedule_of(local, settings)) {
    out_.group = group;
    out_.rank = rank;
    out_.steps = schedule_.steps;
    made_in_.assign(local.program.values.size(), kNone);
    buffer_of_.assign(local.program.values.size(), kNone);
  }

  RankProgram run() && {
    const Region& body = local_.program.body;
    for (int i = 0; i < local_.num_step_arguments; ++i) {
      out_.arguments.push_back(buffer(body.arguments[i]));
    }
    for (ValueId v : body.results) out_.results.push_back(buffer(v));
    find_repeated();
    for (const auto& collectives : schedule_.communications) add_communication(collectives);
    for (size_t s = 0; s < schedule_.segments.size(); ++s) {
      for (int i : schedule_.segments[s]) {
        for (ValueId v : ops_[i].results) made_in_[v.index] = static_cast<int>(s);
      }
    }
    std::vector<std::vector<ValueId>> inputs;
    for (size_t s = 0; s < schedule_.segments.size(); ++s) {
      inputs.push_back(inputs_of(static_cast<int>(s)));
    }
    for (size_t s = 0; s < schedule_.segments.size(); ++s) {
      out_.segments.push_back(segment(static_cast<int>(s), inputs[s]));
    }
    return std::move(out_);
  }

 private:
  int buffer(ValueId v) {
    int& at = buffer_of_[v.index];
    if (at == kNone) {
      at = static_cast<int>(out_.buffers.size());
      out_.buffers.push_back(local_.program.type(v));
    }
    return at;
  }

  void find_repeated() {
    repeated_.assign(local_.program.values.size(), kNone);
    for (int i = 0; i < std::ssize(ops_); ++i) {
      const auto is_known = [&](ValueId v) { return repeated_[v.index] != kNone; };
      if (!is_repeated(ops_[i]) || !std::ranges::all_of(ops_[i].operands, is_known)) continue;
      repeated_[ops_[i].results[0].index] = i;
    }
  }

  void add_communication(const std::vector<int>& collectives) {
    const Collective& first = local_.collectives[collectives[0]];
    Communication& communication = out_.communications.emplace_back(
        Communication{.kind = first.kind, .axis = first.axis, .reducer = first.reducer});
    if (costs_) {
      communication.algorithm = message_of(local_, collectives, out_.group, *costs_).algorithm;
    }
    for (int c : collectives) {
      const Collective& one = local_.collectives[c];
      communication.tensors.push_back({.input = buffer(one.input),
                                       .output = buffer(one.output),
                                       .whole = one.whole,
                                       .from = one.from,
                                       .to = one.to});
    }
  }

  std::vector<ValueId> inputs_of(int s) {
    std::vector<ValueId> inputs;
    std::unordered_set<ValueId> seen;
    const auto read = [&](ValueId v) {
      if (made_in_[v.index] == s || repeated_[v.index] != kNone || !seen.insert(v).second) return;
      inputs.push_back(v);
      buffer(v);
    };
    for (int i : schedule_.segments[s]) {
      for (ValueId v : ops_[i].operands) read(v);
      for (const Region& region : ops_[i].regions) {
        for (ValueId v : captured_values(region)) read(v);
      }
    }
    return inputs;
  }

  // Copies what the value is computed from, where that is in another segment and repeated here.
  void repeat(ValueId v, int s, Rewrite& copy, std::unordered_set<ValueId>& copied) const {
    const int op = repeated_[v.index];
    if (op == kNone || made_in_[v.index] == s || !copied.insert(v).second) return;
    for (ValueId operand : ops_[op].operands) repeat(operand, s, copy, copied);
    copy.keep(ops_[op]);
  }

  Segment segment(int s, const std::vector<ValueId>& inputs) {
    Segment segment;
    Rewrite copy(local_.program, inputs);
    for (ValueId v : inputs) segment.inputs.push_back(buffer(v));
    std::vector<ValueId> results;
    std::unordered_set<ValueId> copied;
    for (int i : schedule_.segments[s]) {
      for (ValueId v : ops_[i].operands) repeat(v, s, copy, copied);
      for (const Region& region : ops_[i].regions) {
        for (ValueId v : captured_values(region)) repeat(v, s, copy, copied);
      }
      copy.keep(ops_[i]);
      for (ValueId v : ops_[i].results) {
        if (buffer_of_[v.index] == kNone) continue;
        results.push_back(v);
        segment.outputs.push_back(buffer_of_[v.index]);
      }
    }
    segment.program = simplify(std::move(copy).finish(results));
    return segment;
  }

  const LocalProgram& local_;
  const std::vector<Op>& ops_;
  const GroupCosts* costs_;
  StepSchedule schedule_;
  RankProgram out_;
  std::vector<int> made_in_;    // by value: its segment
  std::vector<int> repeated_;   // by value: the op that each segment repeats, or none
  std::vector<int> buffer_of_;  // by value
};

}  // namespace

std::string RankProgram::to_string() const {
  std::string text = fmt::format("rank {} of {}\n", rank, fmt::join(group.sizes, "x"));
  for (const RankStep& step : steps) {
    if (step.kind == RankStep::Kind::kWait) {
      text += fmt::format("wait {}\n", step.index);
    } else if (step.kind == RankStep::Kind::kCompute) {
      const Segment& s = segments[step.index];
      text += fmt::format("compute {}: {} ops, buffers {} -> {}\n", step.index,
                          s.program.body.ops.size(), fmt::join(s.inputs, " "),
                          fmt::join(s.outputs, " "));
    } else {
      const Communication& c = communications[step.index];
      text += fmt::format("start {}: {} {} axis {}:", step.index, core::name_of(c.algorithm),
                          name(c.kind), c.axis);
      for (const CommunicatedTensor& tensor : c.tensors) {
        text += fmt::format(" {} -> {} {}", tensor.input, tensor.output, tensor.whole.to_string());
      }
      text += "\n";
    }
  }
  return text;
}

StepSchedule schedule_of(const LocalCommunication& local, const RankSettings& settings) {
  return StepScheduler(local, settings).run();
}

Message message_of(const LocalCommunication& local, const std::vector<int>& collectives,
                   const DeviceGrid& group, const GroupCosts& costs) {
  Blocks blocks{.is_half = is_half(local.collectives[collectives[0]].whole)};
  for (int c : collectives) {
    const Collective& one = local.collectives[c];
    add_to(blocks, one.kind, static_cast<double>(one.whole.num_bytes()), one.from, one.to,
           group.sizes[one.axis]);
  }
  const Collective& first = local.collectives[collectives[0]];
  return best_message(costs, first.axis, first.kind, blocks);
}

RankProgram rank_program(const DeviceGrid& group, int rank, const LocalProgram& local,
                         const RankSettings& settings) {
  return SegmentBuilder(group, rank, local, settings).run();
}

}  // namespace motley::tensor
