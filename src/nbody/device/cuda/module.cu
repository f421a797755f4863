// The CUDA module: the kernels of nbody/device for NVIDIA GPUs, loaded at run time.
#include <cub/cub.cuh>
#include <cufft.h>

#include <memory>

#include "nbody/device/engine_on_backend.h"

namespace motley::nbody::device {
namespace {

void check(cudaError_t error, const char* what) {
  if (error == cudaSuccess) return;
  throw std::runtime_error(std::string("the GPU failed: ") + what + ": " +
                           cudaGetErrorString(error));
}
void check(cufftResult result, const char* what) {
  if (result == CUFFT_SUCCESS) return;
  throw std::runtime_error(std::string("the GPU failed: ") + what + ": cuFFT error " +
                           std::to_string(static_cast<int>(result)));
}

template <class Kernel>
__device__ __forceinline__ void run_block(const Kernel& kernel) {
  extern __shared__ __align__(16) unsigned char memory[];
  Block<Kernel::kThreads> block;
  kernel(block, *reinterpret_cast<typename Kernel::Shared*>(memory));
}
template <class Kernel>
__global__ void __launch_bounds__(Kernel::kThreads) run_kernel(const __grid_constant__ Kernel kernel) {
  run_block(kernel);
}
// For kernels that say how many of their blocks share a processor.
template <class Kernel>
__global__ void __launch_bounds__(Kernel::kThreads, Kernel::kMinBlocks)
    run_limited(const __grid_constant__ Kernel kernel) {
  run_block(kernel);
}
template <class Kernel>
constexpr auto entry_of() {
  if constexpr (requires { Kernel::kMinBlocks; }) {
    return run_limited<Kernel>;
  } else {
    return run_kernel<Kernel>;
  }
}

template <class F>
__global__ void __launch_bounds__(256) run_each(const __grid_constant__ F f, int64_t count) {
  const int64_t i = int64_t{blockIdx.x} * 256 + threadIdx.x;
  if (i < count) f(i);
}

struct Total {
  const uint32_t *last, *before;
  uint32_t* sum;
  __device__ void operator()(int64_t) const { *sum = *last + *before; }
};

// Makes the plan of a cubic mesh; returns the bytes of scratch that it needs.
int64_t plan(cufftHandle& handle, int mesh_size, cufftType type) {
  size_t bytes = 0;
  check(cufftCreate(&handle), "a transform");
  check(cufftSetAutoAllocation(handle, 0), "a transform");
  check(cufftMakePlan3d(handle, mesh_size, mesh_size, mesh_size, type, &bytes), "a transform");
  return static_cast<int64_t>(bytes);
}

int64_t transform_bytes(int mesh_size) {
  int64_t most = 0;
  for (const cufftType type : {CUFFT_R2C, CUFFT_C2R}) {
    cufftHandle handle;
    most = std::max(most, plan(handle, mesh_size, type));
    cufftDestroy(handle);
  }
  return most;
}

class CudaBackend {
 public:
  CudaBackend(int device, int, int mesh_size) {
    int count = 0;
    check(cudaGetDeviceCount(&count), "counting GPUs");
    device %= std::max(count, 1);
    check(cudaSetDevice(device), "selecting it");
    check(cudaGetDeviceProperties(&properties_, device), "its properties");
    check(cudaStreamCreateWithFlags(&stream_, cudaStreamNonBlocking), "a stream");
    for (cudaEvent_t& event : events_) check(cudaEventCreate(&event), "an event");
    check(cudaMallocHost(&pinned_, kPinnedBytes), "pinned memory");
    check(cudaMallocHost(&later_, sizeof *later_), "pinned memory");
    if (mesh_size == 0) return;
    const int64_t transform_bytes =
        std::max(plan(forward_, mesh_size, CUFFT_R2C), plan(inverse_, mesh_size, CUFFT_C2R));
    has_plans_ = true;
    // Both use the same scratch memory.
    transform_scratch_ = allocate(std::max<int64_t>(transform_bytes, 1024));
    check(cufftSetWorkArea(forward_, transform_scratch_), "a transform");
    check(cufftSetWorkArea(inverse_, transform_scratch_), "a transform");
  }
  CudaBackend(const CudaBackend&) = delete;
  CudaBackend& operator=(const CudaBackend&) = delete;
  ~CudaBackend() {
    if (has_plans_) {
      cufftDestroy(forward_);
      cufftDestroy(inverse_);
    }
    if (transform_scratch_) cudaFree(transform_scratch_);
    if (temporary_) cudaFree(temporary_);
    if (total_) cudaFree(total_);
    for (cudaEvent_t event : events_) cudaEventDestroy(event);
    cudaFreeHost(pinned_);
    cudaFreeHost(later_);
    cudaStreamDestroy(stream_);
  }
  std::string name() const { return properties_.name; }
  bool is_host() const { return false; }
  int64_t num_processors() const { return properties_.multiProcessorCount; }
  int64_t allocated_bytes() const { return allocated_bytes_; }

