#include "nbody/run/restart_file.h"

#include <fmt/format.h>
#include <unistd.h>

#include <charconv>
#include <cmath>
#include <filesystem>
#include <optional>
#include <set>
#include <sstream>

#include "core/base/error.h"
#include "core/base/integer.h"
#include "core/base/text.h"
#include "core/io/checksum.h"
#include "core/io/files.h"
#include "core/io/mapped_file.h"

namespace motley::nbody {
namespace {

namespace fs = std::filesystem;
using core::UserError;

constexpr std::string_view kPartEnd = ".safetensors";
constexpr int64_t kMostParticles = int64_t{1} << 48;

uint32_t checksum_of(std::string_view text) { return core::crc32c(std::as_bytes(std::span(text))); }

std::vector<std::string> words_of(const std::string& line) {
  std::istringstream in(line);
  std::vector<std::string> words;
  for (std::string word; in >> word;) words.push_back(word);
  return words;
}

// The whole word as a number.
template <class T>
std::optional<T> whole_word(const std::string& word, int base = 10) {
  T value = {};
  const char* end = word.data() + word.size();
  const auto [rest, error] = std::from_chars(word.data(), end, value, base);
  if (error != std::errc() || rest != end) return std::nullopt;
  return value;
}

std::optional<double> whole_double(const std::string& word) {
  char* end = nullptr;
  const double value = std::strtod(word.c_str(), &end);
  if (word.empty() || *end != '\0' || std::isspace(static_cast<unsigned char>(word[0])) ||
      !std::isfinite(value)) {
    return std::nullopt;
  }
  return value;
}

ListedPart parse_part(const std::string& line, const std::string& file) {
  const std::vector<std::string> words = words_of(line);
  const auto damaged = [&] {
    return UserError({file},
                     fmt::format("is damaged: {} does not describe a part", core::in_quotes(line)));
  };
  if (words.size() != 4) throw damaged();
  const auto count = whole_word<int64_t>(words[1]), bytes = whole_word<int64_t>(words[2]);
  const auto checksum = whole_word<uint32_t>(words[3], 16);
  if (!count || !bytes || !checksum || *count < 0 || *count > kMostParticles || *bytes < 0) {
    throw damaged();
  }
  if (!is_part_name(words[0], file)) {
    throw UserError({file}, fmt::format("is damaged: {} is not the name of one of its parts",
                                        core::in_quotes(words[0])));
  }
  return {words[0], *count, *bytes, *checksum};
}

}  // namespace

int64_t RestartList::count() const {
  int64_t sum = 0;
  for (const ListedPart& part : parts) sum += part.count;
  return sum;
}

std::string print_restart_list(const RestartList& list) {
  std::string text = fmt::format("{}\nparticles {}\n", kRestartTitle, list.count());
  for (const ListedPart& part : list.parts) {
    text += fmt::format("{} {} {} {:08x}\n", part.name, part.count, part.bytes, part.checksum);
  }
  return text + fmt::format("checksum {:08x}\n", checksum_of(text));
}

RestartList parse_restart_list(const std::string& text, const std::string& file) {
  const size_t title_end = std::min(text.find('\n'), text.size());
  if (text.substr(0, title_end) != kRestartTitle) {
    throw UserError({file}, fmt::format("is not a restart file, or has another version: it should "
                                        "begin with `{}`",
                                        kRestartTitle));
  }
  const size_t last = text.rfind("checksum ");
  if (last == text.npos ||
      text.substr(last) != fmt::format("checksum {:08x}\n", checksum_of(text.substr(0, last)))) {
    throw UserError({file}, "is damaged: its lines are not those that were written");
  }
  RestartList list;
  std::istringstream in(text.substr(title_end + 1, last - title_end - 1));
  std::string line;
  std::getline(in, line);
  const std::vector<std::string> words = words_of(line);
  const bool has_total = words.size() == 2 && words[0] == "particles";
  const int64_t total = has_total ? whole_word<int64_t>(words[1]).value_or(-1) : -1;
  std::set<std::string> names;
  int64_t sum = 0;
  while (std::getline(in, line)) {
    list.parts.push_back(parse_part(line, file));
    if (!names.insert(list.parts.back().name).second) {
      throw UserError({file}, fmt::format("is damaged: part {} is listed twice",
                                          core::in_quotes(list.parts.back().name)));
    }
    sum += list.parts.back().count;
    if (sum > kMostParticles) break;
  }
  if (list.parts.empty() || sum != total) {
    throw UserError({file},
                    fmt::format("is damaged: its parts hold {} particles of {}", sum, total));
  }
  return list;
}

std::string part_path(const std::string& list_file, const std::string& name) {
  return (fs::path(list_file).parent_path() / name).string();
}

bool is_part_name(const std::string& name, const std::string& list_file) {
  return core::is_plain_name(name) && name.ends_with(kPartEnd) &&
         name.starts_with(fs::path(list_file).filename().string() + "-");
}

void prune_restart_parts(const std::string& list_file) {
  std::set<std::string> listed;
  if (core::path_kind(list_file) != core::PathKind::kMissing) {
    try {
      const RestartList list = parse_restart_list(core::read_text_file(list_file), list_file);
      for (const ListedPart& part : list.parts) listed.insert(part.name);
    } catch (const UserError&) {
      return;
    }
  }
  const fs::path folder = fs::path(list_file).parent_path();
  core::remove_unfinished(folder.string(), fs::path(list_file).filename().string());
  std::error_code ignored;
  for (const fs::directory_entry& entry :
       fs::directory_iterator(folder.empty() ? "." : folder, ignored)) {
    const std::string name = entry.path().filename().string();
    if (is_part_name(name, list_file) && !listed.contains(name)) ::unlink(entry.path().c_str());
  }
}

RestartPart::RestartPart(const std::string& list_file, const ListedPart& listed)
    : path_(part_path(list_file, listed.name)),
      listed_(listed),
      file_(core::SafetensorsFile::open(path_)) {
  std::error_code error;
  const auto bytes = static_cast<int64_t>(fs::file_size(path_, error));
  if (error || bytes != listed.bytes) {
    throw UserError({path_}, fmt::format("is damaged: it has {} bytes, not the {} that were "
                                         "written",
                                         error ? 0 : bytes, listed.bytes));
  }
  integer("count", listed.count, listed.count);
}

void RestartPart::verify() const {
  if (core::crc32c(core::MappedFile::open(path_).bytes()) != listed_.checksum) {
    throw UserError({path_}, "is damaged: its bytes are not those that were written");
  }
}

void RestartPart::fail(const std::string& key, const std::string& why) const {
  throw UserError({path_}, fmt::format("is damaged: {} {}", core::in_quotes(key), why));
}

const std::string& RestartPart::text(const std::string& key) const {
  const auto found = file_.metadata().find(key);
  if (found == file_.metadata().end()) {
    throw UserError({path_}, fmt::format("is not a restart file: it has no `{}`", key));
  }
  return found->second;
}

double RestartPart::number(const std::string& key, double least, double most) const {
  const std::optional<double> value = whole_double(text(key));
  if (!value) fail(key, "is not a number");
  if (*value < least || *value > most) {
    fail(key, fmt::format("is {:g}, not from {:g} to {:g}", *value, least, most));
  }
  return *value;
}

int64_t RestartPart::integer(const std::string& key, int64_t least, int64_t most) const {
  const std::optional<int64_t> value = whole_word<int64_t>(text(key));
  if (!value) fail(key, "is not a whole number");
  if (*value < least || *value > most) {
    fail(key, fmt::format("is {}, not from {} to {}", *value, least, most));
  }
  return *value;
}

std::vector<double> RestartPart::numbers(const std::string& key) const {
  std::vector<double> found;
  for (const std::string& word : words_of(text(key))) {
    const std::optional<double> value = whole_double(word);
    if (!value) fail(key, fmt::format("has {}, which is not a number", core::in_quotes(word)));
    found.push_back(*value);
  }
  return found;
}

std::vector<uint64_t> RestartPart::keys(const std::string& key) const {
  std::vector<uint64_t> found;
  for (const std::string& word : words_of(text(key))) {
    const std::optional<uint64_t> value = whole_word<uint64_t>(word);
    if (!value) fail(key, fmt::format("has {}, which is not a key", core::in_quotes(word)));
    found.push_back(*value);
  }
  return found;
}

std::span<const std::byte> RestartPart::tensor(const std::string& name,
                                               int64_t element_bytes) const {
  const core::TensorEntry* entry = file_.find(name);
  if (!entry || entry->end - entry->begin != count() * element_bytes) {
    throw UserError({path_}, fmt::format("is not a complete restart file: `{}` is missing, or not "
                                         "of {} particles",
                                         name, count()));
  }
  return file_.bytes(*entry);
}

RestartReader::RestartReader(const std::string& list_file) {
  const RestartList list = parse_restart_list(core::read_text_file(list_file), list_file);
  for (const ListedPart& part : list.parts) parts_.emplace_back(list_file, part);
  count_ = list.count();
}

}  // namespace motley::nbody
