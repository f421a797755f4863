// `motley run`: runs a Program on this machine and, where asked, checks what it computes.
#include <nlohmann/json.hpp>

#include <chrono>
#include <cmath>
#include <memory>

#include "apps/motley/commands.h"
#include "apps/motley/options.h"
#include "apps/motley/validators.h"
#include "core/base/clock.h"
#include "core/base/error.h"
#include "core/base/integer.h"
#include "core/base/memory.h"
#include "core/base/threads.h"
#include "core/io/files.h"
#include "core/trace/progress.h"
#include "tensor/compile/recognize_attention.h"
#include "tensor/import/tensor_file.h"
#include "tensor/ir/compare.h"
#include "tensor/passes/gradient_marks.h"
#include "tensor/reference/first_nan.h"
#include "tensor/reference/interpreter.h"
#include "tensor/run/checked_executable.h"
#include "tensor/run/device_executable.h"
#include "tensor/run/kernel_trace.h"

namespace motley::apps {
namespace {

using namespace tensor;
using Json = nlohmann::ordered_json;

struct RunSettings {
  std::string model;
  std::string inputs, output, check, trace;  // empty where not given
  double tolerance = 1e-4;
  DeviceSettings accelerator{.device = "reference"};
  uint64_t seed = 0;
  int threads = core::num_cores();
  int repeat = 1;
  bool grad = false, json = false;
};

struct Comparison {
  std::string name, type;
  double error;
  bool passed;
};

// Values for the arguments, one at a time, and a word on where they come from.
class Inputs {
 public:
  // A UserError where the file given is not one of these arguments.
  Inputs(const LoadedModel& loaded, const RunSettings& settings)
      : loaded_(loaded), settings_(settings) {
    for (ValueId v : loaded.program.body.arguments) types_.push_back(loaded.program.type(v));
    const std::string file =
        settings.inputs.empty() ? loaded.inputs_file.value_or("") : settings.inputs;
    if (types_.empty()) {
      if (!settings.inputs.empty())
        throw core::UserError({settings.inputs}, "the program takes no arguments");
      origin_ = "none needed";
    } else if (!file.empty()) {
      file_.emplace(file);
      origin_ = file;
      for (size_t i = 0; i < types_.size(); ++i) file_->bytes(static_cast<int64_t>(i), types_[i]);
    } else {
      origin_ =
          fmt::format("drawn {} with seed {} (integers zero); --inputs gives others",
                      only_defaults() ? "from " + Initial{}.to_string() : "as the signature says",
                      settings.seed);
    }
  }

  const std::string& origin() const { return origin_; }
  size_t count() const { return types_.size(); }

  Literal get(size_t i) const {
    const auto position = static_cast<int64_t>(i);
    if (file_) return Literal::from_bytes(types_[i], file_->bytes(position, types_[i]));
    return draw_argument(spec(i), position, settings_.seed, settings_.threads);
  }

  // All of them, for who keeps them as they are.
  std::vector<Literal> all() const {
    int64_t bytes = 0;
    for (const TensorType& type : types_)
      bytes = core::checked_add(bytes, type.num_bytes()).value_or(INT64_MAX);
    if (bytes > core::machine_memory_bytes()) {
      throw core::UserError({settings_.model},
                            fmt::format("the arguments take {}, more than this machine's {}",
                                        core::readable_bytes(bytes),
                                        core::readable_bytes(core::machine_memory_bytes())));
    }
    std::vector<Literal> arguments;
    for (size_t i = 0; i < types_.size(); ++i) arguments.push_back(get(i));
    return arguments;
  }

 private:
  ArgumentSpec spec(size_t i) const {
    return loaded_.signature.empty() ? ArgumentSpec{.name = {}, .type = types_[i], .init = {}}
                                     : loaded_.signature[i];
  }
  bool only_defaults() const {
    for (size_t i = 0; i < types_.size(); ++i) {
      if (spec(i).init.to_string() != Initial{}.to_string()) return false;
    }
    return true;
  }

