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
__global__ void __launch_bounds__(Kernel::kThreads) run_kernel(const __grid_constant__ Kernel kernel) {
  extern __shared__ __align__(16) unsigned char memory[];
  Block<Kernel::kThreads> block;
  kernel(block, *reinterpret_cast<typename Kernel::Shared*>(memory));
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

class CudaBackend {
 public:
  CudaBackend(int device, int, int mesh_size) {
    check(cudaSetDevice(device), "selecting it");
    check(cudaGetDeviceProperties(&properties_, device), "its properties");
    if (mesh_size == 0) return;
    check(cufftPlan3d(&forward_, mesh_size, mesh_size, mesh_size, CUFFT_R2C), "a transform");
    check(cufftPlan3d(&inverse_, mesh_size, mesh_size, mesh_size, CUFFT_C2R), "a transform");
    has_plans_ = true;
  }
  CudaBackend(const CudaBackend&) = delete;
  CudaBackend& operator=(const CudaBackend&) = delete;
  ~CudaBackend() {
    if (has_plans_) {
      cufftDestroy(forward_);
      cufftDestroy(inverse_);
    }
    if (temporary_) cudaFree(temporary_);
    if (total_) cudaFree(total_);
  }
  std::string name() const { return properties_.name; }
  int64_t walk_blocks() const { return int64_t{properties_.multiProcessorCount} * 24; }

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
    return memory;
  }
  void release(void* memory) { cudaFree(memory); }
  void upload(void* to, const void* from, int64_t bytes) {
    check(cudaMemcpy(to, from, bytes, cudaMemcpyHostToDevice), "copying to it");
  }
  void download(void* to, const void* from, int64_t bytes) {
    check(cudaMemcpy(to, from, bytes, cudaMemcpyDeviceToHost), "a kernel, or copying from it");
  }
  void copy(void* to, const void* from, int64_t bytes) {
    check(cudaMemcpyAsync(to, from, bytes, cudaMemcpyDeviceToDevice), "copying");
  }
  void zero(void* to, int64_t bytes) { check(cudaMemsetAsync(to, 0, bytes), "clearing memory"); }
  void sync() { check(cudaDeviceSynchronize(), "a kernel"); }

  template <class Kernel>
  void launch(const Kernel& kernel, int64_t blocks) {
    if (blocks == 0) return;
    constexpr size_t kShared = std::is_empty_v<typename Kernel::Shared>
                                   ? 0
                                   : sizeof(typename Kernel::Shared);
    if constexpr (kShared > 48 * 1024) {
      check(cudaFuncSetAttribute(run_kernel<Kernel>, cudaFuncAttributeMaxDynamicSharedMemorySize,
                                 kShared),
            "shared memory");
    }
    run_kernel<Kernel><<<static_cast<unsigned>(blocks), Kernel::kThreads, kShared>>>(kernel);
    check(cudaGetLastError(), "starting a kernel");
  }
  template <class F>
  void for_each(int64_t count, const F& f) {
    if (count == 0) return;
    run_each<F><<<static_cast<unsigned>((count + 255) / 256), 256>>>(f, count);
    check(cudaGetLastError(), "starting a kernel");
  }
  // `from` stays valid; the sum of all is returned.
  int64_t exclusive_sums(const uint32_t* from, uint32_t* to, int64_t count) {
    if (count == 0) return 0;
    size_t bytes = 0;
    check(cub::DeviceScan::ExclusiveSum(nullptr, bytes, from, to, count), "a scan");
    check(cub::DeviceScan::ExclusiveSum(temporary(bytes), bytes, from, to, count), "a scan");
    if (!total_) total_ = static_cast<uint32_t*>(allocate(sizeof(uint32_t)));
    uint32_t* total = total_;
    for_each(1, Total{from + count - 1, to + count - 1, total});
    uint32_t sum = 0;
    download(&sum, total, sizeof sum);
    return sum;
  }
  void sort_pairs(const uint64_t* key, uint64_t* sorted_key, const uint32_t* index,
                  uint32_t* sorted_index, int64_t count) {
    size_t bytes = 0;
    check(cub::DeviceRadixSort::SortPairs(nullptr, bytes, key, sorted_key, index, sorted_index,
                                          count, 0, 63),
          "a sort");
    check(cub::DeviceRadixSort::SortPairs(temporary(bytes), bytes, key, sorted_key, index,
                                          sorted_index, count, 0, 63),
          "a sort");
  }
  void forward(float* mesh) {
    check(cufftExecR2C(forward_, mesh, reinterpret_cast<cufftComplex*>(mesh)), "a transform");
  }
  void inverse(float* mesh) {
    check(cufftExecC2R(inverse_, reinterpret_cast<cufftComplex*>(mesh), mesh), "a transform");
  }

 private:
  void* temporary(size_t bytes) {
    if (bytes > temporary_bytes_) {
      if (temporary_) check(cudaFree(temporary_), "freeing memory");
      temporary_ = nullptr;
      temporary_ = allocate(static_cast<int64_t>(bytes));
      temporary_bytes_ = bytes;
    }
    return temporary_;
  }

  cudaDeviceProp properties_ = {};
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
  if (error != cudaSuccess || count <= device) {
    *problem = std::string("there is no NVIDIA GPU: ") +
               (error == cudaSuccess ? "none is visible" : cudaGetErrorString(error));
    return false;
  }
  size_t free = 0, total = 0;
  if (cudaSetDevice(device) != cudaSuccess || cudaMemGetInfo(&free, &total) != cudaSuccess) {
    *problem = "the NVIDIA GPU cannot be used";
    return false;
  }
  *free_bytes = static_cast<int64_t>(free);
  return true;
}

motley::nbody::DeviceEngine* motley_nbody_make_engine(const motley::nbody::DeviceSetup* setup) {
  return new motley::nbody::device::Engine<motley::nbody::device::CudaBackend>(*setup);
}
}
