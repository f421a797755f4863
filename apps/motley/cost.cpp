// motley cost: what a model's step should take on each device type of a cluster, without running
// it.
#include <nlohmann/json.hpp>

#include <memory>

#include "apps/motley/commands.h"
#include "apps/motley/options.h"
#include "apps/motley/validators.h"
#include "core/base/memory.h"
#include "core/base/threads.h"
#include "core/cluster/cluster_file.h"
#include "motley/model.h"
#include "tensor/compile/recognize_attention.h"
#include "tensor/cost/memory_cost.h"
#include "tensor/cost/program_cost.h"

namespace motley::apps {

namespace {

using namespace tensor;
using Json = nlohmann::ordered_json;

struct CostSettings {
  std::string model, cluster;
  std::optional<std::string> optimizer;
  bool json = false;
};

// A step ready to be compiled, and what its arguments are.
struct CostedStep {
  Program program;
  std::vector<ArgumentKind> kinds;
  std::vector<Update> updates;
};

// Attention is fused while it can still be recognized: before it is differentiated.
CostedStep costed_step(const CostSettings& settings) {
  LoadedModel loaded = load_model(settings.model);
  print_note(loaded.gradient_note);
  CostedStep step;
  if (!settings.optimizer) {
    loaded.program = recognize_attention(loaded.program);
    differentiate(loaded);
    for (const ArgumentSpec& spec : loaded.signature)
      step.kinds.push_back(spec.role == Role::kBatch ? ArgumentKind::kBatch
                                                     : ArgumentKind::kParameter);
    step.program = std::move(loaded.program);
    return step;
  }
  if (loaded.signature.empty())
    throw core::UserError({settings.model},
                          "has no signature that tells which arguments are parameters; name a "
                          "model folder, or leave --optimizer out");
  const ModelStepPtr built = build_step(loaded, {.optimizer = *settings.optimizer});
  const TrainStep& train = built->step;
  for (const StepArgument& argument : train.arguments)
    step.kinds.push_back(argument.role == StepRole::kParam || argument.role == StepRole::kFrozen
                             ? ArgumentKind::kParameter
                         : argument.role == StepRole::kState ? ArgumentKind::kState
                                                             : ArgumentKind::kBatch);
  step.updates = updates_of(train);
  step.program = train.program;
  return step;
}

struct DeviceCost {
  const core::DeviceType& type;
  int threads = 1;
  ProgramCost time;
  MemoryCost memory;
  double flops = 0;

