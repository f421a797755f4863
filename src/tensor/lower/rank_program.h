// RankProgram: one rank's list of what to run: compute segments, each a Program without
// communication, and communication between them, over buffers.
//
//   compute 0: buffers 0 1 2 -> 3 4
//   start 0: all_reduce sum axis 0: 3 -> 5, 4 -> 6        a bucket of two
//   compute 1: buffers 0 3 -> 7                            meanwhile
//   wait 0
//   compute 2: ...
//
// Gradients are reduced in buckets of some 25 MB, begun as soon as all in a bucket are there and
// waited for where the first is read. Arguments that are held in pieces and read whole are gathered
// some time before they are read. Both stand back where something is about to come that the step
// waits for. Every rank of a group has the same communication in the same order.
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

// One collective on all its parts, which follow one another in its message.
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
  std::vector<int> arguments, results;  // buffers of the step's

  std::string to_string() const;
};

struct RankSettings {
  int64_t bucket_bytes = kBucketBytes, prefetch_bytes = kPrefetchBytes;
  const GroupCosts* costs = nullptr;  // by which algorithms are chosen; else they are kAuto
};

// How a local Program is cut, before any segment is built. Communications and the order in which
// they are begun and waited for are the same on every rank.
struct StepSchedule {
  std::vector<std::vector<int>> segments;        // ops of the local Program
  std::vector<std::vector<int>> communications;  // collectives, one after the other in a message
  std::vector<RankStep> steps;
};
StepSchedule schedule_of(const LocalCommunication& local, const RankSettings& settings = {});
// Of some collectives in one message; the same for all ranks of a line.
Message message_of(const LocalCommunication& local, const std::vector<int>& together,
                   const DeviceGrid& group, const GroupCosts& costs);

RankProgram rank_program(const DeviceGrid& group, int rank, const LocalProgram& local,
                         const RankSettings& settings = {});

}  // namespace motley::tensor
