#include "tensor/run/collective_runner.h"

#include <algorithm>
#include <cstring>
#include <numeric>

#include "core/base/clock.h"
#include "core/base/error.h"
#include "core/trace/trace.h"
#include "tensor/sharding/shard_literals.h"

namespace motley::tensor {
namespace {

core::ElementType reduced_as(ElementType type) {
  using enum ElementType;
  switch (type) {
    case kF16:
      return core::ElementType::kF16;
    case kBF16:
      return core::ElementType::kBF16;
    case kF32:
      return core::ElementType::kF32;
    case kF64:
      return core::ElementType::kF64;
    case kI32:
    case kU32:  // sums wrap regardless of sign
      return core::ElementType::kI32;
    case kI64:
    case kU64:
      return core::ElementType::kI64;
    case kI1:
      return core::ElementType::kBool;
    default:
      return core::ElementType::kU8;
  }
}

core::Reduction reduction_of(Reducer reducer) {
  switch (reducer) {
    case Reducer::kMin:
    case Reducer::kAnd:
      return core::Reduction::kMin;
    case Reducer::kMax:
    case Reducer::kOr:
      return core::Reduction::kMax;
    default:
      return core::Reduction::kSum;
  }
}

std::vector<Held> whole_dims(const Shape& shape) {
  std::vector<Held> dims;
  for (int64_t extent : shape) dims.push_back({.length = extent, .period = extent});
  return dims;
}

std::vector<Held> shard_dims(const DimSharding& cut, const Shape& whole, int device) {
  std::vector<Held> dims = whole_dims(whole);
  dims[cut.dim] = held(cut, whole[cut.dim], device);
  return dims;
}

int64_t num_elements(const std::vector<Held>& part) {
  int64_t n = 1;
  for (const Held& dim : part) n *= dim.extent();
  return n;
}

// For an all-to-all: positions along one dimension of a shard of the elements that device a owns
// before and device b after.
struct Overlap {
  int dim = 0;                     // of the shard's shape
  std::vector<int64_t> positions;  // along it
};

// Positions in my shard (sharded as `mine`) of the indices that `other` assigns to `other_device`.
Overlap overlap(const DimSharding& mine, int my_device, const DimSharding& other, int other_device,
                const Shape& whole) {
  Overlap o{.dim = other.dim};
  const Held theirs = held(other, whole[other.dim], other_device);
  if (mine.dim != other.dim) {
    for (int64_t i = 0; i < theirs.extent(); ++i) o.positions.push_back(theirs.global(i));
    return o;
  }
  const Held ours = held(mine, whole[mine.dim], my_device);
  for (int64_t i = 0; i < ours.extent(); ++i) {
    const int64_t within = ours.global(i) % theirs.period - theirs.begin;
    if (within >= 0 && within < theirs.length) o.positions.push_back(i);
  }
  return o;
}

// Copies the slices of a shard at these positions to or from a packed block. Returns the block's
// size in bytes.
int64_t copy_overlap(CopyDirection direction, std::byte* shard, const Shape& shape,
                     const Overlap& o, std::byte* packed, int64_t element_bytes) {
  int64_t outer = 1, inner = element_bytes;
  for (int d = 0; d < o.dim; ++d) outer *= shape[d];
  for (size_t d = o.dim + 1; d < shape.size(); ++d) inner *= shape[d];
  const int64_t row = shape[o.dim] * inner;
  std::byte* at = packed;
  if (inner > 0) {
    for (int64_t i = 0; i < outer; ++i) {
      for (int64_t position : o.positions) {
        std::byte* there = shard + i * row + position * inner;
        if (direction == CopyDirection::kOut) {
          std::memcpy(at, there, inner);
        } else {
          std::memcpy(there, at, inner);
        }
        at += inner;
      }
    }
  }
  return at - packed;
}

}  // namespace

CollectiveRunner::CollectiveRunner(const Communication& communication, core::Communicator& line,
                                   HostBuffers& buffers, const std::vector<TensorType>& types,
                                   const RankBuffers::Message& message)
    : communication_(communication),
      line_(line),
      buffers_(buffers),
      types_(types),
      send_counts_(line.num_ranks()),
      receive_counts_(line.num_ranks()) {
  const ElementType element = communication.tensors.at(0).whole.element;
  const bool reduces = communication.kind == ReshardKind::kAllReduce ||
                       communication.kind == ReshardKind::kReduceScatter;
  wire_ = reduces ? reduced_as(element) : core::ElementType::kU8;
  wire_bytes_ = core::element_bytes(wire_);
  for (const CommunicatedTensor& tensor : communication.tensors) count(tensor);
  is_in_place_ = communication.kind == ReshardKind::kAllReduce &&
                 communication.tensors.size() == 1 && message.sent.empty();
  if (is_in_place_) return;
  const auto room = [&](const std::vector<int64_t>& counts, std::span<std::byte> there,
                        std::vector<std::byte>& own) {
    const int64_t bytes = std::accumulate(counts.begin(), counts.end(), int64_t{0}) * wire_bytes_;
    if (there.empty()) {
      own.resize(bytes);
      return std::span(own);
    }
    MOTLEY_CHECK(std::ssize(there) == bytes, "a message of {} bytes in a buffer of {}", bytes,
                 there.size());
    return there;
  };
  send_ = room(send_counts_, message.sent, packed_);
  receive_ = room(receive_counts_, message.received, unpacked_);
}

// Elements sent to and received from each rank of the line.
void CollectiveRunner::count(const CommunicatedTensor& tensor) {
  const Shape& whole = tensor.whole.shape;
  const int n = line_.num_ranks(), me = line_.rank();
  const int64_t to_wire = byte_size(tensor.whole.element) / wire_bytes_;
  const auto exchanged = [&](const DimSharding& mine, const DimSharding& other, int other_device) {
    int64_t elements = std::ssize(overlap(mine, me, other, other_device, whole).positions);
    for (int d = 0; d < std::ssize(whole); ++d) {
      if (d == other.dim) continue;
      elements *= d == mine.dim ? held(mine, whole[d], me).extent() : whole[d];
    }
    return elements;
  };
  for (int r = 0; r < n; ++r) {
    int64_t sent = 0, received = 0;
    switch (communication_.kind) {
      case ReshardKind::kAllGather:
        sent = r == me ? num_elements(shard_dims(tensor.from, whole, me)) : 0;
        received = num_elements(shard_dims(tensor.from, whole, r));
        break;
      case ReshardKind::kReduceScatter:
        sent = num_elements(shard_dims(tensor.to, whole, r));
        received = r == me ? sent : 0;
        break;
      case ReshardKind::kAllReduce:
        sent = received = r == 0 ? tensor.whole.num_elements() : 0;
        break;
      default:
        sent = exchanged(tensor.from, tensor.to, r);
        received = exchanged(tensor.to, tensor.from, r);
        break;
    }
    send_counts_[r] += sent * to_wire;
    receive_counts_[r] += received * to_wire;
  }
}

void CollectiveRunner::pack() {
  std::byte* at = send_.data();
  const int n = line_.num_ranks(), me = line_.rank();
  const bool by_device = communication_.kind == ReshardKind::kReduceScatter ||
                         communication_.kind == ReshardKind::kAllToAll;
  for (int r = 0; r < (by_device ? n : 1); ++r) {
    for (const CommunicatedTensor& tensor : communication_.tensors) {
      const std::span<std::byte> input = buffers_.bytes(tensor.input);
      const int64_t size = byte_size(tensor.whole.element);
      if (communication_.kind == ReshardKind::kReduceScatter) {
        const auto theirs = shard_dims(tensor.to, tensor.whole.shape, r);
        copy_shard(CopyDirection::kOut, input.data(), tensor.whole.shape, theirs, at, size);
        at += num_elements(theirs) * size;
      } else if (communication_.kind == ReshardKind::kAllToAll) {
        at += copy_overlap(CopyDirection::kOut, input.data(), types_[tensor.input].shape,
                           overlap(tensor.from, me, tensor.to, r, tensor.whole.shape), at, size);
      } else {
        if (input.data() != at) std::ranges::copy(input, at);
        at += input.size();
      }
    }
  }
}

void CollectiveRunner::start() {
  if (is_in_place_) {
    send_ = buffers_.bytes(communication_.tensors[0].input);
    receive_ = buffers_.bytes(communication_.tensors[0].output);
  } else {
    pack();
  }
  begin_seconds_ = core::now_seconds();
  const core::ConstElements send{wire_, send_.data(),
                                 static_cast<int64_t>(send_.size()) / wire_bytes_};
  const core::Elements receive{wire_, receive_.data(),
                               static_cast<int64_t>(receive_.size()) / wire_bytes_};
  const core::Reduction reduction = reduction_of(communication_.reducer);
  const core::CollectiveSettings settings{communication_.algorithm};
  switch (communication_.kind) {
    case ReshardKind::kAllGather:
      request_ = line_.all_gather(send, receive, receive_counts_, settings);
      break;
    case ReshardKind::kReduceScatter:
      request_ = line_.reduce_scatter(send, receive, send_counts_, reduction, settings);
      break;
    case ReshardKind::kAllReduce:
      request_ = line_.all_reduce(send, receive, reduction, settings);
      break;
    case ReshardKind::kAllToAll:
      request_ = line_.all_to_all(send, send_counts_, receive, receive_counts_);
      break;
    default:
      MOTLEY_CHECK(false, "{} is not a collective", name(communication_.kind));
  }
}

void CollectiveRunner::wait() {
  request_.wait();
  if (!is_in_place_) unpack();
}

void CollectiveRunner::unpack() {
  std::byte* at = receive_.data();
  const int n = line_.num_ranks(), me = line_.rank();
  const bool by_device = communication_.kind == ReshardKind::kAllGather ||
                         communication_.kind == ReshardKind::kAllToAll;
  for (int r = 0; r < (by_device ? n : 1); ++r) {
    for (const CommunicatedTensor& tensor : communication_.tensors) {
      const std::span<std::byte> output = buffers_.bytes(tensor.output);
      const int64_t size = byte_size(tensor.whole.element);
      if (communication_.kind == ReshardKind::kAllGather) {
        const auto theirs = shard_dims(tensor.from, tensor.whole.shape, r);
        copy_shard(CopyDirection::kIn, output.data(), tensor.whole.shape, theirs, at, size);
        at += num_elements(theirs) * size;
      } else if (communication_.kind == ReshardKind::kAllToAll) {
        at += copy_overlap(CopyDirection::kIn, output.data(), types_[tensor.output].shape,
                           overlap(tensor.to, me, tensor.from, r, tensor.whole.shape), at, size);
      } else {
        if (output.data() != at) std::copy_n(at, output.size(), output.data());
        at += output.size();
      }
    }
  }
}

}  // namespace motley::tensor
