// Settings as text: our own YAML, and Gadget-2's parameter files.
//
//   box: {size: 100, particles: 128, seed: 7}
//   output: {redshifts: [3, 1, 0]}
//
//   const SettingsFile file = read_settings("box.yaml");      // or "lcdm.param"
//   print_settings(file.settings)                             every key, as YAML that reads the
//   same
//
// A file is one of Gadget-2's where its first line that says something has no colon. A wrong or
// unknown key is a UserError with file, line, column and the nearest name.
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
  // Of each setting that the file gives, by its name ("box.size"): where.
  std::map<std::string, core::SourcePosition> given;
  // What the user should know, such as keys that are not used; for standard error.
  std::vector<std::string> notes;

  bool gives(const std::string& name) const { return given.contains(name); }
  // Where `name` was given, else the file as a whole.
  core::SourcePosition place_of(const std::string& name) const;
};

SettingsFile read_settings(const std::string& file);
SettingsFile parse_settings(const std::string& text, const std::string& file);

// A UserError at its place where settings contradict each other. The readers call it; call it again
// after settings have been completed from a snapshot.
void check_settings(const SettingsFile& file);

std::string print_settings(const Settings& settings);

// The same with a sentence for each key: `motley nbody example`.
std::string example_settings();

}  // namespace motley::nbody
