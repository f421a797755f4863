// Particles and files for the tests of snapshots.
#pragma once

#include <gtest/gtest.h>

#include <cstring>
#include <filesystem>
#include <fstream>
#include <string>
#include <vector>

#include "core/base/error.h"
#include "core/base/random.h"
#include "nbody/snapshot/snapshot.h"

namespace motley::nbody {

// A temporary folder per test.
class Folder {
 public:
  Folder() {
    static int count = 0;
    const auto* test = testing::UnitTest::GetInstance()->current_test_info();
    path_ = std::filesystem::temp_directory_path() / fmt::format("motley_{}_{}_{}_{}",
                                                                 test->test_suite_name(),
                                                                 test->name(), ::getpid(), count++);
    std::filesystem::create_directories(path_);
  }
  ~Folder() { std::filesystem::remove_all(path_); }
  std::string operator/(const std::string& name) const { return (path_ / name).string(); }
  size_t num_files() const { return std::distance(std::filesystem::directory_iterator(path_), {}); }

 private:
  std::filesystem::path path_;
};

inline Particles random_particles(int64_t count, uint64_t first_id = 1) {
  Particles particles{.box = {.size = 50}, .mass = 3.17e11, .scale_factor = 0.25};
  resize(particles, count);
  for (int64_t i = 0; i < count; ++i) {
    for (int d = 0; d < 3; ++d) {
      particles.position[d][i] =
          static_cast<uint32_t>(core::uniform_at({1, static_cast<uint32_t>(d)}, i) * 0x1p32);
      particles.momentum[d][i] =
          static_cast<float>(100 * core::normal_at({2, static_cast<uint32_t>(d)}, i));
    }
    particles.id[i] = first_id + i;
  }
  return particles;
}

inline const SnapshotMetadata kMetadata{.omega_m = 0.3,
                                        .omega_lambda = 0.7,
                                        .h = 0.7,
                                        .commit = "0123456789abcdef0123",
                                        .settings = "box:\n  size: 50\n",
                                        .seed = 42};

inline std::string bytes_of(const std::string& path) {
  std::ifstream stream(path, std::ios::binary);
  return {std::istreambuf_iterator<char>(stream), {}};
}
inline void write_bytes(const std::string& path, const std::string& bytes) {
  std::ofstream(path, std::ios::binary) << bytes;
}

// Equal up to the rounding of positions and velocities in a file.
inline void expect_close(const Particles& read, const Particles& written, double slack) {
  ASSERT_EQ(read.size(), written.size());
  EXPECT_EQ(read.id, written.id);
  EXPECT_NEAR(read.box.size, written.box.size, 1e-12 * written.box.size);
  EXPECT_NEAR(read.mass, written.mass, 1e-12 * written.mass);
  EXPECT_EQ(read.scale_factor, written.scale_factor);
  for (int d = 0; d < 3; ++d) {
    for (int64_t i = 0; i < read.size(); ++i) {
      ASSERT_LE(std::abs(read.box.separation(read.position[d][i], written.position[d][i])), slack);
      ASSERT_NEAR(read.momentum[d][i], written.momentum[d][i],
                  3e-7 * std::abs(written.momentum[d][i]));
    }
  }
}

inline std::string read_error(const std::string& path) {
  try {
    SnapshotReader::open(path, {}).read();
  } catch (const core::UserError& error) {
    return error.what();
  }
  return "";
}

}  // namespace motley::nbody
