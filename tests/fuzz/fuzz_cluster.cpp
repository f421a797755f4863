// Any bytes as a cluster's YAML: a Cluster that prints and parses again, or a UserError.
#include <cstddef>
#include <cstdint>
#include <string>

#include "core/base/error.h"
#include "core/cluster/cluster_file.h"

extern "C" int LLVMFuzzerTestOneInput(const uint8_t* data, size_t size) {
  using namespace motley::core;
  try {
    const Cluster cluster = parse_cluster({reinterpret_cast<const char*>(data), size}, "fuzz.yaml");
    if (num_devices(cluster) > 1000) return 0;  // printing them all takes long
    MOTLEY_CHECK(parse_cluster(print_cluster(cluster), "printed") == cluster, "printed otherwise");
  } catch (const UserError&) {
  }
  return 0;
}
