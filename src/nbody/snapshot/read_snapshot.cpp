#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <cmath>
#include <map>
#include <utility>

#include "core/base/error.h"
#include "core/base/text.h"
#include "core/io/files.h"
#include "nbody/particles/internal_units.h"
#include "nbody/settings/settings_file.h"
#include "nbody/snapshot/particle_file.h"
#include "nbody/snapshot/snapshot.h"

namespace motley::nbody {
namespace {

using core::UserError;

// Particles read at a time.
constexpr int64_t kReadChunk = 1 << 18;

std::shared_ptr<ParticleFile> open_file(const std::string& path) {
  if (auto file = open_hdf5_file(path)) return file;
  if (auto file = open_gadget_file(path)) return file;
  throw UserError({path},
                  "is neither HDF5 nor one of Gadget-2's binary formats; is it a snapshot?");
}

bool is_file(const std::string& path) { return core::path_kind(path) == core::PathKind::kFile; }

// BASE.0 or BASE.0.hdf5: a file of a snapshot in several files.
std::string numbered(const std::string& base, int64_t number, bool hdf5) {
  return fmt::format("{}.{}{}", base, number, hdf5 ? ".hdf5" : "");
}

// The name without a trailing `.0` or `.0.hdf5`; empty if it has neither.
std::string base_of(const std::string& path) {
  for (const char* end : {".0", ".0.hdf5"}) {
    if (path.ends_with(end)) return path.substr(0, path.size() - std::string(end).size());
  }
  return "";
}

std::vector<std::shared_ptr<ParticleFile>> open_files(const std::string& path) {
  std::string first = path, base = base_of(path);
  if (!is_file(first)) {
    base = path.ends_with(".hdf5") ? path.substr(0, path.size() - 5) : path;
    const std::string candidates[] = {numbered(base, 0, false), numbered(base, 0, true),
                                      base + ".hdf5"};
    const auto* found = std::ranges::find_if(candidates, is_file);
    if (found == std::end(candidates)) {
      throw UserError({path}, "cannot be read: there is no such file, nor one with `.0` added");
    }
    first = *found;
  }
  std::vector<std::shared_ptr<ParticleFile>> files = {open_file(first)};
  const int64_t num_files = files[0]->header().num_files;
  if (num_files <= 1) return files;
  if (base.empty()) {
    throw UserError(
        {path}, fmt::format("is one of {} files; name the first, which ends in `.0`", num_files));
  }
  for (int64_t i = 1; i < num_files; ++i) {
    files.push_back(open_file(numbered(base, i, first.ends_with(".hdf5"))));
  }
  return files;
}

// The settings beside a binary snapshot of ours; empty if there are none.
std::string sidecar_of(const std::string& path) {
  for (const std::string& base : {path, base_of(path)}) {
    if (base.empty() || !is_file(base + ".yaml")) continue;
    const std::string text = core::read_text_file(base + ".yaml");
    if (text.starts_with(kSidecarTitle)) return text;
  }
  return "";
}

// A unit in ours. Constants differ between programs (a kpc is 3.085678e21 or 3.0857e21 cm), so a
// unit within a thousandth of a power of ten is taken for that power.
double unit_of(double in_cgs, double ours_in_cgs) {
  const double unit = in_cgs / ours_in_cgs, power = std::pow(10, std::round(std::log10(unit)));
  return std::abs(unit / power - 1) < 1e-3 ? power : unit;
}

}  // namespace

SnapshotReader SnapshotReader::open(const std::string& path, const UnitSettings& units) {
  SnapshotReader reader;
  reader.path_ = path;
  reader.units_ = units;
  reader.files_ = open_files(path);
  reader.check_files();
  reader.read_header();
  reader.read_masses();
  return reader;
}

// Files of one snapshot agree with each other, and none is there twice.
void SnapshotReader::check_files() const {
  using Sample = std::pair<std::vector<uint64_t>, std::vector<double>>;  // ids, positions
  if (files_.size() == 1) return;
  const FileHeader& first = files_[0]->header();
  std::vector<Sample> samples;
  for (const auto& file : files_) {
    const FileHeader& header = file->header();
    if (header.time != first.time || header.box_size != first.box_size ||
        header.total != first.total || header.num_files != first.num_files) {
      throw UserError({file->path()},
                      fmt::format("does not belong to the same snapshot as {}: its time, box or "
                                  "number of particles in all files differs",
                                  files_[0]->path()));
    }
    const int64_t count = std::min<int64_t>(100, header.num_particles());
    Sample sample{std::vector<uint64_t>(count), std::vector<double>(3 * count)};
    if (count > 0) {
      file->read_ids(0, count, sample.first.data());
      file->read_positions(0, count, sample.second.data());
    }
    const auto same = std::ranges::find(samples, sample);
    if (count > 0 && same != samples.end()) {
      throw UserError({file->path()}, fmt::format("contains the same particles as {}",
                                                  files_[same - samples.begin()]->path()));
    }
    samples.push_back(std::move(sample));
  }
}

// What the headers of the binary formats have no room for, and files of earlier versions lack.
void SnapshotReader::read_recorded_settings() {
  const std::string text =
      files_[0]->header().settings.empty() ? sidecar_of(path_) : files_[0]->header().settings;
  const std::map<std::string, std::string> recorded = nbody::recorded_settings(text);
  const auto read = [&](const char* name, std::optional<double>& value) {
    const auto found = recorded.find(name);
    if (value || found == recorded.end()) return;
    if (core::decimal_length(found->second) == found->second.size()) {
      value = core::decimal_value(found->second);
    }
  };
  read("cosmology.omega_b", header_.omega_b);
  read("cosmology.omega_r", header_.omega_r);
  read("cosmology.w0", header_.w0);
  read("cosmology.wa", header_.wa);
  read("units.length", header_.length_unit);
  read("units.mass", header_.mass_unit);
  read("units.velocity", header_.velocity_unit);
}

void SnapshotReader::read_units() {
  const FileHeader& first = files_[0]->header();
  const auto in_ours = [&](const char* name, const std::optional<double>& in_cgs,
                           double ours_in_cgs) -> std::optional<double> {
    if (!in_cgs) return std::nullopt;
    if (!(*in_cgs > 0) || !std::isfinite(*in_cgs)) {
      throw UserError({path_}, fmt::format("has {} {:g}; a unit must be above 0", name, *in_cgs));
    }
    return unit_of(*in_cgs, ours_in_cgs);
  };
  header_.length_unit = in_ours("UnitLength_in_cm", first.length_in_cm, kMpcInCm);
  header_.mass_unit = in_ours("UnitMass_in_g", first.mass_in_g, kSolarMassInG);
  header_.velocity_unit = in_ours("UnitVelocity_in_cm_per_s", first.velocity_in_cm_per_s, 1e5);
  read_recorded_settings();
  units_ = {.length = header_.length_unit.value_or(units_.length),
            .mass = header_.mass_unit.value_or(units_.mass),
            .velocity = header_.velocity_unit.value_or(units_.velocity)};
  header_.units = units_;
}

void SnapshotReader::read_header() {
  const FileHeader& first = files_[0]->header();
  std::array<int64_t, kNumTypes> found = {};
  for (const auto& file : files_) {
    for (int type = 0; type < kNumTypes; ++type) found[type] += file->header().count[type];
  }
  for (const int64_t count : found) header_.num_particles += count;
  const auto fail = [&](const std::string& what) { throw UserError({path_}, what); };
  if (found[kGas] > 0) {
    fail(fmt::format("contains {} particles of gas, which is not supported", found[kGas]));
  }
  // Some writers leave the totals of a single file at 0.
  const bool has_totals =
      files_.size() > 1 || std::ranges::any_of(first.total, [](int64_t n) { return n != 0; });
  if (has_totals && found != first.total) {
    fail(fmt::format("has {} particles of each type in its {}, but its header says {} in all files",
                     fmt::join(found, ", "), files_.size() == 1 ? "file" : "files",
                     fmt::join(first.total, ", ")));
  }
  if (header_.num_particles == 0) fail("contains no particles");
  if (!(first.time > 0) || !std::isfinite(first.time) ||
      std::abs(first.time * (1 + first.redshift) - 1) > 1e-3) {
    fail(fmt::format(
        "has time {:g} and redshift {:g}, which is not a scale factor; is it from a run "
        "without expansion?",
        first.time, first.redshift));
  }
  if (!(first.box_size > 0) || !std::isfinite(first.box_size)) {
    fail(fmt::format("has box size {:g}; the box must be periodic, with a size above 0",
                     first.box_size));
  }
  std::vector<int> types;
  for (int type = 0; type < kNumTypes; ++type) {
    if (found[type] > 0) types.push_back(type);
  }
  if (types.size() > 1) {
    header_.notes.push_back(
        fmt::format("{}: particles of types {} have the same mass and are merged", path_,
                    fmt::join(types, ", ")));
  }
  header_.omega_b = first.omega_b;
  header_.omega_r = first.omega_r;
  header_.w0 = first.w0;
  header_.wa = first.wa;
  read_units();
  header_.scale_factor = first.time;
  header_.box_size = first.box_size * units_.length;
  header_.omega_m = first.omega_m;
  header_.omega_lambda = first.omega_lambda;
  header_.h = first.h;
}

// All particles must have the same mass, whether from the header or individual.
void SnapshotReader::read_masses() {
  double min_mass = HUGE_VAL, max_mass = 0;
  const auto note = [&](double mass) {
    if (!(mass > 0) || !std::isfinite(mass)) {
      throw UserError({path_}, fmt::format("contains a particle of mass {:g}", mass));
    }
    min_mass = std::min(min_mass, mass);
    max_mass = std::max(max_mass, mass);
  };
  std::vector<double> masses;
  for (const auto& file : files_) {
    const FileHeader& header = file->header();
    for (int type = 0; type < kNumTypes; ++type) {
      if (header.count[type] > 0 && header.mass[type] != 0) note(header.mass[type]);
    }
    const int64_t n = header.has_masses() ? header.num_particles() : 0;
    for (int64_t begin = 0; begin < n; begin += kReadChunk) {
      masses.resize(std::min(kReadChunk, n - begin));
      file->read_masses(begin, std::ssize(masses), masses.data());
      std::ranges::for_each(masses, note);
    }
  }
  if (max_mass > min_mass * (1 + 1e-5)) {
    throw UserError({path_}, fmt::format("contains particles of unequal masses, from {:g} to {:g}; "
                                         "all must have the same mass",
                                         min_mass, max_mass));
  }
  header_.mass = min_mass * units_.mass;
}

namespace {

// Copies chunks of one file into `out`.
class Copier {
 public:
  Copier(ParticleFile& file, const UnitSettings& units, Particles& out)
      : file_(file),
        units_(units),
        out_(out),
        momentum_of_velocity_(units.velocity * std::pow(out.scale_factor, 1.5)) {}

