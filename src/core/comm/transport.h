// The interface to a backend: non-blocking calls, made by one thread.
//
//   const int64_t sent = transport.post_send(2, tag, data, bytes);
//   while (!transport.test(sent)) { ... }        then the memory may be reused
//
// Messages with one tag from one rank to another arrive in the order in which they are posted, and
// match receives in order. A backend is one class: local_transport.h, mpi.cpp.
#pragma once

#include <cstdint>

namespace motley::core {

class Transport {
 public:
  virtual ~Transport() = default;

  // Return a number for test(). The memory must stay valid until test() returns true.
  virtual int64_t post_send(int to, int tag, const void* data, int64_t bytes) = 0;
  virtual int64_t post_receive(int from, int tag, void* data, int64_t bytes) = 0;

  // Whether it is done; after that the number is invalid.
  virtual bool test(int64_t posted) = 0;

  // Whether messages come from outside the process and must be polled for.
  virtual bool polls() const = 0;

  // Whether that rank is on the same host. Messages from there may make progress only during
  // test(), piece by piece: a test that takes long has copied some.
  virtual bool is_same_host(int peer) const = 0;
};

}  // namespace motley::core
