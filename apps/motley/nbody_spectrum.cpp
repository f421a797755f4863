// `motley nbody spectrum`: power spectra of snapshots.
#include <fmt/format.h>
#include <nlohmann/json.hpp>

#include <memory>

#include "apps/motley/nbody.h"
#include "apps/motley/validators.h"
#include "core/base/error.h"
#include "core/io/files.h"
#include "nbody/analysis/power_spectrum.h"
#include "nbody/mesh/mesh.h"

namespace motley::apps {
namespace {

using Json = nlohmann::ordered_json;

struct SpectrumArguments {
  std::vector<std::string> inputs;
  std::string output;
  int mesh = 0;
  bool json = false;
};

Json json_of(const nbody::PowerSpectrum& spectrum, const nbody::Particles& particles,
             const std::string& file) {
  Json bins = Json::array();
  for (const nbody::SpectrumBin& bin : spectrum.bins) {
    bins.push_back({{"k", bin.k}, {"power", bin.power}, {"modes", bin.num_modes}});
  }
  return {{"file", file},
          {"redshift", 1 / particles.scale_factor - 1},
          {"particles", particles.size()},
          {"shot_noise", spectrum.shot_noise},
          {"bins", bins}};
}

Outcome spectrum(const SpectrumArguments& arguments) {
  const AnalysisInput input = analysis_input(arguments.inputs);
  std::string text;
  Json all = Json::array();
  for (const std::string& file : input.snapshots) {
    const nbody::Particles particles =
        nbody::SnapshotReader::open(file, input.settings.units).read();
    const int64_t along_axis = std::llround(std::cbrt(static_cast<double>(particles.size())));
    const int mesh = nbody::good_mesh_size(
        arguments.mesh > 0 ? arguments.mesh : std::max<int64_t>(2 * along_axis, 8));
    const nbody::PowerSpectrum found = nbody::power_spectrum(
        particles, {.mesh_size = mesh, .num_threads = threads_of(input.settings)});
    if (!text.empty()) text += "\n\n";
    text += fmt::format("# {}\n", file) + nbody::print_spectrum(found, particles);
    all.push_back(json_of(found, particles, file));
  }
  if (!arguments.output.empty()) {
    core::replace_text_file(arguments.output, text);
    text.clear();
  }
  if (arguments.json) return {.text = Json{{"spectra", all}}.dump() + "\n"};
  return {.text = text};
}

}  // namespace

Command add_nbody_spectrum(CLI::App& nbody) {
  auto arguments = std::make_shared<SpectrumArguments>();
  CLI::App* parser = nbody.add_subcommand("spectrum", "Power spectra of snapshots");
  parser
      ->add_option("inputs", arguments->inputs,
                   "Settings, snapshots, or both; settings alone mean the snapshots of their run")
      ->required()
      ->check(file_name());
  parser->add_option("-o,--output", arguments->output, "Write them there instead of printing them")
      ->check(file_name());
  parser->add_option("--mesh", arguments->mesh, "Mesh points along each axis (2 per particle)")
      ->check(CLI::Range(4, 4096));
  parser->add_flag("--json", arguments->json, "One JSON object on standard output");
  return {parser, [arguments] { return spectrum(*arguments); }};
}

}  // namespace motley::apps
