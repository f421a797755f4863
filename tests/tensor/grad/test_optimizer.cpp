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
        "adam:beta1=0.8,beta2=0.95,epsilon=1e-06", "adamw", "adamw:weight_decay=0", "lion",
        "lion:beta2=0.9", "adafactor", "adafactor:min_dim=4,weight_decay=0.1",
        "adamw:weight_decay=0.1;dims<2:weight_decay=0;*emb*:lr=0.5,weight_decay=0.2"}) {
    EXPECT_EQ(Optimizer::parse(text).to_string(), text);
  }
  EXPECT_EQ(Optimizer::parse("adamw:weight_decay=0.01").to_string(), "adamw");
}

TEST(Optimizer, RefusesWhatItDoesNotKnow_error) {
  const std::string known = "expected one of sgd, momentum, adam, adamw, lion, adafactor";
  EXPECT_EQ(fault("lamb"), "unknown optimizer 'lamb'; " + known);
  EXPECT_EQ(fault(""), "unknown optimizer ''; " + known);
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

TEST(Optimizer, HasGroupsOfParameters) {
  const Optimizer o = Optimizer::parse("adamw:weight_decay=0.1;emb/*:lr=0.5;dims<2:weight_decay=0");
  const auto rule = [&](const char* name, Shape shape) {
    const ParameterRule found = rule_of(o, {name, {ElementType::kF32, std::move(shape)}});
    return std::pair(found.lr, found.weight_decay);
  };
  EXPECT_EQ(rule("emb/b", {3}), std::pair(0.5, 0.1)) << "the first that matches counts";
  EXPECT_EQ(rule("out/b", {3}), std::pair(1.0, 0.0));
  EXPECT_EQ(rule("out/w", {3, 3}), std::pair(1.0, 0.1));
  EXPECT_EQ(fault("adam;bias"),
            "parameter group 'bias': write PATTERN:SETTINGS, as in '*bias:weight_decay=0,lr=2'");
  EXPECT_EQ(fault("adam;b:beta1=0"),
            "parameter group 'b:beta1=0': write PATTERN:SETTINGS, as in "
            "'*bias:weight_decay=0,lr=2'");
  EXPECT_EQ(fault("adam;dims<x:lr=0"), "optimizer setting dims<N=x: give a number of at least 0");
  try {
    check_groups(Optimizer::parse("sgd;none*:lr=0"), {{"w", {ElementType::kF32, {2}}}});
    FAIL();
  } catch (const core::UserError& error) {
    EXPECT_STREQ(error.what(), "no parameter is in the group 'none*'");
  }
}

TEST(Optimizer, KeepsRowsAndColumnsOfLargeMatrices) {
  const std::vector<ParameterSpec> params = {{"w", {ElementType::kBF16, {2, 300, 200}}},
                                             {"b", {ElementType::kF32, {300}}}};
  const auto state = optimizer_state(Optimizer::parse("adafactor"), params);
  ASSERT_EQ(state.size(), 4u);
  EXPECT_EQ(state[0].name, "w.v_row");
  EXPECT_EQ(state[0].type.to_string(), "tensor<2x200xf32>");
  EXPECT_EQ(state[1].name, "w.v_col");
  EXPECT_EQ(state[1].type.to_string(), "tensor<2x300xf32>");
  EXPECT_EQ(state[2].name, "b.v");
  EXPECT_EQ(state[3].name, "step");
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
