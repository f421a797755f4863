// Events of a run as lines of JSON on a Unix socket, for programs that watch it: dashboards,
// schedulers, scripts (`motley train --events PATH`).
//
//   $ socat UNIX-CONNECT:run.sock -
//   {"event": "step", "step": 1, "loss": 4.17}
//   {"event": "step", "step": 2, "loss": 4.11}
//
// An event is one JSON object on one line. Lines of one sender keep their order. The launcher has
// the server; each rank that has something to tell has a sink, which hands its lines to the server
// over a second socket that only this user can reach:
//
//   rank 0  EventSink --+
//   rank 1  EventSink --+-- private socket --> EventServer -- PATH --> any number of clients
//   launcher  send() ---+
//
//   // launcher:
//   EventServer events("run.sock");
//   LaunchSettings settings = this_program_again(4);
//   settings.environment.push_back(events.for_ranks());
//   const int status = launch(settings);
//   events.send(R"({"event": "end", "status": 0})");
//   // rank:
//   EventSink events = EventSink::from_environment();
//   if (events.is_active()) events.send(fmt::format(R"({{"event": "step", "step": {}}})", step));
//
// History. A client may connect at any time, and first gets everything since the start, or the
// newest history_lines lines. In that case its first line tells how many are missing:
//
//   {"event": "dropped", "lines": 2500}
//
// Slow readers. Neither send waits for a client: the server's own thread writes to clients, each at
// its pace. A client that is more than 2 x history_lines behind is disconnected; it may connect
// again. The end of a client's input (`</dev/null`) does not matter.
//
// Commands. A client may write lines of JSON, too:
//
//   {"command": "stop"}       the run finishes its step, saves what it saves, and ends: on_stop
//   {"command": "follow"}     the same, once this client is gone: for programs whose run must not
//                             outlive them
//
// A line that is neither is answered by {"event": "error", "text": ...}, to all clients.
//
// A sink does not wait for the server either, except for some milliseconds to let it catch up. If
// the launcher hangs, a sink keeps kMaxPendingBytes; later lines are dropped, and a "dropped" event
// tells how many. If the launcher is gone, lines are discarded.
//
// Costs. Without --events a rank's sink is not active, and costs the branch of is_active(). Without
// clients, send stores the line: a lock and a copy.
//
// The socket file has mode 0600: other users cannot connect. It is removed at the end. A file that
// was left behind by a run that was killed is replaced; a socket on which another run listens, or a
// path that is not a socket, is refused.
#pragma once

#include <functional>
#include <memory>
#include <string>
#include <string_view>

namespace motley::core {

// The longest command of a client.
constexpr size_t kMaxCommandBytes = size_t{4} << 10;
// A longer line that a rank sends is dropped, and counted.
constexpr size_t kMaxLineBytes = size_t{1} << 20;
// What a sink keeps for a server that does not read.
constexpr size_t kMaxPendingBytes = size_t{4} << 20;
// The environment variable that tells ranks where the private socket is.
constexpr const char* kEventsVariable = "MOTLEY_EVENTS_SOCKET";

struct EventSettings {
  size_t history_lines = 10'000;
  double closing_seconds = 2;  // for clients to read the last lines, at the end
  // Called once, by the server's thread, when a client asks for the end of the run.
  std::function<void()> on_stop = {};
};

class EventServer {
 public:
  // Throws a UserError if it cannot listen at `path`: too long for a socket, in use, not a socket.
  explicit EventServer(const std::string& path, const EventSettings& settings = {});
  EventServer(const EventServer&) = delete;
  EventServer& operator=(const EventServer&) = delete;
  // Relays what ranks have sent so far, gives clients closing_seconds to read it, and removes the
  // socket files.
  ~EventServer();

  // `json_line` is one JSON object without a line break. Any thread may call it.
  void send(std::string_view json_line);

  // NAME=VALUE for LaunchSettings::environment: with it, EventSink::from_environment finds us.
  std::string for_ranks() const;

 private:
  class Impl;
  std::unique_ptr<Impl> impl_;
};

class EventSink {
 public:
  // The private socket of a server; empty, or nobody listens there: not active.
  explicit EventSink(const std::string& private_path);
  static EventSink from_environment();
  EventSink(EventSink&&) noexcept;
  EventSink& operator=(EventSink&&) noexcept;
  // Hands over what is pending; waits for at most a second.
  ~EventSink();

  // Whether somebody gets the lines: check it before composing one.
  bool is_active() const;

  // As EventServer::send.
  void send(std::string_view json_line);

 private:
  class Impl;
  std::unique_ptr<Impl> impl_;
};

}  // namespace motley::core
