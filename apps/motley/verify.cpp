// `motley verify` and `motley simulate`: what a plan computes, and what it takes.
#include "tensor/run/verify.h"

#include <fmt/format.h>
#include <nlohmann/json.hpp>

#include <memory>
#include <random>

#include "apps/motley/commands.h"
#include "apps/motley/sharded_plan.h"
#include "core/base/error.h"
#include "core/io/files.h"
#include "core/trace/trace.h"
#include "tensor/data/batches.h"
#include "tensor/import/tensor_file.h"
#include "tensor/ir/printer.h"
#include "tensor/lower/rank_program.h"

namespace motley::apps {
namespace {

using namespace tensor;
using namespace tensor::predict;
using namespace tensor::propagate;
using Json = nlohmann::ordered_json;

struct VerifyOptions {
  std::string plan, inputs, device = "reference";
  bool json = false;
};

// Of a file where there is one, else as training begins: drawn parameters, built-in batches, and
// state as after some steps, so that none of it hides behind zeros.
std::vector<Literal> step_arguments(const StepOnCluster& on, const std::string& inputs) {
  std::optional<ArgumentFile> file;
  const std::string name = !inputs.empty() ? inputs : on.loaded.inputs_file.value_or("");
  if (!name.empty()) file.emplace(name);
  // One batch after the other into the step's, which has a batch for each micro-batch.
  const auto batch = batch_arguments(on.loaded.program, on.loaded.signature);
  std::vector<Literal> drawn_batch;
  for (const StepArgument& a : on.step.arguments) {
    if (a.role == StepRole::kBatch) drawn_batch.push_back(Literal::zeros(a.type));
  }
  for (int64_t k = 0; k < on.microbatches.count; ++k) {
    std::vector<std::span<std::byte>> spans;
    for (size_t i = 0; i < batch.size(); ++i) {
      const int64_t size = batch[i].type.num_bytes();
      const bool shared = size == drawn_batch[i].num_bytes();
      spans.emplace_back(drawn_batch[i].data() + (shared ? 0 : k * size), size);
    }
    built_in_batches(batch, 0).fill(k, spans);
  }

  std::vector<Literal> arguments;
  std::mt19937_64 random(0);
  size_t next_batch = 0;
  for (const StepArgument& a : on.step.arguments) {
    const int position = a.loss_argument;
    if (a.role == StepRole::kSetting) {
      arguments.push_back(Literal::zeros(a.type));
      arguments.back().set_from_double(0, 0.01);
    } else if (a.role == StepRole::kState && position < 0) {
      Literal& state = arguments.emplace_back(Literal::zeros(a.type));
      for (int64_t i = 0; i < state.num_elements(); ++i) {
        state.set_from_double(i, 1 + static_cast<double>(random() % 1000) / 1000);
      }
    } else if (file && file->has(position) &&
               (a.role != StepRole::kBatch || on.microbatches.count == 1)) {
      arguments.push_back(Literal::from_bytes(a.type, file->bytes(position, a.type)));
      next_batch += a.role == StepRole::kBatch;
    } else if (a.role == StepRole::kBatch) {
      arguments.push_back(drawn_batch[next_batch++]);
    } else {
      arguments.push_back(draw_argument(on.loaded.signature[position], position, 0));
    }
  }
  return arguments;
}

// What JAX computed on the folder's own inputs, where verify uses these.
std::vector<NamedLiteral> values_of_jax(const StepOnCluster& on, const std::string& inputs) {
  const std::string file = on.model + "/expected.safetensors";
  if (!inputs.empty() || !on.loaded.inputs_file || on.microbatches.count > 1 ||
      core::path_kind(file) != core::PathKind::kFile)
    return {};
  return read_results(file);
}

Outcome verify(const VerifyOptions& s) {
  const PlanFile file = read_plan(s.plan);
  const bool reference = s.device == "reference";
  const VerifyResult result = verify_step(file.on->step, file.plan.plan, file.plan.costs,
                                          step_arguments(*file.on, s.inputs),
                                          {.reference = reference,
                                           .tolerance = reference ? 1e-6 : 1e-4,
                                           .from_jax = values_of_jax(*file.on, s.inputs)});
  if (s.json) {
    const Json json = {{"ok", result.ok},
                       {"max_relative_error", result.max_relative_error},
                       {"worst", result.worst},
                       {"compared", result.num_compared},
                       {"compared_with_jax", result.num_from_jax},
                       {"max_jax_error", result.max_jax_error}};
    return {.text = json.dump() + "\n", .yes = result.ok};
  }
  std::string text = fmt::format("{}: {} values of one step on {} ranks, at most {:.2g} apart{}",
                                 result.ok ? "equal" : "DIFFERENT", result.num_compared,
                                 file.plan.plan.group.num_ranks(), result.max_relative_error,
                                 result.worst.empty() ? "" : " (" + result.worst + ")");
  if (result.num_from_jax > 0) {
    text += fmt::format("; {} values of JAX, at most {:.2g} apart", result.num_from_jax,
                        result.max_jax_error);
  }
  return {.text = text + "\n", .yes = result.ok};
}

struct SimulateOptions {
  std::string plan, trace;
  int rank = -1;
  bool json = false, text = false;
};

void write_spans(const StepOnCluster& on, const ShardedPlan& plan, const std::string& file) {
  core::Trace trace(file, 0);
  for (const KindOfRank& kind : plan.time.kinds) {
    const std::string rank =
        fmt::format("rank {} ({}, {} alike)", kind.first_rank,
                    on.cluster.device_types[kind.device_type].name, kind.num_ranks);
    const auto compute = trace.track(rank, "compute"), network = trace.track(rank, "communication");
    for (const PredictedSpan& span : plan.time.spans) {
      if (span.rank != kind.first_rank) continue;
      trace.span(span.is_communication ? network : compute, {.name = span.name,
                                                             .begin_seconds = span.begin_seconds,
                                                             .end_seconds = span.end_seconds});
    }
  }
  trace.close();
}

// One rank's list of compute segments and communication, and each segment's Program.
std::string rank_text(const PlanFile& file, int rank) {
  const ShardPlan& plan = file.plan.plan;
  if (rank >= plan.group.num_ranks()) {
    throw core::UserError(
        fmt::format("--rank {}: the plan has ranks 0 to {}", rank, plan.group.num_ranks() - 1));
  }
  const ShardingProblem problem(file.on->step.program, file.on->num_updated(), plan.group,
                                file.plan.costs);
  const RankProgram program =
      rank_program(plan.group, rank, local_program(problem, plan, rank),
                   {plan.bucket_bytes, plan.prefetch_bytes, &problem.costs()});
  std::string text = program.to_string();
  for (size_t i = 0; i < program.segments.size(); ++i) {
    text += fmt::format("\nsegment {}:\n{}", i, print(program.segments[i].program));
  }
  return text;
}

Outcome simulate(const SimulateOptions& s) {
  if (!s.trace.empty()) core::check_writable(s.trace);
  const PlanFile file = read_plan(s.plan);
  if (s.rank >= 0) return {.text = rank_text(file, s.rank)};
  if (!s.trace.empty()) write_spans(*file.on, file.plan, s.trace);
  const bool fits = file.plan.time.out_of_memory.empty();
  if (s.json) {
    const Json json = {{"strategy", file.plan.strategy},
                       {"step_seconds", file.plan.time.step_seconds},
                       {"compute_seconds", file.plan.time.compute_seconds},
                       {"exposed_seconds", file.plan.time.exposed_seconds},
                       {"peak_bytes", file.plan.time.peak_bytes},
                       {"fits", fits}};
    return {.text = json.dump() + "\n", .yes = fits};
  }
  return {.text = plan_text(*file.on, file.plan), .yes = fits};
}

}  // namespace

Command add_verify(CLI::App& app) {
  auto s = std::make_shared<VerifyOptions>();
  CLI::App* parser = app.add_subcommand(
      "verify", "Check that a plan computes the same step as one device, on in-process ranks");
  parser->add_option("plan", s->plan, "Sharded plan written by motley plan MODEL -o FILE")
      ->required();
  parser->add_option("--inputs", s->inputs,
                     "Parameters and batch (safetensors, NNN.param.NAME); default: random");
  parser
      ->add_option("--device", s->device,
                   "reference (float64, tolerance 1e-6) or cpu (float32, 1e-4)")
      ->check(CLI::IsMember({"reference", "cpu"}));
  parser->add_flag("--json", s->json, "One JSON object on standard output");
  return {parser, [s] { return verify(*s); }};
}

Command add_simulate(CLI::App& app) {
  auto s = std::make_shared<SimulateOptions>();
  CLI::App* parser =
      app.add_subcommand("simulate", "Simulate a plan: predict its step time and memory");
  parser->add_option("plan", s->plan, "Sharded plan written by motley plan MODEL -o FILE")
      ->required();
  parser->add_option("--trace", s->trace, "Write the timeline as a trace for Perfetto");
  parser
      ->add_option("--rank", s->rank,
                   "Print this rank's program instead: its compute segments and communication")
      ->check(CLI::Range(0, 1 << 20));
  parser->add_flag("--json", s->json, "One JSON object on standard output");
  parser->add_flag("--text", s->text, "Text output (default)");
  return {parser, [s] { return simulate(*s); }};
}

}  // namespace motley::apps
