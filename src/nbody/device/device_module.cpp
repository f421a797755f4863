#include "nbody/device/device_module.h"

#include <dlfcn.h>
#include <unistd.h>

#include <algorithm>
#include <cmath>
#include <cstdlib>
#include <filesystem>
#include <map>
#include <mutex>
#include <system_error>
#include <vector>

#include "core/base/error.h"

namespace motley::nbody {
namespace {

constexpr const char* kModule = "libmotley_nbody_cuda.so";

struct Module {
  bool (*find_device)(int device, std::string* problem, int64_t* free_bytes) = nullptr;
  int64_t (*transform_bytes)(int mesh_size) = nullptr;
  DeviceEngine* (*make_engine)(const DeviceSetup* setup) = nullptr;
  std::string problem;
};

// $MOTLEY_NBODY_CUDA, beside the program, in ../lib from there, and where the linker looks.
std::vector<std::string> places() {
  if (const char* named = std::getenv("MOTLEY_NBODY_CUDA")) return {named};
  std::vector<std::string> names;
  std::error_code error;
  const auto program = std::filesystem::read_symlink("/proc/self/exe", error);
  if (!error) {
    const auto folder = program.parent_path();
    for (const auto& at : {folder, folder / "lib", folder.parent_path() / "lib" / "motley",
                           folder.parent_path() / "lib"}) {
      if (std::filesystem::exists(at / kModule, error)) names.push_back((at / kModule).string());
    }
  }
  names.emplace_back(kModule);
  return names;
}

Module load() {
  Module module;
  void* library = nullptr;
  std::string file;
  for (const std::string& name : places()) {
    library = ::dlopen(name.c_str(), RTLD_NOW | RTLD_LOCAL);
    file = name;
    if (library) break;
    // The reason of a file that exists says more than that of the last place.
    if (module.problem.empty()) module.problem = ::dlerror();
  }
  if (!library) {
    module.problem = fmt::format(
        "the module {} was not loaded ({}); `make cuda` builds it where nvcc is installed, and "
        "MOTLEY_NBODY_CUDA names another place",
        kModule, module.problem);
    return module;
  }
  module.problem.clear();
  const auto version = reinterpret_cast<int (*)()>(::dlsym(library, "motley_nbody_module_version"));
  if (!version) {
    module.problem = fmt::format(
        "{} is not Motley's module for NVIDIA GPUs, {}; `make cuda` builds it", file, kModule);
    return module;
  }
  if (version() != kDeviceModuleVersion) {
    module.problem = fmt::format(
        "the module {} has version {}, but this program needs {}; build both from one commit", file,
        version(), kDeviceModuleVersion);
    return module;
  }
  module.find_device =
      reinterpret_cast<decltype(module.find_device)>(::dlsym(library, "motley_nbody_find_device"));
  module.transform_bytes = reinterpret_cast<decltype(module.transform_bytes)>(
      ::dlsym(library, "motley_nbody_transform_bytes"));
  module.make_engine =
      reinterpret_cast<decltype(module.make_engine)>(::dlsym(library, "motley_nbody_make_engine"));
  return module;
}

// Loaded once for each place that MOTLEY_NBODY_CUDA has named.
const Module& module() {
  static std::mutex mutex;
  static std::map<std::string, Module> loaded;
  const std::lock_guard lock(mutex);
  const char* named = std::getenv("MOTLEY_NBODY_CUDA");
  const auto [at, is_new] = loaded.try_emplace(named ? named : "");
  if (is_new) at->second = load();
  return at->second;
}

}  // namespace

int64_t device_memory_bytes(const DeviceSetup& setup) {
  const int64_t n = setup.count, mesh = setup.mesh_size;
  // Positions, momenta, two accelerations, id, key, order, old acceleration, scratch of the sort.
  const int64_t particles = n * (12 + 12 + 24 + 8 + 8 + 4 + 4 + 12);
  // Cells, of about a third of leaf_size particles at z = 0, and their lists without the runs.
  const int64_t tree = n * 832 / setup.leaf_size;
  // Runs of the lists, which are made in batches: about one a particle; at least 8 a cell.
  const int64_t runs =
      std::max(std::min(n * 11, int64_t{120'000'000}), n * 2) * 128 / setup.leaf_size;
  if (!setup.is_resident) return n * (12 + 12) + tree + runs + kWalkStackBytes;
  // Sets of shorter steps: less than a third of the particles, then less than a ninth, ..
  const int64_t sets = n * 22;
  const int64_t meshes = (setup.interlaced ? 3 : 2) * 4 * mesh * mesh * (mesh + 2);
  return particles + tree + runs + sets + meshes + setup.transform_bytes + kWalkStackBytes;
}

int64_t largest_box(const DeviceSetup& setup, int64_t bytes) {
  const double side = std::cbrt(static_cast<double>(setup.count));
  int64_t low = 0, high = 1 << 13;
  while (low < high) {
    const int64_t middle = (low + high + 1) / 2;
    DeviceSetup other = setup;
    other.count = middle * middle * middle;
    const double ratio = static_cast<double>(middle) / side;
    other.mesh_size = static_cast<int>(std::llround(setup.mesh_size * ratio));
    other.transform_bytes =
        std::llround(static_cast<double>(setup.transform_bytes) * ratio * ratio * ratio);
    if (device_memory_bytes(other) <= bytes) {
      low = middle;
    } else {
      high = middle - 1;
    }
  }
  return low;
}

std::string cuda_problem() {
  if (!module().problem.empty()) return module().problem;
  std::string problem;
  int64_t free_bytes = 0;
  if (!module().find_device(0, &problem, &free_bytes)) return problem;
  return "";
}

void check_device(const std::string& name) {
  if (name != "cuda") return;
  if (const std::string problem = cuda_problem(); !problem.empty()) throw core::UserError(problem);
}

std::optional<CudaMemory> cuda_memory(int mesh_size) {
  std::string problem;
  CudaMemory memory;
  if (!module().problem.empty() || !module().find_device(0, &problem, &memory.free_bytes))
    return {};
  if (mesh_size > 0) memory.transform_bytes = module().transform_bytes(mesh_size);
  return memory;
}

std::unique_ptr<DeviceEngine> open_device(const std::string& name, const DeviceSetup& setup) {
  if (name == "twin") return make_twin(setup);
  MOTLEY_CHECK(name == "cuda", "device {}", name);
  if (!module().problem.empty()) throw core::UserError(module().problem);
  std::string problem;
  int64_t free_bytes = 0;
  if (!module().find_device(setup.device, &problem, &free_bytes)) throw core::UserError(problem);
  DeviceSetup sized = setup;
  if (setup.mesh_size > 0) sized.transform_bytes = module().transform_bytes(setup.mesh_size);
  const int64_t need = device_memory_bytes(sized);
  if (need > free_bytes) {
    throw core::UserError(fmt::format(
        "the run needs {:.1f} GB of GPU memory, but {:.1f} GB are free, enough for about {}^3 "
        "particles with as fine a mesh; use fewer particles or a smaller mesh.size, or --device "
        "none",
        static_cast<double>(need) * 1e-9, static_cast<double>(free_bytes) * 1e-9,
        largest_box(sized, free_bytes)));
  }
  return std::unique_ptr<DeviceEngine>(module().make_engine(&setup));
}

}  // namespace motley::nbody
