#include "nbody/settings/gadget_parameters.h"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <cmath>
#include <sstream>

#include "core/base/text.h"
#include "core/io/files.h"
#include "nbody/particles/internal_units.h"
#include "nbody/settings/fields.h"

namespace motley::nbody {
namespace {

using core::in_quotes;
using core::SourcePosition;
using core::UserError;

enum class Meaning {
  kSame,      // same value as the field
  kLength,    // a length in the file's units
  kScale,     // a scale factor, converted to a redshift
  kCombined,  // combined with others below
  kMustBe,    // any other value than `must` is an error
  kIgnored,
};

struct Parameter {
  std::string_view name;
  Meaning meaning = Meaning::kIgnored;
  std::string_view section = "", key = "";
  std::string_view must = "";
};

// All parameters of Gadget-2, in the order of its manual.
constexpr Parameter kParameters[] = {
    {"InitCondFile", Meaning::kSame, "initial", "file"},
    {"OutputDir", Meaning::kSame, "output", "dir"},
    {"SnapshotFileBase", Meaning::kSame, "output", "base"},
    {"OutputListFilename", Meaning::kCombined},
    {"OutputListOn", Meaning::kCombined},
    {"Omega0", Meaning::kSame, "cosmology", "omega_m"},
    {"OmegaLambda", Meaning::kSame, "cosmology", "omega_lambda"},
    {"OmegaBaryon", Meaning::kSame, "cosmology", "omega_b"},
    {"HubbleParam", Meaning::kSame, "cosmology", "h"},
    {"BoxSize", Meaning::kLength, "box", "size"},
    {"TimeBegin", Meaning::kScale, "initial", "z"},
    {"TimeMax", Meaning::kCombined},
    {"TimeBetSnapshot", Meaning::kCombined},
    {"TimeOfFirstSnapshot", Meaning::kCombined},
    {"TimeLimitCPU", Meaning::kSame, "run", "time_limit"},
    {"CpuTimeBetRestartFile", Meaning::kSame, "run", "restart_interval"},
    {"NumFilesPerSnapshot", Meaning::kSame, "output", "files"},
    {"SnapFormat", Meaning::kCombined},
    {"ErrTolIntAccuracy", Meaning::kSame, "steps", "eta"},
    {"MaxSizeTimestep", Meaning::kSame, "steps", "max_dlna"},
    {"MaxRMSDisplacementFac", Meaning::kSame, "steps", "max_rms_displacement"},
    {"ErrTolForceAcc", Meaning::kSame, "tree", "tolerance"},
    {"ErrTolTheta", Meaning::kSame, "tree", "angle"},
    {"TypeOfOpeningCriterion", Meaning::kCombined},
    {"SofteningHalo", Meaning::kLength, "softening", "comoving"},
    {"SofteningHaloMaxPhys", Meaning::kLength, "softening", "max_physical"},
    {"UnitLength_in_cm", Meaning::kCombined},
    {"UnitMass_in_g", Meaning::kCombined},
    {"UnitVelocity_in_cm_per_s", Meaning::kCombined},
    {"ComovingIntegrationOn", Meaning::kMustBe, "", "", "1"},
    {"PeriodicBoundariesOn", Meaning::kMustBe, "", "", "1"},
    {"TypeOfTimestepCriterion", Meaning::kMustBe, "", "", "0"},
    {"EnergyFile"},
    {"InfoFile"},
    {"TimingsFile"},
    {"CpuFile"},
    {"RestartFile"},
    {"ICFormat"},
    {"TimeBetStatistics"},
    {"ResubmitOn"},
    {"ResubmitCommand"},
    {"NumFilesWrittenInParallel"},
    {"MinSizeTimestep"},
    {"TreeDomainUpdateFrequency"},
    {"MaxNumNgbDeviation"},
    {"DesNumNgb"},
    {"ArtBulkViscConst"},
    {"CourantFac"},
    {"InitGasTemp"},
    {"MinGasTemp"},
    {"MinGasHsmlFractional"},
    {"PartAllocFactor"},
    {"TreeAllocFactor"},
    {"BufferSize"},
    {"GravityConstantInternal"},
    {"SofteningGas"},
    {"SofteningDisk"},
    {"SofteningBulge"},
    {"SofteningStars"},
    {"SofteningBndry"},
    {"SofteningGasMaxPhys"},
    {"SofteningDiskMaxPhys"},
    {"SofteningBulgeMaxPhys"},
    {"SofteningStarsMaxPhys"},
    {"SofteningBndryMaxPhys"},
};

// Parameters of Gadget-4 (some also of AREPO) that Gadget-2 does not have: one of them identifies a
// file as Gadget-4's.
constexpr std::string_view kGadget4Parameters[] = {
    "MaxMemSize",
    "MaxFilesWithConcurrentIO",
    "Hubble",
    "TopNodeFactor",
    "ActivePartFracForNewDomainDecomp",
    "ErrTolThetaMax",
    "ActivePartFracForPMinsteadOfEwald",
    "MinimumComovingHydroSoftening",
    "AdaptiveHydroSofteningSpacing",
    "GasSoftFactor",
    "InitGasU",
    "MinEgySpec",
    "SofteningClassOfPartType0",
    "SofteningClassOfPartType1",
    "SofteningClassOfPartType2",
    "SofteningClassOfPartType3",
    "SofteningClassOfPartType4",
    "SofteningClassOfPartType5",
    "SofteningComovingClass0",
    "SofteningComovingClass1",
    "SofteningComovingClass2",
    "SofteningComovingClass3",
    "SofteningComovingClass4",
    "SofteningComovingClass5",
    "SofteningMaxPhysClass0",
    "SofteningMaxPhysClass1",
    "SofteningMaxPhysClass2",
    "SofteningMaxPhysClass3",
    "SofteningMaxPhysClass4",
    "SofteningMaxPhysClass5",
    "SofteningComovingType0",
    "SofteningComovingType1",
    "SofteningMaxPhysType1",
    "NSample",
    "GridSize",
    "Seed",
    "SphereMode",
    "PowerSpectrumType",
    "ReNormalizeInputSpectrum",
    "PrimordialIndex",
    "ShapeGamma",
    "Sigma8",
    "PowerSpectrumFile",
    "InputSpectrum_UnitLength_in_cm",
};

struct Line {
  std::string value;
  SourcePosition where;
};

class GadgetParameterReader {
 public:
  explicit GadgetParameterReader(const std::string& file) { result_.file = file; }

