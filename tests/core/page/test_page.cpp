#include <gtest/gtest.h>

#include <limits>
#include <string>

#include "core/page/chart.h"
#include "core/page/html.h"
#include "core/page/page.h"
#include "core/page/timeline.h"

namespace motley::core::page {
namespace {

size_t count_of(const std::string& text, const std::string& part) {
  size_t count = 0;
  for (size_t at = text.find(part); at != std::string::npos; at = text.find(part, at + 1)) ++count;
  return count;
}

TEST(Html, TextFromOutsideCannotBecomeMarkup) {
  const std::string name = "<script>alert('1')</script>\"&\x01";
  EXPECT_EQ(escape(name), "&lt;script&gt;alert(&#39;1&#39;)&lt;/script&gt;&quot;&amp; ");
  EXPECT_EQ(json_string("a\"\\</script>\n"), "\"a\\\"\\\\\\u003c/script>\\u000a\"");
  const std::string page = to_html(
      {.title = name,
       .sections = {{"s", name, name,
                     table(name, {name}, {{text_cell(name)}}) +
                         bar({{"compute", name, 1}}, 1, name) +
                         timeline_html("t", name, {{name}, {{0, 0, 1, "compute", name}}}) +
                         line_chart(name, {.x = name, .y = name}, {{name, {0, 1}, {0, 1}}})}}});
  EXPECT_EQ(page.find("<script>alert"), std::string::npos);
  EXPECT_EQ(count_of(page, "<script"), 2u);  // the timeline's data and the page's own
}

TEST(Html, BarsAreToScaleAndNeverWiderThanTheWhole) {
  EXPECT_NE(bar({{"compute", "c", 1}, {"exposed", "e", 3}}, 4, "").find("width:25.00%"),
            std::string::npos);
  const std::string full = bar({{"compute", "c", 3}, {"exposed", "e", 5}}, 4, "");
  EXPECT_NE(full.find("width:75.00%"), std::string::npos);
  EXPECT_EQ(count_of(full, "width:25.00%"), 1u);
  EXPECT_EQ(count_of(bar({{"compute", "c", 0}}, 4, ""), "<i"), 0u);
}

TEST(Page, AsksTheNetworkForNothing) {
  const Page page{.title = "t", .sections = {{"a", "A", "", "<p>a</p>"}, {"b", "B", "", ""}}};
  const std::string html = to_html(page);
  EXPECT_NE(html.find("default-src 'none'"), std::string::npos);
  for (const char* loading : {"http:", "https:", "@import", " src="}) {
    EXPECT_EQ(html.find(loading), std::string::npos) << loading;
  }
  EXPECT_EQ(count_of(html, "url("), count_of(html, "url(#"));  // patterns of the page itself
  EXPECT_EQ(html.find("id=\"b\""), std::string::npos);         // a section without a body
  EXPECT_EQ(to_html(page), html);
}

TEST(Page, PiecesOfOtherPagesKeepTheirStyleToThemselves) {
  const std::string html = to_fragment(
      {.title = "t", .sections = {{"a", "A", "lead", "<p id=\"x\">a</p>"}, {"b", "B", "", ""}}});
  EXPECT_NE(html.find(".motley h2 {"), std::string::npos);
  EXPECT_NE(html.find(".motley {\n  --paper"), std::string::npos);  // :root
  EXPECT_NE(html.find(".motley a:hover, .motley a:focus"), std::string::npos);
  EXPECT_EQ(html.find("\nbody"), std::string::npos);
  EXPECT_EQ(count_of(html, "{"), count_of(html, "}"));
  EXPECT_EQ(html.find(" id="), std::string::npos);
  EXPECT_EQ(html.find("<script"), std::string::npos);
  EXPECT_EQ(html.find("<h3>B</h3>"), std::string::npos);
}

TEST(Chart, LongSeriesKeepTheirPeaks) {
  Series series{.name = "loss"};
  for (int i = 0; i < 100'000; ++i) {
    series.x.push_back(i);
    series.y.push_back(i == 77'777 ? 50 : 1);
  }
  const std::string svg = line_chart("c", {.x = "x", .y = "y"}, {series});
  EXPECT_LT(svg.size(), 60'000u);
  EXPECT_NE(svg.find(",16.0 "), std::string::npos);  // the peak touches the upper rim
}

TEST(Chart, ShortLogarithmicAxesHaveRoundNumbers) {
  const std::string html = line_chart("halos", {.x = "M", .y = "n", .log_x = true},
                                      {{.name = "z = 1", .x = {1.08e13, 2.223e13}, .y = {1, 2}}});
  EXPECT_EQ(count_of(html, ">1.4e+13<"), 1);
  EXPECT_EQ(count_of(html, ">2.2e+13<"), 0);  // no room beside 2e+13
  EXPECT_EQ(count_of(html, ">2.223e+13</text>"), 0);
}

TEST(Chart, LeavesOutWhatCannotBeDrawn) {
  const double nan = std::numeric_limits<double>::quiet_NaN();
  EXPECT_EQ(line_chart("c", {.x = "x", .y = "y"}, {{"s", {1, 2}, {nan, nan}}}), "");
  const std::string svg =
      line_chart("c", {.x = "x", .y = "y", .log_x = true}, {{"s", {0, 1, 10}, {5, 5, 5}}});
  EXPECT_EQ(count_of(svg, "nan"), 0u);
  EXPECT_EQ(count_of(svg, "inf"), 0u);
}

TEST(Chart, StacksReachTheirSumBelowTheLimit) {
  const Stack stack{
      .begin = {0, 1},
      .end = {1, 2},
      .layers = {{"parameters", "parameters", {2, 2}}, {"values", "activations", {1, 6}}},
      .lines = {{"limit", {0, 2}, {10, 10}}}};
  const std::string svg = stacked_chart("memory", {.x = "ms", .y = "GB"}, stack);
  EXPECT_EQ(count_of(svg, "<polygon"), 2u);
  EXPECT_EQ(count_of(svg, "<polyline class=\"line4\""), 2u);  // the limit and its key
  // 0 is at 220 and 10.4 at 16: the second interval reaches 8, at 220 - 8 / 10.4 * 204.
  EXPECT_NE(svg.find(",63.1 "), std::string::npos) << svg;
  EXPECT_NE(svg.find("The figures of this chart"), std::string::npos);
  Stack many{.layers = {{"a", "batch", {}}}};
  for (int i = 0; i < 100'000; ++i) {
    many.begin.push_back(i), many.end.push_back(i + 1), many.layers[0].y.push_back(i == 77'777);
  }
  const std::string thin = stacked_chart("m", {.x = "x", .y = "y"}, many);
  EXPECT_LT(thin.size(), 60'000u);
  EXPECT_NE(thin.find(",23.8 "), std::string::npos);  // 1 of 1.04: the peak is drawn
  EXPECT_EQ(stacked_chart("m", {}, {}), "");
}

TEST(Chart, MarksStandWhereTheyHappened) {
  const std::string svg = line_chart("c", {.x = "step", .y = "ms"}, {{"s", {0, 100}, {1, 2}}},
                                     {{50, "A", "shares <6:6>"}, {200, "B", "later"}});
  EXPECT_NE(svg.find("<title>shares &lt;6:6&gt;</title><line x1=\"382.0\""), std::string::npos)
      << svg;                                      // halfway between 64 and 692
  EXPECT_EQ(count_of(svg, "class=\"mark\""), 1u);  // the other is outside
}

TEST(Timeline, HasRoundTimes) {
  for (const auto& [end, texts] :
       {std::pair<double, std::vector<const char*>>{3.178e-3, {">0.0 ms<", ">0.5 ms<", ">3.0 ms<"}},
        {0.65, {">0 ms<", ">100 ms<", ">600 ms<"}},
        {42, {">0 s<", ">10 s<", ">40 s<"}}}) {
    const std::string html = timeline_html("t", "a step", {{"row"}, {{0, 0, end, "compute", "x"}}});
    for (const char* text : texts) EXPECT_EQ(count_of(html, text), 1) << text;
  }
}

TEST(Timeline, JoinsOnlyWhatNobodyCouldSee) {
  Timeline timeline{.rows = {"rank 0", "rank 1"}, .spans = {}};
  for (int i = 0; i < 10'000; ++i) {
    timeline.spans.push_back({0, i * 1e-4, i * 1e-4 + 9e-5, "compute", "k"});
  }
  timeline.spans.push_back({1, 0.2, 0.4, "waiting", "w"});
  timeline.spans.push_back({1, 0.6, 0.7, "waiting", "w"});
  const std::string html = timeline_html("t", "c", timeline);
  EXPECT_EQ(count_of(html, "<rect class=\"compute\""), 1u);
  EXPECT_EQ(count_of(html, "<rect class=\"waiting\""), 2u);
  // The script has them all: 10,000 times the name 0, 100,000 ns (3 bytes) and 90,000 ns (3 bytes),
  // the first one without a distance to the one before.
  const std::string first = "\"spans\":[\"AACQvwUAoI0GkL8F";
  EXPECT_NE(html.find(first), std::string::npos);
  const size_t begin = html.find(first) + 10, end = html.find('"', begin);
  EXPECT_EQ(end - begin, (10'000 * 7 - 2 + 2) / 3 * 4u);
  EXPECT_EQ(timeline_html("t", "c", {}), "");
  Timeline mixed{.rows = {"rank 0"}, .spans = {}};
  for (int i = 0; i < 100'000; ++i) {
    mixed.spans.push_back({0, i * 1e-5, i * 1e-5 + 9e-6, i % 2 ? "compute" : "waiting", "k"});
  }
  EXPECT_LT(count_of(timeline_html("t", "c", mixed), "<rect"), 1600u);  // 760 pixels
}

}  // namespace
}  // namespace motley::core::page
