// `motley compare`: every strategy that people know and the planner's own, on one model and
// cluster, a row each.
#include <fmt/format.h>
#include <nlohmann/json.hpp>

#include <algorithm>
#include <memory>

#include "apps/motley/commands.h"
#include "apps/motley/microbatch_search.h"
#include "apps/motley/pipelines.h"
#include "apps/motley/sharded_plan.h"
#include "core/base/error.h"
#include "core/base/memory.h"
#include "tensor/plan/strategy/strategy_table.h"
#include "tensor/report/plan_text.h"

namespace motley::apps {
namespace {

using namespace tensor;
using namespace tensor::predict;
using namespace tensor::search;
using namespace tensor::stage;
using namespace tensor::strategy;
using Json = nlohmann::ordered_json;

struct CompareSettings {
  std::string model, cluster, optimizer = "adam", level = "full";
  MicrobatchOptions microbatch_options;
  bool json = false;
};

struct Row {
  std::string strategy;
  double step_seconds = 0, compute_seconds = 0, exposed_seconds = 0;
  double bubble = 0;  // share of the step in which the busiest device waits for its turn
  int64_t peak_bytes = 0;
  std::string memory;  // by device type
  std::string out_of_memory, note;
  bool runs = true;
};

// "v100 12.1 GB, p100 9.4 GB": the fullest rank of each device type.
std::string memory_by_type(const core::Cluster& cluster, const StepTime& time) {
  std::vector<int64_t> most(cluster.device_types.size());
  for (const KindOfRank& kind : time.kinds) {
    most[kind.device_type] = std::max(most[kind.device_type], kind.peak_bytes);
  }
  std::string text;
  for (size_t t = 0; t < most.size(); ++t) {
    if (most[t] == 0) continue;
    text += fmt::format("{}{} {}", text.empty() ? "" : ", ", cluster.device_types[t].name,
                        core::readable_bytes(most[t]));
  }
  return text;
}

Row row_of(const StepOnCluster& on, const ShardedPlan& plan) {
  const StepTime& time = plan.time;
  Row row{.strategy = plan.strategy,
          .step_seconds = time.step_seconds,
          .compute_seconds = time.compute_seconds,
          .exposed_seconds = time.exposed_seconds,
          .peak_bytes = time.peak_bytes,
          .memory = memory_by_type(on.cluster, time),
          .out_of_memory = time.out_of_memory};
  const int64_t batch = batch_dim(on.step).extent;
  const int ranks = plan.plan.group.sizes[0];
  if (strategy::strategy(plan.strategy).shards_batch && batch < ranks) {
    row.note = fmt::format("{} of {} devices along the batch have no sample", ranks - batch, ranks);
  }
  return row;
}

// What `motley plan` would give.
Row own_row(const StepOnCluster& on, SearchEffort level) {
  const ShardedPlan plan = searched_plan(on, {.level = level});
  if (level == SearchEffort::kFull) {
    if (const auto cut = better_with_microbatches(on, {}, plan, /*until_it_fits=*/false).best) {
      Row row = row_of(*cut->on, cut->plan);
      row.note = cut->options;
      return row;
    }
  }
  return row_of(on, plan);
}

Row row_of(const PlannedResult& r) {
  Row row{.strategy = r.strategy,
          .step_seconds = seconds(r.timing.step),
          .out_of_memory = r.timing.out_of_memory,
          .runs = false};
  for (const StageTimes& stage : r.timing.stages) {
    const double busy = seconds(stage.forward + stage.backward) * r.plan.microbatches;
    row.compute_seconds = std::max(row.compute_seconds, busy);
    row.exposed_seconds = std::max(row.exposed_seconds, seconds(stage.all_reduce));
  }
  row.bubble = std::max(0.0, 1 - (row.compute_seconds + row.exposed_seconds) / row.step_seconds);
  row.peak_bytes = r.timing.peak_bytes;
  row.memory = core::readable_bytes(row.peak_bytes);
  row.note = to_string(r.plan);
  return row;
}

std::string table(const StepOnCluster& on, const std::vector<Row>& rows,
                  const std::vector<std::string>& left_out) {
  std::string text = fmt::format("{} with {} on {}: {}\n\n", on.model, on.optimizer,
                                 on.cluster.name.empty() ? on.cluster_file : on.cluster.name,
                                 samples_text(on.samples_per_step(), on.microbatches));
  text += fmt::format("{:<16} {:>10} {:>10} {:>10} {:>7}  {:<5} {}\n", "strategy", "step",
                      "compute", "exposed", "bubble", "fits", "peak memory by device type");
  for (const Row& row : rows) {
    text += fmt::format("{:<16} {:>10} {:>10} {:>10} {:>6.1f}%  {:<5} {}{}\n", row.strategy,
                        duration_text(row.step_seconds), duration_text(row.compute_seconds),
                        duration_text(row.exposed_seconds), 100 * row.bubble,
                        row.out_of_memory.empty() ? "yes" : "no",
                        row.out_of_memory.empty() ? row.memory : row.out_of_memory,
                        row.note.empty() ? "" : "; " + row.note);
  }
  for (const std::string& why : left_out) text += fmt::format("not applicable: {}\n", why);
  return text;
}

Outcome compare(const CompareSettings& s) {
  const Microbatches microbatches = microbatches_of(s.microbatch_options, s.model);
  const auto on = read_step(s.model, s.optimizer, s.cluster, microbatches);
  print_note(microbatches);
  std::vector<Row> rows;
  std::vector<std::string> left_out;
  for (const std::string& strategy : sharding_strategies()) {
    const ShardedPlan plan = plan_by(*on, strategy);
    if (plan.inapplicable_reason.empty()) {
      rows.push_back(row_of(*on, plan));
    } else {
      left_out.push_back(fmt::format("{}: {}", strategy, plan.inapplicable_reason));
    }
  }
  rows.push_back(own_row(*on, s.level == "fast" ? SearchEffort::kFast : SearchEffort::kFull));
  for (const PlannedResult& pipeline : pipelines_of_step(*on)) rows.push_back(row_of(pipeline));
  std::ranges::stable_sort(rows, [](const Row& a, const Row& b) {
    if (a.out_of_memory.empty() != b.out_of_memory.empty()) return a.out_of_memory.empty();
    return a.step_seconds < b.step_seconds;
  });
  if (!s.json) return {.text = table(*on, rows, left_out)};
  Json json = {{"model", on->model},
               {"cluster", on->cluster.name},
               {"optimizer", on->optimizer},
               {"samples_per_step", on->samples_per_step()},
               {"microbatches", on->microbatches.count},
               {"accumulate", on->microbatches.accumulate}};
  json["rows"] = Json::array();
  for (const Row& row : rows) {
    json["rows"].push_back({{"strategy", row.strategy},
                            {"step_seconds", row.step_seconds},
                            {"compute_seconds", row.compute_seconds},
                            {"exposed_seconds", row.exposed_seconds},
                            {"bubble", row.bubble},
                            {"peak_bytes", row.peak_bytes},
                            {"fits", row.out_of_memory.empty()},
                            {"runs", row.runs},
                            {"note", row.out_of_memory.empty() ? row.note : row.out_of_memory}});
  }
  return {.text = json.dump() + "\n"};
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
  parser
      ->add_option("--cluster", s->cluster,
                   "Cluster description: devices, hosts and links (docs/formats.md)")
      ->required();
  parser->add_option("--optimizer", s->optimizer,
                     "Optimizer: sgd, momentum, adam (default) or adamw");
  parser
      ->add_option("--level", s->level,
                   "Search effort of Motley's own plan: fast or full (default)")
      ->check(CLI::IsMember({"fast", "full"}));
  add_microbatches_option(*parser, s->microbatch_options);
  add_accumulation_options(*parser, s->microbatch_options);
  parser->add_flag("--json", s->json, "One JSON object on standard output");
  return {parser, [s] { return compare(*s); }};
}

}  // namespace motley::apps
