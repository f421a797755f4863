#include "nbody/report/box_outputs.h"

#include <fmt/format.h>

#include <algorithm>
#include <filesystem>
#include <functional>
#include <sstream>

#include "core/base/error.h"
#include "core/io/files.h"
#include "core/io/json_reader.h"

namespace motley::nbody {
namespace {

namespace fs = std::filesystem;
using core::JsonValue;

// The columns of a table of numbers; lines that begin with # are comments.
std::vector<std::vector<double>> read_columns(const std::string& file, size_t num_columns) {
  std::istringstream in(core::read_text_file(file));
  std::vector<std::vector<double>> columns(num_columns);
  std::string line;
  for (int number = 1; std::getline(in, line); ++number) {
    if (line.empty() || line[0] == '#') continue;
    std::istringstream words(line);
    for (std::vector<double>& column : columns) {
      double value = 0;
      if (!(words >> value)) {
        throw core::UserError({file, number}, fmt::format("needs {} numbers", num_columns));
      }
      column.push_back(value);
    }
  }
  return columns;
}

// A number that may be missing, or null.
std::optional<double> number_of(const JsonValue& json, const char* key) {
  const auto at = json.find(key);
  return at && !at->is_null() ? std::optional(at->number()) : std::nullopt;
}

int64_t count_of(const JsonValue& json, const char* key) {
  const auto at = json.find(key);
  return at ? at->whole_number() : 0;
}

BoxOutput read_output(const std::string& folder, const JsonValue& json) {
  constexpr int64_t kMostOutputs = 1'000'000;
  BoxOutput output{.number = static_cast<int>(json.at("number").whole_number(0, kMostOutputs)),
                   .redshift = json.at("redshift").number(),
                   .scale_factor = json.at("scale_factor").number(),
                   .momentum = number_of(json, "momentum").value_or(0),
                   .layzer_irvine = number_of(json, "layzer_irvine")};
  if (const auto errors = json.find("force_errors"); errors && errors->is_object()) {
    output.force_error_median = number_of(*errors, "median");
    output.force_error_p99 = number_of(*errors, "p99");
  }
  const auto file = [&](const char* form) {
    const std::string name =
        (fs::path(folder) / fmt::format(fmt::runtime(form), output.number)).string();
    return core::path_kind(name) == core::PathKind::kFile ? name : std::string();
  };
  if (const std::string name = file("spectrum_{:03}.txt"); !name.empty()) {
    auto columns = read_columns(name, 4);
    output.spectrum = {.k = columns[0], .power = columns[1], .shot_noise = columns[3]};
  }
  if (const std::string name = file("halos_{:03}.txt"); !name.empty()) {
    output.halo_masses = read_columns(name, 2)[1];
    std::ranges::sort(output.halo_masses, std::greater<>());
    output.has_halos = true;
  }
  if (const std::string name = file("density_{:03}.png"); !name.empty()) {
    output.picture = core::read_text_file(name);
  }
  return output;
}

BoxRun box_run(const std::string& folder, const JsonValue& json) {
  const auto commit = json.find("motley"), finished = json.find("finished");
  BoxRun run{.folder = folder,
             .settings_text = json.at("settings").source(),
             .commit = commit ? commit->text() : "",
             .finished = finished && finished->boolean(),
             .steps = count_of(json, "steps"),
             .ranks = count_of(json, "ranks"),
             .threads = count_of(json, "threads"),
             .wall_seconds = number_of(json, "wall_seconds").value_or(0),
             .particles_per_second = number_of(json, "particles_per_second").value_or(0),
             .redshift = number_of(json, "redshift").value_or(0)};
  if (const auto phases = json.find("phase_seconds")) {
    for (const auto& [phase, seconds] : phases->members()) {
      const double mean =
          seconds.is_object() ? number_of(seconds, "mean").value_or(0) : seconds.number();
      run.phase_seconds.emplace_back(phase, mean);
      const auto by_rank = seconds.is_object() ? seconds.find("by_rank") : std::nullopt;
      if (!by_rank) continue;
      std::vector<double>& ranks = run.phase_seconds_by_rank.emplace_back();
      for (const JsonValue& one : by_rank->items()) ranks.push_back(one.number());
    }
  }
  if (const auto notes = json.find("notes")) run.notes = notes->texts();
  if (const auto warnings = json.find("warnings")) run.warnings = warnings->texts();
  for (const JsonValue& output : json.at("outputs").items()) {
    run.outputs.push_back(read_output(folder, output));
  }
  return run;
}

}  // namespace

BoxRun read_box_run(const std::string& folder) {
  const std::string file = (fs::path(folder) / "run.json").string();
  if (core::path_kind(file) != core::PathKind::kFile) {
    throw core::UserError({folder},
                          "has no run.json: it is not an output folder of `motley nbody run`");
  }
  const core::JsonDocument document(core::read_text_file(file), file);
  return box_run(folder, document.root());
}

}  // namespace motley::nbody
