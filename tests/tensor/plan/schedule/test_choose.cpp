#include <gtest/gtest.h>

#include "core/base/error.h"
#include "tensor/plan/schedule/brute_force.h"
#include "tensor/plan/schedule/choose.h"
#include "tensor/plan/schedule/choose/stream_shop.h"
#include "tensor/plan/schedule/random_pipelines.h"
#include "tensor/plan/schedule/schedule_table.h"
#include "tensor/plan/schedule/validate.h"
#include "tensor/plan/simulate/pipeline_workload.h"

namespace motley::tensor::schedule {
namespace {

using namespace simulate;

constexpr uint64_t kSeed = 20261115;

std::string where(int i) { return fmt::format("pipeline {} of seed {}", i, kSeed); }

Ticks simulated(const Schedule& schedule, const PipelineCosts& costs) {
  return run_pipeline(schedule, costs).simulation.makespan;
}

ChosenSchedule choose(const RandomPipeline& p) {
  return choose_schedule(p.costs, p.microbatches, p.cap);
}

// What was chosen runs, fits, takes as long as it says, and does not pass its bound.
void expect_sound(const ChosenSchedule& chosen, const RandomPipeline& p) {
  EXPECT_EQ(fault_of(chosen.schedule), "");
  EXPECT_EQ(cap_violation(chosen.schedule, p.cap), "");
  EXPECT_EQ(simulated(chosen.schedule, p.costs), chosen.makespan);
  EXPECT_LE(chosen.lower_bound, chosen.makespan);
}

TEST(ChooseSchedule, EqualStagesHaveNoBubbleButTheFilling) {
  const PipelineCosts costs = {
      .forward = {1, 1, 1, 1}, .backward = {1, 1, 1, 1}, .weight = {1, 1, 1, 1}, .latency = {}};
  const ChosenSchedule chosen = choose_schedule(costs, 8, {});
  EXPECT_EQ(chosen.makespan, 3 * 8 + 3);
  EXPECT_EQ(chosen.lower_bound, 3 * 8 + 3);
  EXPECT_EQ(chosen.origin, "zb-h1");
}

TEST(ChooseSchedule, OneFOneBIsBestWhereNothingIsSplit) {
  const PipelineCosts costs = {.forward = {1, 1, 1, 1}, .backward = {2, 2, 2, 2}};
  const ChosenSchedule chosen = choose_schedule(costs, 8, std::vector{4, 3, 2, 1});
  EXPECT_EQ(chosen.makespan, 33);
  EXPECT_EQ(chosen.lower_bound, 33);
  EXPECT_EQ(chosen.origin, "1f1b");
  EXPECT_EQ(chosen.schedule, one_f_one_b({4, 8}));
}

// Found by trying every order; caps of 1f1b, of twice as deep less one, and of twice as deep.
TEST(ChooseSchedule, FindsTheBestOrderUnderEachCap) {
  struct Case {
    int32_t microbatches;
    std::vector<Ticks> forward, backward;
    Ticks latency;
    Ticks shallow, deep, deeper;
  };
  const Case cases[] = {{4, {1, 1}, {2, 2}, 1, 19, 17, 17},
                        {4, {3, 1}, {6, 2}, 1, 38, 36, 36},
                        {5, {1, 1}, {2, 2}, 2, 30, 23, 22},
                        {3, {1, 1, 1}, {2, 2, 2}, 1, 21, 19, 19},
                        {3, {1, 2, 1}, {2, 4, 2}, 0, 22, 21, 21}};
  for (const Case& c : cases) {
    const auto S = static_cast<int32_t>(c.forward.size());
    const PipelineCosts costs = {.forward = c.forward,
                                 .backward = c.backward,
                                 .latency = std::vector<Ticks>(S - 1, c.latency)};
    const auto best = [&](int32_t factor, int32_t less) {
      std::vector<int32_t> cap;
      for (int32_t s = 0; s < S; ++s) cap.push_back(factor * (S - s) - less);
      return choose_schedule(costs, c.microbatches, cap).makespan;
    };
    EXPECT_EQ(best(1, 0), c.shallow);
    EXPECT_EQ(best(2, 1), c.deep);
    EXPECT_EQ(best(2, 0), c.deeper);
  }
}

TEST(ChooseSchedule, EqualsBruteForceOnTinyPipelines) {
  PipelineDice dice(kSeed);
  for (int i = 0; i < 20000; ++i) {
    SCOPED_TRACE(where(i));
    const RandomPipeline p = dice.tiny(3, 4);
    const ChosenSchedule chosen = choose(p);
    expect_sound(chosen, p);
    ActiveSchedules all(p.costs, p.microbatches, p.cap);
    EXPECT_EQ(all.best_below(chosen.makespan + 1), chosen.makespan);
    EXPECT_EQ(chosen.lower_bound, chosen.makespan);
  }
}

TEST(ScheduleLowerBound, NoOrderOfPassesIsFaster) {
  PipelineDice dice(kSeed);
  for (int i = 0; i < 300; ++i) {
    SCOPED_TRACE(where(i));
    const RandomPipeline p = dice.tiny(i % 10 == 0 ? 3 : 2, 3);
    const Ticks best = best_of_all_orders(p.costs, p.microbatches, p.cap);
    EXPECT_LE(schedule_lower_bound(p.costs, p.microbatches, p.cap), best);
    EXPECT_EQ(choose(p).makespan, best);
  }
}

TEST(ChooseSchedule, IsNoWorseThanAnySchedulePeopleKnow) {
  PipelineDice dice(kSeed);
  for (int i = 0; i < 200; ++i) {
    SCOPED_TRACE(where(i));
    RandomPipeline p = dice.unequal();
    if (dice.coin()) p.costs.weight.clear();
    if (dice.coin()) p.costs.links = Links::kSerial;
    const ChosenSchedule chosen = choose(p);
    expect_sound(chosen, p);
    const PipelineShape shape = {p.costs.num_stages(), p.microbatches};
    std::vector<std::string> names = {"gpipe", "1f1b", "per-edge", "dynamic"};
    if (p.costs.splits_backward()) names.insert(names.end(), {"zb-h1", "zb-h2"});
    for (int32_t k = 1; k <= p.microbatches; ++k) {
      names.insert(names.end(), {fmt::format("kfkb:k={}", k), fmt::format("deep:h={}", k)});
    }
    for (const std::string& name : names) {
      const Schedule schedule = generate(name, shape, p.costs, p.cap);
      if (cap_violation(schedule, p.cap).empty()) {
        EXPECT_LE(chosen.makespan, simulated(schedule, p.costs)) << name;
      }
    }
  }
}

// bench_choose has the figures for more of them.
TEST(ChooseSchedule, IsProvenBestForNearlyAllUnequalPipelines) {
  PipelineDice dice(kSeed);
  int closed = 0;
  for (int i = 0; i < 500; ++i) {
    SCOPED_TRACE(where(i));
    RandomPipeline p = dice.unequal();
    for (const bool split : {true, false}) {
      if (!split) p.costs.weight.clear();
      const ChosenSchedule chosen = choose(p);
      expect_sound(chosen, p);
      closed += chosen.makespan == chosen.lower_bound;
      EXPECT_LE(static_cast<double>(chosen.makespan),
                1.06 * static_cast<double>(chosen.lower_bound));
    }
  }
  EXPECT_GE(closed, 950) << "of 1000, seed " << kSeed;
}

TEST(ChooseSchedule, AnswersTheSameEveryTime) {
  PipelineDice dice(kSeed);
  for (int i = 0; i < 20; ++i) {
    SCOPED_TRACE(where(i));
    const RandomPipeline p = dice.unequal();
    const ChosenSchedule first = choose(p), second = choose(p);
    EXPECT_EQ(first.schedule, second.schedule);
    EXPECT_EQ(first.lower_bound, second.lower_bound);
  }
}

TEST(ChooseSchedule, BoundIsNotBelowTheOneThatIsAskedForAlone) {
  PipelineDice dice(kSeed);
  for (int i = 0; i < 50; ++i) {
    SCOPED_TRACE(where(i));
    const RandomPipeline p = dice.unequal();
    EXPECT_LE(schedule_lower_bound(p.costs, p.microbatches, p.cap), choose(p).lower_bound);
  }
}

TEST(ChooseSchedule, TimesUpToTheLimitDoNotOverflow) {
  PipelineDice dice(kSeed);
  for (int i = 0; i < 10; ++i) {
    SCOPED_TRACE(where(i));
    RandomPipeline p = dice.unequal();
    Ticks sum = 0;
    for (auto* times : {&p.costs.forward, &p.costs.backward, &p.costs.weight, &p.costs.latency}) {
      for (const Ticks t : *times) sum += times == &p.costs.latency ? 2 * t : t;
    }
    const Ticks scale = ((Ticks{1} << 62) - 1) / (sum * p.microbatches);
    for (auto* times : {&p.costs.forward, &p.costs.backward, &p.costs.weight, &p.costs.latency}) {
      for (Ticks& t : *times) t *= scale;
    }
    expect_sound(choose(p), p);
  }
}

TEST(ChooseSchedule, LargePipelinesStayCheap) {
  RandomPipeline p = {.costs = {}, .microbatches = 512, .cap = std::vector<int32_t>(24, 30)};
  PipelineDice dice(kSeed);
  for (int32_t s = 0; s < 24; ++s) {
    p.costs.forward.push_back(dice.between(1, 9));
    p.costs.backward.push_back(dice.between(1, 9));
    p.costs.weight.push_back(dice.between(1, 9));
    if (s > 0) p.costs.latency.push_back(dice.between(0, 5));
  }
  const ChosenSchedule chosen = choose(p);
  expect_sound(chosen, p);
  EXPECT_LE(static_cast<double>(chosen.makespan), 1.05 * static_cast<double>(chosen.lower_bound));
}

TEST(ChooseSchedule, CapsAreOnePerStageAndLetSomethingRun_error) {
  const PipelineCosts costs = {.forward = {1, 1}, .backward = {2, 2}};
  const auto message = [&](std::vector<int32_t> cap) -> std::string {
    try {
      choose_schedule(costs, 4, cap);
    } catch (const core::UserError& error) {
      return error.what();
    }
    return "";
  };
  EXPECT_EQ(message({2}), "got caps for 1 stages, expected 2");
  EXPECT_EQ(message({2, 0}), "a cap must be at least one micro-batch");
}

TEST(StreamShop, TimetablesAreThoseOfTheSimulator) {
  PipelineDice dice(kSeed);
  for (int i = 0; i < 100; ++i) {
    SCOPED_TRACE(where(i));
    RandomPipeline p = dice.unequal();
    if (dice.coin()) p.costs.links = Links::kSerial;
    const Schedule schedule =
        generate("dynamic", {p.costs.num_stages(), p.microbatches}, p.costs, p.cap);
    const StreamShop shop = make_stream_shop(p.costs, p.microbatches, p.cap);
    const auto timetable = timetable_of(shop, schedule);
    ASSERT_TRUE(timetable.has_value());
    EXPECT_EQ(timetable->makespan, simulated(schedule, p.costs));
    EXPECT_EQ(schedule_of(shop, *timetable), schedule);
  }
}

TEST(StreamShop, OverTheCapThereIsNoTimetable) {
  const PipelineCosts costs = {.forward = {1, 1}, .backward = {2, 2}};
  EXPECT_TRUE(timetable_of(make_stream_shop(costs, 4, std::vector{4, 4}), gpipe({2, 4})));
  EXPECT_FALSE(timetable_of(make_stream_shop(costs, 4, std::vector{3, 4}), gpipe({2, 4})));
}

}  // namespace
}  // namespace motley::tensor::schedule
