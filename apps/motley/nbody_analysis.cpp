// Code shared by `motley nbody spectrum` and `motley nbody halos`.
#include <fmt/format.h>

#include <algorithm>
#include <cstdio>
#include <filesystem>
#include <map>

#include "apps/motley/nbody.h"
#include "apps/motley/validators.h"
#include "core/base/error.h"
#include "core/base/text.h"
#include "core/comm/collective_error.h"
#include "core/io/files.h"
#include "nbody/snapshot/complete_settings.h"

namespace motley::apps {
namespace {

namespace fs = std::filesystem;
using core::UserError;

// Recognises a snapshot by its first bytes: Fortran record lengths in either byte order, or the
// HDF5 signature.
bool looks_like_snapshot(const std::string& path) {
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

// The snapshots of a folder by increasing number, each once. If an earlier run has left the same
// number in several files as well as in one, the newest is taken. Of several files the first is
// returned.
std::vector<std::string> snapshots_in(const std::string& folder, const std::string& base) {
  std::map<std::string, fs::directory_entry> newest;  // by the name without its extensions
  std::error_code error;
  for (const auto& entry : fs::directory_iterator(folder, error)) {
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

// The named snapshots, or those in the output folder of the settings, or the initial file of the
// settings. `names` may begin with a settings file.
struct AnalysisInput {
  nbody::SettingsFile file;
  std::vector<std::string> snapshots;
};

AnalysisInput analysis_input(const std::vector<std::string>& names) {
  AnalysisInput input;
  auto first = names.begin();
  if (core::path_kind(*first) == core::PathKind::kFile && !looks_like_snapshot(*first)) {
    input.file = settings_from(*first);
    ++first;
  }
  input.snapshots.assign(first, names.end());
  if (!input.snapshots.empty()) return input;
  const nbody::Settings& settings = input.file.settings;
  input.snapshots = snapshots_in(settings.output.dir, settings.output.base);
  if (input.snapshots.empty() && !settings.initial.file.empty()) {
    input.snapshots = {settings.initial.file};
  }
  if (input.snapshots.empty()) {
    throw UserError({names[0]}, fmt::format("there are no snapshots in {} yet; give one",
                                            core::in_quotes(settings.output.dir)));
  }
  return input;
}

}  // namespace

Outcome analyse_snapshots(const AnalysisArguments& arguments, const std::string& key,
                          const Analysis& analysis) {
  const AnalysisInput input = analysis_input(arguments.inputs);
  const nbody::Settings& settings = input.file.settings;
  const size_t num_pictures = arguments.pictures.size();
  if (num_pictures > 0 && num_pictures != input.snapshots.size()) {
    throw UserError(fmt::format("{}, but {} of --picture; give one for each",
                                counted(std::ssize(input.snapshots), "snapshot"),
                                counted(std::ssize(arguments.pictures), "file")));
  }
  return on_ranks([&](core::Communicator* comm) -> Outcome {
    std::string text, json;
    for (size_t i = 0; i < input.snapshots.size(); ++i) {
      const std::string& file = input.snapshots[i];
      const auto snapshot = nbody::SnapshotReader::open(file, settings.units);
      nbody::check_units(input.file, snapshot.header(), file);
      print_notes(snapshot.header().notes);
      const AnalysisResult found =
          analysis(part_of(snapshot, comm), settings,
                   {.file = file, .picture = num_pictures > 0 ? arguments.pictures[i] : ""}, comm);
      text += fmt::format("{}# {}\n{}", text.empty() ? "" : "\n\n", file, found.text);
      json += (json.empty() ? "" : ",") + found.json;
    }
    if (!arguments.output.empty()) {
      core::at_root(comm, [&] { core::replace_text_file(arguments.output, text); });
      text.clear();
    }
    if (arguments.json) return {.text = fmt::format("{{\"{}\":[{}]}}\n", key, json)};
    return {.text = text};
  });
}

void add_analysis_arguments(CLI::App& parser, AnalysisArguments& arguments) {
  parser
      .add_option("inputs", arguments.inputs,
                  "Settings, snapshots, or both; settings alone select the snapshots of their run")
      ->required()
      ->check(file_name());
  parser
      .add_option("-o,--output", arguments.output,
                  "Write the result to this file instead of printing it")
      ->check(file_name());
  parser.add_flag("--json", arguments.json, "One JSON object on standard output");
}

}  // namespace motley::apps
