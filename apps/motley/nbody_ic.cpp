// `motley nbody ic`: initial conditions as a snapshot.
#include <memory>

#include "apps/motley/commit.h"
#include "apps/motley/nbody.h"
#include "apps/motley/validators.h"
#include "motley/nbody.h"

namespace motley::apps {
namespace {

struct IcArguments {
  std::string settings, output;
  bool json = false;
};

Outcome ic(const IcArguments& arguments) {
  const nbody::Settings settings = settings_from(arguments.settings).settings;
  return on_ranks([&](core::Communicator* comm) {
    const nbody::WrittenIcs written = nbody::write_ics({.settings = settings,
                                                        .settings_name = arguments.settings,
                                                        .output = arguments.output,
                                                        .commit = commit(),
                                                        .num_threads = threads_of(settings, comm)},
                                                       comm);
    return Outcome{.text = arguments.json ? nbody::written_ics_json(written)
                                          : nbody::written_ics_text(written)};
  });
}

}  // namespace

Command add_nbody_ic(CLI::App& nbody) {
  auto arguments = std::make_shared<IcArguments>();
  CLI::App* parser = nbody.add_subcommand("ic", "Generate initial conditions as a snapshot");
  file_option(*parser, "settings", arguments->settings, "Settings file")->required();
  file_option(*parser, "-o,--output", arguments->output,
              "Snapshot file (default: ics in the output folder)");
  json_option(*parser, arguments->json);
  return {parser, [arguments] { return ic(*arguments); }};
}

}  // namespace motley::apps
