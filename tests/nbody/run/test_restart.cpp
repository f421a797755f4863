// Restart files that are damaged, incomplete or made up: each is refused with a sentence, and
// nothing beside them is touched.
#include <gtest/gtest.h>
#include <unistd.h>

#include <filesystem>
#include <fstream>
#include <functional>
#include <memory>

#include "core/base/error.h"
#include "core/io/checksum.h"
#include "core/io/files.h"
#include "nbody/run/restart_file.h"
#include "nbody/run/run_cases.h"
#include "nbody/run/simulation.h"

namespace motley::nbody {
namespace {

namespace fs = std::filesystem;

class RestartTest : public testing::Test {
 protected:
  static constexpr int kSide = 6;

  void SetUp() override {
    std::string name = (fs::temp_directory_path() / "motley-XXXXXX").string();
    ASSERT_NE(::mkdtemp(name.data()), nullptr);
    folder_ = name;
    path_ = (folder_ / "restart").string();
    Simulation simulation(settings_, Box{.size = settings_.box.size}, kBegin, {});
    simulation.begin(wavy_particles(kSide, kBegin, settings_));
    simulation.write_restart(path_);
    list_ = parse_restart_list(core::read_text_file(path_), path_);
    part_ = part_path(path_, list_.parts[0].name);
  }
  void TearDown() override { fs::remove_all(folder_); }

  // What is said of the files as they are; empty: they are resumed.
  std::string refusal() const {
    try {
      const RestartMetadata metadata = read_restart_metadata(path_);
      Simulation simulation(settings_, metadata.box, metadata.a_begin, {.measured = true});
      simulation.resume(path_);
    } catch (const core::UserError& error) {
      return error.what();
    }
    return "";
  }

  // Rewrites the part with other metadata, and with checksums that are right for it.
  void write_part(const std::function<void(core::SafetensorsMetadata&)>& change) {
    const core::SafetensorsFile file = core::SafetensorsFile::open(part_);
    core::SafetensorsMetadata metadata = file.metadata();
    change(metadata);
    std::vector<core::TensorToWrite> tensors;
    for (const core::TensorEntry& entry : file.entries()) {
      tensors.push_back({entry.name, entry.dtype, entry.shape, file.bytes(entry)});
    }
    const core::WrittenFile written = core::write_safetensors(part_ + "x", tensors, metadata);
    fs::rename(part_ + "x", part_);
    RestartList list = list_;
    list.parts[0].bytes = written.bytes;
    list.parts[0].checksum = written.checksum;
    core::replace_text_file(path_, print_restart_list(list));
  }

  Settings settings_ = small_settings(kSide);
  fs::path folder_;
  std::string path_, part_;
  RestartList list_;
};

TEST_F(RestartTest, AsWrittenItIsResumed) { EXPECT_EQ(refusal(), ""); }

TEST_F(RestartTest, ALineOfTheListThatIsMissingOrChangedIsSeen) {
  const std::string text = core::read_text_file(path_);
  for (size_t begin = 0; begin < text.size();) {
    const size_t end = text.find('\n', begin) + 1;
    core::replace_text_file(path_, text.substr(0, begin) + text.substr(end));
    EXPECT_NE(refusal(), "") << "without " << text.substr(begin, end - begin);
    begin = end;
  }
  for (size_t i = 0; i < text.size(); ++i) {
    std::string other = text;
    other[i] = other[i] == '1' ? '2' : '1';
    core::replace_text_file(path_, other);
    EXPECT_NE(refusal(), "") << "byte " << i;
  }
}

TEST_F(RestartTest, AFlippedBitAnywhereInAPartIsSeen) {
  const std::string whole = core::read_text_file(part_);
  for (size_t i = 0; i < whole.size(); i += 97) {
    std::string other = whole;
    other[i] = static_cast<char>(other[i] ^ (1 << (i % 8)));
    std::ofstream(part_, std::ios::binary) << other;
    EXPECT_NE(refusal(), "") << "byte " << i;
  }
  std::ofstream(part_, std::ios::binary) << whole.substr(0, whole.size() - 1);
  EXPECT_NE(refusal(), "");
  fs::remove(part_);
  EXPECT_NE(refusal(), "");
}

TEST_F(RestartTest, EveryNumberIsWithinItsRange) {
  const std::pair<const char*, const char*> wrong[] = {
      {"count", "0"},          {"count", "-1"},      {"box", "inf"},
      {"box", "-1"},           {"box", "nan"},       {"mass", "0"},
      {"a_begin", "nan"},      {"a_begin", "inf"},   {"a_end", "0"},
      {"scale_factor", "1e9"}, {"scale_factor", ""}, {"tick", "-1"},
      {"tick", "9e18"},        {"steps", "-1"},      {"steps", "9223372036854775807"},
      {"shares", "2"},         {"shares", "nan"},    {"shares", "-1 2"},
      {"balance", "0 1 5"},    {"balance", ""},      {"balance", "0 1 1e300"},
      {"balance", "-1 1 0"},   {"cuts", "5"},        {"cuts", "0 7"},
      {"energy.first", "nan"}, {"energy.a", "1x"},   {"written", "nan"},
      {"settings", "box: ["},
  };
  for (const auto& [key, value] : wrong) {
    write_part([&](core::SafetensorsMetadata& metadata) { metadata[key] = value; });
    const std::string said = refusal();
    EXPECT_NE(said, "") << key << " " << value;
    write_part([&](core::SafetensorsMetadata& metadata) { metadata.erase(key); });
    EXPECT_NE(refusal(), "") << "without " << key;
    TearDown();
    SetUp();
  }
}

TEST_F(RestartTest, OnlyPartsBesideItCanBeNamed) {
  const fs::path victim = folder_ / "victim.safetensors";
  fs::copy_file(part_, victim);
  for (const std::string& name :
       {victim.string(), std::string("../victim.safetensors"), std::string("victim.safetensors"),
        std::string("restart-0.0.safetensors/../victim.safetensors")}) {
    RestartList list = list_;
    list.parts[0].name = name;
    core::replace_text_file(path_, print_restart_list(list));
    EXPECT_NE(refusal().find("is not the name of one of its parts"), std::string::npos) << name;
    remove_restart(path_);
    EXPECT_TRUE(fs::exists(victim)) << name;
  }
}

TEST_F(RestartTest, LeftoversOfAKilledRunArePruned) {
  const std::string old = (folder_ / "restart-7.0.safetensors").string();
  const std::string unfinished = core::unfinished_name((folder_ / "restart-8.1.safetensors"), 3);
  const std::string other = (folder_ / "restart-notes.txt").string();
  for (const std::string& file : {old, unfinished, other}) std::ofstream(file) << "x";
  prune_restart_parts(path_);
  EXPECT_FALSE(fs::exists(old));
  EXPECT_FALSE(fs::exists(unfinished));
  EXPECT_TRUE(fs::exists(other));
  EXPECT_EQ(refusal(), "");
  // A list that cannot be read may be of another version: nothing is removed.
  std::ofstream(path_) << "motley nbody restart 4\n";
  prune_restart_parts(path_);
  EXPECT_TRUE(fs::exists(part_));
}

}  // namespace
}  // namespace motley::nbody
