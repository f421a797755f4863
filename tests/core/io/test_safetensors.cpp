#include <gtest/gtest.h>
#include <sys/stat.h>
#include <unistd.h>

#include <cstring>
#include <filesystem>
#include <fstream>
#include <numeric>
#include <sstream>

#include "core/base/error.h"
#include "core/io/safetensors.h"

namespace motley::core {
namespace {

namespace fs = std::filesystem;

// A file from its header's text and `data_bytes` bytes of data.
std::string file_of(const std::string& header, size_t data_bytes = 0) {
  const uint64_t size = header.size();
  return std::string(reinterpret_cast<const char*>(&size), sizeof size) + header +
         std::string(data_bytes, 'x');
}

SafetensorsFile parse(const std::string& bytes) {
  return SafetensorsFile::parse(std::as_bytes(std::span(bytes)), "f");
}

// The error message for these bytes.
std::string error(const std::string& bytes) {
  try {
    parse(bytes);
  } catch (const UserError& error) {
    return error.what();
  }
  return "read without complaint";
}

// The same for a header with a single tensor `w` with the given fields.
std::string error_of_tensor(const std::string& fields, size_t data_bytes = 8) {
  return error(file_of("{\"w\":{" + fields + "}}", data_bytes));
}

class SafetensorsFolder : public testing::Test {
 protected:
  void SetUp() override {
    std::string name = (fs::temp_directory_path() / "motley-XXXXXX").string();
    ASSERT_NE(::mkdtemp(name.data()), nullptr);
    folder_ = name;
  }
  void TearDown() override { fs::remove_all(folder_); }

  static std::string content(const fs::path& path) {
    std::ostringstream text;
    text << std::ifstream(path).rdbuf();
    return text.str();
  }
  size_t num_files() const {
    return std::distance(fs::directory_iterator(folder_), fs::directory_iterator());
  }

