// Cosmological boxes: settings, snapshots, and what is measured in them.
#pragma once

#include "nbody/analysis/density_image.h"
#include "nbody/analysis/halos.h"
#include "nbody/analysis/power_spectrum.h"
#include "nbody/mesh/mesh.h"
#include "nbody/settings/settings_file.h"
#include "nbody/snapshot/complete_settings.h"
#include "nbody/snapshot/snapshot.h"
#include "nbody/workflow/run_estimate.h"
#include "nbody/workflow/run_job.h"
#include "nbody/workflow/run_snapshots.h"
#include "nbody/workflow/run_start.h"
#include "nbody/workflow/run_text.h"
#include "nbody/workflow/write_ics.h"
