#include <gtest/gtest.h>
#include <poll.h>
#include <sys/socket.h>
#include <sys/stat.h>
#include <sys/un.h>
#include <unistd.h>

#include <algorithm>
#include <atomic>
#include <cstdlib>
#include <cstring>
#include <filesystem>
#include <fstream>
#include <thread>

#include "core/base/error.h"
#include "core/launch/events.h"
#include "core/launch/launcher.h"
#include "core/launch/running.h"
#include "core/launch/unix_socket.h"

namespace motley::core {
namespace {

using Lines = std::vector<std::string>;

class Reader {
 public:
  explicit Reader(const std::string& path) : socket_(connect_to(path)) {
    EXPECT_TRUE(socket_) << std::strerror(errno);
  }

  // The next `count` lines; fewer if the server ends the connection, or nothing comes for 30 s.
  Lines lines(size_t count) {
    Lines all;
    while (all.size() < count) {
      const size_t end = text_.find('\n', at_);
      if (end == std::string::npos) {
        if (!read_more()) break;
        continue;
      }
      all.push_back(text_.substr(at_, end - at_));
      at_ = end + 1;
    }
    return all;
  }
  std::string line() {
    const Lines all = lines(1);
    return all.empty() ? "none" : all[0];
  }
  Lines all_lines() { return lines(1'000'000'000); }
  int get() const { return socket_.get(); }

 private:
  bool read_more() {
    pollfd poll{socket_.get(), POLLIN, 0};
    if (::poll(&poll, 1, 30'000) <= 0) {
      ADD_FAILURE() << "nothing comes";
      return false;
    }
    char bytes[1 << 16];
    const ssize_t got = ::recv(socket_.get(), bytes, sizeof bytes, 0);
    if (got > 0) text_.append(bytes, got);
    return got > 0;
  }

  Descriptor socket_;
  std::string text_;
  size_t at_ = 0;
};

std::string event(int number) { return "{\"step\": " + std::to_string(number) + "}"; }

Lines events_from(int begin, int end) {
  Lines all;
  for (int i = begin; i < end; ++i) all.push_back(event(i));
  return all;
}

std::string private_path(const EventServer& server) {
  const std::string entry = server.for_ranks();
  return entry.substr(entry.find('=') + 1);
}

std::string server_error(const std::string& path) {
  try {
    const EventServer server(path);
  } catch (const UserError& error) {
    return error.what();
  }
  return "nothing was thrown";
}

class Events : public testing::Test {
 protected:
  TestFolder folder_;
  const std::string path_ = folder_ / "run.sock";
};

TEST_F(Events, ReachEveryClientInOrder) {
  EventServer server(path_);
  Reader one(path_), two(path_), three(path_);
  for (int i = 0; i < 1000; ++i) server.send(event(i));
  for (Reader* reader : {&one, &two, &three}) EXPECT_EQ(reader->lines(1000), events_from(0, 1000));
}

TEST_F(Events, GoToALateClientFromTheStart) {
  EventServer server(path_);
  for (int i = 0; i < 10; ++i) server.send(event(i));
  Reader late(path_);
  EXPECT_EQ(late.lines(10), events_from(0, 10));
  server.send(event(10));
  EXPECT_EQ(late.line(), event(10));
}

TEST_F(Events, AreKeptForLateClientsUpToTenThousand) {
  EventServer server(path_);
  for (int i = 0; i < 10'000; ++i) server.send(event(i));
  EXPECT_EQ(Reader(path_).lines(10'000), events_from(0, 10'000));
  for (int i = 10'000; i < 32'500; ++i) server.send(event(i));
  Reader late(path_);
  EXPECT_EQ(late.line(), R"({"event": "dropped", "lines": 22500})");
  EXPECT_EQ(late.lines(10'000), events_from(22'500, 32'500));
}

TEST_F(Events, DoNotWaitForASlowClient) {
  EventServer server(path_, {.history_lines = 100});
  Reader slow(path_), good(path_);
  // More than the buffers of a socket hold. Each line waits for the good client, never for the
  // slow one.
  const std::string padding(10'000, 'x');
  constexpr int kLines = 500;
  for (int i = 0; i < kLines; ++i) {
    server.send(std::to_string(i) + padding);
    ASSERT_EQ(good.line(), std::to_string(i) + padding);
  }
  const size_t read = slow.all_lines().size();  // up to the end of its connection
  EXPECT_GT(read, 0U);
  EXPECT_LT(read, size_t{kLines} - 200);
}

TEST_F(Events, SurviveClientsThatGo) {
  EventServer server(path_);
  Reader stays(path_);
  for (int i = 0; i < 100; ++i) {
    { const Reader goes(path_); }
    server.send(event(i));
  }
  EXPECT_EQ(stays.lines(100), events_from(0, 100));
}

TEST_F(Events, GoToAClientThatHasNothingToSay) {
  EventServer server(path_);
  Reader client(path_);
  ::shutdown(client.get(), SHUT_WR);  // as `socat ... </dev/null`
  server.send(event(0));
  EXPECT_EQ(client.line(), event(0));
  server.send(event(1));
  EXPECT_EQ(client.line(), event(1));
}

// A server that counts how often its clients ask for the end, and tells it as an event.
struct StoppedServer {
  explicit StoppedServer(const std::string& path)
      : events(path, {.on_stop = [this] {
                 ++num_stops;
                 events.send(R"({"event": "stopping"})");
               }}) {}
  std::atomic<int> num_stops = 0;
  EventServer events;
};

TEST_F(Events, ComeBackAsCommandsOfClients) {
  StoppedServer server(path_);
  Reader reader(path_);
  const auto say = [&](std::string_view text) {
    EXPECT_EQ(::send(reader.get(), text.data(), text.size(), 0), std::ssize(text));
  };
  say("{\"command\": \"dance\"}\n");
  EXPECT_NE(reader.line().find("there are the commands"), std::string::npos);
  say("no json\n{\"comm");
  EXPECT_NE(reader.line().find("error"), std::string::npos);
  EXPECT_EQ(server.num_stops, 0);
  say("and\": \"stop\"}\n{\"command\": \"stop\"}\n");
  EXPECT_EQ(reader.line(), R"({"event": "stopping"})");
  server.events.send(R"({"event": "end"})");
  EXPECT_EQ(reader.line(), R"({"event": "end"})");
  EXPECT_EQ(server.num_stops, 1);  // once, however often it is said
}

TEST_F(Events, EndARunWithTheClientThatFollowsIt) {
  StoppedServer server(path_);
  Reader other(path_);
  { const Reader passing(path_); }  // one that does not follow it may go
  {
    const Reader reader(path_);
    const std::string_view text = "{\"command\": \"follow\"}\n";
    EXPECT_EQ(::send(reader.get(), text.data(), text.size(), 0), std::ssize(text));
    server.events.send(R"({"event": "one"})");
    EXPECT_EQ(other.line(), R"({"event": "one"})");
    EXPECT_EQ(server.num_stops, 0);
  }
  EXPECT_EQ(other.line(), R"({"event": "stopping"})");
  EXPECT_EQ(server.num_stops, 1);
}

TEST_F(Events, MayBeSentByManyThreads) {
  EventServer server(path_);
  Reader client(path_);
  std::vector<std::thread> threads;
  for (int t = 0; t < 4; ++t) {
    threads.emplace_back([&, t] {
      for (int i = 0; i < 500; ++i) server.send(std::to_string(t) + event(i));
    });
  }
  for (std::thread& thread : threads) thread.join();
  std::vector<int> next(4);
  for (const std::string& line : client.lines(2000)) {
    const int thread = line[0] - '0';
    EXPECT_EQ(line.substr(1), event(next.at(thread)++));
  }
  EXPECT_EQ(next, std::vector<int>(4, 500));
}

TEST_F(Events, ArriveBeforeTheServerEnds) {
  auto server = std::make_unique<EventServer>(path_);
  Reader client(path_);
  {
    EventSink sink(private_path(*server));
    for (int i = 0; i < 5000; ++i) sink.send(event(i));
  }
  std::thread end([&] { server.reset(); });
  EXPECT_EQ(client.all_lines(), events_from(0, 5000));
  end.join();
}

TEST_F(Events, OfARankArriveThoughTheServerEndsAtOnce) {
  for (int i = 0; i < 50; ++i) {  // whether the server has read them by then is a matter of luck
    auto server = std::make_unique<EventServer>(path_);
    Reader client(path_);
    EventSink(private_path(*server)).send(event(i));
    server.reset();
    ASSERT_EQ(client.all_lines(), events_from(i, i + 1));
  }
}

TEST_F(Events, EndWithAClientThatDoesNotRead) {
  auto server = std::make_unique<EventServer>(path_, EventSettings{.closing_seconds = 0.05});
  const Reader client(path_);
  for (int i = 0; i < 500; ++i) server->send(std::string(10'000, 'x'));
  server.reset();
  EXPECT_FALSE(std::filesystem::exists(path_));
}

TEST_F(Events, OfRanksAreRelayed) {
  EventServer server(path_);
  Reader client(path_);
  EventSink one(private_path(server)), two(private_path(server));
  EXPECT_TRUE(one.is_active());
  one.send(event(1));
  EXPECT_EQ(client.line(), event(1));
  two.send(event(2));
  EXPECT_EQ(client.line(), event(2));
  server.send(event(3));
  EXPECT_EQ(client.line(), event(3));
  for (int i = 0; i < 3000; ++i) one.send(event(i));
  EXPECT_EQ(client.lines(3000), events_from(0, 3000));
}

TEST_F(Events, OfARankThatDiesInALineAreWholeLines) {
  EventServer server(path_);
  Reader client(path_);
  {
    const Descriptor rank = connect_to(private_path(server));
    ASSERT_EQ(::send(rank.get(), "{}\n{\"st", 7, MSG_NOSIGNAL), 7);
  }
  EXPECT_EQ(client.line(), "{}");
  EventSink(private_path(server)).send(event(1));
  EXPECT_EQ(client.line(), event(1));
}

TEST_F(Events, ReachTheServerFromAnotherProcess) {
  EventServer server(path_);
  Reader client(path_);
  EXPECT_EQ(launch({.program = RANK_PROGRAM,
                    .arguments = {"event"},
                    .environment = {server.for_ranks()},
                    .command = {"env", "OMPI_COMM_WORLD_RANK=7"}}),
            0);
  EXPECT_EQ(client.line(), R"({"rank": 7})");
}

TEST_F(Events, ReachTheServerFromRanks) {
  if (!has_mpirun()) GTEST_SKIP() << "no mpirun here";
  EventServer server(path_);
  Reader client(path_);
  EXPECT_EQ(launch({.num_ranks = 4,
                    .program = RANK_PROGRAM,
                    .arguments = {"event"},
                    .environment = {server.for_ranks()}}),
            0);
  Lines lines = client.lines(4);
  std::ranges::sort(lines);
  EXPECT_EQ(lines, (Lines{R"({"rank": 0})", R"({"rank": 1})", R"({"rank": 2})", R"({"rank": 3})"}));
}

TEST_F(Events, CostNothingWithoutAServer) {
  ::unsetenv(kEventsVariable);
  EventSink none = EventSink::from_environment();
  EXPECT_FALSE(none.is_active());
  none.send(event(0));
  EXPECT_FALSE(EventSink(folder_ / "missing").is_active());
}

TEST_F(Events, AreDiscardedWhenTheServerIsGone) {
  auto server = std::make_unique<EventServer>(path_);
  EventSink sink(private_path(*server));
  server.reset();
  for (int i = 0; i < 10; ++i) sink.send(event(i));
  EXPECT_FALSE(sink.is_active());
}

TEST_F(Events, AreCountedWhenTheServerDoesNotRead) {
  // A server that does not read for a while: a socket that only listens.
  const ListeningSocket server(path_);
  const std::string line(1000, 'x');
  constexpr int kLines = 10'000;  // twice what a sink keeps, and more than a socket's buffers
  Descriptor connection;
  uint64_t num_dropped = 0, num_lines = 0;
  std::thread reader;
  {
    EventSink sink(path_);
    for (int i = 0; i < kLines; ++i) sink.send(line);
    sink.send(std::string(kMaxLineBytes + 1, 'x'));
    connection = server.accept();
    ASSERT_TRUE(connection);
    reader = std::thread([&] {
      std::string text;
      char bytes[1 << 16];
      pollfd poll{connection.get(), POLLIN, 0};
      for (ssize_t got = 1; got > 0 && ::poll(&poll, 1, 30'000) > 0;) {
        got = ::recv(connection.get(), bytes, sizeof bytes, 0);
        if (got > 0) text.append(bytes, got);
      }
      for (size_t at = 0, end; (end = text.find('\n', at)) != std::string::npos; at = end + 1) {
        if (text.compare(at, end - at, line) == 0) ++num_lines;
        unsigned long count = 0;
        if (std::sscanf(text.c_str() + at, R"({"event": "dropped", "lines": %lu})", &count) == 1)
          num_dropped += count;
      }
    });
  }
  reader.join();
  EXPECT_GT(num_dropped, 1U);
  EXPECT_EQ(num_dropped + num_lines, kLines + 1U);
}

TEST_F(Events, AreOneLineEach_error) {
  EventServer server(path_);
  EXPECT_THROW(server.send("{}\n{}"), InternalError);
  EXPECT_THROW(EventSink(private_path(server)).send("{}\n"), InternalError);
}

TEST_F(Events, HaveSocketsForThisUserAlone) {
  struct stat status = {};
  std::string folder;
  {
    const EventServer server(path_);
    ASSERT_EQ(::stat(path_.c_str(), &status), 0);
    EXPECT_EQ(status.st_mode & 07777, 0600U);
    folder = std::filesystem::path(private_path(server)).parent_path();
    ASSERT_EQ(::stat(folder.c_str(), &status), 0);
    EXPECT_EQ(status.st_mode & 07777, 0700U);
  }
  EXPECT_FALSE(std::filesystem::exists(path_));
  EXPECT_FALSE(std::filesystem::exists(folder));
}

TEST_F(Events, ReplaceASocketThatWasLeftBehind) {
  {
    sockaddr_un address = {};
    address.sun_family = AF_UNIX;
    std::memcpy(address.sun_path, path_.data(), path_.size());
    const Descriptor stale(::socket(AF_UNIX, SOCK_STREAM | SOCK_CLOEXEC, 0));
    ASSERT_EQ(::bind(stale.get(), reinterpret_cast<sockaddr*>(&address), sizeof address), 0);
  }
  ASSERT_TRUE(std::filesystem::exists(path_));
  EventServer server(path_);
  server.send(event(0));
  EXPECT_EQ(Reader(path_).line(), event(0));
}

TEST_F(Events, LeaveASocketAloneThatReplacedTheirs) {
  auto server = std::make_unique<EventServer>(path_);
  std::filesystem::remove(path_);
  const EventServer other(path_);
  server.reset();
  EXPECT_TRUE(std::filesystem::exists(path_));
}

TEST_F(Events, RefusePathsThatCannotBeListenedOn_error) {
  std::ofstream(path_) << "text";
  EXPECT_EQ(server_error(path_),
            path_ + ": exists and is not a socket; events need a path of their own");
  EXPECT_TRUE(std::filesystem::is_regular_file(path_));
  std::filesystem::remove(path_);

  const std::string longest = folder_ / "";
  const std::string fits = longest + std::string(107 - longest.size(), 'x');
  EXPECT_EQ(server_error(fits), "nothing was thrown");
  EXPECT_EQ(server_error(fits + "x"),
            fits + "x: has 108 bytes; the path of a Unix socket has at most 107");

  EXPECT_EQ(server_error(folder_ / "missing/run.sock"),
            (folder_ / "missing/run.sock") +
                ": cannot be opened for listening: No such file or directory");
  EXPECT_EQ(server_error(""), "the path of a socket is empty");

  const EventServer other(path_);
  EXPECT_EQ(server_error(path_), path_ + ": is in use: another run sends its events there");
}

}  // namespace
}  // namespace motley::core
