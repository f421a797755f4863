// Ten steps over MPI, on threads as ranks, and on one device: the first two agree bitwise, the
// third agrees in its parameters. One mpirun per number of ranks runs all of its cases.
#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <cstdio>
#include <cstdlib>
#include <filesystem>

#include "core/comm/local.h"
#include "core/comm/mpi/mpi.h"
#include "tensor/lower/rank_program.h"
#include "tensor/plan/propagate/complete.h"
#include "tensor/plan/strategy/strategy_table.h"
#include "tensor/run/executable.h"
#include "tensor/run/rank_executor.h"
#include "tensor/run/step_cases.h"
#include "tensor/sharding/shard_literals.h"

namespace motley::tensor {
namespace {

using namespace propagate;
using namespace shard_cost;
using namespace strategy;

constexpr int kSteps = 10;
constexpr double kTolerance = 1e-4;  // of the norm over all parameters

struct Planned {
  ShardPlan plan;
  std::vector<RankProgram> programs;  // by rank
};

Planned planned(const Case& c, const core::Cluster& cluster, const StrategyChoice& choice) {
  const ShardingProblem problem(c.step.program, c.step.num_params + c.step.num_state, choice.group,
                                group_costs(cluster, choice.group, choice.devices));
  Planned made{complete(problem, choice.pins), {}};
  for (int rank = 0; rank < choice.group.num_ranks(); ++rank) {
    made.programs.push_back(
        rank_program(choice.group, rank, local_program(problem, made.plan, rank)));
  }
  return made;
}

// This rank's parameters after the steps.
std::vector<Literal> train(core::Communicator& comm, const Case& c, const Planned& p) {
  const int num_kept = c.step.num_params + c.step.num_state;
  RankExecutorSettings settings{.num_threads = 1};
  for (int i = 0; i < num_kept; ++i) settings.updates.push_back({i + 1, i});
  RankExecutor step(p.programs[comm.rank()], comm, settings);
  const auto& arguments = c.step.program.body.arguments;
  for (size_t i = 0; i < arguments.size(); ++i) {
    step.argument(static_cast<int>(i)) = local_literal(
        c.arguments[i], p.plan.values[arguments[i].index], {p.plan.group, comm.rank()});
  }
  for (int n = 0; n < kSteps; ++n) {
    step.run();
    step.apply_updates();
  }
  std::vector<Literal> params;
  for (int i = 0; i < c.step.num_params; ++i) params.push_back(step.current_argument(i));
  return params;
}

std::vector<Literal> train_alone(const Case& c) {
  std::vector<Literal> arguments = c.arguments;
  const int num_kept = c.step.num_params + c.step.num_state;
  for (int n = 0; n < kSteps; ++n) {
    auto results = run_on_cpu(c.step.program, arguments, 1);
    for (int i = 0; i < num_kept; ++i) arguments[i] = std::move(results[i + 1]);
  }
  arguments.resize(c.step.num_params);
  return arguments;
}

double distance(const std::vector<Literal>& a, const std::vector<Literal>& b) {
  double difference = 0, norm = 0;
  for (size_t i = 0; i < a.size(); ++i) {
    for (int64_t k = 0; k < a[i].num_elements(); ++k) {
      const double x = a[i].as_double(k), y = b[i].as_double(k);
      difference += (x - y) * (x - y);
      norm += y * y;
    }
  }
  return std::sqrt(difference / norm);
}

// On the first rank: a description of the mismatch, or empty.
std::string failure(core::Communicator& comm, const Case& c, const Planned& p) {
  const std::vector<Literal> mine = train(comm, c, p);
  std::vector<std::vector<Literal>> threads(comm.num_ranks());
  if (comm.rank() == 0) {
    core::run_local(comm.num_ranks(),
                    [&](core::Communicator& local) { threads[local.rank()] = train(local, c, p); });
  }
  std::vector<Literal> whole;
  std::string wrong;
  for (size_t i = 0; i < mine.size(); ++i) {
    const Sharding& held = p.plan.values[c.step.program.body.arguments[i].index];
    std::vector<int64_t> counts;
    std::vector<Literal> shards;
    int64_t total = 0;
    for (const RankProgram& program : p.programs) {
      shards.push_back(Literal::zeros(program.buffers[program.arguments[i]]));
      counts.push_back(shards.back().num_bytes());
      total += counts.back();
    }
    std::vector<uint8_t> all(comm.rank() == 0 ? total : 0);
    comm.gather({core::ElementType::kU8, mine[i].data(), mine[i].num_bytes()}, core::elements(all),
                counts, 0)
        .wait();
    if (comm.rank() != 0) continue;
    const uint8_t* at = all.data();
    for (size_t r = 0; r < shards.size(); ++r) {
      std::copy_n(at, counts[r], reinterpret_cast<uint8_t*>(shards[r].data()));
      at += counts[r];
      if (!(shards[r] == threads[r][i]) && wrong.empty()) {
        wrong =
            fmt::format("rank {}: {} differs from the run on threads", r, c.step.arguments[i].name);
      }
    }
    whole.push_back(unshard(shards, held, c.step.arguments[i].type, p.plan.group));
  }
  if (comm.rank() != 0 || !wrong.empty()) return wrong;
  const double apart = distance(whole, train_alone(c));
  if (!(apart <= kTolerance)) return fmt::format("differs by {} from one device", apart);
  return {};
}

// A folder of tests/data/models, or a built-in model.
Case case_of(const std::string& text) {
  const std::string folder = MOTLEY_TEST_DATA "/models/" + text;
  if (std::filesystem::exists(folder)) {
    const Model model = read_model(folder);
    return make_case(model.loss, model.signature, "momentum");
  }
  const BuiltModel model = build_model(text);
  return make_case(model.loss, model.signature, "momentum");
}

int run(int every) {
  int failures = 0, tried = 0;
  core::run_mpi([&](core::Communicator& comm) {
    int number = 0;
    for (const char* text : {"mlp:inputs=12,hidden=16x8,batch=6",
                             "bert:layers=1,hidden=16,heads=2,seq=8,vocab=96,batch=4",
                             "vit:layers=1,hidden=16,heads=2,image=32,batch=4",
                             "t5:layers=1,hidden=16,heads=2,seq=8,targets=4,vocab=96,batch=4",
                             "dlrm:bottom=16x8,dim=8,rows=70x5x9,top=16x8,batch=6",
                             "gpt:layers=1,hidden=16,heads=2,seq=8,vocab=96,batch=5",
                             "bert-moe:layers=2,hidden=16,heads=2,seq=8,vocab=96,experts=4,batch=4",
                             "llama:layers=1,hidden=16,heads=4,kv_heads=2,seq=8,vocab=96,batch=4",
                             "unet:levels=2,width=4,image=8,batch=3", "mlp", "gpt-tiny",
                             "bert-tiny", "bert-moe-tiny", "vit-tiny", "vgg-tiny", "resnet-tiny"}) {
      Case c = case_of(text);
      // A small learning rate, so that ten steps stay near the starting point.
      for (size_t i = 0; i < c.step.arguments.size(); ++i) {
        if (c.step.arguments[i].role == StepRole::kSetting) c.arguments[i].set_from_double(0, 1e-3);
      }
      for (const core::Cluster& cluster : clusters()) {
        for (const Strategy& strategy : strategies()) {
          if (!strategy.choose) continue;
          const StrategyChoice choice = strategy.choose({c.step, cluster});
          if (!choice.inapplicable_reason.empty() || choice.group.num_ranks() != comm.num_ranks())
            continue;
          if (number++ % every != 0) continue;
          const std::string wrong = failure(comm, c, planned(c, cluster, choice));
          ++tried;
          if (comm.rank() == 0 && !wrong.empty()) {
            ++failures;
            fmt::print("{} {} on {} ranks: {}\n", text, strategy.name, comm.num_ranks(), wrong);
          }
        }
      }
    }
    if (comm.rank() == 0) {
      fmt::print("{} cases on {} ranks, {} failed\n", tried, comm.num_ranks(), failures);
    }
  });
  return failures == 0 && tried > 0 ? 0 : 1;
}

}  // namespace
}  // namespace motley::tensor

int main(int argc, char** argv) { return motley::tensor::run(argc > 1 ? std::atoi(argv[1]) : 1); }
