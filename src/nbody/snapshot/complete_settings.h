// Settings of a run that starts from a snapshot: what the settings leave out is the snapshot's, and
// what they say must agree with it.
#pragma once

#include "nbody/settings/settings_file.h"
#include "nbody/snapshot/snapshot.h"

namespace motley::nbody {

// Fills in box, cosmology and start. A UserError, at the setting's line, for what differs by more
// than a thousandth, and for masses that do not make up omega_m in the Box.
void complete_settings(SettingsFile& file, const SnapshotHeader& header);

}  // namespace motley::nbody
