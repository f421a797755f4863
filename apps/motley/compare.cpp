// `motley compare`: every strategy that people know and the planner's own, a row each.
#include <chrono>
#include <memory>

#include "apps/motley/command_line.h"
#include "apps/motley/commands.h"
#include "apps/motley/options.h"
#include "apps/motley/validators.h"
#include "motley/base.h"
#include "motley/plan.h"
#include "tensor/report/comparison_text.h"

namespace motley::apps {
namespace {

struct CompareSettings {
  std::string model, cluster, optimizer = "adam", report;
  MicrobatchOptions microbatches;
  PlanOptions planning;
  bool bf16_products = false, bf16_gradients = false;
  double time_limit = 0;
  bool json = false;
};

Outcome compare(const CompareSettings& s) {
  const auto begin = std::chrono::steady_clock::now();
  if (!s.report.empty()) core::check_writable(s.report);
  core::WaitingLine waiting("comparing");
  PlanOptions planning = s.planning;
  planning.on_progress = shown_on(waiting);
  planning.deadline = deadline_of(s.time_limit, begin);
  const auto model = load_model(s.model);
  const Microbatches microbatches = microbatches_of(s.microbatches, model);
  const StepPtr step = build_step(model, {.optimizer = s.optimizer,
                                          .microbatches = microbatches,
                                          .bf16_products = s.bf16_products,
                                          .bf16_gradients = s.bf16_gradients});
  print_notes({model.gradient_note, microbatches.note});
  const auto on = on_cluster(step, read_cluster(s.cluster), s.cluster);
  print_note(note_of_late_start(s.time_limit, begin));
  const Comparison rows = compare_strategies(on, planning);
  if (!s.report.empty()) {
    core::replace_text_file(s.report, tensor::comparison_page(rows, page_origin()));
  }
  return {.text = s.json ? tensor::comparison_json(rows) : tensor::comparison_text(rows)};
}

}  // namespace

Command add_compare(CLI::App& app) {
  auto s = std::make_shared<CompareSettings>();
  CLI::App* parser = app.add_subcommand(
      "compare", "Predict the step time and memory of a model under every strategy");
  parser
      ->add_option("model", s->model,
                   "Model folder, or built-in model such as gpt:layers=12,batch=64")
      ->required();
  file_option(*parser, "--cluster", s->cluster,
              "Cluster description: devices, hosts and links (docs/formats.md)")
      ->required();
  parser->add_option("--optimizer", s->optimizer,
                     "Optimizer: sgd, momentum, adam (default), adamw, lion or adafactor");
  add_precision_option(*parser, s->bf16_products);
  add_gradient_option(*parser, s->bf16_gradients);
  add_level_option(*parser, s->planning);
  add_time_limit_option(*parser, s->time_limit);
  add_microbatches_option(*parser, s->microbatches);
  add_accumulation_options(*parser, s->microbatches);
  add_report_option(*parser, s->report);
  json_option(*parser, s->json);
  return {parser, [s] { return compare(*s); }};
}

}  // namespace motley::apps
