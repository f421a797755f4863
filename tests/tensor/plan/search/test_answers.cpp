// Small cases whose best plan is known.
#include <gtest/gtest.h>

#include "core/cluster/roofline.h"
#include "tensor/plan/search/equal_hosts.h"
#include "tensor/plan/search/search.h"
#include "tensor/run/step_cases.h"

namespace motley::tensor::search {
namespace {

using namespace predict;

Case built_sgd(const std::string& model, const std::string& optimizer = "sgd") {
  const BuiltModel made = build_model(model);
  return make_planned_case(made.loss, made.signature, optimizer);
}

// So many equal devices, each in a host of its own, with compute for next to nothing: what is left
// is bytes over the network.
core::Cluster network_bound(int n) { return equal_hosts(n, 1e15); }

std::string state_of(const Case& c, const SearchResult& found, const std::string& name) {
  for (size_t i = 0; i < c.step.arguments.size(); ++i) {
    if (c.step.arguments[i].name != name) continue;
    const ValueId v = c.step.program.body.arguments[i];
    return to_string(found.plan.values[v.index], c.step.arguments[i].type.shape, found.plan.group);
  }
  return "no such argument";
}

int count_of(const SearchResult& found, const std::string& collective) {
  int count = 0;
  for (const CollectiveTotal& c : found.time.collectives) {
    if (c.name == collective) count += c.count;
  }
  return count;
}

double bytes_of(const SearchResult& found, const std::string& collective) {
  double bytes = 0;
  for (const CollectiveTotal& c : found.time.collectives) {
    if (c.name == collective) bytes += c.bytes;
  }
  return bytes;
}

double bytes_of_params(const Case& c) {
  double bytes = 0;
  for (int i = 0; i < c.step.num_params; ++i) {
    bytes += static_cast<double>(c.step.arguments[i].type.num_bytes());
  }
  return bytes;
}

// VGG: convolutions cut by samples, the dense layers by their features.
TEST(Answers, DenseLayersAreCutAndConvolutionsAreNot) {
  const Case c =
      built_sgd("vgg:channels=8x16x32x32x32,convs=1x1x1x1x1,ff=2048,image=64,classes=100,batch=64");
  core::Cluster cluster = network_bound(8);
  cluster.device_types[0].flops_per_second = 1e12;
  const SearchResult found = search(c.step, cluster, {});
  EXPECT_EQ(found.plan.group.num_ranks(), 8);
  EXPECT_EQ(state_of(c, found, "img").substr(0, 4), "S(0)");
  EXPECT_NE(state_of(c, found, "f1/w"), "R");
}

// Experts with large weights stay where they are and tokens go to them: forward and backward, to
// the experts and back.
TEST(AnswersOfExperts, TokensGoToExperts) {
  const Case c =
      built_sgd("bert-moe:layers=2,batch=32,hidden=128,experts=8,ff=2048,vocab=512,seq=64");
  core::Cluster cluster = network_bound(8);
  cluster.device_types[0].flops_per_second = 2e13;
  cluster.network = core::Link{25e9, 5e-6};
  const SearchResult found = search(c.step, cluster, {});
  EXPECT_EQ(found.plan.group.num_ranks(), 8);
  EXPECT_EQ(state_of(c, found, "blocks/01/w1"), "S(0)");
  EXPECT_EQ(state_of(c, found, "blocks/01/w2"), "S(0)");
  EXPECT_GE(count_of(found, "all_to_all"), 4);
  // No token goes elsewhere: what is gathered besides are parameters.
  EXPECT_LE(bytes_of(found, "all_gather"), bytes_of_params(c));
}

// An MLP with few tokens keeps its weights where they are: less moves than there are weights. With
// many it reads them whole and moves their gradients.
TEST(Answers, FewSamplesMoveAndManyStay) {
  const auto moved_with = [](int64_t batch) {
    const Case c = built_sgd("mlp:inputs=512,hidden=2048x512x2048x512,classes=512,batch=" +
                             std::to_string(batch));
    core::Cluster cluster = network_bound(4);
    cluster.device_types[0].flops_per_second = 1e12;
    const SearchResult found = search(c.step, cluster, {});
    EXPECT_EQ(found.plan.group.num_ranks(), 4);
    if (batch > 1000) {
      EXPECT_EQ(state_of(c, found, "x"), "S(0)");
    }
    double bytes = 0;
    for (const CollectiveTotal& each : found.time.collectives) bytes += each.bytes;
    return bytes / bytes_of_params(c);
  };
  EXPECT_LT(moved_with(128), 0.7);
  const double many = moved_with(65536);
  EXPECT_GE(many, 0.99);  // an all-reduce
  EXPECT_LE(many, 3.01);  // a reduce-scatter, and an all-gather in each pass
}

// One device is as fast as all the others together: it gets half of the samples.
TEST(Answers, SharesFollowSpeed) {
  const Case c = built_sgd("mlp:inputs=256,hidden=256x256,classes=16,batch=6000");
  core::Cluster cluster = network_bound(4);
  cluster.device_types[0].flops_per_second = 1e11;
  core::DeviceType fast = cluster.device_types[0];
  fast.flops_per_second *= 3;
  cluster.device_types.push_back(fast);
  cluster.hosts[0].devices[0].type = 1;
  const SearchResult found = search(c.step, cluster, {});
  EXPECT_EQ(state_of(c, found, "x"), "S(0:[3,1,1,1])");
}

// A network that is too slow for anything: the fastest device alone.
TEST(Answers, OneDeviceIsEnoughWhereTheNetworkIsTooSlow) {
  const Case c = built_sgd("mlp:batch=64");
  core::Cluster cluster = network_bound(4);
  cluster.network = core::Link{1e4, 1};
  const SearchResult found = search(c.step, cluster, {});
  EXPECT_EQ(found.time.communication_seconds, 0);
}

}  // namespace
}  // namespace motley::tensor::search
