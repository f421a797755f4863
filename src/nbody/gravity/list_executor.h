// Executors: processors that sum interaction lists in addition to the host threads that walk the
// tree. The extension point for heterogeneous processors: an accelerator takes the same lists.
//
//   host threads   walk -- list -> own kernel           one task queue serves both
//                    |
//                    +---- batch of lists -> | buffer 0 | buffer 1 |  an executor sums one buffer
//                                                                     while the other is filled
//
// An executor's share follows from measured rates: it gets another batch while it would finish its
// backlog before the host threads finish (OffloadScheduler in short_range.cpp).
#pragma once

#include <atomic>
#include <condition_variable>
#include <cstdint>
#include <mutex>
#include <thread>
#include <vector>

#include "nbody/gravity/interaction_list.h"

namespace motley::nbody {

// Lists for one call of an executor. Lists beyond `used` are buffers for reuse.
struct ListBatch {
  std::vector<InteractionList> lists;
  size_t used = 0;
  int64_t pairs = 0;

  void clear() {
    used = 0;
    pairs = 0;
  }
  InteractionList& next() {
    if (used == lists.size()) lists.emplace_back();
    return lists[used++];
  }
};

struct ExecutorJob {
  const KernelLaw* kernel = nullptr;
  double unit = 1;
  AccelerationOutput output;
};

class ListExecutor {
 public:
  virtual ~ListExecutor() = default;

  // Called before the first batch of a force evaluation.
  virtual void begin(const ExecutorJob& job) = 0;
  // Called after the last batch; waits until all sums are written.
  virtual void end() = 0;
  // Whether a batch would be accepted without waiting.
  virtual bool is_free() const = 0;
  // Swaps the batch for an empty one with reusable buffers.
  virtual void submit(ListBatch& batch) = 0;
  // Measured rate; 0 while unknown.
  virtual double pairs_per_second() const = 0;
};

// A thread with its own buffers that sums with the host's kernels. With a `slowdown` above 1 it
// takes that much longer: a stand-in for a slower processor.
class ThreadExecutor : public ListExecutor {
 public:
  explicit ThreadExecutor(double slowdown = 1);
  ~ThreadExecutor() override;

  void begin(const ExecutorJob& job) override;
  void end() override;
  bool is_free() const override { return num_pending_.load() < 2; }
  void submit(ListBatch& batch) override;
  double pairs_per_second() const override { return rate_.load(); }

  int64_t num_lists() const { return num_lists_.load(); }  // summed so far

 private:
  void run();

  double slowdown_;
  ExecutorJob job_;
  std::mutex mutex_;
  std::condition_variable changed_;
  std::vector<ListBatch> queue_, spare_;  // guarded by mutex_
  bool stopping_ = false;                 // guarded by mutex_
  std::atomic<int> num_pending_ = 0;      // submitted and not done
  std::atomic<int64_t> num_lists_ = 0;
  std::atomic<double> rate_ = 0;
  std::thread thread_;
};

}  // namespace motley::nbody
