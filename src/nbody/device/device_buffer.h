// An array in the memory of a device, and the clock of the phases there.
#pragma once

#include <array>
#include <cstdint>
#include <utility>
#include <vector>

namespace motley::nbody::device {

// An array on the device that grows.
template <class Backend, class T>
class Buffer {
 public:
  explicit Buffer(Backend& backend) : backend_(&backend) {}
  Buffer(Buffer&& other) noexcept
      : backend_(other.backend_), data_(other.data_), capacity_(other.capacity_) {
    other.data_ = nullptr;
    other.capacity_ = 0;
  }
  Buffer& operator=(Buffer&& other) noexcept {
    std::swap(data_, other.data_);
    std::swap(capacity_, other.capacity_);
    return *this;
  }
  ~Buffer() {
    if (data_) release();
  }
  T* get() const { return data_; }
  operator T*() const { return data_; }
  // Exchanges the memory of two arrays whose elements have the same size.
  template <class U>
  void swap_memory(Buffer<Backend, U>& other) {
    static_assert(sizeof(T) == sizeof(U));
    T* const own = data_;
    data_ = reinterpret_cast<T*>(other.data_);
    other.data_ = reinterpret_cast<U*>(own);
    std::swap(capacity_, other.capacity_);
  }
  int64_t capacity() const { return capacity_; }
  // At least `count` elements; the contents are lost if it grows.
  T* reserve(int64_t count) {
    if (count > capacity_) {
      if (data_) release();
      data_ = nullptr;
      capacity_ = 0;
      data_ = static_cast<T*>(backend_->allocate(count * static_cast<int64_t>(sizeof(T))));
      capacity_ = count;
    }
    return data_;
  }

 private:
  template <class, class>
  friend class Buffer;
  void release() { backend_->release(data_, capacity_ * static_cast<int64_t>(sizeof(T))); }

  Backend* backend_;
  T* data_ = nullptr;
  int64_t capacity_ = 0;
};

// Seconds of phases, by the clock of the device: the host does not wait for their end.
template <class Backend>
class PhaseClock {
 public:
  explicit PhaseClock(Backend& backend) : backend_(&backend) {}

  // Calls f and adds the seconds of what it starts on the device to `seconds`, by the next
  // settle().
  template <class F>
  void time(double& seconds, const F& f) {
    const auto begin = backend_->stamp();
    f();
    open_.push_back({&seconds, begin, backend_->stamp()});
    if (open_.size() >= 256) settle();
  }
  void settle() {
    for (const Phase& phase : open_) {
      *phase.seconds += backend_->seconds_between(phase.begin, phase.end);
    }
    open_.clear();
  }

 private:
  using Stamp = typename Backend::Stamp;
  struct Phase {
    double* seconds;
    Stamp begin, end;
  };
  Backend* backend_;
  std::vector<Phase> open_;
};

}  // namespace motley::nbody::device
