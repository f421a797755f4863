// Settings as text: our own YAML, and Gadget-2's parameter files.
//
//   box: {size: 100, particles: 128, seed: 7}
//   output: {redshifts: [3, 1, 0]}
//
//   const SettingsFile file = read_settings("box.yaml");      // or "lcdm.param"
//   print_settings(file.settings)                             every key, as YAML that reads back
//   equal
//
// A file is taken for a Gadget-2 parameter file if its first non-comment line has no colon. A wrong
// or unknown key throws UserError with file, line, column and the nearest name.
#pragma once

#include <map>
#include <string>
#include <vector>

#include "core/base/error.h"
#include "nbody/settings/simulation_settings.h"

namespace motley::nbody {

struct SettingsFile {
  std::string file;
  Settings settings;
  // The position of each setting given in the file, by its name ("box.size").
  std::map<std::string, core::SourcePosition> given;
  // Messages for the user, e.g. ignored keys; for standard error.
  std::vector<std::string> notes;

  bool gives(const std::string& name) const { return given.contains(name); }
  // The position of `name`, or the file if it was not given.
  core::SourcePosition position_of(const std::string& name) const;
};

SettingsFile read_settings(const std::string& file);
SettingsFile parse_settings(const std::string& text, const std::string& file);

// Throws UserError with its position if settings contradict each other. The readers call it; call
// it again after settings have been completed from a snapshot.
void check_settings(const SettingsFile& file);

std::string print_settings(const Settings& settings);

// The same with a help text for each key: `motley nbody example`.
std::string example_settings();

}  // namespace motley::nbody
