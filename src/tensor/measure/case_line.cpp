#include "tensor/measure/case_line.h"

#include <algorithm>
#include <charconv>
#include <fstream>
#include <optional>
#include <sstream>

namespace motley::tensor {

namespace {

constexpr int64_t kSmallExtent = 8;
constexpr const char* kNoExtents[] = {"window", "stride", "causal", "k_best", "count"};

std::optional<int64_t> parse_number(const std::string& text) {
  int64_t value = 0;
  const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), value);
  if (error != std::errc() || end != text.data() + text.size()) return std::nullopt;
  return value;
}

const std::string* find(const CaseLine& line, const std::string& name) {
  for (const auto& [key, value] : line.settings)
    if (key == name) return &value;
  return nullptr;
}

}  // namespace

bool CaseLine::has(const std::string& name) const { return find(*this, name) != nullptr; }

int64_t CaseLine::number(const std::string& name) const {
  const std::string* text = find(*this, name);
  const std::optional<int64_t> value = text ? parse_number(*text) : std::nullopt;
  if (!value) throw core::UserError(position, fmt::format("{} needs {}=NUMBER", kind, name));
  return *value;
}

std::string CaseLine::word(const std::string& name, const std::string& otherwise) const {
  const std::string* text = find(*this, name);
  return text ? *text : otherwise;
}

std::string CaseLine::to_string() const {
  std::string text = kind;
  if (!form.empty()) text += " " + form;
  for (const auto& [name, value] : settings) text += fmt::format(" {}={}", name, value);
  return text;
}

CaseLine parse_case(const std::string& text, const core::SourcePosition& position) {
  CaseLine line{.position = position};
  std::istringstream words(text.substr(0, text.find('#')));
  words >> line.kind;
  for (std::string word; words >> word;) {
    const size_t equals = word.find('=');
    if (equals != std::string::npos) {
      line.settings.emplace_back(word.substr(0, equals), word.substr(equals + 1));
    } else if (line.form.empty()) {
      line.form = word;
    } else {
      throw core::UserError(line.position, fmt::format("unexpected second form '{}'", word));
    }
  }
  return line;
}

std::vector<CaseLine> read_cases(const std::string& file) {
  std::ifstream stream(file);
  if (!stream) throw core::UserError({file}, "cannot be read");
  std::vector<CaseLine> lines;
  std::string text;
  for (int number = 1; std::getline(stream, text); ++number) {
    CaseLine line = parse_case(text, {file, number});
    if (!line.kind.empty()) lines.push_back(std::move(line));
  }
  return lines;
}

CaseLine halved(CaseLine line) {
  std::string* largest = nullptr;
  int64_t extent = kSmallExtent;
  for (auto& [name, value] : line.settings) {
    const bool is_extent =
        std::find(std::begin(kNoExtents), std::end(kNoExtents), name) == std::end(kNoExtents);
    const std::optional<int64_t> n = parse_number(value);
    if (!is_extent || !n || *n <= extent) continue;
    largest = &value, extent = *n;
  }
  if (largest) *largest = std::to_string((extent + 1) / 2);
  return line;
}

}  // namespace motley::tensor
