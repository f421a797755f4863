// The completion of asynchronous work of a device: a run, a copy.
#pragma once

#include <functional>
#include <memory>
#include <string>

#include "core/device/pjrt/plugin.h"

namespace motley::core::pjrt {

class Event {
 public:
  Event() = default;  // already done
  Event(std::shared_ptr<const Plugin> plugin, RawEvent* event)
      : plugin_(std::move(plugin)), event_(event) {}
  Event(Event&& other) noexcept : plugin_(std::move(other.plugin_)), event_(other.event_) {
    other.event_ = nullptr;
  }
  Event& operator=(Event&& other) noexcept;
  ~Event();

  // Blocks until it is done, and resets the event. Throws a UserError "PLUGIN: WHAT failed: ..." if
  // it failed, or if the device does not respond within the limit and must be considered lost.
  void wait(const std::string& what, double limit_seconds);
  // Blocks until it is done, successfully or not: before freeing memory that it reads or writes.
  // Not for a lost device.
  void finish(double limit_seconds) noexcept;
  // Called once it is done, successfully or not, on a thread of the plugin.
  void then(std::function<void()> callback) const;
  // Whether it is done, successfully or not.
  bool is_ready() const;

 private:
  std::shared_ptr<const Plugin> plugin_;
  RawEvent* event_ = nullptr;
};

}  // namespace motley::core::pjrt
