#include "core/probe/pair_rates.h"

#include "core/probe/probe.h"
#include "core/probe/transfers.h"

namespace motley::core {
namespace {

// By what the longest message takes beyond the one before, so that what buffers take at once does
// not count; by all of it where noise leaves nothing of the difference.
double rate_of(const TransferTimes& times, const PairTimes& pair, size_t last) {
  const auto bytes = static_cast<double>(times.sizes[last]);
  const double seconds = pair.alone[last].seconds;
  const double before = last > 0 ? pair.alone[last - 1].seconds : 0;
  if (before > seconds / 2) return bytes / seconds;
  return (bytes - static_cast<double>(last > 0 ? times.sizes[last - 1] : 0)) / (seconds - before);
}

}  // namespace

std::vector<PairRate> measure_pair_rates(Communicator& comm) {
  const std::vector<std::string> hosts = host_names(comm);
  // A few sizes, each pair alone.
  const TransferTimes times = measure_transfers(comm, {.sizes = {1 << 18, 1 << 20, 1 << 22},
                                                       .limits = {.noisy_seconds = 0.1},
                                                       .max_seconds = 0.15,
                                                       .max_pairs = 1 << 20,
                                                       .at_once = false});
  std::vector<PairRate> rates;
  if (comm.rank() != 0) return rates;
  for (const PairTimes& pair : times.pairs) {
    const size_t last = pair.alone[2].num_runs > 0 ? 2 : pair.alone[1].num_runs > 0 ? 1 : 0;
    rates.push_back({.a = pair.a,
                     .b = pair.b,
                     .host_a = hosts[static_cast<size_t>(pair.a)],
                     .host_b = hosts[static_cast<size_t>(pair.b)],
                     .bytes_per_second = rate_of(times, pair, last),
                     .spread = pair.alone[last].spread});
  }
  return rates;
}

}  // namespace motley::core
