// `motley print`: a Program as Motley reads it (functions inlined, values renumbered), and what is
// known of its ops.
#include <fmt/format.h>

#include <chrono>
#include <memory>

#include "apps/motley/commands.h"
#include "apps/motley/options.h"
#include "core/base/threads.h"
#include "motley/model.h"
#include "tensor/compile/describe.h"
#include "tensor/compile/recognize_attention.h"
#include "tensor/grad/train_step.h"
#include "tensor/ir/printer.h"
#include "tensor/passes/gradient_marks.h"
#include "tensor/passes/pass.h"
#include "tensor/report/program_text.h"

namespace motley::apps {
namespace {

using namespace tensor;

struct PrintSettings {
  std::string model, step;
  bool grad = false, ops = false, compiled = false, index = false, json = false;
};

// Loss, gradients and the optimizer's update as one Program: the step that is planned and trained.
Program training_step(LoadedModel loaded, const std::string& optimizer) {
  if (loaded.signature.empty()) {  // every float argument is a parameter
    for (size_t i = 0; i < loaded.program.body.arguments.size(); ++i) {
      const TensorType& type = loaded.program.type(loaded.program.body.arguments[i]);
      loaded.signature.push_back({.role = is_float(type.element) ? Role::kParam : Role::kBatch,
                                  .name = fmt::format("{:03}", i),
                                  .type = type,
                                  .init = {}});
    }
  }
  return build_step(loaded, {.optimizer = optimizer})->step.program;
}

Outcome print_program(const PrintSettings& settings) {
  const auto start = std::chrono::steady_clock::now();
  LoadedModel loaded = load_model(settings.model);
  if (settings.grad || !settings.step.empty()) {
    print_note(loaded.gradient_note);
  } else if (loaded.is_imported) {
    loaded.program = strip_gradient_marks(loaded.program);
  }
  if (settings.compiled) loaded.program = recognize_attention(loaded.program);
  if (settings.grad) differentiate(loaded);
  if (!settings.step.empty()) loaded.program = training_step(loaded, settings.step);
  const Program& program = loaded.program;
  const std::chrono::duration<double> read_time = std::chrono::steady_clock::now() - start;
  verify(program);
  if (settings.json) return {.text = program_json(program, read_time.count())};
  if (settings.ops) return {.text = op_table(program)};
  if (settings.index) return {.text = index_table(program)};
  if (settings.compiled)
    return {.text = describe(compile(program, {.num_threads = core::num_cores()}))};
  return {.text = print(program)};
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
  auto* grad = parser->add_flag("--grad", settings->grad,
                                "Print the loss with the gradients of its parameters");
  parser
      ->add_option(
          "--step", settings->step,
          "Print the whole training step with this optimizer (sgd, momentum, adam, adamw:clip=1)")
      ->excludes(grad);
  auto* ops = parser->add_flag("--ops", settings->ops, "Print count, flops and bytes by op");
  auto* index =
      parser->add_flag("--index", settings->index, "Print the index structure of every op");
  auto* json =
      parser->add_flag("--json", settings->json, "Print hash and op counts as one JSON object");
  parser
      ->add_flag("--compiled", settings->compiled,
                 "Print the kernels of the CPU engine in order, with their memory offsets")
      ->excludes(ops)
      ->excludes(index)
      ->excludes(json);
  ops->excludes(index);
  json->excludes(ops)->excludes(index);
  return {parser, [settings] { return print_program(*settings); }};
}

}  // namespace motley::apps
