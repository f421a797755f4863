// motley cost: what a model's step should take on each device type of a cluster, without running
// it.
#include "motley/cost.h"

#include <algorithm>
#include <memory>

#include "apps/motley/commands.h"
#include "apps/motley/options.h"
#include "apps/motley/validators.h"
#include "motley/cluster.h"
#include "motley/model.h"
#include "tensor/report/cost_report.h"

namespace motley::apps {

namespace {

struct CostSettings {
  std::string model, cluster;
  std::optional<std::string> optimizer;
  bool bf16_products = false;
  bool json = false;
};

Outcome cost(const CostSettings& settings) {
  const Cluster cluster = read_cluster(settings.cluster);
  const tensor::LoadedModel model = load_model(settings.model);
  print_note(model.gradient_note);
  const auto [costs, warnings] =
      tensor::model_cost(model, cluster, settings.optimizer, settings.bf16_products);
  print_notes(warnings);
  return {.text = settings.json ? tensor::cost_report_json(settings.model, costs)
                                : tensor::cost_report(costs),
          .yes = std::ranges::all_of(costs, &tensor::DeviceTypeCost::fits)};
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
  file_option(*parser, "--cluster", settings->cluster,
              "Cluster description (docs/formats.md); a table for each of its device types")
      ->required();
  parser->add_option(
      "--optimizer", settings->optimizer,
      "Cost of the whole training step with sgd, momentum, adam or adamw (default: loss and "
      "gradients only, as `motley run --grad`)");
  add_precision_option(*parser, settings->bf16_products);
  json_option(*parser, settings->json);
  return {parser, [settings] { return cost(*settings); }};
}

}  // namespace motley::apps
