#include <gtest/gtest.h>

#include "core/io/json_reader.h"

namespace motley::core {
namespace {

template <class Use>
std::string refusal(const std::string& text, const Use& use) {
  try {
    const JsonDocument document(text, "f.json");
    use(document.root());
  } catch (const UserError& error) {
    return error.what();
  }
  return "read without complaint";
}
std::string refusal(const std::string& text) {
  return refusal(text, [](const JsonValue&) {});
}

TEST(JsonReader, ReadsEveryKindOfValue) {
  const JsonDocument document(
      "\xef\xbb\xbf {\"a\": [1, -2.5e1, 2.0, true, null], \"s\": "
      "\"x\\n\\u00e9\\ud83d\\ude00\\\"\", "
      "\"o\": {}}\n",
      "f.json");
  const JsonValue root = document.root();
  const std::vector<JsonValue> a = root.at("a").items();
  EXPECT_EQ(a[0].whole_number(), 1);
  EXPECT_EQ(a[1].number(), -25);
  EXPECT_EQ(a[2].whole_number(), 2);
  EXPECT_TRUE(a[3].boolean());
  EXPECT_TRUE(a[4].is_null());
  EXPECT_EQ(root.at("s").text(), "x\n\xc3\xa9\xf0\x9f\x98\x80\"");
  EXPECT_EQ(root.at("o").source(), "{}");
  EXPECT_EQ(root.members().size(), 3u);
  EXPECT_FALSE(root.find("b"));
  EXPECT_EQ(a[1].path(), "a[1]");
}

TEST(JsonReader, NamesFileKeyAndPlace) {
  const auto devices = [](const JsonValue& root) {
    return root.at("stages").items().at(0).at("devices").whole_numbers(0, 3);
  };
  const std::string begin = "{\"stages\":\n [{\"devices\": ";
  EXPECT_EQ(refusal(begin + "[0, 1.5]}]}", devices),
            "f.json:2:19: `stages[0].devices[1]` must be a whole number from 0 to 3, not 1.5");
  EXPECT_EQ(refusal(begin + "[4]}]}", devices),
            "f.json:2:16: `stages[0].devices[0]` must be a whole number from 0 to 3, not 4");
  EXPECT_EQ(refusal(begin + "[1e300]}]}", devices),
            "f.json:2:16: `stages[0].devices[0]` must be a whole number from 0 to 3, not 1e300");
  EXPECT_EQ(refusal(begin + "\"0\"}]}", devices),
            "f.json:2:15: `stages[0].devices` must be a list, not the text `0`");
  EXPECT_EQ(refusal("{\"stages\": [{}]}", devices),
            "f.json:1:13: `stages[0]` has no key `devices`");
  EXPECT_EQ(refusal("[]", devices), "f.json:1:1: must be an object, not a list");
  EXPECT_EQ(refusal("{\"nam\": 1}", [](const JsonValue& v) { v.check_keys({"name"}); }),
            "f.json:1:1: has no key `nam`; did you mean `name`?");
}

TEST(JsonReader, RefusesWhatIsNotJson) {
  EXPECT_EQ(refusal(""), "f.json:1:1: is not valid JSON: the file ends too early");
  EXPECT_EQ(refusal("{\"a\": 1e309}"), "f.json:1:7: the number `1e309` is too large");
  EXPECT_EQ(refusal("{\"a\": 1, \"a\": 2}"),
            "f.json:1:10: the key `a` appears twice in one object");
  EXPECT_EQ(refusal("[1] x"), "f.json:1:5: has more text after the end of its JSON value");
  EXPECT_EQ(refusal("\"\xff\""), "f.json:1:2: is not UTF-8 here");
  EXPECT_EQ(refusal(std::string(200, '[')), "f.json:1:102: is nested too deeply");
  for (const char* text : {"[1,]", "{a: 1}", "[01]", "[+1]", "[.5]", "[1.]", "[NaN]", "[1e]",
                           "\"\\ud800\"", "\"\\x\"", "\"a\nb\"", "tru", "[1 2]", "'a'"}) {
    EXPECT_NE(refusal(text).find("is not valid JSON"), std::string::npos) << text;
  }
}

}  // namespace
}  // namespace motley::core
