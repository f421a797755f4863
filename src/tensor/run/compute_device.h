// A Device: a processor that runs Programs on memory by handle. The reference interpreter, the
// cores of this machine and accelerators (PJRT) look the same from here.
//
//   const std::unique_ptr<Device> device = cpu_device(2);
//   const std::vector<int> programs = device->compile({{&forward}, {&update, {{0, 0}}}});
//   auto x = device->allocate(type), y = device->allocate(type);
//   x->begin_write();  fill(x->host());                  // what the host writes, it announces
//   device->run(programs[0], {x.get()}, {y.get()});      // enqueued, in order
//   y->fetch();                                          // the copy begins
//   y->wait_for_host();  read(y->host());
//
// Work is done in the order in which it is enqueued; only wait_for_host, and an error, block. A
// device that computes in host memory does its work at once, and host() is where it computes.
#pragma once

#include <functional>
#include <memory>
#include <optional>
#include <span>
#include <string>
#include <vector>

#include "tensor/run/device_compile.h"

namespace motley::tensor {

// A value on a device, which must outlive it.
class DeviceMemory {
 public:
  explicit DeviceMemory(TensorType type) : type_(std::move(type)) {}
  virtual ~DeviceMemory() = default;
  DeviceMemory(const DeviceMemory&) = delete;
  DeviceMemory& operator=(const DeviceMemory&) = delete;

  const TensorType& type() const { return type_; }
  int64_t num_bytes() const { return type_.num_bytes(); }

  // Its memory on the host: the value itself, or a copy of it.
  virtual std::span<std::byte> host() = 0;
  // Begins to copy the value to the host; returns at once.
  virtual void fetch() {}
  // Whether the copy that has begun is done.
  virtual bool is_fetched() { return true; }
  // Until host() is the value; begins the copy where fetch() has not.
  virtual void wait_for_host() {}
  // Before the host writes host(), which is the value from then on.
  virtual void begin_write() {}

 private:
  TensorType type_;
};

class Device {
 public:
  virtual ~Device() = default;

  // Zeros.
  virtual std::unique_ptr<DeviceMemory> allocate(const TensorType& type) = 0;
  // With this memory on the host, which is the value and must outlive it.
  virtual std::unique_ptr<DeviceMemory> around(const TensorType& type,
                                               std::span<std::byte> host) = 0;

  // Numbers for run(). An updated argument is given up to its result: both are the same memory then
  // (buffer donation). Equal Programs are compiled once; programs of one call run one at a time and
  // share their temporary memory.
  virtual std::vector<int> compile(const std::vector<DeviceSource>& sources) = 0;
  // `on_done` is called once the work is done, for one program after the other, on any thread; not
  // after the Device has been destroyed.
  virtual void run(int program, std::span<DeviceMemory* const> arguments,
                   std::span<DeviceMemory* const> results, std::function<void()> on_done = {}) = 0;
  // Whether run() returns before the work is done.
  virtual bool is_asynchronous() const { return false; }

  // Makes copies from and to this host memory quicker, where the device can; it must outlive it.
  virtual void pin(std::span<std::byte>) {}
  // Throws a UserError if the device cannot hold so many bytes and, in turn, the temporary memory
  // of each program. `source` is the program's, for the message.
  virtual void check_room(int64_t, const std::string& /*source*/) {}

  // Host memory: of programs, and what allocate() has given out and is still held.
  virtual int64_t host_bytes() const = 0;
};

struct ComputeSettings {
  bool reference = false;  // the interpreter instead of the cpu engine
  int num_threads = 1;     // of the cpu engine
  std::optional<DeviceRunSettings> accelerator = {};
};
std::unique_ptr<Device> open_compute_device(const ComputeSettings& settings);

std::unique_ptr<Device> reference_device();
std::unique_ptr<Device> cpu_device(int num_threads);
std::unique_ptr<Device> pjrt_device(DeviceRunSettings settings);

}  // namespace motley::tensor
