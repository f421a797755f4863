#include <gtest/gtest.h>
#include <signal.h>
#include <sys/resource.h>
#include <sys/wait.h>
#include <unistd.h>

#include <algorithm>
#include <cstring>
#include <filesystem>
#include <fstream>
#include <numeric>
#include <random>
#include <sstream>

#include "core/base/error.h"
#include "core/io/checkpoint.h"
#include "core/io/checkpoint_index.h"
#include "core/io/checksum.h"
#include "core/io/files.h"

namespace motley::core {
namespace {

namespace fs = std::filesystem;
using Shards = std::vector<std::vector<PieceToWrite>>;

std::string error_of(const auto& action) {
  try {
    action();
  } catch (const UserError& error) {
    return error.what();
  }
  return "no complaint";
}

// Two tensors whose bytes depend on the step.
struct Content {
  std::vector<float> weight;
  int64_t count;

  explicit Content(int64_t step, size_t size = 12) : weight(size), count(step) {
    std::iota(weight.begin(), weight.end(), static_cast<float>(step));
  }
  Shards shards() const {
    return {
        {{"000.param.w", "F32", {int64_t(weight.size()) / 4, 4}, std::as_bytes(std::span(weight))},
         {"state.step", "I64", {}, std::as_bytes(std::span(&count, 1))}}};
  }
};

void write(const std::string& folder, int64_t step, size_t size = 12) {
  write_checkpoint(folder, {.step = step, .facts = {{"model", "gpt"}}},
                   Content(step, size).shards());
}

// Reads everything and compares it with what that step wrote; returns the step.
int64_t read_all(const std::string& folder, size_t size = 12) {
  const Checkpoint checkpoint = Checkpoint::open(folder);
  const int64_t step = checkpoint.facts().step;
  Content read(-1, size);
  checkpoint.read(*checkpoint.find("000.param.w"), std::as_writable_bytes(std::span(read.weight)));
  checkpoint.read(*checkpoint.find("state.step"),
                  std::as_writable_bytes(std::span(&read.count, 1)));
  EXPECT_EQ(read.weight, Content(step, size).weight);
  EXPECT_EQ(read.count, step);
  return step;
}

class CheckpointFolder : public testing::Test {
 protected:
  void SetUp() override {
    std::string name = (fs::temp_directory_path() / "motley-XXXXXX").string();
    ASSERT_NE(::mkdtemp(name.data()), nullptr);
    folder_ = name;
  }
  void TearDown() override { fs::remove_all(folder_); }

  std::vector<std::string> names() const {
    std::vector<std::string> list;
    for (const auto& entry : fs::directory_iterator(folder_)) {
      list.push_back(entry.path().filename().string());
    }
    std::ranges::sort(list);
    return list;
  }
  // All files of the checkpoint in `folder_`.
  std::vector<fs::path> files() const {
    std::vector<fs::path> list;
    for (const auto& entry : fs::recursive_directory_iterator(folder_)) {
      if (entry.is_regular_file()) list.push_back(entry.path());
    }
    std::ranges::sort(list);
    return list;
  }
  static void put(const fs::path& file, const std::string& text) {
    std::ofstream(file, std::ios::binary) << text;
  }

