// What ranks keep of their speed while all of them compute, and while they communicate beside it.
//
//   slowest         of a round in which every rank does the same, the ranks' own median over the
//   time
//                   until the last is done: who waits for all waits for another one each time
//   compute         of a rank's computing while collectives are under way
//   communication   of collectives while ranks compute
//
// Half of the work is arithmetic and half copies memory. All are 1 where ranks do not disturb each
// other: with cores, caches and memory of their own.
#pragma once

#include <vector>

#include "core/cluster/cluster.h"
#include "core/comm/communicator.h"

namespace motley::core {

struct ContentionShares {
  double slowest = 1, compute = 1, communication = 1;

  // As tables of a device: `contention.others`, `beside.communication`, `beside.compute`, each the
  // share that is kept beside it.
  std::vector<MeasuredTable> tables() const;
};

// A collective; each rank gets its own. Ranks that do not compute only communicate: accelerators.
ContentionShares measure_contention(Communicator& comm, int num_threads, bool computes);

// Times of work and of communication, each alone and beside the other, from a common start.
struct SideBySide {
  double work_alone = 0, work = 0, communication_alone = 0, communication = 0;
};
// `compute` and `communication` of those: they were slow while both went on, and not afterwards.
ContentionShares shares_of(const SideBySide& times);

}  // namespace motley::core
