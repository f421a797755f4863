#include <gtest/gtest.h>

#include "tensor/grad/optimizer.h"

namespace motley::tensor {
namespace {

std::string fault(const std::string& text) {
  try {
    Optimizer::parse(text);
  } catch (const core::UserError& error) {
    return error.what();
  }
  return "";
}

TEST(Optimizer, ReadsNamesAndSettings) {
  EXPECT_EQ(Optimizer::parse("sgd").kind, Optimizer::Kind::kSgd);
  EXPECT_EQ(Optimizer::parse("momentum:momentum=0.5").momentum, 0.5);
  EXPECT_EQ(Optimizer::parse("adam"), Optimizer{});
  EXPECT_EQ(Optimizer::parse("adamw").weight_decay, 0.01);
  const Optimizer o = Optimizer::parse("adamw:weight_decay=0,beta2=0.95,clip=1.0");
  EXPECT_EQ(o.kind, Optimizer::Kind::kAdamW);
  EXPECT_EQ(o.weight_decay, 0);
  EXPECT_EQ(o.beta2, 0.95);
  EXPECT_EQ(o.clip, 1);
}

TEST(Optimizer, PrintsWhatItReads) {
  for (const char* text :
       {"sgd", "sgd:clip=2", "momentum:momentum=0.5,weight_decay=0.1", "adam",
        "adam:beta1=0.8,beta2=0.95,epsilon=1e-06", "adamw", "adamw:weight_decay=0"}) {
    EXPECT_EQ(Optimizer::parse(text).to_string(), text);
  }
  EXPECT_EQ(Optimizer::parse("adamw:weight_decay=0.01").to_string(), "adamw");
}

TEST(Optimizer, RefusesWhatItDoesNotKnow_error) {
  EXPECT_EQ(fault("lion"), "unknown optimizer 'lion'; expected one of sgd, momentum, adam, adamw");
  EXPECT_EQ(fault(""), "unknown optimizer ''; expected one of sgd, momentum, adam, adamw");
  EXPECT_EQ(fault("sgd:beta1=0.5"),
            "sgd has no setting 'beta1=0.5': write NAME=NUMBER, with NAME weight_decay, clip");
  EXPECT_EQ(fault("sgd:clip"),
            "sgd has no setting 'clip': write NAME=NUMBER, with NAME weight_decay, clip");
  EXPECT_EQ(fault("sgd:"),
            "sgd has no setting '': write NAME=NUMBER, with NAME weight_decay, clip");
  EXPECT_EQ(fault("sgd:clip=1,"),
            "sgd has no setting '': write NAME=NUMBER, with NAME weight_decay, clip");
  EXPECT_EQ(fault("sgd:clip=1x"), "optimizer setting clip=1x: give a number of at least 0");
  EXPECT_EQ(fault("sgd:clip=nan"), "optimizer setting clip=nan: give a number of at least 0");
  EXPECT_EQ(fault("sgd:clip=inf"), "optimizer setting clip=inf: give a number of at least 0");
  EXPECT_EQ(fault("adam:beta2=1"),
            "optimizer setting beta2=1: give a number of at least 0 and less than 1");
}

TEST(Optimizer, NamesItsState) {
  const std::vector<ParameterSpec> params = {{"w", {ElementType::kF32, {2, 3}}},
                                             {"b", {ElementType::kBF16, {3}}}};
  EXPECT_TRUE(optimizer_state(Optimizer::parse("sgd"), params).empty());
  const auto momentum = optimizer_state(Optimizer::parse("momentum"), params);
  ASSERT_EQ(momentum.size(), 2u);
  EXPECT_EQ(momentum[0].name, "w.momentum");
  const auto adam = optimizer_state(Optimizer{}, params);
  ASSERT_EQ(adam.size(), 5u);
  EXPECT_EQ(adam[1].name, "b.m");
  EXPECT_EQ(adam[1].type.to_string(), "tensor<3xf32>");  // wider than its parameter
  EXPECT_EQ(adam[2].name, "w.v");
  EXPECT_EQ(adam[4].name, "step");
  EXPECT_EQ(adam[4].type.to_string(), "tensor<i32>");
}

}  // namespace
}  // namespace motley::tensor
