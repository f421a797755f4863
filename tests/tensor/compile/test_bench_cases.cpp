// The lines of bench/tensor/kernels/cases.txt, made small, against the reference.
#include <gtest/gtest.h>

#include <algorithm>
#include <cstdio>
#include <fstream>

#include "case_check.h"
#include "tensor/run/executable.h"

namespace motley::tensor {
namespace {

constexpr double kAffordable = 3e6;  // steps of the reference

CaseLine made_small(CaseLine line) {
  while (reference_effort(make_case(line).program) > kAffordable) {
    const CaseLine smaller = halved(line);
    if (smaller.to_string() == line.to_string()) break;
    line = smaller;
  }
  return line;
}

TEST(BenchCases, GiveTheAnswersOfTheReference) {
  const std::vector<CaseLine> lines = read_cases(MOTLEY_BENCH_CASES);
  ASSERT_GT(lines.size(), 50U);
  for (size_t i = 0; i < lines.size(); ++i) {
    const CaseLine line = made_small(lines[i]);
    SCOPED_TRACE(line.to_string());
    const BenchCase c = make_case(line);
    const std::vector<Literal> arguments = draw_arguments(c);
    const auto results = run_on_cpu(c.program, arguments, 1 + static_cast<int>(i % 3));
    const CheckedAnswer answer = check_answer(c, arguments, results, 10 * kAffordable);
    EXPECT_EQ(answer.fault, "");
    EXPECT_TRUE(answer.whole);
  }
}

CaseLine line_of(const std::string& text) {
  const std::string file = testing::TempDir() + "/case_line.txt";
  std::ofstream(file) << "# a remark\n\n" << text << "   # another\n";
  const std::vector<CaseLine> lines = read_cases(file);
  std::remove(file.c_str());
  EXPECT_EQ(lines.size(), 1U);
  return lines.at(0);
}

TEST(BenchCases, AreHalvedAlongTheirLargestExtent) {
  const CaseLine line =
      line_of("convolution forward batch=4 extent=57 in=64 out=3 window=7 stride=2");
  EXPECT_EQ(line.position.line, 3);
  EXPECT_EQ(halved(line).to_string(),
            "convolution forward batch=4 extent=57 in=32 out=3 window=7 stride=2");
  EXPECT_EQ(halved(halved(line)).to_string(),
            "convolution forward batch=4 extent=29 in=32 out=3 window=7 stride=2");
  EXPECT_EQ(halved(line_of("chain product count=1000")).to_string(), "chain product count=1000");
}

TEST(BenchCases, AreRefusedWhereTheyMakeNoSense) {
  for (const char* text : {"no_such_kind m=3", "product mk,kn->mn m=3 k=4", "transpose mn m=2 n=3",
                           "product mk,kn->mn m=3 k=4 n=x", "chain nothing count=3",
                           "convolution sideways batch=1 extent=4 in=2 out=2 window=1 stride=1",
                           "add rows=2 columns=3 type=f33"})
    EXPECT_THROW(make_case(line_of(text)), core::UserError) << text;
  EXPECT_THROW(line_of("product one two"), core::UserError);
}

// A part of the answer is looked at where the whole is too much: its beginning and its end.
TEST(BenchCases, AWrongAnswerIsFoundInPartsToo) {
  for (const char* text : {"product mk,kn->nm m=96 k=32 n=80",
                           "convolution forward batch=6 extent=9 in=4 out=32 window=3 stride=1",
                           "attention batch=4 heads=4 positions=24 depth=8"}) {
    const BenchCase c = make_case(line_of(text));
    const double affordable = reference_effort(c.program) / 16;
    const std::vector<Literal> arguments = draw_arguments(c);
    const auto right = run_on_cpu(c.program, arguments, 2);
    const CheckedAnswer answer = check_answer(c, arguments, right, affordable);
    EXPECT_EQ(answer.fault, "") << text;
    EXPECT_FALSE(answer.whole) << text;
    for (bool at_end : {false, true}) {
      auto wrong = right;
      const int64_t i = at_end ? wrong[0].num_elements() - 1 : 0;
      wrong[0].set_float(i, wrong[0].get_float(i) + 1);
      EXPECT_NE(check_answer(c, arguments, wrong, affordable).fault, "") << text;
      EXPECT_NE(check_answer(c, arguments, wrong, 1e9).fault, "") << text;
    }
  }
}

}  // namespace
}  // namespace motley::tensor