  const LoadedModel& loaded_;
  const RunSettings& settings_;
  std::vector<TensorType> types_;
  std::optional<ArgumentFile> file_;
  std::string origin_;
};

// loss and NNN.grad.NAME where the signature tells, NNN.result otherwise.
std::vector<std::string> result_names(const LoadedModel& loaded) {
  const size_t num_results = loaded.program.body.results.size();
  std::vector<std::string> names;
  if (!loaded.signature.empty()) names.push_back("loss");
  std::vector<std::string> gradients;
  for (size_t i = 0; i < loaded.signature.size(); ++i) {
    const ArgumentSpec& spec = loaded.signature[i];
    if (spec.role == Role::kParam && is_float(spec.type.element)) {  // others have no gradient
      gradients.push_back(fmt::format("{:03}.grad.{}", i, spec.name));
    }
  }
  if (!gradients.empty() && num_results == gradients.size() + 1) {
    names.insert(names.end(), gradients.begin(), gradients.end());
  }
  while (names.size() < num_results) names.push_back(fmt::format("{:03}.result", names.size()));
  names.resize(num_results);
  return names;
}

// What the results are to be compared with; what does not fit them is said before anything runs.
std::vector<NamedLiteral> read_expected(const Program& program, const RunSettings& settings) {
  if (settings.check.empty()) return {};
  std::vector<NamedLiteral> expected = read_results(settings.check);
  const std::vector<ValueId>& results = program.body.results;
  if (expected.size() < results.size()) {
    throw core::UserError({settings.check},
                          fmt::format("holds {} tensors, but the program has {} results",
                                      expected.size(), results.size()));
  }
  for (size_t i = 0; i < results.size(); ++i) {
    const TensorType &want = expected[i].value.type(), &have = program.type(results[i]);
    const bool fits =
        have.shape == want.shape || (have.num_elements() == 1 && want.num_elements() == 1);
    if (!fits) {
      throw core::UserError({settings.check},
                            fmt::format("tensor `{}` is {}, but result {} is {}", expected[i].name,
                                        want.to_string(), i, have.to_string()));
    }
  }
  return expected;
}

std::vector<Comparison> compare(const std::vector<Literal>& results,
                                const std::vector<NamedLiteral>& expected,
                                const RunSettings& settings) {
  // Gradients that are zero in exact arithmetic are judged by the scale of the others.
  const auto is_gradient = [](const std::string& name) {
    return name.find(".grad.") != std::string::npos;
  };
  double scale = 0;
  for (const NamedLiteral& e : expected) {
    if (is_gradient(e.name)) scale = std::max(scale, root_mean_square(e.value));
  }
  scale *= std::sqrt(settings.tolerance);
  std::vector<Comparison> comparisons;
  for (size_t i = 0; i < results.size() && i < expected.size(); ++i) {
    const auto& [name, want] = expected[i];
    const double error = relative_error(results[i], want, is_gradient(name) ? scale : 0);
    comparisons.push_back(
        {name, results[i].type().to_string(), error, error <= settings.tolerance});
  }
  return comparisons;
}

// A name in a table: whatever it holds, it is one line.
std::string one_line(std::string name) {
  for (char& c : name) c = static_cast<unsigned char>(c) < ' ' || c == '\x7f' ? '?' : c;
  return name;
}

// "tensor<4x16xf32>  0.1 0.2 0.3 ...  norm 4.25"
std::string summary(const Literal& value) {
  std::string text;
  double square = 0;
  for (int64_t i = 0; i < value.num_elements(); ++i) {
    const double v = value.as_double(i);
    square += v * v;
    if (i < 4) text += fmt::format("{}{:.7g}", i ? " " : "", v);
  }
  if (value.num_elements() > 4) text += " ...";
  if (value.num_elements() > 1) text += fmt::format("   norm {:.6g}", std::sqrt(square));
  return text;
}

struct Report {
  const LoadedModel& loaded;
  const RunSettings& settings;
  std::vector<std::string> unreached;  // parameters whose gradient is zero for want of a way
  std::string inputs;
  double read_seconds = 0, run_seconds = 0, flops = 0;
  std::vector<std::string> names;
  RunResult run;
  std::vector<Comparison> comparisons;
  std::string first_nan = {};  // where it comes from, if a result has one
  // Of the cpu engine and of accelerators:
  std::string device_kind;  // of an accelerator
  double open_seconds = 0;  // its plugin loaded, itself at hand
  double compile_seconds = 0;
  std::vector<double> step_seconds;
  int64_t peak_bytes = 0, live_bytes_peak = 0;  // of values that are not arguments

