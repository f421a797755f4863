// Exchanges vectors between ranks; a vector consists of one block per rank.
//
//   std::vector<int64_t> receive = exchanged_counts(comm, send);      send[r]: for rank r
//   exchange(comm, keys, send, receive);                              keys: received, by rank
#pragma once

#include <array>
#include <cstdint>
#include <numeric>
#include <type_traits>
#include <vector>

#include "core/comm/communicator.h"

namespace motley::core {

// Elements of any trivially copyable type, as 32-bit words.
template <class T>
Elements words(std::vector<T>& values) {
  static_assert(std::is_trivially_copyable_v<T> && sizeof(T) % 4 == 0);
  return {ElementType::kI32, values.data(), std::ssize(values) * int64_t{sizeof(T) / 4}};
}
template <class T>
std::vector<int64_t> counts_in_words(std::vector<int64_t> counts) {
  for (int64_t& count : counts) count *= int64_t{sizeof(T) / 4};
  return counts;
}

// The number of elements each rank sends to us. A collective.
inline std::vector<int64_t> exchanged_counts(Communicator& comm, const std::vector<int64_t>& send) {
  std::vector<int64_t> receive(send.size());
  const std::vector<int64_t> ones(send.size(), 1);
  comm.all_to_all(elements(send), ones, elements(receive), ones).wait();
  return receive;
}

// Replaces the values by those received, in rank order. A collective.
template <class T>
void exchange(Communicator& comm, std::vector<T>& values, const std::vector<int64_t>& send,
              const std::vector<int64_t>& receive) {
  std::vector<T> received(std::accumulate(receive.begin(), receive.end(), int64_t{0}));
  comm.all_to_all(words(values), counts_in_words<T>(send), words(received),
                  counts_in_words<T>(receive))
      .wait();
  values.swap(received);
}

// The values of all ranks, in rank order; counts[r] is the number at rank r.
template <class T>
std::vector<T> gathered(Communicator& comm, std::vector<T>& values,
                        const std::vector<int64_t>& counts) {
  std::vector<T> all(std::accumulate(counts.begin(), counts.end(), int64_t{0}));
  comm.all_gather(words(values), words(all), counts_in_words<T>(counts)).wait();
  return all;
}
// The maximum over the ranks, on every rank. A collective.
inline double max_over_ranks(Communicator& comm, double value) {
  std::array<double, 1> all = {value};
  comm.all_reduce(elements(all), elements(all), Reduction::kMax).wait();
  return all[0];
}
// One value per rank.
template <class T>
std::vector<T> gathered(Communicator& comm, T value) {
  std::vector<T> one = {value};
  return gathered(comm, one, std::vector<int64_t>(comm.num_ranks(), 1));
}

// The sum, minimum or maximum of one number over the ranks.
template <class T>
T reduced(Communicator& comm, T value, Reduction reduction) {
  std::vector<T> one = {value};
  comm.all_reduce(elements(one), elements(one), reduction).wait();
  return one[0];
}

}  // namespace motley::core
