// The events of a run (--events PATH): to the launcher where there is one, else to whoever
// connects.
#pragma once

#include <csignal>
#include <optional>
#include <string>

#include "motley/launch.h"

namespace motley::apps {

class RunEvents {
 public:
  // `stop_signal` is raised in this process when a client asks for the end; the run handles it as
  // if it had been sent. An empty path: no server of our own.
  RunEvents(const std::string& path, int stop_signal);

  bool is_active() const { return server_ || sink_.is_active(); }
  void send(const std::string& line) { server_ ? server_->send(line) : sink_.send(line); }

 private:
  EventSink sink_;
  std::optional<EventServer> server_;
};

// Settings of a server whose clients may stop this process by a signal.
core::EventSettings stopped_by(int signal);

}  // namespace motley::apps
