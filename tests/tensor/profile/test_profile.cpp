#include <gtest/gtest.h>

#include "core/base/error.h"
#include "core/io/files.h"
#include "tensor/profile/profile_file.h"

namespace motley::tensor {
namespace {

const std::string kData = std::string(MOTLEY_TEST_DATA) + "/profiles/";

constexpr const char* kBranches = R"(motley-profile 1
name branches
batch 4
# comments are passed over
layer 0 in forward=0.001 backward=0.002 activation=10 parameters=7
layer 1 "left \"side\"" forward=1e-3 backward=0.25 weight=0.125 activation=20 parameters=0 saved=5
layer 2 right forward=0 backward=0 activation=30 parameters=0
layer 3 out forward=0.5 backward=1 activation=9007199254740993 parameters=0
edge 0 1
edge 0 2
edge 1 3
edge 2 3
end
)";

void expect_round_trips(const Profile& profile) {
  EXPECT_TRUE(is_topological(profile));
  EXPECT_EQ(parse_profile(print_profile(profile), "p.profile"), profile);
  EXPECT_EQ(parse_profile(print_profile_json(profile), "p.json"), profile);
}

TEST(Profile, IsReadAsItIsWritten) {
  const Profile profile = parse_profile(kBranches, "p");
  EXPECT_EQ(profile.name, "branches");
  EXPECT_EQ(profile.batch, 4);
  ASSERT_EQ(profile.layers.size(), 4u);
  EXPECT_EQ(profile.layers[0], (ProfileLayer{"in", 0.001, 0.002, 0, 10, 7, 10}));
  EXPECT_EQ(profile.layers[1], (ProfileLayer{"left \"side\"", 0.001, 0.25, 0.125, 20, 0, 5}));
  EXPECT_EQ(profile.layers[3].activation_bytes, 9007199254740993);
  EXPECT_EQ(profile.edges, (std::vector<ProfileEdge>{{0, 1}, {0, 2}, {1, 3}, {2, 3}}));
  EXPECT_FALSE(is_chain(profile));
  expect_round_trips(profile);
}

TEST(Profile, WithoutEdgesIsAChain) {
  const Profile profile = parse_profile(
      "motley-profile 1\nbatch 1\n"
      "layer 0 a forward=1 backward=2 activation=3 parameters=4\n"
      "layer 1 a forward=1 backward=2 activation=3 parameters=4\nend\n",
      "p");
  EXPECT_EQ(profile.edges, (std::vector<ProfileEdge>{{0, 1}}));
  EXPECT_TRUE(is_chain(profile));
  EXPECT_EQ(print_profile(profile).find("edge"), std::string::npos);
  expect_round_trips(profile);
}

TEST(Profile, OfLayersThatDoNotDependOnEachOtherStaysSo) {
  Profile profile = parse_profile(kBranches, "p");
  profile.edges.clear();
  EXPECT_NE(print_profile(profile).find("edges none\n"), std::string::npos);
  expect_round_trips(profile);
}

TEST(Profile, PutsLayersIntoAnOrderInWhichTheyCanRun) {
  std::string text = kBranches;
  text.replace(text.find("edge 0 1"), 8, "edge 3 0");
  text.replace(text.find("edge 1 3"), 8, "edge 1 2");
  text.erase(text.find("edge 2 3\n"), 9);  // 3 -> 0 -> 2, 1 -> 2
  const Profile profile = parse_profile(text, "p");
  std::string names;
  for (const ProfileLayer& layer : profile.layers) names += layer.name + ";";
  EXPECT_EQ(names, "left \"side\";out;in;right;");
  EXPECT_EQ(profile.edges, (std::vector<ProfileEdge>{{0, 3}, {1, 2}, {2, 3}}));
  expect_round_trips(profile);
}

TEST(Profile, SumsItsLayers) {
  const ProfileTotals sum = totals(parse_profile(kBranches, "p"));
  EXPECT_DOUBLE_EQ(sum.forward_seconds, 0.502);
  EXPECT_DOUBLE_EQ(sum.backward_seconds, 1.252);
  EXPECT_EQ(sum.activation_bytes, 60 + 9007199254740993);
  EXPECT_EQ(sum.saved_bytes, 45 + 9007199254740993);
  EXPECT_EQ(sum.parameter_bytes, 7);
}

TEST(GraphText, ReadsNodesAndEdgesOfAnyOrderAndIndentation) {
  const Profile profile = parse_profile(
      "x9 -- ReLU() -- forward_compute_time=0.5, backward_compute_time=1.0, "
      "activation_size=[10.0; 20; 12.4], parameter_size=0.000, stage_id=3\n"
      "\tx10 -- ReLU() -- forward_compute_time=0, backward_compute_time=1e1, activation_size=1, "
      "parameter_size=2 -- stage_id=1\n"
      "  x8 -- x9\nx9 -- x10\n"
      "x8 -- Conv -- forward_compute_time=3.4, backward_compute_time=6.8, activation_size=5, "
      "parameter_size=6835.000",
      "dir/graph.txt", 32);
  EXPECT_EQ(profile.name, "dir");
  EXPECT_EQ(profile.batch, 32);
  ASSERT_EQ(profile.layers.size(), 3u);
  EXPECT_EQ(profile.layers[0], (ProfileLayer{"Conv", 0.0034, 0.0068, 0, 5, 6835, 5}));
  EXPECT_EQ(profile.layers[1], (ProfileLayer{"x9 ReLU()", 0.0005, 0.001, 0, 42, 0, 42}));
  EXPECT_EQ(profile.layers[2].name, "x10 ReLU()");
  EXPECT_EQ(profile.layers[2].backward_seconds, 0.01);
  EXPECT_TRUE(is_chain(profile));
}

// Totals published with these files: forward and backward in ms, parameters in MB.
TEST(GraphText, ReadsPublishedProfilesWithTheirSums) {
  struct Published {
    const char* file;
    int64_t batch;
    size_t num_layers, num_edges;
    double forward, backward, parameters;
  };
  const Published published[] = {
      {"vgg-19-pbs-32", 32, 26, 25, 51.4, 96.2, 548},
      {"gnmt-16-pbs-64", 64, 96, 122, 90.3, 158.6, 1163},
      {"bert-24-pbs-6", 6, 29, 52, 193.8, 321.6, 1341},
      {"bert-48-pbs-2", 2, 53, 100, 129.2, 214.6, 2550},
      {"xlnet-36-pbs-1", 1, 43, 151, 139.9, 177.8, 2003},
      {"amoeba-36-pbs-1", 1, 44, 83, 48.7, 119.4, 3731},
  };
  for (const Published& p : published) {
    SCOPED_TRACE(p.file);
    const Profile profile = read_profile(kData + p.file + ".txt", p.batch);
    EXPECT_EQ(profile.name, p.file);
    EXPECT_EQ(profile.batch, p.batch);
    EXPECT_EQ(profile.layers.size(), p.num_layers);
    EXPECT_EQ(profile.edges.size(), p.num_edges);
    const ProfileTotals sum = totals(profile);
    EXPECT_NEAR(sum.forward_seconds * 1e3, p.forward, 0.06);
    EXPECT_NEAR(sum.backward_seconds * 1e3, p.backward, 0.06);
    EXPECT_NEAR(static_cast<double>(sum.parameter_bytes) / 1e6, p.parameters, 0.6);
    EXPECT_EQ(is_chain(profile), p.num_edges + 1 == p.num_layers);
    expect_round_trips(profile);
  }
}

TEST(GraphText, OrdersPipeDreamsNodesByTheirNumbers) {
  const Profile profile = read_profile(kData + "resnet50.txt", 128);
  EXPECT_EQ(profile.layers.size(), 177u);
  EXPECT_EQ(profile.edges.size(), 193u);
  EXPECT_TRUE(profile.layers[0].name.starts_with("Input")) << profile.layers[0].name;
  EXPECT_TRUE(profile.layers[3].name.starts_with("node4 ReLU")) << profile.layers[3].name;
  EXPECT_TRUE(profile.layers[176].name.starts_with("Linear(")) << profile.layers[176].name;
  expect_round_trips(profile);
}

TEST(Profile, OfTheDocumentationIsRead) {
  const std::string text =
      core::read_text_file(std::string(MOTLEY_TEST_DATA) + "/../../docs/formats.md");
  const auto example = [&](size_t begin) {
    return text.substr(begin, text.find("```", begin) - begin);
  };
  const Profile own = parse_profile(example(text.find("```profile\n") + 11), "docs");
  EXPECT_EQ(own.name, "branches");
  EXPECT_EQ(own.layers[2].name, "short cut");
  EXPECT_EQ(own.layers[3].saved_bytes, 0);
  const Profile graph = parse_profile(example(text.find("```\nnode1 -- ") + 4), "docs");
  EXPECT_EQ(graph.layers[1].activation_bytes, 9961472 + 262144);
}

}  // namespace
}  // namespace motley::tensor
