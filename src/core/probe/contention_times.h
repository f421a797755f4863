// The fraction of their speed that ranks keep while all of them compute, and while computation and
// communication overlap.
//
//   slowest         if every rank does the same work: a rank's median over the median time until
//   the
//                   last rank is done; each time another rank may be the last
//   compute         of a rank's computation while collectives are in flight
//   communication   of collectives while ranks compute
//
// Half of the work is arithmetic and half copies memory. All are 1 if ranks do not contend: with
// cores, caches and memory of their own.
#pragma once

#include <vector>

#include "core/cluster/cluster.h"
#include "core/comm/communicator.h"

namespace motley::core {

struct ContentionShares {
  double slowest = 1, compute = 1, communication = 1;

  // As tables of a device: `contention.others`, `contention.communication`, `contention.compute`,
  // each the fraction that is kept under that contention.
  std::vector<MeasuredTable> tables() const;
};

// A collective; each rank gets its own result. Ranks that do not compute (accelerators) only
// communicate.
ContentionShares measure_contention(Communicator& comm, int num_threads, bool computes);

// Times of work and of communication, each alone and overlapped with the other, from a common
// start.
struct SideBySide {
  double work_alone = 0, work = 0, communication_alone = 0, communication = 0;
};
// `compute` and `communication` from those: they were slow only while both ran.
ContentionShares shares_of(const SideBySide& times);

}  // namespace motley::core
