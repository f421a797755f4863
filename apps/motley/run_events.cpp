#include "apps/motley/run_events.h"

#include <unistd.h>

namespace motley::apps {

core::EventSettings stopped_by(int signal) {
  return {.on_stop = [signal] { ::kill(::getpid(), signal); }};
}

RunEvents::RunEvents(const std::string& path, int stop_signal)
    : sink_(EventSink::from_environment()) {
  if (!path.empty() && !sink_.is_active()) server_.emplace(path, stopped_by(stop_signal));
}

}  // namespace motley::apps
