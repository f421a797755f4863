#include "core/device/pjrt/event.h"

#include <fmt/format.h>

#include <chrono>
#include <condition_variable>
#include <mutex>
#include <thread>

#include "core/base/error.h"

namespace motley::core::pjrt {
namespace {

using Clock = std::chrono::steady_clock;

// Waking a thread takes about 50 us; spin for shorter waits.
constexpr std::chrono::microseconds kAwake{100};

// State that the plugin holds until the event is done.
struct Callback {
  std::shared_ptr<const Plugin> plugin;
  std::function<void()> function;
};

void on_ready(Error* error, void* user) noexcept {
  const std::unique_ptr<Callback> callback(static_cast<Callback*>(user));
  if (error) callback->plugin->take(error);  // the waiter reads it from the event
  callback->function();
}

void call_when_ready(const std::shared_ptr<const Plugin>& plugin, RawEvent* event,
                     std::function<void()> function) {
  auto callback = std::make_unique<Callback>(Callback{plugin, std::move(function)});
  EventOnReady arguments{.event = event, .callback = on_ready, .user = callback.get()};
  plugin->call(arguments);
  (void)callback.release();  // owned by the plugin now
}

// State shared by a callback, whenever it runs, and the waiter.
struct Signal {
  std::mutex mutex;
  std::condition_variable changed;
  bool is_ready = false;
};

// False on timeout.
bool sleep_until_ready(const std::shared_ptr<const Plugin>& plugin, RawEvent* event,
                       double limit_seconds) {
  const auto signal = std::make_shared<Signal>();
  call_when_ready(plugin, event, [signal] {
    const std::lock_guard lock(signal->mutex);
    signal->is_ready = true;
    signal->changed.notify_all();
  });
  std::unique_lock lock(signal->mutex);
  return signal->changed.wait_for(lock, std::chrono::duration<double>(limit_seconds),
                                  [&] { return signal->is_ready; });
}

}  // namespace

Event& Event::operator=(Event&& other) noexcept {
  std::swap(plugin_, other.plugin_);
  std::swap(event_, other.event_);
  return *this;
}

Event::~Event() {
  if (event_) plugin_->release(EventDestroy{.event = event_});
}

void Event::then(std::function<void()> callback) const {
  if (!event_) return callback();
  call_when_ready(plugin_, event_, std::move(callback));
}

bool Event::is_ready() const {
  EventIsReady arguments{.event = event_};
  plugin_->call(arguments);
  return arguments.is_ready;
}

void Event::wait(const std::string& what, double limit_seconds) {
  if (!event_) return;
  bool ready = is_ready();
  for (const auto begin = Clock::now(); !ready && Clock::now() - begin < kAwake;) {
    std::this_thread::yield();
    ready = is_ready();
  }
  if (!ready && !sleep_until_ready(plugin_, event_, limit_seconds)) {
    plugin_->lose_device();
    throw UserError({plugin_->file()},
                    fmt::format("{} did not end within {:g} s: the device is lost, or far slower "
                                "than expected (--stall-limit)",
                                what, limit_seconds));
  }
  EventError arguments{.event = event_};
  const auto plugin = plugin_;
  const auto failed = plugin->try_call(arguments);
  *this = Event();
  if (failed)
    throw UserError({plugin->file()}, fmt::format("{} failed: {}", what, failed->to_string()));
}

void Event::finish(double limit_seconds) noexcept {
  if (!event_ || plugin_->has_lost_device()) return;
  try {
    if (!sleep_until_ready(plugin_, event_, limit_seconds)) plugin_->lose_device();
  } catch (const UserError&) {  // the plugin cannot even report completion
  }
}

}  // namespace motley::core::pjrt
