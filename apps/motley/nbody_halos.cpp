// `motley nbody halos`: friends-of-friends halos of snapshots.
#include <memory>

#include "apps/motley/nbody.h"
#include "apps/motley/validators.h"
#include "motley/base.h"
#include "motley/nbody.h"
#include "motley/ranks.h"
#include "nbody/workflow/analysis_text.h"

namespace motley::apps {
namespace {

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
  return {nbody::print_halos(found, particles, search),
          nbody::halos_json(found, particles, of.file)};
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
