// `motley train` on several devices: a rank each, over MPI.
//
// Outside of mpirun the program starts itself again under it, with as many ranks as the plan has;
// under mpirun or srun, each rank reads the same model and makes the same plan, and runs its part.
#pragma once

#include "apps/motley/commands.h"
#include "apps/motley/train_loop.h"

namespace motley::apps {

using TrainReport = Outcome (*)(const Training&, const TrainResult&);
Outcome train_on_ranks(const TrainSettings& settings, TrainReport report);

}  // namespace motley::apps
