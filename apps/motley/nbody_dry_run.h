// `motley nbody run --dry-run`: what a run would need, without running it.
#pragma once

#include "apps/motley/nbody.h"

namespace motley::apps {

// Memory, disk, steps and time of a run on this many ranks, with every default resolved. The time
// is extrapolated from trials of a few thousand particles on one rank, which take some seconds.
Outcome dry_run(const nbody::SettingsFile& file, int num_ranks, int num_threads, bool json);

}  // namespace motley::apps
