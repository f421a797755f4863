#include <fmt/format.h>

#include <algorithm>
#include <deque>
#include <optional>

#include "core/base/error.h"
#include "core/base/hash.h"
#include "core/base/threads.h"
#include "tensor/plan/planner/lowered_plan.h"
#include "tensor/sharding/shard_literals.h"
#include "tensor/train/rank_agreement.h"
#include "tensor/train/step_runner.h"

namespace motley::tensor {
namespace {

using planner::PlanStage;

RankExecutorSettings with_updates(RankExecutorSettings settings, const TrainStep& step) {
  settings.updates = updates_of(step);
  return settings;
}

RankExecutorSettings evaluation_settings(const RankExecutorSettings& settings) {
  return {.num_threads = settings.num_threads, .accelerator = settings.accelerator};
}

// The states of the step's arguments.
std::vector<Sharding> states_of(const planner::Plan& plan) {
  std::vector<Sharding> states;
  for (const ValueId v : plan.on.step().program.body.arguments) {
    states.push_back(plan.stage().sharding.values[v.index]);
  }
  return states;
}

class RankStepRunner : public StepRunner {
 public:
  RankStepRunner(core::Communicator& comm, const planner::Plan& plan, RankProgram program,
                 const RankExecutorSettings& settings, std::optional<RankProgram> loss_program)
      : comm_(comm),
        grid_(plan.stage().sharding.group),
        num_kept_(plan.on.model_step->num_updated()),
        num_threads_(settings.num_threads),
        executor_(std::move(program), comm, with_updates(settings, plan.on.step())) {
    for (const StepArgument& argument : plan.on.step().arguments) {
      types_.push_back(argument.type);
      names_.push_back(argument.name);
    }
    states_ = states_of(plan);
    whole_.resize(types_.size());
    if (loss_program) {
      evaluator_.emplace(std::move(*loss_program), comm, evaluation_settings(settings));
      // Its arguments are lent to it.
      for (int i = 0; i < std::ssize(types_); ++i) evaluator_->argument(i) = Literal();
    }
  }

  std::span<std::byte> argument(int i) override {
    if (!whole_[i]) whole_[i] = Literal::zeros(types_[i]);
    return {whole_[i]->data(), static_cast<size_t>(whole_[i]->num_bytes())};
  }

  void fill(int i, const Elements& elements) override {
    Literal& mine = executor_.argument(i);
    const int64_t size = byte_size(types_[i].element);
    const auto runs =
        runs_of(types_[i].shape, held(states_[i], types_[i].shape, grid_, comm_.rank()));
    const auto fill_run = [&](const ShardRun& run) {
      elements(run.whole, {mine.data() + run.packed * size, static_cast<size_t>(run.count * size)});
    };
    // One run may use all threads for itself.
    if (runs.size() == 1) return fill_run(runs[0]);
    core::parallel_for(num_threads_, std::ssize(runs), [&](int64_t begin, int64_t end, int) {
      for (int64_t r = begin; r < end; ++r) fill_run(runs[r]);
    });
  }

  void set_to_zero(int i) override {
    Literal& mine = executor_.argument(i);
    std::fill_n(mine.data(), mine.num_bytes(), std::byte{0});
  }

  void begin() override {
    for (int i = 0; i < num_kept_; ++i) whole_[i].reset();  // as a checkpoint needed them
    packed_.clear();
    take_batch();
    executor_.run();
    loss_ = executor_.result(0).as_double(0);
    executor_.apply_updates();
  }

  double loss() const override { return loss_; }

  StepFigures figures() const override {
    return {executor_.compute_seconds(), executor_.wait_seconds(),
            executor_.communication_seconds()};
  }

