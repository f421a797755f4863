// The planner's choice for every tiny model on every unlike cluster computes what one device does.
#include <gtest/gtest.h>

#include <algorithm>

#include "tensor/model_test_name.h"
#include "tensor/plan/search/search.h"
#include "tensor/run/step_cases.h"
#include "tensor/run/verify.h"

namespace motley::tensor::search {
namespace {

class TinyModels : public testing::TestWithParam<std::string> {};

TEST_P(TinyModels, ChosenPlansComputeWhatOneDeviceComputes) {
  const Model model = read_model(std::string(MOTLEY_TEST_DATA) + "/models/" + GetParam());
  const Case c = make_case(model.loss, model.signature, "adam");
  for (const core::Cluster& cluster : clusters()) {
    const SearchResult found = search(c.step, cluster, {.level = SearchEffort::kFast});
    const VerifyResult result = verify_step(c.step, found.plan, found.costs, c.arguments, {});
    EXPECT_TRUE(result.ok) << core::num_devices(cluster) << " devices: " << result.worst << " "
                           << result.max_relative_error;
  }
}

INSTANTIATE_TEST_SUITE_P(All, TinyModels,
                         testing::Values("mlp", "gpt-tiny", "bert-tiny", "bert-moe-tiny",
                                         "vit-tiny", "vgg-tiny", "resnet-tiny"),
                         test_name);

}  // namespace
}  // namespace motley::tensor::search
