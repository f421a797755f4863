#include <gtest/gtest.h>

#include <set>

#include "core/base/error.h"
#include "tensor/compile/recognize_attention.h"
#include "tensor/cost/device_tables.h"
#include "tensor/grad/reverse.h"
#include "tensor/measure/case_programs.h"
#include "tensor/measure/measure.h"
#include "tensor/models/models.h"

namespace motley::tensor {
namespace {

TEST(MeasureCases, AListStandsForACaseOfEachValue) {
  const auto cases =
      parse_measure_cases("a: product mk,kn->mn m=2|4 k=8 n=1|3  # why\n\nb: sum mn->m m=2 n=2", 2);
  ASSERT_EQ(cases.size(), 5u);
  EXPECT_EQ(cases[0].kind, "a");
  EXPECT_EQ(cases[1].line.to_string(), "product mk,kn->mn m=2 k=8 n=3");
  EXPECT_EQ(cases[4].line.to_string(), "sum mn->m m=2 n=2");
}

TEST(MeasureCases, FillGivesEveryThreadTheSameNumberOfProducts) {
  const auto cases = parse_measure_cases("a: product bmk,bkn->bmn b=fill m=16|4096 k=64 n=64", 3);
  EXPECT_EQ(cases[0].line.number("b") % 3, 0);
  EXPECT_GE(cases[0].line.number("b") * 16 * 64 * 64, 1 << 19);
  EXPECT_EQ(cases[1].line.number("b"), 3);
}

TEST(TablesOf, SubtractWhatIsKnownAlready) {
  CaseTiming dispatch{.kind = "dispatch", .work = {{"dispatch", 10}}};
  dispatch.timing.seconds = 1e-5;  // a microsecond each
  CaseTiming product{.kind = "product.nn",
                     .work = {{"dispatch", 1}, {"product.nn", 3e6, {2, 3, 4}}}};
  product.timing = {.seconds = 4e-6, .spread = 0.02};
  const auto tables = tables_of({dispatch, product});
  ASSERT_EQ(tables.size(), 2u);
  EXPECT_EQ(tables[0].rows[0].rate, 1e6);
  EXPECT_EQ(tables[1].rows[0], (core::MeasuredRow{{2, 3, 4}, 1e12, 0.02}));
}

TEST(TablesOf, LearnWritingFromWhatReadingLeaves) {
  CaseTiming read{.kind = "memory.read", .bytes_read = 1e6};
  read.timing.seconds = 1e-3;
  CaseTiming write{.kind = "memory.write", .bytes_read = 0.5e6, .bytes_written = 0.5e6};
  write.timing.seconds = 1.5e-3;
  const auto tables = tables_of({read, write});
  EXPECT_EQ(tables[0].rows[0], (core::MeasuredRow{{1e6}, 1e9, 0}));
  EXPECT_EQ(tables[1].rows[0], (core::MeasuredRow{{1e6}, 0.5e9, 0}));
}

TEST(Timing, IsTheMedianOfRunsThatAgree) {
  EXPECT_EQ(timing_of({{1.00, 1.0}, {1.01, 1.0}, {1.02, 1.0}}).seconds, 1.01);
}

TEST(Timing, IsTheBestOfRunsThatDoNot) {
  EXPECT_EQ(timing_of({{1, 1}, {2, 2}, {3, 3}}).seconds, 1);
}

TEST(Timing, IsWhatTheCallingThreadWorkedWhereItAlwaysWaits) {
  EXPECT_EQ(timing_of({{2, 1.5}, {2, 1.5}, {2, 1.5}}).seconds, 1.5);
  EXPECT_EQ(timing_of({{2, 0.1}, {2, 0.1}, {2, 0.1}}).seconds, 1);  // no less than half
  EXPECT_TRUE(timing_of({{2, 1.5}, {2, 1.5}, {2, 1.5}}).disturbed);
  EXPECT_FALSE(timing_of({{2, 2}, {2, 2}, {2, 2}}).disturbed);
}

TEST(TimeCases, MeasureWhatTheKernelsSayTheyDo) {
  const auto cases = parse_measure_cases(
      "product.nn: product bmk,bkn->bmn b=2 m=16 k=16 n=16\n"
      "product.nn: sum mn->m m=4 n=4\n",  // no work of this kind
      1);
  MeasureSettings settings{.num_threads = 1};
  settings.limits = {.min_runs = 1, .seconds = 0};
  const auto timings = time_cases(cases, settings);
  ASSERT_EQ(timings.size(), 1u);
  EXPECT_GT(timings[0].timing.seconds, 0);
  const auto tables = tables_of(timings);
  EXPECT_EQ(tables[0].rows[0].size, (std::vector<double>{16, 16, 16}));
}

// The kinds that the list calibrates, with their number of sizes: from the first case of each line.
DeviceTables calibrated_kinds(int num_threads) {
  core::DeviceType type{.name = "calibrated"};
  std::set<std::string> seen;
  for (const MeasureCase& c : measure_cases(num_threads)) {
    if (!seen.insert(c.kind).second || c.kind.starts_with("memory.")) continue;
    core::MeasuredRow row{.rate = 1};
    const BenchCase bench = make_case(c.line);
    for (const KernelStep& step : compile(bench.program, {.num_threads = num_threads}).steps)
      for (const WorkPart& part : step.kernel.work)
        if (part.kind == c.kind) row.size.assign(part.size.size(), 1);
    type.measured.push_back({c.kind, {row}});
  }
  return DeviceTables(type);
}

TEST(MeasureCases, TeachAllThatTheKernelsOfModelsDo) {
  const DeviceTables calibrated = calibrated_kinds(2);
  for (const char* model :
       {"gpt:layers=1,hidden=64,seq=32,vocab=128,batch=2",
        "bert-moe:layers=2,hidden=64,seq=32,vocab=64,batch=2,experts=4",
        "resnet:blocks=1x1x1x1,width=8,image=32,classes=4,batch=2",
        "vgg:channels=8x8x8x8x8,convs=1x1x1x1x1,ff=32,image=32,classes=4,batch=2",
        "vit:layers=1,hidden=64,batch=2,image=64,classes=8", "mlp:hidden=32,batch=4"}) {
    SCOPED_TRACE(model);
    const BuiltModel built = build_model(model);
    std::vector<int> params;
    for (size_t i = 0; i < built.signature.size(); ++i)
      if (built.signature[i].role == Role::kParam) params.push_back(static_cast<int>(i));
    const Program step = loss_and_gradients(recognize_attention(built.loss), params).program;
    for (const KernelStep& kernel : compile(step, {.num_threads = 2}).steps)
      for (const WorkPart& part : kernel.kernel.work)
        EXPECT_TRUE(calibrated.seconds(part)) << kernel.kernel.name << " " << part.kind;
  }
}

}  // namespace
}  // namespace motley::tensor
