#include "nbody/report/box_outputs.h"

#include <fmt/format.h>
#include <nlohmann/json.hpp>

#include <filesystem>
#include <fstream>
#include <sstream>

#include "core/base/error.h"
#include "core/io/files.h"

namespace motley::nbody {
namespace {

namespace fs = std::filesystem;
using BoxJson = nlohmann::ordered_json;

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

std::optional<double> number_of(const BoxJson& json, const char* key) {
  const auto at = json.find(key);
  return at != json.end() && at->is_number() ? std::optional(at->get<double>()) : std::nullopt;
}

BoxOutput read_output(const std::string& folder, const BoxJson& json) {
  BoxOutput output{.number = json.at("number").get<int>(),
                   .redshift = json.at("redshift").get<double>(),
                   .scale_factor = json.at("scale_factor").get<double>(),
                   .momentum = number_of(json, "momentum").value_or(0),
                   .layzer_irvine = number_of(json, "layzer_irvine")};
  if (json.contains("force_errors") && json["force_errors"].is_object()) {
    output.force_error_median = number_of(json["force_errors"], "median");
    output.force_error_p99 = number_of(json["force_errors"], "p99");
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
    output.has_halos = true;
  }
  if (const std::string name = file("density_{:03}.png"); !name.empty()) {
    std::ifstream in(name, std::ios::binary);
    output.picture.assign(std::istreambuf_iterator<char>(in), {});
  }
  return output;
}

BoxRun box_run(const std::string& folder, const BoxJson& json) {
  BoxRun run{.folder = folder,
             .settings_text = json.at("settings").dump(),
             .commit = json.value("motley", ""),
             .finished = json.value("finished", false),
             .steps = json.value("steps", int64_t{0}),
             .ranks = json.value("ranks", int64_t{0}),
             .threads = json.value("threads", int64_t{0}),
             .wall_seconds = number_of(json, "wall_seconds").value_or(0),
             .particles_per_second = number_of(json, "particles_per_second").value_or(0),
             .redshift = number_of(json, "redshift").value_or(0)};
  if (json.contains("phase_seconds")) {
    for (const auto& [phase, seconds] : json["phase_seconds"].items()) {
      const double mean = seconds.is_object()   ? number_of(seconds, "mean").value_or(0)
                          : seconds.is_number() ? seconds.get<double>()
                                                : 0;
      run.phase_seconds.emplace_back(phase, mean);
    }
  }
  for (const char* key : {"notes", "warnings"}) {
    if (!json.contains(key)) continue;
    for (const auto& text : json[key]) {
      (key[0] == 'n' ? run.notes : run.warnings).push_back(text.get<std::string>());
    }
  }
  for (const auto& output : json.at("outputs")) run.outputs.push_back(read_output(folder, output));
  return run;
}

}  // namespace

BoxRun read_box_run(const std::string& folder) {
  const std::string file = (fs::path(folder) / "run.json").string();
  if (core::path_kind(file) != core::PathKind::kFile) {
    throw core::UserError({folder}, "has no run.json: it is no output folder of motley nbody run");
  }
  try {
    return box_run(folder, BoxJson::parse(core::read_text_file(file)));
  } catch (const nlohmann::json::exception& error) {
    throw core::UserError({file}, fmt::format("is no record of a run: {}", error.what()));
  }
}

}  // namespace motley::nbody
