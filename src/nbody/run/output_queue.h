// Writes outputs in a thread of its own, one after the other, while the run goes on.
//
//   OutputQueue queue;
//   queue.add({.write = [..] { .. }, .undo = [..] { .. }});
//   if (queue.failed()) queue.undo_and_throw();
//   queue.finish();
#pragma once

#include <atomic>
#include <condition_variable>
#include <exception>
#include <functional>
#include <mutex>
#include <optional>
#include <thread>

namespace motley::nbody {

class OutputQueue {
 public:
  struct Job {
    std::function<void()> write;  // may throw
    std::function<void()> undo;   // takes the run back to where it was before it
  };

  OutputQueue();
  ~OutputQueue();  // waits for the job in progress
  OutputQueue(const OutputQueue&) = delete;
  OutputQueue& operator=(const OutputQueue&) = delete;

  // Waits for the job before: its particles need as much memory as the run's. Does nothing once a
  // job has failed.
  void add(Job job);
  void finish();  // waits until all is written, or has failed
  bool failed() const { return failed_.load(); }
  // Undoes the job that failed and throws its error.
  void undo_and_throw();
  double seconds() const { return seconds_.load(); }  // of all jobs so far

 private:
  void run();

  std::mutex mutex_;
  std::condition_variable changed_;
  std::optional<Job> job_;  // guarded by mutex_; kept if it failed
  bool stopping_ = false;   // guarded by mutex_
  std::exception_ptr error_;
  std::atomic<bool> failed_ = false;
  std::atomic<double> seconds_ = 0;
  std::thread thread_;
};

}  // namespace motley::nbody
