#include "core/comm/engine.h"

#include <sys/prctl.h>

#include <algorithm>
#include <chrono>
#include <cstdio>

#include "core/base/clock.h"

namespace motley::core {
namespace {

// Yields the core's resources to its hyperthread sibling for a moment.
void pause() {
#if defined(__x86_64__)
  __builtin_ia32_pause();
#endif
}

// The time to poll without progress before sleeping: a message in flight arrives within it. No
// sched_yield meanwhile: if others compete for the core it gives up a whole time slice, while a
// sleeper is woken soon. Measured with a load of 10 on two cores, all-reduce of 1 KB on two ranks:
// 8 ms with it, 11 us without. The exception is competition by the very ranks we wait for: with
// four of them on two cores, all-gather of 1 MB takes 490 us with sleeps and 270 us with yields.
constexpr double kPollSeconds = 50e-6, kYieldSeconds = 1e-3;
// A poll that takes this much longer than an idle one, and this many times as long, has copied part
// of a message from a rank of this host. If MPI may not read another process's memory, messages
// make progress only during polls: with sleeps in between, an all-gather of 16 MB takes twenty
// times as long.
constexpr double kCopySeconds = 1e-6, kCopyFactor = 4;
constexpr double kIdleDecay = 1.001;  // of the shortest poll, per poll: the load may have changed
// The first poll after a sleep finds cold caches and is ignored. So are all polls when the whole
// message should have arrived long ago at the minimum rate: then others compete for the core, and
// polls are slow for that reason.
constexpr int kPollsAfterSleep = 2;
constexpr double kMinBytesPerSecond = 100e6, kGraceSeconds = 10e-3;
// Sleeps last an eighth of the wait so far, so that a long wait costs few polls and ends only
// slightly later. A poll over TCP is a system call or two: on hosts with 0.8, 0.4 and 0.2 of a
// core, sleeps of at most 100 us took a quarter of the available time.
constexpr std::chrono::microseconds kMinSleep{20}, kMaxSleep{1000};
constexpr double kSleepFraction = 1.0 / 8;
constexpr std::chrono::milliseconds kMinProgressInterval{1}, kMaxProgressInterval{16};

}  // namespace

void Engine::start(EngineHooks hooks, bool polls) {
  hooks_ = std::move(hooks);
  polls_ = polls;
  std::promise<void> started;
  std::future<void> result = started.get_future();
  thread_ = std::thread([&] { run(&started); });
  try {
    result.get();
  } catch (...) {
    thread_.join();
    throw;
  }
}

void Engine::stop() {
  if (!thread_.joinable()) return;
  {
    const std::lock_guard lock(mutex_);
    stopping_ = true;
    has_changes_ = true;
  }
  submitted_.notify_one();
  thread_.join();
}

void Engine::add(Submission submission) {
  {
    const std::lock_guard lock(mutex_);
    submissions_.push_back(std::move(submission));
    has_changes_ = true;
  }
  submitted_.notify_one();
}

void Engine::enqueue(std::shared_ptr<Operation> operation, std::optional<Stream> stream) {
  operation->begin_seconds = now_seconds();
  add({std::move(operation), stream, {}});
}

void Engine::call(const std::function<void()>& f) {
  std::promise<void> called;
  add({nullptr, std::nullopt, [&] {
         f();
         called.set_value();
       }});
  called.get_future().wait();
}

void Engine::fail(int peer, const std::string& cause) {
  {
    const std::lock_guard lock(mutex_);
    if (!failure_) failure_ = {peer, cause};
    has_changes_ = true;
  }
  submitted_.notify_one();
}

void Engine::run(std::promise<void>* started) {
  try {
    if (hooks_.begin) hooks_.begin();
  } catch (...) {
    started->set_exception(std::current_exception());
    return;
  }
  ::prctl(PR_SET_TIMERSLACK, 1000);  // ns; without it sleeps are 50 us longer than requested
  started->set_value();              // `started` may be destroyed from here on
  run_operations();
  take_submissions();  // there are none, but perhaps a failure
  if (hooks_.end) hooks_.end(failed_.has_value());
}

void Engine::run_operations() {
  while (true) {
    if (has_changes_) take_submissions();
    if (active_.empty()) {
      if (hooks_.idle) hooks_.idle(nullptr);
      if (!wait_for_work()) return;
    } else if (!advance_all()) {
      idle();
    }
  }
}

void Engine::take_submissions() {
  std::vector<Submission> submissions;
  {
    const std::lock_guard lock(mutex_);
    submissions.swap(submissions_);
    if (!failed_) failed_ = failure_;
    has_changes_ = false;
  }
  for (Submission& submission : submissions) {
    if (submission.call) {
      submission.call();
      continue;
    }
    Operation& operation = *submission.operation;
    operation.progress_seconds = now_seconds();
    if (submission.stream) {
      auto& last = last_of_stream_[*submission.stream];
      if (last && !last->all_posted()) operation.follow(last);
      last = submission.operation;
    }
    active_.push_back(std::move(submission.operation));
  }
  if (failed_) fail_all(*failed_);
}

// False when it is time to end. Sent data may still be in MPI's buffers, which MPI only empties
// when it is called; the same holds for requests of others. After a failure MPI is not called: it
// may still have receives into memory that was freed when its owner gave up.
bool Engine::wait_for_work() {
  last_of_stream_.clear();  // all of them are done
  const auto is_there = [&] { return !submissions_.empty() || stopping_; };
  std::unique_lock lock(mutex_);
  if (!hooks_.progress || failed_) submitted_.wait(lock, is_there);
  auto interval = kMinProgressInterval;
  while (!submitted_.wait_for(lock, interval, is_there)) {
    lock.unlock();
    hooks_.progress();
    interval = std::min(2 * interval, kMaxProgressInterval);
    lock.lock();
  }
  return !submissions_.empty();
}

bool Engine::is_slow_poll(double seconds) {
  if (++polls_since_sleep_ == 1) return false;
  idle_poll_seconds_ = std::min(kIdleDecay * idle_poll_seconds_, seconds);
  return seconds > kCopySeconds + kCopyFactor * idle_poll_seconds_;
}

bool Engine::advance_all() {
  bool moved = false, any_done = false;
  for (const auto& operation : active_) {
    try {
      const double begin = now_seconds();
      const bool is_moved = operation->advance(pool_);
      const double end = now_seconds();
      if (!is_moved) {
        const bool is_slow = polls_ && is_slow_poll(end - begin);
        const double deadline = kGraceSeconds + operation->bytes() / kMinBytesPerSecond;
        if (is_slow && operation->awaits_same_host_peer() &&
            end - operation->progress_seconds < deadline)
          operation->copied_seconds = end;
        continue;
      }
      moved = true;
      operation->progress_seconds = end;
      operation->stall_reported = false;
      if (operation->done()) {
        any_done = true;
        finish(*operation, std::nullopt);
      }
    } catch (const std::exception& error) {
      fail_alone(operation, error);
      return true;
    }
  }
  if (any_done) std::erase_if(active_, [](const auto& operation) { return operation->done(); });
  return moved;
}

// An operation of one rank has failed by itself: that rank gets the error, the others learn that it
// failed.
void Engine::fail_alone(std::shared_ptr<Operation> operation, const std::exception& error) {
  const bool is_user = dynamic_cast<const UserError*>(&error) != nullptr;
  finish(*operation,
         CommFailure{.kind = is_user ? CommFailure::Kind::kUser : CommFailure::Kind::kInternal,
                     .sentence = error.what()});
  std::erase(active_, operation);
  failed_ = {operation->rank(), fmt::format("rank {} failed: {}", operation->rank(), error.what())};
  fail_all(*failed_);
}

// No progress. Ranks within this process can only cause progress by new operations, which notify
// us; messages from outside have to be polled for.
void Engine::idle() {
  double moved = 0, copied = 0;
  for (const auto& operation : active_) {
    moved = std::max(moved, operation->progress_seconds);
    copied = std::max(copied, operation->copied_seconds);
  }
  const double now = now_seconds(), waited = now - moved, since_copy = now - copied;
  const double poll_seconds = shares_cores_ ? kYieldSeconds : kPollSeconds;
  if (polls_ && (waited < poll_seconds || since_copy < kPollSeconds ||
                 polls_since_sleep_ < kPollsAfterSleep)) {
    // If other threads ran in between, every poll is slow.
    if (shares_cores_ && waited < poll_seconds) {
      std::this_thread::yield();
    } else {
      pause();
    }
    return;
  }
  const Operation* oldest = active_.front().get();
  if (hooks_.idle) hooks_.idle(oldest);
  check_stalls();
  auto sleep = std::chrono::microseconds(20'000);
  if (polls_) {
    const auto sleep_us = static_cast<int64_t>(kSleepFraction * 1e6 * std::min(waited, since_copy));
    sleep = std::clamp(std::chrono::microseconds(sleep_us), kMinSleep, kMaxSleep);
  }
  polls_since_sleep_ = 0;
  std::unique_lock lock(mutex_);
  submitted_.wait_for(lock, sleep, [&] { return has_changes_.load(); });
}

void Engine::check_stalls() {
  const double now = now_seconds();
  if (now < next_check_seconds_) return;
  next_check_seconds_ = now + 0.02;
  for (const auto& operation : active_) {
    double since = operation->progress_seconds;
    if (operation->stalls_from_wait()) {
      const double awaited = operation->completion()->awaited_seconds();
      if (awaited == 0) continue;
      since = std::max(since, awaited);
    }
    const double waited = now - since;
    const double longer = operation->extra_stall_seconds();
    const int peer = operation->awaited_peer();
    if (waited >= settings_.notice_seconds + longer && !operation->stall_reported) {
      operation->stall_reported = true;
      std::fputs(fmt::format("motley: rank {}: {} has waited {:.3g} s for rank {}\n",
                             operation->rank(), operation->describe(), waited, peer)
                     .c_str(),
                 stderr);
    }
    if (waited >= settings_.stall_limit_seconds + longer) {
      failed_ = {peer, fmt::format("rank {} has waited {:.3g} s for rank {}, which is gone or stuck"
                                   " (the stall limit is {:.3g} s)",
                                   operation->rank(), waited, peer, settings_.stall_limit_seconds)};
      fail_all(*failed_);
      return;
    }
  }
}

void Engine::fail_all(const Failure& failure) {
  for (const auto& operation : active_) {
    finish(*operation,
           CommFailure{.sentence = fmt::format("rank {}: {} ended: {}", operation->rank(),
                                               operation->describe(), failure.cause),
                       .rank = operation->rank(),
                       .peer = failure.peer});
  }
  active_.clear();
}

void Engine::finish(Operation& operation, std::optional<CommFailure> failure) {
  if (settings_.trace) {
    const TrackId track =
        settings_.trace->track(fmt::format("rank {}", operation.rank()), "communication");
    settings_.trace->span(track, {.name = operation.name(),
                                  .category = "communication",
                                  .begin_seconds = operation.begin_seconds,
                                  .end_seconds = now_seconds(),
                                  .args = {{"bytes", static_cast<double>(operation.bytes())}}});
  }
  operation.completion()->finish(std::move(failure));
}

}  // namespace motley::core
