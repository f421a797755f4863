#include "tensor/model_run/run_model.h"

#include <algorithm>
#include <chrono>
#include <optional>
#include <utility>

#include "core/base/clock.h"
#include "core/base/error.h"
#include "core/io/files.h"
#include "core/trace/trace.h"
#include "tensor/compile/recognize_attention.h"
#include "tensor/import/source_lines.h"
#include "tensor/model_run/run_arguments.h"
#include "tensor/passes/bf16_products.h"
#include "tensor/passes/gradient_marks.h"
#include "tensor/reference/first_nan.h"
#include "tensor/run/checked_executable.h"
#include "tensor/run/device_executable.h"
#include "tensor/run/kernel_trace.h"
#include "tensor/step/layered_loss.h"

namespace motley::tensor {
namespace {

// The Program to run and its facts; how long that took.
LoadedModel read_model(const ModelRunOptions& options, ModelRunReport& report) {
  const auto start = std::chrono::steady_clock::now();
  LoadedModel loaded = load_model(options.model);
  if (!options.grad) {
    loaded.program = strip_gradient_marks(loaded.program);
  } else if (options.on_gradient_note) {
    options.on_gradient_note(loaded.gradient_note);
  }
  const bool on_cpu = options.device.kind() == DeviceKind::kCpu;
  if (on_cpu) {
    // Attention is fused while it can still be recognized: before it is differentiated. What it
    // computes again is not counted.
    LoadedModel written = loaded;
    if (options.grad) differentiate(written);
    report.flops = flops_of(written.program);
    if (!options.grad) loaded.program = recognize_attention(unrolled(loaded.program));
  }
  // Accelerators have fused kernels for attention in bfloat16.
  const bool bf16 = options.device.is_bf16() || loaded.bf16_products;
  const bool fuse = on_cpu || (bf16 && options.device.kind() == DeviceKind::kAccelerator);
  if (options.grad) report.unreached = differentiate(loaded, fuse);
  if (bf16) loaded.program = with_bf16_products(std::move(loaded.program));
  if (!on_cpu) report.flops = flops_of(loaded.program);
  report.names = result_names(loaded);
  report.source = loaded.program.source;
  report.num_ops = num_ops(loaded.program);
  report.num_arguments = std::ssize(loaded.program.body.arguments);
  report.num_results = std::ssize(loaded.program.body.results);
  report.read_seconds = core::seconds_since(start);
  return loaded;
}

void run_on_reference(const Program& program, const RunArguments& arguments,
                      const ModelRunOptions& options, ModelRunReport& report) {
  std::vector<Literal> values = arguments.all();
  if (options.on_progress) options.on_progress(0, std::ssize(program.body.ops));
  report.run = interpret(program, std::move(values), {.on_progress = options.on_progress});
}

// The Program is compiled, and its memory found to be there, before any argument is made.
void run_on_cpu_engine(const Program& program, const RunArguments& arguments,
                       const ModelRunOptions& options, ModelRunReport& report) {
  const auto start = std::chrono::steady_clock::now();
  CheckedExecutable executable(program, options.threads);
  report.compile_seconds = core::seconds_since(start);
  for (size_t i = 0; i < arguments.count(); ++i)
    executable.set_argument(static_cast<int>(i), arguments.get(i));
  std::optional<core::Trace> trace;
  std::optional<KernelTrace> kernels;
  if (!options.trace.empty()) {
    trace.emplace(options.trace);
    kernels.emplace(*trace, executable.executable());
  }
  reset_reference_uses();
  for (int i = 0; i < options.repeat; ++i) {
    const auto begin = std::chrono::steady_clock::now();
    executable.run();
    report.step_seconds.push_back(core::seconds_since(begin));
  }
  report.interpreted = reference_uses();
  if (trace) trace->close();
  report.run = executable.results();
  report.peak_bytes = executable.executable().compiled().arena_bytes;
  report.live_bytes_peak = executable.executable().compiled().live_bytes_peak;
}

// Timed runs of what is compiled and has its arguments.
void run_repeatedly(DeviceExecutable& executable, const ModelRunOptions& options,
                    ModelRunReport& report) {
  const core::pjrt::Device& device = *executable.settings().device;
  std::optional<core::Trace> trace;
  if (!options.trace.empty()) trace.emplace(options.trace);
  for (int i = 0; i < options.repeat; ++i) {
    const double begin = core::now_seconds();
    executable.run();
    executable.wait();
    const double end = core::now_seconds();
    report.step_seconds.push_back(end - begin);
    if (trace) {
      trace->span(trace->track(device.name().to_string(), "runs"),
                  {.name = "run", .begin_seconds = begin, .end_seconds = end});
    }
  }
  if (trace) trace->close();
}

void run_on_pjrt(const Program& program, const RunArguments& arguments,
                 const OpenedAccelerator& opening, const ModelRunOptions& options,
                 ModelRunReport& report) {
  const auto start = std::chrono::steady_clock::now();
  const CheckedParts parts = split_checks(program);
  const DeviceRunSettings& opened = opening.get();
  report.open_seconds = core::seconds_since(start);
  Literal argument;  // outlives the executable, which waits for copies from it
  DeviceExecutable executable(parts.computation, opened);
  report.compile_seconds = core::seconds_since(start) - report.open_seconds;
  report.device_kind = executable.settings().device->kind();
  for (const std::string& note : executable.compilation().notes) {
    if (options.on_device_note) options.on_device_note(note);
  }
  for (size_t i = 0; i < arguments.count(); ++i) {
    argument = arguments.get(i);
    executable.set_argument(static_cast<int>(i), argument.bytes());
    executable.wait();
  }
  run_repeatedly(executable, options, report);
  std::vector<Literal> results;
  for (size_t i = 0; i < parts.computation.body.results.size(); ++i)
    results.push_back(executable.result(static_cast<int>(i)));
  report.run = checked_results(parts, std::move(results));
  if (const auto memory = executable.memory()) report.peak_bytes = memory->peak_bytes();
}

void write_results(const std::string& file, const ModelRunReport& report) {
  std::vector<NamedLiteral> tensors;
  for (size_t i = 0; i < report.names.size(); ++i)
    tensors.push_back({report.names[i], report.run.results[i]});
  write_tensors(file, tensors);
}

}  // namespace

int64_t ModelRunReport::num_failed() const {
  const auto has_failed = [](const auto& check) { return !check.passed; };
  return std::ranges::count_if(comparisons, has_failed) +
         std::ranges::count_if(run.checks, has_failed);
}

int64_t ModelRunReport::num_passed() const {
  return static_cast<int64_t>(comparisons.size() + run.checks.size()) - num_failed();
}

double ModelRunReport::largest_error() const {
  double largest = 0;
  for (const ResultComparison& c : comparisons) largest = std::max(largest, c.error);
  return largest;
}

ModelRunReport run_model(const ModelRunOptions& options) {
  const DeviceKind kind = options.device.kind();
  if (!options.trace.empty() && kind == DeviceKind::kReference)
    throw core::UserError({options.trace}, "the interpreter writes no trace: add --device cpu");
  std::optional<AcceleratorStart> accelerator;  // while the program is read
  if (kind == DeviceKind::kAccelerator) accelerator.emplace(options.device);
  ModelRunReport report{.model = options.model,
                        .device = options.device.device,
                        .check = options.check,
                        .tolerance = options.tolerance};
  const LoadedModel loaded = read_model(options, report);
  const RunArguments arguments(loaded, {.model = options.model,
                                        .file = options.inputs,
                                        .params = options.params,
                                        .seed = options.seed,
                                        .threads = options.threads});
  report.inputs = arguments.origin();
  const ExpectedResults expected =
      read_expected_results(loaded.program, report.names, options.check);
  report.not_compared = expected.others;
  if (!options.output.empty()) core::check_writable(options.output);

  const auto start = std::chrono::steady_clock::now();
  if (accelerator) {
    run_on_pjrt(loaded.program, arguments, accelerator->opened(), options, report);
  } else if (kind == DeviceKind::kCpu) {
    run_on_cpu_engine(loaded.program, arguments, options, report);
  } else {
    run_on_reference(loaded.program, arguments, options, report);
  }
  report.run_seconds = core::seconds_since(start);

  if (std::ranges::any_of(report.run.results, has_nan))
    report.first_nan = first_nan(loaded.program, arguments.all(), [&](const Op& op) {
      return op_source_in_file(loaded.program.source, op.line);
    });
  report.comparisons = compare_results(report.run.results, expected.of_results, options.tolerance);
  if (!options.output.empty()) write_results(options.output, report);
  return report;
}

}  // namespace motley::tensor
