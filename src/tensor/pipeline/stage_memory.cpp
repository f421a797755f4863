#include "tensor/pipeline/stage_memory.h"

namespace motley::tensor {

StageMemory::StageMemory(const GroupedStep& grouped, int stage, int member, const LocalStage& local,
                         Device& device)
    : local_(local), device_(device), slots_(local.buffers.size()), rows_(local.buffers.size()) {
  for (size_t b = 0; b < slots_.size(); ++b) {
    slots_[b].push_back(device.allocate(local.buffers[b].type));
    if (local.buffers[b].life == BufferLife::kRows) {
      add_parts(static_cast<int>(b), grouped, stage, member);
    }
  }
}

void StageMemory::add_parts(int buffer, const GroupedStep& grouped, int stage, int member) {
  const BufferPlace at{stage, buffer};
  const TensorType type = grouped.part_type(at, member);
  const int64_t M = grouped.step().num_microbatches;
  const std::span<std::byte> all = slots_[buffer][0]->host();
  const auto each = static_cast<int64_t>(all.size()) / M;
  const int64_t first = grouped.first_element(at, member) * byte_size(type.element);
  for (int64_t m = 0; m < M; ++m) {
    rows_[buffer].parts.push_back(device_.around(
        type,
        all.subspan(static_cast<size_t>(m * each + first), static_cast<size_t>(type.num_bytes()))));
  }
}

void StageMemory::allocate(const std::vector<BufferSlots>& slots) {
  for (size_t b = 0; b < slots.size(); ++b) {
    while (std::ssize(slots_[b]) < slots[b].count) {
      slots_[b].push_back(device_.allocate(local_.buffers[b].type));
    }
  }
}

DeviceMemory& StageMemory::to_read(int buffer, int m) {
  Rows& rows = rows_[buffer];
  DeviceMemory& whole = *slots_[buffer][0];
  if (m < 0 && rows.written == Rows::Last::kParts) {
    for (auto& part : rows.parts) part->wait_for_host();
    whole.begin_write();
    rows.written = Rows::Last::kHost;
  } else if (m >= 0 && rows.written == Rows::Last::kWhole) {
    whole.wait_for_host();
    for (auto& part : rows.parts) part->begin_write();
    rows.written = Rows::Last::kHost;
  }
  return m < 0 ? whole : *rows.parts[m];
}

DeviceMemory& StageMemory::to_write(int buffer, int m) {
  rows_[buffer].written = m < 0 ? Rows::Last::kWhole : Rows::Last::kParts;
  return m < 0 ? *slots_[buffer][0] : *rows_[buffer].parts[m];
}

std::span<std::byte> StageMemory::begin_write(int buffer) {
  DeviceMemory& whole = *slots_[buffer][0];
  whole.begin_write();
  for (auto& part : rows_[buffer].parts) part->begin_write();
  rows_[buffer].written = Rows::Last::kHost;
  return whole.host();
}

}  // namespace motley::tensor
