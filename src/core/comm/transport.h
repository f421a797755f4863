// The border to a backend: three calls that never wait, made by one thread.
//
//   const int64_t sent = transport.post_send(2, tag, data, bytes);
//   while (!transport.test(sent)) { ... }        the bytes may be changed again
//
// Messages of one tag from one rank to another arrive in the order in which they are posted, and
// meet receives in the order of those. A backend is one class: local_transport.h, mpi.cpp.
#pragma once

#include <cstdint>

namespace motley::core {

class Transport {
 public:
  virtual ~Transport() = default;

  // Give a number to ask test() for. The memory must stay until that says yes.
  virtual int64_t post_send(int to, int tag, const void* data, int64_t bytes) = 0;
  virtual int64_t post_receive(int from, int tag, void* data, int64_t bytes) = 0;

  // Whether it is done; after a yes the number is no longer valid.
  virtual bool test(int64_t posted) = 0;

  // Whether messages come from outside the process, so that one has to look again and again.
  virtual bool polls() const = 0;

  // Whether that rank is on the same host. Messages from there may move only while test() is called,
  // piece by piece: a test that takes long has moved some.
  virtual bool is_near(int peer) const = 0;
};

}  // namespace motley::core
