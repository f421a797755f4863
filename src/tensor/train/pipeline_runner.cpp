#include <algorithm>
#include <map>
#include <utility>

#include "core/base/error.h"
#include "core/base/statistics.h"
#include "core/comm/arrays.h"
#include "tensor/run/move_state.h"
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

}  // namespace

// A pipeline on this rank, with what observes it.
struct PreparedPipeline::Rank {
  Rank(planner::PipelineOfPlan pipeline, int rank, PipelineExecutorSettings settings,
       const std::vector<PipelineProgram>& also, bool is_measured)
      : layout(pipeline.layout),
        step(std::move(pipeline.step)),
        measured(*step),
        loss_rank(layout.ranks[step->loss.stage][0]),
        executor(*step, pipeline.program_of(rank), layout, rank,
                 observed(std::move(settings), is_measured)) {
    for (const PipelineProgram& list : also) executor.add_list(list);
  }

  PipelineExecutorSettings observed(PipelineExecutorSettings settings, bool is_measured) {
    settings.on_loss = [this](double loss) {
      if (on_loss) on_loss(loss);
    };
    return is_measured ? measured.observing(std::move(settings)) : settings;
  }

  PipelineLayout layout;
  std::shared_ptr<const StagedStep> step;
  StepMeasurements measured;
  int loss_rank = 0;
  std::function<void(double loss)> on_loss;
  PipelineExecutor executor;
};

PreparedPipeline::PreparedPipeline(planner::PipelineOfPlan pipeline, int rank,
                                   PipelineExecutorSettings settings,
                                   const std::vector<PipelineProgram>& also, bool is_measured)
    : rank_(std::make_unique<Rank>(std::move(pipeline), rank, std::move(settings), also,
                                   is_measured)) {}
PreparedPipeline::~PreparedPipeline() = default;
PreparedPipeline::PreparedPipeline(PreparedPipeline&&) noexcept = default;
PreparedPipeline& PreparedPipeline::operator=(PreparedPipeline&&) noexcept = default;
std::unique_ptr<PreparedPipeline::Rank> PreparedPipeline::take() && { return std::move(rank_); }

namespace {

using PipelineRank = PreparedPipeline::Rank;

class PipelineStepRunner : public StepRunner {
 public:
  PipelineStepRunner(core::Communicator& comm, std::unique_ptr<PipelineRank> rank)
      : comm_(comm), rank_(std::move(rank)), whole_(rank_->step->arguments.size()) {
    connect(nullptr);
  }

  std::span<std::byte> argument(int i) override {
    if (!whole_[i]) whole_[i] = Literal::zeros(rank_->step->arguments[i].type);
    return {whole_[i]->data(), static_cast<size_t>(whole_[i]->num_bytes())};
  }

  void fill(int i, const Elements& elements) override {
    if (!rank_->executor.holds(i)) return;
    Literal all = Literal::unset(rank_->step->arguments[i].type);
    elements(0, {all.data(), static_cast<size_t>(all.num_bytes())});
    rank_->executor.set_argument(i, all.bytes());
  }

  void set_to_zero(int i) override {
    if (rank_->executor.holds(i))
      rank_->executor.set_argument(i, Literal::zeros(rank_->step->arguments[i].type).bytes());
  }

  void begin() override {
    for (int i = 0; i < num_kept(); ++i) whole_[i].reset();  // as a checkpoint needed them
    take_batch();
    rank_->measured.begin();
    rank_->executor.run();
    if (comm_.rank() != rank_->loss_rank)
      told_ = comm_.broadcast(core::elements(loss_), rank_->loss_rank);
  }
  void end() override { told_.wait(); }

  double loss() const override { return loss_[0]; }
  std::optional<double> compute_seconds() const override {
    return rank_->executor.compute_seconds();
  }
  int64_t memory_bytes() override { return rank_->executor.memory_bytes(); }
  StepFigures figures() const override {
    return {.compute_seconds = rank_->executor.compute_seconds(),
            .wait_seconds = rank_->executor.wait_seconds(),
            .phase_seconds = rank_->measured.phase_seconds(),
            .link_rates = rank_->measured.link_rates()};
  }
  MoveTotals adopt(PreparedPipeline prepared) override {
    rank_->executor.finish_step();
    std::unique_ptr<PipelineRank> next = std::move(prepared).take();
    std::vector<MovedTensor> tensors;
    for (int i = 0; i < std::ssize(whole_); ++i) {
      if (i >= num_kept() && whole_[i]) continue;  // a batch or a setting: filled in anew
      if (rank_->step->held[i].empty()) continue;
      const TensorType& type = rank_->step->arguments[i].type;
      tensors.push_back(
          {.name = rank_->step->arguments[i].name,
           .type = type,
           .from = pieces_of(*rank_, i),
           .to = pieces_of(*next, i),
           .take = [this, i, type] { return whole_of(i, type); },
           .give = [&next, i](Literal all) { next->executor.set_argument(i, all.bytes()); }});
    }
    const MoveTotals totals = move_state(comm_, std::move(tensors));
    std::swap(rank_, next);
    connect(&next->executor);
    return totals;
  }

