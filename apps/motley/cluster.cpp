// `motley cluster C.yaml`: the hosts, devices and links of a cluster as a diagram and tables, with
// warnings about implausible values; under mpirun, checks that the ranks match the file's devices.
// `motley cluster --types`: the device types that can be used by name.
#include "motley/cluster.h"

#include <memory>

#include "apps/motley/commands.h"
#include "apps/motley/validators.h"
#include "motley/error.h"
#include "motley/mpi.h"
#include "motley/probe.h"
#include "motley/report.h"

namespace motley::apps {
namespace {

using namespace core;

// Under mpirun the ranks must be the file's devices, and rank 0 alone says what they are.
bool is_ours_to_tell(const PlacedCluster& placed) {
  if (!is_started_by_mpi()) return true;
  std::vector<std::string> names;
  bool is_first = false;
  run_mpi([&](Communicator& comm) {
    names = host_names(comm);
    is_first = comm.rank() == 0;
  });
  if (is_first) check_ranks(placed, names);
  return is_first;
}

}  // namespace

Command add_cluster(CLI::App& app) {
  struct ClusterSettings {
    std::string file;
    bool json = false, types = false;
  };
  auto settings = std::make_shared<ClusterSettings>();
  CLI::App* parser =
      app.add_subcommand("cluster", "Show the hosts, devices and links of a cluster");
  parser->add_option("cluster", settings->file,
                     "Cluster description, a YAML file (docs/formats.md)");
  parser->add_flag("--types", settings->types, "List the built-in device types");
  json_option(*parser, settings->json);
  return {parser, [settings]() -> Outcome {
            if (settings->types)
              return {.text = settings->json ? device_library_json() : device_library_text()};
            if (settings->file.empty()) {
              throw UserError("which cluster? Name its YAML file, or list devices with --types");
            }
            const PlacedCluster placed = read_placed_cluster(settings->file);
            if (!is_ours_to_tell(placed)) return {};
            const Cluster& cluster = placed.cluster;
            return {.text = settings->json ? cluster_json(cluster) : cluster_text(cluster)};
          }};
}

}  // namespace motley::apps
