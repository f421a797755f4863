// What was measured, as `motley probe` prints it.
#pragma once

#include <string>
#include <vector>

#include "core/cluster/cluster.h"
#include "core/probe/pair_rates.h"

namespace motley::core {

// A line for each device type, and how long it took. `output` is the file that was written.
std::string probe_text(const Cluster& cluster, double seconds);
std::string probe_json(const Cluster& cluster, const std::string& output, double seconds);

std::string pair_rates_text(const std::vector<PairRate>& rates);
std::string pair_rates_json(const std::vector<PairRate>& rates);

}  // namespace motley::core