  void use_schedule(int number) override { rank_->executor.use_list(number); }

  double evaluate(const std::function<void()>& fill) override {
    fill();
    take_batch();
    rank_->executor.run_forward();
    const double trained = loss_[0];
    if (rank_->executor.has_loss()) loss_[0] = rank_->executor.loss();
    comm_.broadcast(core::elements(loss_), rank_->loss_rank).wait();
    return std::exchange(loss_[0], trained);
  }

  void gather_to_root() override {
    rank_->executor.finish_step();
    for (int i = 0; i < num_kept(); ++i) {
      if (!rank_->step->held[i].empty()) gather_to_root(i);
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
      if (whole_[i] && rank_->executor.holds(i))
        rank_->executor.set_argument(i, whole_[i]->bytes());
    }
  }
  void connect(PipelineExecutor* previous) {
    // While backward passes go on: the others report it, and begin the next step.
    rank_->on_loss = [this](double loss) {
      if (comm_.rank() != rank_->loss_rank) return;
      loss_[0] = loss;
      told_ = comm_.broadcast(core::elements(loss_), rank_->loss_rank);
    };
    // Compiled everywhere: from here on nobody waits for a compiler.
    comm_.barrier(kCompileSeconds).wait();
    rank_->executor.connect(comm_, previous);
    rank_->executor.open_connections();
  }

  // What each rank holds of an argument.
  PiecesOfRanks pieces_of(const PipelineRank& one, int i) const {
    PiecesOfRanks pieces(comm_.num_ranks());
    for (const BufferPlace& at : one.step->held[i]) {
      for (int rank : one.layout.ranks[at.stage]) {
        if (!pieces[rank]) pieces[rank] = one.executor.piece_at(i, at, rank);
      }
    }
    return pieces;
  }

  // The pieces of its owners, of which one is enough where they all have the whole.
  void gather_to_root(int i) {
    const TensorType& type = rank_->step->arguments[i].type;
    std::vector<int> owners = rank_->layout.ranks[rank_->step->held[i][0].stage];
    const auto pieces_of = [&](int rank) { return rank_->executor.owned_piece(i, rank); };
    if (std::ranges::all_of(pieces_of(owners[0]), &Held::is_whole)) owners.resize(1);
    std::vector<int64_t> counts(comm_.num_ranks());
    int64_t total = 0;
    for (int rank : owners) {
      int64_t bytes = byte_size(type.element);
      for (const Held& part : pieces_of(rank)) bytes *= part.extent();
      total += counts[rank] = bytes;
    }
    std::span<const std::byte> mine;
    if (counts[comm_.rank()] > 0) mine = rank_->executor.argument(i);
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

  // Of an argument that all of its ranks hold whole.
  Literal whole_of(int i, const TensorType& type) const {
    const auto bytes = rank_->executor.argument(i);
    MOTLEY_CHECK(std::ssize(bytes) == type.num_bytes(), "argument {} is sharded", i);
    return Literal::from_bytes(type, bytes);
  }

  static constexpr double kCompileSeconds = 1200;
  int num_kept() const { return rank_->step->num_params + rank_->step->num_state; }

  core::Communicator& comm_;
  std::unique_ptr<PipelineRank> rank_;
  // By argument of the step. Of parameters and state all is here only while it is written.
  std::vector<std::optional<Literal>> whole_;
  std::vector<double> loss_ = {0};
  core::Request told_;  // the loss, to all
};

}  // namespace

std::unique_ptr<StepRunner> make_pipeline_runner(core::Communicator& comm,
                                                 PreparedPipeline prepared) {
  return std::make_unique<PipelineStepRunner>(comm, std::move(prepared).take());
}

}  // namespace motley::tensor
