#include <gtest/gtest.h>

#include <random>

#include "core/base/error.h"
#include "core/io/files.h"
#include "tensor/profile/profile_file.h"

namespace motley::tensor {
namespace {

std::string error(const std::string& text) {
  try {
    parse_profile(text, "p");
  } catch (const core::UserError& error) {
    return error.what();
  }
  return "read without complaint";
}

// The error for a graph.txt with node a, and b as given.
std::string error_of_node(const std::string& fields, const std::string& edges = "\ta -- b\n") {
  return error(
      "a -- A -- forward_compute_time=1, backward_compute_time=1, activation_size=1, "
      "parameter_size=1\nb -- B -- " +
      fields + "\n" + edges);
}

const std::string kGoodNode =
    "forward_compute_time=1, backward_compute_time=1, activation_size=1, parameter_size=1";

TEST(GraphTextErrors, TimesAndSizesAreFiniteAndNotNegative) {
  EXPECT_EQ(error_of_node("forward_compute_time=-1, backward_compute_time=1, activation_size=1, "
                          "parameter_size=1"),
            "p:2:1: `forward_compute_time` must be a time from 0 to 1e9 s, not -0.001 s");
  EXPECT_EQ(error_of_node("forward_compute_time=1, backward_compute_time=nan, activation_size=1, "
                          "parameter_size=1"),
            "p:2:1: `backward_compute_time` must be a time from 0 to 1e9 s, not nan s");
  EXPECT_EQ(error_of_node("forward_compute_time=1, backward_compute_time=1, activation_size=1e19, "
                          "parameter_size=1"),
            "p:2:1: `activation_size` must be a byte count from 0 to 2^63 - 1, not 1e+19");
  EXPECT_EQ(error_of_node("forward_compute_time=1, backward_compute_time=1, activation_size=[9e18; "
                          "9e18], parameter_size=1"),
            "p:2:1: `activation_size` sums up to 2^63 or more");
  EXPECT_EQ(error_of_node("forward_compute_time=1, backward_compute_time=1, "
                          "activation_size=9223372036854774784, parameter_size=1") +
                error_of_node("forward_compute_time=1, backward_compute_time=1, "
                              "activation_size=9e18, parameter_size=9223372036854774784",
                              ""),
            "read without complaintread without complaint");
  EXPECT_EQ(error_of_node(kGoodNode,
                          "c -- C -- forward_compute_time=1, backward_compute_time=1, "
                          "activation_size=9223372036854774784, parameter_size=0\n"
                          "d -- D -- forward_compute_time=1, backward_compute_time=1, "
                          "activation_size=1024, parameter_size=0\n"),
            "p:4:1: the total bytes up to this layer exceed 63 bits");
}

TEST(GraphTextErrors, LinesThatAreCutOffSayWhatIsMissing) {
  EXPECT_EQ(error_of_node("forward_compute_time=1, backward_comp"),
            "p:2:1: the node lacks `backward_compute_time=`; is the line cut off?");
  EXPECT_EQ(error_of_node("forward_compute_time=1, backward_compute_time=1, activation_size=1"),
            "p:2:1: the node lacks `parameter_size=`; is the line cut off?");
  EXPECT_EQ(error_of_node("forward_compute_time=, backward_compute_time=1"),
            "p:2:1: `forward_compute_time` must be a number, not ``");
  EXPECT_EQ(error_of_node("forward_compute_time=1, backward_compute_time=1, activation_size=[1; 2, "
                          "parameter_size=1"),
            "p:2:1: the list of `activation_size` is not closed; add `]`");
  EXPECT_EQ(error_of_node(kGoodNode + ", stage"),
            "p:2:1: the node lacks `stage=`; is the line cut off?");
  EXPECT_EQ(error_of_node(kGoodNode, "\ta --"),
            "p:3:1: `a --` is neither a node nor an edge `ID -- ID`; is the line cut off?");
  EXPECT_EQ(error_of_node("forward_comp"),
            "p:2:1: `b -- B -- forward_comp` is neither a node nor an edge `ID -- ID`; is the line "
            "cut off?");
  EXPECT_EQ(error("a -- -- forward_compute_time=1"), error("a -- forward_compute_time=1"));
  EXPECT_EQ(error("a -- forward_compute_time=1"),
            "p:1:1: a node is `ID -- DESCRIPTION -- forward_compute_time=...`");
}

TEST(GraphTextErrors, NodesAreThereOnceAndEdgesLeadSomewhere) {
  EXPECT_EQ(error_of_node(kGoodNode, "a -- C -- " + kGoodNode),
            "p:3:1: the node `a` appears twice");
  EXPECT_EQ(error_of_node(kGoodNode, "\ta -- b\n\tb -- z\n"),
            "p:4:1: the edge names an unknown node `z`");
  EXPECT_EQ(error_of_node(kGoodNode, "\ta -- b\n\ta -- b\n"),
            "p:4:1: the edge from `A` to `B` appears twice; remove one");
}

TEST(ProfileErrors, CyclesNameTwoOfTheirLayers) {
  EXPECT_EQ(error_of_node(kGoodNode, "\ta -- b\n\tb -- a\n"),
            "p:4:1: the edges form a cycle: `B` leads to `A`, which leads back to it");
  EXPECT_EQ(error_of_node(kGoodNode, "\tb -- b\n"), "p:3:1: layer `B` has an edge to itself");
  // c is downstream of the cycle of a and b, and is not named.
  EXPECT_EQ(error_of_node(kGoodNode, "c -- C -- " + kGoodNode + "\na -- b\nb -- a\nb -- c\n"),
            "p:5:1: the edges form a cycle: `B` leads to `A`, which leads back to it");
}

TEST(ProfileErrors, WhatIsNoProfileIsRefused) {
  EXPECT_EQ(error(""), "p: is empty; a profile needs at least one layer");
  EXPECT_EQ(error(" \n\n"), "p: is empty; a profile needs at least one layer");
  EXPECT_TRUE(error("hello").starts_with("p:1:1: is not a profile: it begins neither with"));
  EXPECT_EQ(error("motley-profile 1\nbatch 1\nend\n"),
            "p: has no layers; a profile needs at least one");
  EXPECT_EQ(error("a -- b\n"), "p:1:1: the edge names an unknown node `a`");
  EXPECT_THROW(read_profile("no/such/file"), core::UserError);
  EXPECT_THROW(read_profile(MOTLEY_TEST_DATA), core::UserError);
}

std::string error_of_layer(const std::string& line, const std::string& more = "end\n") {
  return error("motley-profile 1\nbatch 1\n" + line + "\n" + more);
}

TEST(TextProfileErrors, LayersAreWholeAndNumbered) {
  const std::string good = " forward=1 backward=1 activation=1 parameters=1";
  EXPECT_EQ(error_of_layer("layer 0 a" + good), "read without complaint");
  EXPECT_EQ(error_of_layer("layer 1 a" + good), "p:3:1: layer 1 found where layer 0 is expected");
  EXPECT_EQ(error_of_layer("layer 0 a forward=1"),
            "p:3:1: the layer lacks `backward=`; is the line cut off?");
  EXPECT_EQ(error_of_layer("layer 0"), "p:3:1: the line lacks the layer's name; is it cut off?");
  EXPECT_EQ(error_of_layer("layer 0 \"a"),
            "p:3:1: a quoted name is not closed; is the line cut off?");
  EXPECT_EQ(error_of_layer("layer 0 a" + good + " foward=1"),
            "p:3:1: a layer has no field `foward`; did you mean `forward`?");
  EXPECT_EQ(error_of_layer("layer 0 a" + good + " forward=1"),
            "p:3:1: `forward` appears twice; remove one");
  EXPECT_EQ(error_of_layer("layer 0 a" + good + " weight=2"),
            "p:3:1: layer `a`: its weight gradient takes longer than its backward pass");
  EXPECT_EQ(error_of_layer("layer 0 a" + good + " saved=-1"),
            "p:3:1: `saved` must be a whole number from 0 to 2^63 - 1, not `-1`");
  EXPECT_EQ(error_of_layer("layer 0 a" + good + " saved=9223372036854775808"),
            "p:3:1: `saved` must be a whole number from 0 to 2^63 - 1, not `9223372036854775808`");
  EXPECT_EQ(error_of_layer("layer 0 a" + good, ""),
            "p: the last line is not `end`; is the file cut off?");
  EXPECT_EQ(error_of_layer("layer 0 a" + good, "edge 0 7\nend\n"),
            "p:4:1: there is no layer 7; the profile has 1");
  EXPECT_EQ(error_of_layer("layer 0 a" + good, "end\nlayer"), "p:5:1: text after the line `end`");
  EXPECT_EQ(error_of_layer("lyer 0"), "p:3:1: unknown line kind `lyer`; did you mean `layer`?");
  EXPECT_EQ(error("motley-profile 2\n"), "p:1:1: only version 1 of the format is supported");
  EXPECT_EQ(error("motley-profile 1\nbatch 0\nlayer 0 a" + good + "\nend\n"),
            "p: the batch must be a whole number of at least 1");
}

TEST(JsonProfileErrors, ValuesNameTheirLayer) {
  const auto document = [](const std::string& layer, const std::string& more = "") {
    return R"({"format": "motley-profile", "version": 1, "batch": 1, "layers": [)" + layer + "]" +
           more + "}";
  };
  const std::string good = R"({"name": "a", "forward_seconds": 1, "backward_seconds": 1,
                               "activation_bytes": 1, "parameter_bytes": 1})";
  EXPECT_EQ(error(document(good)), "read without complaint");
  EXPECT_EQ(error(document(R"({"name": "a"})")),
            "p:1:67: `layers[0]` has no key `forward_seconds`");
  EXPECT_EQ(error(document(R"({"nam": "a"})")),
            "p:1:67: `layers[0]` has no key `nam`; did you mean `name`?");
  EXPECT_EQ(error(document("3")), "p:1:67: `layers[0]` must be an object, not 3");
  EXPECT_EQ(error(document(good, R"(, "edges": [[0, 1]])")),
            "p:2:93: `edges[0][1]` there is no layer 1; the profile has 1");
  EXPECT_EQ(error(document(good, R"(, "edges": [[0, 0]])")),
            "p: edge 0: layer `a` has an edge to itself");
  EXPECT_EQ(error("{\"batch\": 1e999}"), "p:1:11: the number `1e999` is too large");
  EXPECT_EQ(error("{\n\"format\": "), "p:2:11: is not valid JSON: the file ends too early");
}

