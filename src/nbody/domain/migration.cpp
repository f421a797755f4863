#include "nbody/domain/migration.h"

#include <algorithm>
#include <bit>
#include <numeric>

#include "core/base/threads.h"
#include "core/comm/arrays.h"

namespace motley::nbody {
namespace {

std::vector<int64_t> scaled(std::vector<int64_t> counts, int64_t factor) {
  for (int64_t& count : counts) count *= factor;
  return counts;
}

// Serializes particles as 32-bit words: positions, momenta, id, key, extra values.
class PackedFormat {
 public:
  static constexpr int kId = 6, kKey = 8, kExtra = 10;
  explicit PackedFormat(const std::vector<std::vector<float>*>& extra) : extra_(extra) {}

  int64_t words() const { return kExtra + static_cast<int64_t>(extra_.size()); }
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
    for (const std::vector<float>* values : extra_) put((*values)[i]);
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
  const std::vector<std::vector<float>*>& extra_;
};

// values[i] = old values[source[i]], or a received value for indices past the old ones.
template <class T, class Received>
void gather(std::vector<T>& values, std::span<const uint32_t> source, const Received& received,
            int num_threads) {
  const auto num_old = static_cast<uint32_t>(values.size());
  std::vector<T> gathered(source.size());
  core::parallel_for(num_threads, std::ssize(source), [&](int64_t begin, int64_t end, int) {
    for (int64_t i = begin; i < end; ++i) {
      gathered[i] = source[i] < num_old ? values[source[i]] : received(source[i] - num_old);
    }
  });
  values.swap(gathered);
}

// The local particles [begin, end) of `sorted`, merged with the received ones.
struct Merged {
  std::vector<uint64_t> keys;
  std::vector<uint32_t> source;
};
Merged merge(const KeyOrder& sorted, int64_t begin, int64_t end,
             std::span<const uint64_t> received_keys, const std::vector<int64_t>& num_received,
             int rank) {
  std::vector<int64_t> begins = {0};
  for (const int64_t count : num_received) begins.push_back(begins.back() + count);
  const KeyOrder received = merged_order(received_keys, begins);
  Merged all;
  all.keys.reserve(end - begin + std::ssize(received_keys));
  all.source.reserve(all.keys.capacity());
  const auto add_own = [&](int64_t until) {
    all.keys.insert(all.keys.end(), sorted.keys.begin() + begin, sorted.keys.begin() + until);
    all.source.insert(all.source.end(), sorted.order.begin() + begin, sorted.order.begin() + until);
    begin = until;
  };
  const auto num_old = static_cast<uint32_t>(sorted.order.size());
  for (const uint32_t a : received.order) {
    const std::span own(sorted.keys.begin() + begin, sorted.keys.begin() + end);
    // Equal keys: particles of lower ranks go before ours, those of higher ranks after.
    const auto at = a < begins[rank] ? std::ranges::lower_bound(own, received_keys[a])
                                     : std::ranges::upper_bound(own, received_keys[a]);
    add_own(begin + (at - own.begin()));
    all.keys.push_back(received_keys[a]);
    all.source.push_back(num_old + a);
  }
  add_own(end);
  return all;
}

}  // namespace

ParticleMigration::PendingExchange ParticleMigration::start(core::Communicator& comm,
                                                            std::span<const float> values) const {
  PendingExchange pending;
  pending.sent.reserve(leaving_.size());
  for (const uint32_t i : leaving_) pending.sent.push_back(values[i]);
  pending.received.resize(std::reduce(num_received_.begin(), num_received_.end()));
  pending.request = comm.all_to_all(core::elements(pending.sent), num_sent_,
                                    core::elements(pending.received), num_received_);
  return pending;
}

void ParticleMigration::finish(PendingExchange& pending, std::vector<float>& values) const {
  pending.request.wait();
  gather(
      values, source_, [&](uint32_t i) { return pending.received[i]; }, 1);
}

void ParticleMigration::reorder(std::vector<float>& values) const {
  gather(
      values, source_, [](uint32_t) { return 0.0f; }, 1);
}

ParticleMigration migrate_particles(core::Communicator& comm, const DomainBoundaries& boundaries,
                                    KeyOrder& sorted, Particles& particles,
                                    const std::vector<std::vector<float>*>& extra,
                                    int num_threads) {
  const int ranks = comm.num_ranks(), rank = comm.rank();
  const PackedFormat format(extra);
  ParticleMigration migration;
  migration.num_sent_.resize(ranks);
  const auto begin_of = [&](int r) { return first_index_of(sorted.keys, boundaries[r]); };
  const int64_t own_begin = begin_of(rank), own_end = begin_of(rank + 1);
  const int64_t num_leaving = particles.size() - (own_end - own_begin);
  std::vector<int32_t> words;
  words.reserve(num_leaving * format.words());
  migration.leaving_.reserve(num_leaving);
  for (int r = 0; r < ranks; ++r) {
    if (r == rank) continue;
    for (int64_t i = begin_of(r), end = begin_of(r + 1); i < end; ++i) {
      format.add(particles, sorted.keys[i], sorted.order[i], words);
      migration.leaving_.push_back(sorted.order[i]);
      ++migration.num_sent_[r];
    }
  }
  migration.num_received_ = core::exchanged_counts(comm, migration.num_sent_);
  core::exchange(comm, words, scaled(migration.num_sent_, format.words()),
                 scaled(migration.num_received_, format.words()));

  std::vector<uint64_t> received_keys(format.count(words));
  for (size_t i = 0; i < received_keys.size(); ++i) {
    received_keys[i] = format.get<uint64_t>(words, static_cast<int64_t>(i), PackedFormat::kKey);
  }
  Merged all = merge(sorted, own_begin, own_end, received_keys, migration.num_received_, rank);
  migration.source_ = std::move(all.source);
  sorted = {.order = {}, .keys = std::move(all.keys)};
  const auto gather_field = [&](auto& values, int word) {
    using T = typename std::remove_reference_t<decltype(values)>::value_type;
    gather(
        values, migration.source_, [&](uint32_t i) { return format.get<T>(words, i, word); },
        num_threads);
  };
  for (int axis = 0; axis < 3; ++axis) gather_field(particles.position[axis], axis);
  for (int axis = 0; axis < 3; ++axis) gather_field(particles.momentum[axis], 3 + axis);
  gather_field(particles.id, PackedFormat::kId);
  for (size_t i = 0; i < extra.size(); ++i)
    gather_field(*extra[i], PackedFormat::kExtra + static_cast<int>(i));
  return migration;
}

}  // namespace motley::nbody
