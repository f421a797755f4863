#include "core/probe/collective_times.h"

#include <algorithm>
#include <array>

#include "core/base/clock.h"
#include "core/base/error.h"
#include "core/collective/cost/collective_cost.h"
#include "core/comm/arrays.h"
#include "core/probe/sampling.h"
#include "core/trace/trace.h"

namespace motley::core {
namespace {

// The buffers of a collective, and how to run it once.
class Runner {
 public:
  Runner(Communicator& comm, CollectiveKind kind, CollectiveAlgorithm algorithm,
         const std::vector<int64_t>& shard_bytes)
      : comm_(comm), kind_(kind), settings_{algorithm} {
    for (const int64_t bytes : shard_bytes) counts_.push_back(bytes / 4);
    const auto all = static_cast<size_t>(offsets_of(counts_).back());
    own_ = counts_[static_cast<size_t>(comm.rank())];
    root_ = static_cast<int>(std::ranges::max_element(counts_) - counts_.begin());
    for (const int64_t count : counts_) {  // c_r c_q / sum from r to q, and the same from q to r
      const auto product = static_cast<double>(own_) * static_cast<double>(count);
      exchanged_.push_back(all == 0 ? 0 : static_cast<int64_t>(product / static_cast<double>(all)));
    }
    input_.resize(all, 1);
    output_.resize(all);
  }

  void run() {
    const int64_t all = std::ssize(input_), exchanged = offsets_of(exchanged_).back();
    switch (kind_) {
      case CollectiveKind::kAllReduce:
        comm_.all_reduce(in(all), out(all), Reduction::kSum, settings_).wait();
        break;
      case CollectiveKind::kReduceScatter:
        comm_.reduce_scatter(in(all), out(own_), counts_, Reduction::kSum, settings_).wait();
        break;
      case CollectiveKind::kAllGather:
        comm_.all_gather(in(own_), out(all), counts_, settings_).wait();
        break;
      case CollectiveKind::kAllToAll:
        comm_.all_to_all(in(exchanged), exchanged_, out(exchanged), exchanged_).wait();
        break;
      case CollectiveKind::kBroadcast:
        comm_.broadcast(out(all), root_).wait();
        break;
    }
  }

 private:
  ConstElements in(int64_t count) const { return {ElementType::kF32, input_.data(), count}; }
  Elements out(int64_t count) { return {ElementType::kF32, output_.data(), count}; }

  Communicator& comm_;
  CollectiveKind kind_;
  CollectiveSettings settings_;
  std::vector<int64_t> counts_, exchanged_;
  int64_t own_ = 0;
  int root_ = 0;
  std::vector<float> input_, output_;
};

// The algorithms that differ on these links: without several hosts and several ranks on one of
// them, kHierarchical is the ring.
std::vector<CollectiveAlgorithm> algorithms_of(CollectiveKind kind, const GroupLinks& links) {
  std::vector<CollectiveAlgorithm> own;
  for (const CollectiveAlgorithm each : kCollectiveAlgorithms) {
    if (each == CollectiveAlgorithm::kHierarchical && !is_hierarchical(links)) continue;
    if (has_algorithm(kind, each)) own.push_back(each);
  }
  return own;
}

std::vector<int64_t> shards_of(CollectiveKind kind, int64_t bytes, int num_ranks) {
  if (kind == CollectiveKind::kBroadcast) {
    std::vector<int64_t> shards(static_cast<size_t>(num_ranks));
    shards[0] = bytes;
    return shards;
  }
  std::vector<int64_t> shards = even_counts(bytes / 4, num_ranks);
  for (int64_t& shard : shards) shard *= 4;
  return shards;
}

}  // namespace

Measurement time_collective(Communicator& comm, CollectiveKind kind, CollectiveAlgorithm algorithm,
                            const std::vector<int64_t>& shard_bytes, const SamplingLimits& limits) {
  Runner runner(comm, kind, algorithm, shard_bytes);
  runner.run();  // warm-up
  std::vector<double> times;
  while (const int64_t runs = runs_needed(times, limits)) {  // from the same times on every rank
    for (int64_t i = 0; i < runs; ++i) {
      comm.barrier().wait();
      const double begin = now_seconds();
      runner.run();
      times.push_back(max_over_ranks(comm, now_seconds() - begin));
    }
  }
  return measurement_of(times);
}

std::vector<CollectiveTimes> measure_collectives(Communicator& comm, const GroupLinks& links,
                                                 const CollectiveTimesSettings& settings) {
  int64_t num_figures = 0;
  for (const CollectiveKind kind : kCollectiveKinds)
    num_figures += std::ssize(algorithms_of(kind, links)) * std::ssize(settings.sizes);
  const SamplingLimits limits = for_all(settings.limits, num_figures, settings.all_seconds);
  std::vector<CollectiveTimes> all;
  for (const CollectiveKind kind : kCollectiveKinds) {
    for (const CollectiveAlgorithm algorithm : algorithms_of(kind, links)) {
      CollectiveTimes times{kind, algorithm, {}};
      for (const int64_t bytes : settings.sizes) {
        if (algorithm_used(kind, algorithm, static_cast<double>(bytes)) != algorithm) {
          continue;
        }
        const std::vector<int64_t> shards = shards_of(kind, bytes, comm.num_ranks());
        const std::vector<double> shard_bytes(shards.begin(), shards.end());
        const double seconds = collective_seconds(links, kind, algorithm, shard_bytes);
        if (seconds > settings.max_seconds) break;
        times.rows.push_back({static_cast<double>(bytes),
                              time_collective(comm, kind, algorithm, shards,
                                              bytes >= kMajorBytes ? limits : minor(limits))});
      }
      if (!times.rows.empty()) all.push_back(std::move(times));
    }
  }
  return all;
}

}  // namespace motley::core
