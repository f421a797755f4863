#include <gtest/gtest.h>
#include <netinet/in.h>
#include <sys/socket.h>
#include <unistd.h>

#include <filesystem>
#include <fstream>
#include <string>
#include <thread>

#include "core/base/error.h"
#include "core/trace/trace.h"
#include "core/trace/trace_reader.h"
#include "core/trace/trace_server.h"

namespace motley::core {
namespace {

class ReadTrace : public testing::Test {
 protected:
  void SetUp() override {
    Trace trace(file_, 0);
    const TrackId steps = trace.track("rank 3 (cpu)", "steps");
    trace.span(
        steps,
        {.name = "segment \"0\"", .category = "compute", .begin_seconds = 1, .end_seconds = 3});
    trace.span(trace.track("rank 3 (cpu)", "communication"),
               {.name = "all_reduce", .begin_seconds = 2, .end_seconds = 2.5});
    trace.counter(steps, "loss", 3, 1.25);
    trace.close();
  }
  void TearDown() override { std::filesystem::remove(file_); }

  std::string file_ =
      (std::filesystem::temp_directory_path() / ("motley-read-trace-" + std::to_string(::getpid())))
          .string();
};

TEST_F(ReadTrace, GivesBackWhatWasWritten) {
  const RecordedTrace trace = read_trace(file_);
  ASSERT_EQ(trace.tracks.size(), 2u);
  EXPECT_EQ(trace.tracks[0].process, "rank 3 (cpu)");
  EXPECT_EQ(trace.tracks[0].thread, "steps");
  ASSERT_EQ(trace.tracks[0].spans.size(), 1u);
  EXPECT_EQ(trace.tracks[0].spans[0].name, "segment \"0\"");
  EXPECT_EQ(trace.tracks[0].spans[0].category, "compute");
  EXPECT_DOUBLE_EQ(trace.tracks[0].spans[0].begin_seconds, 1);
  EXPECT_DOUBLE_EQ(trace.tracks[0].spans[0].end_seconds, 3);
  ASSERT_EQ(trace.counters.size(), 1u);
  EXPECT_EQ(trace.counters[0].name, "loss");
  EXPECT_EQ(trace.counters[0].values, std::vector<double>{1.25});
}

TEST_F(ReadTrace, ReadsWhatAKilledRunLeft) {
  std::filesystem::resize_file(file_, std::filesystem::file_size(file_) - 20);
  EXPECT_EQ(read_trace(file_).tracks.size(), 2u);
}

TEST_F(ReadTrace, RefusesWhatIsNoTrace) {
  std::ofstream(file_) << "{\"a\": 1}\n";
  EXPECT_THROW(read_trace(file_), UserError);
  std::ofstream(file_) << "{\"ph\": \"X\" oops}\n{\"ph\":\"X\"}\n";
  EXPECT_THROW(read_trace(file_), UserError);
  EXPECT_THROW(read_trace(file_ + "-missing"), UserError);
}

int connected_to(int port) {
  const int connection = ::socket(AF_INET, SOCK_STREAM, 0);
  sockaddr_in where{};
  where.sin_family = AF_INET;
  where.sin_port = htons(static_cast<uint16_t>(port));
  where.sin_addr.s_addr = htonl(INADDR_LOOPBACK);
  return ::connect(connection, reinterpret_cast<sockaddr*>(&where), sizeof where) == 0 ? connection
                                                                                       : -1;
}

std::string answer_to(int port, const std::string& request) {
  const int connection = connected_to(port);
  std::string answer;
  if (connection >= 0) {
    const std::string head = request + " HTTP/1.1\r\nHost: 127.0.0.1\r\n\r\n";
    (void)!::write(connection, head.data(), head.size());
    char buffer[4096];
    for (ssize_t got = 0; (got = ::read(connection, buffer, sizeof buffer)) > 0;) {
      answer.append(buffer, static_cast<size_t>(got));
    }
  }
  ::close(connection);
  return answer;
}

TEST_F(ReadTrace, IsServedToPerfettosPageAlone) {
  TraceServer server(file_, {.port = 0, .limit_seconds = 20});
  bool was_read = false;
  std::thread serving([&] { was_read = server.serve(); });
  const std::string name = std::filesystem::path(file_).filename().string();
  const std::string place = "http://127.0.0.1:" + std::to_string(server.port());
  ASSERT_TRUE(server.address().starts_with("https://ui.perfetto.dev/#!/?url=" + place + "/"));
  const std::string path = server.address().substr(server.address().find(place) + place.size());
  // Under a name that only who has seen the address knows.
  EXPECT_EQ(path.size(), 1 + 32 + 1 + name.size());
  EXPECT_TRUE(path.ends_with("/" + name));
  EXPECT_TRUE(answer_to(server.port(), "GET /etc/passwd").starts_with("HTTP/1.1 404"));
  EXPECT_TRUE(answer_to(server.port(), "GET /" + name).starts_with("HTTP/1.1 404"));
  EXPECT_TRUE(answer_to(server.port(), "GET /../" + name).starts_with("HTTP/1.1 404"));
  EXPECT_TRUE(answer_to(server.port(), "OPTIONS " + path).starts_with("HTTP/1.1 204"));
  const std::string answer = answer_to(server.port(), "GET " + path);
  serving.join();
  EXPECT_TRUE(was_read);
  EXPECT_TRUE(answer.starts_with("HTTP/1.1 200 OK"));
  EXPECT_NE(answer.find("Access-Control-Allow-Origin: https://ui.perfetto.dev\r\n"),
            std::string::npos);
  std::ifstream in(file_);
  const std::string text((std::istreambuf_iterator<char>(in)), {});
  EXPECT_TRUE(answer.ends_with("\r\n\r\n" + text));
}

TEST_F(ReadTrace, IsNotServedBeyondItsTimeToAReaderThatStops) {
  std::ofstream(file_) << std::string(40 << 20, ' ');  // more than sockets hold
  TraceServer server(file_, {.port = 0, .limit_seconds = 1.5});
  const std::string place = "127.0.0.1:" + std::to_string(server.port());
  const int connection = connected_to(server.port());
  ASSERT_GE(connection, 0);
  const std::string head = "GET " +
                           server.address().substr(server.address().find(place) + place.size()) +
                           " HTTP/1.1\r\n\r\n";
  ASSERT_EQ(::write(connection, head.data(), head.size()), std::ssize(head));
  EXPECT_FALSE(server.serve());  // and not after half a minute for each byte
  ::close(connection);
}

}  // namespace
}  // namespace motley::core
