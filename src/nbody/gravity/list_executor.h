// Executors: whoever sums leaf lists besides the threads that walk. The seam for processors that
// are not like the host's: an accelerator takes the same lists.
//
//   host threads   walk -- list -> own kernel           one queue of tasks serves both
//                    |
//                    +---- batch of lists -> | buffer 0 | buffer 1 |  an executor: sums one while
//                                                                     the other is filled
//
// Which share an executor gets follows from measured rates: a batch is made for it while its
// backlog will be done before the host threads are (`wants`).
#pragma once

#include <atomic>
#include <condition_variable>
#include <cstdint>
#include <mutex>
#include <thread>
#include <vector>

#include "nbody/gravity/interaction_list.h"

namespace motley::nbody {

// Lists for one call of an executor. Lists beyond `used` are buffers to fill again.
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

  // Before the first batch of an evaluation, and after the last: which waits for all sums.
  virtual void begin(const ExecutorJob& job) = 0;
  virtual void end() = 0;
  // Whether a batch would be taken at once.
  virtual bool is_free() const = 0;
  // Takes what the batch holds, and leaves another's buffers in it.
  virtual void submit(ListBatch& batch) = 0;
  // Pairs a second, measured; 0 while not known.
  virtual double pairs_per_second() const = 0;
};

// A thread of its own with its own buffers, summing by the host's kernels. With a `slowdown` above
// 1 it takes that much longer: a stand-in for an unlike processor.
class ThreadExecutor : public ListExecutor {
 public:
  explicit ThreadExecutor(double slowdown = 1);
  ~ThreadExecutor() override;

  void begin(const ExecutorJob& job) override;
  void end() override;
  bool is_free() const override { return num_waiting_.load() < 2; }
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
  std::atomic<int> num_waiting_ = 0;      // submitted and not done
  std::atomic<int64_t> num_lists_ = 0;
  std::atomic<double> rate_ = 0;
  std::thread thread_;
};

}  // namespace motley::nbody
