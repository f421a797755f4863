// Something that a device will have done: a run, a copy.
#pragma once

#include <functional>
#include <memory>
#include <string>

#include "core/device/pjrt/plugin.h"

namespace motley::core::pjrt {

class Event {
 public:
  Event() = default;  // of what is done
  Event(std::shared_ptr<const Plugin> plugin, RawEvent* event)
      : plugin_(std::move(plugin)), event_(event) {}
  Event(Event&& other) noexcept : plugin_(std::move(other.plugin_)), event_(other.event_) {
    other.event_ = nullptr;
  }
  Event& operator=(Event&& other) noexcept;
  ~Event();

  // Sleeps until it is done, and forgets it. A UserError "PLUGIN: WHAT failed: ..." where it
  // failed, and where the device says nothing for so long that it must be lost.
  void wait(const std::string& what, double limit_seconds);
  // Sleeps until it is done, well or not: before memory goes that it reads or writes. Not for a
  // device that is lost.
  void finish(double limit_seconds) noexcept;
  // Called once it is done, well or not, on a thread of the plugin's.
  void then(std::function<void()> callback) const;

 private:
  bool is_ready() const;

  std::shared_ptr<const Plugin> plugin_;
  RawEvent* event_ = nullptr;
};

}  // namespace motley::core::pjrt
