// `motley nbody spectrum`: power spectra of snapshots.
#include <fmt/format.h>
#include <nlohmann/json.hpp>

#include <memory>

#include "apps/motley/nbody.h"
#include "core/comm/arrays.h"
#include "nbody/analysis/power_spectrum.h"

namespace motley::apps {
namespace {

using Json = nlohmann::ordered_json;

Json json_of(const nbody::PowerSpectrum& spectrum, const nbody::Particles& particles, int64_t count,
             const std::string& file) {
  Json bins = Json::array();
  for (const nbody::SpectrumBin& bin : spectrum.bins) {
    bins.push_back({{"k", bin.k}, {"power", bin.power}, {"modes", bin.num_modes}});
  }
  return {{"file", file},
          {"redshift", 1 / particles.scale_factor - 1},
          {"particles", count},
          {"shot_noise", spectrum.shot_noise},
          {"bins", bins}};
}

AnalysisResult spectrum(const nbody::Particles& particles, const nbody::Settings& settings,
                        const std::string& file, int mesh, core::Communicator* comm) {
  const int64_t count =
      comm ? core::reduced(*comm, particles.size(), core::Reduction::kSum) : particles.size();
  const nbody::PowerSpectrum found = nbody::power_spectrum(
      particles,
      {.mesh_size = nbody::spectrum_mesh(count, mesh), .num_threads = threads_of(settings, comm)},
      comm);
  return {nbody::print_spectrum(found, particles), json_of(found, particles, count, file).dump()};
}

}  // namespace

Command add_nbody_spectrum(CLI::App& nbody) {
  auto arguments = std::make_shared<AnalysisArguments>();
  auto mesh = std::make_shared<int>(0);
  CLI::App* parser = nbody.add_subcommand("spectrum", "Power spectra of snapshots");
  add_analysis_arguments(*parser, *arguments);
  parser->add_option("--mesh", *mesh, "Mesh points along each axis (2 per particle)")
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
