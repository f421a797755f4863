#include <fmt/format.h>
#include <fmt/ranges.h>
#include <yaml-cpp/yaml.h>

#include <algorithm>
#include <cmath>
#include <functional>
#include <set>

#include "core/base/error.h"
#include "core/base/text.h"
#include "core/io/files.h"
#include "nbody/settings/fields.h"
#include "nbody/settings/gadget_parameters.h"
#include "nbody/settings/settings_file.h"

namespace motley::nbody {
namespace {

using core::in_quotes;
using core::UserError;

class YamlReader {
 public:
  explicit YamlReader(const std::string& file) { result_.file = file; }

  SettingsFile read(const YAML::Node& root) {
    if (!root.IsMap()) {
      fail(root.Mark(), "settings must be sections of keys, e.g. `box: {size: 100}`");
    }
    for (const auto& entry : root) read_section(entry.first, entry.second);
    return std::move(result_);
  }

 private:
  core::SourcePosition position_of(const YAML::Mark& mark) const {
    if (mark.line < 0) return {result_.file};
    return {result_.file, mark.line + 1, mark.column + 1};
  }
  [[noreturn]] void fail(const YAML::Mark& mark, const std::string& what) const {
    throw UserError(position_of(mark), what);
  }

  void read_section(const YAML::Node& name, const YAML::Node& node) {
    if (!name.IsScalar()) fail(name.Mark(), "a section name must be a word");
    const std::string& section = name.Scalar();
    const std::vector<std::string> known = keys_of(section);
    if (known.empty()) fail(name.Mark(), unknown_section(section));
    if (!sections_.insert(section).second) {
      fail(name.Mark(), fmt::format("the section `{}` is given twice", section));
    }
    if (node.IsNull()) return;
    if (!node.IsMap()) {
      fail(node.Mark(), fmt::format("`{}` must be a section of keys; it takes {}", section,
                                    fmt::join(known, ", ")));
    }
    for (const auto& entry : node) read_field(section, known, entry.first, entry.second);
  }

  // A key outside its section: names the section it belongs to.
  static std::string unknown_section(const std::string& name) {
    for (const Field& field : fields()) {
      if (field.key == name) {
        return fmt::format("`{}` belongs in a section: `{}: {{{}: ..}}`", name, field.section,
                           name);
      }
    }
    const std::vector<std::string> sections = section_names();
    return fmt::format("there is no section {}{} Sections are {}", in_quotes(name),
                       core::did_you_mean(name, sections, "."), fmt::join(sections, ", "));
  }

  void read_field(const std::string& section, const std::vector<std::string>& known,
                  const YAML::Node& key, const YAML::Node& value) {
    if (!key.IsScalar()) fail(key.Mark(), "a key must be a word");
    const Field* field = find_field(section, key.Scalar());
    if (!field) {
      fail(key.Mark(),
           fmt::format("`{}` has no key {}{} It takes {}", section, in_quotes(key.Scalar()),
                       core::did_you_mean(key.Scalar(), known, "."), fmt::join(known, ", ")));
    }
    if (!result_.given.emplace(field->name(), position_of(key.Mark())).second) {
      fail(key.Mark(), fmt::format("the key `{}` is given twice", field->key));
    }
    std::vector<std::string> texts;
    if (value.IsSequence()) {
      for (const YAML::Node& element : value) texts.push_back(scalar(*field, element));
    } else {
      texts.push_back(scalar(*field, value));
    }
    const std::string error = set_field(result_.settings, *field, texts, value.IsSequence());
    if (!error.empty()) fail(value.Mark(), fmt::format("`{}` {}", field->key, error));
  }

  std::string scalar(const Field& field, const YAML::Node& node) const {
    if (node.IsNull()) fail(node.Mark(), fmt::format("`{}` has no value", field.key));
    if (!node.IsScalar()) fail(node.Mark(), fmt::format("`{}` must be a single value", field.key));
    return node.Scalar();
  }

  SettingsFile result_;
  std::set<std::string> sections_;
};

SettingsFile parse_yaml(const std::string& text, const std::string& file) {
  try {
    const YAML::Node document = YAML::Load(text);
    if (document.IsNull()) {
      throw UserError({file}, "is empty; `motley nbody example` prints settings to start from");
    }
    return YamlReader(file).read(document);
  } catch (const YAML::Exception& error) {
    core::SourcePosition where{file};
    if (error.mark.line >= 0) where = {file, error.mark.line + 1, error.mark.column + 1};
    throw UserError(where, fmt::format("is not YAML: {}", error.msg));
  }
}

void add_notes(SettingsFile& file) {
  const Settings& s = file.settings;
  if (s.initial.file.empty()) {
    for (std::string& note : cosmology_notes(file)) file.notes.push_back(std::move(note));
    const double separation = s.box.size / static_cast<double>(s.box.particles);
    if (separation > 100) {
      file.notes.push_back(fmt::format(
          "{}: the mean separation of particles is {:.4g} Mpc/h; box.size is in Mpc/h, not kpc/h",
          file.position_of("box.size").to_string(), separation));
    }
    return;
  }
  std::vector<std::string> unused;
  for (const auto& [name, where] : file.given) {
    if (is_for_generation(name)) unused.push_back(name);
  }
  if (!unused.empty()) {
    file.notes.push_back(
        fmt::format("{}: unused, since the initial conditions are read from {}: {}", file.file,
                    s.initial.file, fmt::join(unused, ", ")));
  }
}

}  // namespace

SettingsFile parse_settings(const std::string& text, const std::string& file) {
  SettingsFile result = looks_like_gadget_parameters(text) ? parse_gadget_parameters(text, file)
                                                           : parse_yaml(text, file);
  CosmologySettings& cosmology = result.settings.cosmology;
  if (cosmology.a_s && !result.gives("cosmology.sigma8")) cosmology.sigma8.reset();
  Cosmology& background = cosmology.background;
  result.asks_for_flatness = std::isnan(background.omega_lambda);
  if (result.asks_for_flatness) result.given.erase("cosmology.omega_lambda");
  if (!result.gives("cosmology.omega_lambda")) {
    background.omega_lambda = 1 - background.omega_m - background.omega_r;
  }
  std::ranges::sort(result.settings.output.redshifts, std::greater());
  check_settings(result);
  add_notes(result);
  return result;
}

SettingsFile read_settings(const std::string& file) {
  return parse_settings(core::read_text_file(file, kMaxSettingsBytes), file);
}

}  // namespace motley::nbody
