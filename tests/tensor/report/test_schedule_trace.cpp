// A simulated pipeline as a trace: what Perfetto reads.
#include <gtest/gtest.h>
#include <nlohmann/json.hpp>
#include <unistd.h>

#include <algorithm>
#include <filesystem>
#include <fstream>
#include <map>

#include "tensor/plan/schedule/schedule_table.h"
#include "tensor/report/schedule_trace.h"

namespace motley::tensor {
namespace {

using namespace schedule;
using namespace simulate;
using namespace stage;

using Json = nlohmann::json;

struct TraceTrack {
  std::string process, thread;
  std::vector<std::pair<double, double>> spans;  // begin, end in microseconds
  std::vector<std::string> names;                // of the spans
};

// What the trace of a run holds, by process and thread.
std::map<std::pair<int, int>, TraceTrack> tracks_of(const Schedule& schedule,
                                                    const PipelineRun& run) {
  const std::string file =
      (std::filesystem::temp_directory_path() / ("motley-timeline-" + std::to_string(::getpid())))
          .string();
  {
    core::Trace trace(file, 0);
    write_timeline(schedule, run, 1e-6, trace);
    trace.close();
  }
  std::ifstream stream(file);
  const Json document = Json::parse(stream);
  std::filesystem::remove(file);
  std::map<std::pair<int, int>, TraceTrack> tracks;
  std::map<int, std::string> processes;
  for (const Json& event : document.at("traceEvents")) {
    const int process = event.at("pid");
    TraceTrack& track = tracks[{process, event.at("tid")}];
    if (event.at("ph") == "X") {
      const double begin = event.at("ts");
      track.spans.push_back({begin, begin + event.at("dur").get<double>()});
      track.names.push_back(event.at("name"));
    } else if (event.at("name") == "process_name") {
      processes[process] = event.at("args").at("name");
    } else if (event.at("name") == "thread_name") {
      track.thread = event.at("args").at("name");
    }
  }
  for (auto& [id, track] : tracks) track.process = processes[id.first];
  return tracks;
}

TEST(ScheduleTrace, SpansOfATrackFollowOneAnother) {
  constexpr int32_t kDevices = 4, kMicrobatches = 8;
  for (const char* name : {"gpipe", "1f1b", "interleaved:v=2", "zb-h1"}) {
    SCOPED_TRACE(name);
    const bool chunked = std::string(name).starts_with("inter");
    const int32_t stages = chunked ? 2 * kDevices : kDevices;
    PipelineCosts costs{.forward = std::vector<Ticks>(stages, 3),
                        .backward = std::vector<Ticks>(stages, 4),
                        .weight = std::vector<Ticks>(stages, 2),
                        .latency = std::vector<Ticks>(stages - 1, 2),
                        .links = Links::kSerial};
    const Schedule schedule = generate(name, {kDevices, kMicrobatches}, costs, {});
    const PipelineRun run = run_pipeline(schedule, costs);
    int computing = 0, sending = 0;
    double last = 0;
    for (auto& [id, track] : tracks_of(schedule, run)) {
      std::ranges::sort(track.spans);
      double busy = 0;
      for (size_t i = 0; i < track.spans.size(); ++i) {
        const auto& [begin, end] = track.spans[i];
        EXPECT_LT(begin, end);
        if (i > 0) {
          EXPECT_GE(begin, track.spans[i - 1].second - 1e-6) << track.process << track.thread;
        }
        busy += end - begin;
        last = std::max(last, end);
      }
      if (track.thread == "compute") {
        ++computing;
        EXPECT_NEAR(busy, kMicrobatches * (3 + 4 + 2) * (stages / kDevices), 1e-6);
      } else {
        EXPECT_TRUE(track.thread.starts_with("send to rank ")) << track.thread;
        EXPECT_NEAR(busy, 2.0 * static_cast<double>(track.spans.size()), 1e-6);
        sending += static_cast<int>(track.spans.size());
      }
    }
    EXPECT_EQ(computing, kDevices);
    // Every micro-batch crosses each edge between devices once in each direction.
    EXPECT_EQ(sending, 2 * kMicrobatches * (stages - 1));
    EXPECT_NEAR(last, static_cast<double>(run.simulation.makespan), 1e-6);
  }
}

TEST(ScheduleTrace, NamesPassesAndRanks) {
  const Schedule schedule = one_f_one_b({2, 1});
  const PipelineCosts costs{.forward = {1, 1}, .backward = {2, 2}, .latency = {1}};
  const auto tracks = tracks_of(schedule, run_pipeline(schedule, costs));
  std::map<std::string, std::vector<std::string>> names;
  for (const auto& [id, track] : tracks) names[track.process + ", " + track.thread] = track.names;
  const std::map<std::string, std::vector<std::string>> expected = {
      {"rank 0, compute", {"0F0", "0B0"}},
      {"rank 0, send to rank 1", {"0F0"}},
      {"rank 1, compute", {"1F0", "1B0"}},
      {"rank 1, send to rank 0", {"1B0"}}};
  EXPECT_EQ(names, expected);
}

}  // namespace
}  // namespace motley::tensor
