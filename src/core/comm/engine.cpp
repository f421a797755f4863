#include "core/comm/engine.h"

#include <sys/prctl.h>

#include <algorithm>
#include <chrono>
#include <cstdio>

#include "core/base/clock.h"

namespace motley::core {
namespace {

// Leaves the core's resources to its other thread for a moment.
void pause() {
#if defined(__x86_64__)
  __builtin_ia32_pause();
#endif
}

// Looking so long without result comes before naps: a message that is on its way arrives within
// it. Not sched_yield in between: where others want the core it gives a whole time slice away,
// while who naps is soon woken. Measured with a load of 10 on two cores, all-reduce of 1 KB on two
// ranks: 8 ms with it, 11 us without. Unless those others are the ranks that are waited for: with
// four of them on two cores, all-gather of 1 MB takes 490 us with naps and 270 us with yields.
constexpr double kLookSeconds = 50e-6, kYieldSeconds = 1e-3;
// A look that takes so much longer than an idle one, and so many times as long, has copied a part
// of a message from a rank of this host. Where MPI may not read another process's memory, messages
// move only while somebody looks: with naps in between, an all-gather of 16 MB takes twenty times
// as long.
constexpr double kCarrySeconds = 1e-6, kCarryTimes = 4;
constexpr double kForget = 1.001;  // of the shortest look, by look: others may be under way now
// The first look after a nap finds cold caches, and says nothing. Nor do any, when the whole should
// have come long ago at the least rate: then others want the core, and looks take long for that.
constexpr int kLooksAfterNap = 2;
constexpr double kLeastBytesPerSecond = 100e6, kGraceSeconds = 10e-3;
// Naps are an eighth of what has been waited for, so that a long wait costs few looks and ends
// little later. A look over TCP is a system call or two: on hosts with 0.8, 0.4 and 0.2 of a core,
// naps of at most 100 us took a quarter of what they had.
constexpr std::chrono::microseconds kFirstNap{20}, kLongestNap{1000};
constexpr double kNapShare = 1.0 / 8;
constexpr std::chrono::milliseconds kFirstGlance{1}, kLastGlance{16};

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
    has_news_ = true;
  }
  arrived_.notify_one();
  thread_.join();
}

void Engine::add(Arrival arrival) {
  {
    const std::lock_guard lock(mutex_);
    arrivals_.push_back(std::move(arrival));
    has_news_ = true;
  }
  arrived_.notify_one();
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
    has_news_ = true;
  }
  arrived_.notify_one();
}

void Engine::run(std::promise<void>* started) {
  try {
    if (hooks_.begin) hooks_.begin();
  } catch (...) {
    started->set_exception(std::current_exception());
    return;
  }
  ::prctl(PR_SET_TIMERSLACK, 1000);  // ns; naps are 50 us longer than asked for without it
  started->set_value();              // from here on `started` may be gone
  run_operations();
  take_arrivals();  // there are none, but perhaps a failure
  if (hooks_.end) hooks_.end(failed_.has_value());
}

void Engine::run_operations() {
  while (true) {
    if (has_news_) take_arrivals();
    if (active_.empty()) {
      if (hooks_.rest) hooks_.rest(nullptr);
      if (!wait_for_work()) return;
    } else if (!advance_all()) {
      rest();
    }
  }
}

void Engine::take_arrivals() {
  std::vector<Arrival> arrivals;
  {
    const std::lock_guard lock(mutex_);
    arrivals.swap(arrivals_);
    if (!failed_) failed_ = failure_;
    has_news_ = false;
  }
  for (Arrival& arrival : arrivals) {
    if (arrival.call) {
      arrival.call();
      continue;
    }
    Operation& operation = *arrival.operation;
    operation.moved_seconds = now_seconds();
    if (arrival.stream) {
      auto& last = last_of_stream_[*arrival.stream];
      if (last && !last->all_posted()) operation.follow(last);
      last = arrival.operation;
    }
    active_.push_back(std::move(arrival.operation));
  }
  if (failed_) fail_all(*failed_);
}