  fs::path folder_;
};

TEST_F(SafetensorsFolder, ReadsWhatItWrote) {
  std::vector<float> weight(6);
  std::iota(weight.begin(), weight.end(), 1.0f);
  const double loss = 0.5;
  const std::vector<TensorToWrite> tensors = {
      {"000.param.w/β \"q\"", "F32", {2, 3}, std::as_bytes(std::span(weight))},
      {"empty", "I64", {4, 0}, {}},
      {"loss", "F64", {}, std::as_bytes(std::span(&loss, 1))},
  };
  const fs::path path = folder_ / "a.safetensors";
  write_safetensors(path, tensors, {{"made by", "a test"}});
  const auto file = SafetensorsFile::open(path);

  ASSERT_EQ(file.entries().size(), 3u);
  for (size_t i = 0; i < tensors.size(); ++i) {
    const TensorEntry& entry = file.entries()[i];
    EXPECT_EQ(entry.name, tensors[i].name);
    EXPECT_EQ(entry.dtype, tensors[i].dtype);
    EXPECT_EQ(entry.shape, tensors[i].shape);
    EXPECT_EQ(file.find(entry.name), &entry);
    const auto bytes = file.bytes(entry);
    EXPECT_TRUE(std::ranges::equal(bytes, tensors[i].bytes));
  }
  EXPECT_EQ(file.find("not there"), nullptr);
  EXPECT_EQ(file.metadata(), (SafetensorsMetadata{{"made by", "a test"}}));
  EXPECT_EQ(num_files(), 1u);
}

TEST_F(SafetensorsFolder, WritesTheSameBytesAgainAndAlignsTheData) {
  const uint32_t value = 7;
  const std::vector<TensorToWrite> tensors = {
      {"n", "U32", {1}, std::as_bytes(std::span(&value, 1))}};
  write_safetensors(folder_ / "a", tensors);
  write_safetensors(folder_ / "b", tensors);
  EXPECT_EQ(content(folder_ / "a"), content(folder_ / "b"));
  EXPECT_EQ(content(folder_ / "a"),
            file_of("{\"n\":{\"dtype\":\"U32\",\"shape\":[1],\"data_offsets\":[0,4]}}  ") +
                std::string("\7\0\0\0", 4));
}

TEST_F(SafetensorsFolder, BytesStayValidWhileAnyCopyLives) {
  const uint8_t value = 42;
  const std::vector<TensorToWrite> tensors = {{"n", "U8", {}, std::as_bytes(std::span(&value, 1))}};
  write_safetensors(folder_ / "a", tensors);
  auto file = std::make_unique<SafetensorsFile>(SafetensorsFile::open(folder_ / "a"));
  const SafetensorsFile copy = *file;
  const auto bytes = file->bytes(file->entries()[0]);
  file.reset();
  EXPECT_EQ(bytes[0], std::byte{42});
}

TEST_F(SafetensorsFolder, FollowsALinkAndLeavesSpecialFilesInPlace) {
  write_safetensors(folder_ / "real", {});
  fs::create_symlink("real", folder_ / "link");
  const SafetensorsMetadata metadata = {{"k", "v"}};
  write_safetensors(folder_ / "link", {}, metadata);
  EXPECT_TRUE(fs::is_symlink(folder_ / "link"));
  EXPECT_EQ(SafetensorsFile::open(folder_ / "real").metadata(), metadata);

  write_safetensors("/dev/null", {});
  EXPECT_TRUE(fs::is_character_file("/dev/null"));
}

TEST_F(SafetensorsFolder, ReportsFilesThatCannotBeOpened) {
  const auto message = [](auto action) -> std::string {
    try {
      action();
    } catch (const UserError& error) {
      return error.what();
    }
    return "no complaint";
  };
  const std::string name = (folder_ / "none" / "x").string();
  EXPECT_EQ(message([&] { SafetensorsFile::open(name); }),
            name + ": cannot be read: No such file or directory");
  EXPECT_EQ(message([&] { write_safetensors(name, {}); }),
            name + ": cannot be written: No such file or directory");
  EXPECT_EQ(message([&] { SafetensorsFile::open(folder_); }),
            folder_.string() + ": is not a regular file");
  const fs::path pipe = folder_ / "pipe";
  ASSERT_EQ(::mkfifo(pipe.c_str(), 0600), 0);
  EXPECT_EQ(message([&] { SafetensorsFile::open(pipe); }),
            pipe.string() + ": is not a regular file");
  std::ofstream(folder_ / "empty").close();
  EXPECT_EQ(
      message([&] { SafetensorsFile::open(folder_ / "empty"); }),
      (folder_ / "empty").string() +
          ": this is not a safetensors file: it has 0 bytes and would begin with 8 that give the "
          "header's length");
  EXPECT_EQ(message([] { write_safetensors("/dev/full", {}); }),
            "/dev/full: cannot be written: No space left on device");
}

TEST_F(SafetensorsFolder, AFailedWriteLeavesTheOldFile) {
  write_safetensors(folder_ / "a", {});
  const std::string before = content(folder_ / "a");
  const std::vector<TensorToWrite> tensors = {{"\xff", "U8", {0}, {}}};
  EXPECT_THROW(write_safetensors(folder_ / "a", tensors), UserError);
  EXPECT_EQ(content(folder_ / "a"), before);
  EXPECT_EQ(num_files(), 1u);
}

TEST(WriteSafetensors, ChecksItsCaller) {
  const std::vector<TensorToWrite> wrong_size = {{"a", "F32", {2}, {}}};
  EXPECT_THROW(write_safetensors("/dev/null", wrong_size), InternalError);
  const std::vector<TensorToWrite> wrong_dtype = {{"a", "F33", {0}, {}}};
  EXPECT_THROW(write_safetensors("/dev/null", wrong_dtype), InternalError);
  const std::vector<TensorToWrite> twice = {{"a", "F32", {0}, {}}, {"a", "F32", {0}, {}}};
  EXPECT_THROW(write_safetensors("/dev/null", twice), InternalError);
}

TEST(Safetensors, ReadsTensorsInTheOrderOfTheirData) {
  const auto file = parse(file_of(R"({"b":{"dtype":"U8","shape":[2],"data_offsets":[1,3]},)"
                                  R"("z":{"dtype":"F32","shape":[0],"data_offsets":[1,1]},)"
                                  R"("a":{"shape":[],"data_offsets":[0,1],"dtype":"BOOL"}}   )",
                                  3));
  ASSERT_EQ(file.entries().size(), 3u);
  EXPECT_EQ(file.entries()[0].name, "a");
  EXPECT_EQ(file.entries()[1].name, "z");
  EXPECT_EQ(file.entries()[2].name, "b");
}

TEST(Safetensors, ReadsAnExportedModel) {
  const auto file = SafetensorsFile::open(MOTLEY_TEST_DATA "/models/mlp/inputs.safetensors");
  ASSERT_EQ(file.entries().size(), 8u);
  const TensorEntry* labels = file.find("007.batch.y");
  ASSERT_NE(labels, nullptr);
  EXPECT_EQ(labels->dtype, "I32");
  EXPECT_EQ(file.bytes(*labels).size(), 16u * 4);
}

TEST(Safetensors, ReadsAFileWithoutTensors) { EXPECT_TRUE(parse(file_of("{}")).entries().empty()); }

TEST(Safetensors, RejectsABadFrame) {
  EXPECT_EQ(
      error("abc"),
      "f: this is not a safetensors file: it has 3 bytes and would begin with 8 that give the "
      "header's length");
  EXPECT_EQ(
      error("module @jit"),
      "f: this is not a safetensors file: its header would have 4620804734182518637 bytes, more "
      "than the format's 100000000");
  EXPECT_EQ(error(file_of("{}  ").substr(0, 10)),
            "f: the file is truncated: its header has 4 bytes, but only 2 follow");
  EXPECT_EQ(error(file_of("")),
            "f: this is not a safetensors file: its header does not begin with `{`");
  EXPECT_EQ(error(file_of("[]")),
            "f: this is not a safetensors file: its header does not begin with `{`");
  EXPECT_EQ(error(file_of("{}", 5)),
            "f: the tensors end at byte 0 of the data, but the file has 5");
}

TEST(Safetensors, RejectsBadJson) {
  EXPECT_EQ(error(file_of("{\"w\"")), "f: the header is not valid JSON at its byte 5");
  EXPECT_EQ(error(file_of("{}}")), "f: the header is not valid JSON at its byte 3");
  EXPECT_EQ(error(file_of("{\"\xff\":{}}")), "f: the header is not valid JSON at its byte 3");
  EXPECT_EQ(error(file_of(std::string("{}\0", 3))),
            "f: the header is not valid JSON at its byte 3");
}

TEST(Safetensors, RejectsDeepNestingAtOnce) {
  const std::string deep(1'000'000, '[');
  EXPECT_EQ(error(file_of("{\"w\":" + deep)), "f: `w` should be a JSON object");
  EXPECT_EQ(error_of_tensor("\"shape\":" + deep),
            "f: tensor `w`: its shape should be a list of nonnegative whole numbers");
  std::string objects = "{";
  for (int i = 0; i < 200'000; ++i) objects += "\"a\":{";
  EXPECT_EQ(error(file_of(objects)), "f: tensor `a`: the key `a` is unknown");
}

TEST(Safetensors, RejectsValuesOfTheWrongType) {
  EXPECT_EQ(error(file_of("{\"w\":1}")), "f: `w` should be a JSON object");
  EXPECT_EQ(error(file_of("{\"__metadata__\":[]}")), "f: `__metadata__` should be a JSON object");
  EXPECT_EQ(error(file_of("{\"__metadata__\":{\"k\":1}}")),
            "f: the metadata `k` should be a string");
  EXPECT_EQ(error_of_tensor(R"("dtype":4)"), "f: tensor `w`: its dtype should be a string");
  const std::string shape =
      "f: tensor `w`: its shape should be a list of nonnegative whole numbers";
  EXPECT_EQ(error_of_tensor(R"("shape":[-1])"), shape);
  EXPECT_EQ(error_of_tensor(R"("shape":[1.5])"), shape);
  EXPECT_EQ(error_of_tensor(R"("shape":[null])"), shape);
  EXPECT_EQ(error_of_tensor(R"("shape":["1"])"), shape);
  EXPECT_EQ(error_of_tensor(R"("shape":4)"), shape);
  EXPECT_EQ(error_of_tensor(R"("shape":[99999999999999999999])"), shape);
  EXPECT_EQ(error_of_tensor(R"("shape":[9223372036854775808])"),
            "f: tensor `w`: 9223372036854775808 in its shape is too large");
  const std::string offsets = "f: tensor `w`: its data_offsets should be two byte positions";
  EXPECT_EQ(error_of_tensor(R"("data_offsets":[0])"), offsets);
  EXPECT_EQ(error_of_tensor(R"("data_offsets":[])"), offsets);
  EXPECT_EQ(error_of_tensor(R"("data_offsets":[0,4,8])"), offsets);
  EXPECT_EQ(error_of_tensor(R"("data_offsets":[-4,4])"), offsets);
  EXPECT_EQ(error_of_tensor(R"("data_offsets":{"a":1})"), offsets);
}

TEST(Safetensors, RejectsMissingUnknownAndRepeatedKeys) {
  EXPECT_EQ(error_of_tensor(R"("shape":[2],"data_offsets":[0,8])"),
            "f: tensor `w`: it has no dtype");
  EXPECT_EQ(error_of_tensor(R"("dtype":"F32","data_offsets":[0,8])"),
            "f: tensor `w`: it has no shape");
  EXPECT_EQ(error_of_tensor(R"("dtype":"F32","shape":[2])"),
            "f: tensor `w`: it has no data_offsets");
  EXPECT_EQ(error_of_tensor(R"("stride":[2])"), "f: tensor `w`: the key `stride` is unknown");
  EXPECT_EQ(error_of_tensor(R"("dtype":"F32","dtype":"F32")"), "f: tensor `w`: it has two dtypes");
  EXPECT_EQ(error_of_tensor(R"("shape":[],"shape":[])"), "f: tensor `w`: it has two shapes");
  EXPECT_EQ(error_of_tensor(R"("data_offsets":[0,8],"data_offsets":[0,8])"),
            "f: tensor `w`: it has two data_offsets");
  const std::string scalar = R"("w":{"dtype":"U8","shape":[],"data_offsets":[0,1]})";
  EXPECT_EQ(error(file_of("{" + scalar + "," + scalar + "}", 1)), "f: tensor `w` appears twice");
  EXPECT_EQ(error(file_of(R"({"__metadata__":{"k":"1","k":"2"}})")),
            "f: the metadata has `k` twice");
}

TEST(Safetensors, RejectsTensorsThatDoNotFitTheirBytes) {
  EXPECT_EQ(error_of_tensor(R"("dtype":"F31","shape":[2],"data_offsets":[0,8])"),
            "f: tensor `w`: the dtype `F31` is unknown");
  EXPECT_EQ(error_of_tensor(R"("dtype":"F32","shape":[3],"data_offsets":[0,8])"),
            "f: tensor `w`: F32 of its shape take 12 bytes, but its data_offsets span 8");
  EXPECT_EQ(error_of_tensor(R"("dtype":"F32","shape":[3],"data_offsets":[0,12])"),
            "f: tensor `w`: the bytes 0 to 12 are not within the file's 8 bytes of data");
  EXPECT_EQ(error_of_tensor(R"("dtype":"F32","shape":[2],"data_offsets":[8,0])"),
            "f: tensor `w`: the bytes 8 to 0 are not within the file's 8 bytes of data");
  const std::string uncountable =
      "f: tensor `w`: its shape has more elements than 64 bits can count";
  EXPECT_EQ(error_of_tensor(R"("dtype":"U8","shape":[4294967296,4294967296],"data_offsets":[0,8])"),
            uncountable);
  EXPECT_EQ(error_of_tensor(R"("dtype":"F32","shape":[4611686018427387904],"data_offsets":[0,8])"),
            uncountable);
}

TEST(Safetensors, RejectsHolesAndOverlaps) {
  const auto pair = [](const std::string& second, size_t data_bytes) {
    return error(
        file_of(R"({"a":{"dtype":"U8","shape":[4],"data_offsets":[0,4]},"b":{)" + second + "}}",
                data_bytes));
  };
  EXPECT_EQ(pair(R"("dtype":"U8","shape":[4],"data_offsets":[5,9])", 9),
            "f: tensor `b`: its data begins at byte 5 and leaves a gap after the previous tensor, "
            "which ends at byte 4");
  EXPECT_EQ(
      pair(R"("dtype":"U8","shape":[4],"data_offsets":[3,7])", 7),
      "f: tensor `b`: its data begins at byte 3 and overlaps the previous tensor, which ends at "
      "byte 4");
  EXPECT_EQ(
      pair(R"("dtype":"U8","shape":[0],"data_offsets":[2,2])", 4),
      "f: tensor `b`: its data begins at byte 2 and overlaps the previous tensor, which ends at "
      "byte 4");
  EXPECT_EQ(pair(R"("dtype":"U8","shape":[1],"data_offsets":[4,5])", 6),
            "f: the tensors end at byte 5 of the data, but the file has 6");
}

TEST(Safetensors, CutsLongNamesInMessages) {
  std::string name;
  for (int i = 0; i < 100; ++i) name += "β";
  const std::string message = error(file_of("{\"x" + name + "\":1}"));
  EXPECT_EQ(message, "f: `x" + name.substr(0, 78) + "...` should be a JSON object");
}

}  // namespace
}  // namespace motley::core
