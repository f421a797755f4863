#include <gtest/gtest.h>

#include "core/base/error.h"
#include "tensor/plan/schedule/schedule_table.h"
#include "tensor/plan/schedule/validate.h"

namespace motley::tensor::schedule {
namespace {

PipelineCosts unit_costs(int32_t stages) {
  const std::vector<Ticks> ones(stages, 1);
  return {.forward = ones, .backward = ones, .weight = ones};
}

std::string message_of(const char* name, PipelineShape shape, const PipelineCosts& costs) {
  try {
    generate(name, shape, costs, {});
  } catch (const core::UserError& error) {
    return error.what();
  }
  return "";
}

TEST(Generators, EveryScheduleCanRunWhateverItsShape) {
  for (const ScheduleRow& row : schedule_rows()) {
    for (int32_t devices = 1; devices <= 6; ++devices) {
      for (int32_t microbatches = 1; microbatches <= 13; ++microbatches) {
        if (row.whole_rounds && microbatches % devices != 0) continue;
        const auto costs = unit_costs(devices * chunks_of(row.name));
        EXPECT_EQ(fault_of(generate(row.name, {devices, microbatches}, costs, {})), "")
            << row.name << " " << devices << " " << microbatches;
      }
    }
  }
}

TEST(Generators, OneGroupAtATimeIsOneFOneB) {
  EXPECT_EQ(kfkb({4, 9}, 1), one_f_one_b({4, 9}));
  EXPECT_EQ(kfkb({4, 9}, 9), gpipe({4, 9}));
  EXPECT_EQ(kfkb({4, 9}, 1'000'000), gpipe({4, 9}));
}

TEST(Generators, ACapHoldsBackWhatCanBeHeldBack) {
  const PipelineCosts costs = unit_costs(4);
  const std::vector<int32_t> cap = {3, 2, 2, 1};
  for (const char* name : {"1f1b", "deep:h=2", "per-edge", "dynamic"}) {
    EXPECT_EQ(cap_violation(generate(name, {4, 8}, costs, cap), cap), "") << name;
  }
  for (const char* name : {"1f1b", "deep:h=2", "per-edge", "dynamic"}) {
    const Schedule schedule = generate(name, {4, 8}, costs, std::vector<int32_t>{1, 3, 2, 8});
    EXPECT_EQ(fault_of(schedule), "") << name;
  }
  EXPECT_EQ(cap_violation(gpipe({4, 8}), cap),
            "stage 0 holds 8 micro-batches, 5 more than its cap of 3");
}

TEST(GeneratorNames, MistakesAreNamed_error) {
  const PipelineCosts costs = unit_costs(4);
  EXPECT_EQ(message_of("kfbk:k=2", {4, 8}, costs), "unknown schedule `kfbk`; did you mean `kfkb`?");
  EXPECT_EQ(message_of("kfkb:h=2", {4, 8}, costs),
            "the schedule kfkb takes `k=` and a whole number, as in kfkb:k=2, not `h=2`");
  EXPECT_EQ(message_of("kfkb:k=0", {4, 8}, costs),
            "the schedule kfkb takes `k=` and a whole number, as in kfkb:k=2, not `k=0`");
  EXPECT_EQ(message_of("gpipe:k=2", {4, 8}, costs),
            "the schedule gpipe has no settings, such as `k=2`");
  EXPECT_EQ(
      message_of("interleaved", {4, 9}, costs),
      "the schedule interleaved needs a multiple of the number of devices as micro-batches: 9 "
      "is not a multiple of 4");
  PipelineCosts whole = costs;
  whole.weight.clear();
  EXPECT_EQ(message_of("zb-h1", {4, 8}, whole),
            "the schedule zb-h1 splits the backward pass: it needs the times of weight gradients");
}

}  // namespace
}  // namespace motley::tensor::schedule