  int64_t failed() const {
    return std::count_if(comparisons.begin(), comparisons.end(),
                         [](auto& c) { return !c.passed; }) +
           std::count_if(run.checks.begin(), run.checks.end(), [](auto& c) { return !c.passed; });
  }
  int64_t passed() const {
    return static_cast<int64_t>(comparisons.size() + run.checks.size()) - failed();
  }
  double largest_error() const {
    double largest = 0;
    for (const Comparison& c : comparisons) largest = std::max(largest, c.error);
    return largest;
  }
};

std::string text_report(const Report& r) {
  const Program& program = r.loaded.program;
  std::string text = fmt::format(
      "{}\n  program   {} ops, {} arguments, {} results, {:.4g} Mflop, read in {:.3f} s\n",
      r.settings.model, num_ops(program), program.body.arguments.size(),
      program.body.results.size(), r.flops / 1e6, r.read_seconds);
  text +=
      fmt::format("  inputs    {}\n  ran       on the {} device{} in {:.3f} s\n", r.inputs,
                  r.settings.accelerator.device,
                  r.device_kind.empty() ? "" : fmt::format(" ({})", r.device_kind), r.run_seconds);
  for (const std::string& name : r.unreached) {
    text += fmt::format("  note      the loss does not depend on {}: its gradient is zero\n",
                        one_line(name));
  }
  size_t width = 6;
  for (const std::string& name : r.names) width = std::max(width, name.size());
  if (r.comparisons.empty()) {
    text += "\n";
    for (size_t i = 0; i < r.run.results.size(); ++i) {
      const Literal& value = r.run.results[i];
      text += fmt::format("  {:<{}}  {:<20}  {}\n", one_line(r.names[i]), width,
                          value.type().to_string(), summary(value));
    }
  } else {
    text += fmt::format("\n  {:<{}}  {:<20}  relative error\n", "tensor", width, "type");
    for (const Comparison& c : r.comparisons) {
      text += fmt::format("  {:<{}}  {:<20}  {:.2e}{}\n", one_line(c.name), width, c.type, c.error,
                          c.passed ? "" : "  FAILS");
    }
    text += fmt::format(
        "  {} of {} tensors within {:g} of {}, largest {:.2e}\n",
        std::count_if(r.comparisons.begin(), r.comparisons.end(), [](auto& c) { return c.passed; }),
        r.comparisons.size(), r.settings.tolerance, r.settings.check, r.largest_error());
  }
  if (!r.first_nan.empty()) text += fmt::format("  {}\n", r.first_nan);
  for (const CheckResult& check : r.run.checks) {
    text += fmt::format("  {} at {}:{}: {}\n", check.kind, program.source, check.line,
                        check.passed ? "holds" : "FAILS: " + check.detail);
  }
  return text;
}

// JSON has no infinities and no NaN: those become null.
std::string json_report(const Report& r) {
  Json j;
  const bool scalar = !r.run.results.empty() && r.run.results[0].num_elements() == 1;
  j["loss"] = scalar ? Json(r.run.results[0].as_double(0)) : Json();
  j["max_relative_error"] = r.comparisons.empty() ? Json() : Json(r.largest_error());
  if (!r.first_nan.empty()) j["first_nan"] = r.first_nan;
  j["checks_passed"] = r.passed();
  j["checks_failed"] = r.failed();
  j["unreached"] = r.unreached;
  j["device"] = r.settings.accelerator.device;
  if (!r.device_kind.empty()) {
    j["device_kind"] = r.device_kind;
    j["open_seconds"] = r.open_seconds;
  }
  j["inputs"] = r.inputs;
  j["ops"] = num_ops(r.loaded.program);
  j["flops"] = r.flops;
  j["read_seconds"] = r.read_seconds;
  j["run_seconds"] = r.run_seconds;
  if (!r.step_seconds.empty()) {
    j["compile_seconds"] = r.compile_seconds;
    j["step_seconds"] = r.step_seconds;
    j["peak_bytes"] = r.peak_bytes;
    if (r.device_kind.empty()) j["live_bytes_peak"] = r.live_bytes_peak;
  }
  j["results"] = Json::array();
  for (size_t i = 0; i < r.run.results.size(); ++i) {
    const Literal& value = r.run.results[i];
    Json result = {
        {"name", r.names[i]}, {"shape", value.shape()}, {"dtype", numpy_name(value.element())}};
    if (value.num_elements() == 1) result["value"] = value.as_double(0);
    if (i < r.comparisons.size()) result["relative_error"] = r.comparisons[i].error;
    j["results"].push_back(result);
  }
  j["checks"] = Json::array();
  for (const CheckResult& check : r.run.checks) {
    j["checks"].push_back({{"kind", check.kind},
                           {"line", check.line},
                           {"passed", check.passed},
                           {"detail", check.detail}});
  }
  return j.dump(2, ' ', false, Json::error_handler_t::replace) + "\n";
}

void run_on_reference(Report& report, const Inputs& inputs) {
  std::vector<Literal> arguments = inputs.all();
  const Program& program = report.loaded.program;
  core::Progress progress("running", static_cast<int64_t>(program.body.ops.size()));
  int64_t shown = 0;
  report.run = interpret(program, std::move(arguments), {.on_progress = [&](int64_t done, int64_t) {
                           progress.advance(done - shown);
                           shown = done;
                         }});
}

// The Program is compiled, and its memory found to be there, before any argument is made.
void run_on_cpu_engine(Report& report, const Inputs& inputs) {
  const auto start = std::chrono::steady_clock::now();
  CheckedExecutable executable(report.loaded.program, report.settings.threads);
  report.compile_seconds = core::seconds_since(start);
  for (size_t i = 0; i < inputs.count(); ++i)
    executable.set_argument(static_cast<int>(i), inputs.get(i));
  std::optional<core::Trace> trace;
  std::optional<KernelTrace> kernels;
  if (!report.settings.trace.empty()) {
    trace.emplace(report.settings.trace);
    kernels.emplace(*trace, executable.executable());
  }
  for (int i = 0; i < report.settings.repeat; ++i) {
    const auto begin = std::chrono::steady_clock::now();
    executable.run();
    report.step_seconds.push_back(core::seconds_since(begin));
  }
  if (trace) trace->close();
  report.run = executable.results();
  report.peak_bytes = executable.executable().compiled().arena_bytes;
  report.live_bytes_peak = executable.executable().compiled().live_bytes_peak;
}

void run_on_pjrt(Report& report, const Inputs& inputs, const OpenedAccelerator& opening) {
  const auto start = std::chrono::steady_clock::now();
  const CheckedParts parts = split_checks(report.loaded.program);
  const DeviceRunSettings& opened = opening.get();
  report.open_seconds = core::seconds_since(start);
  DeviceExecutable executable(parts.computation, opened);
  const core::pjrt::Device& device = *executable.settings().device;
  report.compile_seconds = core::seconds_since(start) - report.open_seconds;
  report.device_kind = device.kind();
  for (const std::string& note : executable.compilation().notes)
    fmt::print(stderr, "note: {}\n", note);
  for (size_t i = 0; i < inputs.count(); ++i) {
    const Literal argument = inputs.get(i);
    executable.set_argument(static_cast<int>(i), argument.bytes());
    executable.wait();
  }
  std::optional<core::Trace> trace;
  if (!report.settings.trace.empty()) trace.emplace(report.settings.trace);
  for (int i = 0; i < report.settings.repeat; ++i) {
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
  std::vector<Literal> results;
  for (size_t i = 0; i < parts.computation.body.results.size(); ++i)
    results.push_back(executable.result(static_cast<int>(i)));
  report.run = checked_results(parts, std::move(results));
  if (const auto memory = executable.memory()) report.peak_bytes = memory->peak_bytes();
}

Outcome run(const RunSettings& settings) {
  const bool on_accelerator = settings.accelerator.is_accelerator();
  if (!settings.trace.empty() && settings.accelerator.kind() == DeviceKind::kReference)
    throw core::UserError({settings.trace}, "the interpreter writes no trace: add --device cpu");
  std::optional<AcceleratorStart> accelerator;  // while the program is read
  if (on_accelerator) accelerator.emplace(settings.accelerator);
  auto start = std::chrono::steady_clock::now();
  LoadedModel loaded = load_model(settings.model);
  if (settings.grad) {
    print_note(loaded.gradient_note);
  } else {
    loaded.program = strip_gradient_marks(loaded.program);
  }
  std::vector<std::string> unreached;
  double flops = 0;
  if (settings.accelerator.kind() == DeviceKind::kCpu) {
    // Attention is fused while it can still be recognized: before it is differentiated. What it
    // computes again is not counted.
    LoadedModel written = loaded;
    if (settings.grad) differentiate(written);
    flops = flops_of(written.program);
    loaded.program = recognize_attention(loaded.program);
  }
  if (settings.grad) unreached = differentiate(loaded);
  if (settings.accelerator.kind() != DeviceKind::kCpu) flops = flops_of(loaded.program);
  Report report{.loaded = loaded,
                .settings = settings,
                .unreached = std::move(unreached),
                .inputs = {},
                .names = result_names(loaded),
                .run = {},
                .comparisons = {}};
  report.read_seconds = core::seconds_since(start);
  report.flops = flops;
  const Inputs inputs(loaded, settings);
  report.inputs = inputs.origin();
  const std::vector<NamedLiteral> expected = read_expected(loaded.program, settings);
  if (!settings.output.empty()) core::check_writable(settings.output);

  start = std::chrono::steady_clock::now();
  if (on_accelerator) {
    run_on_pjrt(report, inputs, accelerator->opened());
  } else if (settings.accelerator.kind() == DeviceKind::kCpu) {
    run_on_cpu_engine(report, inputs);
  } else {
    run_on_reference(report, inputs);
  }
  report.run_seconds = core::seconds_since(start);

  if (std::ranges::any_of(report.run.results, has_nan))
    report.first_nan = first_nan(loaded.program, inputs.all());
  report.comparisons = compare(report.run.results, expected, settings);
  if (!settings.output.empty()) {
    std::vector<NamedLiteral> tensors;
    for (size_t i = 0; i < report.names.size(); ++i)
      tensors.push_back({report.names[i], report.run.results[i]});
    write_tensors(settings.output, tensors);
  }
  return {.text = settings.json ? json_report(report) : text_report(report),
          .yes = report.failed() == 0};
}

}  // namespace

Command add_run(CLI::App& app) {
  auto settings = std::make_shared<RunSettings>();
  CLI::App* parser =
      app.add_subcommand("run", "Run a program on this machine and check its results");
  parser
      ->add_option(
          "model", settings->model,
          "A model folder, a StableHLO file (.mlir), or a built-in model (gpt:layers=2,hidden=64)")
      ->required();
  parser
      ->add_option("--inputs", settings->inputs,
                   "Safetensors file with the arguments (NNN.param.NAME, NNN.batch.NAME)")
      ->check(file_name());
  parser->add_option("--output", settings->output, "Write the results to this safetensors file")
      ->check(file_name());
  parser->add_option("--check", settings->check, "Compare the results with this safetensors file")
      ->check(file_name());
  parser
      ->add_option("--tolerance", settings->tolerance,
                   "Largest relative error (in norm, per tensor) that passes --check")
      ->capture_default_str()
      ->check(number_from_zero());
  parser
      ->add_option(
          "--device", settings->accelerator.device,
          "Device: reference (interpreter, slow), cpu (compiling engine), or an accelerator: "
          "cuda, cuda:1, or pjrt with --plugin")
      ->capture_default_str()
      ->check(device_name(true));
  add_accelerator_options(*parser, settings->accelerator);
  parser
      ->add_option("--threads", settings->threads, "Threads of the CPU engine (default: all cores)")
      ->check(CLI::Range(1, 1024));
  parser
      ->add_option("--trace", settings->trace,
                   "Write a trace of every kernel for Perfetto (ui.perfetto.dev)")
      ->check(file_name());
  parser->add_option("--repeat", settings->repeat, "Number of timed runs")
      ->capture_default_str()
      ->check(CLI::Range(1, 1000000));
  parser->add_option("--seed", settings->seed, "Random seed of arguments that no file provides")
      ->capture_default_str()
      ->check(whole_number());
  parser->add_flag("--grad", settings->grad,
                   "Differentiate: run the loss and the gradient of every parameter");
  parser->add_flag("--json", settings->json, "One JSON object on standard output");
  return {parser, [settings] { return run(*settings); }};
}

}  // namespace motley::apps