  using Stamp = uint64_t;  // of the last kEvents ones
  Stamp stamp() {
    check(cudaEventRecord(events_[next_event_ % kEvents], stream_), "an event");
    return next_event_++;
  }
  double seconds_between(Stamp begin, Stamp end) {
    check(cudaEventSynchronize(events_[end % kEvents]), "a kernel");
    float milliseconds = 0;
    check(cudaEventElapsedTime(&milliseconds, events_[begin % kEvents], events_[end % kEvents]),
          "an event");
    return 1e-3 * milliseconds;
  }

  void* allocate(int64_t bytes) {
    void* memory = nullptr;
    const cudaError_t error = cudaMalloc(&memory, std::max<int64_t>(bytes, 16));
    if (error == cudaErrorMemoryAllocation) {
      size_t free = 0, total = 0;
      cudaMemGetInfo(&free, &total);
      throw std::runtime_error("the GPU has no " + std::to_string(bytes >> 20) +
                               " MiB of memory left: " + std::to_string(free >> 20) + " of " +
                               std::to_string(total >> 20) + " MiB are free");
    }
    check(error, "allocating memory");
    allocated_bytes_ += bytes;
    return memory;
  }
  void release(void* memory, int64_t bytes) {
    cudaFree(memory);
    allocated_bytes_ -= bytes;
  }
  void upload(void* to, const void* from, int64_t bytes) {
    check(cudaMemcpyAsync(to, from, bytes, cudaMemcpyHostToDevice, stream_), "copying to it");
    sync_stream();
  }
  // By way of pinned memory if it is little, which is quicker.
  void download(void* to, const void* from, int64_t bytes) {
    void* const place = bytes <= kPinnedBytes ? pinned_ : to;
    check(cudaMemcpyAsync(place, from, bytes, cudaMemcpyDeviceToHost, stream_), "copying from it");
    sync_stream();
    if (place != to) std::memcpy(to, place, bytes);
  }
  // One word without a wait: downloaded() has it after the next download.
  void download_later(const uint32_t* from) {
    check(cudaMemcpyAsync(later_, from, sizeof *from, cudaMemcpyDeviceToHost, stream_),
          "copying from it");
  }
  uint32_t downloaded() const { return *later_; }
  void zero(void* to, int64_t bytes) {
    check(cudaMemsetAsync(to, 0, bytes, stream_), "clearing memory");
  }
  void sync() { check(cudaDeviceSynchronize(), "a kernel"); }

