// Placement of a rank's buffers: inside the message that carries them, unless another step reads
// them, and in bytes that nothing else needs meanwhile.
#include <gtest/gtest.h>

#include "tensor/run/rank_buffers.h"

namespace motley::tensor {
namespace {

constexpr auto kCompute = RankStep::Kind::kCompute, kStart = RankStep::Kind::kStart,
               kWait = RankStep::Kind::kWait;

// Buffer 0 -> gradients 1 and 2, which one message carries to 3 and 4 -> 5, the step's result.
RankProgram program(ReshardKind kind = ReshardKind::kAllReduce) {
  const TensorType small{ElementType::kF32, {3}}, large{ElementType::kF32, {5}};
  RankProgram p;
  p.buffers = {large, small, large, small, large, large};
  p.arguments = {0};
  p.results = {5};
  p.segments = {{.program = {}, .inputs = {0}, .outputs = {1, 2}},
                {.program = {}, .inputs = {3, 4}, .outputs = {5}}};
  Communication c{.kind = kind};
  c.tensors = {{.input = 1, .output = 3}, {.input = 2, .output = 4}};
  p.communications = {c};
  p.steps = {{kCompute, 0}, {kStart, 0}, {kWait, 0}, {kCompute, 1}};
  return p;
}

TEST(RankBuffers, PartsOfAnAllReduceLieSideBySideAndAreReducedInPlace) {
  RankBuffers buffers(program());
  const auto& [sent, received] = buffers.messages()[0];
  ASSERT_EQ(sent.size(), 32u);
  EXPECT_EQ(sent.data(), received.data());
  EXPECT_EQ(buffers.data(1), sent.data());
  EXPECT_EQ(buffers.data(2), sent.data() + 12);
  EXPECT_EQ(buffers.data(3), buffers.data(1));
  EXPECT_EQ(buffers.data(4), buffers.data(2));
  EXPECT_FALSE(buffers.is_in_message(0));
  EXPECT_EQ(buffers.literal(5).num_bytes(), 20);
}

TEST(RankBuffers, WhatIsReadAgainIsNotReducedInPlace) {
  RankProgram p = program();
  p.segments[1].inputs.push_back(2);
  RankBuffers buffers(p);
  const auto& [sent, received] = buffers.messages()[0];
  EXPECT_NE(sent.data(), received.data());
  EXPECT_EQ(buffers.data(2), sent.data() + 12);
  EXPECT_EQ(buffers.data(4), received.data() + 12);
}

TEST(RankBuffers, ResultsOfTheStepAreCopied) {
  RankProgram p = program();
  p.results = {3};
  RankBuffers buffers(p);
  EXPECT_FALSE(buffers.is_in_message(3));
  EXPECT_TRUE(buffers.is_in_message(1));
  EXPECT_TRUE(buffers.is_in_message(4));
}

TEST(RankBuffers, ABufferLiesInOneMessage) {
  RankProgram p = program();
  Communication again{.kind = ReshardKind::kAllGather};
  again.tensors = {{.input = 2, .output = 0}};
  p.communications.push_back(again);
  p.steps.insert(p.steps.begin() + 1, {kStart, 1});
  RankBuffers buffers(p);
  EXPECT_EQ(buffers.data(2), buffers.messages()[0].sent.data() + 12);
  EXPECT_EQ(buffers.messages()[1].sent.size(), 20u);
  // The wire layout differs: it is unpacked.
  EXPECT_NE(buffers.messages()[1].received.data(), buffers.data(0));
}

TEST(RankBuffers, OneSideOfAReduceScatterTravelsAsItLies) {
  RankBuffers buffers(program(ReshardKind::kReduceScatter));
  EXPECT_NE(buffers.messages()[0].sent.data(), buffers.data(1));
  EXPECT_FALSE(buffers.is_in_message(1));
  EXPECT_EQ(buffers.data(4), buffers.messages()[0].received.data() + 12);
}

// Ten segments in a row, each of which reads what the one before has written.
RankProgram chain() {
  RankProgram p;
  p.buffers.assign(11, TensorType{ElementType::kF32, {1024}});
  p.arguments = {0};
  p.results = {10};
  for (int i = 0; i < 10; ++i) {
    p.segments.push_back({.program = {}, .inputs = {i}, .outputs = {i + 1}});
    p.steps.push_back({kCompute, i});
  }
  return p;
}

TEST(RankBuffers, BuffersThatAreNotAliveAtOnceShareBytes) {
  const RankProgram p = chain();
  const RankBuffers buffers(p);
  // The ends, and what one segment reads and writes.
  EXPECT_EQ(buffers.memory_bytes(), 2 * 4096 + 2 * 4096);
  const RankBuffers apart(p, {.is_shared = false});
  EXPECT_EQ(apart.memory_bytes(), 11 * 4096);
}

TEST(RankBuffers, WhatIsUnderWayIsNotOverwritten) {
  RankProgram p = chain();
  p.buffers.push_back(p.buffers[0]);
  // Buffer 3 travels while segments 3 to 7 run; segment 8 reads what arrives.
  Communication c{.kind = ReshardKind::kAllGather};
  c.tensors = {{.input = 3, .output = 11}};
  p.communications = {c};
  p.segments[8].inputs.push_back(11);
  p.steps.insert(p.steps.begin() + 3, {kStart, 0});
  p.steps.insert(p.steps.begin() + 9, {kWait, 0});
  RankBuffers buffers(p);
  const auto& [sent, received] = buffers.messages()[0];
  EXPECT_EQ(sent.data(), buffers.data(3));
  for (int b = 4; b <= 8; ++b) {
    EXPECT_NE(buffers.data(b), sent.data()) << b;
    EXPECT_NE(buffers.data(b), received.data()) << b;
  }
  EXPECT_NE(buffers.data(11), buffers.data(8));
}

}  // namespace
}  // namespace motley::tensor
