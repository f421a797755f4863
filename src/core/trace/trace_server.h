// Serves one trace to Perfetto's page, which reads it from this machine: nothing is uploaded.
//
//   TraceServer server("run.json", {});
//   server.address()      https://ui.perfetto.dev/#!/?url=http://127.0.0.1:9001/8c1f...e2/run.json
//   server.serve();       until it has been read once
//
// The page may fetch from http://127.0.0.1:9001 alone (its content security policy), and the answer
// must allow the page's origin. Listens on the loopback interface only, and answers for this one
// file only, under a random name: others who work on this machine do not know it.
#pragma once

#include <functional>
#include <string>

namespace motley::core {

struct TraceServerOptions {
  int port = 9001;             // 0: any; Perfetto's page allows no other than 9001
  double limit_seconds = 600;  // until somebody has asked
  std::function<bool()> is_stopped = {};
};

class TraceServer {
 public:
  // Throws a UserError if the file cannot be read or the port is taken.
  TraceServer(const std::string& file, TraceServerOptions options);
  ~TraceServer();
  TraceServer(const TraceServer&) = delete;
  TraceServer& operator=(const TraceServer&) = delete;

  int port() const { return port_; }
  std::string address() const;
  // Whether the file was read once. False: the time is over, or a stop was asked for.
  bool serve();

 private:
  bool answer(int connection, double deadline) const;  // whether the whole file was sent

  std::string file_, path_;
  TraceServerOptions options_;
  int socket_ = -1, port_ = 0;
};

}  // namespace motley::core
