#include "tensor/data/stories.h"

#include <fmt/format.h>

#include <cctype>
#include <map>
#include <string_view>
#include <vector>

#include "core/base/random.h"

namespace motley::tensor {
namespace {

using Choices = std::vector<std::string_view>;

// $name is replaced by one of its choices. Capitalized names are chosen once per story. $sum is a
// sentence of its own.
const std::map<std::string_view, Choices>& grammar() {
  static const std::map<std::string_view, Choices> rules = {
      {"story",
       {"$begin $middle $middle $end\n\n", "$begin $middle $sum $middle $end\n\n",
        "$begin $sum $sum $end\n\n", "$begin $middle $talk $middle $talk $end\n\n"}},
      {"begin",
       {"$when $Hero walked to the $Place. There $Hero found a $Colour $Thing.",
        "$when $Hero lost a $Colour $Thing near the $Place.",
        "$Hero lived by the $Place and had a $Colour $Thing.",
        "$when $Hero and $Friend carried a $Colour $Thing to the $Place."}},
      {"middle",
       {"$Hero put the $Thing $where.", "$Friend came from the $Place and saw the $Thing.",
        "The $Thing was $quality, but $Hero did not mind.", "It was $weather at the $Place.",
        "$Friend looked for the $Thing $where, but it was not there.",
        "$Hero and $Friend $did until $hour.", "The $animal $where $sound, and $Hero laughed."}},
      {"talk",
       {"\"Whose is this $Thing?\" asked $Friend. \"It is mine,\" said $Hero.",
        "\"Is it $quality?\" asked $Hero. \"No, it is $Colour,\" said $Friend.",
        "\"Come to the $Place at $hour,\" said $Hero. \"I will,\" said $Friend.",
        "\"Where is the $Thing?\" asked $Hero. \"It is $where,\" said $Friend."}},
      {"end",
       {"In the evening $Hero took the $Colour $Thing home.",
        "So $Hero gave the $Thing to $Friend, and $Friend was glad.",
        "And the $Colour $Thing is still at the $Place.",
        "Then $Friend went home, and $Hero slept."}},
      {"when", {"One morning", "One day", "Last winter", "Long ago", "On Sunday", "At noon"}},
      {"hour", {"one", "two", "three", "four", "five", "six", "noon", "night"}},
      {"Hero", {"Ada", "Ben", "Clara", "David", "Emma", "Frank", "Grace", "Henry"}},
      {"Friend", {"Ida", "Jonas", "Karl", "Lena", "Martin", "Nora", "Oscar", "Paula"}},
      {"Place", {"mill", "river", "harbour", "market", "bridge", "garden", "tower", "forest"}},
      {"Thing", {"lantern", "basket", "letter", "clock", "kite", "violin", "map", "boat"}},
      {"Colour", {"red", "green", "blue", "white", "yellow", "black"}},
      {"quality", {"heavy", "old", "broken", "small", "wet", "strange"}},
      {"where",
       {"under the table", "behind the door", "on the roof", "in the grass", "beside the well",
        "near the wall"}},
      {"weather", {"raining", "snowing", "warm", "cold", "windy", "quiet"}},
      {"did", {"talked", "worked", "waited", "sang", "played", "read"}},
      {"animal", {"dog", "cat", "horse", "owl", "goose", "goat"}},
      {"sound", {"made a noise", "looked up", "ran away", "fell asleep"}},
  };
  return rules;
}

constexpr std::string_view kNumbers[] = {"no",  "one",   "two",   "three", "four", "five",
                                         "six", "seven", "eight", "nine",  "ten"};

class Writer {
 public:
  std::string write(int64_t num_bytes) {
    std::string text;
    while (std::ssize(text) < num_bytes) {
      chosen_.clear();
      text += expand("$story");
    }
    text.resize(num_bytes);
    return text;
  }

 private:
  size_t draw(size_t count) {
    constexpr uint64_t kSeed = 7;
    return static_cast<size_t>(core::uniform_at({kSeed, 0}, drawn_++) * static_cast<double>(count));
  }

  std::string expand(std::string_view form) {
    std::string text;
    for (size_t i = 0; i < form.size();) {
      if (form[i] != '$') {
        text += form[i++];
        continue;
      }
      size_t end = i + 1;
      while (end < form.size() && std::isalpha(static_cast<unsigned char>(form[end]))) ++end;
      text += choose(form.substr(i + 1, end - i - 1));
      i = end;
    }
    return text;
  }

  std::string choose(std::string_view name) {
    if (name == "sum") return sum();
    const Choices& choices = grammar().at(name);
    if (!std::isupper(static_cast<unsigned char>(name[0]))) {
      return expand(choices[draw(choices.size())]);
    }
    std::string& word = chosen_[name];
    if (word.empty()) word = choices[draw(choices.size())];
    return word;
  }

  // "Ada counted three and four, which makes seven."
  std::string sum() {
    const size_t a = 1 + draw(5), b = 1 + draw(5);
    return fmt::format("{} counted {} and {}, which makes {}.", choose("Hero"), kNumbers[a],
                       kNumbers[b], kNumbers[a + b]);
  }

  int64_t drawn_ = 0;
  std::map<std::string_view, std::string> chosen_;
};

}  // namespace

std::string stories() { return Writer().write(kStoriesBytes); }

}  // namespace motley::tensor
