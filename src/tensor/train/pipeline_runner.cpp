#include <algorithm>

#include "core/base/error.h"
#include "core/comm/arrays.h"
#include "tensor/train/step_runner.h"

namespace motley::tensor {
namespace {

class PipelineStepRunner : public StepRunner {
 public:
  PipelineStepRunner(core::Communicator& comm, planner::PipelineOfPlan pipeline,
                     PipelineExecutorSettings settings)
      : comm_(comm),
        step_(std::move(pipeline.step)),
        executor_(step_, pipeline.program_of(comm.rank()), pipeline.layout, comm,
                  std::move(settings)),
        layout_(std::move(pipeline.layout)),
        whole_(step_.arguments.size()) {
    loss_rank_ = layout_.ranks[step_.loss.stage][0];
    // Compiled everywhere: from here on nobody waits for a compiler.
    comm.barrier(kCompileSeconds).wait();
  }

  std::span<std::byte> argument(int i) override {
    if (!whole_[i]) whole_[i] = Literal::zeros(step_.arguments[i].type);
    return {whole_[i]->data(), static_cast<size_t>(whole_[i]->num_bytes())};
  }

  void fill(int i, const Elements& elements) override {
    if (!executor_.holds(i)) return;
    Literal all = Literal::unset(step_.arguments[i].type);
    elements(0, {all.data(), static_cast<size_t>(all.num_bytes())});
    executor_.set_argument(i, all.bytes());
  }

  void set_to_zero(int i) override {
    if (executor_.holds(i))
      executor_.set_argument(i, Literal::zeros(step_.arguments[i].type).bytes());
  }

  void begin() override {
    for (int i = 0; i < num_kept(); ++i) whole_[i].reset();  // as a checkpoint needed them
    for (int i = num_kept(); i < std::ssize(whole_); ++i) {
      if (whole_[i] && executor_.holds(i)) executor_.set_argument(i, whole_[i]->bytes());
    }
    executor_.run();
    std::vector<double> loss = {executor_.has_loss() ? executor_.loss() : 0};
    comm_.broadcast(core::elements(loss), loss_rank_).wait();
    loss_ = loss[0];
  }

  double loss() const override { return loss_; }
  int64_t memory_bytes() override { return executor_.memory_bytes(); }

  void gather_to_root() override {
    executor_.finish_step();
    for (int i = 0; i < num_kept(); ++i) {
      if (step_.held[i].empty()) continue;
      const int owner = layout_.ranks[step_.held[i][0].stage][0];
      std::vector<int64_t> counts(comm_.num_ranks());
      counts[owner] = step_.arguments[i].type.num_bytes();
      const std::span<const std::byte> mine =
          owner == comm_.rank() ? executor_.argument(i) : std::span<const std::byte>();
      const std::span<std::byte> all = is_root() ? argument(i) : std::span<std::byte>();
      comm_
          .gather({core::ElementType::kU8, mine.data(), std::ssize(mine)},
                  {core::ElementType::kU8, all.data(), std::ssize(all)}, counts, 0)
          .wait();
    }
  }

  bool is_root() const override { return comm_.rank() == 0; }
  core::Communicator* communicator() override { return &comm_; }
  void write_to(core::Trace&) override { MOTLEY_CHECK(false, "ranks write no trace"); }

  uint8_t broadcast_decision(uint8_t ours) override {
    std::vector<uint8_t> word = {ours};
    comm_.broadcast(core::elements(word), 0).wait();
    return word[0];
  }

 private:
  static constexpr double kCompileSeconds = 1200;
  int num_kept() const { return step_.num_params + step_.num_state; }

  core::Communicator& comm_;
  StagedStep step_;
  PipelineExecutor executor_;
  PipelineLayout layout_;
  // By argument of the step. Of parameters and state all is here only while it is written.
  std::vector<std::optional<Literal>> whole_;
  int loss_rank_ = 0;
  double loss_ = 0;
};

}  // namespace

std::unique_ptr<StepRunner> make_pipeline_runner(core::Communicator& comm,
                                                 planner::PipelineOfPlan pipeline,
                                                 PipelineExecutorSettings settings) {
  return std::make_unique<PipelineStepRunner>(comm, std::move(pipeline), std::move(settings));
}

}  // namespace motley::tensor
