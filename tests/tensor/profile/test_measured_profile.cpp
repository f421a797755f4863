#include <fmt/format.h>
#include <gtest/gtest.h>

#include <filesystem>
#include <fstream>

#include "core/base/error.h"
#include "tensor/profile/measured_profile.h"

namespace motley::tensor {
namespace {

namespace fs = std::filesystem;

class MeasuredProfiles : public testing::Test {
 protected:
  void SetUp() override {
    const std::string name = testing::UnitTest::GetInstance()->current_test_info()->name();
    folder_ = fs::path(testing::TempDir()) / ("motley_measured_" + name);
    fs::remove_all(folder_);
    fs::create_directories(folder_);
  }
  void TearDown() override { fs::remove_all(folder_); }

  void write(const std::string& name, const std::string& text) const {
    fs::create_directories((folder_ / name).parent_path());
    std::ofstream(folder_ / name) << text;
  }
  std::string path(const std::string& name) const { return (folder_ / name).string(); }
  std::string error_of(const MeasuredProfileFiles& files = {}) const {
    try {
      read_measured_profile(path("net"), files);
    } catch (const core::UserError& error) {
      return error.what();
    }
    return "";
  }

  fs::path folder_;
};

constexpr const char* kTimes = R"({"4": {"2": {"1": [0.002, 0.004, 0.5], "0": [0.001, 0.003, 0.5]}},
                                  "1": {"1": {"0": [0.01, 0.02, 0.25], "1": [0.03, 0.04, 0.25]}}})";
constexpr const char* kBytes = R"({"net": {
    "1": {"0": {"params_bytes": 100, "act_output_bytes": 8, "act_mem_bytes": 64, "more": 1},
          "1": {"params_bytes": 200, "act_output_bytes": 4, "act_mem_bytes": 32}},
    "2": {"0": {"params_bytes": 50, "act_output_bytes": 8, "act_mem_bytes": 33},
          "1": {"params_bytes": 100, "act_output_bytes": 4, "act_mem_bytes": 17}}}})";

TEST_F(MeasuredProfiles, ReadsSailorsFiles) {
  write("net/A100-40/profile.json", kTimes);
  write("net/V100-16/profile.json", R"({"1": {"1": {"0": [1, 2, 3], "1": [4, 5, 6]}}})");
  write("llm_info.json", kBytes);
  const MeasuredProfile profile =
      read_measured_profile(path("net"), {.memory = path("llm_info.json")});
  EXPECT_EQ(profile.name, "net");
  EXPECT_EQ(profile.num_layers, 2);
  ASSERT_EQ(profile.times.size(), 3u);
  const auto& times = profile.times.at({"A100-40", 2, 4});
  EXPECT_EQ(times.layers[0].forward_seconds, 0.001);  // by number, not in the file's order
  EXPECT_EQ(times.layers[1].backward_seconds, 0.004);
  EXPECT_EQ(times.update_seconds, 0.5);
  EXPECT_EQ(profile.bytes.at({"A100-40", 2})[1].saved, 17);
  EXPECT_EQ(profile.bytes.at({"V100-16", 1})[0].parameters, 100);
  EXPECT_FALSE(profile.bytes.contains({"V100-16", 2}));  // no times at that degree
  EXPECT_TRUE(profile.notes.empty());
}

TEST_F(MeasuredProfiles, ReadsMetisFiles) {
  const auto file = [](double ms, int first_mb, const char* last) {
    return fmt::format(
        R"({{"model": {{"model_name": "GPT", "parameters": {{"parameters_per_layer_bytes": [10, 20, 30]}}}},
            "execution_time": {{"optimizer_time_ms": 12, "layer_compute_total_ms": [{}, 6, 9]}},
            "execution_memory": {{"layer_memory_total_mb": [{}, 40{}]}}}})",
        ms, first_mb, last);
  };
  write("net/DeviceType.A100_tp2_bs1.json", file(3, 100, ", 50"));
  write("net/DeviceType.A100_tp2_bs4.json", file(12, 190, ""));
  const MeasuredProfile profile = read_measured_profile(path("net"), {.activation_bytes = 77});
  EXPECT_EQ(profile.name, "GPT");
  const auto& times = profile.times.at({"A100", 2, 4});
  EXPECT_DOUBLE_EQ(times.layers[0].forward_seconds + times.layers[0].backward_seconds, 0.012);
  EXPECT_DOUBLE_EQ(times.update_seconds, 0.012);
  const auto& bytes = profile.bytes.at({"A100", 2});
  constexpr double kMegabyte = 1 << 20;
  EXPECT_DOUBLE_EQ(bytes[0].saved, 30 * kMegabyte);  // (190 - 100) / 3
  EXPECT_DOUBLE_EQ(bytes[0].fixed, 70 * kMegabyte);
  EXPECT_EQ(bytes[2].parameters, 30);
  EXPECT_EQ(bytes[2].activation, 77);
  // The published files have memory of fewer layers than times.
  ASSERT_EQ(profile.notes.size(), 1u);
  EXPECT_NE(profile.notes[0].find("memory of 2 of 3 layers"), std::string::npos);
}

