#include <fcntl.h>
#include <gtest/gtest.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include <unistd.h>

#include <filesystem>
#include <fstream>

#include "core/base/error.h"
#include "core/io/files.h"
#include "core/io/folder_lock.h"

namespace motley::core {
namespace {

namespace fs = std::filesystem;

class FilesFolder : public testing::Test {
 protected:
  void SetUp() override {
    std::string name = (fs::temp_directory_path() / "motley-XXXXXX").string();
    ASSERT_NE(::mkdtemp(name.data()), nullptr);
    folder_ = name;
  }
  void TearDown() override { fs::remove_all(folder_); }
  std::string path(const char* name) const { return (folder_ / name).string(); }
  size_t num_files() const {
    return static_cast<size_t>(std::distance(fs::directory_iterator(folder_), {}));
  }
  static std::string refusal(const auto& action) {
    try {
      action();
    } catch (const UserError& error) {
      return error.what();
    }
    return "no complaint";
  }
  static void put(const std::string& file, const std::string& text) { std::ofstream(file) << text; }

  fs::path folder_;
};

TEST_F(FilesFolder, ALinkOfTheUserIsFollowedAndAnotherIsReplaced) {
  put(path("victim"), "precious");
  fs::create_symlink("victim", path("link"));
  replace_text_file(path("link"), "new", Links::kReplace);
  EXPECT_EQ(read_text_file(path("victim")), "precious");
  EXPECT_FALSE(fs::is_symlink(path("link")));
  fs::remove(path("link"));
  fs::create_symlink("victim", path("link"));
  replace_text_file(path("link"), "new");
  EXPECT_EQ(read_text_file(path("victim")), "new");
  EXPECT_TRUE(fs::is_symlink(path("link")));
  EXPECT_EQ(num_files(), 2u);
}

TEST_F(FilesFolder, AFileWithoutCommitLeavesNothing) {
  put(path("a"), "old");
  {
    NewFile file(path("a"));
    file.write(std::as_bytes(std::span("new", 3)));
    EXPECT_EQ(num_files(), 2u);
  }
  EXPECT_EQ(read_text_file(path("a")), "old");
  EXPECT_EQ(num_files(), 1u);
}

TEST_F(FilesFolder, OnlyWhatAKilledWriterLeftIsRemoved) {
  put(unfinished_name(path("a"), 7), "");
  for (const char* other : {"a", "a.tmp", "a.00000000000000g0.tmp", "b.0000000000000007.tmp"}) {
    put(path(other), "");
  }
  remove_unfinished(folder_.string(), "a");
  EXPECT_EQ(num_files(), 4u);
}

TEST_F(FilesFolder, ReadingHasLimits) {
  put(path("a"), "12345");
  EXPECT_EQ(read_text_file(path("a"), 5), "12345");
  EXPECT_EQ(refusal([&] { read_text_file(path("a"), 4); }),
            path("a") + ": is larger than 4 bytes, more than any file of its kind");
  EXPECT_NE(refusal([&] { read_text_file("/dev/zero", 1 << 20); }), "no complaint");
  const std::string pipe = path("pipe");
  ASSERT_EQ(::mkfifo(pipe.c_str(), 0600), 0);
  const pid_t writer = ::fork();
  if (writer == 0) {
    put(pipe, "from a pipe");
    ::_exit(0);
  }
  EXPECT_EQ(read_text_file(pipe), "from a pipe");
  ::waitpid(writer, nullptr, 0);
}

TEST_F(FilesFolder, PlainNamesAreThoseOfFilesBeside) {
  for (const char* good : {"a", "restart-1.0.safetensors"}) EXPECT_TRUE(is_plain_name(good));
  for (const char* bad : {"", ".", "..", ".a", "/a", "../a", "a/b", "a\nb"}) {
    EXPECT_FALSE(is_plain_name(bad)) << bad;
  }
}

TEST_F(FilesFolder, ALockNamesTheOtherRun) {
  const std::string folder = path("ck");
  {
    const FolderLock lock(folder, "motley train gpt");
    const std::string said = refusal([&] { FolderLock(folder, "motley train bert"); });
    EXPECT_NE(said.find("is in use by another run (motley train gpt, process "), said.npos) << said;
  }
  EXPECT_FALSE(fs::exists(folder));  // made for the lock, and nothing came of it
  const pid_t killed = ::fork();
  if (killed == 0) {
    const FolderLock lock(folder, "one that is killed");
    ::_exit(0);
  }
  ::waitpid(killed, nullptr, 0);
  EXPECT_TRUE(fs::exists(folder + "/lock"));
  put(folder + "/latest", "");
  { const FolderLock lock(folder, "the next"); }
  EXPECT_FALSE(fs::exists(folder + "/lock"));
  EXPECT_TRUE(fs::exists(folder + "/latest"));
}

TEST_F(FilesFolder, ALockThatIsALinkIsRefused) {
  put(path("victim"), "precious");
  fs::create_symlink("victim", path("lock"));
  EXPECT_NE(refusal([&] { FolderLock(folder_.string(), "me"); }), "no complaint");
  EXPECT_EQ(read_text_file(path("victim")), "precious");
}

}  // namespace
}  // namespace motley::core
