// Data in files that numpy has written (tests/data/arrays), and the order in which they are seen.
#include <gtest/gtest.h>
#include <unistd.h>

#include <filesystem>
#include <fstream>
#include <map>
#include <set>

#include "core/base/error.h"
#include "tensor/data/array_file.h"
#include "tensor/data/batches.h"
#include "tensor/data/sample_order.h"
#include "tensor/import/tensor_file.h"

namespace motley::tensor {
namespace {

const std::string kArrays = MOTLEY_TEST_DATA "/arrays/";

// x float32[batch,2], y int32[batch], of 11 samples: x[i] = (i/2, i/2 + 1/4), y[i] = i mod 10.
std::vector<BatchArgument> x_and_y(int64_t batch) {
  return {{5, "x", {ElementType::kF32, {batch, 2}}, 0}, {6, "y", {ElementType::kI32, {batch}}, 10}};
}

std::vector<Literal> batch_of(const BatchSource& source,
                              const std::vector<BatchArgument>& arguments, int64_t step) {
  std::vector<Literal> values;
  std::vector<std::span<std::byte>> out;
  for (const BatchArgument& a : arguments) values.push_back(Literal::zeros(a.type));
  for (Literal& value : values) out.emplace_back(value.data(), value.num_bytes());
  source.fill(step, out);
  return values;
}

// The samples of a batch, told by x; y must belong to the same ones.
std::vector<int> samples_of(const BatchSource& source, int64_t batch_size, int64_t step) {
  const auto values = batch_of(source, x_and_y(batch_size), step);
  std::vector<int> samples;
  for (int64_t i = 0; i < batch_size; ++i) {
    samples.push_back(static_cast<int>(values[0].get_float(2 * i) * 2));
    EXPECT_EQ(values[0].get_float(2 * i + 1), samples.back() / 2.0 + 0.25);
    EXPECT_EQ(values[1].get_signed(i), samples.back() % 10);
  }
  return samples;
}

std::string complaint_of(const auto& action) {
  try {
    action();
  } catch (const core::UserError& error) {
    return error.what();
  }
  return "no complaint";
}

TEST(SampleOrder, SeesEverySampleOnceAnEpoch) {
  for (int64_t count : {1, 2, 3, 7, 64, 65, 1000}) {
    for (int64_t num_validation : {int64_t{0}, count / 3}) {
      const SampleOrder order(count, {.seed = 5, .num_validation = num_validation});
      std::set<int64_t> kept;
      for (int64_t i = 0; i < num_validation; ++i) kept.insert(order.validation_at(i));
      EXPECT_EQ(std::ssize(kept), num_validation);
      for (int64_t epoch = 0; epoch < 3; ++epoch) {
        std::set<int64_t> seen = kept;
        for (int64_t i = 0; i < order.num_training(); ++i) {
          seen.insert(order.at(epoch * order.num_training() + i));
        }
        EXPECT_EQ(std::ssize(seen), count) << "each once, and none of the validation";
        EXPECT_TRUE(*seen.begin() == 0 && *seen.rbegin() == count - 1);
      }
    }
  }
}

TEST(SampleOrder, DependsOnSeedAndEpochAlone) {
  const auto first_ten = [](uint64_t seed, int64_t from) {
    const SampleOrder order(1000, {.seed = seed});
    std::vector<int64_t> samples;
    for (int64_t i = 0; i < 10; ++i) samples.push_back(order.at(from + i));
    return samples;
  };
  EXPECT_EQ(first_ten(1, 0), first_ten(1, 0));
  EXPECT_NE(first_ten(1, 0), first_ten(2, 0));
  EXPECT_NE(first_ten(1, 0), first_ten(1, 1000));
}

// Every place of an epoch sees every sample about as often: a bias would show within 3000 epochs.
TEST(SampleOrder, IsFair) {
  std::map<std::pair<int64_t, int64_t>, int> counts;
  constexpr int64_t kCount = 6, kEpochs = 3000;
  const SampleOrder order(kCount, {.seed = 3});
  for (int64_t p = 0; p < kCount * kEpochs; ++p) ++counts[{p % kCount, order.at(p)}];
  for (const auto& [pair, count] : counts) {
    EXPECT_NEAR(count, kEpochs / kCount, 110) << pair.first << " " << pair.second;  // five sigma
  }
}

TEST(FileData, ShufflesSamplesOfNumpyArchives) {
  for (const char* name : {"samples.npz", "compressed.npz"}) {
    const TrainingData data = open_data({.file = kArrays + name, .seed = 2}, x_and_y(4));
    EXPECT_EQ(data.training.origin, kArrays + name + ", 11 samples");
    ASSERT_EQ(data.notes.size(), 2u);
    EXPECT_EQ(data.notes[0], "`x` is float64 in " + kArrays + name + " and converted to float32");
    std::multiset<int> seen;
    for (int64_t step = 0; step < 11; ++step) {  // four epochs
      for (int sample : samples_of(data.training, 4, step)) seen.insert(sample);
    }
    for (int i = 0; i < 11; ++i) EXPECT_EQ(seen.count(i), 4u);
    EXPECT_NE(samples_of(data.training, 4, 0), (std::vector{0, 1, 2, 3}));
  }
}

TEST(FileData, StaysInOrderOnRequest) {
  const TrainingData data = open_data(
      {.file = kArrays + "samples.npz", .shuffle = false, .validation = "0.3"}, x_and_y(3));
  EXPECT_EQ(samples_of(data.training, 3, 0), (std::vector{0, 1, 2}));
  EXPECT_EQ(samples_of(data.training, 3, 2), (std::vector{6, 7, 0}));  // the next epoch begins
  EXPECT_EQ(data.num_validation_batches, 1);
  EXPECT_EQ(samples_of(data.validation, 3, 0), (std::vector{8, 9, 10}));
}

TEST(FileData, KeepsValidationOutOfTraining) {
  const TrainingData data =
      open_data({.file = kArrays + "samples.npz", .validation = "0.4", .seed = 7}, x_and_y(2));
  EXPECT_EQ(data.num_validation_batches, 2);
  std::set<int> kept, seen;
  for (int64_t k = 0; k < 2; ++k) {
    for (int sample : samples_of(data.validation, 2, k)) kept.insert(sample);
  }
  for (int64_t step = 0; step < 20; ++step) {
    for (int sample : samples_of(data.training, 2, step)) seen.insert(sample);
  }
  EXPECT_EQ(kept.size(), 4u);
  EXPECT_EQ(seen.size(), 7u);
  for (int sample : kept) EXPECT_EQ(seen.count(sample), 0u);

  const TrainingData other = open_data(
      {.file = kArrays + "samples.npz", .validation = kArrays + "compressed.npz"}, x_and_y(2));
  EXPECT_EQ(other.num_validation_batches, 5);
  EXPECT_EQ(samples_of(other.validation, 2, 4), (std::vector{8, 9}));
}

TEST(FileData, TokensAreWindowsOfAnArray) {
  const std::vector<BatchArgument> arguments = {{0, "inputs", {ElementType::kI32, {2, 8}}, 300},
                                                {1, "targets", {ElementType::kI32, {2, 8}}, 300}};
  const TrainingData data =
      open_data({.file = kArrays + "tokens.npy", .validation = "0.2", .seed = 1}, arguments);
  EXPECT_EQ(data.training.origin, kArrays + "tokens.npy, 100 tokens");
  EXPECT_EQ(data.notes, (std::vector<std::string>{"`targets` is `inputs` shifted by one token"}));
  for (int64_t step = 0; step < 50; ++step) {
    const auto values = batch_of(data.training, arguments, step);
    for (int64_t i = 0; i < 16; ++i) {
      EXPECT_EQ(values[1].get_signed(i), (values[0].get_signed(i) + 7) % 300);
      const int64_t place = values[0].get_signed(i) * 43 % 300;  // 7 * 43 = 301
      EXPECT_LT(place + 1, 80) << "the last fifth is for validation";
    }
  }
  EXPECT_EQ(data.num_validation_batches, 1);
  EXPECT_EQ(batch_of(data.validation, arguments, 0)[0].get_signed(0), 80 * 7 % 300);
  EXPECT_EQ(batch_of(data.validation, arguments, 0)[0].get_signed(8), 88 * 7 % 300);

  // One argument: the loss shifts it itself.
  const std::vector<BatchArgument> one = {{0, "tokens", {ElementType::kI32, {2, 9}}, 300}};
  const TrainingData runs = open_data({.file = kArrays + "tokens.npy", .shuffle = false}, one);
  EXPECT_EQ(batch_of(runs.training, one, 0)[0].get_signed(9), 9 * 7 % 300);
}

class BinaryFile : public testing::Test {
 protected:
  void TearDown() override { std::filesystem::remove(file_); }
  void write(const std::string& bytes) { std::ofstream(file_, std::ios::binary) << bytes; }
  const std::string file_ =
      (std::filesystem::temp_directory_path() / ("motley-" + std::to_string(::getpid()) + ".bin"))
          .string();
};

TEST_F(BinaryFile, HoldsTokensOfAStatedType) {
  std::string bytes;
  for (int i = 0; i < 40; ++i) bytes += {static_cast<char>(i), static_cast<char>(i / 32)};
  write(bytes);
  const std::vector<BatchArgument> arguments = {{0, "tok", {ElementType::kI32, {1, 4}}, 300},
                                                {1, "lab", {ElementType::kI32, {1, 4}}, 300}};
  const DataOptions in_order{.file = file_, .token_type = "u16", .shuffle = false};
  const auto values = batch_of(open_data(in_order, arguments).training, arguments, 1);
  EXPECT_EQ(values[0].get_signed(0), 4);
  EXPECT_EQ(values[1].get_signed(0), 5);
  // Token 32 is 32 + 256.
  EXPECT_EQ(batch_of(open_data(in_order, arguments).training, arguments, 8)[0].get_signed(0), 288);
  auto narrow = arguments;
  narrow[0].limit = 100;
  EXPECT_EQ(complaint_of([&] { batch_of(open_data(in_order, narrow).training, narrow, 8); }),
            file_ + ": token 32 is 288, but the model has tokens 0 to 99");
  const auto complaint = [&](const std::string& type) {
    return complaint_of([&] { open_data({.file = file_, .token_type = type}, arguments); });
  };
  EXPECT_EQ(complaint(""),
            file_ +
                ": a file of raw tokens does not state their type: give --data-type, "
                "such as u16");
  EXPECT_EQ(complaint("f32"), "--data-type f32: tokens are u8, u16, u32, u64, i8, i16, i32 or i64");
  write(bytes + "x");
  EXPECT_EQ(complaint("uint16"),
            file_ + ": has 81 bytes, which is not a multiple of the size of uint16");
}

TEST_F(BinaryFile, OfSafetensorsWithPlainNamesIsShuffled) {
  Literal x = Literal::zeros({ElementType::kF32, {6, 2}}),
          y = Literal::zeros({ElementType::kU8, {6}});
  for (int i = 0; i < 6; ++i) {
    x.set_float(2 * i, i / 2.0);
    x.set_float(2 * i + 1, i / 2.0 + 0.25);
    y.set_unsigned(i, i);
  }
  write_tensors(file_, {{"x", x}, {"y", y}});
  const TrainingData data = open_data({.file = file_, .seed = 1}, x_and_y(3));
  std::set<int> seen;
  for (int64_t step : {0, 1}) {
    for (int sample : samples_of(data.training, 3, step)) seen.insert(sample);
  }
  EXPECT_EQ(seen.size(), 6u);
}

TEST_F(BinaryFile, WithoutKeysHasThemDrawn) {
  Literal x = Literal::zeros({ElementType::kF32, {6, 2}});
  write_tensors(file_, {{"x", x}});
  const std::vector<BatchArgument> arguments = {{0, "x", {ElementType::kF32, {2, 2}}, 0},
                                                {1, "rng", {ElementType::kU32, {2}}, 0}};
  const TrainingData data = open_data({.file = file_, .seed = 1}, arguments);
  ASSERT_EQ(data.notes.size(), 1u);
  EXPECT_EQ(data.notes[0], file_ + " has no `rng`: keys are drawn from the seed");
  const auto key = [&](int64_t step) { return batch_of(data.training, arguments, step)[1]; };
  EXPECT_EQ(key(3), key(3));
  EXPECT_NE(key(3), key(4));
}

TEST(FileData, SaysWhatDoesNotFit) {
  const auto complaint = [](const std::string& name, const std::vector<BatchArgument>& arguments,
                            const std::string& validation = "") {
    const std::string text = complaint_of(
        [&] { open_data({.file = kArrays + name, .validation = validation}, arguments); });
    return text.starts_with(kArrays) ? text.substr(kArrays.size()) : text;
  };
  const BatchArgument x{0, "x", {ElementType::kF32, {4, 2}}, 0};
  EXPECT_EQ(
      complaint("samples.npz", {{0, "z", {ElementType::kF32, {4, 2}}, 0}}),
      "samples.npz: has no array `z`, a batch argument of the model (tensor<4x2xf32>); it has "
      "x, y");
  EXPECT_TRUE(complaint("samples.npz", {{0, "xs", {ElementType::kF32, {4, 2}}, 0}})
                  .ends_with("it has x, y; did you mean `x`?"));
  EXPECT_EQ(complaint("samples.npz", {{0, "x", {ElementType::kI32, {4, 2}}, 0}}),
            "samples.npz: `x` is float64[11,2], but `x` is tensor<4x2xi32>: numbers with fractions "
            "are not converted to integers");
  EXPECT_EQ(complaint("samples.npz", {{0, "x", {ElementType::kF32, {4, 3}}, 0}}),
            "samples.npz: `x` is float64[11,2], but `x` is tensor<4x3xf32>: only the first extent "
            "may differ");
  EXPECT_EQ(complaint("samples.npz", {{0, "x", {ElementType::kF32, {12, 2}}, 0}}),
            "samples.npz: `x` is float64[11,2], but `x` is tensor<12x2xf32>: it has too few rows "
            "for one batch");
  EXPECT_EQ(complaint("fortran.npy", {x}),
            "fortran.npy: is in Fortran's order; save np.ascontiguousarray(a)");
  EXPECT_EQ(complaint("big_endian.npy", {x}),
            "big_endian.npy: holds big-endian numbers; convert them: a.astype('<f4')");
  EXPECT_EQ(complaint("tokens.npy", x_and_y(2)),
            "tokens.npy: holds one array, but the model has 2 batch arguments; name an array after "
            "each in a .npz file: `x`");
  EXPECT_EQ(complaint("samples.npz", x_and_y(4), "0.3"),
            "samples.npz: the validation data are less than one batch: hold out a larger fraction");
  EXPECT_EQ(complaint("samples.npz", x_and_y(4), "many"),
            "--validation many: give a fraction such as 0.1, or a file of validation data");
}

// Whatever part of a file is missing or changed is a complaint or other numbers, never a crash.
TEST_F(BinaryFile, ThatIsDamagedIsRefusedOrHarmless) {
  for (const char* name : {"samples.npz", "compressed.npz", "tokens.npy"}) {
    std::ifstream stream(kArrays + name, std::ios::binary);
    const std::string good{std::istreambuf_iterator<char>(stream), {}};
    int num_refused = 0;
    for (size_t at = 0; at < good.size(); at += at < 16 ? 1 : 11) {
      std::string bad = good;
      bad[at] = static_cast<char>(bad[at] ^ 0x55);
      write(bad);
      num_refused += complaint_of([&] { read_arrays(file_); }) != "no complaint";
      write(good.substr(0, at));
      if (at > 8) {
        EXPECT_NE(complaint_of([&] { read_arrays(file_); }), "no complaint") << at;
      }
    }
    EXPECT_GT(num_refused, 8) << name;
  }
}

}  // namespace
}  // namespace motley::tensor
