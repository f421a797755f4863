#include "tensor/run/rank_executor.h"

#include <algorithm>

#include "core/base/clock.h"
#include "core/base/error.h"
#include "core/trace/trace.h"
#include "tensor/run/collective_runner.h"
#include "tensor/run/segment_updates.h"

namespace motley::tensor {
namespace {

// Barrier timeout: an accelerator's compiler may take minutes while other ranks are ready.
constexpr double kCompileSeconds = 1200;

}  // namespace

struct RankExecutor::State {
  RankProgram program;
  RankExecutorSettings settings;
  std::optional<RankBuffers> buffers;
  std::optional<SegmentRunner> runner;
  std::vector<core::Communicator> lines;        // one per axis of the group
  std::vector<CollectiveRunner> collectives;    // one per communication
  std::vector<std::vector<int>> read, written;  // by communication
  // By communication: results that take the memory of the arguments they update.
  std::vector<std::vector<ReceivedUpdate>> received_updates;
  double compute_seconds = 0, wait_seconds = 0;

  // Enqueues later segments up to the next wait: none of them depends on pending communication.
  void enqueue_ahead(size_t from, std::vector<bool>& enqueued) {
    for (size_t i = from + 1; i < program.steps.size(); ++i) {
      const RankStep& step = program.steps[i];
      if (step.kind == RankStep::Kind::kWait) return;
      if (step.kind != RankStep::Kind::kCompute || enqueued[i]) continue;
      runner->run(step.index);
      enqueued[i] = true;
    }
  }
};

RankExecutor::RankExecutor(RankProgram program, core::Communicator& comm,
                           RankExecutorSettings settings)
    : RankExecutor(std::move(program), std::move(settings)) {
  connect(comm);
}

RankExecutor::RankExecutor(RankProgram program, RankExecutorSettings settings)
    : state_(std::make_unique<State>()) {
  State& s = *state_;
  s.program = std::move(program);
  s.settings = std::move(settings);
  std::unique_ptr<Device> device = open_compute_device({.reference = s.settings.reference,
                                                        .num_threads = s.settings.num_threads,
                                                        .accelerator = s.settings.accelerator});
  const bool is_asynchronous = device->is_asynchronous();
  s.buffers.emplace(s.program, RankMemoryOptions{.is_shared = !is_asynchronous});
  s.runner.emplace(s.program, *s.buffers, s.settings.updates, std::move(device),
                   s.settings.on_device_segment);
  s.received_updates.resize(s.program.communications.size());
  if (is_asynchronous) return;  // its copies of both values are under way
  s.received_updates = updates_by_communication(s.program, s.settings.updates);
  for (const auto& updates : s.received_updates) {
    for (const ReceivedUpdate& update : updates) s.buffers->release(update.result);
  }
}

void RankExecutor::connect(core::Communicator& comm, RankExecutor* previous) {
  State& s = *state_;
  MOTLEY_CHECK(comm.num_ranks() == s.program.group.num_ranks() && comm.rank() == s.program.rank,
               "rank {} of {} runs the program of rank {} of {}", comm.rank(), comm.num_ranks(),
               s.program.rank, s.program.group.num_ranks());
  comm.barrier(kCompileSeconds).wait();
  // There are not many Communicators to be had: a run that changes its plan often reuses them.
  if (previous && previous->state_->program.group == s.program.group) {
    s.lines = std::move(previous->state_->lines);
  }
  for (int a = static_cast<int>(s.lines.size()); a < s.program.group.num_axes(); ++a) {
    const std::vector<int> line = s.program.group.line(comm.rank(), a);
    s.lines.push_back(comm.split(line[0], comm.rank()));
  }
  for (size_t i = 0; i < s.program.communications.size(); ++i) {
    const Communication& c = s.program.communications[i];
    s.collectives.emplace_back(c, s.lines[c.axis], *s.buffers, s.program.buffers,
                               s.buffers->messages()[i]);
    s.read.emplace_back();
    s.written.emplace_back();
    for (const CommunicatedTensor& tensor : c.tensors) {
      s.read.back().push_back(tensor.input);
      s.written.back().push_back(tensor.output);
    }
  }
}

RankExecutor::~RankExecutor() = default;
RankExecutor::RankExecutor(RankExecutor&&) noexcept = default;
RankExecutor& RankExecutor::operator=(RankExecutor&&) noexcept = default;

const RankProgram& RankExecutor::program() const { return state_->program; }
Literal& RankExecutor::argument(int i) {
  const int b = state_->program.arguments[i];
  state_->runner->mark_host_dirty({&b, 1});
  return state_->buffers->literal(b);
}
const Literal& RankExecutor::current_argument(int i) const {
  const int b = state_->program.arguments[i];
  state_->runner->sync_to_host({&b, 1});
  return state_->buffers->literal(b);
}
const Literal& RankExecutor::result(int i) const {
  const int b = state_->program.results[i];
  state_->runner->sync_to_host({&b, 1});
  return state_->buffers->literal(b);
}
int64_t RankExecutor::memory_bytes() const {
  return state_->buffers->memory_bytes() + state_->runner->memory_bytes();
}
double RankExecutor::compute_seconds() const { return state_->compute_seconds; }
double RankExecutor::wait_seconds() const { return state_->wait_seconds; }
double RankExecutor::communication_seconds() const {
  std::vector<std::pair<double, double>> intervals;
  for (const CollectiveRunner& c : state_->collectives)
    intervals.emplace_back(c.begin_seconds(), c.end_seconds());
  std::ranges::sort(intervals);
  double seconds = 0, until = 0;
  for (const auto& [begin, end] : intervals) {
    seconds += std::max(0.0, end - std::max(begin, until));
    until = std::max(until, end);
  }
  return seconds;
}

void RankExecutor::run() {
  State& s = *state_;
  s.compute_seconds = s.wait_seconds = 0;
  std::vector<bool> enqueued(s.program.steps.size(), false);
  for (size_t i = 0; i < s.program.steps.size(); ++i) {
    const RankStep& step = s.program.steps[i];
    const double begin = core::now_seconds();
    switch (step.kind) {
      case RankStep::Kind::kCompute:
        if (!enqueued[i]) s.runner->run(step.index);
        break;
      case RankStep::Kind::kStart:
        if (s.runner->is_asynchronous()) s.enqueue_ahead(i, enqueued);
        s.runner->sync_to_host(s.read[step.index]);
        s.collectives[step.index].start();
        break;
      case RankStep::Kind::kWait:
        for (const ReceivedUpdate& update : s.received_updates[step.index])
          s.buffers->swap(update.argument, update.result);
        s.runner->mark_host_dirty(s.written[step.index]);
        s.collectives[step.index].wait();
        if (s.settings.on_communication)
          s.settings.on_communication(step.index, s.collectives[step.index].begin_seconds(),
                                      s.collectives[step.index].end_seconds());
        break;
    }
    const double end = core::now_seconds();
    (step.kind == RankStep::Kind::kCompute ? s.compute_seconds : s.wait_seconds) += end - begin;
    if (s.settings.on_step) s.settings.on_step(step, begin, end);
  }
}

void RankExecutor::apply_updates() {
  State& s = *state_;
  const auto count = [&](const std::vector<int>& list, int b) {
    return std::ranges::count(list, b);
  };
  for (const Update& update : s.settings.updates) {
    const int from = s.program.results[update.result], to = s.program.arguments[update.argument];
    if (from == to) continue;
    if (count(s.program.results, from) == 1 && count(s.program.arguments, from) == 0) {
      s.runner->move(from, to);
    } else {
      const Literal value = result(update.result);
      argument(update.argument) = value;
    }
  }
}

}  // namespace motley::tensor
