#include <gtest/gtest.h>

#include <algorithm>

#include "core/base/error.h"
#include "tensor/pipeline/pipeline_program.h"
#include "tensor/plan/schedule/action_table.h"
#include "tensor/plan/schedule/schedule_table.h"
#include "tensor/staged/staged_step.h"

namespace motley::tensor {
namespace {

using Kind = PipelineAction::Kind;

// A chain of products, one per stage: one value crosses each way.
StagedStep chain(int stages, int64_t microbatches) {
  ProgramBuilder b("chain");
  Expr h = argument(b, {ElementType::kF32, {1, 4}});
  std::vector<LossArgument> arguments = {{false, "x"}};
  for (int s = 0; s < stages; ++s) {
    const Expr w = argument(b, {ElementType::kF32, {4, 4}});
    arguments.push_back({true, "w" + std::to_string(s)});
    h = tanh(einsum("bi,io->bo", h, w));
  }
  const Program loss = std::move(b).finish({sum_all(h).id()});
  std::vector<int> cuts;
  for (int s = 1; s < stages; ++s) cuts.push_back(s);
  return staged_step(
      loss, arguments,
      {{.optimizer = Optimizer::parse("sgd"), .num_microbatches = microbatches}, cuts});
}

schedule::Schedule named(const std::string& name, int stages, int microbatches) {
  const std::vector<schedule::Ticks> ones(stages, 1), edges(stages - 1, 0);
  const int32_t chunks = schedule::chunks_of(name);
  return schedule::generate(name, {stages / chunks, microbatches},
                            {.forward = ones, .backward = ones, .weight = ones, .latency = edges},
                            {});
}

// Slots of the values that cross: inputs of stages 1, 2, 3, then gradients of stages 0, 1, 2.
std::vector<int> crossing_slots(const std::string& name, int microbatches) {
  const StagedStep step = chain(4, microbatches);
  const auto programs = pipeline_programs(step, named(name, 4, microbatches));
  std::vector<int> inputs(4), gradients(4);
  for (const Crossing& c : step.crossings) {
    const BufferSlots& slots =
        programs[programs[0].rank_of_stage[c.to.stage]].slots[c.to.stage][c.to.buffer];
    (c.when == Crossing::When::kForward ? inputs : gradients)[c.to.stage] = slots.count;
  }
  return {inputs[1], inputs[2], inputs[3], gradients[0], gradients[1], gradients[2]};
}

using Ints = std::vector<int>;

TEST(PipelineProgram, TheLossIsKnownAfterTheLastForwardPass) {
  const StagedStep step = chain(3, 4);
  const auto at_end = pipeline_programs(step, named("zb-h2", 3, 4));
  const auto early = pipeline_programs(step, named("zb-h2", 3, 4), LossTime::kAfterForward);
  EXPECT_EQ(early[0].actions, at_end[0].actions);
  EXPECT_EQ(early[1].actions, at_end[1].actions);
  std::vector<std::string> phases;
  for (const PipelineAction& a : early[2].actions) {
    if (a.kind == Kind::kPhase) phases.push_back(short_name(a));
  }
  const auto last_forward = std::ranges::find(phases, "2F3");
  ASSERT_NE(last_forward, phases.end());
  EXPECT_EQ(*(last_forward + 1), "2 loss");
  EXPECT_EQ(std::ranges::count(phases, "2 loss"), 1);
  EXPECT_EQ(fault_of(step, early), "");
}

// A backward pass sends its gradient before its weight gradient has read the input, so an input has
// one slot more than micro-batches are under way.
TEST(PipelineProgram, CountsTheSlotsOfEveryTiming) {
  EXPECT_EQ(crossing_slots("1f1b", 8), (Ints{5, 4, 3, 4, 3, 2}));
  EXPECT_EQ(crossing_slots("deep:h=1", 8), (Ints{8, 6, 4, 7, 5, 3}));
  EXPECT_EQ(crossing_slots("kfkb:k=2", 8), (Ints{8, 7, 5, 8, 6, 4}));
  EXPECT_EQ(crossing_slots("gpipe", 8), (Ints{8, 8, 8, 8, 8, 8}));
  // Inputs are read by W.
  EXPECT_EQ(crossing_slots("zb-h1", 8), (Ints{6, 6, 6, 4, 3, 2}));
  EXPECT_EQ(crossing_slots("zb-h2", 16), (Ints{10, 10, 10, 7, 5, 3}));
}

TEST(PipelineProgram, TakesSlotsInTurn) {
  const StagedStep step = chain(4, 8);
  const auto slot = [&](const std::string& name, int stage, int m) {
    const auto programs = pipeline_programs(step, named(name, 4, 8));
    for (const Crossing& c : step.crossings) {
      const bool is_input = c.when == Crossing::When::kForward;
      if (c.to.stage == stage && is_input == (stage > 0)) {
        return programs[stage].slots[stage][c.to.buffer].slot_of[m];
      }
    }
    return -1;
  };
  EXPECT_EQ(slot("deep:h=1", 2, 7), 1);  // six slots
  EXPECT_EQ(slot("1f1b", 0, 6), 2);      // four
}

// Posts of 1f1b with three stages and four micro-batches, by the phase that they stand behind.
TEST(PipelineProgram, PostsWhenASlotIsFree) {
  const StagedStep step = chain(3, 4);
  const auto programs = pipeline_programs(step, named("1f1b", 3, 4));
  const auto posts = [&](int rank, Crossing::When when) {
    std::vector<std::pair<int, int>> result;  // micro-batch, weight gradients done
    int done = 0;
    for (const PipelineAction& a : programs[rank].actions) {
      if (a.kind == Kind::kPhase && a.microbatch >= 0) {
        done += a.phase == StagePhaseKind::kFirstWeightGradient ||
                a.phase == StagePhaseKind::kWeightGradient;
      }
      if (a.kind == Kind::kPost && step.crossings[a.crossing].when == when) {
        result.emplace_back(a.microbatch, done);
      }
    }
    return result;
  };
  using Pairs = std::vector<std::pair<int, int>>;
  EXPECT_EQ(posts(0, Crossing::When::kBackward), (Pairs{{0, 0}, {1, 0}, {2, 0}, {3, 1}}));
  EXPECT_EQ(posts(1, Crossing::When::kBackward), (Pairs{{0, 0}, {1, 0}, {2, 0}, {3, 1}}));
  EXPECT_EQ(posts(1, Crossing::When::kForward), (Pairs{{0, 0}, {1, 0}, {2, 0}, {3, 0}}));
  EXPECT_EQ(posts(2, Crossing::When::kForward), (Pairs{{0, 0}, {1, 0}, {2, 0}, {3, 1}}));
}

TEST(PipelineProgram, IsBoundByNoHandWrittenPhases) {
  for (const auto& [stages, microbatches] : {std::pair(4, 2), std::pair(4, 1), std::pair(2, 7)}) {
    for (const schedule::ScheduleRow& row : schedule::schedule_rows()) {
      if (row.name == "breadth-first") continue;  // another order of weight gradients
      if (row.whole_rounds && (stages / 2 == 0 || microbatches % (stages / 2) != 0)) continue;
      const StagedStep step = chain(stages, microbatches);
      const std::string name = schedule::name_with(row, row.default_setting);
      SCOPED_TRACE(name);
      const auto programs = pipeline_programs(step, named(name, stages, microbatches));
      EXPECT_EQ(fault_of(step, programs), "");
    }
  }
}

// Two ranks, stages 0, 3 | 1, 2: eight messages each way, none between 1 and 2.
TEST(PipelineProgram, KeepsValuesBetweenStagesOfOneRank) {
  const schedule::Schedule table = schedule::parse_action_table(
      "0F0,0F1,0F2,0F3,3F0,3B0,3F1,3B1,3F2,3B2,3F3,3B3,0B0,0B1,0B2,0B3\n"
      "1F0,2F0,1F1,2F1,1F2,2F2,1F3,2F3,2B0,1B0,2B1,1B1,2B2,1B2,2B3,1B3\n",
      "table");
  const StagedStep step = chain(4, 4);
  const auto programs = pipeline_programs(step, table);
  int messages[2] = {0, 0};
  for (int r = 0; r < 2; ++r) {
    for (const PipelineAction& a : programs[r].actions) {
      if (a.kind != Kind::kSend) continue;
      const Crossing& c = step.crossings[a.crossing];
      messages[r] +=
          programs[0].rank_of_stage[c.from.stage] != programs[0].rank_of_stage[c.to.stage];
    }
  }
  EXPECT_EQ(messages[0], 8);
  EXPECT_EQ(messages[1], 8);
}

template <class F>
std::string refusal(const F& f) {
  try {
    f();
  } catch (const core::UserError& error) {
    return error.what();
  }
  return "";
}

TEST(PipelineProgram, RefusesWeightGradientsInAnotherOrder) {
  const schedule::Schedule table =
      schedule::parse_action_table("0F0,0F1,0F2,0F3,0B3,0B2,0B1,0B0\n", "table");
  EXPECT_EQ(refusal([&] { pipeline_programs(chain(1, 4), table); }),
            "weight gradients of stage 0 come as 3,2,1,0: they are added in the order of the "
            "micro-batches");
  EXPECT_NE(refusal([&] { pipeline_programs(chain(2, 4), table); }), "");
}

// What could go wrong in a list is found without running it.
TEST(PipelineFault, FindsBrokenLists) {
  const StagedStep step = chain(3, 4);
  const auto whole = pipeline_programs(step, named("1f1b", 3, 4));
  ASSERT_EQ(fault_of(step, whole), "");
  const auto find = [&](const PipelineProgram& program, Kind kind, int m) {
    return std::ranges::find_if(
               program.actions,
               [&](const PipelineAction& a) { return a.kind == kind && a.microbatch == m; }) -
           program.actions.begin();
  };
  {  // A slot too few.
    auto programs = whole;
    for (const Crossing& c : step.crossings) {
      if (c.when != Crossing::When::kForward || c.to.stage != 1) continue;
      BufferSlots& slots = programs[1].slots[1][c.to.buffer];
      for (int& slot : slots.slot_of) slot %= slots.count - 1;
    }
    EXPECT_NE(fault_of(step, programs).find("still to be read"), std::string::npos)
        << fault_of(step, programs);
  }
  {  // A message missing.
    auto programs = whole;
    programs[0].actions.erase(programs[0].actions.begin() + find(programs[0], Kind::kSend, 2));
    EXPECT_NE(fault_of(step, programs).find("nobody sends it"), std::string::npos);
  }
  {  // A receive that is posted too late.
    auto programs = whole;
    auto& actions = programs[1].actions;
    const auto post = find(programs[1], Kind::kPost, 3), await = find(programs[1], Kind::kAwait, 3);
    ASSERT_LT(post, await);
    std::swap(actions[post], actions[await]);
    EXPECT_NE(fault_of(step, programs), "");
  }
  {  // Two phases swapped: the last stage's first two forwards, so that a gradient comes too late.
    auto programs = whole;
    auto& actions = programs[2].actions;
    const auto is_phase = [&](StagePhaseKind kind, int m) {
      return std::ranges::find_if(actions, [&](const PipelineAction& a) {
        return a.kind == Kind::kPhase && a.phase == kind && a.microbatch == m;
      });
    };
    std::swap(*is_phase(StagePhaseKind::kForward, 0), *is_phase(StagePhaseKind::kForward, 1));
    EXPECT_NE(fault_of(step, programs).find("which is not there"), std::string::npos);
  }
}

// Cases 5 and 6 of the study. Sends that were awaited where they stand would wait for one another:
// they are not awaited, and the same order runs. One pool of two slots for inputs and gradients of
// a stage would have no place for a gradient: they have slots of their own.
TEST(PipelineFault, NeitherAwaitedSendsNorASharedPool) {
  const StagedStep two = chain(2, 2);
  EXPECT_EQ(fault_of(two, pipeline_programs(two, named("1f1b", 2, 2))), "");
  auto programs = pipeline_programs(two, named("1f1b", 2, 2));
  // The rank of stage 1 posts the second input behind the first gradient's send: with rendezvous
  // the sender of the input waits for the post, and nothing else.
  auto& actions = programs[1].actions;
  const auto at = [&](Kind kind, bool forward, int m) {
    return std::ranges::find_if(actions, [&](const PipelineAction& a) {
      return a.kind == kind && a.microbatch == m &&
             (two.crossings[a.crossing].when == Crossing::When::kForward) == forward;
    });
  };
  const auto post = at(Kind::kPost, true, 1);
  ASSERT_NE(post, actions.end());
  const PipelineAction late = *post;
  actions.erase(post);
  actions.insert(at(Kind::kSend, false, 0) + 1, late);
  EXPECT_EQ(fault_of(two, programs), "");

  const StagedStep three = chain(3, 4);
  const auto middle = pipeline_programs(three, named("1f1b", 3, 4))[1];
  int input = -1, gradient = -1;
  for (const Crossing& c : three.crossings) {
    if (c.to.stage != 1) continue;
    (c.when == Crossing::When::kForward ? input : gradient) = c.to.buffer;
  }
  ASSERT_NE(input, gradient);
  EXPECT_GE(middle.slots[1][input].count, 2);
  EXPECT_GE(middle.slots[1][gradient].count, 1);
}

// A cycle of waits: rank 0 wants a gradient before it sends what that gradient is made of.
TEST(PipelineFault, NamesWhoWaitsForWhom) {
  const StagedStep step = chain(2, 2);
  auto programs = pipeline_programs(step, named("1f1b", 2, 2));
  auto& actions = programs[0].actions;
  const auto await = std::ranges::find_if(
      actions, [](const PipelineAction& a) { return a.kind == Kind::kAwait && a.microbatch == 0; });
  ASSERT_NE(await, actions.end());
  const PipelineAction waits = *await;
  actions.erase(await);
  const auto first = std::ranges::find(actions, Kind::kPhase, &PipelineAction::kind);
  actions.insert(first, waits);
  const std::string fault = fault_of(step, programs);
  EXPECT_EQ(fault.find("deadlock: rank 0 waits to await"), 0u) << fault;
  EXPECT_NE(fault.find("; rank 1 waits to await"), std::string::npos) << fault;
}

}  // namespace
}  // namespace motley::tensor
