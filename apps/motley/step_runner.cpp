#include "apps/motley/step_runner.h"

#include <fmt/format.h>

#include <future>
#include <optional>

#include "core/base/error.h"
#include "tensor/ir/element_type.h"
#include "tensor/plan/shard/spread.h"
#include "tensor/run/device_executable.h"
#include "tensor/run/executable.h"
#include "tensor/run/kernel_trace.h"
#include "tensor/run/rank_executor.h"

namespace motley::apps {
namespace {

using namespace tensor;

// Results 1, 2, ... are what the first arguments are after a step.
std::vector<Update> updates_of(const TrainStep& step) {
  std::vector<Update> updates;
  for (int i = 0; i < step.num_params + step.num_state; ++i) updates.push_back({i + 1, i});
  return updates;
}

class HereStep : public StepRunner {
 public:
  HereStep(const TrainStep& step, int num_threads) : engine_(compiled(step, num_threads)) {}

  std::span<std::byte> argument(int i) override { return engine_.argument(i); }
  void run() override { engine_.run(); }
  double loss() const override {
    const CompiledResult& loss = engine_.compiled().results[0];
    return load_float(loss.type.element, engine_.result(0).data(), 0);
  }
  int64_t memory_bytes() override { return engine_.memory_bytes(); }
  void write_to(core::Trace& trace) override { trace_.emplace(trace, engine_); }

 private:
  static CompiledProgram compiled(const TrainStep& step, int num_threads) {
    return compile(step.program, {.num_threads = num_threads, .updates = updates_of(step)});
  }

  Executable engine_;
  std::optional<KernelTrace> trace_;
};

class AcceleratorStep : public StepRunner {
 public:
  AcceleratorStep(const TrainStep& step, const AcceleratorSettings& settings)
      : num_kept_(step.num_params + step.num_state), device_(settings.device) {
    opening_ = std::async(
        std::launch::async, [settings, program = step.program, updates = updates_of(step)] {
          return std::make_unique<DeviceExecutable>(program, open_accelerator(settings), updates);
        });
    for (const StepArgument& argument : step.arguments)
      whole_.push_back(Literal::zeros(argument.type));
  }

  std::span<std::byte> argument(int i) override {
    return {whole_[i].data(), static_cast<size_t>(whole_[i].num_bytes())};
  }

  void run() override {
    const double begin = core::Trace::steady_seconds();
    for (int i = has_begun_ ? num_kept_ : 0; i < std::ssize(whole_); ++i)
      engine().set_argument(i, whole_[i].bytes());
    has_begun_ = true;
    engine().run();
    loss_ = engine().result(0).as_double(0);
    if (!trace_) return;
    trace_->span(track_, {.name = "segment 0",
                          .category = "compute",
                          .begin_seconds = begin,
                          .end_seconds = core::Trace::steady_seconds()});
  }

  double loss() const override { return loss_; }

  int64_t memory_bytes() override {
    if (const auto memory = engine().memory()) return memory->peak_bytes();
    int64_t bytes = 0;
    for (const Literal& value : whole_) bytes += value.num_bytes();
    return bytes;
  }

  void bring_back() override {
    engine();
    if (!has_begun_) return;
    for (int i = 0; i < num_kept_; ++i) whole_[i] = engine().argument(i);
  }

  void write_to(core::Trace& trace) override {
    trace_ = &trace;
    track_ = trace.track("rank 0", core::pjrt::DeviceName::parse(device_).to_string());
  }

 private:
  DeviceExecutable& engine() {
    if (!engine_) {
      engine_ = opening_.get();
      for (const std::string& note : engine_->compilation().notes)
        fmt::print(stderr, "note: {}\n", note);
      for (int i = num_kept_; i < std::ssize(whole_); ++i)
        pinned_.emplace_back(engine_->settings().device, argument(i));
    }
    return *engine_;
  }

