// What is said where a device cannot be used.
#include <gtest/gtest.h>

#include <cstdlib>
#include <filesystem>

#include "core/base/error.h"
#include "nbody/device/device_module.h"

namespace motley::nbody {
namespace {

// While it lives, the module is this file, which behaves in this way.
class OtherModule {
 public:
  explicit OtherModule(const std::string& path, const char* behaviour = "") {
    if (const char* old = std::getenv("MOTLEY_NBODY_CUDA")) old_ = old;
    ::setenv("MOTLEY_NBODY_CUDA", path.c_str(), 1);
    ::setenv("MOTLEY_TEST_MODULE", behaviour, 1);
  }
  ~OtherModule() {
    ::unsetenv("MOTLEY_TEST_MODULE");
    if (old_) {
      ::setenv("MOTLEY_NBODY_CUDA", old_->c_str(), 1);
    } else {
      ::unsetenv("MOTLEY_NBODY_CUDA");
    }
  }

 private:
  std::optional<std::string> old_;
};

std::string problem_of(const DeviceSetup& setup) {
  try {
    open_device("cuda", setup);
  } catch (const core::UserError& error) {
    return error.what();
  }
  return "";
}

bool has(const std::string& text, const char* part) { return text.find(part) != std::string::npos; }

// The module is loaded once per name: a copy for each behaviour.
std::string copy_of_module(const char* name) {
  const std::string copy = testing::TempDir() + name;
  std::filesystem::copy_file(MOTLEY_UNUSABLE_MODULE, copy,
                             std::filesystem::copy_options::overwrite_existing);
  return copy;
}

TEST(DeviceModule, ThatIsNotThere) {
  const OtherModule module("/nowhere/libmotley_nbody_cuda.so");
  const std::string said = problem_of({.count = 8});
  EXPECT_TRUE(has(said, "was not loaded")) << said;
  EXPECT_TRUE(has(said, "make cuda")) << said;
  EXPECT_EQ(cuda_problem(), said);
  EXPECT_FALSE(cuda_memory(0));
}

TEST(DeviceModule, OfAnotherVersion) {
  const OtherModule module(copy_of_module("module_version.so"), "version");
  const std::string said = problem_of({.count = 8});
  EXPECT_TRUE(has(said, "module_version.so has version 1, but this program needs")) << said;
}

TEST(DeviceModule, ThatIsAnotherLibrary) {
  const OtherModule module("libm.so.6");
  const std::string said = problem_of({.count = 8});
  EXPECT_TRUE(has(said, "libm.so.6 is not Motley's module for NVIDIA GPUs")) << said;
}

TEST(DeviceModule, WithoutADriver) {
  const OtherModule module(copy_of_module("module_driver.so"), "driver");
  EXPECT_TRUE(has(cuda_problem(), "driver is missing")) << cuda_problem();
  EXPECT_EQ(problem_of({.count = 8}), cuda_problem());
}

// Need and free are said, and what would fit, before anything is allocated.
TEST(DeviceModule, WithTooLittleMemory) {
  const OtherModule module(copy_of_module("module_memory.so"), "memory");
  const DeviceSetup setup{.count = int64_t{512} * 512 * 512, .mesh_size = 1024};
  const std::string said = problem_of(setup);
  EXPECT_TRUE(has(said, "GB of GPU memory, but 3.2 GB are free, enough for about 2")) << said;
  EXPECT_TRUE(has(said, "--device none")) << said;
}

}  // namespace
}  // namespace motley::nbody
