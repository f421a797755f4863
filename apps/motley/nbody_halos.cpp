// `motley nbody halos`: friends-of-friends halos of snapshots.
#include <fmt/format.h>
#include <nlohmann/json.hpp>

#include <memory>

#include "apps/motley/nbody.h"
#include "apps/motley/validators.h"
#include "core/io/files.h"
#include "nbody/analysis/halos.h"
#include "nbody/analysis/picture.h"

namespace motley::apps {
namespace {

using Json = nlohmann::ordered_json;

struct HaloArguments {
  std::vector<std::string> inputs;
  std::string output, picture;
  bool json = false;
};

Json json_of(const std::vector<nbody::Halo>& halos, const nbody::Particles& particles,
             const std::string& file) {
  Json rows = Json::array();
  for (const nbody::Halo& halo : halos) {
    rows.push_back({{"particles", halo.num_particles},
                    {"mass", halo.mass},
                    {"center", halo.center},
                    {"velocity", halo.velocity},
                    {"dispersion", halo.dispersion},
                    {"radius", halo.radius},
                    {"first_id", halo.first_id}});
  }
  return {{"file", file},
          {"redshift", 1 / particles.scale_factor - 1},
          {"num_halos", halos.size()},
          {"halos", rows}};
}

Outcome halos(const HaloArguments& arguments) {
  const AnalysisInput input = analysis_input(arguments.inputs);
  const nbody::HaloSearch search{.linking = input.settings.halos.linking,
                                 .min_particles = input.settings.halos.particles};
  std::string text;
  Json all = Json::array();
  for (const std::string& file : input.snapshots) {
    const nbody::Particles particles =
        nbody::SnapshotReader::open(file, input.settings.units).read();
    const std::vector<nbody::Halo> found = nbody::find_halos(particles, search);
    if (!text.empty()) text += "\n\n";
    text += fmt::format("# {}\n", file) + nbody::print_halos(found, particles, search);
    all.push_back(json_of(found, particles, file));
    if (!arguments.picture.empty()) {
      core::replace_text_file(
          arguments.picture,
          nbody::density_picture(particles, {.num_threads = threads_of(input.settings)}));
    }
  }
  if (!arguments.output.empty()) {
    core::replace_text_file(arguments.output, text);
    text.clear();
  }
  if (arguments.json) return {.text = Json{{"catalogues", all}}.dump() + "\n"};
  return {.text = text};
}

}  // namespace

Command add_nbody_halos(CLI::App& nbody) {
  auto arguments = std::make_shared<HaloArguments>();
  CLI::App* parser = nbody.add_subcommand("halos", "Halos of snapshots, by friends of friends");
  parser
      ->add_option("inputs", arguments->inputs,
                   "Settings, snapshots, or both; settings alone mean the snapshots of their run")
      ->required()
      ->check(file_name());
  parser->add_option("-o,--output", arguments->output, "Write them there instead of printing them")
      ->check(file_name());
  parser->add_option("--picture", arguments->picture, "Draw the projected density into this PNG")
      ->check(file_name());
  parser->add_flag("--json", arguments->json, "One JSON object on standard output");
  return {parser, [arguments] { return halos(*arguments); }};
}

}  // namespace motley::apps
