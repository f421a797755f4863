#include "nbody/workflow/run_snapshots.h"

#include <algorithm>
#include <cstdio>
#include <filesystem>
#include <map>

namespace motley::nbody {
namespace {

std::vector<std::string> snapshots_in(const std::string& folder, const std::string& base) {
  std::map<std::string, std::filesystem::directory_entry>
      newest;  // by the name without its extensions
  std::error_code error;
  for (const auto& entry : std::filesystem::directory_iterator(folder, error)) {
    const std::string name = entry.path().filename().string();
    if (!name.starts_with(base + "_") || name.ends_with(".yaml") || name.ends_with(".tmp")) {
      continue;
    }
    const size_t dot = std::min(name.size(), name.find('.', base.size()));
    const std::string rest = name.substr(dot);
    if (!(rest.empty() || rest == ".hdf5" || rest == ".0" || rest == ".0.hdf5")) continue;
    const auto [it, is_new] = newest.try_emplace(name.substr(0, dot), entry);
    if (!is_new && entry.last_write_time(error) > it->second.last_write_time(error)) {
      it->second = entry;
    }
  }
  std::vector<std::string> found;
  for (const auto& [name, entry] : newest) found.push_back(entry.path().string());
  return found;
}

}  // namespace

bool looks_like_snapshot(const std::string& path) {
  std::error_code failed;
  if (!std::filesystem::is_regular_file(path, failed)) return false;  // a pipe would wait
  std::FILE* file = std::fopen(path.c_str(), "rb");
  if (!file) return false;
  unsigned char b[4] = {};
  const size_t got = std::fread(b, 1, 4, file);
  std::fclose(file);
  const auto is = [&](unsigned char b0, unsigned char b1, unsigned char b2, unsigned char b3) {
    return b[0] == b0 && b[1] == b1 && b[2] == b2 && b[3] == b3;
  };
  return got == 4 && (is(0, 1, 0, 0) || is(0, 0, 1, 0) || is(8, 0, 0, 0) || is(0, 0, 0, 8) ||
                      is(0x89, 'H', 'D', 'F'));
}

std::vector<std::string> snapshots_of(const Settings& settings) {
  std::vector<std::string> found = snapshots_in(settings.output.dir, settings.output.base);
  if (found.empty() && !settings.initial.file.empty()) found = {settings.initial.file};
  return found;
}

}  // namespace motley::nbody
