// One row per setting: its key, its member in Settings, its range, and its help text. Internal to
// this folder: others use settings_file.h.
//
// To add a setting: a member in simulation_settings.h and a row in fields.cpp. It is then read,
// checked, printed, stored in snapshots, and documented by `motley nbody example`.
#pragma once

#include <limits>
#include <span>
#include <string>
#include <string_view>
#include <variant>
#include <vector>

#include "nbody/settings/simulation_settings.h"

namespace motley::nbody {

// A number that may be `auto`: NaN until the reader has derived it from others.
struct DerivedNumber {
  double* value;
};

// Pointer to the value of a field in a Settings.
using FieldPointer =
    std::variant<double*, DerivedNumber, int64_t*, bool*, std::string*, std::vector<double>*,
                 std::optional<double>*, std::optional<int64_t>*, std::optional<bool>*,
                 std::optional<std::string>*>;

struct FieldRange {
  double min = -std::numeric_limits<double>::infinity();
  double max = std::numeric_limits<double>::infinity();
  bool exclusive = false;  // `min` itself is not allowed
};

struct Field {
  std::string_view section;
  std::string_view key;
  FieldPointer (*pointer)(Settings&);
  std::string_view help;
  FieldRange range = {};
  std::vector<std::string_view> choices = {};  // allowed words; empty: any text
  // For a value out of range: what was probably meant, as the end of a sentence.
  std::string_view remedy = "";

  std::string name() const;  // "box.size"
};

std::span<const Field> fields();

// In the order of the table.
std::vector<std::string> section_names();
std::vector<std::string> keys_of(std::string_view section);
// Also finds a field by an earlier name of its key.
const Field* find_field(std::string_view section, std::string_view key);

// Whether the setting only affects generated initial conditions: with `initial.file` it is unused.
bool is_for_generation(const std::string& name);

// Sets the field from the text of a scalar, or of the elements of a list. Returns what is wrong, as
// the end of a sentence that begins with the key, or empty.
std::string set_field(Settings& settings, const Field& field, const std::vector<std::string>& texts,
                      bool is_list);

// The value as YAML: `0.3`, `[9, 3, 1]`, `auto`.
std::string field_text(const Settings& settings, const Field& field);

}  // namespace motley::nbody
