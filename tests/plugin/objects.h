// What the test plugin's handles stand for: events, buffers in the device's memory, programs.
#pragma once

#include <condition_variable>
#include <deque>
#include <functional>
#include <memory>
#include <mutex>
#include <string>
#include <thread>
#include <vector>

#include "core/device/pjrt/abi.h"
#include "tensor/ir/literal.h"
#include "tensor/ir/program.h"

namespace motley::core::pjrt {

// A member of each handle: how many of a kind there are that nobody has destroyed.
class Living {
 public:
  explicit Living(const char* kind) : kind_(kind) { add(1); }
  Living(const Living& other) : kind_(other.kind_) { add(1); }
  Living& operator=(const Living&) = delete;
  ~Living() { add(-1); }

  static std::string left();  // "2 events, 1 program", or nothing

 private:
  void add(int count) const;
  const char* kind_;
};

struct Error {
  ErrorCode code = ErrorCode::kInternal;
  std::string message;
};

// Done at some time, well or not.
class Moment {
 public:
  void finish(std::shared_ptr<const Error> error);
  bool is_done() const;
  std::shared_ptr<const Error> error() const;
  // Called at once where it is done.
  void then(std::function<void(std::shared_ptr<const Error>)> callback);

 private:
  mutable std::mutex mutex_;
  bool done_ = false;
  std::shared_ptr<const Error> error_;
  std::vector<std::function<void(std::shared_ptr<const Error>)>> callbacks_;
};

struct RawEvent {
  std::shared_ptr<Moment> moment;
  Living living{"event"};
};

struct RawDeviceDescription {
  int id = 0;
  std::string kind = {};
};
struct RawDevice {
  RawClient* client = nullptr;
  RawDeviceDescription description;
  std::mutex mutex;
  int64_t limit_bytes = 0, used_bytes = 0, peak_bytes = 0;

  bool take(int64_t bytes);  // false where there is not so much
  void give_back(int64_t bytes);
};

struct RawBuffer {
  RawDevice* device = nullptr;
  tensor::TensorType type;
  std::shared_ptr<tensor::Literal> value;  // to be read once it is ready
  std::shared_ptr<Moment> ready;
  bool is_gone = false;  // given away to a run
  Living living{"buffer"};
};

struct Compiled {
  std::string text, options;
  tensor::Program program;
  std::vector<int> alias_of_result;  // the argument, or -1
};
struct RawExecutable {
  std::shared_ptr<const Compiled> compiled;
  Living living{"compiled program"};
};
struct RawLoadedExecutable {
  RawClient* client = nullptr;
  RawDevice* device = nullptr;
  std::shared_ptr<const Compiled> compiled;
  Living living{"loaded program"};
};

// Runs what it is given, in order, on a thread of its own.
class Worker {
 public:
  Worker();
  ~Worker();
  void add(std::function<void()> work);

 private:
  std::mutex mutex_;
  std::condition_variable changed_;
  std::deque<std::function<void()>> work_;
  bool ends_ = false;
  std::thread thread_;
};

struct RawClient {
  std::vector<std::unique_ptr<RawDevice>> devices;
  std::vector<RawDevice*> device_list;
  int64_t num_runs = 0;
  Living living{"client"};
  Worker worker;  // last: it ends first
};

struct RawSerialized {
  std::string bytes;
  Living living{"serialized program"};
};

}  // namespace motley::core::pjrt
