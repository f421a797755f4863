// `motley nbody spectrum`: power spectra of snapshots.
#include <memory>

#include "apps/motley/nbody.h"
#include "motley/ranks.h"
#include "nbody/workflow/analysis_text.h"

namespace motley::apps {
namespace {

AnalysisResult spectrum(const nbody::Particles& particles, const nbody::Settings& settings,
                        const std::string& file, int mesh, core::Communicator* comm) {
  const int64_t count =
      comm ? core::reduced(*comm, particles.size(), core::Reduction::kSum) : particles.size();
  const nbody::PowerSpectrum found = nbody::power_spectrum(
      particles,
      {.mesh_size = nbody::spectrum_mesh(count, mesh), .num_threads = threads_of(settings, comm)},
      comm);
  return {nbody::print_spectrum(found, particles),
          nbody::spectrum_json(found, particles, count, file)};
}

}  // namespace

Command add_nbody_spectrum(CLI::App& nbody) {
  auto arguments = std::make_shared<AnalysisArguments>();
  auto mesh = std::make_shared<int>(0);
  CLI::App* parser = nbody.add_subcommand("spectrum", "Power spectra of snapshots");
  add_analysis_arguments(*parser, *arguments);
  parser
      ->add_option("--mesh", *mesh,
                   "Mesh points along each axis (default: twice the particles along it)")
      ->check(CLI::Range(4, 4096));
  return {parser, [arguments, mesh] {
            return analyse_snapshots(*arguments, "spectra",
                                     [&](const auto& particles, const auto& settings,
                                         const AnalysedSnapshot& of, core::Communicator* comm) {
                                       return spectrum(particles, settings, of.file, *mesh, comm);
                                     });
          }};
}

}  // namespace motley::apps
