// Losses with a gradient of their own, as JAX exports them: it is cut into stages, not made anew.
#include <gtest/gtest.h>

#include "tensor/grad/reverse.h"
#include "tensor/passes/gradient_marks.h"
#include "tensor/pipeline/pipeline_cases.h"

namespace motley::tensor {
namespace {

// The case with a gradient that is part of the loss. It is twice the true one, so that nobody can
// have computed another.
StagedCase with_own_gradient(StagedCase c) {
  std::vector<int> params;
  for (size_t i = 0; i < c.arguments.size(); ++i) {
    if (c.arguments[i].is_param) params.push_back(static_cast<int>(i));
  }
  const Program gradient = loss_and_gradients(c.loss, params).program;
  ProgramBuilder builder(gradient);
  std::vector<ValueId> results = {gradient.body.results[0]};
  for (size_t i = 1; i < gradient.body.results.size(); ++i) {
    const Expr g(builder, gradient.body.results[i]);
    results.push_back((g + g).id());
  }
  c.loss = loss_with_gradient(std::move(builder).finish(std::move(results)), params);
  c.num_layers = static_cast<int>(stage_cuts(c.loss, c.arguments).size()) + 1;
  return c;
}

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
