// What arguments on the command line must look like, with one sentence where they do not.
#pragma once

#include <CLI/CLI.hpp>

#include <algorithm>
#include <charconv>
#include <cmath>
#include <cstdint>
#include <string>
#include <vector>

#include "motley/base.h"

namespace motley::apps {

// Any name but the empty one, which is what an unset variable of a script gives.
inline CLI::Validator file_name() {
  return {[](std::string& text) { return std::string(text.empty() ? "needs a file name" : ""); },
          "FILE"};
}

// One of a few words, with the nearest where it is another.
inline CLI::Validator one_of(std::vector<std::string> words) {
  std::string set;
  for (const std::string& word : words) set += (set.empty() ? "" : ",") + word;
  const auto check = [words, set](const std::string& text) {
    if (std::ranges::find(words, text) != words.end()) return std::string();
    const std::string similar = core::similar_name(text, words);
    std::string fault = "`" + text + "` is not one of ";
    for (const std::string& word : words) fault += (&word == words.data() ? "" : ", ") + word;
    return fault + (similar.empty() ? "" : "; did you mean " + similar + "?");
  };
  return {check, "{" + set + "}"};
}

inline CLI::Validator number_from_zero() {
  return {[](std::string& text) {
            double value = -1;
            const auto [end, error] =
                std::from_chars(text.data(), text.data() + text.size(), value);
            const bool good = error == std::errc() && end == text.data() + text.size() &&
                              std::isfinite(value) && value >= 0;
            return good ? std::string() : "needs a number of at least 0, not `" + text + "`";
          },
          "NUMBER"};
}

inline CLI::Validator whole_number() {
  return {[](std::string& text) {
            uint64_t value = 0;
            const auto [end, error] =
                std::from_chars(text.data(), text.data() + text.size(), value);
            const bool good = error == std::errc() && end == text.data() + text.size();
            return good ? std::string() : "needs a whole number of at least 0, not `" + text + "`";
          },
          "NUMBER"};
}

// Counts of something, from 1 to `most`.
inline CLI::Validator count_up_to(int64_t most) {
  return {[most](std::string& text) {
            int64_t value = 0;
            const auto [end, error] =
                std::from_chars(text.data(), text.data() + text.size(), value);
            const bool good = error == std::errc() && end == text.data() + text.size() &&
                              value >= 1 && value <= most;
            return good ? std::string()
                        : "needs a whole number from 1 to " + std::to_string(most) + ", not `" +
                              text + "`";
          },
          "NUMBER"};
}

// Options with these checks.
template <class Value>
CLI::Option* file_option(CLI::App& parser, const char* name, Value& value, const char* text) {
  return parser.add_option(name, value, text)->check(file_name());
}
template <class Value>
CLI::Option* count_option(CLI::App& parser, const char* name, Value& value, int64_t most,
                          const char* text) {
  return parser.add_option(name, value, text)->check(count_up_to(most));
}
inline void json_option(CLI::App& parser, bool& json) {
  parser.add_flag("--json", json, "One JSON object on standard output");
}

}  // namespace motley::apps
