#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <set>
#include <sstream>

#include "nbody/settings/fields.h"
#include "nbody/settings/settings_file.h"

namespace motley::nbody {
namespace {

std::string print(const Settings& settings, bool with_help) {
  std::string text;
  std::string_view section;
  for (const Field& field : fields()) {
    if (!settings.initial.file.empty() && is_for_generation(field.name())) continue;
    if (field.section != section) {
      if (with_help) text += "\n";
      section = field.section;
      text += fmt::format("{}:\n", section);
    }
    const std::string line = fmt::format("  {}: {}", field.key, field_text(settings, field));
    text += with_help ? fmt::format("{:<30}# {}\n", line, field.help) : line + "\n";
  }
  return text;
}

}  // namespace

bool is_for_generation(const std::string& name) {
  static const std::set<std::string> names = {
      "box.seed",        "cosmology.sigma8",      "cosmology.a_s", "cosmology.n_s",
      "cosmology.t_cmb", "cosmology.spectrum",    "initial.order", "initial.fixed",
      "initial.paired",  "cosmology.extrapolate",
  };
  return names.contains(name);
}

std::string print_settings(const Settings& settings) { return print(settings, false); }

std::map<std::string, std::string> recorded_settings(const std::string& text) {
  std::istringstream lines(text);
  std::string line, section;
  std::map<std::string, std::string> values;
  while (std::getline(lines, line)) {
    const size_t begin = line.find_first_not_of(' '), colon = line.find(':');
    if (begin == line.npos || line[begin] == '#' || colon == line.npos) continue;
    if (begin == 0) {
      section = line.substr(0, colon);
    } else if (colon + 2 <= line.size()) {
      values[section + "." + line.substr(begin, colon - begin)] = line.substr(colon + 2);
    }
  }
  return values;
}

std::string difference(const std::map<std::string, std::string>& then, const Settings& settings,
                       const Settings& plain, const std::vector<std::string>& sections) {
  const Settings defaults;
  for (const Field& field : fields()) {
    const std::string name = field.name(), now = field_text(settings, field);
    if (std::ranges::find(sections, field.section) == sections.end()) continue;
    if (!settings.initial.file.empty() && is_for_generation(name)) continue;
    const auto found = then.find(name);
    if (found == then.end()) {
      // Newer than the text, in which it had its default.
      const std::string initial = field_text(defaults, field);
      const bool same = now == initial || field_text(plain, field) == initial;
      if (!same) return fmt::format("{} is not set there, {} now", name, now);
      continue;
    }
    const bool same =
        found->second == now || (found->second == "auto" && field_text(plain, field) == "auto");
    if (!same) return fmt::format("{} is {} there, {} now", name, found->second, now);
  }
  for (const auto& [name, value] : then) {
    const size_t dot = name.find('.');
    const std::string section = name.substr(0, dot);
    if (std::ranges::find(sections, section) == sections.end()) continue;
    if (!find_field(section, name.substr(dot + 1))) {
      return fmt::format("{} is {} there, which this version does not know", name, value);
    }
  }
  return "";
}

std::string example_settings() {
  Settings example;
  example.output.redshifts = {9, 3, 1, 0};
  example.cosmology.background.omega_lambda = NAN;  // auto
  return "# A periodic box of cold dark matter: `motley nbody run box.yaml`.\n"
         "# All keys with their defaults; keep only those you change. `auto` is derived from "
         "other\n"
         "# settings. Lengths are comoving Mpc/h, masses Msun/h, velocities km/s.\n" +
         print(example, true);
}

}  // namespace motley::nbody
