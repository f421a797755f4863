// The twin: kernels as loops on the host's threads.
#pragma once

#include <atomic>
#include <cstdlib>
#include <memory>
#include <new>
#include <stdexcept>
#include <vector>

#include "core/base/clock.h"
#include "core/base/threads.h"
#include "nbody/device/engine_on_backend.h"
#include "nbody/mesh/fft.h"

namespace motley::nbody::device {

// fail_twins_after() of device_module.h.
inline std::atomic<int64_t> kernels_until_failure = -1;

class TwinBackend {
 public:
  TwinBackend(int, int num_threads, int mesh_size) : num_threads_(num_threads) {
    if (mesh_size == 0) return;
    fft_ = std::make_unique<Fft<float>>(mesh_size);
    mesh_ = std::make_unique<Mesh<float>>(mesh_size);
  }
  std::string name() const { return "twin"; }
  bool is_host() const { return true; }
  int64_t num_processors() const { return num_threads_; }
  using Stamp = double;  // seconds
  Stamp stamp() const { return core::now_seconds(); }
  double seconds_between(Stamp begin, Stamp end) const { return end - begin; }
  int64_t allocated_bytes() const { return allocated_bytes_; }

  void* allocate(int64_t bytes) {
    void* memory = std::aligned_alloc(64, (static_cast<size_t>(bytes) + 127) / 64 * 64);
    if (!memory) throw std::bad_alloc();
    allocated_bytes_ += bytes;
    return memory;
  }
  void release(void* memory, int64_t bytes) {
    std::free(memory);
    allocated_bytes_ -= bytes;
  }
  void upload(void* to, const void* from, int64_t bytes) { std::memcpy(to, from, bytes); }
  void download(void* to, const void* from, int64_t bytes) { std::memcpy(to, from, bytes); }
  void download_later(const uint32_t* from) { later_ = *from; }
  uint32_t downloaded() const { return later_; }
  void zero(void* to, int64_t bytes) { std::memset(to, 0, bytes); }
  void sync() {}

  template <class Kernel>
  void launch(const Kernel& kernel, int64_t blocks) {
    count_kernel();
    core::parallel_for(num_threads_, blocks, [&](int64_t begin, int64_t end, int) {
      const auto shared = std::make_unique<typename Kernel::Shared>();
      for (int64_t b = begin; b < end; ++b) {
        // As on a device, shared memory has no defined contents at the start of a block.
        std::memset(static_cast<void*>(shared.get()), 0xa5, sizeof(typename Kernel::Shared));
        Block<Kernel::kThreads> block(b);
        kernel(block, *shared);
      }
    });
  }
  template <class F>
  void for_each(int64_t count, const F& f) {
    count_kernel();
    core::parallel_for(num_threads_, count, [&](int64_t begin, int64_t end, int) {
      for (int64_t i = begin; i < end; ++i) f(i);
    });
  }
  int64_t exclusive_sums(const uint32_t* from, uint32_t* to, int64_t count) {
    uint32_t sum = 0;
    for (int64_t i = 0; i < count; ++i) {
      const uint32_t own = from[i];
      to[i] = sum;
      sum += own;
    }
    return sum;
  }
  // to[i]: the sum of those before i; to[count]: of all.
  void running_sums(const uint32_t* from, uint32_t* to, int64_t count) {
    to[count] = static_cast<uint32_t>(exclusive_sums(from, to, count));
  }
  // Returns whether the sorted ones are in the second arrays; the others are scratch.
  bool sort_pairs(const uint64_t* key, uint64_t* sorted_key, const uint32_t* index,
                  uint32_t* sorted_index, int64_t count) {
    std::copy(index, index + count, sorted_index);
    std::stable_sort(sorted_index, sorted_index + count,
                     [&](uint32_t a, uint32_t b) { return key[a] < key[b]; });
    for (int64_t i = 0; i < count; ++i) sorted_key[i] = key[sorted_index[i]];
    return true;
  }
  void forward(float* mesh) {
    transform(mesh, [&] { fft_->forward(*mesh_, num_threads_); });
  }
  void inverse(float* mesh) {
    transform(mesh, [&] { fft_->inverse(*mesh_, num_threads_); });
  }

 private:
  // As a lost device: every call fails from then on.
  static void count_kernel() {
    int64_t left = kernels_until_failure.load();
    while (left > 0 && !kernels_until_failure.compare_exchange_weak(left, left - 1)) {
    }
    if (left == 0) throw std::runtime_error("the twin failed: it was told to");
  }

  template <class F>
  void transform(float* mesh, const F& f) {
    std::memcpy(mesh_->values(), mesh, mesh_->num_elements() * sizeof(float));
    f();
    std::memcpy(mesh, mesh_->values(), mesh_->num_elements() * sizeof(float));
  }
  int num_threads_;
  int64_t allocated_bytes_ = 0;
  uint32_t later_ = 0;
  std::unique_ptr<Fft<float>> fft_;
  std::unique_ptr<Mesh<float>> mesh_;
};

}  // namespace motley::nbody::device
