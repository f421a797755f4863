#include <fmt/format.h>

#include <algorithm>

#include "nbody/settings/fields.h"
#include "nbody/settings/settings_file.h"

namespace motley::nbody {
namespace {

std::string print(const Settings& settings, bool with_help) {
  std::string text;
  std::string_view section;
  for (const Field& field : fields()) {
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

std::string print_settings(const Settings& settings) { return print(settings, false); }

std::string example_settings() {
  Settings example;
  example.output.redshifts = {9, 3, 1, 0};
  return "# A periodic box of cold dark matter: `motley nbody run box.yaml`.\n"
         "# All keys with their defaults; keep only those you change. `auto` is derived from "
         "other\n"
         "# settings. Lengths are comoving Mpc/h, masses Msun/h, velocities km/s.\n" +
         print(example, true);
}

}  // namespace motley::nbody
