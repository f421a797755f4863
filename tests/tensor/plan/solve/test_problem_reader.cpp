#include <gtest/gtest.h>
#include <zlib.h>

#include <filesystem>
#include <fstream>
#include <sstream>

#include "core/base/error.h"
#include "tensor/plan/solve/problem_reader.h"

namespace motley::tensor::solve {
namespace {

const char* const kSmall = R"({"problem": {"name": "small [{", "extra": {"deep": [[1, "x"], {}]},
  "edges": {"nodes": [[0, 1], [1, 0]], "costs": [[0, 1, 2, 3, 4, 1e18], [5, 6, 7, 8, 9, 10]]},
  "nodes": {"intervals": [[0, 2], [3, 3]], "costs": [[1, 2], [3, 4.5, 5]], "usages": [[7, 8], []]},
  "usage_limit": 15}})";

class ProblemReader : public testing::Test {
 protected:
  std::string path(const std::string& name) const { return testing::TempDir() + "motley_" + name; }

  std::string file(const std::string& text) const {
    std::ofstream(path("problem.json")) << text;
    return path("problem.json");
  }

  std::string message(const std::string& text) const {
    try {
      read_choice_problem(file(text));
    } catch (const core::UserError& error) {
      return error.what();
    }
    return "no error";
  }

  // The small problem with one piece of its text replaced.
  std::string message_with(const std::string& piece, const std::string& other) const {
    std::string text = kSmall;
    const size_t at = text.find(piece);
    EXPECT_NE(at, std::string::npos) << piece;
    return message(text.replace(at, piece.size(), other));
  }
};

TEST_F(ProblemReader, TakesWhatMattersInAnyOrder) {
  const ChoiceProblem problem = read_choice_problem(file(kSmall));
  ASSERT_EQ(problem.nodes.size(), 2u);
  EXPECT_EQ(problem.nodes[0].bytes, (std::vector<int64_t>{7, 8}));
  EXPECT_EQ(problem.nodes[0].end, 2);
  EXPECT_EQ(problem.nodes[1].costs, (std::vector<double>{3, 4.5, 5}));
  ASSERT_EQ(problem.edges.size(), 2u);
  EXPECT_EQ(problem.edges[1].a, 1);
  EXPECT_EQ(problem.edges[0].costs[5], 1e18);
  EXPECT_EQ(problem.byte_limit, 15);
}

TEST_F(ProblemReader, ALimitAboveAllUsagesIsNone) {
  std::string text = kSmall;
  const size_t at = text.find("15}");
  EXPECT_FALSE(read_choice_problem(file(text.replace(at, 2, "9223372036854775807"))).byte_limit);
  const std::string much = "[4000000000000000000, 4000000000000000000]";
  text.replace(text.find("[7, 8]"), 6, much);
  EXPECT_NE(message(text).find("more than 64 bits"), std::string::npos) << message(text);
}

TEST_F(ProblemReader, UnpacksAndGivesTheSame) {
  const gzFile packed = gzopen(path("problem.json.gz").c_str(), "wb");
  gzputs(packed, kSmall);
  gzclose(packed);
  const ChoiceProblem problem = read_choice_problem(path("problem.json.gz"));
  EXPECT_EQ(problem.edges[0].costs, read_choice_problem(file(kSmall)).edges[0].costs);
}

TEST_F(ProblemReader, SaysWhereAFileIsCutOff_error) {
  const std::string whole = MOTLEY_TEST_DATA "/choices/fourteen_nodes.json.gz";
  std::stringstream bytes;
  bytes << std::ifstream(whole, std::ios::binary).rdbuf();
  std::ofstream(path("cut.json.gz"), std::ios::binary) << bytes.str().substr(0, 500);
  try {
    read_choice_problem(path("cut.json.gz"));
    FAIL();
  } catch (const core::UserError& error) {
    EXPECT_NE(std::string(error.what()).find("cut.json.gz: cannot be decompressed"),
              std::string::npos)
        << error.what();
  }
}

TEST_F(ProblemReader, SaysWhatIsWrong_error) {
  const auto has = [](const std::string& text, const std::string& words) {
    return text.find(words) != std::string::npos;
  };
  const auto expect = [&](const std::string& text, const std::string& words) {
    EXPECT_TRUE(has(text, words)) << text;
    EXPECT_TRUE(has(text, "problem.json: ")) << text;
  };
  expect(message(""), "is not JSON");
  expect(message("{\"problem\": {\"nodes\": nonsense}}"), "byte 24 of the text is not JSON");
  expect(message("{}"), "has no key problem.nodes.intervals");
  expect(message("[1, 2]"), "has no key problem.nodes.intervals");
  expect(message_with("\"usages\"", "\"uses\""), "has no key problem.nodes.usages");
  expect(message_with("[1, 0]", "[1, 2]"), "edge 1: joins node 2 of 2");
  expect(message_with("[1, 0]", "[-1, 0]"), "edge 1: joins node -1 of 2");
  expect(message_with("[1, 0]", "[1, 1]"), "edge 1: joins node 1 with itself");
  expect(message_with("[1, 0]", "[1, 0, 1]"), "edge 1: joins 3 nodes");
  expect(message_with("9, 10]", "9]"), "edge 1: has 5 costs instead of 3 x 2");
  expect(message_with(", [5, 6, 7, 8, 9, 10]", ""), "has 2 edges, but costs of 1");
  expect(message_with("[7, 8]", "[7]"), "node 0: has 2 costs, but 1 usages");
  expect(message_with("[7, 8]", "[7, -8]"), "node 0: has a negative usage");
  expect(message_with("[7, 8]", "[7, 8.5]"), "problem.nodes.usages[0]: 8.5 is not a whole number");
  expect(message_with("[7, 8]", "[7, 1e309]"), "usages[0]: the number `1e309` before byte");
  expect(message_with("[7, 8]", "[7, \"8\"]"), "problem.nodes.usages[0]: found a string");
  expect(message_with("[7, 8]", "[[7], 8]"), "problem.nodes.usages[0]: arrays are nested");
  expect(message_with("[7, 8]", "7"), "problem.nodes.usages[0]: found a number");
  expect(message_with("[7, 8]", "{}"), "problem.nodes.usages[0]: found an object");
  expect(message_with("[0, 2]", "[0]"), "node 0: its interval has 1 ends");
  expect(message_with("[0, 2]", "[0, 9000000000]"), "is out of range");
}

TEST_F(ProblemReader, NamesAFileThatIsNotThere_error) {
  EXPECT_THROW(read_choice_problem(path("nowhere")), core::UserError);
  EXPECT_THROW(read_choice_problem(testing::TempDir()), core::UserError);
}

}  // namespace
}  // namespace motley::tensor::solve
