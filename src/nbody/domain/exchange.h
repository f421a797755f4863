// Arrays from rank to rank: what lies in blocks, one for each, goes there.
#pragma once

#include <cstdint>
#include <vector>

#include "core/comm/communicator.h"

namespace motley::nbody {

// What each rank has for us. A collective.
inline std::vector<int64_t> exchanged_counts(core::Communicator& comm,
                                             const std::vector<int64_t>& send) {
  std::vector<int64_t> receive(send.size());
  const std::vector<int64_t> ones(send.size(), 1);
  comm.all_to_all(core::elements(send), ones, core::elements(receive), ones).wait();
  return receive;
}

// Replaces the array by what was received, in the order of ranks. A collective.
template <class T>
void exchange(core::Communicator& comm, std::vector<T>& array, const std::vector<int64_t>& send,
              const std::vector<int64_t>& receive) {
  static_assert(sizeof(T) == 4 || sizeof(T) == 8);
  const auto type = sizeof(T) == 4 ? core::ElementType::kI32 : core::ElementType::kI64;
  int64_t count = 0;
  for (int64_t n : receive) count += n;
  std::vector<T> received(count);
  comm.all_to_all({type, array.data(), std::ssize(array)}, send, {type, received.data(), count},
                  receive)
      .wait();
  array.swap(received);
}

}  // namespace motley::nbody
