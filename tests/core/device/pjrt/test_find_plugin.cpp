#include <gtest/gtest.h>

#include <cstdlib>
#include <filesystem>
#include <fstream>

#include "core/base/error.h"
#include "core/device/pjrt/compile_options.h"
#include "core/device/pjrt/find_plugin.h"

namespace motley::core::pjrt {
namespace {

namespace fs = std::filesystem;

// Sets the environment for one test.
class FindPlugin : public ::testing::Test {
 protected:
  void SetUp() override {
    folder_ = fs::temp_directory_path() / ("find_plugin." + std::to_string(::getpid()));
    fs::create_directories(folder_);
    for (const char* name : {"MOTLEY_PJRT_PLUGIN", "PJRT_NAMES_AND_LIBRARY_PATHS", "CONDA_PREFIX"})
      ::unsetenv(name);
    ::setenv("VIRTUAL_ENV", folder_.c_str(), 1);
  }
  void TearDown() override { fs::remove_all(folder_); }

  std::string place(const std::string& path) {
    const fs::path file = folder_ / "lib/python3.11/site-packages" / path;
    fs::create_directories(file.parent_path());
    std::ofstream(file) << "no plugin";
    return file.string();
  }

  fs::path folder_;
};

TEST_F(FindPlugin, PrefersTheUsersChoice) {
  ::setenv("MOTLEY_PJRT_PLUGIN", "/b.so", 1);
  EXPECT_EQ(find_plugin("cuda", "/a.so"), "/a.so");
  EXPECT_EQ(find_plugin("cuda", ""), "/b.so");
}

TEST_F(FindPlugin, ReadsTheVariableThatJaxReads) {
  ::setenv("PJRT_NAMES_AND_LIBRARY_PATHS", "foo:/foo.so,cuda:/cuda.so", 1);
  EXPECT_EQ(find_plugin("foo", ""), "/foo.so");
  EXPECT_EQ(find_plugin("cuda", ""), "/cuda.so");
}

TEST_F(FindPlugin, SearchesPackageFolders) {
  place("jax_plugins/xla_cuda12/xla_cuda_plugin.so");
  const std::string newer = place("jax_plugins/xla_cuda13/xla_cuda_plugin.so");
  EXPECT_EQ(find_plugin("cuda", ""), newer);
}

TEST_F(FindPlugin, PassesOverWhatOthersMayWrite) {
  const std::string older = place("jax_plugins/xla_cuda12/xla_cuda_plugin.so");
  fs::permissions(place("jax_plugins/xla_cuda13/xla_cuda_plugin.so"), fs::perms::all);
  EXPECT_EQ(find_plugin("cuda", ""), older);
}

TEST_F(FindPlugin, ReportsWhereItSearchedAndHowToInstallOne) {
  ::setenv("HOME", folder_.c_str(), 1);
  place("other/readme");
  try {
    find_plugin("rocm", "");
    FAIL();
  } catch (const UserError& error) {
    const std::string text = error.what();
    EXPECT_NE(text.find(folder_.string()), text.npos) << text;
    EXPECT_NE(text.find("--plugin"), text.npos) << text;
    EXPECT_NE(text.find("jax-rocm"), text.npos) << text;
  }
  EXPECT_THROW(find_plugin("pjrt", ""), UserError);
}

TEST(DeviceName, HasAPlatformAndANumber) {
  EXPECT_EQ(DeviceName::parse("cuda").to_string(), "cuda:0");
  EXPECT_EQ(DeviceName::parse("cuda:3").index, 3);
  for (const char* wrong : {"", ":1", "cuda:", "cuda:x", "cuda:-1", "cuda:1 ", "a b"})
    EXPECT_THROW(DeviceName::parse(wrong), UserError) << wrong;
}

TEST(CompileOptions, MatchTheExpectedBytes) {
  EXPECT_EQ(compile_options(0), std::string("\x1a\x04\x20\x01\x28\x01", 6));
  // One replica, one computation, on device 300 = 0xac 0x02 as a varint.
  EXPECT_EQ(
      compile_options(300),
      std::string("\x1a\x10\x20\x01\x28\x01\x4a\x0a\x08\x01\x10\x01\x1a\x04\x0a\x02\xac\x02", 18));
}

}  // namespace
}  // namespace motley::core::pjrt
