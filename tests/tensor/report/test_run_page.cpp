// What a page says of a run that changed its plan, from the run itself and from its trace.
#include <gtest/gtest.h>

#include <filesystem>
#include <string>

#include "core/trace/trace.h"
#include "tensor/adapt/decision_log.h"
#include "tensor/report/page_sections.h"

namespace motley::tensor {
namespace {

size_t occurrences(const std::string& text, const std::string& part) {
  size_t count = 0;
  for (size_t at = text.find(part); at != std::string::npos; at = text.find(part, at + 1)) ++count;
  return count;
}

// Ten steps; from the sixth on the shares are others and steps half as long.
RunRecord adapted_run() {
  RunRecord run;
  for (int i = 1; i <= 10; ++i) {
    run.losses.push_back(5.0 / i);
    run.step_seconds.push_back(i < 6 ? 0.4 : 0.2);
  }
  run.adapts = true;
  run.adaptations = {{.step = 6,
                      .kind = "shares",
                      .change = "8:8 -> 5:11",
                      .reason = "device 0 <slow>",
                      .before_seconds = 0.4,
                      .predicted_seconds = 0.19,
                      .measured_seconds = 0.2,
                      .moved_bytes = 1'000'000,
                      .move_seconds = 0.05}};
  return run;
}

TEST(RunSection, MarksChangesOfThePlanInBothCharts) {
  const RunRecord run = adapted_run();
  const std::string html = run_section(&run, 0.38).body;
  EXPECT_EQ(occurrences(html, "class=\"mark\""), 2u);
  for (const char* part : {"A: step 6", "shares 8:8 -&gt; 5:11", "device 0 &lt;slow&gt;", "400 ms",
                           "190 ms", "1.0 MB in 50 ms"}) {
    EXPECT_NE(html.find(part), std::string::npos) << part;
  }
  // The predicted line steps from 380 to 190 ms at step 6, as its table says.
  EXPECT_NE(html.find("<td class=\"number\">6</td><td class=\"number\">380</td>"),
            std::string::npos);
  EXPECT_NE(html.find("<td class=\"number\">6</td><td class=\"number\">190</td>"),
            std::string::npos);
}

TEST(RunSection, OfARunThatStayedAsItWasHasNoMarks) {
  RunRecord run = adapted_run();
  run.adaptations.clear();
  const std::string html = run_section(&run, 0.38).body;
  EXPECT_EQ(occurrences(html, "class=\"mark\""), 0u);
  EXPECT_NE(html.find("Changes to the plan"), std::string::npos);
  EXPECT_NE(html.find("None: --adapt measured every step"), std::string::npos);
  run.adapts = false;
  EXPECT_EQ(run_section(&run, 0.38).body.find("Changes to the plan"), std::string::npos);
}

TEST(RunSection, ReadsChangesFromATrace) {
  const auto file = std::filesystem::temp_directory_path() / "motley_test_run_page.json";
  {
    core::Trace trace(file.string(), 0);
    for (int step = 0; step < 2; ++step) {
      trace.span(trace.track("rank 0 (cpu)", "steps"), {.name = "segment 0",
                                                        .category = "compute",
                                                        .begin_seconds = 0.5 * step,
                                                        .end_seconds = 0.5 * step + 0.4});
    }
    const std::string line = log_line(adapted_run().adaptations[0]);
    trace.span(trace.track("rank 0", "decisions"),
               {.name = "decision", .category = "adapt", .args = {{"record", line}}});
    trace.close();
  }
  const RunRecord run = run_of_trace(file.string());
  std::filesystem::remove(file);
  EXPECT_TRUE(run.adapts);
  ASSERT_EQ(run.adaptations.size(), 1u);
  EXPECT_EQ(run.adaptations[0].change, "8:8 -> 5:11");
  EXPECT_EQ(run.step_seconds.size(), 2u);
}

}  // namespace
}  // namespace motley::tensor
