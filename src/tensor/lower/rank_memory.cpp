#include "tensor/lower/rank_memory.h"

#include <algorithm>

#include "core/base/memory_plan.h"

namespace motley::tensor {
namespace {

constexpr int64_t kPage = 4096;  // devices pin whole pages

// Positions in the program's list of steps.
struct Alive {
  int first = -1, last = -1;

  void extend(const Alive& other) {
    if (other.first >= 0) first = first < 0 ? other.first : std::min(first, other.first);
    last = std::max(last, other.last);
  }
};

class ArenaLayout {
 public:
  ArenaLayout(const RankProgram& program, const RankMemoryOptions& options)
      : program_(program), options_(options), alive_(program.buffers.size()) {
    const size_t count = program.buffers.size();
    is_end_.assign(count, false);
    for (int b : program.arguments) is_end_[b] = true;
    for (int b : program.results) is_end_[b] = true;
    out_.buffers.resize(count);
    out_.is_in_message.assign(count, false);
    out_.messages.resize(program.communications.size());
    under_way_.resize(program.communications.size());
  }

  RankMemory run() && {
    find_lifetimes();
    for (size_t c = 0; c < program_.communications.size(); ++c) add_message(static_cast<int>(c));
    for (size_t b = 0; b < alive_.size(); ++b) {
      if (is_end_[b] || out_.is_in_message[b]) continue;
      wanted_.push_back(
          {.bytes = bytes_of(static_cast<int>(b)), .alive = alive_[b], .place = &out_.buffers[b]});
    }
    assign();
    return std::move(out_);
  }

 private:
  // What gets a place: a buffer or a message.
  struct Wanted {
    int64_t bytes = 0;
    Alive alive;
    ArenaSpan* place = nullptr;
    std::vector<int> members = {};  // buffers inside it, side by side; -1: none
  };

  int64_t bytes_of(int b) const { return program_.buffers[b].num_bytes(); }

  void find_lifetimes() {
    for (int i = 0; i < std::ssize(program_.steps); ++i) {
      const RankStep& step = program_.steps[i];
      if (step.kind == RankStep::Kind::kCompute) {
        const Segment& segment = program_.segments[step.index];
        for (int b : segment.inputs) alive_[b].extend({-1, i});
        for (int b : segment.outputs) alive_[b].extend({i, i});
        continue;
      }
      const bool is_start = step.kind == RankStep::Kind::kStart;
      under_way_[step.index].extend({i, i});
      for (const CommunicatedTensor& t : program_.communications[step.index].tensors) {
        alive_[is_start ? t.input : t.output].extend({is_start ? -1 : i, i});
      }
    }
  }

  // Whether any step after the start of the communication reads one of the buffers.
  bool is_read_again(int communication, const std::vector<int>& buffers) const {
    return std::ranges::any_of(
        buffers, [&](int b) { return alive_[b].last > under_way_[communication].first; });
  }

  // The members that are not somewhere else already get their place in the message.
  void place(Wanted& message, std::vector<int> buffers) {
    for (int& b : buffers) {
      const bool is_free = !is_end_[b] && !out_.is_in_message[b];
      if (is_free) {
        message.alive.extend(alive_[b]);
        out_.is_in_message[b] = true;
      }
      message.members.push_back(is_free ? b : -1 - b);
    }
  }

  void add_message(int c) {
    const Communication& communication = program_.communications[c];
    const bool reduces_all = communication.kind == ReshardKind::kAllReduce;
    std::vector<int> inputs, outputs;
    Wanted sent{.alive = under_way_[c], .place = &out_.messages[c].sent};
    Wanted received{.alive = under_way_[c], .place = &out_.messages[c].received};
    for (const CommunicatedTensor& tensor : communication.tensors) {
      inputs.push_back(tensor.input);
      outputs.push_back(tensor.output);
      sent.bytes += bytes_of(tensor.input);
      received.bytes += bytes_of(tensor.output);
    }
    if (reduces_all && options_.ends_elsewhere && inputs.size() == 1 && is_end_[inputs[0]] &&
        is_end_[outputs[0]]) {
      return;
    }
    if (is_sent_in_place(communication.kind)) place(sent, inputs);
    const bool is_same = reduces_all && !is_read_again(c, inputs);
    if (is_received_in_place(communication.kind)) place(is_same ? sent : received, outputs);
    wanted_.push_back(std::move(sent));
    if (is_same) {
      same_.push_back(c);
    } else {
      wanted_.push_back(std::move(received));
    }
  }

  void assign() {
    if (options_.is_shared) {
      std::vector<core::BufferLifetime> lifetimes;
      for (const Wanted& w : wanted_) {
        const int first = std::max(0, w.alive.first);
        lifetimes.push_back({w.bytes, first, std::max(first, w.alive.last)});
      }
      const core::MemoryPlan plan = core::plan_memory(lifetimes);
      for (size_t i = 0; i < wanted_.size(); ++i)
        *wanted_[i].place = {plan.offsets[i], wanted_[i].bytes};
      out_.arena_bytes = plan.arena_bytes;
    } else {
      for (const Wanted& w : wanted_) {
        *w.place = {out_.arena_bytes, w.bytes};
        out_.arena_bytes += (w.bytes + kPage - 1) / kPage * kPage;
      }
    }
    for (int c : same_) out_.messages[c].received = out_.messages[c].sent;
    for (const Wanted& w : wanted_) place_members(w);
  }

  // Inputs, and the outputs that take their places, begin at the message's begin.
  void place_members(const Wanted& message) {
    int64_t at = 0;
    for (int member : message.members) {
      if (at == message.bytes) at = 0;
      const int b = member >= 0 ? member : -1 - member;
      if (member >= 0) out_.buffers[b] = {message.place->offset + at, bytes_of(b)};
      at += bytes_of(b);
    }
  }

  const RankProgram& program_;
  const RankMemoryOptions& options_;
  std::vector<Alive> alive_;      // by buffer
  std::vector<Alive> under_way_;  // by communication: from start to wait
  std::vector<bool> is_end_;      // by buffer: an argument or result of the step
  std::vector<Wanted> wanted_;
  std::vector<int> same_;  // communications that receive where they send
  RankMemory out_;
};

}  // namespace

bool is_sent_in_place(ReshardKind kind) {
  return kind == ReshardKind::kAllReduce || kind == ReshardKind::kAllGather;
}

bool is_received_in_place(ReshardKind kind) {
  return kind == ReshardKind::kAllReduce || kind == ReshardKind::kReduceScatter;
}

RankMemory plan_rank_memory(const RankProgram& program, const RankMemoryOptions& options) {
  return ArenaLayout(program, options).run();
}

}  // namespace motley::tensor
