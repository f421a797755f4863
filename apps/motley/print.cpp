// `motley print`: a Program as Motley reads it (functions inlined, values renumbered), and what is
// known of its ops.
#include <chrono>
#include <memory>

#include "apps/motley/commands.h"
#include "apps/motley/options.h"
#include "motley/base.h"
#include "motley/model.h"
#include "motley/run.h"
#include "tensor/report/program_text.h"

namespace motley::apps {
namespace {

struct PrintSettings {
  std::string model;
  tensor::ShownProgramOptions shown;
  bool ops = false, index = false, json = false;
};

Outcome print_program(const PrintSettings& settings) {
  const auto start = std::chrono::steady_clock::now();
  const tensor::LoadedModel loaded = load_model(settings.model);
  if (settings.shown.is_differentiated()) print_note(loaded.gradient_note);
  const tensor::Program program = tensor::shown_program(loaded, settings.shown);
  const double read_seconds = core::seconds_since(start);
  if (settings.json) return {.text = tensor::program_json(program, read_seconds)};
  if (settings.ops) return {.text = tensor::op_table(program)};
  if (settings.index) return {.text = tensor::index_table(program)};
  if (settings.shown.compiled) return {.text = tensor::kernels_text(program, core::num_cores())};
  return {.text = tensor::print(program)};
}

}  // namespace

Command add_print(CLI::App& app) {
  auto settings = std::make_shared<PrintSettings>();
  CLI::App* parser =
      app.add_subcommand("print", "Print a program, its training step, or a table of its ops");
  parser
      ->add_option(
          "model", settings->model,
          "A model folder, a StableHLO file (.mlir), or a built-in model (gpt:layers=2,hidden=64)")
      ->required();
  auto* grad = parser->add_flag("--grad", settings->shown.grad,
                                "Print the loss with the gradients of its parameters");
  parser
      ->add_option(
          "--step", settings->shown.step,
          "Print the whole training step with this optimizer (sgd, momentum, adam, adamw:clip=1)")
      ->excludes(grad);
  auto* ops = parser->add_flag("--ops", settings->ops, "Print count, flops and bytes by op");
  auto* index =
      parser->add_flag("--index", settings->index, "Print the index structure of every op");
  auto* json =
      parser->add_flag("--json", settings->json, "Print hash and op counts as one JSON object");
  parser
      ->add_flag("--compiled", settings->shown.compiled,
                 "Print the kernels of the CPU engine in order, with their memory offsets")
      ->excludes(ops)
      ->excludes(index)
      ->excludes(json);
  ops->excludes(index);
  json->excludes(ops)->excludes(index);
  return {parser, [settings] { return print_program(*settings); }};
}

}  // namespace motley::apps
