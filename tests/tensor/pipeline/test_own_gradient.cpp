// Losses with a gradient of their own, as JAX exports them: it is cut into stages, not made anew.
#include <gtest/gtest.h>

#include "tensor/pipeline/pipeline_cases.h"

namespace motley::tensor {
namespace {

struct OwnGradientCase {
  const char* model;
  int64_t microbatches;
  const char* optimizer;
  std::vector<std::vector<int64_t>> samples;
  bool recompute = false;
};

class OwnGradients : public testing::TestWithParam<OwnGradientCase> {};

TEST_P(OwnGradients, AreCutIntoStages) {
  const OwnGradientCase& p = GetParam();
  const auto stages = static_cast<int>(p.samples.size());
  const StagedCase c = with_own_gradient(staged_case(p.model, p.microbatches, p.optimizer));
  ASSERT_GE(c.num_layers, stages);
  const StagedStep step = c.staged(c.even_cuts(stages), std::vector<bool>(stages, p.recompute));
  expect_near(step,
              run_groups(step, named_schedule("1f1b", stages, p.microbatches), layout_of(p.samples),
                         c.values, true),
              run_whole(c));
}

INSTANTIATE_TEST_SUITE_P(
    All, OwnGradients,
    testing::Values(
        OwnGradientCase{"mlp:hidden=8x8x8,inputs=6,classes=3,batch=8", 2, "adam", {{4}, {4}, {4}}},
        OwnGradientCase{kTinyGpt, 2, "adam:clip=0.5", {{4}, {4}}},  // tied embeddings
        OwnGradientCase{kTinyGpt, 2, "sgd", {{3, 1}, {4}, {4}}},
        OwnGradientCase{kTinyGpt, 4, "sgd", {{2}, {2}}, true},
        OwnGradientCase{
            "unet:levels=3,width=2,batch=4,image=8,channels=2", 2, "sgd", {{2}, {2}, {2}}}));

}  // namespace
}  // namespace motley::tensor
