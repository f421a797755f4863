// A module that cannot be used, for tests of what is said then: MOTLEY_TEST_MODULE is `version`,
// `driver` or `memory`.
#include <cstdlib>
#include <string>

#include "nbody/device/device_engine.h"

namespace {
bool is(const char* what) {
  const char* wanted = std::getenv("MOTLEY_TEST_MODULE");
  return wanted && std::string(wanted) == what;
}
}  // namespace

extern "C" {
int motley_nbody_module_version() {
  return is("version") ? 1 : motley::nbody::kDeviceModuleVersion;
}
bool motley_nbody_find_device(int, std::string* problem, int64_t* free_bytes) {
  if (is("driver")) *problem = "the NVIDIA driver is missing or older than the CUDA module needs";
  *free_bytes = int64_t{3} << 30;
  return !is("driver");
}
int64_t motley_nbody_transform_bytes(int mesh_size) {
  return int64_t{4} * mesh_size * mesh_size * mesh_size;
}
motley::nbody::DeviceEngine* motley_nbody_make_engine(const motley::nbody::DeviceSetup*) {
  return nullptr;
}
}
