// Any bytes of a client of --events, and of a rank, are commands, events, or nothing. The first
// byte says how many of the others are the client's.
#include <sys/socket.h>
#include <unistd.h>

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <string>

#include "core/base/error.h"
#include "core/launch/events.h"
#include "core/launch/unix_socket.h"

namespace {

void send_all(const motley::core::Descriptor& socket, const uint8_t* data, size_t size) {
  if (socket && size > 0) (void)::send(socket.get(), data, size, MSG_NOSIGNAL | MSG_DONTWAIT);
}

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const uint8_t* data, size_t size) {
  using namespace motley::core;
  if (size == 0) return 0;
  const std::string path = "/tmp/motley-fuzz-events-" + std::to_string(::getpid());
  EventServer server(path, {.history_lines = 8, .closing_seconds = 0.01, .on_stop = [] {}});
  const std::string variable = server.for_ranks();  // NAME=PATH
  const Descriptor client = connect_to(path);
  const Descriptor rank = connect_to(variable.substr(variable.find('=') + 1));
  const size_t from_client = std::min<size_t>(data[0], size - 1);
  send_all(client, data + 1, from_client);
  send_all(rank, data + 1 + from_client, size - 1 - from_client);
  server.send(R"({"event": "step"})");
  return 0;
}
