// The messages of a rank of a pipeline: values that cross from stage to stage.
//
// Receives and sends progress in the background. On an accelerator a value goes out once its copy
// on the host is done, while the next phase is already enqueued.
#pragma once

#include <deque>
#include <functional>
#include <map>
#include <tuple>
#include <utility>
#include <vector>

#include "tensor/pipeline/rank_stages.h"

namespace motley::tensor {

class CrossingMessages {
 public:
  // A send or receive from its start to its completion, by the steady clock.
  using OnMessage = std::function<void(const PipelineAction&, double begin, double end)>;
  using OnRate = std::function<void(int crossing, double bytes_per_second)>;

  // That there are tags for the messages of a step.
  static void check(const StagedStep& step);

  // `stages` must outlive it.
  CrossingMessages(RankStages& stages, OnMessage on_message, OnRate on_rate);

  // Between this rank and all that it will talk to, one each way. All ranks together.
  void open_connections();

  void send(const PipelineAction& a);
  void post(const PipelineAction& a);  // starts to receive
  void await(const PipelineAction& a);

  // Before memory is written: sends from it are done, or nearly so.
  void wait_for_sends(const DeviceMemory& memory);
  // What has come from the device goes out; a rank enqueues no more than one phase beyond what it
  // has sent.
  void serve_sends();
  void send_all();
  void note_phase() { ++num_phases_; }  // one was enqueued
  void begin_run() { num_phases_ = 0; }
  void finish_all();

 private:
  // One that is not contiguous on both sides has memory of its own.
  struct Message {
    core::Request request;
    PipelineAction action;
    double begin = 0;
    int64_t bytes = 0;  // of a receive
    std::vector<std::byte> packed = {};
    const std::vector<PieceRun>* runs = nullptr;  // of a receive: where `packed` goes
  };
  // A value that is to be sent once it is on the host.
  struct PendingSend {
    PipelineAction action;
    DeviceMemory* memory = nullptr;
    int64_t phase = 0;  // the phases that were enqueued before it
  };

  const Crossing& crossing(const PipelineAction& a) const {
    return stages_.step().crossings[a.crossing];
  }
  int64_t element_bytes(BufferPlace at) const {
    return byte_size(stages_.step().buffer(at).type.element);
  }
  int tag_of(const PipelineAction& a) const;
  const std::vector<PieceRun>& runs_of(int crossing, int from, int to);
  void send_first_pending();
  void complete(Message& message);
  void take(Message& message);

  RankStages& stages_;
  OnMessage on_message_;
  OnRate on_rate_;
  std::map<std::pair<int, int>, std::vector<Message>> receives_;  // by crossing and micro-batch
  std::map<const DeviceMemory*, std::vector<Message>> sends_;     // by what is sent
  std::deque<PendingSend> pending_;
  std::map<std::tuple<int, int, int>, std::vector<PieceRun>> runs_;  // by crossing and members
  int64_t num_phases_ = 0;                                           // enqueued in this run
};

}  // namespace motley::tensor