  std::string folder_;
};

TEST(Crc32c, IsTheKnownOneOnBothWays) {
  const std::string digits = "123456789";
  EXPECT_EQ(crc32c(std::as_bytes(std::span(digits))), 0xe3069283u);
  EXPECT_EQ(crc32c({}), 0u);
  std::string text;
  for (int i = 0; i < 100; ++i) {
    const auto bytes = std::as_bytes(std::span(text));
    EXPECT_EQ(crc32c(bytes), detail::portable_crc32c(bytes, 0));
    const size_t cut = text.size() / 3;
    EXPECT_EQ(crc32c(bytes.subspan(cut), crc32c(bytes.first(cut))), crc32c(bytes));
    text += static_cast<char>(i * 37);
  }
}

TEST_F(CheckpointFolder, ReadsWhatItWroteAndKeepsOnlyTheNewest) {
  EXPECT_FALSE(has_checkpoint(folder_));
  EXPECT_EQ(error_of([&] { Checkpoint::open(folder_); }),
            folder_ + ": there is no checkpoint here");
  put(fs::path(folder_) / "notes.txt", "the user's own");
  fs::create_directory(fs::path(folder_) / "step-by-step");
  for (int64_t step : {5, 20, 20, 7}) {  // the same step twice, and an earlier one
    write(folder_, step);
    EXPECT_TRUE(has_checkpoint(folder_));
    EXPECT_EQ(read_all(folder_), step);
  }
  EXPECT_EQ(names(),
            (std::vector<std::string>{"latest", "notes.txt", "step-000007", "step-by-step"}));
  EXPECT_EQ(Checkpoint::open(folder_).facts().facts.at("model"), "gpt");
}

TEST_F(CheckpointFolder, MakesTheFolder) {
  write(folder_ + "/a/b", 1);
  EXPECT_EQ(read_all(folder_ + "/a/b"), 1);
}

TEST_F(CheckpointFolder, DoesNotDependOnTheNumberOfShards) {
  // w is 4x6, split into three uneven boxes; v is whole in the second shard.
  std::vector<int32_t> w(24), left(8), top(8), bottom(8), v = {1, 2, 3};
  std::iota(w.begin(), w.end(), 0);
  for (int i = 0; i < 4; ++i) {
    for (int j = 0; j < 6; ++j) {
      const int value = w[i * 6 + j];
      if (j < 2) left[i * 2 + j] = value;
      if (j >= 2 && i < 2) top[i * 4 + j - 2] = value;
      if (j >= 2 && i >= 2) bottom[(i - 2) * 4 + j - 2] = value;
    }
  }
  const auto piece = [](const std::vector<int32_t>& values, Box box) {
    return PieceToWrite{"w", "I32", {4, 6}, std::as_bytes(std::span(values)), std::move(box)};
  };
  write_checkpoint(
      folder_, {.step = 1},
      Shards{{piece(left, {{0, 0}, {4, 2}})},
             {piece(top, {{0, 2}, {2, 4}}), {"v", "I32", {3}, std::as_bytes(std::span(v))}},
             {piece(bottom, {{2, 2}, {2, 4}})}});
  const Checkpoint checkpoint = Checkpoint::open(folder_);
  const CheckpointTensor& tensor = *checkpoint.find("w");
  std::vector<int32_t> read(24);
  checkpoint.read(tensor, std::as_writable_bytes(std::span(read)));
  EXPECT_EQ(read, w);
  for (const Box& box : std::vector<Box>{{{1, 1}, {2, 4}}, {{3, 5}, {1, 1}}, {{0, 3}, {4, 3}}}) {
    std::vector<int32_t> part(box.shape[0] * box.shape[1]), expected;
    checkpoint.read(tensor, box, std::as_writable_bytes(std::span(part)));
    for (int64_t i = 0; i < box.shape[0]; ++i) {
      for (int64_t j = 0; j < box.shape[1]; ++j) {
        expected.push_back(w[(box.offset[0] + i) * 6 + box.offset[1] + j]);
      }
    }
    EXPECT_EQ(part, expected);
  }
}

TEST_F(CheckpointFolder, RejectsAFlippedByteAnywhere) {
  write(folder_, 3);
  std::mt19937 random(1);
  for (const fs::path& file : files()) {
    const std::string good = read_text_file(file);
    const std::string name = file.filename().string();
    for (size_t i = 0; i < good.size(); ++i) {
      std::string bad = good;
      bad[i] ^= static_cast<char>(random() % 255 + 1);
      put(file, bad);
      const std::string message = error_of([&] { read_all(folder_); });
      EXPECT_TRUE(message.find(folder_) == 0) << name << " byte " << i << ": " << message;
      // The data are at the end of the shard: 12 floats, and 8 bytes before the end the step.
      if (file.extension() != ".safetensors" || i < good.size() - 56) continue;
      const char* tensor = i < good.size() - 8 ? "`000.param.w`" : "`state.step`";
      EXPECT_NE(message.find(tensor), message.npos) << i << ": " << message;
    }
    put(file, good);
  }
  EXPECT_EQ(read_all(folder_), 3);
}

TEST_F(CheckpointFolder, RejectsTruncatedAndMissingFiles) {
  write(folder_, 3);
  for (const fs::path& file : files()) {
    const std::string good = read_text_file(file);
    for (size_t size = 0; size < good.size(); ++size) {
      put(file, good.substr(0, size));
      const std::string message = error_of([&] { read_all(folder_); });
      EXPECT_TRUE(message.find(folder_) == 0) << file << " of " << size << " bytes: " << message;
      if (file.extension() == ".safetensors" && size >= good.size() - 56) {
        EXPECT_NE(message.find(size < good.size() - 8 ? "`000.param.w`" : "`state.step`"),
                  message.npos)
            << size << ": " << message;
      }
    }
    fs::remove(file);
    EXPECT_TRUE(error_of([&] { read_all(folder_); }).find(folder_) == 0);
    put(file, good + "x");
    EXPECT_TRUE(error_of([&] { read_all(folder_); }).find(folder_) == 0);
    put(file, good);
  }
}

TEST_F(CheckpointFolder, AFailedWriteLeavesTheOldOne) {
  write(folder_, 3);
  const std::vector<float> value = {1};
  const Shards unwritable = {{{"\xff", "F32", {1}, std::as_bytes(std::span(value))}}};
  EXPECT_NE(error_of([&] { write_checkpoint(folder_, {.step = 4}, unwritable); }), "no complaint");
  EXPECT_EQ(names(), (std::vector<std::string>{"latest", "step-000003"}));
  EXPECT_EQ(read_all(folder_), 3);
  EXPECT_NE(error_of([&] { write("/proc/nowhere", 4); }), "no complaint");

  // A file size limit simulates a disk that becomes full.
  struct rlimit old = {};
  ASSERT_EQ(::getrlimit(RLIMIT_FSIZE, &old), 0);
  const auto old_handler = ::signal(SIGXFSZ, SIG_IGN);
  for (rlim_t bytes : {0, 100, 5000}) {  // in the header, in the data, and later
    const struct rlimit limit = {bytes, old.rlim_max};
    ASSERT_EQ(::setrlimit(RLIMIT_FSIZE, &limit), 0);
    const std::string message = error_of([&] { write(folder_, 4, 1 << 16); });
    ASSERT_EQ(::setrlimit(RLIMIT_FSIZE, &old), 0);
    EXPECT_NE(message.find("cannot be written: File too large"), message.npos) << message;
  }
  ::signal(SIGXFSZ, old_handler);
  EXPECT_EQ(names(), (std::vector<std::string>{"latest", "step-000003"}));
  EXPECT_EQ(read_all(folder_), 3);
}

// An index with one tensor of 4 x 4, in pieces at these offsets and of these shapes.
std::string index_of(const std::vector<std::pair<std::string, std::string>>& pieces,
                     const std::string& step = "3") {
  std::string list;
  for (const auto& [offset, shape] : pieces) {
    list +=
        (list.empty() ? "" : ",") +
        fmt::format(R"({{"file":"a","offset":{},"shape":{},"crc32c":"00000000"}})", offset, shape);
  }
  return fmt::format(
      R"({{"format":"motley-checkpoint","version":1,"step":{},"facts":{{}},"shards":)"
      R"([{{"file":"a","header_bytes":8,"header_crc32c":"00000000"}}],"tensors":)"
      R"([{{"name":"w","dtype":"F32","shape":[4,4],"pieces":[{}]}}]}})",
      step, list);
}

TEST(CheckpointIndex, PiecesCoverATensorExactly) {
  const auto refusal = [](const std::string& text) {
    return error_of([&] { parse_checkpoint_index(text, "index.json"); });
  };
  EXPECT_EQ(refusal(index_of({{"[0,0]", "[4,4]"}})), "no complaint");
  EXPECT_EQ(refusal(index_of({{"[2,0]", "[2,4]"}, {"[0,0]", "[2,1]"}, {"[0,1]", "[2,3]"}})),
            "no complaint");
  // As many elements as the whole, but rows 2 and 3 are in none.
  EXPECT_EQ(refusal(index_of({{"[0,0]", "[2,4]"}, {"[0,0]", "[2,4]"}})),
            "index.json: is not a checkpoint index: tensor `w`: two of its pieces overlap");
  EXPECT_EQ(refusal(index_of({{"[0,0]", "[4,2]"}, {"[2,1]", "[2,2]"}, {"[0,3]", "[4,1]"}})),
            "index.json: is not a checkpoint index: tensor `w`: two of its pieces overlap");
  EXPECT_EQ(refusal(index_of({{"[0,0]", "[4,3]"}})),
            "index.json: is not a checkpoint index: tensor `w`: its pieces do not cover it");
}

TEST(CheckpointIndex, StepsAreWholeNumbers) {
  for (const char* step : {"-5", "1.9", "1e308", "\"3\"", "1e309"}) {
    const std::string said = error_of([&] {
      parse_checkpoint_index(index_of({{"[0,0]", "[4,4]"}}, step), "index.json");
    });
    EXPECT_TRUE(said.starts_with("index.json:1:")) << said;
  }
}

TEST_F(CheckpointFolder, ALinkInTheFolderIsNotFollowed) {
  const fs::path folder = fs::path(folder_) / "ck";
  fs::create_directory(folder);
  put(fs::path(folder_) / "victim", "precious");
  for (const char* name : {"latest", "latest.tmp"}) fs::create_symlink("../victim", folder / name);
  write(folder.string(), 3);
  EXPECT_EQ(read_text_file(fs::path(folder_) / "victim"), "precious");
  EXPECT_EQ(read_all(folder.string()), 3);
}

TEST_F(CheckpointFolder, RejectsAnIndexOfAnotherVersion) {
  write(folder_, 3);
  const fs::path index = fs::path(folder_) / "step-000003" / "index.json";
  std::string text = read_text_file(index);
  text.replace(text.find("\"version\": 1"), 12, "\"version\": 2");
  put(index, text);
  std::ostringstream latest;
  latest << "step-000003 " << std::hex << crc32c(std::as_bytes(std::span(text))) << "\n";
  put(fs::path(folder_) / "latest", latest.str());
  EXPECT_EQ(error_of([&] { Checkpoint::open(folder_); }),
            index.string() + ": is of version 2; this Motley reads version 1");
}

// A child writes one checkpoint after another and is killed at random moments.
TEST_F(CheckpointFolder, AKillAtAnyMomentLeavesACompleteOne) {
  constexpr size_t kSize = 1 << 16;
  const unsigned seed = std::random_device()();
  SCOPED_TRACE(seed);
  std::mt19937 random(seed);
  int64_t last = 0;
  write(folder_, last, kSize);
  // On a slow disk the children get more time, until one of them completes something.
  for (int round = 0; round < 40 || (last == 0 && round < 200); ++round) {
    const pid_t child = ::fork();
    ASSERT_GE(child, 0);
    if (child == 0) {
      for (int64_t step = last + 1;; ++step) write(folder_, step, kSize);
    }
    ::usleep(random() % 20000 + (last == 0 ? 2000 * round : 0));
    ::kill(child, SIGKILL);
    ASSERT_EQ(::waitpid(child, nullptr, 0), child);
    const int64_t step = read_all(folder_, kSize);
    EXPECT_GE(step, last);
    last = step;
  }
  EXPECT_GT(last, 0);
  write(folder_, last + 1, kSize);  // removes the unfinished folder
  EXPECT_EQ(names().size(), 2u);
}

TEST(CheckpointWriters, EachWriteAShardAndTheRootFinishes) {
  const std::string folder =
      (fs::temp_directory_path() / ("motley-writers-" + std::to_string(::getpid()))).string();
  fs::remove_all(folder);
  const std::vector<float> values = {0, 1, 2, 3, 4, 5};
  const auto part = [&](size_t begin, size_t count, Box box) {
    return PieceToWrite{
        "w", "F32", {2, 3}, std::as_bytes(std::span(values).subspan(begin, count)), std::move(box)};
  };
  for (int64_t step : {1, 2, 3, 4}) {
    const UnfinishedCheckpoint begun = begin_checkpoint(folder, step);
    // The second writer has two pieces that are apart in the whole.
    const std::vector<std::string> shards = {
        write_checkpoint_shard(begun, 0, {part(0, 3, {{0, 0}, {1, 3}})}),
        write_checkpoint_shard(begun, 1,
                               {part(3, 1, {{1, 0}, {1, 1}}), part(4, 2, {{1, 1}, {1, 2}})})};
    if (step == 2) {  // nothing of it is seen
      EXPECT_NE(error_of([&] {
                  finish_checkpoint(begun, {.step = step}, {&shards[0], 1}, 2);
                }),
                "no complaint");
      abandon(begun);
      EXPECT_EQ(Checkpoint::open(folder).facts().step, 1);
      continue;
    }
    finish_checkpoint(begun, {.step = step}, shards, 2);
    const Checkpoint checkpoint = Checkpoint::open(folder);
    EXPECT_EQ(checkpoint.facts().step, step);
    std::vector<float> read(6);
    checkpoint.read(*checkpoint.find("w"), std::as_writable_bytes(std::span(read)));
    EXPECT_EQ(read, values);
  }
  // Two are kept, and both can be opened by name.
  EXPECT_EQ(Checkpoint::open(folder + "/step-000003").facts().step, 3);
  EXPECT_FALSE(fs::exists(folder + "/step-000001"));
  EXPECT_EQ(std::distance(fs::directory_iterator(folder), {}), 3);
  EXPECT_NE(error_of([&] {
              write_checkpoint_shard({folder, "step-000009"}, 0, {});
            }).find("a file system that all hosts share"),
            std::string::npos);
  fs::remove_all(folder);
}

}  // namespace
}  // namespace motley::core