  SettingsFile read(const std::string& text) {
    read_lines(text);
    if (!lines_.contains("InitCondFile")) {
      throw UserError({result_.file},
                      "has no InitCondFile; a Gadget-2 run starts from a file. To generate initial "
                      "conditions, use YAML settings (`motley nbody example` prints them)");
    }
    read_units();
    for (const Parameter& parameter : kParameters) apply(parameter);
    read_choices();
    read_times();
    if (!ignored_.empty()) {
      result_.notes.push_back(
          fmt::format("{}: ignored: {}", result_.file, fmt::join(ignored_, ", ")));
    }
    return std::move(result_);
  }

 private:
  // Calls f(name, words after it, position) for each line.
  template <class F>
  void for_lines(const std::string& text, const F& f) const {
    std::istringstream stream(text);
    std::string line;
    for (int number = 1; std::getline(stream, line); ++number) {
      std::istringstream words(line.substr(0, line.find_first_of("%#")));
      std::string name;
      if (words >> name) f(name, words, SourcePosition{result_.file, number, 1});
    }
  }

  void read_lines(const std::string& text) {
    for_lines(text, [](const std::string& name, std::istringstream&, const SourcePosition& where) {
      if (std::ranges::find(kGadget4Parameters, name) == std::end(kGadget4Parameters)) return;
      throw UserError(
          where, fmt::format("`{}` is a parameter of Gadget-4, whose parameter files are not read; "
                             "use Gadget-2's names, or YAML settings (`motley nbody example` "
                             "prints them)",
                             name));
    });
    for_lines(text,
              [&](const std::string& name, std::istringstream& words, const SourcePosition& where) {
                std::string value;
                check_name(name, where);
                if (!(words >> value))
                  throw UserError(where, fmt::format("`{}` has no value", name));
                if (!lines_.emplace(name, Line{value, where}).second) {
                  throw UserError(where, fmt::format("`{}` is given twice", name));
                }
              });
  }

  static void check_name(const std::string& name, const SourcePosition& where) {
    std::vector<std::string> names;
    for (const Parameter& parameter : kParameters) names.emplace_back(parameter.name);
    if (std::ranges::find(names, name) != names.end()) return;
    throw UserError(where, fmt::format("Gadget-2 has no parameter {}{}", in_quotes(name),
                                       core::did_you_mean(name, names)));
  }

  const Line* find(std::string_view name) const {
    const auto found = lines_.find(std::string(name));
    return found == lines_.end() ? nullptr : &found->second;
  }

  static double number(std::string_view name, const Line& line) {
    if (core::decimal_length(line.value) == line.value.size()) {
      const double value = core::decimal_value(line.value);
      if (std::isfinite(value)) return value;
    }
    throw UserError(line.where,
                    fmt::format("`{}` must be a number, not {}", name, in_quotes(line.value)));
  }

  static double scale_factor(std::string_view name, const Line& line) {
    const double a = number(name, line);
    if (a > 0 && a <= 4) return a;
    throw UserError(line.where,
                    fmt::format("`{}` must be a scale factor above 0, not {}", name, line.value));
  }

  void set(std::string_view section, std::string_view key, const std::string& value,
           std::string_view name, const Line& line) {
    const Field* field = find_field(section, key);
    const std::string error = set_field(result_.settings, *field, {value}, false);
    if (!error.empty()) throw UserError(line.where, fmt::format("`{}` {}", name, error));
    result_.given.emplace(field->name(), line.where);
  }

