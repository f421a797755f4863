#include "tensor/train/step_runner.h"

#include <fmt/format.h>

#include <algorithm>
#include <chrono>
#include <cstring>
#include <deque>
#include <iterator>
#include <optional>

#include "core/base/clock.h"
#include "core/base/error.h"
#include "core/base/threads.h"
#include "tensor/ir/element_type.h"
#include "tensor/passes/pass.h"
#include "tensor/run/device_executable.h"
#include "tensor/run/executable.h"
#include "tensor/run/kernel_trace.h"
#include "tensor/run/rank_executor.h"
#include "tensor/sharding/shard_literals.h"

namespace motley::tensor {
namespace {

class CpuStepRunner : public StepRunner {
 public:
  CpuStepRunner(const TrainStep& step, int num_threads)
      : step_(step), num_threads_(num_threads), engine_(compiled(step, num_threads)) {}

  std::span<std::byte> argument(int i) override { return engine_.argument(i); }
  void begin() override { engine_.run(); }
  double loss() const override {
    const CompiledResult& loss = engine_.compiled().results[0];
    return load_float(loss.type.element, engine_.result(0).data(), 0);
  }
  double evaluate(const std::function<void()>& fill) override {
    if (!evaluator_) {
      evaluator_.emplace(
          compile(loss_program(step_), {.num_threads = num_threads_, .is_memory_given = true}));
    }
    fill();
    // The parameters are read where they are.
    std::vector<std::byte*> arguments;
    for (int i = 0; i < std::ssize(step_.arguments); ++i) {
      arguments.push_back(engine_.argument(i).data());
    }
    Literal loss = Literal::zeros(evaluator_->compiled().results[0].type);
    std::byte* const result = loss.data();
    evaluator_->run(arguments, std::span(&result, 1));
    return loss.as_double(0);
  }
  int64_t memory_bytes() override { return engine_.memory_bytes(); }
  void write_to(core::Trace& trace) override { trace_.emplace(trace, engine_); }

 private:
  static CompiledProgram compiled(const TrainStep& step, int num_threads) {
    return compile(step.program, {.num_threads = num_threads, .updates = updates_of(step)});
  }

  TrainStep step_;
  int num_threads_;
  Executable engine_;
  std::optional<Executable> evaluator_;
  std::optional<KernelTrace> trace_;
};

// Where arguments of a role stand in those of a step.
std::vector<int> arguments_of(const TrainStep& step, StepRole role) {
  std::vector<int> places;
  for (size_t i = 0; i < step.arguments.size(); ++i) {
    if (step.arguments[i].role == role) places.push_back(static_cast<int>(i));
  }
  return places;
}

class AcceleratorStepRunner : public StepRunner {
 public:
  AcceleratorStepRunner(const TrainStep& step, OpenedAccelerator opened)
      : num_kept_(step.num_params + step.num_state),
        refilled_(arguments_of(step, StepRole::kBatch)),
        step_(step),
        types_(types_of(step.program, step.program.body.arguments)),
        whole_(types_.size()) {
    // The learning rate changes from step to step, too.
    std::ranges::copy(arguments_of(step, StepRole::kSetting), std::back_inserter(refilled_));
    DeviceArguments handling{.updates = updates_of(step),
                             .refilled = refilled_,
                             .zeros = arguments_of(step, StepRole::kState)};
    std::erase_if(handling.zeros, [&](int i) { return step.arguments[i].loss_argument >= 0; });
    opening_ = std::async(
        std::launch::async, [opened = std::move(opened), program = step.program, handling] {
          return std::make_unique<DeviceExecutable>(program, opened.get(), handling);
        });
  }

  std::span<std::byte> argument(int i) override {
    if (!whole_[i]) whole_[i] = Literal::unset(types_[i]);
    return {whole_[i]->data(), static_cast<size_t>(whole_[i]->num_bytes())};
  }
  void set_to_zero(int i) override { whole_[i].reset(); }

