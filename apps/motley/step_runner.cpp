#include "apps/motley/step_runner.h"

#include "tensor/ir/element_type.h"
#include "tensor/plan/shard/spread.h"

namespace motley::apps {
namespace {

using namespace tensor;

class HereStep : public StepRunner {
 public:
  HereStep(const TrainStep& step, int num_threads) : engine_(compiled(step, num_threads)) {}

  std::span<std::byte> argument(int i) override { return engine_.argument(i); }
  void run() override { engine_.run(); }
  double loss() const override {
    const CompiledResult& loss = engine_.compiled().results[0];
    return load_float(loss.type.element, engine_.result(0).data(), 0);
  }
  int64_t memory_bytes() const override { return engine_.memory_bytes(); }
  Executable* engine() override { return &engine_; }

 private:
  static CompiledProgram compiled(const TrainStep& step, int num_threads) {
    CompileOptions options{.num_threads = num_threads};
    for (int i = 0; i < step.num_params + step.num_state; ++i)
      options.updates.push_back({i + 1, i});
    return compile(step.program, options);
  }

  Executable engine_;
};

RankProgram lowered(const TrainStep& step, const ShardPlan& plan, const GroupCosts& costs,
                    int rank) {
  const ShardingProblem problem(step.program, step.num_params + step.num_state, plan.group, costs);
  return rank_program(plan.group, rank, local_program(problem, plan, rank), {plan.bucket_bytes});
}

class RankStep : public StepRunner {
 public:
  RankStep(core::Communicator& comm, const TrainStep& step, const ShardPlan& plan,
           const GroupCosts& costs, int num_threads)
      : comm_(comm),
        grid_(plan.group),
        num_kept_(step.num_params + step.num_state),
        executor_(lowered(step, plan, costs, comm.rank()), comm, {.num_threads = num_threads}) {
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
    for (int i = 0; i < num_kept_; ++i) executor_.argument(i) = executor_.result(i + 1);
  }

  double loss() const override { return executor_.result(0).as_double(0); }

  int64_t memory_bytes() const override {
    int64_t bytes = 0;
    for (const TensorType& type : executor_.program().buffers) bytes += type.num_bytes();
    return bytes;
  }

  void bring_back() override {
    if (!has_begun_) return;
    for (int i = 0; i < num_kept_; ++i) {
      if (is_replicated(states_[i])) {
        whole_[i] = executor_.argument(i);
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
      const Literal& mine = executor_.argument(i);
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
};

}  // namespace

std::unique_ptr<StepRunner> run_here(const TrainStep& step, int num_threads) {
  return std::make_unique<HereStep>(step, num_threads);
}

std::unique_ptr<StepRunner> run_as_rank(core::Communicator& comm, const TrainStep& step,
                                        const ShardPlan& plan, const GroupCosts& costs,
                                        int num_threads) {
  return std::make_unique<RankStep>(comm, step, plan, costs, num_threads);
}

}  // namespace motley::apps
