// The memory that a plan predicts beside what its ranks allocate.
#include <gtest/gtest.h>

#include "core/cluster/cluster_file.h"
#include "tensor/plan/planner/lowered_plan.h"
#include "tensor/plan/planner/planner.h"
#include "tensor/run/executable.h"
#include "tensor/run/rank_executor.h"

namespace motley::tensor {
namespace {

constexpr const char* kThree = R"(
device_types:
  a: {flops: 3T, memory: 64GiB, memory_bandwidth: 50GB/s}
  b: {flops: 2T, memory: 64GiB, memory_bandwidth: 40GB/s}
  c: {flops: 1T, memory: 64GiB, memory_bandwidth: 30GB/s}
hosts:
  - {devices: {a: 1, b: 1, c: 1}, link: {bandwidth: 5GB/s, latency: 5us}}
)";

// The largest difference of a rank, as a share of what it allocates.
double off(const planner::Plan& plan) {
  const TrainStep& step = plan.on.step();
  double most = 0;
  for (const predict::KindOfRank& kind : plan.time.kinds) {
    const RankExecutor rank(planner::rank_program_of(plan, kind.first_rank),
                            {.num_threads = 1, .updates = updates_of(step)});
    const auto used = static_cast<double>(rank.memory_bytes());
    most = std::max(most, std::abs(static_cast<double>(kind.peak_bytes) / used - 1));
  }
  return most;
}

struct MemoryCase {
  const char* name;
  StepOptions options;
  double most = 0.03;
};

class PlannedMemory : public testing::TestWithParam<MemoryCase> {};

TEST_P(PlannedMemory, IsWhatRanksAllocate) {
  for (const char* model : {"gpt:layers=3,hidden=64,heads=2,seq=64,vocab=512,batch=12",
                            "llama:layers=3,hidden=64,heads=2,seq=64,vocab=512,batch=12",
                            "mlp:inputs=256,hidden=512x512,batch=192"}) {
    const ModelStepPtr step = build_step(load_model(model), GetParam().options);
    const auto on = planner::on_cluster(step, core::parse_cluster(kThree, "three.yaml"));
    for (const char* strategy : {"single", "dp-proportional", "zero-3"}) {
      const planner::Plan plan = planner::plan_by(on, strategy);
      EXPECT_LT(off(plan), GetParam().most) << model << ", " << strategy;
    }
  }
}

INSTANTIATE_TEST_SUITE_P(
    All, PlannedMemory,
    testing::Values(MemoryCase{"plain", {}},
                    MemoryCase{"recomputed", {.microbatches = {.recompute = true}}},
                    MemoryCase{"selective",
                               {.microbatches = {.recompute = true, .keep_products = true}}},
                    MemoryCase{"bf16", {.bf16_products = true}, 0.04}),
    [](const auto& info) { return std::string(info.param.name); });

}  // namespace
}  // namespace motley::tensor
