// Code shared by `motley nbody spectrum` and `motley nbody halos`.
#include <fmt/format.h>

#include "apps/motley/nbody.h"
#include "apps/motley/validators.h"
#include "motley/base.h"
#include "motley/error.h"
#include "motley/nbody.h"
#include "motley/ranks.h"

namespace motley::apps {
namespace {

using core::UserError;

// The named snapshots, or those in the output folder of the settings, or the initial file of the
// settings. `names` may begin with a settings file.
struct AnalysisInput {
  nbody::SettingsFile file;
  std::vector<std::string> snapshots;
};

AnalysisInput analysis_input(const std::vector<std::string>& names) {
  AnalysisInput input;
  auto first = names.begin();
  if (core::path_kind(*first) == core::PathKind::kFile && !nbody::looks_like_snapshot(*first)) {
    input.file = settings_from(*first);
    ++first;
  }
  input.snapshots.assign(first, names.end());
  if (!input.snapshots.empty()) return input;
  const nbody::Settings& settings = input.file.settings;
  input.snapshots = nbody::snapshots_of(settings);
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
          analysis(nbody::rank_part_of(snapshot, comm), settings,
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
  file_option(parser, "inputs", arguments.inputs,
              "Settings, snapshots, or both; settings alone select the snapshots of their run")
      ->required();
  file_option(parser, "-o,--output", arguments.output,
              "Write the result to this file instead of printing it");
  json_option(parser, arguments.json);
}

}  // namespace motley::apps
