// Predicted peak memory of plans beside what the executor allocates, rank by rank.
//
//   bench_memory                 the table
//   bench_memory gpt             the rows whose model begins with this
//
// A row is a model, the options of its step, and a strategy; the figures are those of the rank that
// is furthest off. `search` is the prediction that a search makes for every plan that it simulates,
// `compile` what compiling the rank's program takes: seconds of this machine.
#include <fmt/format.h>

#include <cmath>
#include <string>
#include <vector>

#include "core/base/clock.h"
#include "core/base/error.h"
#include "core/cluster/cluster_file.h"
#include "tensor/plan/planner/lowered_plan.h"
#include "tensor/plan/planner/planner.h"
#include "tensor/run/executable.h"
#include "tensor/run/rank_executor.h"

namespace motley::tensor {
namespace {

constexpr const char* kUnlike = R"(
device_types:
  a: {flops: 3T, memory: 64GiB, memory_bandwidth: 50GB/s}
  b: {flops: 2T, memory: 64GiB, memory_bandwidth: 40GB/s}
  c: {flops: 1T, memory: 64GiB, memory_bandwidth: 30GB/s}
hosts:
  - {devices: {a: 1, b: 1, c: 1}, link: {bandwidth: 5GB/s, latency: 5us}}
)";
constexpr const char* kOne = R"(
device_types: {a: {flops: 3T, memory: 64GiB, memory_bandwidth: 50GB/s}}
hosts: [{devices: {a: 1}, link: {bandwidth: 5GB/s, latency: 5us}}]
)";

struct Options {
  const char* name;
  StepOptions step;
};

double off(int64_t predicted, int64_t measured) {
  return static_cast<double>(predicted) / static_cast<double>(measured) - 1;
}

bool measure(const std::string& model, const Options& options, const char* strategy) {
  const bool is_one = std::string_view(strategy) == "single";
  const ModelStepPtr step = build_step(load_model(model), options.step);
  const auto on = planner::on_cluster(step, core::parse_cluster(is_one ? kOne : kUnlike, "c.yaml"));
  const planner::Plan plan = planner::plan_by(on, strategy);
  if (!plan.applies()) return false;
  const double begin = core::now_seconds();
  planner::Plan again = plan;
  planner::predict_plan(again);
  const double predicted_in = core::now_seconds() - begin;
  int64_t predicted = 0, measured = 1;
  double compiled_in = 0;
  for (const predict::KindOfRank& kind : plan.time.kinds) {
    const double compile_begin = core::now_seconds();
    int64_t bytes = 0;
    if (is_one) {
      bytes = Executable(compile(step->step.program,
                                 {.num_threads = 1, .updates = updates_of(step->step)}))
                  .memory_bytes();
    } else {
      bytes = RankExecutor(planner::rank_program_of(plan, kind.first_rank),
                           {.num_threads = 1, .updates = updates_of(step->step)})
                  .memory_bytes();
    }
    compiled_in = std::max(compiled_in, core::now_seconds() - compile_begin);
    if (std::abs(off(kind.peak_bytes, bytes)) >= std::abs(off(predicted, measured)) ||
        measured == 1) {
      predicted = kind.peak_bytes, measured = bytes;
    }
  }
  fmt::print("{:<58} {:<10} {:<16} {:>10.2f} {:>10.2f} {:>+7.1f} % {:>8.3f} {:>8.3f}\n", model,
             options.name, strategy, static_cast<double>(predicted) / 1e6,
             static_cast<double>(measured) / 1e6, 100 * off(predicted, measured), predicted_in,
             compiled_in);
  std::fflush(stdout);
  return true;
}

int run(const std::string& only) {
  const std::vector<std::string> models = {
      "gpt:layers=6,hidden=256,heads=4,seq=128,vocab=4096,batch=12",
      "llama:layers=6,hidden=256,heads=4,seq=128,vocab=4096,batch=12",
      "vit:layers=6,hidden=256,heads=4,batch=12",
      "bert-moe:layers=4,hidden=128,heads=4,seq=64,vocab=1024,batch=12",
      "vgg:batch=12",
      "mlp:inputs=512,hidden=1024x1024x1024,batch=384",
  };
  const std::vector<Options> options = {
      {"plain", {}},
      {"recompute", {.microbatches = {.recompute = true}}},
      {"selective", {.microbatches = {.recompute = true, .keep_products = true}}},
      {"2 micro", {.microbatches = {.count = 2}}},
      {"bf16", {.bf16_products = true}},
  };
  fmt::print("{:<58} {:<10} {:<16} {:>10} {:>10} {:>9} {:>8} {:>8}\n", "model", "step", "plan",
             "predicted", "executor", "off", "predict", "compile");
  for (const std::string& model : models) {
    if (!model.starts_with(only)) continue;
    for (const Options& one : options) {
      for (const char* strategy : {"single", "dp-proportional", "zero-3", "megatron"}) {
        try {
          measure(model, one, strategy);
        } catch (const core::UserError& error) {
          fmt::print("{} {} {}: {}\n", model, one.name, strategy, error.what());
        }
      }
    }
  }
  return 0;
}

}  // namespace
}  // namespace motley::tensor

int main(int argc, char** argv) { return motley::tensor::run(argc > 1 ? argv[1] : ""); }
