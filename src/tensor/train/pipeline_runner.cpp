#include <algorithm>
#include <map>

#include "core/base/error.h"
#include "core/base/statistics.h"
#include "core/comm/arrays.h"
#include "tensor/train/step_runner.h"

namespace motley::tensor {
namespace {

// What the phases and messages of a step took.
class StepMeasurements {
 public:
  explicit StepMeasurements(const StagedStep& step) : phases_(3 * step.num_stages()) {
    std::map<std::pair<int, int>, int> pairs;
    for (const Crossing& c : step.crossings) {
      if (c.is_of_microbatch()) pairs.try_emplace({c.from.stage, c.to.stage});
    }
    int number = 0;
    for (auto& [pair, place] : pairs) place = number++;
    for (const Crossing& c : step.crossings) {
      pair_of_crossing_.push_back(c.is_of_microbatch() ? pairs.at({c.from.stage, c.to.stage}) : -1);
    }
    rates_.resize(pairs.size());
  }

  void begin() {
    for (auto& values : phases_) values.clear();
    for (auto& values : rates_) values.clear();
  }
  // Beside what else observes the executor.
  PipelineExecutorSettings observing(PipelineExecutorSettings settings) {
    settings.on_action = [this, also = settings.on_action](const PipelineAction& a, double begin,
                                                           double end) {
      if (also) also(a, begin, end);
      if (a.kind == PipelineAction::Kind::kPhase) add_phase(a, end - begin);
    };
    settings.on_rate = [this](int crossing, double rate) {
      if (pair_of_crossing_[crossing] >= 0) rates_[pair_of_crossing_[crossing]].push_back(rate);
    };
    return settings;
  }
  std::vector<double> phase_seconds() const { return medians(phases_); }
  std::vector<double> link_rates() const { return medians(rates_); }

 private:
  void add_phase(const PipelineAction& a, double seconds) {
    int place = -1;
    if (a.phase == StagePhaseKind::kForward) place = 0;
    if (a.phase == StagePhaseKind::kInputGradient) place = 1;
    if (a.phase == StagePhaseKind::kWeightGradient ||
        a.phase == StagePhaseKind::kFirstWeightGradient)
      place = 2;
    if (place >= 0) phases_[3 * a.stage + place].push_back(seconds);
  }
  static std::vector<double> medians(const std::vector<std::vector<double>>& all) {
    std::vector<double> values;
    for (const auto& one : all) values.push_back(one.empty() ? 0 : core::midpoint_median(one));
    return values;
  }

  std::vector<std::vector<double>> phases_, rates_;
  std::vector<int> pair_of_crossing_;  // in the order of stages, as ready_schedules has them
};

class PipelineStepRunner : public StepRunner {
 public:
  PipelineStepRunner(core::Communicator& comm, planner::PipelineOfPlan pipeline,
                     PipelineExecutorSettings settings, const std::vector<PipelineProgram>& also)
      : comm_(comm),
        step_(std::move(pipeline.step)),
        measured_(step_),
        executor_(step_, pipeline.program_of(comm.rank()), pipeline.layout, comm,
                  also.empty() ? std::move(settings) : measured_.observing(std::move(settings))),
        layout_(std::move(pipeline.layout)),
        whole_(step_.arguments.size()) {
    for (const PipelineProgram& list : also) executor_.add_list(list);
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
    measured_.begin();
    executor_.run();
    std::vector<double> loss = {executor_.has_loss() ? executor_.loss() : 0};
    comm_.broadcast(core::elements(loss), loss_rank_).wait();
    loss_ = loss[0];
  }

  double loss() const override { return loss_; }
  int64_t memory_bytes() override { return executor_.memory_bytes(); }
  StepFigures figures() const override {
    return {.compute_seconds = executor_.compute_seconds(),
            .wait_seconds = executor_.wait_seconds(),
            .phase_seconds = measured_.phase_seconds(),
            .link_rates = measured_.link_rates()};
  }
  void use_schedule(int number) override { executor_.use_list(number); }

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
  StepMeasurements measured_;
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
                                                 PipelineExecutorSettings settings,
                                                 const std::vector<PipelineProgram>& also) {
  return std::make_unique<PipelineStepRunner>(comm, std::move(pipeline), std::move(settings), also);
}

}  // namespace motley::tensor