  MoveTotals adopt(PreparedRank prepared) override {
    const PlanStage& stage = prepared.plan.stage();
    const std::vector<Sharding> states = states_of(prepared.plan);
    std::vector<MovedTensor> tensors;
    for (int i = 0; i < std::ssize(types_); ++i) {
      if (i >= num_kept_ && whole_[i]) continue;  // a batch or a setting: filled in anew
      tensors.push_back(
          {.name = names_[i],
           .type = types_[i],
           .from = pieces_of_ranks(states_[i], types_[i].shape, grid_),
           .to = pieces_of_ranks(states[i], types_[i].shape, stage.sharding.group),
           .take = [this, i] { return std::move(executor_.argument(i)); },
           .give = [&, i](Literal shard) { prepared.executor.argument(i) = std::move(shard); }});
    }
    const MoveTotals totals = move_state(comm_, std::move(tensors));
    prepared.executor.connect(comm_, &executor_);
    executor_ = std::move(prepared.executor);
    if (prepared.evaluator) {
      prepared.evaluator->connect(comm_, &*evaluator_);
      evaluator_ = std::move(prepared.evaluator);
    }
    grid_ = stage.sharding.group;
    states_ = states;
    packed_.clear();
    return totals;
  }

  double evaluate(const std::function<void()>& fill) override {
    MOTLEY_CHECK(evaluator_, "evaluation was not prepared");
    fill();
    take_batch();
    // The shards are lent, not copied.
    const int n = static_cast<int>(types_.size());
    for (int i = 0; i < n; ++i) std::swap(evaluator_->argument(i), executor_.argument(i));
    evaluator_->run();
    const double loss = evaluator_->result(0).as_double(0);
    for (int i = 0; i < n; ++i) std::swap(evaluator_->argument(i), executor_.argument(i));
    return loss;
  }

  int64_t memory_bytes() override { return executor_.memory_bytes(); }

  // Of the ranks that hold the same part, one writes it: another for each tensor.
  std::vector<Piece> pieces_to_write(int num_kept) override {
    std::vector<Piece> pieces;
    packed_.clear();
    for (int i = 0; i < num_kept; ++i) {
      const auto boxes = boxes_of(i, comm_.rank());
      if (!writes(i)) continue;
      const Literal& mine = executor_.current_argument(i);
      if (mine.num_elements() == 0 && types_[i].num_elements() > 0) continue;
      if (boxes.size() == 1) {
        pieces.push_back({i, boxes[0], mine.bytes()});
        continue;
      }
      // The pieces of each period are apart in the whole, and mixed in the shard.
      Literal whole = Literal::zeros(types_[i]);
      copy_shard(CopyDirection::kIn, whole.data(), types_[i].shape, parts_of(i, comm_.rank()),
                 const_cast<std::byte*>(mine.data()), byte_size(types_[i].element));
      for (const core::Box& box : boxes) {
        packed_.push_back(box_of(whole, box));
        pieces.push_back({i, box, packed_.back().bytes()});
      }
    }
    return pieces;
  }

  void fill_boxes(int i, const TensorType& type, const ReadBox& read) override {
    const auto boxes = boxes_of(i, comm_.rank());
    if (boxes.size() != 1) return StepRunner::fill_boxes(i, type, read);
    Literal& mine = executor_.argument(i);
    if (mine.num_elements() == 0) return;
    read(boxes[0], {mine.data(), static_cast<size_t>(mine.num_bytes())});
  }

  core::Communicator* communicator() override { return &comm_; }

  void gather_to_root() override {
    for (int i = 0; i < num_kept_; ++i) {
      const Literal& mine = executor_.current_argument(i);
      if (is_replicated(states_[i])) {
        if (is_root()) whole_[i] = mine;
        continue;
      }
      std::vector<int64_t> counts;
      std::vector<Literal> shards;
      int64_t total = 0;
      for (int r = 0; r < comm_.num_ranks(); ++r) {
        const Shape shape = local_shape(states_[i], types_[i].shape, grid_, r);
        const TensorType type = types_[i].with_shape(shape);
        counts.push_back(type.num_bytes());
        total += counts.back();
        if (is_root()) shards.push_back(Literal::unset(type));
      }
      std::vector<uint8_t> all(is_root() ? total : 0);
      comm_
          .gather({core::ElementType::kU8, mine.data(), mine.num_bytes()}, core::elements(all),
                  counts, 0)
          .wait();
      if (!is_root()) continue;
      const auto* at = reinterpret_cast<const std::byte*>(all.data());
      for (Literal& shard : shards) {
        std::copy_n(at, shard.num_bytes(), shard.data());
        at += shard.num_bytes();
      }
      whole_[i] = unshard(shards, states_[i], types_[i], grid_);
    }
  }

