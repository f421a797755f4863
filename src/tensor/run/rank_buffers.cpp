#include "tensor/run/rank_buffers.h"

#include <algorithm>
#include <cstdlib>
#include <new>
#include <utility>

#include "core/base/error.h"

namespace motley::tensor {
namespace {

constexpr int64_t kPage = 4096;  // devices pin whole pages

// Whether any step after the start of this communication reads one of the buffers.
bool is_read_again(const RankProgram& program, int communication, const std::vector<int>& buffers) {
  const auto reads = [&](const RankStep& step) -> std::vector<int> {
    if (step.kind == RankStep::Kind::kCompute) return program.segments[step.index].inputs;
    std::vector<int> inputs;
    if (step.kind == RankStep::Kind::kStart) {
      for (const CommunicatedTensor& tensor : program.communications[step.index].tensors)
        inputs.push_back(tensor.input);
    }
    return inputs;
  };
  const auto start = std::ranges::find_if(program.steps, [&](const RankStep& step) {
    return step.kind == RankStep::Kind::kStart && step.index == communication;
  });
  return std::any_of(start + 1, program.steps.end(), [&](const RankStep& step) {
    const std::vector<int> read = reads(step);
    return std::ranges::find_first_of(read, buffers) != read.end();
  });
}

}  // namespace

RankBuffers::RankBuffers(const RankProgram& program, Ends ends)
    : types_(program.buffers),
      literals_(types_.size()),
      places_(types_.size()),
      is_fixed_(types_.size()),
      messages_(program.communications.size()) {
  for (int b : program.arguments) is_fixed_[b] = true;
  for (int b : program.results) is_fixed_[b] = true;
  for (size_t c = 0; c < messages_.size(); ++c) {
    const Communication& communication = program.communications[c];
    const bool reduces_all = communication.kind == ReshardKind::kAllReduce;
    std::vector<int> inputs, outputs;
    int64_t sent = 0, received = 0;
    for (const CommunicatedTensor& tensor : communication.tensors) {
      inputs.push_back(tensor.input);
      outputs.push_back(tensor.output);
      sent += types_[tensor.input].num_bytes();
      received += types_[tensor.output].num_bytes();
    }
    Message& message = messages_[c];
    // One tensor from and to memory that is elsewhere needs no message.
    const bool is_in_place = reduces_all && ends == Ends::kElsewhere && inputs.size() == 1 &&
                             is_fixed_[inputs[0]] && is_fixed_[outputs[0]];
    if (is_in_place) continue;
    if (reduces_all || communication.kind == ReshardKind::kAllGather) {
      message.sent = block(sent);
      place(inputs, message.sent);
    }
    if (reduces_all && !is_read_again(program, static_cast<int>(c), inputs)) {
      message.received = message.sent;
    } else if (reduces_all || communication.kind == ReshardKind::kReduceScatter) {
      message.received = block(received);
    }
    if (!message.received.empty()) place(outputs, message.received);
  }
  for (int b = 0; b < std::ssize(types_); ++b) {
    const auto is_in = [&](const std::vector<int>& list) {
      return std::ranges::find(list, b) != list.end();
    };
    const bool is_end = is_in(program.arguments) || is_in(program.results);
    if (is_in_message(b) || (is_end && ends == Ends::kElsewhere)) continue;
    literals_[b] = Literal::zeros(types_[b]);
  }
}

std::span<std::byte> RankBuffers::block(int64_t bytes) {
  const auto room = static_cast<size_t>((bytes + kPage - 1) / kPage * kPage);
  auto* memory = static_cast<std::byte*>(std::aligned_alloc(kPage, room));
  if (room > 0 && !memory) throw std::bad_alloc();
  blocks_.emplace_back(memory, std::free);
  block_bytes_ += static_cast<int64_t>(room);
  std::fill_n(memory, room, std::byte{0});
  return {memory, static_cast<size_t>(bytes)};
}

void RankBuffers::place(const std::vector<int>& buffers, std::span<std::byte> message) {
  size_t at = 0;
  for (int b : buffers) {
    const auto size = static_cast<size_t>(types_[b].num_bytes());
    if (!is_fixed_[b]) places_[b] = message.subspan(at, size);
    is_fixed_[b] = true;
    at += size;
  }
}

std::span<std::byte> RankBuffers::bytes(int b) {
  if (is_in_message(b)) return places_[b];
  return {literals_[b].data(), static_cast<size_t>(literals_[b].num_bytes())};
}

Literal& RankBuffers::literal(int b) {
  MOTLEY_CHECK(!is_in_message(b), "buffer {} is inside a message", b);
  return literals_[b];
}

int64_t RankBuffers::memory_bytes() const {
  int64_t bytes = block_bytes_;
  for (const Literal& literal : literals_) bytes += literal.num_bytes();
  return bytes;
}

void RankBuffers::release(int b) { literal(b) = Literal(); }

void RankBuffers::swap(int a, int b) { std::swap(literal(a), literal(b)); }

}  // namespace motley::tensor
