#include "tensor/train/step_runner.h"

#include <fmt/format.h>

#include <algorithm>
#include <chrono>
#include <cstring>
#include <iterator>
#include <optional>

#include "core/base/clock.h"
#include "core/base/error.h"
#include "core/base/standard_streams.h"
#include "tensor/ir/element_type.h"
#include "tensor/passes/pass.h"
#include "tensor/run/device_executable.h"
#include "tensor/run/executable.h"
#include "tensor/run/kernel_trace.h"

namespace motley::tensor {
namespace {

class CpuStepRunner : public StepRunner {
 public:
  CpuStepRunner(const ModelStep& step, int num_threads)
      : step_(step.step),
        evaluated_(loss_program(step)),
        num_threads_(num_threads),
        engine_(compiled(step.step, num_threads)) {}

  std::span<std::byte> argument(int i) override { return engine_.argument(i); }
  void begin() override { engine_.run(); }
  double loss() const override {
    const CompiledResult& loss = engine_.compiled().results[0];
    return load_float(loss.type.element, engine_.result(0).data(), 0);
  }
  double evaluate(const std::function<void()>& fill) override {
    if (!evaluator_) {
      evaluator_.emplace(
          compile(evaluated_, {.num_threads = num_threads_, .is_memory_given = true}));
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
  Program evaluated_;  // by an evaluation
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
  AcceleratorStepRunner(const TrainStep& step, Program loss, OpenedAccelerator opened)
      : num_kept_(step.num_params + step.num_state),
        refilled_(arguments_of(step, StepRole::kBatch)),
        step_(step),
        evaluated_(std::move(loss)),
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
      evaluator_ = std::make_unique<DeviceExecutable>(evaluated_, engine().settings());
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
        core::write_message(fmt::format("note: {}\n", note));
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
  Program evaluated_;  // what an evaluation runs
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

}  // namespace

void StepRunner::set_to_zero(int i) {
  const std::span<std::byte> all = argument(i);
  std::memset(all.data(), 0, all.size());
}

MoveTotals StepRunner::adopt(PreparedPipeline) {
  throw core::InternalError("this step is no pipeline");
}
MoveTotals StepRunner::adopt(PreparedRank) {
  throw core::InternalError("this kind of run cannot change its plan");
}

void StepRunner::use_schedule(int) {
  throw core::InternalError("this kind of run has no other schedules");
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

std::unique_ptr<StepRunner> make_cpu_runner(const ModelStep& step, int num_threads) {
  return std::make_unique<CpuStepRunner>(step, num_threads);
}

std::unique_ptr<StepRunner> make_accelerator_runner(const ModelStep& step,
                                                    OpenedAccelerator opened) {
  return std::make_unique<AcceleratorStepRunner>(step.step, loss_program(step), std::move(opened));
}

Program loss_program(const ModelStep& step) {
  if (step.evaluation) return *step.evaluation;
  Program program = step.step.program;
  program.body.results.resize(1);
  return remove_dead(program);
}

}  // namespace motley::tensor
