#include <algorithm>
#include <map>
#include <utility>

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
                  observing(std::move(settings), !also.empty())),
        layout_(std::move(pipeline.layout)),
        whole_(step_.arguments.size()) {
    for (const PipelineProgram& list : also) executor_.add_list(list);
    loss_rank_ = layout_.ranks[step_.loss.stage][0];
    // Compiled everywhere: from here on nobody waits for a compiler.
    comm.barrier(kCompileSeconds).wait();
    executor_.open_connections();
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
    take_batch();
    measured_.begin();
    executor_.run();
    if (comm_.rank() != loss_rank_) told_ = comm_.broadcast(core::elements(loss_), loss_rank_);
  }
  void end() override { told_.wait(); }

  double loss() const override { return loss_[0]; }
  std::optional<double> compute_seconds() const override { return executor_.compute_seconds(); }
  int64_t memory_bytes() override { return executor_.memory_bytes(); }
  StepFigures figures() const override {
    return {.compute_seconds = executor_.compute_seconds(),
            .wait_seconds = executor_.wait_seconds(),
            .phase_seconds = measured_.phase_seconds(),
            .link_rates = measured_.link_rates()};
  }
  void use_schedule(int number) override { executor_.use_list(number); }

  double evaluate(const std::function<void()>& fill) override {
    fill();
    take_batch();
    executor_.run_forward();
    const double trained = loss_[0];
    if (executor_.has_loss()) loss_[0] = executor_.loss();
    comm_.broadcast(core::elements(loss_), loss_rank_).wait();
    return std::exchange(loss_[0], trained);
  }

  void gather_to_root() override {
    executor_.finish_step();
    for (int i = 0; i < num_kept(); ++i) {
      if (!step_.held[i].empty()) gather_to_root(i);
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
  void take_batch() {
    for (int i = num_kept(); i < std::ssize(whole_); ++i) {
      if (whole_[i] && executor_.holds(i)) executor_.set_argument(i, whole_[i]->bytes());
    }
  }
  PipelineExecutorSettings observing(PipelineExecutorSettings settings, bool measures) {
    // While backward passes go on: the others report it, and begin the next step.
    settings.on_loss = [this](double loss) {
      if (comm_.rank() != loss_rank_) return;
      loss_[0] = loss;
      told_ = comm_.broadcast(core::elements(loss_), loss_rank_);
    };
    return measures ? measured_.observing(std::move(settings)) : settings;
  }

  // The pieces of its owners, of which one is enough where they all have the whole.
  void gather_to_root(int i) {
    const TensorType& type = step_.arguments[i].type;
    std::vector<int> owners = layout_.ranks[step_.held[i][0].stage];
    const auto pieces_of = [&](int rank) { return executor_.owned_piece(i, rank); };
    if (std::ranges::all_of(pieces_of(owners[0]), &Held::is_whole)) owners.resize(1);
    std::vector<int64_t> counts(comm_.num_ranks());
    int64_t total = 0;
    for (int rank : owners) {
      int64_t bytes = byte_size(type.element);
      for (const Held& part : pieces_of(rank)) bytes *= part.extent();
      total += counts[rank] = bytes;
    }
    std::span<const std::byte> mine;
    if (counts[comm_.rank()] > 0) mine = executor_.argument(i);
    std::vector<std::byte> all(is_root() ? static_cast<size_t>(total) : 0);
    comm_
        .gather({core::ElementType::kU8, mine.data(), std::ssize(mine)},
                {core::ElementType::kU8, all.data(), std::ssize(all)}, counts, 0)
        .wait();
    if (!is_root()) return;
    std::ranges::sort(owners);  // as they were gathered
    std::byte* at = all.data();
    for (int rank : owners) {
      copy_shard(CopyDirection::kIn, argument(i).data(), type.shape, pieces_of(rank), at,
                 byte_size(type.element));
      at += counts[rank];
    }
  }

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
  std::vector<double> loss_ = {0};
  core::Request told_;  // the loss, to all
};

}  // namespace

std::unique_ptr<StepRunner> make_pipeline_runner(core::Communicator& comm,
                                                 planner::PipelineOfPlan pipeline,
                                                 PipelineExecutorSettings settings,
                                                 const std::vector<PipelineProgram>& also) {
  return std::make_unique<PipelineStepRunner>(comm, std::move(pipeline), std::move(settings), also);
}

}  // namespace motley::tensor