// False when it is time to end. What we have sent may still lie in MPI's buffers, and leaves them
// only when MPI is called; so does what others want from it. After a failure MPI is left alone: it
// may still have receives into memory that whoever gave up has freed.
bool Engine::wait_for_work() {
  last_of_stream_.clear();  // all of them are done
  const auto is_there = [&] { return !arrivals_.empty() || stopping_; };
  std::unique_lock lock(mutex_);
  if (!hooks_.progress || failed_) arrived_.wait(lock, is_there);
  auto nap = kFirstGlance;
  while (!arrived_.wait_for(lock, nap, is_there)) {
    lock.unlock();
    hooks_.progress();
    nap = std::min(2 * nap, kLastGlance);
    lock.lock();
  }
  return !arrivals_.empty();
}

bool Engine::is_long_look(double seconds) {
  if (++looks_since_nap_ == 1) return false;
  idle_look_seconds_ = std::min(kForget * idle_look_seconds_, seconds);
  return seconds > kCarrySeconds + kCarryTimes * idle_look_seconds_;
}

bool Engine::advance_all() {
  bool moved = false, any_done = false;
  for (const auto& operation : active_) {
    try {
      const double begin = now_seconds();
      const bool is_moved = operation->advance(pool_);
      const double end = now_seconds();
      if (!is_moved) {
        const bool is_long = polls_ && is_long_look(end - begin);
        const double most = kGraceSeconds + operation->bytes() / kLeastBytesPerSecond;
        if (is_long && operation->awaits_near_peer() && end - operation->moved_seconds < most)
          operation->carried_seconds = end;
        continue;
      }
      moved = true;
      operation->moved_seconds = end;
      operation->noticed = false;
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

// One rank's operation has gone wrong by itself: that rank hears what, the others that it did.
void Engine::fail_alone(std::shared_ptr<Operation> operation, const std::exception& error) {
  const bool is_user = dynamic_cast<const UserError*>(&error) != nullptr;
  finish(*operation,
         CommFailure{.kind = is_user ? CommFailure::Kind::kUser : CommFailure::Kind::kInternal,
                     .sentence = error.what()});
  std::erase(active_, operation);
  failed_ = {operation->rank(), fmt::format("rank {} failed: {}", operation->rank(), error.what())};
  fail_all(*failed_);
}

// Nothing moves. Ranks inside this process can change that only by new work, of which we are told;
// messages from outside have to be looked for.
void Engine::rest() {
  double moved = 0, carried = 0;
  for (const auto& operation : active_) {
    moved = std::max(moved, operation->moved_seconds);
    carried = std::max(carried, operation->carried_seconds);
  }
  const double now = now_seconds(), waited = now - moved, still = now - carried;
  const double look_seconds = shares_cores_ ? kYieldSeconds : kLookSeconds;
  if (polls_ &&
      (waited < look_seconds || still < kLookSeconds || looks_since_nap_ < kLooksAfterNap)) {
    // Where others ran in between, every look is a long one.
    if (shares_cores_ && waited < look_seconds) {
      std::this_thread::yield();
    } else {
      pause();
    }
    return;
  }
  const Operation* oldest = active_.front().get();
  if (hooks_.rest) hooks_.rest(oldest);
  check_stalls();
  auto nap = std::chrono::microseconds(20'000);
  if (polls_) {
    const auto share = static_cast<int64_t>(kNapShare * 1e6 * std::min(waited, still));
    nap = std::clamp(std::chrono::microseconds(share), kFirstNap, kLongestNap);
  }
  looks_since_nap_ = 0;
  std::unique_lock lock(mutex_);
  arrived_.wait_for(lock, nap, [&] { return has_news_.load(); });
}

void Engine::check_stalls() {
  const double now = now_seconds();
  if (now < next_check_seconds_) return;
  next_check_seconds_ = now + 0.02;
  for (const auto& operation : active_) {
    const double waited = now - operation->moved_seconds;
    const double longer = operation->longer_seconds();
    const int peer = operation->awaited_peer();
    if (waited >= settings_.notice_seconds + longer && !operation->noticed) {
      operation->noticed = true;
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
