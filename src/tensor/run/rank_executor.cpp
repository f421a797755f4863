#include "tensor/run/rank_executor.h"

#include <algorithm>
#include <chrono>
#include <optional>

#include "core/base/error.h"
#include "tensor/reference/interpreter.h"
#include "tensor/run/exchange.h"
#include "tensor/run/executable.h"

namespace motley::tensor {
namespace {

double now() {
  return std::chrono::duration<double>(std::chrono::steady_clock::now().time_since_epoch()).count();
}

}  // namespace

struct RankExecutor::State {
  RankProgram program;
  RankExecutorSettings settings;
  std::vector<Literal> buffers;
  std::vector<std::optional<Executable>> engines;  // one per segment; none on the reference
  std::vector<core::Communicator> lines;           // one per axis of the group
  std::vector<Exchange> exchanges;                 // one per communication
  double compute_seconds = 0, wait_seconds = 0;
  std::function<void(const RankStep&, double, double)> callback;

  void compute(int index) {
    const Segment& segment = program.segments[index];
    if (settings.reference) {
      std::vector<Literal> arguments;
      for (int b : segment.inputs) arguments.push_back(buffers[b]);
      auto results = interpret(segment.program, std::move(arguments)).results;
      for (size_t i = 0; i < results.size(); ++i) {
        buffers[segment.outputs[i]] = std::move(results[i]);
      }
      return;
    }
    Executable& engine = *engines[index];
    for (size_t i = 0; i < segment.inputs.size(); ++i) {
      if (!engine.reads_argument(static_cast<int>(i))) continue;
      const Literal& from = buffers[segment.inputs[i]];
      std::copy_n(from.data(), from.num_bytes(), engine.argument(static_cast<int>(i)).data());
    }
    engine.run();
    for (size_t i = 0; i < segment.outputs.size(); ++i) {
      const auto from = engine.result(static_cast<int>(i));
      std::copy(from.begin(), from.end(), buffers[segment.outputs[i]].data());
    }
  }
};

RankExecutor::RankExecutor(RankProgram program, core::Communicator& comm,
                           RankExecutorSettings settings)
    : state_(std::make_unique<State>()) {
  State& s = *state_;
  s.program = std::move(program);
  s.settings = settings;
  MOTLEY_CHECK(comm.num_ranks() == s.program.group.num_ranks() && comm.rank() == s.program.rank,
               "rank {} of {} runs the program of rank {} of {}", comm.rank(), comm.num_ranks(),
               s.program.rank, s.program.group.num_ranks());
  for (const TensorType& type : s.program.buffers) s.buffers.push_back(Literal::zeros(type));
  s.engines.resize(s.program.segments.size());
  if (!settings.reference) {
    for (size_t i = 0; i < s.engines.size(); ++i) {
      s.engines[i].emplace(
          compile(s.program.segments[i].program, {.num_threads = settings.num_threads}));
    }
  }
  for (int a = 0; a < s.program.group.num_axes(); ++a) {
    const std::vector<int> line = s.program.group.line(comm.rank(), a);
    s.lines.push_back(comm.split(line[0], comm.rank()));
  }
  for (const Communication& c : s.program.communications) {
    s.exchanges.emplace_back(c, s.lines[c.axis]);
  }
}

RankExecutor::~RankExecutor() = default;
RankExecutor::RankExecutor(RankExecutor&&) noexcept = default;

const RankProgram& RankExecutor::program() const { return state_->program; }
Literal& RankExecutor::argument(int i) { return state_->buffers[state_->program.arguments[i]]; }
const Literal& RankExecutor::result(int i) const {
  return state_->buffers[state_->program.results[i]];
}
double RankExecutor::compute_seconds() const { return state_->compute_seconds; }
double RankExecutor::wait_seconds() const { return state_->wait_seconds; }
void RankExecutor::on_step(std::function<void(const RankStep&, double, double)> callback) {
  state_->callback = std::move(callback);
}

void RankExecutor::run() {
  State& s = *state_;
  s.compute_seconds = s.wait_seconds = 0;
  for (const RankStep& step : s.program.steps) {
    const double begin = now();
    switch (step.kind) {
      case RankStep::Kind::kCompute:
        s.compute(step.index);
        break;
      case RankStep::Kind::kStart:
        s.exchanges[step.index].start(s.buffers);
        break;
      case RankStep::Kind::kWait:
        s.exchanges[step.index].wait(s.buffers);
        break;
    }
    const double end = now();
    (step.kind == RankStep::Kind::kCompute ? s.compute_seconds : s.wait_seconds) += end - begin;
    if (s.callback) s.callback(step, begin, end);
  }
}

}  // namespace motley::tensor
