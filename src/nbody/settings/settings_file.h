// Settings as text: our own YAML, and Gadget-2's parameter files.
//
//   box: {size: 100, particles: 128, seed: 7}
//   output: {redshifts: [3, 1, 0]}
//
//   const SettingsFile file = read_settings("box.yaml");      // or "lcdm.param"
//   print_settings(file.settings)                             every key, as YAML that reads back
//   equal
//
// `cosmology.omega_lambda` is derived where it is not given or `auto`: the universe is flat.
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

// More than any settings file or output list has.
inline constexpr int64_t kMaxSettingsBytes = int64_t{16} << 20;

struct SettingsFile {
  std::string file;
  Settings settings;
  // The position of each setting given in the file, by its name ("box.size").
  std::map<std::string, core::SourcePosition> given;
  bool asks_for_flatness = false;  // by `omega_lambda: auto`
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

// What the user should know about the universe of these settings, e.g. that it is curved. Part of
// the notes if initial conditions are generated; complete_settings adds it if they are read.
std::vector<std::string> cosmology_notes(const SettingsFile& file);

// Every key that applies: with `initial.file` not those that only generate initial conditions.
std::string print_settings(const Settings& settings);

// The values in a text of print_settings, of this or another version, by the names of settings:
// {"box.size", "50"}. Comments and lines of another form are skipped.
std::map<std::string, std::string> recorded_settings(const std::string& text);

// A setting of `then` (recorded_settings) that differs from these, in the sections given:
// "mesh.size is 64 there, 96 now"; empty if there is none. A key that `then` does not have must
// have its default, and `auto` there agrees with any value of `settings` that was `auto` in
// `plain`.
std::string difference(const std::map<std::string, std::string>& then, const Settings& settings,
                       const Settings& plain, const std::vector<std::string>& sections);

// The same with a help text for each key: `motley nbody example`.
std::string example_settings();

}  // namespace motley::nbody