  bool is_root() const override { return comm_.rank() == 0; }
  void write_to(core::Trace&) override { MOTLEY_CHECK(false, "ranks write no trace"); }

  uint8_t broadcast_decision(uint8_t ours) override {
    std::vector<uint8_t> word = {ours};
    comm_.broadcast(core::elements(word), 0).wait();
    return word[0];
  }

 private:
  void take_batch() {
    for (int i = num_kept_; i < std::ssize(whole_); ++i) {
      if (!whole_[i]) continue;  // frozen: filled in once
      executor_.argument(i) = local_literal(*whole_[i], states_[i], {grid_, comm_.rank()});
    }
  }

  std::vector<Held> parts_of(int i, int rank) const {
    return held(states_[i], types_[i].shape, grid_, rank);
  }

  // What a rank holds of an argument: a box for each period of its dimensions.
  std::vector<core::Box> boxes_of(int i, int rank) const {
    std::vector<core::Box> boxes = {{}};
    for (const Held& part : parts_of(i, rank)) {
      std::vector<core::Box> longer;
      for (const core::Box& box : boxes) {
        const int64_t count = part.is_whole() ? 1 : part.num_periods;
        for (int64_t k = 0; k < count; ++k) {
          longer.push_back(box);
          longer.back().offset.push_back(k * part.period + part.begin);
          longer.back().shape.push_back(part.is_whole() ? part.extent() : part.length);
        }
      }
      boxes = std::move(longer);
    }
    return boxes;
  }

  bool writes(int i) const {
    std::vector<int> alike;  // the ranks that hold what this one holds
    const auto mine = boxes_of(i, comm_.rank());
    for (int rank = 0; rank < comm_.num_ranks(); ++rank) {
      if (boxes_of(i, rank) == mine) alike.push_back(rank);
    }
    return alike[i % std::ssize(alike)] == comm_.rank();
  }

  Literal box_of(const Literal& whole, const core::Box& box) const {
    std::vector<Held> part;
    for (size_t d = 0; d < box.shape.size(); ++d) {
      part.push_back({box.offset[d], box.shape[d], whole.type().shape[d], 1});
    }
    return shard_of(whole, part);
  }

  core::Communicator& comm_;
  DeviceGrid grid_;
  int num_kept_, num_threads_;
  RankExecutor executor_;
  std::optional<RankExecutor> evaluator_;
  std::deque<Literal> packed_;  // what a checkpoint is written from
  // By argument of the step. Of parameters and state all is here only while it is written.
  std::vector<TensorType> types_;
  std::vector<std::string> names_;
  std::vector<Sharding> states_;
  std::vector<std::optional<Literal>> whole_;
  double loss_ = 0;
};

}  // namespace

PreparedRank prepare_rank(planner::Plan plan, int rank, const RankExecutorSettings& settings,
                          bool evaluates) {
  RankProgram program = planner::rank_program_of(plan, rank);
  const uint64_t hash = core::fnv1a(communication_text(program));
  const int num_arguments = static_cast<int>(program.arguments.size());
  RankExecutor executor(std::move(program), with_updates(settings, plan.on.step()));
  // Memory for values comes with them.
  const auto release = [&](RankExecutor& one) {
    for (int i = 0; i < num_arguments; ++i) one.argument(i) = Literal();
  };
  release(executor);
  std::optional<RankExecutor> evaluator;
  if (evaluates) {
    evaluator.emplace(planner::loss_program_of(plan, rank), evaluation_settings(settings));
    release(*evaluator);
  }
  return {std::move(plan), std::move(executor), std::move(evaluator), hash};
}

std::unique_ptr<StepRunner> make_rank_runner(core::Communicator& comm, const planner::Plan& plan,
                                             RankProgram program, RankExecutorSettings settings,
                                             std::optional<RankProgram> loss_program) {
  return std::make_unique<RankStepRunner>(comm, plan, std::move(program), settings,
                                          std::move(loss_program));
}

}  // namespace motley::tensor
