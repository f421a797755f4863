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

// Waking a thread takes some 50 us; what is quicker is waited for awake.
constexpr std::chrono::microseconds kAwake{100};

// What a callback, whenever it comes, and who waits for it share.
struct Signal {
  std::shared_ptr<const Plugin> plugin;
  std::mutex mutex;
  std::condition_variable changed;
  bool is_ready = false;
};

void on_ready(Error* error, void* user) {
  const std::unique_ptr<std::shared_ptr<Signal>> signal(
      static_cast<std::shared_ptr<Signal>*>(user));
  if (error) (*signal)->plugin->take(error);  // read from the event by who waits
  const std::lock_guard lock((*signal)->mutex);
  (*signal)->is_ready = true;
  (*signal)->changed.notify_all();
}

// False where the time has passed.
bool sleep_until_ready(const std::shared_ptr<const Plugin>& plugin, RawEvent* event,
                       double limit_seconds) {
  auto signal = std::make_shared<Signal>();
  signal->plugin = plugin;
  auto* ours = new std::shared_ptr<Signal>(signal);
  EventOnReady arguments{.event = event, .callback = on_ready, .user = ours};
  if (const auto failed = plugin->try_call(arguments)) {
    delete ours;
    plugin->throw_failure(Slot::kEventOnReady, *failed);
  }
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

}  // namespace motley::core::pjrt
