#include "core/probe/transfers.h"

#include <algorithm>
#include <array>

#include "core/base/clock.h"
#include "core/base/error.h"
#include "core/comm/arrays.h"
#include "core/trace/trace.h"

namespace motley::core {
namespace {

struct Buffers {
  std::vector<std::byte> out, in;
};

Elements bytes_of(std::vector<std::byte>& buffer, int64_t size) {
  return {ElementType::kU8, buffer.data(), size};
}

void ping(Communicator& comm, Buffers& buffers, int64_t size, int peer) {
  comm.send(bytes_of(buffers.out, size), peer).wait();
  comm.receive(bytes_of(buffers.in, size), peer).wait();
}

void pong(Communicator& comm, Buffers& buffers, int64_t size, int peer) {
  comm.receive(bytes_of(buffers.in, size), peer).wait();
  comm.send(bytes_of(buffers.out, size), peer).wait();
}

// The first of a pair decides on the number of runs and tells the second.
Measurement time_pair(Communicator& comm, Buffers& buffers, int64_t size, bool is_first, int peer,
                      const SamplingLimits& limits) {
  std::vector<double> times;
  std::array<int64_t, 1> runs = {0};
  is_first ? ping(comm, buffers, size, peer) : pong(comm, buffers, size, peer);  // warm-up
  while (true) {
    if (is_first) {
      runs[0] = runs_needed(times, limits);
      comm.send(elements(runs), peer, 1).wait();
    } else {
      comm.receive(elements(runs), peer, 1).wait();
    }
    if (runs[0] == 0) return measurement_of(times);
    for (int64_t i = 0; i < runs[0]; ++i) {
      const double begin = now_seconds();
      is_first ? ping(comm, buffers, size, peer) : pong(comm, buffers, size, peer);
      times.push_back((now_seconds() - begin) / 2);
    }
  }
}

// The number of runs is the maximum over all pairs.
Measurement time_at_once(Communicator& comm, Buffers& buffers, int64_t size, int peer,
                         const SamplingLimits& limits) {
  std::vector<double> times;
  bool is_warm = false;
  while (const auto runs = static_cast<int64_t>(max_over_ranks(
             comm, peer < 0 ? 0 : static_cast<double>(runs_needed(times, limits))))) {
    for (int64_t i = is_warm ? 0 : -1; i < runs; ++i) {
      comm.barrier().wait();
      if (peer < 0) continue;
      const double begin = now_seconds();
      Request receive = comm.receive(bytes_of(buffers.in, size), peer);
      Request send = comm.send(bytes_of(buffers.out, size), peer);
      receive.wait();
      send.wait();
      if (i >= 0) times.push_back(now_seconds() - begin);
    }
    is_warm = true;
  }
  return measurement_of(times);
}

SamplingLimits limits_for(int64_t size, const TransferSettings& settings) {
  return size >= kMajorBytes ? settings.limits : minor(settings.limits);
}

// Each figure is known to some of the ranks; afterwards to all.
void share(Communicator& comm, std::vector<Measurement>& figures) {
  std::vector<double> values;
  for (const Measurement& f : figures) {
    values.insert(values.end(), {f.seconds, f.spread, static_cast<double>(f.num_runs)});
  }
  comm.all_reduce(elements(values), elements(values), Reduction::kMax).wait();
  for (size_t i = 0; i < figures.size(); ++i) {
    figures[i] = {values[3 * i], values[3 * i + 1], static_cast<int64_t>(values[3 * i + 2])};
  }
}

bool takes_too_long(Communicator& comm, const Measurement& last, double growth, double longest) {
  return max_over_ranks(comm, last.seconds) * growth > longest;
}

// Measures one size after another, until one takes too long. `measure` returns this rank's figure.
template <class Measure>
std::vector<Measurement> by_size(Communicator& comm, const TransferSettings& settings,
                                 const Measure& measure) {
  std::vector<Measurement> figures(settings.sizes.size());
  for (size_t s = 0; s < figures.size(); ++s) {
    if (s > 0) {
      const double growth =
          static_cast<double>(settings.sizes[s]) / static_cast<double>(settings.sizes[s - 1]);
      if (takes_too_long(comm, figures[s - 1], growth, settings.max_seconds)) break;
    }
    figures[s] = measure(settings.sizes[s]);
  }
  return figures;
}

std::vector<PairTimes> pairs_of(int num_ranks, int max_pairs) {
  std::vector<PairTimes> pairs;
  const bool all = num_ranks * (num_ranks - 1) / 2 <= max_pairs;
  for (int a = 0; a < num_ranks; ++a) {
    for (int b = a + 1; b < num_ranks; ++b) {
      if (all || b == a + 1 || b - a == num_ranks - 1) pairs.push_back({a, b, {}, {}});
    }
  }
  return pairs;
}

}  // namespace

int num_rounds(int num_ranks) { return num_ranks % 2 == 0 ? num_ranks - 1 : num_ranks; }

// The circle method: with an even number the last stays, the others move on by one place per round.
int partner(int rank, int num_ranks, int round) {
  const int even = num_ranks + num_ranks % 2, moving = even - 1;
  int other = 0;
  if (rank == even - 1) {
    other = round;  // the rank whose double is 2 * round
  } else {
    other = ((2 * round - rank) % moving + moving) % moving;
    if (other == rank) other = even - 1;
  }
  return other < num_ranks ? other : -1;
}

TransferTimes measure_transfers(Communicator& comm, const TransferSettings& requested) {
  const int n = comm.num_ranks(), me = comm.rank();
  TransferSettings settings = requested;
  const int64_t rounds =
      std::ssize(pairs_of(n, requested.max_pairs)) + (requested.at_once ? num_rounds(n) : 0);
  settings.limits =
      for_all(requested.limits, rounds * std::ssize(requested.sizes), requested.all_seconds);
  const auto longest = static_cast<size_t>(*std::ranges::max_element(settings.sizes));
  Buffers buffers{std::vector<std::byte>(longest), std::vector<std::byte>(longest)};
  TransferTimes times{.sizes = settings.sizes, .pairs = pairs_of(n, settings.max_pairs)};
  for (PairTimes& pair : times.pairs) {
    pair.alone = by_size(comm, settings, [&](int64_t size) {
      comm.barrier().wait();
      if (me != pair.a && me != pair.b) return Measurement{};
      return time_pair(comm, buffers, size, me == pair.a, me == pair.a ? pair.b : pair.a,
                       limits_for(size, settings));
    });
    pair.at_once.resize(settings.sizes.size());
  }
  for (int round = 0; settings.at_once && round < num_rounds(n); ++round) {
    const int peer = partner(me, n, round);
    const std::vector<Measurement> figures = by_size(comm, settings, [&](int64_t size) {
      return time_at_once(comm, buffers, size, peer, limits_for(size, settings));
    });
    for (PairTimes& pair : times.pairs) {
      if (std::pair(std::min(me, peer), std::max(me, peer)) == std::pair(pair.a, pair.b)) {
        pair.at_once = figures;
      }
    }
  }
  for (PairTimes& pair : times.pairs) {
    share(comm, pair.alone);
    share(comm, pair.at_once);
  }
  return times;
}

}  // namespace motley::core
