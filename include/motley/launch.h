// Starting ranks under mpirun, and the events of a run.
#pragma once

#include "core/base/stop_signal.h"
#include "core/launch/events.h"
#include "core/launch/launcher.h"

namespace motley {

using core::EventServer;
using core::EventSink;
using core::launch;
using core::LaunchSettings;
using core::StopOnSignal;
using core::this_program_again;

}  // namespace motley
