// Models x stages x groups x micro-batches x schedules x recomputation x optimizers x forms of the
// step: every pair of settings in some run. Against train_step in float64, and, in float32 on the
// engine, against another schedule bit for bit. One in ten in the fast tests.
#include <gtest/gtest.h>

#include <array>
#include <random>
#include <set>

#include "tensor/pipeline/pipeline_cases.h"

namespace motley::tensor {
namespace {

// The settings of a run, as numbers of the lists below.
enum Setting {
  kModel,
  kStages,
  kGroup,
  kMicrobatches,
  kSchedule,
  kRecompute,
  kOptimizer,
  kForm,
  kCount
};
using Row = std::array<int, kCount>;

constexpr std::array<const char*, 7> kModels = {
    "mlp:hidden=8x8x8x8,inputs=6,classes=3",
    "gpt:layers=2,hidden=8,heads=2,seq=4,vocab=11",
    "t5:layers=2,hidden=8,heads=2,seq=4,targets=3,vocab=11",
    "unet:levels=3,width=2,image=8,channels=2",
    "vgg:channels=2x4,convs=1x1,ff=8,image=8,classes=3",
    "llama:layers=3,hidden=8,heads=2,kv_heads=1,seq=4,vocab=11",
    "dlrm:inputs=3,bottom=8x4,dim=4,rows=5x7x3,top=8x4"};
constexpr std::array<int, 4> kStageCounts = {1, 2, 3, 4};
// How the middle stage is shared.
const std::vector<std::vector<int64_t>> kGroups = {{4}, {2, 2}, {3, 1}, {2, 1, 1}, {4, 0}};
constexpr std::array<int, 5> kMicrobatchCounts = {1, 2, 3, 4, 7};
constexpr std::array<const char*, 8> kSchedules = {"1f1b",     "gpipe", "kfkb:k=2", "deep:h=1",
                                                   "per-edge", "zb-h1", "zb-h2",    "dynamic"};
constexpr std::array<bool, 2> kRecomputes = {false, true};
constexpr std::array<const char*, 4> kOptimizers = {"sgd", "adam", "adam:clip=0.3", "momentum"};

// The step as it is; with a gradient that comes with the loss; with every third parameter frozen;
// with products in bfloat16; with its first rank on an accelerator.
enum Form { kAsItIs, kOwnGradient, kFrozen, kBf16, kPlugin, kNumForms };

constexpr Row kSizes = {7, 4, 5, 5, 8, 2, 4, kNumForms};

// Rows in which every two values of every two settings meet: each takes an open pair, and fills in
// the rest so that most other open pairs are met.
std::vector<Row> all_pairs() {
  std::set<std::array<int, 4>> open;  // setting, value, setting, value
  for (int a = 0; a < kCount; ++a) {
    for (int b = a + 1; b < kCount; ++b) {
      for (int x = 0; x < kSizes[a]; ++x) {
        for (int y = 0; y < kSizes[b]; ++y) open.insert({a, x, b, y});
      }
    }
  }
  std::vector<Row> rows;
  while (!open.empty()) {
    Row row;
    row.fill(-1);
    const auto [a, x, b, y] = *open.begin();
    row[a] = x;
    row[b] = y;
    for (int s = 0; s < kCount; ++s) {
      if (row[s] >= 0) continue;
      int best = 0, most = -1;
      for (int v = 0; v < kSizes[s]; ++v) {
        int met = 0;
        for (int t = 0; t < kCount; ++t) {
          if (row[t] < 0) continue;
          met += static_cast<int>(s < t ? open.contains({s, v, t, row[t]})
                                        : open.contains({t, row[t], s, v}));
        }
        if (met > most) {
          best = v;
          most = met;
        }
      }
      row[s] = best;
    }
    for (int s = 0; s < kCount; ++s) {
      for (int t = s + 1; t < kCount; ++t) open.erase({s, row[s], t, row[t]});
    }
    rows.push_back(row);
  }
  return rows;
}

std::string name_of(const Row& row) {
  std::string name;
  for (int value : row) name += std::to_string(value);
  return name;
}

class PipelineMatrix : public testing::TestWithParam<Row> {};

TEST_P(PipelineMatrix, ComputesTheStepOfOneDevice) {
  const Row& row = GetParam();
  const int64_t microbatches = kMicrobatchCounts[row[kMicrobatches]];
  const std::string model =
      std::string(kModels[row[kModel]]) + ",batch=" + std::to_string(4 * microbatches);
  SCOPED_TRACE(model);
  const auto build = [&](ElementType element) {
    const std::vector<int> frozen =
        row[kForm] == kFrozen ? std::vector{0, 3, 6} : std::vector<int>();
    StagedCase c = staged_case(model, microbatches, kOptimizers[row[kOptimizer]], element, frozen);
    // Another gradient of an encoder's memory may be added up in an order that needs values of
    // later stages: it is refused.
    const bool is_t5 = model.starts_with("t5");
    return row[kForm] == kOwnGradient && !is_t5 ? with_own_gradient(std::move(c)) : c;
  };
  const StagedCase exact = build(ElementType::kF64);
  const int stages = std::min(kStageCounts[row[kStages]], exact.num_layers);
  std::vector<std::vector<int64_t>> samples(stages, {4});
  samples[stages / 2] = kGroups[row[kGroup]];
  const PipelineLayout layout = layout_of(samples);
  const std::vector<bool> recompute(stages, kRecomputes[row[kRecompute]]);
  const char* name = kSchedules[row[kSchedule]];
  const auto staged = [&](const StagedCase& c, bool bf16) {
    return staged_step(c.loss, c.arguments,
                       {.step = c.settings,
                        .cuts = c.even_cuts(stages),
                        .recompute = recompute,
                        .bf16_products = bf16});
  };
  const auto run = [&](const StagedStep& step, const StagedCase& c, const char* schedule,
                       const SettingsOfRank& settings) {
    return run_groups(step, named_schedule(schedule, stages, microbatches), layout, c.values,
                      settings);
  };
  {
    const StagedStep step = staged(exact, false);
    const auto reference = [](int) { return PipelineExecutorSettings{.reference = true}; };
    expect_near(step, run(step, exact, name, reference), run_whole(exact), 1e-6);
  }
  const StagedCase c = build(ElementType::kF32);
  const StagedStep step = staged(c, row[kForm] == kBf16);
  const SettingsOfRank settings =
      on_plugin(row[kForm] == kPlugin ? std::vector{0} : std::vector<int>());
  const std::vector<Literal> got = run(step, c, name, settings);
  EXPECT_EQ(got, run(step, c, row[kSchedule] == 0 ? "zb-h1" : "1f1b", settings));
  if (row[kForm] == kBf16) {
    EXPECT_NEAR(got[0].as_double(0), run(staged(c, false), c, name, settings)[0].as_double(0),
                0.02 * std::abs(got[0].as_double(0)));
  }
  if (row[kForm] == kPlugin) expect_near(step, got, run(step, c, name, on_plugin({})), 1e-3);
}

std::vector<Row> one_in_ten(bool them) {
  std::vector<Row> rows;
  const std::vector<Row> all = all_pairs();
  for (size_t i = 0; i < all.size(); ++i) {
    if ((i % 10 == 3) == them) rows.push_back(all[i]);
  }
  return rows;
}

INSTANTIATE_TEST_SUITE_P(Tenth, PipelineMatrix, testing::ValuesIn(one_in_ten(true)),
                         [](const auto& info) { return name_of(info.param); });
INSTANTIATE_TEST_SUITE_P(Rest, PipelineMatrix, testing::ValuesIn(one_in_ten(false)),
                         [](const auto& info) { return name_of(info.param); });

}  // namespace
}  // namespace motley::tensor
