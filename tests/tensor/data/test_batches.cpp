#include <gtest/gtest.h>
#include <unistd.h>

#include <algorithm>
#include <filesystem>
#include <fstream>
#include <numeric>
#include <set>
#include <thread>

#include "core/base/error.h"
#include "tensor/data/batches.h"
#include "tensor/data/index_limits.h"
#include "tensor/data/stories.h"
#include "tensor/data/synthetic.h"
#include "tensor/import/tensor_file.h"
#include "tensor/models/models.h"

namespace motley::tensor {
namespace {

std::vector<BatchArgument> arguments_of(const std::string& model) {
  const BuiltModel built = build_model(model);
  return batch_arguments(built.loss, built.signature);
}

std::vector<Literal> batch(const BatchSource& source, const std::vector<BatchArgument>& arguments,
                           int64_t step) {
  std::vector<Literal> values;
  std::vector<std::span<std::byte>> out;
  for (const BatchArgument& a : arguments) values.push_back(Literal::zeros(a.type));
  for (Literal& value : values) out.emplace_back(value.data(), value.num_bytes());
  source.fill(step, out);
  return values;
}

std::string text_of(const Literal& tokens) {
  std::string text;
  for (int64_t i = 0; i < tokens.num_elements(); ++i) text += static_cast<char>(tokens.as_int(i));
  return text;
}

std::string error(const auto& action) {
  try {
    action();
  } catch (const core::UserError& error) {
    return error.what();
  }
  return "no complaint";
}

constexpr const char* kGpt = "gpt:layers=1,hidden=64,seq=16,vocab=300,batch=3";

TEST(IndexLimits, AreReadOffBuiltInModels) {
  const auto limits = [](const std::string& model) {
    std::vector<std::pair<std::string, int64_t>> list;
    for (const BatchArgument& a : arguments_of(model)) list.emplace_back(a.name, a.limit);
    return list;
  };
  using List = std::vector<std::pair<std::string, int64_t>>;
  EXPECT_EQ(limits(kGpt), (List{{"lab", 300}, {"tok", 300}}));
  EXPECT_EQ(limits("t5:layers=1,hidden=64,seq=8,targets=4,vocab=40,batch=2"),
            (List{{"lab", 40}, {"tok", 40}}));
  EXPECT_EQ(limits("mlp:batch=2,classes=7"), (List{{"x", 0}, {"y", 7}}));
  EXPECT_EQ(limits("dlrm:batch=2,rows=9x5"), (List{{"dense", 0}, {"ids", 5}, {"lab", 0}}));
}

TEST(IndexLimits, AreReadOffWhatJaxPrints) {
  for (const auto& [model, position, limit] :
       std::vector<std::tuple<std::string, int, int64_t>>{{"gpt-tiny", 28, 64},
                                                          {"gpt-tiny", 29, 64},
                                                          {"bert-moe-tiny", 23, 64},
                                                          {"mlp", 7, 10},
                                                          {"resnet-tiny", 19, 10}}) {
    const Model read = read_model(std::string(MOTLEY_TEST_DATA "/models/") + model);
    EXPECT_EQ(index_limits(read.loss)[position], limit) << model;
  }
}

TEST(Stories, AreTheSameText) {
  const std::string text = stories();
  EXPECT_EQ(std::ssize(text), kStoriesBytes);
  EXPECT_EQ(text, stories());
  EXPECT_EQ(text.find('$'), text.npos);
  EXPECT_TRUE(std::ranges::all_of(text, [](char c) { return c == '\n' || (c >= ' ' && c < 127); }));
}

TEST(TextBatches, AreWindowsAndWhatFollows) {
  const auto arguments = arguments_of(kGpt);
  const BatchSource source = text_batches(stories(), "stories", arguments, 5);
  const std::vector<Literal> values = batch(source, arguments, 7);
  const std::string lab = text_of(values[0]), tok = text_of(values[1]);
  for (int i = 0; i < 3; ++i) {
    EXPECT_NE(stories().find(tok.substr(i * 16, 16) + lab[i * 16 + 15]), std::string::npos);
    EXPECT_EQ(tok.substr(i * 16 + 1, 15), lab.substr(i * 16, 15));
  }
  EXPECT_EQ(batch(source, arguments, 7), values);
  EXPECT_NE(batch(source, arguments, 8), values);
  EXPECT_NE(batch(text_batches(stories(), "stories", arguments, 6), arguments, 7), values);
}

TEST(TextBatches, GoOnWhereTheLabelsAreOfAnotherLength) {
  const auto arguments = arguments_of("t5:layers=1,hidden=64,seq=8,targets=4,vocab=256,batch=1");
  const std::string text = "0123456789ab";  // just one window
  const auto values = batch(text_batches(text, "t", arguments, 0), arguments, 3);
  EXPECT_EQ(text_of(values[1]), "01234567");
  EXPECT_EQ(text_of(values[0]), "89ab");
}

TEST(TextBatches, SayWhatDoesNotFit) {
  const auto complaint = [](const std::string& model, const std::string& text) {
    return error([&] { text_batches(text, "t.txt", arguments_of(model), 0); });
  };
  EXPECT_EQ(complaint(kGpt, "0123456789abcdef"),
            "t.txt: 16 bytes of text are too few: one sample takes 17");
  EXPECT_EQ(complaint(kGpt, std::string("\x93NUMPY\x01\x00", 8) + stories()),
            "t.txt: is neither text nor an array (.npy, .npz, .safetensors): it contains zero "
            "bytes; a file of tokens needs --data-type");
  EXPECT_EQ(
      complaint("gpt:layers=1,hidden=64,seq=16,vocab=255", stories()),
      "t.txt: text is read as bytes, which need a vocabulary of 256, but the model has 255: set "
      "vocab=256 or more");
  EXPECT_EQ(
      complaint("mlp", stories()),
      "t.txt: bytes of text are for models that take `tok` and `lab`, or tokens by sample and "
      "position; this one takes `x` `y`");
}

class DataFile : public testing::Test {
 protected:
  void TearDown() override { std::filesystem::remove_all(file_); }
  const std::string file_ =
      (std::filesystem::temp_directory_path() / ("motley-data-" + std::to_string(::getpid())))
          .string();
};

TEST_F(DataFile, MayBeAFolderThatAnotherProcessFills) {
  const auto arguments = arguments_of("mlp:inputs=2,batch=2");
  const int position = arguments[0].position;
  std::filesystem::create_directory(file_);
  const auto write_batch = [&](int step) {
    Literal x = Literal::zeros(arguments[0].type), y = Literal::zeros(arguments[1].type);
    x.set_float(0, step);
    const std::string name = fmt::format("{}/{:06}.safetensors", file_, step);
    write_tensors(name + ".part", {{fmt::format("{:03}.batch.x", position), x},
                                   {fmt::format("{:03}.batch.y", position + 1), y}});
    std::filesystem::rename(name + ".part", name);
  };
  EXPECT_NE(error([&] { streamed_batches(file_, arguments); }).find("without the file `writer`"),
            std::string::npos);
  std::ofstream(file_ + "/writer") << ::getpid() << "\n";
  const BatchSource source = open_data({.file = file_}, arguments).training;
  std::thread writer([&] {
    for (int step = 0; step < 3; ++step) write_batch(step);
  });
  for (int step = 0; step < 3; ++step) {
    EXPECT_EQ(batch(source, arguments, step)[0].get_float(0), step);
  }
  writer.join();
  std::ofstream(file_ + "/writer") << 999'999'999 << "\n";  // more than Linux has
  EXPECT_NE(error([&] { batch(source, arguments, 3); }).find("writes batches is gone"),
            std::string::npos);
}

TEST_F(DataFile, IsReadInOrderAndWrapped) {
  const auto arguments = arguments_of("mlp:inputs=2,batch=2");
  const int position = arguments[0].position;
  Literal x = Literal::zeros({ElementType::kF32, {6, 2}}),
          y = Literal::zeros({ElementType::kI32, {6}});
  for (int i = 0; i < 12; ++i) x.set_float(i, i);
  for (int i = 0; i < 6; ++i) y.set_signed(i, i);
  const std::string x_name = fmt::format("{:03}.batch.x", position),
                    y_name = fmt::format("{:03}.batch.y", position + 1);
  write_tensors(file_, {{x_name, x}, {y_name, y}});
  EXPECT_TRUE(holds_batches(file_, arguments));
  const BatchSource source = open_data({.file = file_}, arguments).training;
  for (int64_t step : {0, 1, 2, 3, 7}) {
    const auto values = batch(source, arguments, step);
    EXPECT_EQ(values[0].get_float(0), static_cast<double>(step % 3 * 4));
    EXPECT_EQ(values[1].get_signed(1), step % 3 * 2 + 1);
  }

  const auto complaint = [&](const std::vector<NamedLiteral>& tensors) {
    write_tensors(file_, tensors);
    return error([&] { open_data({.file = file_}, arguments); }).substr(file_.size());
  };
  EXPECT_EQ(complaint({{x_name, x}}), ": no tensor for argument " + std::to_string(position + 1) +
                                          " (tensor<2xi32>): its name must begin with `" +
                                          y_name.substr(0, 4) + "`");
  EXPECT_FALSE(holds_batches(file_, arguments));
  const Literal odd = Literal::zeros({ElementType::kI32, {5}}),
                four = Literal::zeros({ElementType::kI32, {4}}),
                wide = Literal::zeros({ElementType::kF32, {6, 3}});
  EXPECT_EQ(
      complaint({{x_name, x}, {y_name, odd}}),
      ": tensor `" + y_name +
          "` is tensor<5xi32>, but `y` is tensor<2xi32>: the first extent must be a multiple of "
          "2");
  EXPECT_EQ(complaint({{x_name, x}, {y_name, four}}),
            ": tensor `" + y_name + "` holds 2 batches, but `" + x_name + "` holds 3");
  EXPECT_EQ(
      complaint({{x_name, wide}, {y_name, y}}),
      ": tensor `" + x_name +
          "` is tensor<6x3xf32>, but `x` is tensor<2x2xf32>: only the first extent may differ");
  EXPECT_EQ(complaint({{x_name, y}, {y_name, y}}),
            ": tensor `" + x_name +
                "` is tensor<6xi32>, but `x` is tensor<2x2xf32>: another element type");
}

TEST_F(DataFile, MayBeText) {
  std::ofstream(file_) << stories();
  const auto arguments = arguments_of(kGpt);
  EXPECT_EQ(batch(open_data({.file = file_, .seed = 1}, arguments).training, arguments, 2),
            batch(text_batches(stories(), "", arguments, 1), arguments, 2));
}

TEST(Synthetic, IsWithinLimitsAndFollowsFromTheStep) {
  for (const char* model : {"mlp:batch=8", "vgg:image=32,batch=2", "vit:image=32,batch=2,classes=3",
                            "unet:image=16,levels=2,width=4,classes=3", "dlrm:batch=8,rows=9x5",
                            "gpt:layers=1,hidden=64,seq=8,vocab=20,batch=2", kGpt,
                            "t5:layers=1,hidden=64,seq=8,targets=4,vocab=40,batch=2"}) {
    const auto arguments = arguments_of(model);
    const BatchSource source = built_in_batches(arguments, 1);
    const auto values = batch(source, arguments, 3);
    EXPECT_EQ(batch(source, arguments, 3), values) << model;
    EXPECT_NE(batch(source, arguments, 4), values) << model;
    for (size_t i = 0; i < values.size(); ++i) {
      std::set<double> seen;
      for (int64_t k = 0; k < values[i].num_elements(); ++k) seen.insert(values[i].as_double(k));
      EXPECT_GT(seen.size(), 1u) << model << " " << arguments[i].name;
      if (is_float(values[i].element())) continue;
      EXPECT_GE(*seen.begin(), 0) << model;
      EXPECT_LT(*seen.rbegin(), static_cast<double>(arguments[i].limit)) << model;
    }
  }
}

// The nearest pattern tells the class: there is something to learn.
TEST(Synthetic, InputsTellTheirClass) {
  const auto arguments = arguments_of("mlp:inputs=64,batch=256");
  const BatchSource source = built_in_batches(arguments, 2);
  const auto known = batch(source, arguments, 0), asked = batch(source, arguments, 1);
  const auto distance = [&](int64_t a, int64_t b) {
    double sum = 0;
    for (int64_t k = 0; k < 64; ++k) {
      const double d = known[0].get_float(a * 64 + k) - asked[0].get_float(b * 64 + k);
      sum += d * d;
    }
    return sum;
  };
  int right = 0;
  for (int64_t b = 0; b < 256; ++b) {
    int64_t nearest = 0;
    for (int64_t a = 1; a < 256; ++a) {
      if (distance(a, b) < distance(nearest, b)) nearest = a;
    }
    right += known[1].as_int(nearest) == asked[1].as_int(b);
  }
  EXPECT_GT(right, 256 * 7 / 10);  // one label in ten is wrong on either side
  EXPECT_LT(right, 256 * 9 / 10);
}

}  // namespace
}  // namespace motley::tensor