  void apply(const Parameter& parameter) {
    const Line* line = find(parameter.name);
    if (!line) return;
    const auto to_field = [&](double value) {
      set(parameter.section, parameter.key, fmt::format("{}", value), parameter.name, *line);
    };
    switch (parameter.meaning) {
      case Meaning::kSame:
        set(parameter.section, parameter.key, line->value, parameter.name, *line);
        break;
      case Meaning::kLength:
        to_field(number(parameter.name, *line) * result_.settings.units.length);
        break;
      case Meaning::kScale:
        to_field(redshift_of(scale_factor(parameter.name, *line)));
        break;
      case Meaning::kMustBe:
        if (line->value != parameter.must) {
          throw UserError(line->where,
                          fmt::format("`{}` is {}, which is not supported; it must be {}",
                                      parameter.name, in_quotes(line->value), parameter.must));
        }
        break;
      case Meaning::kCombined:
        break;
      case Meaning::kIgnored:
        ignored_.emplace_back(parameter.name);
        break;
    }
  }

  // Gadget's units have their factor 1/h omitted.
  void read_units() {
    const auto unit = [&](std::string_view name, double in_ours, std::string_view key) {
      if (const Line* line = find(name)) {
        const double value = number(name, *line) / in_ours;
        // Parameter files give about 7 digits: 3.085678e21 means 1e-3 exactly.
        set("units", key, fmt::format("{:.7g}", value), name, *line);
      }
    };
    unit("UnitLength_in_cm", kMpcInCm, "length");
    unit("UnitMass_in_g", kSolarMassInG, "mass");
    unit("UnitVelocity_in_cm_per_s", 1e5, "velocity");
  }

  void read_choices() {
    const auto choose = [&](std::string_view name, std::string_view section, std::string_view key,
                            const std::vector<std::pair<std::string, std::string>>& choices) {
      const Line* line = find(name);
      if (!line) return;
      for (const auto& [value, ours] : choices) {
        if (line->value == value) return set(section, key, ours, name, *line);
      }
      throw UserError(line->where, fmt::format("`{}` is not a value of {}", line->value, name));
    };
    result_.settings.output.format = "gadget1";
    choose("SnapFormat", "output", "format", {{"1", "gadget1"}, {"2", "gadget2"}, {"3", "hdf5"}});
    choose("TypeOfOpeningCriterion", "tree", "opening", {{"0", "geometric"}, {"1", "relative"}});
  }

  // Snapshots at the listed times, or at equal ratios of a, and one at the end.
  void read_times() {
    const Line* last = find("TimeMax");
    const double end = last ? scale_factor("TimeMax", *last) : 1;
    const double begin = scale_factor_of(result_.settings.initial.z);
    if (last && end < begin) {
      throw UserError(last->where, fmt::format("`TimeMax` is {:g}, before the start at {:g}; it is "
                                               "the scale factor at the end",
                                               end, begin));
    }
    const Line* on = find("OutputListOn");
    const Line* list = find("OutputListFilename");
    std::vector<double> times;
    if (list && on && on->value == "1") {
      times = listed_times(*list);
    } else if (const Line* ratio = find("TimeBetSnapshot")) {
      const Line* first = find("TimeOfFirstSnapshot");
      const double factor = number("TimeBetSnapshot", *ratio);
      if (!(factor > 1)) {
        throw UserError(ratio->where, "`TimeBetSnapshot` must be a ratio of scale factors above 1");
      }
      double a = first ? scale_factor("TimeOfFirstSnapshot", *first) : begin;
      for (; a < end && times.size() < 10000; a *= factor) times.push_back(a);
    }
    times.push_back(end);
    std::ranges::sort(times);
    std::vector<double>& redshifts = result_.settings.output.redshifts;
    redshifts.clear();
    for (const double a : times) {
      if (a < begin * (1 - 1e-9) || a > end * (1 + 1e-9)) continue;
      const double z = redshift_of(a);
      if (redshifts.empty() || redshifts.back() - z > 1e-9 * (1 + z)) redshifts.push_back(z);
    }
    const Line* source = list ? list : last;
    if (source) result_.given.emplace("output.redshifts", source->where);
  }

  static std::vector<double> listed_times(const Line& list) {
    std::istringstream stream(core::read_text_file(list.value, kMaxSettingsBytes));
    std::vector<double> times;
    std::string word;
    while (stream >> word) {
      times.push_back(scale_factor("a time of " + list.value, {word, {list.value}}));
    }
    return times;
  }

  SettingsFile result_;
  std::map<std::string, Line> lines_;
  std::vector<std::string> ignored_;
};

}  // namespace

bool looks_like_gadget_parameters(const std::string& text) {
  std::istringstream stream(text);
  std::string line;
  while (std::getline(stream, line)) {
    const size_t begin = line.find_first_not_of(" \t\r");
    if (begin == line.npos || line[begin] == '#') continue;
    if (line[begin] == '%') return true;
    const size_t word_end = line.find_first_of(" \t\r:", begin);
    return std::isalpha(static_cast<unsigned char>(line[begin])) && word_end != line.npos &&
           line[word_end] != ':' && line.find(':') == line.npos && line[begin] != '{';
  }
  return false;
}

SettingsFile parse_gadget_parameters(const std::string& text, const std::string& file) {
  return GadgetParameterReader(file).read(text);
}

}  // namespace motley::nbody
