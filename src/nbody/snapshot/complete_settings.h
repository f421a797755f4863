// Settings of a run that starts from a snapshot: missing ones are taken from it, given ones must
// agree with it.
#pragma once

#include "nbody/settings/settings_file.h"
#include "nbody/snapshot/snapshot.h"

namespace motley::nbody {

// Fills in box, cosmology, units and initial redshift, and adds notes. Throws UserError, at the
// line of the setting, for values that differ by more than a thousandth, and if the masses do not
// add up to omega_m.
void complete_settings(SettingsFile& file, const SnapshotHeader& header);

// Throws UserError, at the line of the setting, if units are given that differ from those of the
// header of `snapshot`.
void check_units(const SettingsFile& file, const SnapshotHeader& header,
                 const std::string& snapshot);

// Throws UserError if two particles have the same id. Collective. Sorts a copy of the ids: 16 bytes
// per particle while it lasts.
void check_ids(const std::string& path, const Particles& particles,
               core::Communicator* comm = nullptr);

}  // namespace motley::nbody
