#include "tensor/run/rank_buffers.h"

#include <algorithm>
#include <cstdlib>
#include <new>
#include <utility>

#include "core/base/error.h"

namespace motley::tensor {
namespace {

constexpr int64_t kPage = 4096;  // devices pin whole pages

std::shared_ptr<std::byte[]> pages(int64_t bytes) {
  const auto room = static_cast<size_t>((bytes + kPage - 1) / kPage * kPage);
  if (room == 0) return nullptr;
  auto* memory = static_cast<std::byte*>(std::aligned_alloc(kPage, room));
  if (!memory) throw std::bad_alloc();
  std::fill_n(memory, room, std::byte{0});
  return {memory, std::free};
}

}  // namespace

RankBuffers::RankBuffers(const RankProgram& program, const RankMemoryOptions& options)
    : types_(program.buffers),
      memory_(plan_rank_memory(program, options)),
      arena_(pages(memory_.arena_bytes)),
      literals_(types_.size()) {
  for (const RankMemory::Message& message : memory_.messages) {
    messages_.push_back({bytes_at(message.sent), bytes_at(message.received)});
  }
  if (options.ends_elsewhere) return;
  for (const std::vector<int>* ends : {&program.arguments, &program.results}) {
    for (int b : *ends) literals_[b] = Literal::zeros(types_[b]);
  }
}

std::span<std::byte> RankBuffers::bytes_at(const ArenaSpan& span) const {
  if (!span.is_there()) return {};
  return {arena_.get() + span.offset, static_cast<size_t>(span.bytes)};
}

std::span<std::byte> RankBuffers::bytes(int b) {
  if (memory_.buffers[b].is_there()) return bytes_at(memory_.buffers[b]);
  return {literals_[b].data(), static_cast<size_t>(literals_[b].num_bytes())};
}

Literal& RankBuffers::literal(int b) {
  MOTLEY_CHECK(!memory_.buffers[b].is_there(), "buffer {} is no end of the step", b);
  return literals_[b];
}

int64_t RankBuffers::memory_bytes() const {
  int64_t bytes = memory_.arena_bytes;
  for (const Literal& literal : literals_) bytes += literal.num_bytes();
  return bytes;
}

void RankBuffers::release(int b) { literal(b) = Literal(); }

void RankBuffers::swap(int a, int b) { std::swap(literal(a), literal(b)); }

}  // namespace motley::tensor