TEST_F(MeasuredProfiles, SayWhatIsWrong) {
  fs::create_directories(folder_ / "net");
  EXPECT_NE(error_of().find("has neither TYPE/profile.json"), std::string::npos);
  write("net/A/profile.json", R"({"1": {"1": {"0": [1, 2, 3], "2": [1, 2, 3]}}})");
  EXPECT_NE(error_of().find("has no layer 1"), std::string::npos);
  write("net/A/profile.json", R"({"1": {"1": {"0": [1, -2, 3]}}})");
  EXPECT_NE(error_of().find("must be a time"), std::string::npos);
  write("net/A/profile.json", R"({"1": {"x": {"0": [1, 2, 3]}}})");
  EXPECT_NE(error_of().find("not a number"), std::string::npos);
  write("net/A/profile.json", R"({"1": {"1": {"0": [1, 2, 3]}}})");
  write("net/B/profile.json", kTimes);
  EXPECT_NE(error_of().find("has 2 layers where others have 1"), std::string::npos);
  EXPECT_EQ(error_of({.types = {"a"}}), "");  // B is not read
  EXPECT_NE(error_of({.types = {"C"}}).find("has no measurements on C"), std::string::npos);
  write("net/B/profile.json", R"({"1": {"1": {"0": [1, 2, 3]}}})");
  write("llm_info.json", R"({"other": {}})");
  EXPECT_NE(error_of({.memory = path("llm_info.json")}).find("has no model net"),
            std::string::npos);
}

TEST_F(MeasuredProfiles, RatesArePolynomialsOfTheMessageSize) {
  write("rates.json", R"({"z": {"A": {"1": {"z": {"A": {"1": [[0.5, 1, 2], 9e9]},
                                                   "B": {"1": [[1], 1e9]}}},
                                      "2": {"z": {"A": {"2": [[4], 4e9]}}}}}})");
  const MessageRates rates = read_message_rates(path("rates.json"), "z");
  const auto seconds = [&](const MessageRates::End& from, const MessageRates::End& to) {
    return MessageRates::seconds(4e6, *rates.coefficients(from, to));
  };
  // 4 MB: log2 is 2, so 0.5 * 4 + 2 + 2 = 6 GB/s.
  EXPECT_DOUBLE_EQ(seconds({"A", 1}, {"A", 1}), 4e6 / 6e9);
  EXPECT_DOUBLE_EQ(seconds({"A", 1}, {"B", 1}), 4e6 / 1e9);
  EXPECT_DOUBLE_EQ(seconds({"A", 4}, {"A", 2}), 4e6 / 4e9);  // the largest known
  EXPECT_DOUBLE_EQ(seconds({"A", 2}, {"A", 1}), 4e6 / 6e9);
  EXPECT_EQ(rates.coefficients({"B", 1}, {"A", 1}), nullptr);
  EXPECT_THROW(read_message_rates(path("rates.json"), "y"), core::UserError);
  // Polynomials without a finite value: a message would take no time, or none that is a number.
  std::string many = "1";
  for (int i = 0; i < 40; ++i) many += ", 1";
  for (const std::string& coefficients : {std::string("1e308, 1e308, -1e308"), many}) {
    write("rates.json", R"({"z": {"A": {"1": {"z": {"A": {"1": [[)" + coefficients + "]]}}}}}}");
    EXPECT_THROW(read_message_rates(path("rates.json"), "z"), core::UserError);
  }
}

}  // namespace
}  // namespace motley::tensor
