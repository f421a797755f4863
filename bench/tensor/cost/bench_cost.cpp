// Predicted and measured step times: loss and gradients of models that the probe has not run.
//
//   bench_tensor_cost [--cluster FILE] [--only TEXT] [--runs N] [--classes]
//
// Without a file the machine is probed first. The measured time of a step is the sum over its
// kernels, each undisturbed (tensor/measure/timing.h); `median` is that of whole steps. A wrong
// result is reported without a time: the loss must equal that of the loss Program compiled alone.
#include <fmt/format.h>
#include <malloc.h>

#include <algorithm>
#include <chrono>
#include <cmath>
#include <cstdio>
#include <cstring>
#include <fstream>
#include <iostream>

#include "core/base/error.h"
#include "core/base/threads.h"
#include "core/cluster/cluster_file.h"
#include "tensor/compile/recognize_attention.h"
#include "tensor/cost/memory_cost.h"
#include "tensor/cost/program_cost.h"
#include "tensor/grad/reverse.h"
#include "tensor/import/model.h"
#include "tensor/measure/measure.h"
#include "tensor/models/models.h"

namespace motley::tensor {
namespace {

// Six model families, each with a step of 0.1 to 1 s on two cores.
constexpr const char* kModels[] = {
    "gpt:layers=4,hidden=256,seq=256,vocab=8192,batch=4",
    "bert-moe:layers=4,hidden=256,batch=4,vocab=8192,experts=8",
    "vit:layers=4,hidden=384,batch=4",
    "resnet:image=112,batch=4",
    "vgg:image=64,batch=4,ff=1024",
    "bert:layers=4,hidden=512,seq=128,batch=4,vocab=8192",
};

struct Settings {
  std::string cluster, only;
  int num_runs = 9;
  bool classes = false;
};

Settings parse_settings(const std::vector<std::string>& words) {
  Settings s;
  for (size_t i = 0; i < words.size(); ++i) {
    if (words[i] == "--classes") {
      s.classes = true;
      continue;
    }
    if (i + 1 == words.size()) throw core::UserError(words[i] + " needs a value");
    if (words[i] == "--cluster") {
      s.cluster = words[++i];
    } else if (words[i] == "--only") {
      s.only = words[++i];
    } else if (words[i] == "--runs") {
      s.num_runs = std::max(3, std::stoi(words[++i]));
    } else {
      throw core::UserError(words[i] +
                            " is unknown; there are --cluster, --only, --runs and --classes");
    }
  }
  return s;
}

core::DeviceType device_of(const Settings& settings) {
  if (!settings.cluster.empty()) return core::read_cluster(settings.cluster).device_types.at(0);
  return measure_cpu({.num_threads = core::num_cores()});
}

int64_t resident_bytes(const char* key) {
  std::ifstream stream("/proc/self/status");
  for (std::string line; std::getline(stream, line);)
    if (line.starts_with(key)) return std::stoll(line.substr(std::strlen(key) + 1)) * 1024;
  return 0;
}

struct Step {
  Program loss, gradients;
  Signature signature;
};

Step step_of(const std::string& name) {
  BuiltModel model = build_model(name);
  std::vector<int> params;
  for (size_t i = 0; i < model.signature.size(); ++i)
    if (model.signature[i].role == Role::kParam) params.push_back(static_cast<int>(i));
  Program loss = recognize_attention(model.loss);
  Program gradients = loss_and_gradients(loss, params).program;
  return {std::move(loss), std::move(gradients), std::move(model.signature)};
}

void draw_arguments(const Step& step, Executable& executable) {
  for (size_t i = 0; i < step.signature.size(); ++i) {
    const Literal value = draw_argument(step.signature[i], static_cast<int64_t>(i), 0,
                                        executable.compiled().num_threads);
    std::ranges::copy(value.bytes(), executable.argument(static_cast<int>(i)).data());
  }
}

float loss_of(Executable& executable) {
  float loss = 0;
  std::memcpy(&loss, executable.result(0).data(), sizeof loss);
  return loss;
}

float loss_alone(const Step& step, int threads) {
  Executable executable(compile(step.loss, {.num_threads = threads}));
  draw_arguments(step, executable);
  executable.run();
  return loss_of(executable);
}

struct Comparison {
  double predicted = 0, measured = 0, median = 0;
};

void print_errors(const char* of_what, std::vector<double> errors) {
  if (errors.empty()) return;
  for (double& error : errors) error = std::abs(error);
  std::sort(errors.begin(), errors.end());
  fmt::print("# error of the time, {}: median {:.1f} %, worst {:.1f} %\n", of_what,
             100 * errors[errors.size() / 2], 100 * errors.back());
}

void print_classes(const ProgramCost& cost, const std::vector<Timing>& measured) {
  ProgramCost seen = cost;
  for (size_t i = 0; i < seen.kernels.size(); ++i) seen.kernels[i].seconds = measured[i].seconds;
  const std::vector<ClassCost> predicted = by_class(cost);
  for (const ClassCost& c : by_class(seen)) {
    const auto p = std::ranges::find(predicted, c.op_class, &ClassCost::op_class);
    fmt::print("#   {:<12} {:>5} predicted {:>9.2f} measured {:>9.2f} ms  {:+.0f} %\n", c.op_class,
               c.num_kernels, p->seconds * 1e3, c.seconds * 1e3,
               100 * (p->seconds / c.seconds - 1));
  }
}

// The kernels with the largest prediction errors, in milliseconds.
void print_worst(const ProgramCost& cost, const CompiledProgram& compiled,
                 const std::vector<Timing>& measured) {
  std::vector<size_t> order(cost.kernels.size());
  for (size_t i = 0; i < order.size(); ++i) order[i] = i;
  const auto gap = [&](size_t i) {
    return std::abs(cost.kernels[i].seconds - measured[i].seconds);
  };
  std::ranges::sort(order, std::greater<>(), gap);
  for (size_t n = 0; n < std::min<size_t>(12, order.size()); ++n) {
    const KernelStep& step = compiled.steps[order[n]];
    std::string parts;
    for (const WorkPart& part : step.kernel.work)
      parts += fmt::format(" {}[{}]={:.3g}", part.kind, fmt::join(part.size, ","), part.amount);
    fmt::print("#   {:<22} predicted {:>8.2f} measured {:>8.2f} ms {}\n", step.kernel.name,
               cost.kernels[order[n]].seconds * 1e3, measured[order[n]].seconds * 1e3,
               parts.substr(0, 300));
  }
}

// Empty if the result is wrong.
std::optional<Comparison> compare_model(const std::string& name, const DeviceTables& device,
                                        const Settings& settings) {
  const Step step = step_of(name);
  const int threads = std::max(1, device.type().threads);
  const float expected = loss_alone(step, threads);
  const CompiledProgram compiled = compile(step.gradients, {.num_threads = threads});
  const ProgramCost cost = cost_of(compiled, device);
  const int64_t memory = memory_of(compiled, {}).total_bytes();

  const int64_t before = resident_bytes("VmRSS:");
  Executable executable(compiled);
  draw_arguments(step, executable);
  const std::vector<Timing> kernels = time_kernels(executable, settings.num_runs);
  const int64_t grown = resident_bytes("VmRSS:") - before;
  std::vector<double> whole;
  for (int i = 0; i < settings.num_runs; ++i) {
    const auto begin = std::chrono::steady_clock::now();
    executable.run();
    whole.push_back(
        std::chrono::duration<double>(std::chrono::steady_clock::now() - begin).count());
  }
  std::sort(whole.begin(), whole.end());
  if (!(std::abs(loss_of(executable) - expected) <= 1e-4 * std::abs(expected))) {
    fmt::print("{:<60} WRONG: loss {} instead of {}\n", name, loss_of(executable), expected);
    return std::nullopt;
  }
  Comparison c{.predicted = cost.seconds, .median = whole[whole.size() / 2]};
  for (const Timing& t : kernels) c.measured += t.seconds;
  fmt::print("{:<60} {:>9.1f} {:>9.1f} {:>6.3f} {:>9.1f} {:>9.1f} {:>9.1f} {:>9.1f} {:>6.3f}\n",
             name, c.predicted * 1e3, c.measured * 1e3, c.predicted / c.measured, c.median * 1e3,
             whole.front() * 1e3, static_cast<double>(memory) * 1e-6,
             static_cast<double>(grown) * 1e-6,
             static_cast<double>(memory) / static_cast<double>(grown));
  if (settings.classes) print_classes(cost, kernels), print_worst(cost, compiled, kernels);
  std::fflush(stdout);
  return c;
}

int run_all(const Settings& settings) {
  const DeviceTables device(device_of(settings));
  fmt::print("{:<60} {:>9} {:>9} {:>6} {:>9} {:>9} {:>9} {:>9} {:>6}\n", "# model", "predicted",
             "measured", "ratio", "median", "best ms", "predicted", "grown MB", "ratio");
  std::vector<double> of_kernels, of_steps;
  int num_wrong = 0;
  for (const char* name : kModels) {
    if (std::string(name).find(settings.only) == std::string::npos) continue;
    const auto c = compare_model(name, device, settings);
    num_wrong += !c;
    if (!c) continue;
    of_kernels.push_back(c->predicted / c->measured - 1);
    of_steps.push_back(c->predicted / c->median - 1);
  }
  print_errors("sums over kernels", of_kernels);
  print_errors("medians of steps", of_steps);
  return num_wrong ? 1 : 0;
}

}  // namespace
}  // namespace motley::tensor

int main(int argc, char** argv) {
  using namespace motley;
  core::restart_with_short_waits(argv);
  // Freed memory is returned at once, so growth equals memory in use.
  mallopt(M_MMAP_THRESHOLD, 1 << 16);
  try {
    return tensor::run_all(tensor::parse_settings({argv + 1, argv + argc}));
  } catch (const std::exception& e) {
    std::cerr << "bench: " << e.what() << "\n";
    return 2;
  }
}