// Any text either reads as a Profile that round-trips, or is rejected with a UserError.
void expect_read_or_refused(const std::string& text) {
  try {
    const Profile profile = parse_profile(text, "p");
    ASSERT_TRUE(is_topological(profile)) << text;
    EXPECT_EQ(parse_profile(print_profile(profile), "p"), profile) << text;
    EXPECT_EQ(parse_profile(print_profile_json(profile), "p"), profile) << text;
  } catch (const core::UserError&) {
  }
}

TEST(ProfileErrors, TruncationsAndRandomChangesAreReadOrRefused) {
  const std::string graph =
      core::read_text_file(std::string(MOTLEY_TEST_DATA) + "/profiles/amoeba-36-pbs-1.txt");
  const Profile profile = parse_profile(graph.substr(0, graph.find("node5")), "p");
  const std::string small =
      "a -- A -- " + kGoodNode + "\nb2 -- B -- " + kGoodNode + "\n\ta -- b2\n";
  const unsigned seed = 11;
  std::mt19937 random(seed);
  for (const std::string& text :
       {small, graph.substr(0, 1500), print_profile(profile), print_profile_json(profile)}) {
    for (size_t length = 0; length < text.size(); ++length) {
      expect_read_or_refused(text.substr(0, length));
    }
    constexpr std::string_view kBytes = "{}[]:;,-=#\"\\\n \t0123456789.eabn\0\xff\xc3";
    for (int i = 0; i < 2000; ++i) {
      std::string other = text;
      for (unsigned change = 0; change <= random() % 3; ++change) {
        const size_t at = random() % other.size();
        if (random() % 3 == 0) {
          other.erase(at, 1 + random() % 12);
        } else if (random() % 2 == 0) {
          other[at] = kBytes[random() % kBytes.size()];
        } else {
          other.insert(at, other.substr(random() % other.size(), random() % 60));
        }
      }
      SCOPED_TRACE(testing::Message() << "seed " << seed << ", text " << i);
      expect_read_or_refused(other);
    }
  }
}

}  // namespace
}  // namespace motley::tensor
