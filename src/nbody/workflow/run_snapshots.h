// The snapshots that a user means: by name, or those of a run by its settings file.
#pragma once

#include <string>
#include <vector>

#include "nbody/settings/settings_file.h"

namespace motley::nbody {

// Whether a file begins as a snapshot does: Fortran record lengths in either byte order, or the
// HDF5 signature.
bool looks_like_snapshot(const std::string& path);

// The snapshots in the output folder of the settings by increasing number, each once, or their
// initial file. If an earlier run has left the same number in several files as well as in one, the
// newest is taken. Of several files the first is returned.
std::vector<std::string> snapshots_of(const Settings& settings);

}  // namespace motley::nbody
