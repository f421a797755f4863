#include "nbody/run/output_queue.h"

#include "core/base/clock.h"
#include "core/base/error.h"

namespace motley::nbody {

OutputQueue::OutputQueue() : thread_([this] { run(); }) {}

OutputQueue::~OutputQueue() {
  {
    const std::lock_guard lock(mutex_);
    stopping_ = true;
  }
  changed_.notify_all();
  thread_.join();
}

void OutputQueue::add(Job job) {
  std::unique_lock lock(mutex_);
  changed_.wait(lock, [this] { return !job_ || failed_; });
  if (failed_) return;
  job_ = std::move(job);
  changed_.notify_all();
}

void OutputQueue::finish() {
  std::unique_lock lock(mutex_);
  changed_.wait(lock, [this] { return !job_ || failed_; });
}

void OutputQueue::undo_and_throw() {
  std::unique_lock lock(mutex_);
  MOTLEY_CHECK(failed_ && job_, "no output has failed");
  job_->undo();
  job_.reset();
  failed_ = false;
  std::rethrow_exception(error_);
}

void OutputQueue::run() {
  std::unique_lock lock(mutex_);
  while (true) {
    changed_.wait(lock, [this] { return stopping_ || (job_ && !failed_); });
    if (!job_ || failed_) return;
    const std::function<void()>& write = job_->write;
    lock.unlock();
    const double begin = core::now_seconds();
    std::exception_ptr error;
    try {
      write();
    } catch (...) {
      error = std::current_exception();
    }
    seconds_ = seconds_ + core::now_seconds() - begin;
    lock.lock();
    if (error) {
      error_ = error;
      failed_ = true;
    } else {
      job_.reset();
    }
    changed_.notify_all();
  }
}

}  // namespace motley::nbody
