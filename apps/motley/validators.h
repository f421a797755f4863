// What arguments on the command line must look like, with one sentence where they do not.
#pragma once

#include <CLI/CLI.hpp>

#include <charconv>
#include <cmath>
#include <cstdint>
#include <string>

namespace motley::apps {

// Any name but the empty one, which is what an unset variable of a script gives.
inline CLI::Validator file_name() {
  return {[](std::string& text) { return std::string(text.empty() ? "needs a file name" : ""); },
          "FILE"};
}

inline CLI::Validator number_from_zero() {
  return {[](std::string& text) {
            double value = -1;
            const auto [end, error] =
                std::from_chars(text.data(), text.data() + text.size(), value);
            const bool good = error == std::errc() && end == text.data() + text.size() &&
                              std::isfinite(value) && value >= 0;
            return good ? std::string() : "needs a number from 0 on, not `" + text + "`";
          },
          "NUMBER"};
}

inline CLI::Validator whole_number() {
  return {[](std::string& text) {
            uint64_t value = 0;
            const auto [end, error] =
                std::from_chars(text.data(), text.data() + text.size(), value);
            const bool good = error == std::errc() && end == text.data() + text.size();
            return good ? std::string() : "needs a whole number from 0 on, not `" + text + "`";
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

}  // namespace motley::apps
