// Gadget-2's parameter files: lines `Name value`, % begins a comment. Part of settings_reader.cpp:
// use settings_file.h.
//
// Softenings, units, output list, times and tolerances are taken over; what concerns gas, buffers
// and other particle types is named in the notes, once, and not used. A name that Gadget-2 does not
// know is an error, as it is there. Paths are as Gadget-2 reads them, from the working folder.
#pragma once

#include <string>

#include "nbody/settings/settings_file.h"

namespace motley::nbody {

bool looks_like_gadget_parameters(const std::string& text);

SettingsFile parse_gadget_parameters(const std::string& text, const std::string& file);

}  // namespace motley::nbody