  void copy(int64_t first, int64_t count, int64_t at) {
    numbers_.resize(3 * count);
    file_.read_positions(first, count, numbers_.data());
    for (int64_t i = 0; i < 3 * count; ++i) {
      const double x = numbers_[i] * units_.length;
      // A float just below the edge may have been rounded to it, or slightly beyond.
      if (!(x >= -kSlack * out_.box.size && x <= (1 + kSlack) * out_.box.size)) {
        reject(first + i / 3, fmt::format("is at {:g} along an axis, outside the box of {:g}",
                                          numbers_[i], out_.box.size / units_.length));
      }
      out_.position[i % 3][at + i / 3] = out_.box.coordinate(x);
    }
    file_.read_velocities(first, count, numbers_.data());
    for (int64_t i = 0; i < 3 * count; ++i) {
      const auto p = static_cast<float>(numbers_[i] * momentum_of_velocity_);
      if (!std::isfinite(p)) reject(first + i / 3, "has a velocity that is not a number");
      out_.momentum[i % 3][at + i / 3] = p;
    }
    file_.read_ids(first, count, out_.id.data() + at);
  }

 private:
  static constexpr double kSlack = 1e-6;

  [[noreturn]] void reject(int64_t index, const std::string& what) const {
    throw UserError({file_.path()}, fmt::format("particle {} {}", index, what));
  }

  ParticleFile& file_;
  const UnitSettings& units_;
  Particles& out_;
  double momentum_of_velocity_;
  std::vector<double> numbers_;
};

}  // namespace

Particles SnapshotReader::read(int64_t first, int64_t count) const {
  MOTLEY_CHECK(first >= 0 && count >= 0 && first + count <= header_.num_particles,
               "particles {} to {} of {}", first, first + count, header_.num_particles);
  Particles particles{.box = {.size = header_.box_size},
                      .mass = header_.mass,
                      .scale_factor = header_.scale_factor};
  resize(particles, count);
  int64_t file_begin = 0;
  for (const auto& file : files_) {
    const int64_t file_end = file_begin + file->header().num_particles();
    const int64_t end = std::min(first + count, file_end);
    Copier copier(*file, units_, particles);
    for (int64_t begin = std::max(first, file_begin); begin < end; begin += kReadChunk) {
      copier.copy(begin - file_begin, std::min(kReadChunk, end - begin), begin - first);
    }
    file_begin = file_end;
  }
  return particles;
}

}  // namespace motley::nbody
