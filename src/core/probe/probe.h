// Measures every rank of a Communicator and the links between them: the implementation of `mpirun
// motley probe`.
//
//   run_mpi([](Communicator& comm) {
//     const ProbedCluster probed = probe_ranks(comm, settings);       // the same on every rank
//     if (comm.rank() == 0) ... probed.notes + print_cluster(probed.cluster) ...
//   });
//
// Takes a minute or two on idle machines; longer with throttled CPUs, where every important figure
// is measured over twenty periods of the quota.
#pragma once

#include <functional>
#include <string>

#include "core/cluster/cluster.h"
#include "core/comm/communicator.h"
#include "core/probe/sampling.h"

namespace motley::core {

// How a device is measured.
struct MeasuredRank {
  int num_threads = 1;
  bool is_throttled = false;  // CPU time is limited, and interruptions are long
  // Its threads have a core each, while other ranks' threads run as well.
  bool has_neighbours = false;
};

struct ProbeSettings {
  int num_threads = 0;         // per rank; 0: its share of its host's cores
  SamplingLimits limits = {};  // at least twenty periods of a CPU quota
  // Accelerators are measured first: their compilers use all cores.
  bool is_accelerator = false;
  // Measures this rank's device, provided by the kernels' owner (tensor/measure); called on all
  // ranks at once. Empty: only flops and memory.
  std::function<DeviceType(const MeasuredRank& rank)> measure_device = {};
  std::function<void(const std::string& what)> on_stage = {};  // called on rank 0
};

struct ProbedCluster {
  Cluster cluster;
  std::string notes;  // comment lines for the top of its file
};

// A collective.
ProbedCluster probe_ranks(Communicator& comm, const ProbeSettings& settings);

// The host name of each rank.
std::vector<std::string> host_names(Communicator& comm);

}  // namespace motley::core
