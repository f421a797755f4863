#include <gtest/gtest.h>
#include <nlohmann/json.hpp>
#include <unistd.h>

#include <cmath>
#include <filesystem>
#include <fstream>
#include <thread>

#include "core/base/error.h"
#include "core/trace/trace.h"

namespace motley::core {
namespace {

using Json = nlohmann::json;

class TraceFile : public testing::Test {
 protected:
  void TearDown() override { std::filesystem::remove(file_); }

  // The events of the file, optionally without the names of tracks.
  std::vector<Json> events(bool with_names = false) const {
    std::ifstream stream(file_);
    const Json document = Json::parse(stream);
    std::vector<Json> list;
    for (const Json& event : document["traceEvents"]) {
      if (with_names || event["ph"] != "M") list.push_back(event);
    }
    return list;
  }

  const std::string file_ =
      (std::filesystem::temp_directory_path() / ("motley-trace-" + std::to_string(::getpid())))
          .string();
};

TEST_F(TraceFile, HoldsTheRecordedEvents) {
  Trace trace(file_, /*origin_seconds=*/10);
  const TrackId track = trace.track("rank 0", "kernels");
  trace.span(track, {.name = "dot",
                     .category = "forward",
                     .begin_seconds = 10.5,
                     .end_seconds = 10.75,
                     .args = {{"flops", 2e9}, {"op", std::string_view("%4")}}});
  trace.counter(track, "loss", 11, 2.5);
  trace.close();
  EXPECT_EQ(events(true),
            (std::vector<Json>{
                Json::parse(R"({"ph":"M","name":"process_name","pid":1,"tid":1,
                                "args":{"name":"rank 0"}})"),
                Json::parse(R"({"ph":"M","name":"thread_name","pid":1,"tid":1,
                                "args":{"name":"kernels"}})"),
                Json::parse(R"({"ph":"X","name":"dot","cat":"forward","pid":1,"tid":1,"ts":500000.0,
                                "dur":250000.0,"args":{"flops":2e9,"op":"%4"}})"),
                Json::parse(R"({"ph":"C","name":"loss","pid":1,"tid":1,"ts":1000000.0,
                                "args":{"value":2.5}})"),
            }));
}

TEST_F(TraceFile, NamesATrackOnce) {
  Trace trace(file_);
  const TrackId a = trace.track("rank 0", "a"), b = trace.track("rank 0", "b"),
                c = trace.track("rank 1", "a"), again = trace.track("rank 0", "a");
  trace.close();
  EXPECT_EQ(a.process, b.process);
  EXPECT_NE(a.thread, b.thread);
  EXPECT_NE(a.process, c.process);
  EXPECT_EQ(a.process, again.process);
  EXPECT_EQ(a.thread, again.thread);
  EXPECT_EQ(events(true).size(), 5u);  // two processes, three threads
}

TEST_F(TraceFile, IsValidJsonForArbitraryText) {
  const double infinite = HUGE_VAL, no_number = std::nan("");
  {
    Trace trace(file_, 0);
    const TrackId track = trace.track("a \"b\" \\ \n", "\xff\xfe \x01");
    trace.span(track, {.name = "{\"β\":\t\x7f\xc3",
                       .category = "\"",
                       .begin_seconds = no_number,
                       .end_seconds = infinite,
                       .args = {{"\n", infinite}, {"", no_number}}});
    trace.span(track, {.name = "", .begin_seconds = 2, .end_seconds = 1});
    trace.counter(track, "\"", 1, no_number);
  }
  const std::vector<Json> list = events();
  ASSERT_EQ(list.size(), 2u);
  EXPECT_TRUE(list[0]["name"].get<std::string>().starts_with("{\"β\":\t\x7f"));
  EXPECT_EQ(list[0]["args"]["\n"], "inf");
  EXPECT_EQ(list[1]["dur"], 0.0);
}

TEST_F(TraceFile, OfNothingIsValidToo) {
  Trace(file_).close();
  EXPECT_TRUE(events(true).empty());
}

TEST_F(TraceFile, IsThreadSafe) {
  constexpr int kThreads = 4, kSpans = 500;
  {
    Trace trace(file_);
    std::vector<std::thread> threads;
    for (int i = 0; i < kThreads; ++i) {
      threads.emplace_back([&trace, i] {
        const TrackId track = trace.track("process", std::to_string(i));
        for (int k = 0; k < kSpans; ++k) const ScopedSpan span(&trace, track, "work");
      });
    }
    for (std::thread& thread : threads) thread.join();
  }
  EXPECT_EQ(events().size(), size_t{kThreads} * kSpans);
}

TEST(Trace, ReportsWriteErrors) {
  EXPECT_THROW(Trace("/nowhere/trace.json"), UserError);
  Trace full("/dev/full");
  full.counter(full.track("p", "t"), "c", 0, 1);
  EXPECT_THROW(full.close(), UserError);
}

TEST(ScopedSpan, DoesNothingWithoutATrace) { const ScopedSpan span(nullptr, {}, "work"); }

}  // namespace
}  // namespace motley::core
