#include "nbody/domain/migration.h"

#include <algorithm>
#include <bit>
#include <numeric>

#include "core/base/threads.h"
#include "core/comm/arrays.h"

namespace motley::nbody {
namespace {

int64_t first_index_of(std::span<const uint64_t> keys, uint64_t key) {
  return std::ranges::lower_bound(keys, key) - keys.begin();
}

std::vector<int64_t> times(std::vector<int64_t> counts, int64_t factor) {
  for (int64_t& count : counts) count *= factor;
  return counts;
}

// Particles as words, one behind the other: positions, momenta, id, key, and more.
class Packed {
 public:
  static constexpr int kId = 6, kKey = 8, kMore = 10;
  explicit Packed(const std::vector<std::vector<float>*>& more) : more_(more) {}

  int64_t words() const { return kMore + static_cast<int64_t>(more_.size()); }
  int64_t count(std::span<const int32_t> from) const { return std::ssize(from) / words(); }

  void add(const Particles& p, uint64_t key, uint32_t i, std::vector<int32_t>& to) const {
    const auto put = [&](auto value) { to.push_back(std::bit_cast<int32_t>(value)); };
    const auto put_long = [&](uint64_t value) {
      to.push_back(static_cast<int32_t>(value));
      to.push_back(static_cast<int32_t>(value >> 32));
    };
    for (const auto& axis : p.position) put(axis[i]);
    for (const auto& axis : p.momentum) put(axis[i]);
    put_long(p.id[i]);
    put_long(key);
    for (const std::vector<float>* values : more_) put((*values)[i]);
  }

  template <class T>
  T get(std::span<const int32_t> from, int64_t i, int word) const {
    const int64_t at = i * words() + word;
    if constexpr (sizeof(T) == 8) {
      return static_cast<uint32_t>(from[at]) | uint64_t{static_cast<uint32_t>(from[at + 1])} << 32;
    } else {
      return std::bit_cast<T>(from[at]);
    }
  }

 private:
  const std::vector<std::vector<float>*>& more_;
};

// values[i] = before[from[i]], or what came, for places behind those of before.
template <class T, class Came>
void gather(std::vector<T>& values, std::span<const uint32_t> from, const Came& came,
            int num_threads) {
  const auto before = static_cast<uint32_t>(values.size());
  std::vector<T> now(from.size());
  core::parallel_for(num_threads, std::ssize(from), [&](int64_t begin, int64_t end, int) {
    for (int64_t i = begin; i < end; ++i) {
      now[i] = from[i] < before ? values[from[i]] : came(from[i] - before);
    }
  });
  values.swap(now);
}

// Ours from `begin` to `end` of what is sorted here, and what came among them.
struct Merged {
  std::vector<uint64_t> keys;
  std::vector<uint32_t> from;
};
Merged merge(const KeyOrder& sorted, int64_t begin, int64_t end, std::span<const uint64_t> came,
             const std::vector<int64_t>& num_received, int rank) {
  std::vector<int64_t> begins = {0};
  for (const int64_t count : num_received) begins.push_back(begins.back() + count);
  const KeyOrder arrivals = merged_order(came, begins);
  Merged all;
  all.keys.reserve(end - begin + std::ssize(came));
  all.from.reserve(all.keys.capacity());
  const auto add_own = [&](int64_t until) {
    all.keys.insert(all.keys.end(), sorted.keys.begin() + begin, sorted.keys.begin() + until);
    all.from.insert(all.from.end(), sorted.order.begin() + begin, sorted.order.begin() + until);
    begin = until;
  };
  const auto before = static_cast<uint32_t>(sorted.order.size());
  for (const uint32_t a : arrivals.order) {
    const std::span own(sorted.keys.begin() + begin, sorted.keys.begin() + end);
    // Of lower ranks before ours of the same key, of higher ones behind.
    const auto at = a < begins[rank] ? std::ranges::lower_bound(own, came[a])
                                     : std::ranges::upper_bound(own, came[a]);
    add_own(begin + (at - own.begin()));
    all.keys.push_back(came[a]);
    all.from.push_back(before + a);
  }
  add_own(end);
  return all;
}

}  // namespace

ParticleMigration::PendingExchange ParticleMigration::send(core::Communicator& comm,
                                                           std::span<const float> numbers) const {
  PendingExchange pending;
  pending.sent.reserve(leaving_.size());
  for (const uint32_t place : leaving_) pending.sent.push_back(numbers[place]);
  pending.received.resize(std::reduce(num_received_.begin(), num_received_.end()));
  pending.request = comm.all_to_all(core::elements(pending.sent), num_sent_,
                                    core::elements(pending.received), num_received_);
  return pending;
}

void ParticleMigration::finish(PendingExchange& pending, std::vector<float>& numbers) const {
  pending.request.wait();
  gather(
      numbers, from_, [&](uint32_t i) { return pending.received[i]; }, 1);
}

void ParticleMigration::finish(std::vector<float>& numbers) const {
  gather(
      numbers, from_, [](uint32_t) { return 0.0f; }, 1);
}

ParticleMigration migrate_particles(core::Communicator& comm, const DomainBoundaries& boundaries,
                                    KeyOrder& sorted, Particles& particles,
                                    const std::vector<std::vector<float>*>& more, int num_threads) {
  const int ranks = comm.num_ranks(), rank = comm.rank();
  const Packed packed(more);
  ParticleMigration migration;
  migration.num_sent_.resize(ranks);
  const auto begin_of = [&](int r) { return first_index_of(sorted.keys, boundaries[r]); };
  const int64_t own_begin = begin_of(rank), own_end = begin_of(rank + 1);
  const int64_t num_leaving = particles.size() - (own_end - own_begin);
  std::vector<int32_t> words;
  words.reserve(num_leaving * packed.words());
  migration.leaving_.reserve(num_leaving);
  for (int r = 0; r < ranks; ++r) {
    if (r == rank) continue;
    for (int64_t i = begin_of(r), end = begin_of(r + 1); i < end; ++i) {
      packed.add(particles, sorted.keys[i], sorted.order[i], words);
      migration.leaving_.push_back(sorted.order[i]);
      ++migration.num_sent_[r];
    }
  }
  migration.num_received_ = core::exchanged_counts(comm, migration.num_sent_);
  core::exchange(comm, words, times(migration.num_sent_, packed.words()),
                 times(migration.num_received_, packed.words()));

  std::vector<uint64_t> came(packed.count(words));
  for (size_t i = 0; i < came.size(); ++i) {
    came[i] = packed.get<uint64_t>(words, static_cast<int64_t>(i), Packed::kKey);
  }
  Merged all = merge(sorted, own_begin, own_end, came, migration.num_received_, rank);
  migration.from_ = std::move(all.from);
  sorted = {.order = {}, .keys = std::move(all.keys)};
  const auto take = [&](auto& values, int word) {
    using T = std::remove_reference_t<decltype(values)>::value_type;
    gather(
        values, migration.from_, [&](uint32_t i) { return packed.get<T>(words, i, word); },
        num_threads);
  };
  for (int axis = 0; axis < 3; ++axis) take(particles.position[axis], axis);
  for (int axis = 0; axis < 3; ++axis) take(particles.momentum[axis], 3 + axis);
  take(particles.id, Packed::kId);
  for (size_t i = 0; i < more.size(); ++i) take(*more[i], Packed::kMore + static_cast<int>(i));
  return migration;
}

}  // namespace motley::nbody