  // What is there goes to the device while the next is being filled in.
  void fill(int i, const Elements& elements) override {
    StepRunner::fill(i, elements);
    filled_.push_back(i);
    using std::chrono::operator""s;
    if (engine_ || opening_.wait_for(0s) == std::future_status::ready) send_filled();
  }

  void offer_batch() override {
    for (int i : refilled_) {
      // A learning rate that stays is not sent again.
      const bool is_setting = step_.arguments[i].role == StepRole::kSetting;
      if (is_setting && sent_setting_ &&
          sent_setting_->bytes().size() == whole_[i]->bytes().size() &&
          std::ranges::equal(sent_setting_->bytes(), whole_[i]->bytes())) {
        continue;
      }
      engine().set_argument(i, whole_[i]->bytes());
      if (is_setting) sent_setting_ = *whole_[i];
    }
  }

  void begin() override {
    begin_seconds_ = core::now_seconds();
    if (!has_begun_) set_kept();
    has_begun_ = true;
    engine().run();
  }

  void end() override {
    loss_ = engine().result(0).as_double(0);
    if (!trace_) return;
    trace_->span(track_, {.name = "segment 0",
                          .category = "compute",
                          .begin_seconds = begin_seconds_,
                          .end_seconds = core::now_seconds()});
  }

  double loss() const override { return loss_; }

  double evaluate(const std::function<void()>& fill) override {
    if (!evaluator_) {
      evaluator_ = std::make_unique<DeviceExecutable>(loss_program(step_), engine().settings());
    }
    if (!has_begun_) set_kept();
    has_begun_ = true;
    engine().wait();  // nothing reads the batch any more
    fill();
    std::vector<int> borrowed;  // what is on the device
    for (int i = 0; i < std::ssize(types_); ++i) {
      const bool is_refilled = std::ranges::find(refilled_, i) != refilled_.end();
      if (!is_refilled) {
        borrowed.push_back(i);
      } else {
        evaluator_->set_argument(i, whole_[i]->bytes());
      }
    }
    evaluator_->run_with(engine(), borrowed);
    const double loss = evaluator_->result(0).as_double(0);
    evaluator_->wait();
    return loss;
  }

  int64_t memory_bytes() override {
    if (const auto memory = engine().memory()) return memory->peak_bytes();
    int64_t bytes = 0;
    for (const TensorType& type : types_) bytes += type.num_bytes();
    return bytes;
  }

  void gather_to_root() override {
    engine();
    for (int i = 0; i < num_kept_; ++i) {
      if (has_begun_) {
        whole_[i] = engine().argument(i);
      } else if (!whole_[i]) {
        whole_[i] = Literal::zeros(types_[i]);
      }
    }
  }

  void write_to(core::Trace& trace) override {
    trace_ = &trace;
    track_ = trace.track("rank 0", engine().settings().device->name().to_string());
  }

 private:
  DeviceExecutable& engine() {
    if (!engine_) {
      engine_ = opening_.get();
      for (const std::string& note : engine_->compilation().notes)
        fmt::print(stderr, "note: {}\n", note);
      for (int i : refilled_) pinned_.emplace_back(engine_->settings().device, argument(i));
    }
    return *engine_;
  }

  void send_filled() {
    for (int i : filled_) engine().set_argument(i, whole_[i]->bytes());
    filled_.clear();
  }

  // Everything but the batch, once; then it needs no host memory.
  void set_kept() {
    send_filled();
    for (int i = num_kept_; i < std::ssize(whole_); ++i) {
      if (whole_[i] && std::ranges::find(refilled_, i) == refilled_.end())
        engine().set_argument(i, whole_[i]->bytes());
    }
    engine().wait();
    for (int i = 0; i < num_kept_; ++i) whole_[i].reset();
  }

