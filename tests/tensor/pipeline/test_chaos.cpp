// Pipelines over a transport that holds every message for a random while, with ranks that nap: the
// bits are those of the sequence, whatever the timing and whichever list each step runs.
#include <gtest/gtest.h>

#include <map>
#include <random>
#include <thread>

#include "tensor/pipeline/pipeline_cases.h"

namespace motley::tensor {
namespace {

// The results of `steps` steps under random timing, another list at every step.
std::vector<Literal> run_with_delays(const StagedStep& step, const PipelineLayout& layout,
                                     const std::vector<const char*>& schedules,
                                     const std::vector<Literal>& arguments, int steps,
                                     uint64_t seed) {
  std::vector<std::vector<PipelineProgram>> lists;
  for (const char* name : schedules) {
    lists.push_back(
        pipeline_programs(step, named_schedule(name, step.num_stages(), step.num_microbatches)));
  }
  std::vector<int> group_of;
  for (size_t s = 0; s < layout.ranks.size(); ++s) {
    for (size_t i = 0; i < layout.ranks[s].size(); ++i) group_of.push_back(static_cast<int>(s));
  }
  std::vector<Literal> results(1 + step.num_params + step.num_state);
  std::mutex mutex;
  const auto body = [&](core::Communicator& comm) {
    std::mt19937_64 random(1000 * seed + comm.rank());
    const auto nap = [&](const PipelineAction&, double, double) {
      if (random() % 8 == 0) std::this_thread::sleep_for(std::chrono::microseconds(random() % 200));
    };
    PipelineExecutor rank(step, lists[0][group_of[comm.rank()]], layout, comm, {.on_action = nap});
    for (size_t k = 1; k < lists.size(); ++k) rank.add_list(lists[k][group_of[comm.rank()]]);
    for (size_t i = 0; i < arguments.size(); ++i) {
      rank.set_argument(static_cast<int>(i), arguments[i].bytes());
    }
    for (int k = 0; k < steps; ++k) {
      rank.use_list(k % static_cast<int>(lists.size()));
      rank.run();
    }
    rank.finish_step();
    const std::lock_guard lock(mutex);
    if (rank.has_loss()) results[0] = Literal::scalar(ElementType::kF64, rank.loss());
    for (int i = 0; i < step.num_params + step.num_state; ++i) {
      if (rank.owns(i)) {
        results[1 + i] = Literal::from_bytes(step.arguments[i].type, rank.argument(i));
      }
    }
  };
  core::run_local(static_cast<int>(group_of.size()), body,
                  {.delay = core::MessageDelay{.seed = seed, .longest_seconds = 1e-3}});
  return results;
}

// Tied embeddings, clipping and skips: crossings of every kind.
struct ChaosCase {
  const char* model;
  const char* optimizer;
  std::vector<std::vector<int64_t>> samples;
};
const std::vector<ChaosCase>& chaos_cases() {
  static const std::vector<ChaosCase> cases = {
      {"gpt:layers=2,hidden=8,heads=2,seq=4,vocab=11,batch=8", "adam:clip=0.5", {{2}, {2}, {2}}},
      {"unet:levels=3,width=2,batch=8,image=8,channels=2", "sgd", {{2}, {2}, {2}}},
      {"gpt:layers=2,hidden=8,heads=2,seq=4,vocab=11,batch=8", "sgd", {{1, 1}, {2}}}};
  return cases;
}

class PipelineChaos : public testing::TestWithParam<int> {};

TEST_P(PipelineChaos, GivesTheSameBits) {
  const int seed = GetParam();
  constexpr int kSteps = 4;  // one of each list
  const size_t number = seed % chaos_cases().size();
  const ChaosCase& p = chaos_cases()[number];
  const auto stages = static_cast<int>(p.samples.size());
  const StagedCase c = staged_case(p.model, 4, p.optimizer, ElementType::kF32);
  const StagedStep step = c.staged(c.even_cuts(stages));
  const PipelineLayout layout = layout_of(p.samples);
  static std::map<size_t, std::vector<Literal>> without_switches;
  std::vector<Literal>& wanted = without_switches[number];
  if (wanted.empty()) {
    wanted = run_with_delays(step, layout, {"1f1b"}, c.values, kSteps, seed + 1'000'000);
  }
  const std::vector<const char*> schedules = {"1f1b", "zb-h2", "gpipe", "deep:h=1"};
  EXPECT_EQ(run_with_delays(step, layout, schedules, c.values, kSteps, seed), wanted);
}

INSTANTIATE_TEST_SUITE_P(Few, PipelineChaos, testing::Range(0, 3));
INSTANTIATE_TEST_SUITE_P(Many, PipelineChaos, testing::Range(3, 1003));

}  // namespace
}  // namespace motley::tensor
