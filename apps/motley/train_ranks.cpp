#include "apps/motley/train_ranks.h"

#include <fmt/format.h>
#include <unistd.h>

#include <cstring>
#include <filesystem>
#include <fstream>

#include "apps/motley/rank_trace.h"
#include "apps/motley/sharded_plan.h"
#include "core/base/error.h"
#include "core/base/memory.h"
#include "core/base/threads.h"
#include "core/cluster/cluster_file.h"
#include "core/comm/mpi.h"
#include "core/io/files.h"
#include "core/probe/probe.h"
#include "tensor/plan/strategy/strategy_table.h"

namespace motley::apps {
namespace {

using namespace tensor;

// What is asked for, read once: a plan file, or a cluster and a strategy.
struct Job {
  std::unique_ptr<StepOnCluster> on;
  ShardedPlan plan;
};

// Equal devices of this machine: what they can do in figures matters little, that it is equal all.
core::Cluster local_devices(int64_t count) {
  core::Cluster cluster = core::one_host({.name = "core",
                                          .flops_per_second = 1e11,
                                          .memory_bytes = core::machine_memory_bytes() / count,
                                          .memory_bytes_per_second = 1e10},
                                         static_cast<int>(count), {2e9, 20e-6});
  cluster.name = fmt::format("{} local ranks", count);
  return cluster;
}

Job read_job(const TrainSettings& s) {
  if (!s.plan.empty()) {
    PlanFile file = read_plan(s.plan);
    if (file.on->model != s.model) {
      throw core::UserError({s.plan},
                            fmt::format("is a plan for {}, not for {}", file.on->model, s.model));
    }
    if (s.optimizer && Optimizer::parse(*s.optimizer) != Optimizer::parse(file.on->optimizer)) {
      throw core::UserError({s.plan}, fmt::format("is a plan with {}", file.on->optimizer));
    }
    return {std::move(file.on), std::move(file.plan)};
  }
  const std::string optimizer = s.optimizer.value_or("adam");
  Job job;
  job.on = s.ranks > 0 ? read_step(s.model, optimizer, local_devices(s.ranks), s.microbatches)
                       : read_step(s.model, optimizer, s.cluster, s.microbatches);
  // Devices of a file are planned for; equal ones of this machine, whose figures are made up, share
  // the batch.
  const bool searches =
      s.strategy.empty() ? s.ranks == 0 : tensor::strategy::strategy(s.strategy).searches;
  job.plan = searches ? searched_plan(*job.on, {.level = SearchEffort::kFast})
                      : plan_by(*job.on, s.strategy.empty() ? "dp-even" : s.strategy);
  if (!job.plan.inapplicable_reason.empty()) {
    throw core::UserError(
        fmt::format("{} does not apply: {}", job.plan.strategy, job.plan.inapplicable_reason));
  }
  return job;
}

// The ranks must be the devices that a cluster's file names; hosts without names may be any.
void check_hosts(const TrainSettings& settings, core::Communicator& comm) {
  if (settings.cluster.empty()) return;
  const core::PlacedCluster placed = core::read_placed_cluster(settings.cluster);
  const auto names = core::host_names(comm);
  if (core::num_devices(placed.cluster) == comm.num_ranks()) core::check_ranks(placed, names);
}

// This command line again, as ranks of mpirun. Does not return.
[[noreturn]] void start_again(int num_ranks) {
  std::ifstream file("/proc/self/cmdline", std::ios::binary);
  std::vector<std::string> words = {"mpirun",          "-np",       std::to_string(num_ranks),
                                    "--oversubscribe", "--bind-to", "none"};
  if (::geteuid() == 0) words.emplace_back("--allow-run-as-root");
  words.emplace_back(std::filesystem::read_symlink("/proc/self/exe").string());
  std::string word;
  std::getline(file, word, '\0');  // our own name
  while (std::getline(file, word, '\0')) words.push_back(word);
  std::vector<char*> argv;
  for (std::string& w : words) argv.push_back(w.data());
  argv.push_back(nullptr);
  ::execvp("mpirun", argv.data());
  throw core::UserError(fmt::format("mpirun cannot be started: {}", std::strerror(errno)));
}

int threads_of(const TrainSettings& s, const Job& job, int rank) {
  if (s.threads > 0) return s.threads;
  const auto devices = core::devices(job.on->cluster);
  const int32_t told = job.on->cluster.device_types[devices[job.plan.devices[rank]].type].threads;
  const auto num_ranks = static_cast<int>(job.plan.devices.size());
  return told > 0 ? told : std::max(1, core::num_cores() / num_ranks);
}

}  // namespace

Outcome train_on_ranks(const TrainSettings& settings, TrainReport report) {
  if (!settings.trace.empty()) core::check_writable(settings.trace);
  Job job = read_job(settings);
  const int num_ranks = job.plan.plan.group.num_ranks();
  if (!core::is_started_by_mpi()) start_again(num_ranks);
  Outcome outcome;
  core::run_mpi(
      [&](core::Communicator& comm) {
        if (comm.num_ranks() != num_ranks) {
          throw core::UserError(
              fmt::format("{} ranks were started for a plan of {}", comm.num_ranks(), num_ranks));
        }
        check_hosts(settings, comm);
        TrainSettings mine = settings;
        mine.threads = threads_of(settings, job, comm.rank());
        mine.optimizer = job.on->optimizer;
        mine.microbatches = job.on->microbatches;
        mine.accelerator.device = device_of_rank(job.on->cluster, job.plan.devices[comm.rank()]);
        mine.trace.clear();  // ranks have theirs in one file
        RankExecutorSettings engine{.num_threads = mine.threads};
        if (is_accelerator(mine.accelerator.device)) {
          if (settings.stall_limit_seconds)
            mine.accelerator.stall_limit_seconds = *settings.stall_limit_seconds;
          engine.accelerator = open_accelerator(mine.accelerator);
        }
        std::optional<RankTrace> trace;
        if (!settings.trace.empty()) {
          trace.emplace(comm, mine.accelerator.device);
          engine.on_device_segment = [&](int segment, double begin, double end) {
            trace->add(RankTrace::What::kDeviceSegment, segment, begin, end);
          };
          engine.on_step = [&](const RankStep& step, double begin, double end) {
            const bool computes = step.kind == RankStep::Kind::kCompute;
            trace->add(computes                              ? RankTrace::What::kSegment
                       : step.kind == RankStep::Kind::kStart ? RankTrace::What::kStart
                                                             : RankTrace::What::kWait,
                       step.index, begin, end);
          };
          engine.on_communication = [&](int communication, double begin, double end) {
            trace->add(RankTrace::What::kCommunication, communication, begin, end);
          };
        }
        Training training = prepare_training(mine, [&](const TrainStep& step) {
          MOTLEY_CHECK(structural_hash(step.program) == structural_hash(job.on->step.program),
                       "the step that is trained is not the one that was planned");
          return make_rank_runner(comm, step, job.plan.plan, job.plan.costs, engine);
        });
        // Equal devices of this machine are planned with figures that are made up.
        if (settings.ranks == 0) training.predicted_seconds = job.plan.time.step_seconds;
        if (const std::string left = devices_without_share(*job.on, job.plan); !left.empty()) {
          training.notes.push_back(fmt::format("no share for {}: {}", left,
                                               job.plan.found
                                                   ? "no plan that was found is quicker with them"
                                                   : "the plan does without"));
        }
        outcome = report(training, run_training(training));
        training.step.reset();  // all that a device was to tell is told
        if (trace) trace->write(settings.trace);
      },
      {.comm = {.stall_limit_seconds = settings.stall_limit_seconds.value_or(30)}});
  return outcome;
}

}  // namespace motley::apps