  int num_kept_;
  std::vector<int> refilled_;  // before each step: the batch and the learning rate
  TrainStep step_;
  std::vector<TensorType> types_;
  // By argument, where there is something in host memory; of the kept ones, as they were brought
  // back. It outlives the engine, which may still be reading it.
  std::vector<std::optional<Literal>> whole_;
  std::vector<int> filled_;  // and not yet sent
  std::optional<Literal> sent_setting_;
  std::vector<core::pjrt::Pinned> pinned_;
  std::future<std::unique_ptr<DeviceExecutable>> opening_;
  std::unique_ptr<DeviceExecutable> engine_, evaluator_;
  bool has_begun_ = false;
  double loss_ = 0, begin_seconds_ = 0;
  core::Trace* trace_ = nullptr;
  core::TrackId track_;
};

RankExecutorSettings with_updates(RankExecutorSettings settings, const TrainStep& step) {
  settings.updates = updates_of(step);
  return settings;
}

class RankStepRunner : public StepRunner {
 public:
  RankStepRunner(core::Communicator& comm, const planner::Plan& plan, RankProgram program,
                 RankExecutorSettings settings, std::optional<RankProgram> loss_program)
      : comm_(comm),
        grid_(plan.stage().sharding.group),
        num_kept_(plan.on.model_step->num_updated()),
        num_threads_(settings.num_threads),
        evaluation_settings_{.num_threads = settings.num_threads,
                             .accelerator = settings.accelerator},
        executor_(std::move(program), comm, with_updates(std::move(settings), plan.on.step())) {
    const TrainStep& step = plan.on.step();
    for (size_t i = 0; i < step.arguments.size(); ++i) {
      types_.push_back(step.arguments[i].type);
      states_.push_back(plan.stage().sharding.values[step.program.body.arguments[i].index]);
    }
    whole_.resize(types_.size());
    if (loss_program) {
      evaluator_.emplace(std::move(*loss_program), comm, evaluation_settings_);
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
    std::memset(mine.data(), 0, mine.num_bytes());
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
  RankExecutorSettings evaluation_settings_;
  RankExecutor executor_;
  std::optional<RankExecutor> evaluator_;
  std::deque<Literal> packed_;  // what a checkpoint is written from
  // By argument of the step. Of parameters and state all is here only while it is written.
  std::vector<TensorType> types_;
  std::vector<Sharding> states_;
  std::vector<std::optional<Literal>> whole_;
  double loss_ = 0;
};

}  // namespace

void StepRunner::set_to_zero(int i) {
  const std::span<std::byte> all = argument(i);
  std::memset(all.data(), 0, all.size());
}

double StepRunner::evaluate(const std::function<void()>&) {
  throw core::UserError("this kind of plan cannot be evaluated");
}

std::vector<StepRunner::Piece> StepRunner::pieces_to_write(int num_kept) {
  gather_to_root();
  std::vector<Piece> pieces;
  for (int i = 0; is_root() && i < num_kept; ++i) pieces.push_back({i, {}, argument(i)});
  return pieces;
}

void StepRunner::fill_boxes(int i, const TensorType& type, const ReadBox& read) {
  Literal whole = Literal::unset(type);
  read({Shape(type.shape.size(), 0), type.shape},
       {whole.data(), static_cast<size_t>(whole.num_bytes())});
  fill(i, [&](int64_t first, std::span<std::byte> out) {
    std::copy_n(whole.bytes().begin() + first * byte_size(type.element), out.size(), out.begin());
  });
}

std::unique_ptr<StepRunner> make_cpu_runner(const TrainStep& step, int num_threads) {
  return std::make_unique<CpuStepRunner>(step, num_threads);
}

std::unique_ptr<StepRunner> make_accelerator_runner(const TrainStep& step,
                                                    OpenedAccelerator opened) {
  return std::make_unique<AcceleratorStepRunner>(step, std::move(opened));
}

std::unique_ptr<StepRunner> make_rank_runner(core::Communicator& comm, const planner::Plan& plan,
                                             RankProgram program, RankExecutorSettings settings,
                                             std::optional<RankProgram> loss_program) {
  return std::make_unique<RankStepRunner>(comm, plan, std::move(program), std::move(settings),
                                          std::move(loss_program));
}

Program loss_program(const TrainStep& step) {
  Program program = step.program;
  program.body.results.resize(1);
  return remove_dead(program);
}

}  // namespace motley::tensor
