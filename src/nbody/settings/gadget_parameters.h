// Gadget-2's parameter files: lines `Name value`, % starts a comment. Internal to
// settings_reader.cpp: use settings_file.h.
//
// Softenings, units, output list, times and tolerances are converted; parameters for gas, buffers
// and other particle types are listed once in the notes and ignored. A name unknown to Gadget-2 is
// an error, as it is there. Paths are relative to the working folder, as in Gadget-2.
#pragma once

#include <string>

#include "nbody/settings/settings_file.h"

namespace motley::nbody {

bool looks_like_gadget_parameters(const std::string& text);

SettingsFile parse_gadget_parameters(const std::string& text, const std::string& file);

}  // namespace motley::nbody