  bool fits() const { return memory.total_bytes() <= type.memory_bytes; }
  double peak_share(double flops_done, double seconds) const {
    return seconds > 0 ? flops_done / seconds / type.flops_per_second : 0;
  }
  // How much of the time comes from tables.
  double measured_share() const {
    double measured = 0;
    for (const KernelCost& k : time.kernels) measured += k.measured ? k.seconds : 0;
    return time.seconds > 0 ? measured / time.seconds : 0;
  }
};

DeviceCost cost_on(const core::DeviceType& type, const CostedStep& step) {
  const int threads = type.threads > 0 ? type.threads : core::num_cores();
  const CompiledProgram compiled =
      compile(step.program, {.num_threads = threads, .updates = step.updates});
  DeviceCost cost{type, threads, cost_of(compiled, DeviceTables(type)),
                  memory_of(compiled, step.kinds)};
  for (const KernelCost& k : cost.time.kernels) cost.flops += k.flops;
  return cost;
}

std::string time_table(const DeviceCost& cost) {
  std::string text = fmt::format("  {:<12} {:>7} {:>11} {:>11} {:>11} {:>7} {:>7}\n", "class",
                                 "kernels", "Gflop", "MB", "ms", "step", "peak");
  const auto line = [&](const ClassCost& c) {
    text += fmt::format("  {:<12} {:>7} {:>11.3f} {:>11.2f} {:>11.3f} {:>6.1f}% {:>6.1f}%\n",
                        c.op_class, c.num_kernels, c.flops * 1e-9, c.bytes * 1e-6, c.seconds * 1e3,
                        cost.time.seconds > 0 ? 100 * c.seconds / cost.time.seconds : 0,
                        100 * cost.peak_share(c.flops, c.seconds));
  };
  ClassCost sum{"step"};
  for (const ClassCost& c : by_class(cost.time)) {
    line(c);
    sum.num_kernels += c.num_kernels;
    sum.flops += c.flops, sum.bytes += c.bytes, sum.seconds += c.seconds;
  }
  line(sum);
  return text;
}

// Kind and bytes, in the order of the table.
std::vector<std::pair<const char*, int64_t>> memory_kinds(const MemoryCost& m) {
  return {{"parameters", m.parameter_bytes},
          {"state", m.state_bytes},
          {"batch", m.batch_bytes},
          {"constants", m.constant_bytes},
          {"bodies", m.body_bytes},
          {"results", m.result_bytes},
          {"activations", m.activation_bytes},
          {"working", m.working_bytes},
          {"scratch", m.scratch_bytes},
          {"unused", m.unused_bytes}};
}

std::string text_of(const DeviceCost& cost) {
  std::string text =
      fmt::format("{}: {:.4g} Gflop/s, {:.4g} GB/s, {}\n\n", cost.type.name,
                  cost.type.flops_per_second * 1e-9, cost.type.memory_bytes_per_second * 1e-9,
                  cost.type.measured.empty()
                      ? std::string("nothing measured: by its roofline")
                      : fmt::format("{} threads, {:.0f} % of the time from measured tables",
                                    cost.threads, 100 * cost.measured_share()));
  text += time_table(cost) + "\n";
  for (const auto& [kind, bytes] : memory_kinds(cost.memory))
    if (bytes > 0) text += fmt::format("  {:<12} {:>12}\n", kind, core::readable_bytes(bytes));
  text +=
      fmt::format("  {:<12} {:>12}{}\n", "memory", core::readable_bytes(cost.memory.total_bytes()),
                  cost.fits() ? "" : "  does not fit");
  return text;
}

Json json_of(const DeviceCost& cost) {
  Json classes = Json::array(), memory;
  for (const ClassCost& c : by_class(cost.time))
    classes.push_back({{"class", c.op_class},
                       {"kernels", c.num_kernels},
                       {"flops", c.flops},
                       {"bytes", c.bytes},
                       {"seconds", c.seconds},
                       {"peak_share", cost.peak_share(c.flops, c.seconds)}});
  for (const auto& [kind, bytes] : memory_kinds(cost.memory))
    memory[std::string(kind) + "_bytes"] = bytes;
  return {{"device_type", cost.type.name},
          {"step_seconds", cost.time.seconds},
          {"measured_share", cost.measured_share()},
          {"flops", cost.flops},
          {"peak_share", cost.peak_share(cost.flops, cost.time.seconds)},
          {"peak_bytes", cost.memory.total_bytes()},
          {"arena_bytes", cost.memory.arena_bytes},
          {"fits", cost.fits()},
          {"classes", classes},
          {"memory", memory}};
}

Outcome cost(const CostSettings& settings) {
  const core::Cluster cluster = core::read_cluster(settings.cluster);
  const CostedStep step = costed_step(settings);
  Outcome outcome;
  Json devices = Json::array();
  for (const core::DeviceType& type : cluster.device_types) {
    const DeviceCost each = cost_on(type, step);
    outcome.yes = outcome.yes && each.fits();
    if (settings.json) {
      devices.push_back(json_of(each));
    } else {
      outcome.text += (outcome.text.empty() ? "" : "\n") + text_of(each);
    }
  }
  if (settings.json)
    outcome.text = Json{{"model", settings.model}, {"devices", devices}}.dump(2) + "\n";
  return outcome;
}

}  // namespace

Command add_cost(CLI::App& app) {
  auto settings = std::make_shared<CostSettings>();
  CLI::App* parser = app.add_subcommand(
      "cost", "Predict the cost of a model on each device type: time by op class, memory by kind");
  parser
      ->add_option("model", settings->model,
                   "A model folder, a StableHLO file, or a built-in model (gpt:layers=2,hidden=64)")
      ->required();
  parser
      ->add_option("--cluster", settings->cluster,
                   "Cluster description (docs/formats.md); a table for each of its device types")
      ->required()
      ->check(file_name());
  parser->add_option(
      "--optimizer", settings->optimizer,
      "Cost of the whole training step with sgd, momentum, adam or adamw (default: loss and "
      "gradients only, as `motley run --grad`)");
  parser->add_flag("--json", settings->json, "One JSON object on standard output");
  return {parser, [settings] { return cost(*settings); }};
}

}  // namespace motley::apps
