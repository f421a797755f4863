#include "core/base/text.h"

#include <algorithm>
#include <charconv>
#include <cstdlib>
#include <utility>

namespace motley::core {
namespace {

// Edit distance with substitutions, insertions, deletions and swaps of neighbours.
size_t num_edits(std::string_view a, std::string_view b) {
  std::vector edits(a.size() + 1, std::vector<size_t>(b.size() + 1));  // from i letters to j
  for (size_t i = 0; i <= a.size(); ++i) {
    for (size_t j = 0; j <= b.size(); ++j) {
      size_t& distance = edits[i][j] = std::max(i, j);
      if (i == 0 || j == 0) continue;
      distance = std::min(
          {edits[i - 1][j - 1] + (a[i - 1] != b[j - 1]), edits[i - 1][j] + 1, edits[i][j - 1] + 1});
      const bool swapped = i > 1 && j > 1 && a[i - 1] == b[j - 2] && a[i - 2] == b[j - 1];
      if (swapped) distance = std::min(distance, edits[i - 2][j - 2] + 1);
    }
  }
  return edits[a.size()][b.size()];
}

constexpr size_t kLongestName = 80;

// Length in bytes of the UTF-8 character that begins with `first`; 0 if invalid.
size_t character_length(unsigned char first) {
  if (first < 0x80) return 1;
  if (first >= 0xC2 && first < 0xE0) return 2;
  if (first >= 0xE0 && first < 0xF0) return 3;
  return first >= 0xF0 && first < 0xF5 ? 4 : 0;
}

}  // namespace

std::string in_quotes(std::string_view name) {
  if (name.size() <= kLongestName) return fmt::format("`{}`", name);
  size_t length = kLongestName;
  while (length > 0 && (static_cast<unsigned char>(name[length]) & 0xC0) == 0x80) --length;
  return fmt::format("`{}...`", name.substr(0, length));
}

std::string nearest_name(const std::string& name, const std::vector<std::string>& names) {
  const std::string_view begin =
      std::string_view(name).substr(0, kLongestName);  // bounds the size of the table
  const auto cost = [&](const std::string& other) {
    const bool is_longer = begin.size() >= 2 && other.starts_with(begin);
    return std::pair(is_longer ? size_t{0} : 1, is_longer ? other.size() : num_edits(begin, other));
  };
  const auto nearest = std::ranges::min_element(names, {}, cost);
  return nearest == names.end() ? "" : *nearest;
}

std::string similar_name(const std::string& name, const std::vector<std::string>& names) {
  const std::string nearest = nearest_name(name, names);
  const std::string_view begin = std::string_view(name).substr(0, kLongestName);
  const size_t dashes = std::min(begin.find_first_not_of('-'), begin.size());  // of an option
  const bool begins_alike =
      dashes < begin.size() && nearest.starts_with(begin.substr(0, dashes + 1));
  const size_t letters = std::max(begin.size(), nearest.size()) - dashes;
  const size_t most = std::max<size_t>(1, letters / 3) + (begins_alike ? 1 : 0);
  const size_t edits = num_edits(begin, nearest);
  const bool is_longer = begin.size() >= 2 && nearest.starts_with(begin);
  return is_longer || (edits <= most && edits < letters) ? nearest : "";
}

std::string did_you_mean(const std::string& name, const std::vector<std::string>& names,
                         const std::string& otherwise) {
  const std::string similar = similar_name(name, names);
  return similar.empty() ? otherwise : fmt::format("; did you mean {}?", in_quotes(similar));
}

std::string did_you_mean_one_of(const std::string& name, const std::vector<std::string>& names) {
  return did_you_mean(name, names, fmt::format("; choose one of {}", fmt::join(names, ", ")));
}

std::string counted(int64_t count, std::string_view noun, std::string_view plural) {
  return fmt::format("{} {}{}", count, noun, count == 1 ? "" : plural);
}

SourcePosition position_at(const std::string& file, std::string_view text, size_t offset) {
  SourcePosition at{file, 1, 1};
  for (size_t i = 0; i + 1 < offset && i < text.size(); ++i) {
    if (text[i] == '\n') {
      ++at.line;
      at.column = 1;
    } else {
      ++at.column;
    }
  }
  return at;
}

size_t decimal_length(std::string_view text) {
  double value;
  const auto [rest, error] = std::from_chars(text.data(), text.data() + text.size(), value);
  return error == std::errc::invalid_argument ? 0 : rest - text.data();
}

double decimal_value(std::string_view number, int power) {
  const size_t e = number.find_first_of("eE");
  if (e != number.npos) {
    std::string_view digits = number.substr(e + 1);
    if (digits.starts_with('+')) digits.remove_prefix(1);
    int exponent = 0;
    const auto [rest, error] =
        std::from_chars(digits.data(), digits.data() + digits.size(), exponent);
    const int clamped = std::clamp(exponent, -100'000, 100'000);
    const int largest = digits.starts_with('-') ? -100'000 : 100'000;
    power += error == std::errc::result_out_of_range ? largest : clamped;
  }
  const std::string text = fmt::format("{}e{}", number.substr(0, e), power);
  return std::strtod(text.c_str(), nullptr);  // infinity or 0 if out of range
}

namespace {

// The first character of the text and its length in bytes; 0 bytes if it is not well-formed UTF-8.
std::pair<uint32_t, size_t> first_character(std::string_view text) {
  const auto first = static_cast<unsigned char>(text[0]);
  const size_t length = character_length(first);
  if (length == 0 || length > text.size()) return {0, 0};
  uint32_t code = length == 1 ? first : first & (0xFF >> (length + 1));
  for (size_t k = 1; k < length; ++k) {
    const auto next = static_cast<unsigned char>(text[k]);
    if ((next & 0xC0) != 0x80) return {0, 0};
    code = code << 6 | (next & 0x3F);
  }
  const bool surrogate = code >= 0xD800 && code < 0xE000;
  const bool too_long = (length == 3 && code < 0x800) || (length == 4 && code < 0x10000);
  if (surrogate || too_long || code > 0x10FFFF) return {0, 0};
  return {code, length};
}

}  // namespace

size_t utf8_length(std::string_view text) {
  return text.empty() ? 0 : first_character(text).second;
}

bool is_printable(std::string_view text) {
  while (!text.empty()) {
    const auto [code, length] = first_character(text);
    const bool control = code < ' ' || (code >= 0x7F && code < 0xA0);
    const bool separator = code == 0x2028 || code == 0x2029 || code == 0xFEFF;
    if (length == 0 || control || separator) return false;
    text.remove_prefix(length);
  }
  return true;
}

}  // namespace motley::core
