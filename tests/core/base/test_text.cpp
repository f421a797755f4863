#include <gtest/gtest.h>

#include <cmath>

#include "core/base/text.h"

namespace motley::core {
namespace {

TEST(Text, QuotesNamesAndTruncatesLongOnesBetweenCharacters) {
  EXPECT_EQ(in_quotes("a b"), "`a b`");
  EXPECT_EQ(in_quotes(std::string(80, 'x')), "`" + std::string(80, 'x') + "`");
  EXPECT_EQ(in_quotes(std::string(79, 'x') + "ββ"), "`" + std::string(79, 'x') + "...`");
}

TEST(Text, FindsTheNearestName) {
  EXPECT_EQ(nearest_name("bandwith", {"latency", "bandwidth"}), "bandwidth");
  EXPECT_EQ(nearest_name("naem", {"count", "name"}), "name");
  EXPECT_EQ(nearest_name("x", {}), "");
  EXPECT_EQ(nearest_name("a100", {"p100", "a100-80-sxm", "a100-40"}), "a100-40");
  EXPECT_EQ(similar_name("--clutser", {"--cluster", "--count"}), "--cluster");
  EXPECT_EQ(similar_name("trian", {"train", "run"}), "train");
  EXPECT_EQ(similar_name("--dry-run", {"--metrics", "--params"}), "");
  EXPECT_EQ(nearest_name(std::string(1 << 20, 'x'), {"a", "x"}), "x");
}

TEST(Text, SuggestsOnlyWhatMayHaveBeenMeant) {
  EXPECT_EQ(did_you_mean("bandwith", {"latency", "bandwidth"}), "; did you mean `bandwidth`?");
  EXPECT_EQ(did_you_mean("a1", {"p100", "a100-40"}), "; did you mean `a100-40`?");
  EXPECT_EQ(did_you_mean("bocx", {"box", "mesh"}), "; did you mean `box`?");
  EXPECT_EQ(did_you_mean("bocks", {"box", "mesh"}), "");  // three letters of five are wrong
  EXPECT_EQ(did_you_mean("nonsense", {"1f1b", "per-edge", "lnfb"}), "");
  EXPECT_EQ(did_you_mean("gpu", {"none", "auto", "cuda"}, "."), ".");
  EXPECT_EQ(did_you_mean("b", {"a", "c"}), "");
  EXPECT_EQ(did_you_mean("--dir", {"--pin", "--json"}), "");
  EXPECT_EQ(did_you_mean("", {}), "");
  EXPECT_EQ(did_you_mean_one_of("nonsense", {"gpipe", "1f1b"}), "; choose one of gpipe, 1f1b");
}

TEST(Text, CountsLinesAndColumnsFromOne) {
  EXPECT_EQ(position_at("f", "ab\ncd", 1).to_string(), "f:1:1");
  EXPECT_EQ(position_at("f", "ab\ncd", 5).to_string(), "f:2:2");
  EXPECT_EQ(position_at("f", "ab\ncd", 999).to_string(), "f:2:3");
}

TEST(Text, FindsWhereANumberEnds) {
  EXPECT_EQ(decimal_length("15.7TB"), 4u);
  EXPECT_EQ(decimal_length("1e3us"), 3u);
  EXPECT_EQ(decimal_length("5E"), 1u);
  EXPECT_EQ(decimal_length("-.5"), 3u);
  EXPECT_EQ(decimal_length("1e999x"), 5u);
  EXPECT_EQ(decimal_length("nan"), 3u);
  for (const char* text : {"", "x", "+1", " 1", "-", "."}) EXPECT_EQ(decimal_length(text), 0u);
}

TEST(Text, RoundsAScaledDecimalOnce) {
  EXPECT_EQ(decimal_value("5", -6), 5e-6);
  EXPECT_EQ(decimal_value("15.7", 12), 15.7e12);
  EXPECT_EQ(decimal_value("1.5e1", -3), 0.015);
  EXPECT_EQ(decimal_value("2E+2", 1), 2000);
  EXPECT_EQ(decimal_value("-1e-2", 1), -0.1);
  EXPECT_EQ(decimal_value("1e999"), INFINITY);
  EXPECT_EQ(decimal_value("1e99999999999"), INFINITY);
  EXPECT_EQ(decimal_value("1e-99999999999"), 0);
  EXPECT_TRUE(std::isnan(decimal_value("nan", 3)));
}

TEST(Text, RecognizesPrintableNames) {
  for (const char* good : {"", "a b", "größe", "層", "😀"}) EXPECT_TRUE(is_printable(good)) << good;
  for (const char* bad : {"a\nb", "\x7f", "\xff", "\xc3", "\xc0\x80", "\xed\xa0\x80", "\xc2\x85"}) {
    EXPECT_FALSE(is_printable(bad));
  }
}

}  // namespace
}  // namespace motley::core
