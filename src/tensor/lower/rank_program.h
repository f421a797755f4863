// RankProgram: one rank's instruction list: compute segments, each a Program without communication,
// and collectives between them, over buffers.
//
//   compute 0: buffers 0 1 2 -> 3 4
//   start 0: all_reduce sum axis 0: 3 -> 5, 4 -> 6        a bucket of two
//   compute 1: buffers 0 3 -> 7                            overlaps with it
//   wait 0
//   compute 2: ...
//
// Gradients are reduced in buckets of about 25 MB: a bucket starts as soon as all its gradients are
// computed and is waited for at the first read. Arguments stored sharded but read whole are
// prefetched by an all-gather. Both are deferred if a collective on the critical path is about to
// start. All ranks of a group have the same communications in the same order.
#pragma once

#include <string>
#include <vector>

#include "tensor/lower/local_program.h"

namespace motley::tensor {

struct Segment {
  Program program;
  std::vector<int> inputs, outputs;  // buffers, by argument and result of the Program
};

struct CommunicatedTensor {
  int input = 0, output = 0;  // buffers
  TensorType whole;
  DimSharding from, to;
};

// One collective on several tensors, which are contiguous in its message.
struct Communication {
  ReshardKind kind = ReshardKind::kAllReduce;
  int axis = 0;
  Reducer reducer = Reducer::kSum;
  core::CollectiveAlgorithm algorithm = core::CollectiveAlgorithm::kAuto;
  std::vector<CommunicatedTensor> tensors;
};

struct RankStep {
  enum class Kind : uint8_t { kCompute, kStart, kWait } kind = Kind::kCompute;
  int index = 0;  // of the segment or communication
};

struct RankProgram {
  DeviceGrid group;
  int rank = 0;
  std::vector<TensorType> buffers;
  std::vector<Segment> segments;
  std::vector<Communication> communications;
  std::vector<RankStep> steps;
  std::vector<int> arguments, results;  // buffers of the step's arguments and results

  std::string to_string() const;
};

struct RankSettings {
  int64_t bucket_bytes = kBucketBytes, prefetch_bytes = kPrefetchBytes;
  // To choose algorithms and to know which axes share links; if null, algorithms are kAuto, and all
  // do.
  const shard_cost::GroupCosts* costs = nullptr;
  int64_t reducing_bytes = kNoLimit;  // shard_plan.h
};

// How a local Program is cut into segments, before any segment is built. The communications and the
// order of their starts and waits are the same on every rank.
struct StepSchedule {
  std::vector<std::vector<int>> segments;  // ops of the local Program
  // Collectives that share a message, in message order.
  std::vector<std::vector<int>> communications;
  std::vector<RankStep> steps;
};
StepSchedule schedule_of(const LocalCommunication& local, const RankSettings& settings = {});
// Of several collectives in one message; the same for all ranks of a line.
shard_cost::Message message_of(const LocalCommunication& local, const std::vector<int>& collectives,
                               const DeviceGrid& group, const shard_cost::GroupCosts& costs);

RankProgram rank_program(const DeviceGrid& group, int rank, const LocalProgram& local,
                         const RankSettings& settings = {});

}  // namespace motley::tensor
