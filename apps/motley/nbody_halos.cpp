// `motley nbody halos`: friends-of-friends halos of snapshots.
#include <fmt/format.h>
#include <nlohmann/json.hpp>

#include <memory>

#include "apps/motley/nbody.h"
#include "apps/motley/validators.h"
#include "core/comm/collective_error.h"
#include "core/io/files.h"
#include "nbody/analysis/density_image.h"
#include "nbody/analysis/halos.h"

namespace motley::apps {
namespace {

using Json = nlohmann::ordered_json;

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

AnalysisResult halos(const nbody::Particles& particles, const nbody::Settings& settings,
                     const AnalysedSnapshot& of, core::Communicator* comm) {
  const nbody::HaloSearch search{.linking = settings.halos.linking,
                                 .min_particles = settings.halos.particles,
                                 .num_threads = threads_of(settings, comm)};
  const std::vector<nbody::Halo> found = nbody::find_halos(particles, search, comm);
  if (!of.picture.empty()) {
    const std::string png = nbody::density_image(
        particles, nbody::image_settings(settings, threads_of(settings, comm)), comm);
    core::at_root(comm, [&] { core::replace_text_file(of.picture, png); });
  }
  return {nbody::print_halos(found, particles, search), json_of(found, particles, of.file).dump()};
}

}  // namespace

Command add_nbody_halos(CLI::App& nbody) {
  auto arguments = std::make_shared<AnalysisArguments>();
  CLI::App* parser = nbody.add_subcommand("halos", "Friends-of-friends halos of snapshots");
  add_analysis_arguments(*parser, *arguments);
  parser
      ->add_option("--picture", arguments->pictures,
                   "Write an image of the projected density to this PNG file; once for each "
                   "snapshot")
      ->take_all()
      ->expected(1)
      ->check(file_name());
  return {parser, [arguments] { return analyse_snapshots(*arguments, "catalogues", halos); }};
}

}  // namespace motley::apps
