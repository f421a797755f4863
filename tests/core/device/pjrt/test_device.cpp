// Uses the plugin of tests/plugin, loaded like any other.
#include <gtest/gtest.h>

#include <array>
#include <filesystem>
#include <fstream>
#include <sstream>

#include "core/base/error.h"
#include "core/device/pjrt/compile_cache.h"
#include "core/device/pjrt/device.h"

namespace motley::core::pjrt {
namespace {

namespace fs = std::filesystem;

constexpr double kLimit = 20;

std::shared_ptr<const Device> test_device() {
  static const auto device =
      Device::open({"pjrt", 0}, open_plugin("pjrt", MOTLEY_TEST_PLUGIN_FILE));
  return device;
}

// (a, b) -> (a + b, a * b); with `alias`, the sum reuses the memory of a.
std::string program(bool alias) {
  return std::string("module @m {\n  func.func public @main(%arg0: tensor<3xf32>") +
         (alias ? " {tf.aliasing_output = 0 : i32}" : "") +
         R"(, %arg1: tensor<3xf32>) -> (tensor<3xf32>, tensor<3xf32>) {
    %0 = stablehlo.add %arg0, %arg1 : tensor<3xf32>
    %1 = stablehlo.multiply %arg0, %arg1 : tensor<3xf32>
    return %0, %1 : tensor<3xf32>, tensor<3xf32>
  }
}
)";
}

using Three = std::array<float, 3>;

Buffer upload(const Three& values) {
  const int64_t dims[] = {3};
  return test_device()->upload(std::as_bytes(std::span(values)), BufferType::kF32, dims);
}

Three download(const Buffer& buffer) {
  Three values;
  buffer.download(std::as_writable_bytes(std::span(values)), 1).wait("reading", kLimit);
  return values;
}

TEST(Plugin, IsQuietByDefault) {
  ::unsetenv("TF_CPP_MIN_LOG_LEVEL");
  quieten_plugins();
  EXPECT_STREQ(::getenv("TF_CPP_MIN_LOG_LEVEL"), "1");
  ::setenv("TF_CPP_MIN_LOG_LEVEL", "0", 1);
  quieten_plugins();
  EXPECT_STREQ(::getenv("TF_CPP_MIN_LOG_LEVEL"), "0");
}

TEST(Device, ReportsItsKind) {
  EXPECT_EQ(test_device()->kind(), "Interpreter 0");
  EXPECT_EQ(test_device()->platform_version(), "test 1");
  EXPECT_EQ(test_device()->plugin().version(), "0.94");
}

TEST(Device, HasNoMoreDevicesThanItsPlugin) {
  EXPECT_THROW(Device::open({"pjrt", 1}, test_device()->shared_plugin()), UserError);
}

TEST(Device, RunsAProgramRepeatedly) {
  const Compilation compiled = test_device()->compile(program(false));
  ASSERT_TRUE(compiled.program) << compiled.error.message;
  Buffer a = upload({1, 2, 3});
  const Buffer b = upload({10, 20, 30});
  for (int i = 1; i <= 3; ++i) {
    const std::array<const Buffer*, 2> arguments = {&a, &b};
    Executable::Run run = compiled.program->run(arguments);
    a = std::move(run.outputs[0]);  // started before the previous one has ended
    if (i == 3) run.done.wait("the run", kLimit);
  }
  EXPECT_EQ(download(a), (Three{31, 62, 93}));
}

TEST(Device, DonatesTheAliasedArgument) {
  const Compilation compiled = test_device()->compile(program(true));
  const int64_t before = test_device()->memory()->used_bytes;
  const Buffer a = upload({1, 2, 3}), b = upload({1, 1, 1});
  const std::array<const Buffer*, 2> arguments = {&a, &b};
  const Executable::Run run = compiled.program->run(arguments);
  EXPECT_EQ(download(run.outputs[0]), (Three{2, 3, 4}));
  EXPECT_EQ(test_device()->memory()->used_bytes - before, 36);  // a is the sum now
  EXPECT_THROW(compiled.program->run(arguments), UserError);
  EXPECT_EQ(compiled.program->memory()->aliased_bytes, 12);
  EXPECT_EQ(compiled.program->memory()->peak_bytes(), 36);
}

TEST(Device, ReportsThePluginsCompileError) {
  const Compilation refused = test_device()->compile("module @m {\n  what is this\n}");
  EXPECT_FALSE(refused.program);
  EXPECT_EQ(refused.error.code, ErrorCode::kInvalidArgument);
  EXPECT_NE(refused.error.message.find(":2:3"), std::string::npos) << refused.error.message;
}