  template <class Kernel>
  void launch(const Kernel& kernel, int64_t blocks) {
    if (blocks == 0) return;
    constexpr size_t kShared = std::is_empty_v<typename Kernel::Shared>
                                   ? 0
                                   : sizeof(typename Kernel::Shared);
    if constexpr (kShared > 48 * 1024) {
      check(cudaFuncSetAttribute(entry_of<Kernel>(), cudaFuncAttributeMaxDynamicSharedMemorySize,
                                 kShared),
            "shared memory");
    }
    entry_of<Kernel>()<<<static_cast<unsigned>(blocks), Kernel::kThreads, kShared, stream_>>>(kernel);
    check(cudaGetLastError(), "starting a kernel");
  }
  template <class F>
  void for_each(int64_t count, const F& f) {
    if (count == 0) return;
    run_each<F><<<static_cast<unsigned>((count + 255) / 256), 256, 0, stream_>>>(f, count);
    check(cudaGetLastError(), "starting a kernel");
  }
  // `from` stays valid; the sum of all is returned.
  int64_t exclusive_sums(const uint32_t* from, uint32_t* to, int64_t count) {
    if (count == 0) return 0;
    size_t bytes = 0;
    check(cub::DeviceScan::ExclusiveSum(nullptr, bytes, from, to, count, stream_), "a scan");
    check(cub::DeviceScan::ExclusiveSum(temporary(bytes), bytes, from, to, count, stream_),
          "a scan");
    if (!total_) total_ = static_cast<uint32_t*>(allocate(sizeof(uint32_t)));
    uint32_t* total = total_;
    for_each(1, Total{from + count - 1, to + count - 1, total});
    uint32_t sum = 0;
    download(&sum, total, sizeof sum);
    return sum;
  }
  // to[i]: the sum of those before i; to[count]: of all.
  void running_sums(const uint32_t* from, uint32_t* to, int64_t count) {
    size_t bytes = 0;
    check(cub::DeviceScan::InclusiveSum(nullptr, bytes, from, to + 1, count, stream_), "a scan");
    check(cub::DeviceScan::InclusiveSum(temporary(bytes), bytes, from, to + 1, count, stream_),
          "a scan");
    zero(to, sizeof(uint32_t));
  }
  // Returns whether the sorted ones are in the second arrays; the others are scratch.
  bool sort_pairs(uint64_t* key, uint64_t* other_key, uint32_t* index, uint32_t* other_index,
                  int64_t count) {
    cub::DoubleBuffer<uint64_t> keys(key, other_key);
    cub::DoubleBuffer<uint32_t> indices(index, other_index);
    size_t bytes = 0;
    check(cub::DeviceRadixSort::SortPairs(nullptr, bytes, keys, indices, count, 0, 63, stream_),
          "a sort");
    check(cub::DeviceRadixSort::SortPairs(temporary(bytes), bytes, keys, indices, count, 0, 63,
                                          stream_),
          "a sort");
    return keys.selector == 1;
  }
  void forward(float* mesh) {
    check(cufftSetStream(forward_, stream_), "a transform");
    check(cufftExecR2C(forward_, mesh, reinterpret_cast<cufftComplex*>(mesh)), "a transform");
  }
  void inverse(float* mesh) {
    check(cufftSetStream(inverse_, stream_), "a transform");
    check(cufftExecC2R(inverse_, reinterpret_cast<cufftComplex*>(mesh), mesh), "a transform");
  }

 private:
  static constexpr int64_t kPinnedBytes = 64 << 10;
  static constexpr uint64_t kEvents = 1024;

  void sync_stream() { check(cudaStreamSynchronize(stream_), "a kernel"); }
  void* temporary(size_t bytes) {
    if (bytes > temporary_bytes_) {
      if (temporary_) release(temporary_, static_cast<int64_t>(temporary_bytes_));
      temporary_ = nullptr;
      temporary_ = allocate(static_cast<int64_t>(bytes));
      temporary_bytes_ = bytes;
    }
    return temporary_;
  }

  cudaDeviceProp properties_ = {};
  cudaStream_t stream_ = nullptr;
  cudaEvent_t events_[kEvents] = {};
  uint64_t next_event_ = 0;
  void *pinned_ = nullptr, *transform_scratch_ = nullptr;
  uint32_t* later_ = nullptr;
  int64_t allocated_bytes_ = 0;
  cufftHandle forward_ = 0, inverse_ = 0;
  bool has_plans_ = false;
  void* temporary_ = nullptr;
  size_t temporary_bytes_ = 0;
  uint32_t* total_ = nullptr;
};

}  // namespace
}  // namespace motley::nbody::device

extern "C" {
int motley_nbody_module_version() { return motley::nbody::kDeviceModuleVersion; }

// Null, with a sentence in `problem`, if there is none.
bool motley_nbody_find_device(int device, std::string* problem, int64_t* free_bytes) {
  int count = 0;
  const cudaError_t error = cudaGetDeviceCount(&count);
  if (error == cudaErrorInsufficientDriver) {
    *problem = "the NVIDIA driver is missing or older than the CUDA module needs";
    return false;
  }
  if (error != cudaSuccess || count == 0) {
    *problem = std::string("there is no NVIDIA GPU: ") +
               (error == cudaSuccess ? "none is visible" : cudaGetErrorString(error));
    return false;
  }
  device %= count;
  size_t free = 0, total = 0;
  if (cudaSetDevice(device) != cudaSuccess || cudaMemGetInfo(&free, &total) != cudaSuccess) {
    *problem = "the NVIDIA GPU cannot be used";
    return false;
  }
  *free_bytes = static_cast<int64_t>(free);
  return true;
}

int64_t motley_nbody_transform_bytes(int mesh_size) {
  return motley::nbody::device::transform_bytes(mesh_size);
}

motley::nbody::DeviceEngine* motley_nbody_make_engine(const motley::nbody::DeviceSetup* setup) {
  return new motley::nbody::device::Engine<motley::nbody::device::CudaBackend>(*setup);
}
}
