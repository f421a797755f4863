// `motley check-gradient`: whether our gradient of a model folder's loss agrees with JAX's.
#include <fmt/format.h>
#include <nlohmann/json.hpp>

#include <memory>

#include "apps/motley/command_line.h"
#include "apps/motley/commands.h"
#include "apps/motley/validators.h"
#include "motley/base.h"
#include "motley/error.h"
#include "motley/run.h"
#include "motley/trace.h"

namespace motley::apps {
namespace {

using namespace tensor;

struct CheckGradientOptions {
  std::string model;
  bool json = false;
};

Outcome check_gradient(const CheckGradientOptions& s) {
  restart_with_short_waits();
  const tensor::Model model = read_model(s.model);
  if (!model.gradient) {
    throw core::UserError({s.model},
                          "has no grad.mlir to compare with; examples/jax/export.py "
                          "writes it");
  }
  const core::WaitingLine waiting("comparing gradients");
  const GradientComparison comparison = compare_gradients(model, core::num_cores());
  write_comparison(model, comparison);
  if (s.json) {
    const nlohmann::ordered_json json = {{"agrees", comparison.agrees},
                                         {"max_relative_error", comparison.max_relative_error},
                                         {"reason", comparison.reason}};
    return {.text = core::json_text(json) + "\n", .yes = comparison.agrees};
  }
  const std::string text =
      comparison.agrees
          ? fmt::format("motley's gradient agrees with JAX's, at most {:.2g} apart, and is used",
                        comparison.max_relative_error)
          : fmt::format("JAX's gradient is used: {}", comparison.reason);
  return {.text = fmt::format("{}: {}\n", s.model, text), .yes = comparison.agrees};
}

}  // namespace

Command add_check_gradient(CLI::App& app) {
  auto s = std::make_shared<CheckGradientOptions>();
  CLI::App* parser = app.add_subcommand(
      "check-gradient",
      "Compare the gradient of a model folder's loss with JAX's (grad.mlir) on random inputs");
  parser->add_option("model", s->model, "A model folder with grad.mlir; the answer is kept in it")
      ->required();
  json_option(*parser, s->json);
  return {parser, [s] { return check_gradient(*s); }};
}

}  // namespace motley::apps
