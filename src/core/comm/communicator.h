// Communication among ranks: non-blocking collectives and Transfers.
//
//   run_local(3, [](Communicator& comm) {                          // local.h; or run_mpi, mpi.h
//     std::vector<float> mine(comm.rank() + 1, 1.0f), all(6);
//     comm.all_gather(elements(mine), elements(all), {1, 2, 3}).wait();
//     comm.all_reduce(elements(all), elements(all), Reduction::kSum).wait();      // in place
//   });
//
// All ranks of a Communicator call the same collectives in the same order; several may be in flight
// at once. For counts, algorithms and the order of reductions see collective_steps.h. A
// Communicator may be used by one thread at a time.
#pragma once

#include <functional>
#include <memory>
#include <optional>
#include <vector>

#include "core/collective/algorithm/collective_steps.h"
#include "core/comm/request.h"

namespace motley::core {

class Engine;
class Transport;

struct CollectiveSettings {
  CollectiveAlgorithm algorithm = CollectiveAlgorithm::kAuto;
};

class Communicator {
 public:
  int rank() const { return rank_; }
  int num_ranks() const { return static_cast<int>(world_ranks_.size()); }
  // Per rank: equal numbers mean the same host.
  const std::vector<int>& hosts() const { return hosts_; }

  // In place: input is output.
  Request all_reduce(ConstElements input, Elements output, Reduction reduction,
                     const CollectiveSettings& settings = {});
  // Output may be our block of the input.
  Request reduce_scatter(ConstElements input, Elements output, const std::vector<int64_t>& counts,
                         Reduction reduction, const CollectiveSettings& settings = {});
  // Input may be our block of the output.
  Request all_gather(ConstElements input, Elements output, const std::vector<int64_t>& counts,
                     const CollectiveSettings& settings = {});
  Request all_to_all(ConstElements input, const std::vector<int64_t>& send_counts, Elements output,
                     const std::vector<int64_t>& receive_counts);
  Request broadcast(Elements data, int root);
  // The root's output of gather, and its input of scatter, is the whole vector; on other ranks it
  // is unused.
  Request gather(ConstElements input, Elements output, const std::vector<int64_t>& counts,
                 int root);
  Request scatter(ConstElements input, Elements output, const std::vector<int64_t>& counts,
                  int root);
  // `extra_stall_seconds` extends the stall limit, for ranks that may arrive later.
  Request barrier(double extra_stall_seconds = 0);

  // Transfers with the same tag, below kNumTags, between two ranks arrive in order. Both sides know
  // the type and the count; an empty Transfer sends no message.
  static constexpr int kNumTags = 1 << 18;
  Request send(ConstElements data, int to, int tag = 0);
  Request receive(Elements data, int from, int tag = 0);

  // The ranks with the same color as a new Communicator, ordered by key and then by rank. A
  // blocking collective.
  Communicator split(int64_t color, int64_t key = 0);

  // For benchmarks: calls f on the communication thread, where MPI may be used, and waits for it.
  void call(const std::function<void()>& f);

  // For backends: the Communicator of all ranks.
  Communicator(std::shared_ptr<Engine> engine, Transport& transport, int rank, int num_ranks,
               std::vector<int> hosts);

 private:
  Communicator() = default;
  CollectiveSetup setup(ElementType type, const CollectiveSettings& settings) const;
  Request start(const char* name, Steps steps, ConstElements input, Elements output,
                Reduction reduction = Reduction::kSum, std::optional<int> tag = std::nullopt,
                double extra_stall_seconds = 0);
  void check_counts(const std::vector<int64_t>& counts, int64_t own, int64_t all) const;
  void check_peer(int rank) const;

  std::shared_ptr<Engine> engine_;
  Transport* transport_ = nullptr;
  int rank_ = 0;
  std::vector<int> world_ranks_;  // world rank of each rank
  std::vector<int> hosts_;
  // Tags are [context | collective or not | its sequence number or the user's tag], 31 bits.
  int context_ = 0;
  int num_collectives_ = 0;
  std::shared_ptr<int> next_context_;  // of this rank, shared by all its Communicators
};

}  // namespace motley::core
