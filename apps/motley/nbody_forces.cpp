// `motley nbody forces`: force errors against the exact Ewald sum.
#include <memory>

#include "apps/motley/nbody.h"
#include "apps/motley/validators.h"
#include "nbody/workflow/analysis_text.h"

namespace motley::apps {
namespace {

struct ForcesArguments {
  std::string settings, snapshot, device;
  int64_t samples = 1000;
  bool json = false;
};

Outcome forces(const ForcesArguments& arguments) {
  nbody::SettingsFile file = settings_from(arguments.settings);
  // A snapshot has its own redshift, and the output times do not matter.
  file.settings.output.redshifts = {};
  if (!arguments.snapshot.empty()) {
    file.settings.initial.file = arguments.snapshot;
    file.given.erase("initial.z");
  }
  if (!arguments.device.empty()) file.settings.run.device = arguments.device;
  const std::string note = nbody::choose_device(file.settings, nullptr);
  if (!note.empty()) print_notes(std::vector{note});
  const int num_threads = threads_of(file.settings);
  const auto start = open_start_with_notes(file);
  const nbody::Particles particles =
      nbody::starting_particles(file.settings, start, num_threads, nullptr, {});
  nbody::TreePm gravity(nbody::tree_pm_settings(file.settings), particles.box);
  const nbody::ForceErrors errors = nbody::force_errors(particles, gravity,
                                                        {.num_samples = arguments.samples,
                                                         .num_threads = num_threads,
                                                         .device = file.settings.run.device});
  return {.text = arguments.json ? nbody::force_errors_json(errors, particles)
                                 : nbody::force_errors_text(errors, particles)};
}

}  // namespace

Command add_nbody_forces(CLI::App& nbody) {
  auto arguments = std::make_shared<ForcesArguments>();
  CLI::App* parser = nbody.add_subcommand("forces", "Force errors against the exact Ewald sum");
  file_option(*parser, "settings", arguments->settings, "Settings file")->required();
  file_option(*parser, "--snapshot", arguments->snapshot,
              "Use these particles instead of the initial conditions");
  parser->add_option("--samples", arguments->samples, "Number of sampled particles (default: 1000)")
      ->check(CLI::Range(1, 100000000));
  nbody_device_option(*parser, arguments->device, "Where forces are computed");
  json_option(*parser, arguments->json);
  // The Ewald sum needs all particles on one rank: rank 0 works alone.
  return {parser, [arguments] {
            return on_ranks([&](core::Communicator* comm) {
              return comm && comm->rank() != 0 ? Outcome() : forces(*arguments);
            });
          }};
}

}  // namespace motley::apps