TEST(Device, ReadsHostMemoryUntilItIsDone) {
  Three values = {1, 2, 3};
  const int64_t dims[] = {3};
  Event read;
  const Buffer buffer =
      test_device()->upload(std::as_bytes(std::span(values)), BufferType::kF32, dims, &read);
  read.wait("the copy", kLimit);
  values = {};
  EXPECT_EQ(download(buffer), (Three{1, 2, 3}));
  EXPECT_NE(buffer.pointer().value_or(0), 0u);
}

class Cache : public ::testing::Test {
 protected:
  void SetUp() override {
    folder_ = (fs::temp_directory_path() / ("pjrt_cache." + std::to_string(::getpid()))).string();
  }
  void TearDown() override { fs::remove_all(folder_); }
  std::string folder_;
};

TEST_F(Cache, LoadsCompiledPrograms) {
  CompileCache first(folder_), second(folder_);
  ASSERT_TRUE(first.compile(*test_device(), program(false)).program);
  EXPECT_EQ(first.num_compiled(), 1);
  const Compilation loaded = second.compile(*test_device(), program(false));
  EXPECT_EQ(second.num_loaded(), 1);
  const Buffer a = upload({1, 2, 3}), b = upload({2, 2, 2});
  const std::array<const Buffer*, 2> arguments = {&a, &b};
  EXPECT_EQ(download(loaded.program->run(arguments).outputs[1]), (Three{2, 4, 6}));
  second.compile(*test_device(), program(true));  // another program
  EXPECT_EQ(second.num_compiled(), 1);
}

TEST_F(Cache, KeepsOneOfSeveralConcurrentCompilations) {
  CompileCache cache(folder_);
  std::vector<std::thread> threads;
  for (int i = 0; i < 8; ++i)
    threads.emplace_back([&] { cache.compile(*test_device(), program(false)); });
  for (std::thread& thread : threads) thread.join();
  EXPECT_TRUE(cache.notes().empty()) << cache.notes()[0];
  EXPECT_EQ(std::distance(fs::directory_iterator(folder_), fs::directory_iterator()), 1);
}

TEST_F(Cache, RecompilesTruncatedFiles) {
  CompileCache(folder_).compile(*test_device(), program(false));
  for (const auto& entry : fs::directory_iterator(folder_)) fs::resize_file(entry.path(), 60);
  CompileCache again(folder_);
  ASSERT_TRUE(again.compile(*test_device(), program(false)).program);
  EXPECT_EQ(again.num_compiled(), 1);
  ASSERT_EQ(again.notes().size(), 1u);  // said once
  EXPECT_NE(again.notes()[0].find("is damaged; recompiled"), std::string::npos);
  CompileCache third(folder_);
  third.compile(*test_device(), program(false));
  EXPECT_EQ(third.num_loaded(), 1);
}

// Compiled programs are code: what others could have written is not loaded.
TEST_F(Cache, TrustsOnlyWhatNobodyElseMayWrite) {
  CompileCache(folder_).compile(*test_device(), program(false));
  EXPECT_EQ(fs::status(folder_).permissions(), fs::perms::owner_all);
  const fs::path kept = fs::directory_iterator(folder_)->path();
  fs::permissions(kept, fs::perms::others_write, fs::perm_options::add);
  CompileCache again(folder_);
  ASSERT_TRUE(again.compile(*test_device(), program(false)).program);
  EXPECT_EQ(again.num_loaded(), 0);
  ASSERT_EQ(again.notes().size(), 1u);
  EXPECT_NE(again.notes()[0].find("others may write to it"), std::string::npos);
  EXPECT_EQ((fs::status(kept).permissions() & fs::perms::others_write), fs::perms::none);
  fs::permissions(folder_, fs::perms::others_all, fs::perm_options::add);
  CompileCache open(folder_);
  ASSERT_TRUE(open.compile(*test_device(), program(false)).program);
  EXPECT_EQ(open.num_loaded(), 0);
  ASSERT_EQ(open.notes().size(), 1u);
}

TEST_F(Cache, RecompilesUnreadableFiles) {
  CompileCache(folder_).compile(*test_device(), program(false));
  const fs::path kept = fs::directory_iterator(folder_)->path();
  fs::remove(kept);
  fs::create_symlink("/proc/self/mem", kept);
  CompileCache again(folder_);
  ASSERT_TRUE(again.compile(*test_device(), program(false)).program);
  EXPECT_EQ(again.num_compiled(), 1);
  ASSERT_EQ(again.notes().size(), 1u);
  EXPECT_NE(again.notes()[0].find("it is a link"), std::string::npos) << again.notes()[0];
}

TEST_F(Cache, WorksWithoutAFolder) {
  std::ofstream(folder_) << "in the way";
  CompileCache cache(folder_);
  ASSERT_TRUE(cache.compile(*test_device(), program(false)).program);
  ASSERT_EQ(cache.notes().size(), 1u);
  EXPECT_NE(cache.notes()[0].find(folder_), std::string::npos);
}

}  // namespace
}  // namespace motley::core::pjrt