  int num_kept_;
  std::string device_;
  std::future<std::unique_ptr<DeviceExecutable>> opening_;
  std::unique_ptr<DeviceExecutable> engine_;
  std::vector<Literal> whole_;  // by argument; of the kept ones, as they were brought back
  std::vector<core::pjrt::Pinned> pinned_;
  bool has_begun_ = false;
  double loss_ = 0;
  core::Trace* trace_ = nullptr;
  core::TrackId track_;
};

RankProgram lowered(const TrainStep& step, const ShardPlan& plan, const GroupCosts& costs,
                    int rank) {
  const ShardingProblem problem(step.program, step.num_params + step.num_state, plan.group, costs);
  return rank_program(plan.group, rank, local_program(problem, plan, rank),
                      {plan.bucket_bytes, &problem.costs()});
}

RankExecutorSettings with_updates(RankExecutorSettings settings, const TrainStep& step) {
  settings.updates = updates_of(step);
  return settings;
}

class RankStep : public StepRunner {
 public:
  RankStep(core::Communicator& comm, const TrainStep& step, const ShardPlan& plan,
           const GroupCosts& costs, RankExecutorSettings settings)
      : comm_(comm),
        grid_(plan.group),
        num_kept_(step.num_params + step.num_state),
        executor_(lowered(step, plan, costs, comm.rank()), comm,
                  with_updates(std::move(settings), step)) {
    for (size_t i = 0; i < step.arguments.size(); ++i) {
      whole_.push_back(Literal::zeros(step.arguments[i].type));
      states_.push_back(plan.values[step.program.body.arguments[i].index]);
    }
  }

  std::span<std::byte> argument(int i) override {
    return {whole_[i].data(), static_cast<size_t>(whole_[i].num_bytes())};
  }

  void run() override {
    for (int i = has_begun_ ? num_kept_ : 0; i < std::ssize(whole_); ++i) {
      executor_.argument(i) = local_literal(whole_[i], states_[i], {grid_, comm_.rank()});
    }
    has_begun_ = true;
    executor_.run();
    loss_ = executor_.result(0).as_double(0);
    executor_.carry_over();
  }

  double loss() const override { return loss_; }

  int64_t memory_bytes() override {
    int64_t bytes = 0;
    for (const TensorType& type : executor_.program().buffers) bytes += type.num_bytes();
    return bytes;
  }

  void bring_back() override {
    if (!has_begun_) return;
    for (int i = 0; i < num_kept_; ++i) {
      if (is_replicated(states_[i])) {
        whole_[i] = executor_.argument_now(i);
        continue;
      }
      std::vector<int64_t> counts;
      std::vector<Literal> shards;
      int64_t total = 0;
      for (int r = 0; r < comm_.num_ranks(); ++r) {
        const Shape shape = local_shape(states_[i], whole_[i].shape(), grid_, r);
        shards.push_back(Literal::zeros(whole_[i].type().with_shape(shape)));
        counts.push_back(shards.back().num_bytes());
        total += counts.back();
      }
      std::vector<uint8_t> all(speaks() ? total : 0);
      const Literal& mine = executor_.argument_now(i);
      comm_
          .gather({core::ElementType::kU8, mine.data(), mine.num_bytes()}, core::elements(all),
                  counts, 0)
          .wait();
      if (!speaks()) continue;
      const auto* at = reinterpret_cast<const std::byte*>(all.data());
      for (Literal& shard : shards) {
        std::copy_n(at, shard.num_bytes(), shard.data());
        at += shard.num_bytes();
      }
      whole_[i] = collect(shards, states_[i], whole_[i].type(), grid_);
    }
  }

  bool speaks() const override { return comm_.rank() == 0; }
  bool is_one_of_many() const override { return true; }
  void write_to(core::Trace&) override { MOTLEY_CHECK(false, "ranks write no trace"); }

  bool agree(bool ours) override {
    std::vector<uint8_t> word = {ours};
    comm_.broadcast(core::elements(word), 0).wait();
    return word[0] != 0;
  }

 private:
  core::Communicator& comm_;
  DeviceGrid grid_;
  int num_kept_;
  RankExecutor executor_;
  std::vector<Literal> whole_;  // by argument of the step
  std::vector<Sharding> states_;
  bool has_begun_ = false;
  double loss_ = 0;
};

}  // namespace

std::unique_ptr<StepRunner> run_here(const TrainStep& step, int num_threads) {
  return std::make_unique<HereStep>(step, num_threads);
}

std::unique_ptr<StepRunner> run_on_accelerator(const TrainStep& step,
                                               const AcceleratorSettings& settings) {
  return std::make_unique<AcceleratorStep>(step, settings);
}

std::unique_ptr<StepRunner> run_as_rank(core::Communicator& comm, const TrainStep& step,
                                        const ShardPlan& plan, const GroupCosts& costs,
                                        RankExecutorSettings settings) {
  return std::make_unique<RankStep>(comm, step, plan, costs, std::move(settings));
}

}  // namespace motley::apps
