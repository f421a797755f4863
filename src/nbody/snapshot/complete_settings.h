// Settings of a run that starts from a snapshot: missing ones are taken from it, given ones must
// agree with it.
#pragma once

#include "nbody/settings/settings_file.h"
#include "nbody/snapshot/snapshot.h"

namespace motley::nbody {

// Fills in box, cosmology and initial redshift. Throws UserError, at the line of the setting, for
// values that differ by more than a thousandth, and if the masses do not add up to omega_m.
void complete_settings(SettingsFile& file, const SnapshotHeader& header);

}  // namespace motley::nbody
