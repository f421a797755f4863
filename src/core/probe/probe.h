// Measures every rank of a Communicator and the links between them: the whole story of
// `mpirun motley probe`.
//
//   run_mpi([](Communicator& comm) {
//     const ProbedCluster probed = probe_ranks(comm, settings);       // the same on every rank
//     if (comm.rank() == 0) ... probed.notes + print_cluster(probed.cluster) ...
//   });
//
// A minute or two where the machines are idle; some minutes where processors are throttled, and
// then every figure that matters is measured for two seconds.
#pragma once

#include <functional>
#include <string>

#include "core/cluster/cluster.h"
#include "core/comm/communicator.h"
#include "core/probe/sampling.h"

namespace motley::core {

// As what a device is measured.
struct MeasuredRank {
  int num_threads = 1;
  bool is_throttled = false;  // time is short, and others' moments are long
  // Its threads have a core each, and beside them work those of other ranks.
  bool has_neighbours = false;
};

struct ProbeSettings {
  int num_threads = 0;         // of a rank; 0: its part of its host's cores
  SamplingLimits limits = {};  // where processors are throttled, at least two seconds
  // Accelerators are measured before all others: their compilers take all cores.
  bool is_accelerator = false;
  // What this rank's device does, by whoever knows its kernels (tensor/measure); it is called on
  // all ranks at once. Empty: flops and memory alone.
  std::function<DeviceType(const MeasuredRank& rank)> measure_device = {};
  std::function<void(const std::string& what)> on_stage = {};  // at rank 0
};

struct ProbedCluster {
  Cluster cluster;
  std::string notes;  // comment lines for the head of its file
};

// A collective.
ProbedCluster probe_ranks(Communicator& comm, const ProbeSettings& settings);

// The names of all ranks' hosts.
std::vector<std::string> host_names(Communicator& comm);

}  // namespace motley::core
