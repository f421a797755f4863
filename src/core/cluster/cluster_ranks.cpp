#include <algorithm>

#include "core/base/text.h"
#include "core/cluster/cluster_file.h"

namespace motley::core {

void check_ranks(const PlacedCluster& placed, const std::vector<std::string>& host_names) {
  const std::vector<Device> ranks = devices(placed.cluster);
  for (size_t r = 0; r < std::min(ranks.size(), host_names.size()); ++r) {
    const auto host = static_cast<size_t>(ranks[r].host);
    const std::string& name = placed.cluster.hosts[host].name;
    if (name.empty() || name == host_names[r]) continue;
    throw UserError(placed.hosts[host],
                    fmt::format("device {} is on host {}, but rank {} is on host {}; start the "
                                "ranks host by host as the file has them (mpirun --map-by slot), "
                                "or run `motley probe` for these",
                                r, in_quotes(name), r, in_quotes(host_names[r])));
  }
  if (ranks.size() == host_names.size()) return;
  const bool has_too_few = ranks.size() < host_names.size();
  const auto host =
      has_too_few ? placed.hosts.size() - 1 : static_cast<size_t>(ranks[host_names.size()].host);
  throw UserError(placed.hosts[host],
                  fmt::format("the cluster has {} devices, but there are {} ranks; start as many "
                              "as devices, or run `motley probe` for these",
                              ranks.size(), host_names.size()));
}

}  // namespace motley::core
