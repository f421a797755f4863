#include <gtest/gtest.h>

#include <cmath>

#include "core/cluster/cluster.h"
#include "core/cluster/device_library.h"
#include "tensor/model_run/model_cost.h"

namespace motley::tensor {
namespace {

struct MeasuredStep {
  const char* model;
  bool bf16;
  double milliseconds;
};

// Adam steps on one H200, bench/accelerator/bf16.py.
constexpr MeasuredStep kSteps[] = {{"bert:seq=128,batch=64", false, 36.24},
                                   {"bert:seq=128,batch=64", true, 20.26},
                                   {"vit:batch=64", false, 47.71},
                                   {"vgg:batch=64", false, 40.65},
                                   {"vgg:batch=64", true, 22.73}};

TEST(H200Steps, AreNearWhatTheDeviceLibraryPredicts) {
  core::Cluster cluster;
  cluster.device_types = {core::find_library_device("h200")->type};
  cluster.hosts = {{.name = {}, .devices = {{0, 1}}, .link = {}, .network = {}}};
  double sum = 0;
  for (const MeasuredStep& step : kSteps) {
    const ModelCost cost = model_cost(load_model(step.model), cluster, "adam", step.bf16);
    const double ratio = cost.types[0].time.seconds * 1e3 / step.milliseconds;
    EXPECT_NEAR(ratio, 1, 0.15) << step.model << (step.bf16 ? " in bfloat16" : "");
    sum += std::abs(ratio - 1);
  }
  EXPECT_LT(sum / std::size(kSteps), 0.07);
}

}  // namespace
}  // namespace motley::tensor
