// `motley nbody forces`: force errors against the exact Ewald sum.
#include <fmt/format.h>
#include <nlohmann/json.hpp>

#include <memory>

#include "apps/motley/nbody.h"
#include "apps/motley/validators.h"
#include "nbody/step/force_errors.h"

namespace motley::apps {
namespace {

using Json = nlohmann::ordered_json;

struct ForcesArguments {
  std::string settings, snapshot;
  int64_t samples = 1000;
  bool json = false;
};

Json json_of(const nbody::Percentiles& p) {
  return {{"median", p.median}, {"p90", p.p90}, {"p99", p.p99}, {"max", p.max}};
}

std::string row(const char* name, const nbody::Percentiles& p, const char* what) {
  return fmt::format("{:8} {:9.2e} {:9.2e} {:9.2e} {:9.2e}   {}\n", name, p.median, p.p90, p.p99,
                     p.max, what);
}

Outcome forces(const ForcesArguments& arguments) {
  nbody::SettingsFile file = settings_from(arguments.settings);
  // A snapshot has its own redshift, and the output times do not matter.
  file.settings.output.redshifts = {};
  if (!arguments.snapshot.empty()) {
    file.settings.initial.file = arguments.snapshot;
    file.given.erase("initial.z");
  }
  const int num_threads = threads_of(file.settings);
  const auto start = open_start_with_notes(file);
  const nbody::Particles particles =
      nbody::starting_particles(file.settings, start, num_threads, nullptr, {});
  nbody::TreePm gravity(nbody::tree_pm_settings(file.settings), particles.box);
  const nbody::ForceErrors errors = nbody::force_errors(
      particles, gravity, {.num_samples = arguments.samples, .num_threads = num_threads});
  if (arguments.json) {
    Json json = json_of(errors.total);
    json["mesh"] = json_of(errors.mesh);
    json["short"] = json_of(errors.short_range);
    json["tree"] = json_of(errors.tree);
    json["direct"] = json_of(errors.direct);
    json["samples"] = errors.num_samples;
    json["redshift"] = nbody::redshift_of(particles.scale_factor);
    json["evaluated_pairs"] = errors.evaluated_pairs;
    json["useful_pairs"] = errors.useful_pairs;
    json["cell_pairs"] = errors.cell_pairs;
    return {.text = json.dump() + "\n"};
  }
  const auto count = static_cast<double>(particles.size());
  std::string text = fmt::format(
      "Force errors of {} of {} particles at z = {:.4g}, relative to the exact total force\n"
      "{:8} {:>9} {:>9} {:>9} {:>9}\n",
      errors.num_samples, particles.size(), nbody::redshift_of(particles.scale_factor), "",
      "median", "90 %", "99 %", "max");
  text += row("total", errors.total, "");
  text += row("mesh", errors.mesh, "long range, and short range beyond the cut-off (RCUT)");
  text += row("short", errors.short_range, "short-range sums: tree and direct");
  text += row("tree", errors.tree, "multipole approximation of cells");
  text += row("direct", errors.direct, "polynomial and float arithmetic");
  text += fmt::format(
      "Per particle: {:.0f} others within the cut-off; {:.0f} pairs and {:.1f} cells evaluated\n",
      static_cast<double>(errors.useful_pairs) / count - 1,
      static_cast<double>(errors.evaluated_pairs) / count,
      static_cast<double>(errors.cell_pairs) / count);
  return {.text = text};
}

}  // namespace

Command add_nbody_forces(CLI::App& nbody) {
  auto arguments = std::make_shared<ForcesArguments>();
  CLI::App* parser = nbody.add_subcommand("forces", "Force errors against the exact Ewald sum");
  parser->add_option("settings", arguments->settings, "Settings file")
      ->required()
      ->check(file_name());
  parser
      ->add_option("--snapshot", arguments->snapshot,
                   "Use these particles instead of the initial conditions")
      ->check(file_name());
  parser->add_option("--samples", arguments->samples, "Number of sampled particles (1000)")
      ->check(CLI::Range(1, 100000000));
  parser->add_flag("--json", arguments->json, "One JSON object on standard output");
  // The Ewald sum needs all particles on one rank: rank 0 works alone.
  return {parser, [arguments] {
            return on_ranks([&](core::Communicator* comm) {
              return comm && comm->rank() != 0 ? Outcome() : forces(*arguments);
            });
          }};
}

}  // namespace motley::apps
