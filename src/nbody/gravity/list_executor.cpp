#include "nbody/gravity/list_executor.h"

#include <chrono>

#include "core/base/clock.h"

namespace motley::nbody {

ThreadExecutor::ThreadExecutor(double slowdown) : slowdown_(slowdown), thread_([this] { run(); }) {}

ThreadExecutor::~ThreadExecutor() {
  {
    const std::lock_guard lock(mutex_);
    stopping_ = true;
  }
  changed_.notify_all();
  thread_.join();
}

void ThreadExecutor::begin(const ExecutorJob& job) { job_ = job; }

void ThreadExecutor::end() {
  std::unique_lock lock(mutex_);
  changed_.wait(lock, [this] { return num_pending_ == 0; });
}

void ThreadExecutor::submit(ListBatch& batch) {
  {
    const std::lock_guard lock(mutex_);
    ++num_pending_;
    ListBatch empty;
    if (!spare_.empty()) {
      empty = std::move(spare_.back());
      spare_.pop_back();
    }
    std::swap(batch, empty);
    queue_.push_back(std::move(empty));
  }
  batch.clear();
  changed_.notify_all();
}

void ThreadExecutor::run() {
  AccelerationSums sums;
  double owed_seconds = 0;  // still to sleep
  std::unique_lock lock(mutex_);
  while (true) {
    changed_.wait(lock, [this] { return stopping_ || !queue_.empty(); });
    if (queue_.empty()) return;
    ListBatch batch = std::move(queue_.front());
    queue_.erase(queue_.begin());
    lock.unlock();
    const double begin = core::now_seconds();
    for (size_t i = 0; i < batch.used; ++i) {
      sum_interactions(*job_.kernel, batch.lists[i], job_.unit, job_.output, sums);
    }
    if (slowdown_ > 1) {
      // Oversleeping is deducted from the next sleeps.
      owed_seconds += (slowdown_ - 1) * (core::now_seconds() - begin);
      const double sleep_begin = core::now_seconds();
      if (owed_seconds > 0)
        std::this_thread::sleep_for(std::chrono::duration<double>(owed_seconds));
      owed_seconds -= core::now_seconds() - sleep_begin;
    }
    // Exponential average: the last batch has weight one half.
    const double rate =
        static_cast<double>(batch.pairs) / std::max(core::now_seconds() - begin, 1e-9);
    rate_ = rate_ == 0 ? rate : 0.5 * (rate_ + rate);
    num_lists_ += static_cast<int64_t>(batch.used);
    lock.lock();
    spare_.push_back(std::move(batch));
    --num_pending_;
    changed_.notify_all();
  }
}

}  // namespace motley::nbody
